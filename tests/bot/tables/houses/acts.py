"""What can be done at a table, in every situation in which two houses may do it at once.

Time stands still at noon. Where something ends when nothing happens for long, its time is over: it is for whatever else
is done to renew it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.tables import lobby, play, signs, staffing
from bot.tables.state import Person, Step, Table
from storage.matches import Player, StoredSeat
from storage.signs import Pad
from tests.bot.tables.houses.pair import Act, Pure
from tests.bot.tables.tabletop import ADA, BORYS, CELINA, EWA, NOON, seat, seed_of
from tests.bot.tables.tabletop import a_lobby as opened_lobby
from tests.games.deals import deal

LATE = seat(1, BORYS, late=1)
COMPUTERS = seat(3, Player.REGULAR)

FIRST_OF_NOS = deal("5-5 6-5 5-4 5-3 5-2", "6-4 6-3 6-2 6-1 6-0", "4-3 4-2 4-1 4-0 3-2")
"""Seat 0 holds the only double of the hands."""


def by(person: Person, step: Callable[..., Step], *about: object) -> Pure:
    return lambda table, now: step(table, person, *about, now)


def by_computer(held: StoredSeat, revision: int, text: str) -> Pure:
    """The move that a computer has chosen for a seat, as that was at a revision."""
    return lambda table, now: play.move_of_computer(table, held, revision, text, now)


LOBBY = (
    Act("join", by(CELINA, lobby.join)),
    Act("join, another", by(EWA, lobby.join)),
    Act("leave", by(BORYS, lobby.leave)),
    Act("leave, the host", by(ADA, lobby.leave)),
    Act("add a computer", by(ADA, lobby.add_computer, Player.CASUAL)),
    Act("remove", by(ADA, lobby.remove, 1)),
    Act("option", lambda table, now: lobby.configure(table, ADA, now, options={"draw": "none"})),
    Act("start", by(ADA, lobby.start, "seed of one house")),
    Act("start, another seed", by(ADA, lobby.start, "seed of the other house")),
    Act("cancel", by(ADA, lobby.cancel)),
    Act("expire", lobby.expire),
)

MATCH = (
    Act("move", by(BORYS, play.move, 0, "1-1")),
    Act("another move", by(BORYS, play.move, 0, "2-1")),
    Act("leave the match", by(BORYS, staffing.leave)),
    Act("leave the match, the host", by(ADA, staffing.leave)),
    Act("pause", by(ADA, staffing.pause)),
    Act("resume", by(BORYS, staffing.resume)),
    Act("give a seat", by(ADA, staffing.replace_by_computer, 1, Player.CASUAL)),
    Act("take a seat", by(CELINA, staffing.replace_by_person, 1)),
    Act("take the other seat", by(EWA, staffing.replace_by_person, 0)),
    Act("end", by(ADA, staffing.end)),
    Act("expire", staffing.expire),
    Act("warn", lambda table, _: play.warn(table, 0)),
    Act("extend", lambda table, now: play.extend(table, 0, now)),
)

COMPUTER = (Act("the computer moves", by_computer(seat(1, Player.REGULAR), 0, "1-1")),)

SIGNS = (
    Act("propose", by(ADA, signs.propose, "wink")),
    Act("the partner proposes", by(CELINA, signs.propose, "wink")),
    Act("propose something else", by(ADA, signs.propose, "nose")),
    Act("withdraw", by(ADA, signs.withdraw, "wink")),
    Act("ask anew", by(ADA, signs.ask_for_new_sign)),
    Act("draw the signs", signs.draw_overdue),
    Act("pad", lambda table, _: signs.pad_sent(table, Pad(0, ADA.user_id, pact_id=71, channel_id=7))),
    Act("pad of another", lambda table, _: signs.pad_sent(table, Pad(1, BORYS.user_id, shut=True))),
)

KENT = (
    Act("sign", by(ADA, signs.give, 1, "nose")),
    Act("sign of another", by(BORYS, signs.give, 1, "yawn")),
    Act("sign of the computer", lambda table, now: signs.give_of_computer(table, COMPUTERS, 1, "ear", now)),
    Act("the computer passes", by_computer(COMPUTERS, 0, "pass 2-1")),
    Act("call", by(ADA, play.call, 1, "kent")),
    Act("stop", by(BORYS, play.call, 1, "stop@0")),
    Act("the computer stops", lambda table, now: play.call_of_computer(table, COMPUTERS, 1, "stop@0", now)),
)

NOS = (
    Act("draw", by(BORYS, play.move, 2, "draw")),
    Act("draw on", by(BORYS, play.draw_on, 2)),
    Act("the computer draws", by_computer(LATE, 2, "draw")),
    Act("fined", by(CELINA, play.move, 2, "4-3@left")),
    Act("come back", by(BORYS, play.come_back)),
    Act("come back from away", by(CELINA, play.come_back)),
    Act("leave", by(BORYS, staffing.leave)),
    Act("leave, the host", by(ADA, staffing.leave)),
    Act("take a seat", by(EWA, staffing.replace_by_person, 2)),
    Act("finish", by(ADA, staffing.end)),
    Act("extend", lambda table, now: play.extend(table, 2, now)),
)

ALWAYS = (
    Act("shown", lambda table, _: Step(table), {"board_id": 5001, "board_at": 7.0, "shown_revision": 0}),
    Act("abandon", staffing.abandon),
)

CALLED = Act("call", lambda table, _: Step(table), {"call_id": 6001})


def a_lobby() -> Table:
    return opened_lobby(ADA, BORYS, game="double_trouble").with_stored(deadline=NOON)


def a_running_match() -> Table:
    table = opened_lobby(ADA, BORYS, open_to_all=True, clock="none")
    return lobby.start(table, ADA, "a seed", NOON).table.with_stored(deadline=NOON)


def a_match_with_a_computer() -> Table:
    table = lobby.add_computer(opened_lobby(ADA, open_to_all=True), ADA, Player.REGULAR, NOON).table
    return lobby.start(table, ADA, "a seed", NOON).table


def a_paused_match() -> Table:
    return staffing.pause(a_running_match(), ADA, NOON).table.with_stored(deadline=NOON)


def a_match_over() -> Table:
    return staffing.end(a_running_match().with_stored(board_id=5000), ADA, NOON).table


def pairs_agreeing() -> Table:
    full = lobby.fill_seats(opened_lobby(ADA, BORYS, CELINA, game="kent", clock="none"), ADA, NOON).table
    return lobby.start(full, ADA, "a seed", NOON).table.with_stored(deadline=NOON)


def pairs_playing() -> Table:
    table = pairs_agreeing()
    for person in (ADA, BORYS, CELINA):
        table = signs.propose(table, person, "ear", NOON).table
    return table


def a_table_with_chips() -> Table:
    """Ada has led 5-5, for 10 $ from each; Boris, who is late, holds no five and must draw, and Celina is away."""
    people = opened_lobby(ADA, BORYS, CELINA, game="nos", options={"fines": True}, clock="quick", open_to_all=True)
    table = lobby.start(people, ADA, seed_of(FIRST_OF_NOS), NOON).table
    for text in ("5-5", "variant=1"):
        table = play.move(table, ADA, table.revision, text, NOON).table
    away = replace(table.seats[2], late=2, away=True)
    return table.with_seat(LATE).with_seat(away).with_stored(deadline=NOON)


AFTER = (*MATCH[:1], *MATCH[2:8], MATCH[10], *ALWAYS)
"""What can be done at a match whose play stands still, or that is over, as far as it makes a difference."""

STAFFING = MATCH[3:6]


SITUATIONS: dict[str, tuple[Callable[[], Table], tuple[Act, ...]]] = {
    "a lobby": (a_lobby, (*LOBBY, *ALWAYS)),
    "a match": (a_running_match, (*MATCH, *ALWAYS, CALLED)),
    "a match with a computer": (a_match_with_a_computer, (*AFTER, *COMPUTER)),
    "a paused match": (a_paused_match, AFTER),
    "a match that is over": (a_match_over, AFTER),
    "pairs that agree": (pairs_agreeing, (*SIGNS, *STAFFING, *ALWAYS)),
    "pairs that play": (pairs_playing, (SIGNS[0], SIGNS[4], SIGNS[6], *KENT, STAFFING[0], *ALWAYS)),
    "a table with chips": (a_table_with_chips, (*NOS, *ALWAYS)),
}
"""How a table is made that two houses know, and what each of them may do at it."""

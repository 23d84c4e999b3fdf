"""Actions at a table, for two processes at one time.

Time stands still at noon. Where something ends after long inactivity, its time is over: other actions must renew it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.tables import agreeing, ending, lobby, play, signs, staffing
from bot.tables.staffing import SeatOffer
from bot.tables.state import Person, Step, Table
from storage.matches import Player, StoredSeat
from storage.signs import Pad
from tests.bot.tables.tabletop import ADA, BORYS, CELINA, EWA, NOON, agreed_pause, seat, seed_of
from tests.bot.tables.tabletop import a_lobby as opened_lobby
from tests.bot.tables.two_processes.pair import Action, StepFunction
from tests.chance import fixed
from tests.games.deals import deal

LATE = seat(1, BORYS, late=1)
COMPUTERS = seat(3, Player.REGULAR)

FIRST_OF_NOS = deal("5-5 6-5 5-4 5-3 5-2", "6-4 6-3 6-2 6-1 6-0", "4-3 4-2 4-1 4-0 3-2")
"""Seat 0 holds the only double of the hands."""


def by(person: Person, step: Callable[..., Step], *about: object) -> StepFunction:
    return lambda table, now: step(table, person, *about, now)


def by_computer(held: StoredSeat, revision: int, text: str) -> StepFunction:
    """Return a computer's move chosen at a revision."""
    return lambda table, now: play.move_of_computer(table, held, revision, text, now)


LOBBY = (
    Action("join", by(CELINA, lobby.join)),
    Action("join, another", by(EWA, lobby.join)),
    Action("leave", by(BORYS, lobby.leave)),
    Action("leave, the host", by(ADA, lobby.leave)),
    Action("add a computer", by(ADA, lobby.add_computer, Player.CASUAL)),
    Action("remove", by(ADA, lobby.remove, 1)),
    Action("option", lambda table, now: lobby.configure(table, ADA, now, options={"draw": "none"})),
    Action("start", by(ADA, lobby.start, fixed("seed of one process"))),
    Action("start, another seed", by(ADA, lobby.start, fixed("seed of the other process"))),
    Action("cancel", by(ADA, lobby.cancel)),
    Action("expire", lobby.expire),
)

MATCH = (
    Action("move", by(BORYS, play.move, 0, "1-1")),
    Action("another move", by(BORYS, play.move, 0, "2-1")),
    Action("leave the match", by(BORYS, staffing.leave)),
    Action("leave the match, the host", by(ADA, staffing.leave)),
    Action("pause", by(EWA, agreeing.pause, None)),
    Action("resume", by(BORYS, staffing.resume)),
    Action("give a seat", by(ADA, staffing.replace_by_computer, 1, Player.CASUAL)),
    Action("take a seat", by(CELINA, staffing.replace_by_person, 1)),
    Action("take the other seat", by(EWA, staffing.replace_by_person, 0)),
    Action("end", by(EWA, ending.end, None)),
    Action("resign", by(ADA, staffing.resign)),
    Action("ask to end", by(ADA, agreeing.ask_to_end, None)),
    Action("offer a seat", by(BORYS, staffing.offer_seat, SeatOffer("0ffe12", 1, 1, EWA.user_id, BORYS.user_id))),
    Action("expire", staffing.expire),
    Action("warn", lambda table, now: play.warn(table, 0, now)),
    Action("extend", lambda table, now: play.extend(table, 0, now)),
)

COMPUTER = (Action("the computer moves", by_computer(seat(1, Player.REGULAR), 0, "1-1")),)

SIGNS = (
    Action("propose", by(ADA, signs.propose, "wink")),
    Action("the partner proposes", by(CELINA, signs.propose, "wink")),
    Action("propose something else", by(ADA, signs.propose, "nose")),
    Action("withdraw", by(ADA, signs.withdraw, "wink")),
    Action("ask for a new sign", by(ADA, signs.ask_for_new_sign)),
    Action("draw the signs", signs.draw_overdue),
    Action("pad", lambda table, now: signs.pad_sent(table, Pad(0, ADA.user_id, pact_id=71, channel_id=7), now)),
    Action("pad of another", lambda table, now: signs.pad_sent(table, Pad(1, BORYS.user_id, shut=True), now)),
)

KENT = (
    Action("sign", by(ADA, signs.give, 1, "nose")),
    Action("sign of another", by(BORYS, signs.give, 1, "yawn")),
    Action("sign of the computer", lambda table, now: signs.give_of_computer(table, COMPUTERS, 1, "ear", now)),
    Action("the computer passes", by_computer(COMPUTERS, 0, "pass 2-1")),
    Action("call", by(ADA, play.call, 1, "kent")),
    Action("stop", by(BORYS, play.call, 1, "stop@0")),
    Action("the computer stops", lambda table, now: play.call_of_computer(table, COMPUTERS, 1, "stop@0", now)),
)

NOS = (
    Action("draw", by(BORYS, play.move, 2, "draw")),
    Action("draw on", by(BORYS, play.draw_on, 2)),
    Action("the computer draws", by_computer(LATE, 2, "draw")),
    Action("fined", by(CELINA, play.move, 2, "4-3@left")),
    Action("come back", by(BORYS, play.come_back)),
    Action("come back from away", by(CELINA, play.come_back)),
    Action("leave", by(BORYS, staffing.leave)),
    Action("leave, the host", by(ADA, staffing.leave)),
    Action("take a seat", by(EWA, staffing.replace_by_person, 2)),
    Action("finish", by(EWA, ending.end, None)),
    Action("extend", lambda table, now: play.extend(table, 2, now)),
)

ALWAYS = (
    Action("shown", lambda table, _: Step(table), {"board_id": 5001, "board_at": 7.0, "shown_revision": 0}),
    Action("abandon", staffing.abandon),
)

CALLED = Action("call", lambda table, _: Step(table), {"call_id": 6001})


def a_lobby() -> Table:
    return opened_lobby(ADA, BORYS, game="double_trouble").with_stored(deadline=NOON)


def a_running_match() -> Table:
    table = opened_lobby(ADA, BORYS, clock="none")
    return lobby.start(table, ADA, fixed("a seed"), NOON).table.with_stored(deadline=NOON)


def a_match_with_a_computer() -> Table:
    table = lobby.add_computer(opened_lobby(ADA), ADA, Player.REGULAR, NOON).table
    return lobby.start(table, ADA, fixed("a seed"), NOON).table


def a_paused_match() -> Table:
    return agreed_pause(a_running_match(), ADA, NOON).table.with_stored(deadline=NOON)


def a_match_over() -> Table:
    return ending.end(a_running_match().with_stored(board_id=5000), EWA, None, NOON).table


def pairs_agreeing() -> Table:
    full = lobby.fill_seats(opened_lobby(ADA, BORYS, CELINA, game="kent", clock="none"), ADA, NOON).table
    return lobby.start(full, ADA, fixed("a seed"), NOON).table.with_stored(deadline=NOON)


def pairs_playing() -> Table:
    table = pairs_agreeing()
    for person in (ADA, BORYS, CELINA):
        table = signs.propose(table, person, "ear", NOON).table
    return table


def a_table_with_chips() -> Table:
    """Return a table where Ada led 5-5, for 10 $ each.

    Boris, who is late, holds no five and must draw, and Celina is away.
    """
    people = opened_lobby(ADA, BORYS, CELINA, game="nos", options={"fines": True}, clock="quick")
    table = lobby.start(people, ADA, fixed(seed_of(FIRST_OF_NOS)), NOON).table
    for text in ("5-5", "variant=1"):
        table = play.move(table, ADA, table.revision, text, NOON).table
    away = replace(table.seats[2], late=2, away=True)
    return table.with_seat(LATE).with_seat(away).with_stored(deadline=NOON)


AFTER = (*MATCH[:1], *MATCH[2:8], MATCH[10], *ALWAYS)
"""Return the actions at a paused or finished match, as far as they differ."""

STAFFING = MATCH[3:6]


SITUATIONS: dict[str, tuple[Callable[[], Table], tuple[Action, ...]]] = {
    "a lobby": (a_lobby, (*LOBBY, *ALWAYS)),
    "a match": (a_running_match, (*MATCH, *ALWAYS, CALLED)),
    "a match with a computer": (a_match_with_a_computer, (*AFTER, *COMPUTER)),
    "a paused match": (a_paused_match, AFTER),
    "a match that is over": (a_match_over, AFTER),
    "pairs that agree": (pairs_agreeing, (*SIGNS, *STAFFING, *ALWAYS)),
    "pairs that play": (pairs_playing, (SIGNS[0], SIGNS[4], SIGNS[6], *KENT, STAFFING[0], *ALWAYS)),
    "a table with chips": (a_table_with_chips, (*NOS, *ALWAYS)),
}
"""The making of a table known to two processes, with the actions of each."""

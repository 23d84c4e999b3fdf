"""Two houses on one database: whatever one has done while the other did not look, nothing is lost, in every order."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from itertools import combinations_with_replacement, product
from random import randrange

import pytest

from bot.tables import lobby, play, staffing
from bot.tables.signs import signs
from bot.tables.state import Person, Step, Table
from storage.matches import Player
from storage.signs import Pad
from tests.bot.tables.houses.pair import Act, Pair, foretold
from tests.bot.tables.tabletop import ADA, BORYS, CELINA, CHANNEL, EWA, NOON
from tests.bot.tables.tabletop import a_lobby as opened_lobby


def by(person: Person, step: Callable[..., Step], *about: object) -> Callable[[Table, float], Step]:
    return lambda table, now: step(table, person, *about, now)


def moved(revision: int, *, as_second: bool = False) -> Callable[[Table, float], Step]:
    """A move of whoever opens the match: the first or the second that he might make."""

    def step(table: Table, now: float) -> Step:
        play.needs_moves(table)
        match = table.match
        mover = None if match is None else match.to_move()
        if match is None or mover is None:
            return Step(table)
        person = {one.user_id: one for one in (ADA, BORYS, CELINA)}.get(table.seats[mover].user_id or 0)
        if person is None:
            return Step(table)
        moves = match.moves(mover)
        return play.move(table, person, revision, str(moves[min(int(as_second), len(moves) - 1)]), now)

    return step


LOBBY = (
    Act("join", by(CELINA, lobby.join)),
    Act("join, another", by(EWA, lobby.join)),
    Act("leave", by(BORYS, lobby.leave)),
    Act("leave, the host", by(ADA, lobby.leave)),
    Act("add a computer", by(ADA, lobby.add_computer, Player.CASUAL)),
    Act("level", by(ADA, lobby.choose_level, Player.CASUAL)),
    Act("remove", by(ADA, lobby.remove, 1)),
    Act("option", lambda table, now: lobby.configure(table, ADA, now, options={"draw": "none"})),
    Act("start", by(ADA, lobby.start, "seed of one house")),
    Act("start, another seed", by(ADA, lobby.start, "seed of the other house")),
    Act("cancel", by(ADA, lobby.cancel)),
)

MATCH = (
    Act("move", moved(0)),
    Act("another move", moved(0, as_second=True)),
    Act("leave the match", by(BORYS, staffing.leave)),
    Act("leave the match, the host", by(ADA, staffing.leave)),
    Act("pause", by(ADA, staffing.pause)),
    Act("resume", by(BORYS, staffing.resume)),
    Act("give a seat", by(ADA, staffing.replace_by_computer, 1, Player.CASUAL)),
    Act("take a seat", by(CELINA, staffing.replace_by_person, 1)),
    Act("take the other seat", by(EWA, staffing.replace_by_person, 0)),
    Act("end", by(ADA, staffing.end)),
    Act("warn", lambda table, _: play.warn(table, 0)),
    Act("extend", lambda table, now: play.extend(table, 0, now)),
)

SIGNS = (
    Act("propose", by(ADA, signs.propose, "wink")),
    Act("the partner proposes", by(CELINA, signs.propose, "wink")),
    Act("propose something else", by(ADA, signs.propose, "nose")),
    Act("withdraw", by(ADA, signs.withdraw, "wink")),
    Act("ask anew", by(ADA, signs.ask_anew)),
    Act("pad", lambda table, _: signs.pad_sent(table, Pad(0, ADA.user_id, pact_id=71, channel_id=7))),
    Act("pad of another", lambda table, _: signs.pad_sent(table, Pad(1, BORYS.user_id, shut=True))),
)

ALWAYS = (
    Act("shown", lambda table, _: Step(table), {"board_id": 5001, "board_at": 7.0, "shown_revision": 0}),
    Act("call", lambda table, _: Step(table), {"call_id": 6001}),
    Act("abandon", staffing.abandon),
)


def a_lobby() -> Table:
    return opened_lobby(ADA, BORYS, game="double_trouble")


def a_running_match() -> Table:
    return lobby.start(opened_lobby(ADA, BORYS, open_to_all=True), ADA, "a seed", NOON).table


def a_match_with_a_computer() -> Table:
    table = lobby.add_computer(opened_lobby(ADA, open_to_all=True), ADA, Player.REGULAR, NOON).table
    return lobby.start(table, ADA, "a seed", NOON).table


def a_paused_match() -> Table:
    return staffing.pause(a_running_match(), ADA, NOON).table


def a_match_over() -> Table:
    return staffing.end(a_running_match().with_stored(board_id=5000), ADA, NOON).table


def pairs_agreeing() -> Table:
    full = lobby.fill_seats(opened_lobby(ADA, BORYS, CELINA, game="kent", clock="none"), ADA, NOON).table
    return lobby.start(full, ADA, "a seed", NOON).table


def pairs_playing() -> Table:
    table = pairs_agreeing()
    for person in (ADA, BORYS, CELINA):
        table = signs.propose(table, person, "ear", NOON).table
    return table


_SHARE = 3
"""One pair in so many is tried, another share each time; `ALL_PAIRS=1 make test` tries all of them."""

AFTER = (*MATCH[:1], *MATCH[2:8], *ALWAYS)
"""What can be done at a match whose play stands still, or that is over, as far as it makes a difference."""

OPENED: dict[str, tuple[Callable[[], Table], tuple[Act, ...]]] = {
    "a lobby": (a_lobby, (*LOBBY, *ALWAYS)),
    "a match": (a_running_match, (*MATCH, *ALWAYS)),
    "a match with a computer": (a_match_with_a_computer, AFTER),
    "a paused match": (a_paused_match, AFTER),
    "a match that is over": (a_match_over, AFTER),
    "pairs that agree": (pairs_agreeing, (*SIGNS, *MATCH[3:6], *ALWAYS)),
    "pairs that play": (pairs_playing, (*SIGNS, *MATCH[3:6], *ALWAYS)),
}


def worth_trying(table: Table, first: Act, second: Act) -> bool:
    """Whether the first changes something, and the second does before it or after it."""
    between = first.foretold(table)[0]
    return between != table and (second.foretold(table)[0] != table or second.foretold(between)[0] != between)


def worth_doing(kind: str, *, in_order: bool) -> list[tuple[Table, Act, Act]]:
    """The pairs of steps that are worth trying, each with a table of its own: a share of them, or with ALL_PAIRS all.

    :param in_order: whether the same two in another order are another pair.
    """
    opened, acts = OPENED[kind]
    table = opened()
    pairs = product(acts, acts) if in_order else combinations_with_replacement(acts, 2)
    found = [both for both in pairs if worth_trying(table, *both)]
    assert len(found) > 5
    if not os.environ.get("ALL_PAIRS"):
        found = found[randrange(_SHARE) :: _SHARE]
    return [
        (table.with_stored(id=f"table{number}", channel_id=CHANNEL + number), *both)
        for number, both in enumerate(found)
    ]


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", OPENED)
async def test_a_house_that_missed_a_step_takes_the_next_as_if_it_had_not(pair: Pair, kind: str) -> None:
    pairs = worth_doing(kind, in_order=True)
    await pair.put(table for table, _, _ in pairs)
    for table, first, second in pairs:
        reasons = [await first.done(pair.one.tables, table.id), await second.done(pair.other.tables, table.id)]
        left = await pair.outcome(table.id, *reasons)
        assert left == foretold(table, first, second), f"{first.name}, then {second.name}"


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", OPENED)
async def test_what_two_houses_do_at_once_comes_to_one_after_the_other(pair: Pair, kind: str) -> None:
    pairs = worth_doing(kind, in_order=False)
    await pair.put(table for table, _, _ in pairs)
    for table, first, second in pairs:
        one, other = await asyncio.gather(
            first.done(pair.one.tables, table.id), second.done(pair.other.tables, table.id)
        )
        left = await pair.outcome(table.id, one, other)
        either = foretold(table, first, second), foretold(table, second, first).turned()
        assert left in either, f"{first.name} and {second.name}"

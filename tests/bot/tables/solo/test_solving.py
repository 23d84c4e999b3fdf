"""Searches of the solver are shared, and need waiting users."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

import games
from bot.tables.computers import Thinker
from bot.tables.errors import TableError
from bot.tables.processes import Processes, Signals
from bot.tables.solo import steps
from bot.tables.solo.solving import Solving
from bot.tables.solo.state import Solo
from bot.tables.state import Person
from games.core.solitaire import Solitaire
from games.solitaires.solver import Cancelled, Hint, SearchVerdict, Solution
from storage.matches import Player

ADA, BORYS = Person(1, "Ada"), Person(2, "Borys")

begun: list[str] = []
looks: list[None] = []
"""One for each time that a search has looked whether it is called off."""
go_on = threading.Event()


def _until_told(cancelled: Cancelled) -> SearchVerdict:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        looks.append(None)
        if cancelled():
            begun.append("called off")
            return SearchVerdict.UNKNOWN
        if go_on.wait(0.005):
            return SearchVerdict.LOST
    raise TimeoutError


def slow_hint(match: Solitaire, *, signals: Signals) -> Hint:
    begun.append(f"hint {match.key}")
    return Hint(_until_told(signals.cancelled))


def slow_solution(game: str, seed: str, *, signals: Signals) -> Solution:
    begun.append(f"solution {game} {seed}")
    return Solution(_until_told(signals.cancelled))


def solitaire(person: Person, game: str = "pyramid", seed: str = "a deal") -> Solo:
    return steps.begin(f"{person.name}{game}", person, guild_id=0, game=game, seed=seed, day="", now=0.0)


@pytest.fixture
def solving(monkeypatch: pytest.MonkeyPatch) -> Iterator[Solving]:
    monkeypatch.setattr("bot.tables.solo.solving.find_hint", slow_hint)
    monkeypatch.setattr("bot.tables.solo.solving.find_solution", slow_solution)
    begun.clear()
    looks.clear()
    go_on.clear()
    here = Solving(Processes(0))
    yield here
    go_on.set()
    here.close()


async def until(number: int, happened: Sequence[object] = begun) -> None:
    """So much has happened in the threads that search."""
    async with asyncio.timeout(100):
        while len(happened) < number:  # noqa: ASYNC110  # they are no tasks of this loop
            await asyncio.sleep(0.005)


async def test_all_who_ask_for_the_same_wait_for_one_search(solving: Solving) -> None:
    asked = [asyncio.ensure_future(solving.solution("triangle", "hard", user_id)) for user_id in (*range(8), 0)]
    hints = [solving.hint(solitaire(person)) for person in (Person(11, "Celina"), Person(12, "Dmitri"))]
    await until(2)
    go_on.set()
    assert [one.verdict for one in await asyncio.gather(*asked)] == [SearchVerdict.LOST] * 9
    assert [(await one).verdict for one in hints] == [SearchVerdict.LOST] * 2
    assert sorted(begun) == ["hint pyramid", "solution triangle hard"]
    assert (await solving.solution("triangle", "hard", 77)).verdict is SearchVerdict.LOST
    assert len(begun) == 2, "what was found is remembered"


async def test_a_person_has_one_search_and_a_new_one_replaces_it(solving: Solving) -> None:
    first = solving.hint(solitaire(ADA))
    with pytest.raises(TableError, match=r"solo\.thinking_already"):
        await solving.hint(solitaire(ADA))
    await until(1)
    second = solving.hint(solitaire(ADA, seed="another"))
    assert (await first).verdict is SearchVerdict.UNKNOWN
    await until(3)
    assert begun.count("called off") == 1
    go_on.set()
    assert (await second).verdict is SearchVerdict.LOST


async def test_a_solitaire_that_cannot_be_rebuilt_gets_no_hint(solving: Solving) -> None:
    damaged = replace(solitaire(ADA), match=None)
    with pytest.raises(TableError, match=r"table\.broken"):
        await solving.hint(damaged)
    with pytest.raises(TableError, match="broken"):
        steps.hint(damaged, ADA, damaged.revision, 1.0)
    assert begun == []


async def test_a_search_is_called_off_with_the_last_who_waits_and_not_before(solving: Solving) -> None:
    one, other = solving.hint(solitaire(ADA)), solving.hint(solitaire(BORYS))
    await until(1)
    solving.call_off(ADA.user_id)
    assert (await one).verdict is SearchVerdict.UNKNOWN
    await until(len(looks) + 2, looks)
    assert begun == ["hint pyramid"]
    assert not other.done()
    solving.call_off(BORYS.user_id)
    await until(2)
    assert begun == ["hint pyramid", "called off"]
    assert (await other).verdict is SearchVerdict.UNKNOWN
    again = solving.hint(solitaire(BORYS))
    go_on.set()
    assert (await again).verdict is SearchVerdict.LOST


async def test_a_search_that_was_called_off_is_not_taken_for_an_answer(solving: Solving) -> None:
    asked = asyncio.ensure_future(solving.solution("triangle", "hard", 1))
    await until(1)
    solving.call_off(1)
    assert (await asked).verdict is SearchVerdict.UNKNOWN
    await until(2)
    go_on.set()
    assert (await solving.solution("triangle", "hard", 1)).verdict is SearchVerdict.LOST


async def test_hints_in_different_positions_of_a_deal_are_searches_of_their_own(solving: Solving) -> None:
    fresh = solitaire(ADA)
    moved = solitaire(BORYS)
    moved = replace(moved, line=moved.line.after("6-6"))
    hints = [solving.hint(solo) for solo in (fresh, moved)]
    await until(2)
    assert begun == ["hint pyramid"] * 2
    go_on.set()
    assert [(await one).verdict for one in hints] == [SearchVerdict.LOST] * 2


async def test_a_computer_moves_while_eight_people_wait_for_the_solver(solving: Solving) -> None:
    """Solver and computers have separate processes, as in the bot."""
    match = games.new_match("block", seats=2, options={}, seed="a deal")
    thinker, seat = Thinker(Processes(0), most=20), match.to_move()
    assert seat is not None
    hints = [solving.hint(solitaire(Person(number, f"{number}"), seed=f"{number}")) for number in range(1, 9)]
    await until(2)
    assert await thinker.choose(match, seat, Player.REGULAR) in match.moves(seat)
    assert not any(one.done() for one in hints)
    thinker.close()
    go_on.set()
    assert len(await asyncio.gather(*hints)) == 8

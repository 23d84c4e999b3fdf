"""Ten thousand turns that end at one instant: clocks take a few tables at a time, and people go before them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, cast

import pytest

from bot.tables.clocks import Clocks
from bot.tables.computers import Computers, Thinker
from bot.tables.live import Tables
from bot.tables.processes import Processes
from bot.tables.state import Step, Table
from games import Match
from storage.database import Busy
from storage.matches import Player, StoredSeat
from tests.bot.tables.tabletop import ADA, BORYS, NOON, SEAT_0_WINS_117, Time, a_match

MANY = 10_000
AFTER_A_DAY = NOON + 86_400


class Shelf:
    """Tables that are read and saved at no cost, one step of the event loop each, and what goes on at once."""

    def __init__(self, count: int, *, warned: bool = False) -> None:
        pattern = a_match(ADA, BORYS, deals=[SEAT_0_WINS_117], clock="quick")
        self.tables = {
            f"m{number}": pattern.with_stored(id=f"m{number}", channel_id=number, warned=warned)
            for number in range(count)
        }
        self.taken: Counter[str] = Counter()
        self.under_way = self.most = 0
        self.busy = 0

    async def find(self, match_id: str) -> Table:
        await self._slowly()
        return self.tables[match_id]

    def cached(self, match_id: str) -> Table | None:
        return self.tables[match_id]

    def show(self, table: Table) -> None:
        pass

    async def apply(self, match_id: str, step: Callable[[Table, float], Step]) -> Table:
        if self.busy:
            self.busy -= 1
            raise Busy("locked")
        after = step(self.tables[match_id], AFTER_A_DAY).table
        await self._slowly()
        self.tables[match_id] = after
        self.taken[match_id] += 1
        return after

    async def _slowly(self) -> None:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        await asyncio.sleep(0)
        self.under_way -= 1


class Waiting(Computers):
    """Computers that make no move before they are told to."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.go_on = asyncio.Event()

    async def move(self, table: Table, seat: StoredSeat) -> None:
        self.asked.append(table.id)
        await self.go_on.wait()

    def close(self) -> None:
        pass


def clocks_of(shelf: Shelf, time: Time, computers: Computers) -> Clocks:
    return Clocks(cast("Tables", shelf), computers, time, now=time)


async def settled(done: Callable[[], bool]) -> None:
    for _ in range(200_000):
        if done():
            return
        await asyncio.sleep(0)
    pytest.fail("it does not come to an end")


async def test_ten_thousand_turns_that_ended_meanwhile_are_seen_to_three_at_a_time() -> None:
    time, shelf = Time(AFTER_A_DAY), Shelf(MANY)
    clocks = clocks_of(shelf, time, Waiting())
    for table in shelf.tables.values():
        clocks.on_start(table.stored)
    assert len(time.alarms) == MANY
    alarms, time.alarms = time.alarms, []
    for alarm in alarms:
        alarm.ring()
    await settled(lambda: len(shelf.taken) == MANY)
    assert shelf.most == 3
    assert set(shelf.taken.values()) == {1}
    assert {table.stored.deadline for table in shelf.tables.values()} == {AFTER_A_DAY + 60}
    await clocks.close()


async def test_computers_think_for_eight_late_people_and_for_their_own_turns_besides() -> None:
    time, shelf, computers = Time(AFTER_A_DAY), Shelf(100, warned=True), Waiting()
    clocks = clocks_of(shelf, time, computers)
    for match_id in shelf.tables:
        clocks._wake_in(match_id, 0)
    away = shelf.tables["m99"]
    shelf.tables["m99"] = away.with_seat(StoredSeat(0, None, Player.REGULAR, "", 0, away=False))
    time.ring_due()
    await settled(lambda: len(computers.asked) == 9)
    for _ in range(1000):
        await asyncio.sleep(0)
    assert sorted(computers.asked) == sorted([*(f"m{number}" for number in range(8)), "m99"])
    computers.go_on.set()
    await settled(lambda: len(computers.asked) == 100)
    await clocks.close()


async def test_a_clock_that_cannot_save_retries_ever_later_until_it_could() -> None:
    time, shelf = Time(AFTER_A_DAY), Shelf(1)
    clocks = clocks_of(shelf, time, Waiting())
    clocks.on_start(shelf.tables["m0"].stored)
    waits = []
    shelf.busy = 7
    for _ in range(7):
        time.ring_due()
        await settled(lambda: bool(time.alarms))
        waits.append(time.alarms[0].at - time.now)
        time.now = time.alarms[0].at
    assert waits == [5, 10, 20, 40, 80, 80, 80]
    time.ring_due()
    await settled(lambda: shelf.taken["m0"] == 1)
    await settled(lambda: not clocks._failures)
    await clocks.close()


class Slate(Processes):
    """Processes that write down for how long one may think, and think when the test says so."""

    def __init__(self) -> None:
        self.count = 2
        self.seconds: list[float] = []
        self.go_on = asyncio.Event()

    async def run(
        self, _work: Any, _level: str, match: Match, seat: int, _seed: int, seconds: float, _most: int | None
    ) -> Any:
        self.seconds.append(seconds)
        await self.go_on.wait()
        return str(match.moves(seat)[0])


async def test_computers_think_less_where_more_than_four_wait_for_each_process() -> None:
    slate = Slate()
    thinker = Thinker(slate, 1.0)
    match = a_match(ADA, BORYS, deals=[SEAT_0_WINS_117]).match
    assert match is not None
    thinking = [asyncio.ensure_future(thinker.choose(match, 0, Player.STRONG)) for _ in range(32)]
    await settled(lambda: len(slate.seconds) == 32)
    assert slate.seconds[:8] == [1.0] * 8
    assert (slate.seconds[15], slate.seconds[31]) == (0.5, 0.25)
    slate.go_on.set()
    await asyncio.gather(*thinking)
    assert await thinker.choose(match, 0, Player.STRONG) in match.moves(0)
    assert slate.seconds[-1] == 1.0

"""Ten thousand simultaneous ends of turns: people go first."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVarTuple, Unpack, cast

import pytest

from bot.tables.clocks import Clocks
from bot.tables.computers import Computers, Thinker
from bot.tables.live import Tables
from bot.tables.processes import Processes
from bot.tables.state import Step, Table
from bot.tables.store import Change
from games import Match, Move
from storage.database import Busy
from storage.matches import Player, StoredSeat
from tests.bot.tables.tabletop import ADA, BORYS, NOON, SEAT_0_WINS_117, Time, a_match

Ts = TypeVarTuple("Ts")

MANY = 10_000
AFTER_A_DAY = NOON + 86_400


class Shelf:
    """Tables free to load and save, counting concurrent work."""

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

    async def apply(
        self, match_id: str, step: Callable[[Table, Unpack[Ts], float], Step], *values: *Ts
    ) -> Change[Table]:
        if self.busy:
            self.busy -= 1
            raise Busy("locked")
        before = self.tables[match_id]
        after = step(before, *values, AFTER_A_DAY).table
        await self._slowly()
        self.tables[match_id] = after
        self.taken[match_id] += 1
        return Change(before, after)

    async def _slowly(self) -> None:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        await asyncio.sleep(0)
        self.under_way -= 1


class Waiting(Computers):
    """Computers that move only when allowed."""

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


async def settle(done: Callable[[], bool]) -> None:
    for _ in range(200_000):
        if done():
            return
        await asyncio.sleep(0)
    pytest.fail("it does not come to an end")


async def test_ten_thousand_ended_turns_are_handled_three_at_a_time() -> None:
    time, shelf = Time(AFTER_A_DAY), Shelf(MANY)
    clocks = clocks_of(shelf, time, Waiting())
    for table in shelf.tables.values():
        clocks.on_start(table.stored)
    assert len(time.alarms) == MANY
    alarms, time.alarms = time.alarms, []
    for alarm in alarms:
        alarm.ring()
    await settle(lambda: len(shelf.taken) == MANY)
    assert shelf.most == 3
    assert set(shelf.taken.values()) == {1}
    assert {table.stored.deadline for table in shelf.tables.values()} == {AFTER_A_DAY + 60}
    await clocks.close()


async def test_computers_think_for_eight_late_people_and_their_own_turns() -> None:
    time, shelf, computers = Time(AFTER_A_DAY), Shelf(100, warned=True), Waiting()
    clocks = clocks_of(shelf, time, computers)
    for match_id in shelf.tables:
        clocks._wake_in(match_id, 0)
    away = shelf.tables["m99"]
    shelf.tables["m99"] = away.with_seat(StoredSeat(0, None, Player.REGULAR, "", 0, away=False))
    time.ring_due()
    await settle(lambda: len(computers.asked) == 9)
    for _ in range(1000):
        await asyncio.sleep(0)
    assert sorted(computers.asked) == sorted([*(f"m{number}" for number in range(8)), "m99"])
    computers.go_on.set()
    await settle(lambda: len(computers.asked) == 100)
    await clocks.close()


async def test_a_clock_that_cannot_save_retries_ever_later_until_it_could() -> None:
    time, shelf = Time(AFTER_A_DAY), Shelf(1)
    clocks = clocks_of(shelf, time, Waiting())
    clocks.on_start(shelf.tables["m0"].stored)
    waits = []
    shelf.busy = 7
    for _ in range(7):
        time.ring_due()
        await settle(lambda: bool(time.alarms))
        waits.append(time.alarms[0].at - time.now)
        time.now = time.alarms[0].at
    assert waits == [5, 10, 20, 40, 80, 80, 80]
    time.ring_due()
    await settle(lambda: shelf.taken["m0"] == 1)
    await settle(lambda: not clocks._failures)
    await clocks.close()


class Slate(Processes):
    """Processes that record shares, and think when allowed."""

    def __init__(self) -> None:
        self.count = 2
        self.works: list[SlateWork] = []

    def start(self, _work: Any, _level: str, match: Match, seat: int, *_: Any) -> Any:
        self.works.append(SlateWork(str(match.moves(seat)[0])))
        return self.works[-1]


class SlateWork:
    def __init__(self, move: str) -> None:
        self.move = move
        self.result: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.share = 1.0
        self.called_off = False

    def allow(self, share: float) -> None:
        self.share = share

    def call_off(self) -> None:
        self.called_off = True


async def test_computers_think_less_if_more_than_four_wait_per_process() -> None:
    slate = Slate()
    thinker = Thinker(slate, 1.0)
    match = a_match(ADA, BORYS, deals=[SEAT_0_WINS_117]).match
    assert match is not None

    def begin(level: Player) -> asyncio.Task[Move]:
        return asyncio.create_task(thinker.choose(match, 0, level))

    thinking = [begin(Player.STRONG) for _ in range(8)]
    await settle(lambda: len(slate.works) == 8)
    assert {work.share for work in slate.works} == {1.0}
    thinking += [begin(Player.MASTER) for _ in range(8)]  # 8 * 1 + 8 * 5 = 48 for the time of 2 * 4
    await settle(lambda: len(slate.works) == 16)
    assert {work.share for work in slate.works} == {8 / 48}
    for work in slate.works[2:]:
        work.result.set_result(work.move)
    await asyncio.gather(*thinking[2:])
    assert {work.share for work in slate.works[:2]} == {1.0}
    thinking[0].cancel()
    await asyncio.wait(thinking[:1])
    assert slate.works[0].called_off
    slate.works[1].result.set_result(slate.works[1].move)
    assert await thinking[1] in match.moves(0)


async def test_a_master_alone_has_all_its_time() -> None:
    slate = Slate()
    match = a_match(ADA, BORYS, deals=[SEAT_0_WINS_117]).match
    assert match is not None
    thinking = [asyncio.create_task(Thinker(slate, 1.0).choose(match, 0, Player.MASTER)) for _ in range(2)]
    await settle(lambda: len(slate.works) == 2)
    assert {work.share for work in slate.works} == {1.0}
    for work in slate.works:
        work.result.set_result(work.move)
    await asyncio.gather(*thinking)

"""A click amid 200 overdue turns is saved early.

The clocks' saves between the click and its own are counted; nothing is timed. On SQLite, writes are in order of
arrival.
"""

from __future__ import annotations

import asyncio

import pytest

from bot.tables.state import Table
from tests.bot.tables.tabletop import (
    ADA,
    BORYS,
    SEAT_0_WINS_94,
    SEAT_0_WINS_117,
    SEAT_1_WINS_117,
    TableProcess,
    a_match,
    seed_of,
)
from tests.bot.tables.two_processes.stored_copies import store_copies

MANY = 200
MIDST = 70

AT_ONCE = 3
"""At how many tables clocks read or save at once."""

LATE = 8
"""For how many people who are late computers move at once, besides."""


class Midst:
    """An observer that clicks after some tables changed."""

    def __init__(self, process: TableProcess, match_id: str, move: str) -> None:
        self._process = process
        self._match_id = match_id
        self._move = move
        self.saved: list[str] = []
        self.click: asyncio.Task[Table] | None = None

    def on_change(self, table: Table, _: Table | None) -> None:
        self.saved.append(table.id)
        if len(self.saved) == MIDST:
            self.click = asyncio.get_running_loop().create_task(self._process.move(self._match_id, ADA, self._move))

    def on_refresh(self, table: Table) -> None:
        pass

    @property
    def waited(self) -> int:
        """The number of tables saved between click and its save."""
        return self.saved.index(self._match_id) - MIDST


async def move_amid_clocks(process: TableProcess, table: Table, move: str) -> int:
    """Ring due alarms with Ada's click; return clock saves before."""
    midst = Midst(process, table.id, move)
    process.tables.add_observer(midst)
    process.time.ring_due()
    await process.settle()
    assert midst.click is not None
    await midst.click
    process.tables._observers.observers.remove(midst)
    assert sorted(midst.saved) == sorted([table.id, *(f"quick{number}" for number in range(MANY))])
    return midst.waited


@pytest.mark.thorough
async def test_a_click_waits_for_few_of_two_hundred_overdue_turns(
    process: TableProcess,
) -> None:
    played = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117])
    quick = a_match(ADA, BORYS, deals=[SEAT_0_WINS_117], clock="quick").with_stored(seed=seed_of(SEAT_0_WINS_117))
    async with process.database.write() as tx:
        await store_copies(tx, quick, [f"quick{number}" for number in range(MANY)])
    process.time.now += 3600
    await process.tables.start()
    given_grace = await move_amid_clocks(process, played, "1-1")
    process.time.now += 45
    warned = await move_amid_clocks(process, played, "1-0@left")
    process.time.now += 15
    played_for = await move_amid_clocks(process, played, "0-0@left")
    assert given_grace <= AT_ONCE
    assert warned <= AT_ONCE
    assert played_for <= AT_ONCE + LATE
    for number in range(MANY):
        assert (await process.table(f"quick{number}")).revision == 2

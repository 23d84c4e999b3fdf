"""Computer players at a table in real time."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import time
from collections.abc import AsyncIterator
from multiprocessing import active_children

import pytest

import games
from bot.league.recording import record_step
from bot.tables import ending, lobby, play, staffing
from bot.tables.clocks import Clocks, LoopTimers
from bot.tables.computers import Computers, Thinker
from bot.tables.live import Tables
from bot.tables.lobby import TableSetup
from bot.tables.processes import Processes
from bot.tables.state import Step, Table
from games.core.tiles import ALL_TILES
from storage.database import Database
from storage.matches import Player, Status
from tests.bot.tables.tabletop import (
    ADA,
    BORYS,
    EWA,
    GUILD,
    SEAT_0_WINS_117,
    Heard,
    TableProcess,
    agreed_pause,
    seat,
    seed_of,
)
from tests.chance import fixed


class Slow(Thinker):
    """A thinker that waits for the test."""

    def __init__(self) -> None:
        super().__init__(Processes(0))
        self.asked = asyncio.Event()
        self.enough = asyncio.Event()
        self.answers: list[games.Move] = []
        self.cancelled = 0

    async def choose(self, match: games.Match, seat: int, player: Player, *, repeatable: bool = False) -> games.Move:
        self.asked.set()
        try:
            await self.enough.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        self.answers.append(match.moves(seat)[0])
        return self.answers[-1]


class Failing(Thinker):
    """A thinker that chooses illegally, or raises."""

    def __init__(self, move: str | None) -> None:
        super().__init__(Processes(0))
        self._move = move

    async def choose(self, match: games.Match, seat: int, player: Player, *, repeatable: bool = False) -> games.Move:
        if self._move is None:
            raise RuntimeError(f"the hand is {match.view(seat).hand}")
        return games.Move.parse(self._move)


def ring(process: TableProcess, seconds: float) -> None:
    """Pass time and ring the only alarm, without waiting."""
    process.time.now += seconds
    (alarm,) = process.time.alarms
    alarm.cancel()
    alarm.ring()


@pytest.fixture
async def thinking(process: TableProcess) -> AsyncIterator[tuple[TableProcess, Table, Slow]]:
    """Yield a match in which a computer thinks for late Ada."""
    thinker = Slow()
    here = process.after_kill(thinker)
    table = await here.begin(ADA, BORYS, deals=[SEAT_0_WINS_117], clock="quick")
    await here.pass_time(44)
    ring(here, 1)
    await thinker.asked.wait()
    yield here, table, thinker
    thinker.enough.set()
    await here.tables.close()


async def test_a_move_made_while_the_computer_thinks_for_a_late_player_counts(
    thinking: tuple[TableProcess, Table, Slow],
) -> None:
    process, table, thinker = thinking
    await process.move(table, ADA, "2-2")
    thinker.enough.set()
    await process.settle()
    saved = await process.load_match(table.id)
    assert saved.moves == ["0 2-2", "1 pass"]
    assert saved.seats[0].late == 0
    await process.agrees(table.id)


async def test_a_pause_while_the_computer_thinks_stops_its_move(thinking: tuple[TableProcess, Table, Slow]) -> None:
    process, table, thinker = thinking
    await process.apply(table, agreed_pause, ADA)
    await process.settle()
    assert (thinker.cancelled, thinker.answers) == (1, [])
    assert (await process.load_match(table.id)).moves == []


async def test_a_seat_handed_over_while_the_computer_thinks_is_not_played_for(
    thinking: tuple[TableProcess, Table, Slow],
) -> None:
    process, table, thinker = thinking
    await process.apply(table, staffing.leave, ADA)
    await process.settle()
    assert (thinker.cancelled, thinker.answers) == (1, [])
    assert (await process.load_match(table.id)).moves == []
    thinker.enough.set()
    await process.pass_time(1)
    assert (await process.load_match(table.id)).moves == ["0 0-0", "1 pass"]


async def test_the_end_while_the_computer_thinks_is_the_end(thinking: tuple[TableProcess, Table, Slow]) -> None:
    process, table, thinker = thinking
    await process.apply(table, ending.end, EWA, None)
    await process.settle()
    assert (thinker.cancelled, thinker.answers) == (1, [])
    saved = await process.load_match(table.id)
    assert (saved.moves, saved.stored.status) == ([], Status.CANCELLED)


async def test_a_player_returning_while_the_computer_thinks_moves(
    process: TableProcess,
) -> None:
    thinker = Slow()
    here = process.after_kill(thinker)
    table = await here.begin(ADA, BORYS, deals=[SEAT_0_WINS_117], clock="quick")
    away = seat(0, ADA, late=2, away=True)
    await here.apply(table, lambda now_table, now: Step(play.rest_of_turn(now_table.with_seat(away), now)))
    ring(here, 1)
    await thinker.asked.wait()
    back = await here.apply(table, play.come_back, ADA)
    await here.settle()
    assert (thinker.cancelled, thinker.answers) == (1, [])
    assert (await here.load_match(table.id)).moves == []
    assert back.stored.deadline == here.time.now + 45
    await here.tables.close()


async def test_closing_does_not_wait_for_a_computer_that_thinks(thinking: tuple[TableProcess, Table, Slow]) -> None:
    process, table, thinker = thinking
    await asyncio.wait_for(process.tables.close(), 5)
    assert thinker.answers == []
    assert (await process.load_match(table.id)).moves == []


# --- A computer player that is out of order --------------------------------------------------------------------------


@pytest.mark.parametrize("move", ["6-6", "4-4@left", "draw", None])
async def test_a_computer_that_fails_plays_by_chance_and_the_log_names_no_tile(
    process: TableProcess, move: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    """Seat 0 holds 1-1 1-0 0-0 2-1 2-2 2-0 3-2 and opens."""
    here = process.after_kill(Failing(move))
    table = await here.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    await here.apply(table, staffing.leave, ADA)
    with caplog.at_level(logging.DEBUG, "bot.tables"):
        await here.pass_time(1)
    after = await here.agrees(table.id)
    assert after.revision >= 1
    assert (await here.load_match(table.id)).log[0].seat == 0
    (fault,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert table.id in fault.getMessage()
    held = {str(tile) for tile in ALL_TILES}
    assert not any(tile in caplog.text.replace(table.id, "") for tile in held)
    await here.tables.close()


async def test_a_table_with_a_computer_that_always_fails_comes_to_its_end(process: TableProcess) -> None:
    here = process.after_kill(Failing("6-6@nowhere"))
    table = await here.open(seats=(seat(0, Player.REGULAR), seat(1, Player.REGULAR)))
    await here.apply(table, lobby.begin, fixed(seed_of(SEAT_0_WINS_117)))
    await here.pass_time(600)
    assert (await here.load_match(table.id)).stored.status is Status.OVER
    await here.tables.close()


# --- With the real time and processes --------------------------------------------------------------------------------


@pytest.fixture
async def database(sqlite_address: str) -> AsyncIterator[Database]:
    opened = await Database.open(sqlite_address)
    yield opened
    await opened.close()


async def against_computer(tables: Tables, level: Player) -> Table:
    """Return a running match of a regular computer and another."""
    seats = (seat(0, Player.REGULAR), seat(1, level))
    table = await tables.open(
        ADA, TableSetup(guild_id=GUILD, channel_id=1, game="block", options={}, clock="quick", locale="en", seats=seats)
    )
    return (await tables.apply(table.id, lobby.begin, fixed("self-play"))).after


async def plays_on(tables: Tables, match_id: str, *, past: int) -> Table:
    """Return the table beyond a revision, or over."""
    async with asyncio.timeout(30):
        while True:
            table = await tables.find(match_id)
            assert table is not None
            if table.revision > past or not table.status.is_live:
                return table
            await asyncio.sleep(0.01)


async def test_computers_play_by_themselves_and_the_regular_in_another_process(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Killed processes are replaced, and play goes on."""
    monkeypatch.setattr("bot.tables.play.COMPUTER_TURN_S", 0.005)
    others = set(active_children())
    tables = Tables(database, now=time.time, record=record_step)
    tables.set_timekeeper(Clocks(tables, Computers(tables, Thinker(Processes(1), 0.02)), LoopTimers(), now=time.time))
    tables.add_observer(Heard())
    try:
        table = await plays_on(tables, (await against_computer(tables, Player.CASUAL)).id, past=6)
        (child,) = set(active_children()) - others
        with caplog.at_level(logging.ERROR, "bot.tables.processes"):
            os.kill(child.pid or 0, signal.SIGKILL)
            # Nobody need think where there is but one move, so it may take some turns until the death is noticed.
            while table.status.is_live and not set(active_children()) - others - {child}:
                table = await plays_on(tables, table.id, past=table.revision)
        assert "new ones are started" in caplog.text
        await plays_on(tables, table.id, past=table.revision + 4)
    finally:
        await tables.close()


@pytest.mark.thorough
async def test_a_death_of_the_processes_that_two_tables_meet_is_repaired_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thinker = Thinker(Processes(1), 0.05)
    match = games.new_match("block", seats=2, seed="a seed", lots=[0])
    others = set(active_children())
    try:
        await thinker.choose(match, 0, Player.REGULAR)
        (child,) = set(active_children()) - others
        both = [asyncio.create_task(thinker.choose(match, 0, Player.REGULAR)) for _ in range(2)]
        await asyncio.sleep(0)
        os.kill(child.pid or 0, signal.SIGKILL)
        for move in await asyncio.gather(*both):
            assert move in match.moves(0)
        assert await thinker.choose(match, 0, Player.REGULAR) in match.moves(0)
        assert len(set(active_children()) - others - {child}) == 1
    finally:
        thinker.close()


async def test_a_repeatable_computer_moves_alike_however_much_time_it_has() -> None:
    match = games.new_match("block", seats=2, seed="a seed", lots=[0])
    thinkers = [Thinker(Processes(0), seconds) for seconds in (0.0, 1.0)]
    first, second = [await one.choose(match, 0, Player.REGULAR, repeatable=True) for one in thinkers]
    assert first == second
    casual = {await thinkers[0].choose(match, 0, Player.CASUAL, repeatable=True) for _ in range(10)}
    assert len(casual) == 1
    for one in thinkers:
        one.close()


async def test_without_processes_the_computer_thinks_in_a_thread() -> None:
    thinker = Thinker(Processes(0), 0.02)
    match = games.new_match("block", seats=2, seed="a seed", lots=[0])
    assert await thinker.choose(match, 0, Player.REGULAR) in match.moves(0)
    thinker.close()

"""Computer players at a table, with real time and, for the regular one, real processes."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import time
from collections.abc import AsyncIterator

import pytest

import games
from bot.tables import lobby, play, staffing
from bot.tables.live import Tables
from bot.tables.state import Step, Table
from bot.tables.thinking import Thinker
from storage.database import Database
from storage.matches import Player, Status
from tests.bot.tables.tabletop import ADA, BORYS, GUILD, Hall, Heard, seat


class Slow(Thinker):
    """A thinker that takes as long as the test wants."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asked = asyncio.Event()
        self.enough = asyncio.Event()

    async def choose(self, match: games.Match, seat: int, player: Player) -> games.Move:
        self.asked.set()
        await self.enough.wait()
        return match.moves(seat)[0]


def ring(hall: Hall, seconds: float) -> None:
    """Let so much time pass and the only alarm ring, without waiting for what it starts."""
    hall.time.now += seconds
    (alarm,) = hall.time.alarms
    alarm.cancel()
    alarm.ring()


@pytest.fixture
async def thinking(hall: Hall) -> AsyncIterator[tuple[Hall, Table, Slow]]:
    """Ada has run out of time in the first turn of a match against Borys, and the computer thinks for her."""
    thinker = Slow()
    here = hall.after_kill(thinker)
    table = await here.begin(ADA, BORYS, seed="117", clock="quick")
    await here.pass_time(44)
    ring(here, 1)
    await thinker.asked.wait()
    yield here, table, thinker
    thinker.enough.set()
    await here.tables.close()


async def test_a_move_made_while_the_computer_thinks_for_a_late_player_counts(
    thinking: tuple[Hall, Table, Slow],
) -> None:
    hall, table, thinker = thinking
    await hall.move(table, ADA, "2-2")
    thinker.enough.set()
    await hall.settle()
    saved = await hall.saved(table.id)
    assert saved.moves == ["0 2-2", "1 pass"]
    assert saved.seats[0].late == 0
    await hall.agrees(table.id)


async def test_a_pause_while_the_computer_thinks_stops_its_move(thinking: tuple[Hall, Table, Slow]) -> None:
    hall, table, thinker = thinking
    await hall.take(table, staffing.pause, ADA)
    thinker.enough.set()
    await hall.settle()
    assert (await hall.saved(table.id)).moves == []


async def test_a_seat_handed_over_while_the_computer_thinks_is_not_played_for(
    thinking: tuple[Hall, Table, Slow],
) -> None:
    hall, table, thinker = thinking
    await hall.take(table, staffing.leave, ADA)
    thinker.enough.set()
    await hall.settle()
    assert (await hall.saved(table.id)).moves == []
    await hall.pass_time(1)
    assert (await hall.saved(table.id)).moves == ["0 0-0", "1 pass"]


async def test_the_end_while_the_computer_thinks_is_the_end(thinking: tuple[Hall, Table, Slow]) -> None:
    hall, table, thinker = thinking
    await hall.take(table, staffing.end, ADA)
    thinker.enough.set()
    await hall.settle()
    saved = await hall.saved(table.id)
    assert (saved.moves, saved.stored.status) == ([], Status.CANCELLED)


async def test_a_player_who_comes_back_while_the_computer_thinks_for_him_plays_himself(hall: Hall) -> None:
    thinker = Slow()
    here = hall.after_kill(thinker)
    table = await here.begin(ADA, BORYS, seed="117", clock="quick")
    away = seat(0, ADA, late=2, away=True)
    await here.take(table, lambda now_table, now: Step(play.rest_of_turn(now_table.with_seat(away), now)))
    ring(here, 1)
    await thinker.asked.wait()
    back = await here.take(table, play.come_back, ADA)
    thinker.enough.set()
    await here.settle()
    assert (await here.saved(table.id)).moves == []
    assert back.stored.deadline == here.time.now + 45
    await here.tables.close()


async def test_closing_does_not_wait_for_a_computer_that_thinks(thinking: tuple[Hall, Table, Slow]) -> None:
    hall, table, _ = thinking
    await asyncio.wait_for(hall.tables.close(), 5)
    assert (await hall.saved(table.id)).moves == []


# --- With the real time and processes --------------------------------------------------------------------------------


@pytest.fixture
async def database(sqlite_address: str) -> AsyncIterator[Database]:
    opened = await Database.open(sqlite_address)
    yield opened
    await opened.close()


async def against_computer(tables: Tables, level: Player) -> Table:
    """A match of Ada, who is away, against a computer: everything happens by itself."""
    table = await tables.open(ADA, guild_id=GUILD, channel_id=1, game="block", options={}, clock="quick", locale="en")
    await tables.take(table.id, lambda now_table, now: lobby.add_computer(now_table, ADA, level, now))
    await tables.take(table.id, lambda now_table, now: lobby.start(now_table, ADA, "self-play", now))
    away = seat(0, ADA, late=2, away=True)
    return await tables.take(table.id, lambda now_table, now: Step(play.rest_of_turn(now_table.with_seat(away), now)))


async def plays_on(tables: Tables, match_id: str, *, past: int) -> Table:
    """The table once it is beyond a revision, or over."""
    async with asyncio.timeout(30):
        while True:
            table = await tables.find(match_id)
            assert table is not None
            if table.revision > past or not table.status.is_live:
                return table
            await asyncio.sleep(0.01)


async def test_casual_and_regular_computers_play_by_themselves_and_the_regular_in_another_process(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The processes are killed on the way: play goes on, with new ones."""
    monkeypatch.setattr("bot.tables.play.COMPUTER_TURN", 0.005)
    thinker = Thinker(1, 0.02)
    tables = Tables(database, thinker, now=time.time)
    tables.listen(Heard())
    try:
        table = await plays_on(tables, (await against_computer(tables, Player.CASUAL)).id, past=6)
        pool = thinker._pool
        assert pool is not None  # for Ada, who is away, the regular player thinks
        (process,) = pool._processes.values()
        assert process.pid != os.getpid()
        with caplog.at_level(logging.ERROR, "bot.tables.thinking"):
            os.kill(process.pid or 0, signal.SIGKILL)
            revision = (await plays_on(tables, table.id, past=table.revision + 4)).revision
        after = await plays_on(tables, table.id, past=revision + 4)
        assert "started anew" in caplog.text
        assert not after.status.is_live or thinker._pool not in (None, pool)
    finally:
        await tables.close()


async def test_a_death_of_the_processes_that_two_tables_meet_is_repaired_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thinker = Thinker(1, 0.05)
    match = games.new_match("block", seats=2, seed="a seed", lots=[0])
    try:
        await thinker.choose(match, 0, Player.REGULAR)
        first = thinker._pool
        assert first is not None
        both = [asyncio.create_task(thinker.choose(match, 0, Player.REGULAR)) for _ in range(2)]
        await asyncio.sleep(0)
        (process,) = first._processes.values()
        os.kill(process.pid or 0, signal.SIGKILL)
        for move in await asyncio.gather(*both):
            assert move in match.moves(0)
        assert await thinker.choose(match, 0, Player.REGULAR) in match.moves(0)
        assert thinker._pool is not first
    finally:
        thinker.close()


async def test_without_processes_the_computer_thinks_in_a_thread() -> None:
    thinker = Thinker(0, 0.02)
    match = games.new_match("block", seats=2, seed="a seed", lots=[0])
    assert await thinker.choose(match, 0, Player.REGULAR) in match.moves(0)
    thinker.close()

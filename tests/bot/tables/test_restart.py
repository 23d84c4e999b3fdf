"""After a kill: equal tables, fresh clocks, pending messages."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest

import games
from bot.tables import ending, live, lobby, play, staffing
from bot.tables.errors import TableError
from bot.tables.persistence import Log, rebuild
from bot.tables.state import NOTHING_SHOWN, Table
from bot.tables.time_controls import GRACE_S
from storage.matches import Status
from tests.bot.tables.tabletop import (
    ADA,
    BORYS,
    CELINA,
    EWA,
    NOON,
    OUT_IN_A_ROW,
    SEAT_0_WINS_94,
    SEAT_0_WINS_117,
    SEAT_1_WINS_117,
    TableProcess,
    agreed_pause,
)


async def restart(process: TableProcess, after: float = 0) -> TableProcess:
    """Return new live tables, some seconds later."""
    again = process.after_kill()
    process.time.now += after
    await again.tables.start()
    return again


async def test_a_restart_rebuilds_the_same_table(either_process: TableProcess) -> None:
    process = either_process
    table = await process.begin(ADA, BORYS, game="five_to_fourteen", seed="a restart")
    before = await process.play(table, Random(2), 15)
    assert before.stored.deals_ended > 0
    again = await restart(process)
    assert len(again.tables) == 1  # it is not shown yet
    after = await again.agrees(table.id)
    assert (after.stored, after.seats, after.match) == (before.stored, before.seats, before.match)
    assert after.endings == before.endings
    assert after.recent == before.recent
    later = await again.play(after, Random(3), 10)
    assert later.revision >= before.revision + 10
    await again.agrees(table.id)
    await again.tables.close()


@pytest.mark.parametrize(("longest", "in_loop"), [(10, False), (100, True)])
async def test_a_long_match_is_rebuilt_off_the_event_loop(
    process: TableProcess, monkeypatch: pytest.MonkeyPatch, longest: int, in_loop: bool
) -> None:
    table = await process.begin(ADA, BORYS, game="five_to_fourteen", seed="a restart")
    before = await process.play(table, Random(2), 15)
    threads: set[threading.Thread] = set()

    def noted(stored: Table, log: Log) -> Table:
        threads.add(threading.current_thread())
        return rebuild(stored, log)

    monkeypatch.setattr(live, "_LONG_LOG", longest)
    monkeypatch.setattr(live, "rebuild", noted)
    again = await restart(process)
    after = await again.tables.find(table.id)
    assert after is not None
    assert (after.match, after.endings) == (before.match, before.endings)
    assert (threading.current_thread() in threads) is in_loop
    await again.tables.close()


async def test_tables_are_rebuilt_only_when_a_person_or_the_clock_needs_them(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, clock="slow")
    await process.show(table)
    resting = await process.begin(ADA, BORYS, clock="none", channel_id=1)
    await process.show(resting)
    waiting = await process.open(channel_id=2)
    await process.show(waiting)
    again = await restart(process, 60)
    await again.pass_time(60)
    assert (len(again.tables), again.heard.changes) == (0, [])
    await again.play(resting, Random(1), 1)
    assert len(again.tables) == 1
    await again.pass_time(7200)  # the lobby expires
    assert (await again.load_match(waiting.id)).stored.status is Status.CANCELLED
    await again.pass_time(2 * 24 * 3600)
    assert (await again.load_match(table.id)).log[0].user_id is None
    await again.tables.close()


@pytest.mark.parametrize("downtime", [20.0, 46.0, 100_000.0])
async def test_a_turn_that_ran_out_while_the_bot_was_away_gets_the_time_of_grace(
    process: TableProcess, downtime: float
) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117], clock="quick")
    again = await restart(process, downtime)
    await again.pass_time(0)
    back = await again.agrees(table.id)
    assert (back.stored.deadline, back.stored.warned) == (NOON + downtime + GRACE_S, False)
    await again.pass_time(44)
    assert not (await again.load_match(table.id)).stored.warned
    await again.pass_time(2)
    assert (await again.load_match(table.id)).stored.warned
    await again.pass_time(13)
    assert (await again.load_match(table.id)).log == ()
    await again.pass_time(2)
    saved = await again.load_match(table.id)
    assert saved.log[0].at == NOON + downtime + GRACE_S
    assert saved.seats[0].late == 1
    await again.tables.close()


async def test_a_turn_with_time_left_keeps_its_deadline_over_a_restart(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117], clock="slow")
    again = await restart(process, 3600)
    await again.pass_time(2 * 24 * 3600 - 6 * 3600 - 3600 + 1)
    warned = await again.agrees(table.id)
    assert (warned.stored.warned, warned.stored.deadline) == (True, NOON + 2 * 24 * 3600)
    third = await restart(again, 3600)  # the warning is not given twice
    await third.pass_time(6 * 3600 - 3600 - 2)
    assert all(before is None for _, before in third.heard.changes)
    assert (await third.load_match(table.id)).log == ()
    await third.pass_time(2)
    assert (await third.load_match(table.id)).log[0].at == NOON + 2 * 24 * 3600
    await third.tables.close()


async def test_a_computer_to_move_plays_after_the_restart_without_grace(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117], clock="none")
    await process.apply(table, staffing.leave, ADA)
    again = await restart(process, 500)
    await again.pass_time(0)
    assert (await again.load_match(table.id)).log[0].at == NOON + 500
    await again.tables.close()


async def test_a_pause_lasts_over_a_restart(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, clock="quick")
    await process.apply(table, agreed_pause, ADA)
    again = await restart(process, 10_000)
    await again.pass_time(10_000)
    assert (await again.agrees(table.id)).status is Status.PAUSED
    await again.tables.close()


async def test_a_lobby_that_expired_while_the_bot_was_away_closes(process: TableProcess) -> None:
    table = await process.open()
    again = await restart(process, 8000)
    await again.pass_time(0)
    assert (await again.load_match(table.id)).stored.status is Status.CANCELLED
    await again.tables.close()


async def test_after_a_restart_exactly_what_was_not_shown_is_shown(either_process: TableProcess) -> None:
    process = either_process
    await process.show(await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117], channel_id=1, guild_id=1))  # shown
    never_posted = await process.open(channel_id=2, guild_id=2)
    moved = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117], channel_id=3, guild_id=3)
    await process.show(moved)
    await process.move(moved, ADA, "1-1")
    joined = await process.open(channel_id=4, guild_id=4)
    await process.show(joined)
    await process.apply(joined, lobby.join, BORYS)
    paused = await process.begin(ADA, BORYS, channel_id=5, guild_id=5)
    await process.show(paused)
    await process.apply(paused, agreed_pause, ADA)
    dealt = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117], channel_id=6, guild_id=6)
    await process.show(dealt)
    for text in OUT_IN_A_ROW:
        await process.move(dealt, ADA, text)
    announced = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117], channel_id=7, guild_id=7)
    for text in OUT_IN_A_ROW:
        await process.move(announced, ADA, text)
    await process.tables.record_display(
        announced.id, board_id=None, announced=1
    )  # killed before the next board was posted
    over = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117], channel_id=8, guild_id=8)
    await process.show(over)
    for text in OUT_IN_A_ROW:
        await process.move(over, ADA, text)
    await process.tables.record_display(over.id, board_id=None, announced=1)
    ended = await process.begin(ADA, BORYS, channel_id=9, guild_id=9)
    await process.show(ended)
    await process.apply(ended, ending.end, EWA, None)
    finished = await process.begin(ADA, BORYS, channel_id=10)
    await process.apply(finished, ending.end, EWA, None)
    await process.show(finished)
    abandoned = await process.begin(ADA, BORYS, channel_id=11)
    await process.show(abandoned)
    await process.tables.abandon(abandoned.id)
    again = await restart(process)
    waiting = [never_posted, moved, joined, paused, dealt, announced, over, ended]
    assert sorted(again.heard.ids) == sorted(table.id for table in waiting)
    assert all(before is None for _, before in again.heard.changes)
    endings = {table.id: [ending.number for ending in table.endings] for table, _ in again.heard.changes}
    assert endings == {table.id: [1] if table is dealt else [] for table in waiting}
    for table in waiting:
        await again.show(table)
    assert await again.unshown() == ()
    assert len(again.tables) == 6  # those that are over are forgotten
    third = await restart(again)
    assert third.heard.changes == []
    await again.tables.close()
    await third.tables.close()


async def test_after_a_restart_people_do_not_wait_behind_the_clocks(process: TableProcess) -> None:
    quick: dict[str, Any] = {"deals": [SEAT_0_WINS_117], "clock": "quick"}
    tables = [await process.begin(ADA, BORYS, **quick, channel_id=number, guild_id=number) for number in range(60)]
    for table in tables:
        await process.show(table)
    under_way = most = 0
    again = process.after_kill()
    process.time.now += 1000

    def counted(work: Callable[..., Awaitable[object]]) -> Any:
        async def do(*about: object) -> object:
            nonlocal under_way, most
            under_way += 1
            most = max(most, under_way)
            try:
                return await work(*about)
            finally:
                under_way -= 1

        return do

    again.tables.find = counted(again.tables.find)  # type: ignore[method-assign]  # the test's own
    again.tables.apply = counted(again.tables.apply)  # type: ignore[method-assign]
    await again.tables.start()
    again.time.ring_due()
    await asyncio.wait_for(again.settle(), 60)
    assert most == 3
    assert len(again.tables) == 60
    assert {(await again.table(table.id)).stored.deadline for table in tables} == {again.time.now + GRACE_S}
    await again.tables.close()


async def test_a_restart_counts_the_live_tables_that_nobody_has_needed_yet(process: TableProcess) -> None:
    for number in range(4):
        await process.show(await process.begin(ADA, BORYS, clock="none", channel_id=number))
    ended = await process.begin(ADA, BORYS, clock="none", channel_id=5)
    await process.apply(ended, ending.end, EWA, None)
    await process.show(ended)
    assert process.tables.live_count == 4
    again = await restart(process)
    assert (again.tables.live_count, len(again.tables)) == (4, 0)
    await again.open(CELINA, channel_id=6)
    assert again.tables.live_count == 5
    await again.tables.close()


async def test_coming_back_after_a_restart_works_as_before(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117], clock="quick")
    await process.pass_time(91)
    again = await restart(process)
    back = await again.apply(table, play.come_back, ADA)
    assert (back.seats[0].away, back.stored.deadline) == (False, process.time.now + 45)
    await again.tables.close()


def without_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """Return an older version, which has no Block."""
    monkeypatch.setattr(games, "CATALOGUE", {key: game for key, game in games.CATALOGUE.items() if key != "block"})


async def test_a_table_of_an_unknown_game_waits_and_holds_up_no_start(
    process: TableProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    unknown = await process.move(await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117]), ADA, "1-1")
    lobby_of_it = await process.open(channel_id=1)
    known = await process.begin(ADA, BORYS, game="five_to_fourteen", channel_id=2, clock="none")
    for table in (unknown, lobby_of_it):
        await process.show(table)
    with monkeypatch.context() as older:
        without_block(older)
        again = await restart(process, 60)
        assert sorted(again.heard.ids) == sorted([unknown.id, lobby_of_it.id, known.id])
        await again.pass_time(100 * 24 * 3600)
        with pytest.raises(TableError) as caught:
            await again.move(unknown, BORYS, "6-5", 1)
        assert (caught.value.key, caught.value.values) == ("table.game_unknown", {"game": "block"})
        with pytest.raises(TableError, match=r"table\.game_unknown"):
            await again.apply(lobby_of_it, lobby.join, BORYS)
        for table in (unknown, lobby_of_it):
            stored = (await again.load_match(table.id)).stored
            assert (stored.status, stored.shown_revision) == (table.status, NOTHING_SHOWN)
        left = await again.apply(unknown, staffing.leave, BORYS)
        assert (left.seats[1].user_id, left.status) == (None, Status.PLAYING)
        ended = await again.apply(lobby_of_it, ending.end, EWA, None)
        assert ended.status is Status.CANCELLED
    back = await restart(again)
    assert unknown.id in back.heard.ids
    after = await back.table(unknown.id)
    assert (after.match, after.revision) == (unknown.match, unknown.revision)
    for one in (again, back):
        await one.tables.close()


async def test_a_table_that_cannot_be_taken_up_is_told_of_and_the_others_are(
    process: TableProcess, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, well = await process.begin(ADA, BORYS), await process.begin(ADA, BORYS, channel_id=1)
    again = process.after_kill()
    find = again.tables.find

    async def fails(match_id: str) -> Table | None:
        if match_id == broken.id:
            raise LookupError("nobody has thought of this")
        return await find(match_id)

    monkeypatch.setattr(again.tables, "find", fails)
    await again.tables.start()
    assert again.heard.ids == [well.id]
    assert f"table {broken.id} cannot be taken up" in caplog.text
    await again.tables.close()

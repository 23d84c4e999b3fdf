"""After a kill: the same tables, their clocks set anew, nobody late for it, and shown what had not been shown."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest

import games
from bot.tables import lobby, play, staffing
from bot.tables.errors import TableError
from bot.tables.state import NOTHING_SHOWN, Table
from bot.tables.time_controls import GRACE_S
from storage.matches import Status
from tests.bot.tables.tabletop import (
    ADA,
    BORYS,
    CELINA,
    NOON,
    OUT_IN_A_ROW,
    SEAT_0_WINS_94,
    SEAT_0_WINS_117,
    SEAT_1_WINS_117,
    Hall,
)


async def restarted(hall: Hall, after: float = 0) -> Hall:
    """New live tables on the same database, so many seconds later."""
    again = hall.after_kill()
    hall.time.now += after
    await again.tables.start()
    return again


async def test_a_restart_rebuilds_the_same_table(either_hall: Hall) -> None:
    hall = either_hall
    table = await hall.begin(ADA, BORYS, game="five_to_fourteen", seed="a restart")
    before = await hall.play(table, Random(2), 15)
    assert before.stored.deals_ended > 0
    again = await restarted(hall)
    assert len(again.tables) == 1  # it is not shown yet
    after = await again.agrees(table.id)
    assert (after.stored, after.seats, after.match) == (before.stored, before.seats, before.match)
    assert after.endings == before.endings
    assert after.recent == before.recent
    later = await again.play(after, Random(3), 10)
    assert later.revision >= before.revision + 10
    await again.agrees(table.id)
    await again.tables.close()


async def test_tables_are_rebuilt_when_somebody_or_the_clock_needs_them_and_not_before(hall: Hall) -> None:
    table = await hall.begin(ADA, BORYS, clock="slow")
    await hall.show(table)
    resting = await hall.begin(ADA, BORYS, clock="none", channel_id=1)
    await hall.show(resting)
    waiting = await hall.open(channel_id=2)
    await hall.show(waiting)
    again = await restarted(hall, 60)
    await again.pass_time(60)
    assert (len(again.tables), again.heard.changes) == (0, [])
    await again.play(resting, Random(1), 1)
    assert len(again.tables) == 1
    await again.pass_time(7200)  # the lobby expires
    assert (await again.saved(waiting.id)).stored.status is Status.CANCELLED
    await again.pass_time(2 * 24 * 3600)
    assert (await again.saved(table.id)).log[0].user_id is None
    await again.tables.close()


@pytest.mark.parametrize("downtime", [20.0, 46.0, 100_000.0])
async def test_a_turn_that_ran_out_while_the_bot_was_away_gets_the_time_of_grace(hall: Hall, downtime: float) -> None:
    table = await hall.begin(ADA, BORYS, deals=[SEAT_0_WINS_117], clock="quick")
    again = await restarted(hall, downtime)
    await again.pass_time(0)
    back = await again.agrees(table.id)
    assert (back.stored.deadline, back.stored.warned) == (NOON + downtime + GRACE_S, False)
    await again.pass_time(44)
    assert not (await again.saved(table.id)).stored.warned
    await again.pass_time(2)
    assert (await again.saved(table.id)).stored.warned
    await again.pass_time(13)
    assert (await again.saved(table.id)).log == ()
    await again.pass_time(2)
    saved = await again.saved(table.id)
    assert saved.log[0].at == NOON + downtime + GRACE_S
    assert saved.seats[0].late == 1
    await again.tables.close()


async def test_a_turn_with_time_left_keeps_its_deadline_over_a_restart(hall: Hall) -> None:
    table = await hall.begin(ADA, BORYS, deals=[SEAT_0_WINS_117], clock="slow")
    again = await restarted(hall, 3600)
    await again.pass_time(2 * 24 * 3600 - 6 * 3600 - 3600 + 1)
    warned = await again.agrees(table.id)
    assert (warned.stored.warned, warned.stored.deadline) == (True, NOON + 2 * 24 * 3600)
    third = await restarted(again, 3600)  # the warning is not given twice
    await third.pass_time(6 * 3600 - 3600 - 2)
    assert all(before is None for _, before in third.heard.changes)
    assert (await third.saved(table.id)).log == ()
    await third.pass_time(2)
    assert (await third.saved(table.id)).log[0].at == NOON + 2 * 24 * 3600
    await third.tables.close()


async def test_a_computer_whose_turn_it_was_plays_after_the_restart_without_grace(hall: Hall) -> None:
    table = await hall.begin(ADA, BORYS, deals=[SEAT_0_WINS_117], clock="none")
    await hall.apply(table, staffing.leave, ADA)
    again = await restarted(hall, 500)
    await again.pass_time(0)
    assert (await again.saved(table.id)).log[0].at == NOON + 500
    await again.tables.close()


async def test_a_pause_lasts_over_a_restart(hall: Hall) -> None:
    table = await hall.begin(ADA, BORYS, clock="quick")
    await hall.apply(table, staffing.pause, ADA)
    again = await restarted(hall, 10_000)
    await again.pass_time(10_000)
    assert (await again.agrees(table.id)).status is Status.PAUSED
    await again.tables.close()


async def test_a_lobby_that_expired_while_the_bot_was_away_closes(hall: Hall) -> None:
    table = await hall.open()
    again = await restarted(hall, 8000)
    await again.pass_time(0)
    assert (await again.saved(table.id)).stored.status is Status.CANCELLED
    await again.tables.close()


async def test_after_a_restart_exactly_what_was_not_shown_is_shown(either_hall: Hall) -> None:
    hall = either_hall
    await hall.show(await hall.begin(ADA, BORYS, deals=[SEAT_0_WINS_117], channel_id=1, guild_id=1))  # shown
    never_posted = await hall.open(channel_id=2, guild_id=2)
    moved = await hall.begin(ADA, BORYS, deals=[SEAT_0_WINS_117], channel_id=3, guild_id=3)
    await hall.show(moved)
    await hall.move(moved, ADA, "1-1")
    joined = await hall.open(channel_id=4, guild_id=4)
    await hall.show(joined)
    await hall.apply(joined, lobby.join, BORYS)
    paused = await hall.begin(ADA, BORYS, channel_id=5, guild_id=5)
    await hall.show(paused)
    await hall.apply(paused, staffing.pause, ADA)
    dealt = await hall.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117], channel_id=6, guild_id=6)
    await hall.show(dealt)
    for text in OUT_IN_A_ROW:
        await hall.move(dealt, ADA, text)
    announced = await hall.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117], channel_id=7, guild_id=7)
    for text in OUT_IN_A_ROW:
        await hall.move(announced, ADA, text)
    await hall.tables.record_display(
        announced.id, board_id=None, announced=1
    )  # killed before the next board was posted
    over = await hall.begin(ADA, BORYS, deals=[SEAT_0_WINS_117], channel_id=8, guild_id=8)
    await hall.show(over)
    for text in OUT_IN_A_ROW:
        await hall.move(over, ADA, text)
    await hall.tables.record_display(over.id, board_id=None, announced=1)
    ended = await hall.begin(ADA, BORYS, channel_id=9, guild_id=9)
    await hall.show(ended)
    await hall.apply(ended, staffing.end, ADA)
    finished = await hall.begin(ADA, BORYS, channel_id=10)
    await hall.apply(finished, staffing.end, ADA)
    await hall.show(finished)
    abandoned = await hall.begin(ADA, BORYS, channel_id=11)
    await hall.show(abandoned)
    await hall.tables.abandon(abandoned.id)
    again = await restarted(hall)
    waiting = [never_posted, moved, joined, paused, dealt, announced, over, ended]
    assert sorted(again.heard.ids) == sorted(table.id for table in waiting)
    assert all(before is None for _, before in again.heard.changes)
    endings = {table.id: [ending.number for ending in table.endings] for table, _ in again.heard.changes}
    assert endings == {table.id: [1] if table is dealt else [] for table in waiting}
    for table in waiting:
        await again.show(table)
    assert await again.unshown() == ()
    assert len(again.tables) == 6  # those that are over are forgotten
    third = await restarted(again)
    assert third.heard.changes == []
    await again.tables.close()
    await third.tables.close()


async def test_after_a_restart_people_do_not_wait_behind_the_clocks(hall: Hall) -> None:
    quick: dict[str, Any] = {"deals": [SEAT_0_WINS_117], "clock": "quick"}
    tables = [await hall.begin(ADA, BORYS, **quick, channel_id=number, guild_id=number) for number in range(60)]
    for table in tables:
        await hall.show(table)
    under_way = most = 0
    again = hall.after_kill()
    hall.time.now += 1000

    def counted(work: Callable[..., Awaitable[object]]) -> Any:
        async def done(*about: object) -> object:
            nonlocal under_way, most
            under_way += 1
            most = max(most, under_way)
            try:
                return await work(*about)
            finally:
                under_way -= 1

        return done

    again.tables.find = counted(again.tables.find)  # type: ignore[method-assign]  # the test's own
    again.tables.apply = counted(again.tables.apply)  # type: ignore[method-assign]
    await again.tables.start()
    again.time.ring_due()
    await asyncio.wait_for(again.settle(), 60)
    assert most == 3
    assert len(again.tables) == 60
    assert {(await again.table(table.id)).stored.deadline for table in tables} == {again.time.now + GRACE_S}
    await again.tables.close()


async def test_a_restart_counts_the_live_tables_that_nobody_has_needed_yet(hall: Hall) -> None:
    for number in range(4):
        await hall.show(await hall.begin(ADA, BORYS, clock="none", channel_id=number))
    ended = await hall.begin(ADA, BORYS, clock="none", channel_id=5)
    await hall.apply(ended, staffing.end, ADA)
    await hall.show(ended)
    assert hall.tables.live_count == 4
    again = await restarted(hall)
    assert (again.tables.live_count, len(again.tables)) == (4, 0)
    await again.open(CELINA, channel_id=6)
    assert again.tables.live_count == 5
    await again.tables.close()


async def test_coming_back_after_a_restart_works_as_before(hall: Hall) -> None:
    table = await hall.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117], clock="quick")
    await hall.pass_time(91)
    again = await restarted(hall)
    back = await again.apply(table, play.come_back, ADA)
    assert (back.seats[0].away, back.stored.deadline) == (False, hall.time.now + 45)
    await again.tables.close()


def without_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """An older version, which has no Block."""
    monkeypatch.setattr(games, "CATALOGUE", {key: game for key, game in games.CATALOGUE.items() if key != "block"})


async def test_a_table_of_a_game_that_this_version_does_not_know_waits_and_keeps_nobody_from_starting(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    unknown = await hall.move(await hall.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117]), ADA, "1-1")
    lobby_of_it = await hall.open(channel_id=1)
    known = await hall.begin(ADA, BORYS, game="five_to_fourteen", channel_id=2, clock="none")
    for table in (unknown, lobby_of_it):
        await hall.show(table)
    with monkeypatch.context() as older:
        without_block(older)
        again = await restarted(hall, 60)
        assert sorted(again.heard.ids) == sorted([unknown.id, lobby_of_it.id, known.id])
        await again.pass_time(100 * 24 * 3600)
        with pytest.raises(TableError) as caught:
            await again.move(unknown, BORYS, "6-5", 1)
        assert (caught.value.key, caught.value.values) == ("table.game_unknown", {"game": "block"})
        with pytest.raises(TableError, match=r"table\.game_unknown"):
            await again.apply(lobby_of_it, lobby.join, BORYS)
        for table in (unknown, lobby_of_it):
            stored = (await again.saved(table.id)).stored
            assert (stored.status, stored.shown_revision) == (table.status, NOTHING_SHOWN)
        left = await again.apply(unknown, staffing.leave, BORYS)
        assert (left.seats[1].user_id, left.status) == (None, Status.PLAYING)
        ended = await again.apply(lobby_of_it, staffing.end, ADA)
        assert ended.status is Status.CANCELLED
    back = await restarted(again)
    assert unknown.id in back.heard.ids
    after = await back.table(unknown.id)
    assert (after.match, after.revision) == (unknown.match, unknown.revision)
    for one in (again, back):
        await one.tables.close()


async def test_a_table_that_cannot_be_taken_up_is_told_of_and_the_others_are(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, well = await hall.begin(ADA, BORYS), await hall.begin(ADA, BORYS, channel_id=1)
    again = hall.after_kill()
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

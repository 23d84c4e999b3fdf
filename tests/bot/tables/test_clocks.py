"""Clocks: warnings, stand-in moves, pauses, expired lobbies."""

from __future__ import annotations

from random import Random

import pytest

from bot.tables import lobby, play, staffing
from bot.tables.state import Note, Table
from storage.matches import Player, Status
from tests.bot.tables.tabletop import (
    ADA,
    BORYS,
    CELINA,
    NOON,
    SEAT_0_WINS_94,
    SEAT_0_WINS_117,
    SEAT_1_WINS_117,
    TableProcess,
    agreed_pause,
)

LIVE = (Status.LOBBY, Status.PLAYING, Status.PAUSED)


async def test_a_late_player_is_warned_and_then_the_computer_plays_for_them(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117], clock="normal")
    await process.pass_time(134)
    assert not (await process.agrees(table.id)).stored.warned
    await process.pass_time(2)
    assert (await process.agrees(table.id)).stored.warned
    assert process.heard.changes[-1][0].stored.warned
    await process.pass_time(43)
    assert (await process.load_match(table.id)).log == ()
    await process.pass_time(2)
    after = await process.agrees(table.id)
    entries = (await process.load_match(table.id)).log
    assert [(entry.seat, entry.user_id) for entry in entries] == [(0, None), (1, None)]
    assert entries[0].at == NOON + 180
    assert (after.seats[0].late, after.seats[0].away) == (1, False)
    assert (after.stored.deadline, after.stored.warned) == (NOON + 360, False)


async def test_a_move_in_time_gives_the_next_turn_its_whole_time(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117], clock="quick")
    await process.pass_time(44)
    await process.move(table, ADA, "1-1")
    await process.pass_time(44)
    assert len((await process.load_match(table.id)).log) == 2
    await process.pass_time(2)
    assert len((await process.load_match(table.id)).log) == 4


async def test_a_player_missing_two_turns_is_replaced_until_they_return(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117], clock="quick")
    await process.pass_time(90.5)  # two turns of Ada, as Borys has to pass
    assert (await process.agrees(table.id)).seats[0].away
    await process.pass_time(1)
    moves = len((await process.load_match(table.id)).log)
    assert moves == 6  # one second later the computer has played again
    back = await process.apply(table, play.come_back, ADA)
    assert (back.seats[0].away, back.stored.deadline) == (False, process.time.now + 45)
    assert back.recent[-1] == Note("event.table.returned", {"name": "Ada"})
    await process.pass_time(29)
    assert len((await process.load_match(table.id)).log) == moves


async def test_a_present_player_plays_on_against_the_absent_one_s_computer(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, seed="a", clock="quick")
    rng = Random(1)
    for _ in range(200):
        if await _ada_is_to_move(process, table.id):
            await process.play(table, rng, 1)
        if not (await process.table(table.id)).status.is_live:
            break
        await process.pass_time(1)
    saved = await process.load_match(table.id)
    assert saved.stored.status is Status.OVER
    assert saved.seats[1].away
    assert {entry.user_id for entry in saved.log} == {ADA.user_id, None}
    assert [result.user_id for result in saved.results] == [ADA.user_id, BORYS.user_id]
    await process.agrees(table.id)


async def _ada_is_to_move(process: TableProcess, match_id: str) -> bool:
    mover = (await process.table(match_id)).to_move()
    return mover is not None and mover.user_id == ADA.user_id


async def test_without_a_clock_nobody_is_late(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, clock="none")
    assert [alarm.at for alarm in process.time.alarms] == [NOON + 30 * 86_400]  # the end of what nobody touches
    await process.pass_time(2_500_000)
    assert (await process.load_match(table.id)).log == ()
    assert not any(seat.late for seat in (await process.agrees(table.id)).seats)


async def test_pausing_stops_the_clock_and_resuming_gives_the_rest(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, clock="quick")
    await process.pass_time(40)
    await process.apply(table, agreed_pause, ADA)
    assert [alarm.at for alarm in process.time.alarms] == [NOON + 40 + 30 * 86_400]
    await process.pass_time(100_000)
    assert (await process.load_match(table.id)).log == ()
    resumed = await process.apply(table, staffing.resume, BORYS)
    assert (resumed.stored.deadline, resumed.stored.warned) == (process.time.now + 20, False)
    await process.pass_time(21)
    assert len((await process.load_match(table.id)).log) >= 1


async def test_the_end_of_a_table_stops_its_clock(process: TableProcess) -> None:
    for channel, person in enumerate((ADA, BORYS)):
        table = await process.begin(ADA, BORYS, clock="quick", channel_id=channel)
        if person is BORYS:
            await process.apply(table, staffing.leave, BORYS)
        await process.apply(table, staffing.resign if person is ADA else staffing.leave, ADA)
        assert process.time.alarms == []


async def test_a_lobby_in_which_nothing_happens_closes_after_two_hours(process: TableProcess) -> None:
    table = await process.open()
    await process.pass_time(7199)
    await process.apply(table, lobby.join, BORYS)
    await process.pass_time(7199)
    assert (await process.load_match(table.id)).stored.status is Status.LOBBY
    await process.pass_time(1)
    saved = (await process.load_match(table.id)).stored
    assert (saved.status, saved.ended_at) == (Status.CANCELLED, NOON + 7199 + 7200)
    await process.open(CELINA)


@pytest.mark.parametrize("clock", ["none", "slow"])
async def test_computers_play_among_themselves_to_the_end(process: TableProcess, clock: str) -> None:
    """A person has left, another is away."""
    table = await process.begin(ADA, Player.CASUAL, clock=clock, seed="computers")
    for _ in range(300):
        now_table = await process.table(table.id)
        if not now_table.status.is_live:
            break
        await process.play(now_table, Random(3), 1)
        await process.pass_time(1)
    saved = await process.load_match(table.id)
    assert saved.stored.status is Status.OVER
    assert {(entry.seat, entry.user_id) for entry in saved.log} >= {(0, ADA.user_id), (1, None)}
    await process.agrees(table.id)


async def test_a_computer_takes_its_time_so_that_people_can_follow(process: TableProcess) -> None:
    table = await process.begin(ADA, Player.CASUAL, deals=[SEAT_0_WINS_117])
    await process.move(table, ADA, "1-1")  # the computer passes, which needs no time
    await process.move(table, ADA, "1-0@left")
    assert len((await process.load_match(table.id)).log) == 4
    other = await _deal_ended(process)
    await process.pass_time(5.9)
    assert len((await process.load_match(other.id)).log) == 13, "people read how the deal ended"
    await process.pass_time(0.2)
    assert len((await process.load_match(other.id)).log) > 13


async def test_a_computer_opens_a_deal_at_once_when_people_are_ready_for_it(process: TableProcess) -> None:
    table = await _deal_ended(process)
    await process.tables.apply(table.id, play.go_on, ADA)
    await process.pass_time(0.9)
    assert len((await process.load_match(table.id)).log) == 13
    await process.pass_time(0.2)
    after = len((await process.load_match(table.id)).log)
    assert after > 13
    deadline = (await process.load_match(table.id)).stored.deadline
    await process.tables.apply(table.id, play.go_on, ADA)
    assert (await process.load_match(table.id)).stored.deadline == deadline, "whoever is ready later changes nothing"


async def _deal_ended(process: TableProcess) -> Table:
    """Return a table between deals; the computer opens next."""
    table = await process.begin(ADA, Player.CASUAL, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117], channel_id=1)
    for text in ("1-1", "1-0@left", "0-0@left", "2-1@right", "2-2@right", "2-0@left", "3-2@right"):
        await process.move(table, ADA, text)
    assert len((await process.load_match(table.id)).log) == 13
    return table

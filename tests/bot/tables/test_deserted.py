"""Deserted tables pause and end; people have few."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.tables import ending, lobby, play, staffing
from bot.tables.errors import ChannelTaken, TableError, TooManyTables
from bot.tables.live import TABLES_OF_ONE
from bot.tables.staffing import SeatRequest
from bot.tables.state import Note, Person
from bot.tables.time_controls import ABSENT_S, GIVES_WAY_S
from storage.matches import AbandonReason, LadderState, Player, Status, StoredSeat
from tests.bot.tables.tabletop import (
    ADA,
    BORYS,
    CELINA,
    CHANNEL,
    EWA,
    NOON,
    SEAT_0_WINS_94,
    SEAT_1_WINS_117,
    TableProcess,
    agreed_pause,
)
from tests.chance import fixed

DAY = 86_400.0
HOUR = 3_600.0


async def desert_table(process: TableProcess, *players: Person | Player, game: str = "nos", **changes: Any) -> str:
    """Leave a table alone for an hour; return its match's id."""
    changes.setdefault("options", {"deals": 0} if game == "nos" else {})
    table = await process.begin(*players, game=game, clock="quick", **changes)
    await process.pass_time(HOUR)
    return table.id


async def test_an_endless_match_without_people_is_paused_and_says_so(process: TableProcess) -> None:
    match_id = await desert_table(process, ADA, BORYS, CELINA)
    table = await process.agrees(match_id)
    assert table.status is Status.PAUSED
    assert table.recent[-1] == Note("event.table.empty")
    assert all(seat.late == 10 and seat.away for seat in table.seats)
    moves = len((await process.load_match(match_id)).log)
    await process.pass_time(HOUR)
    assert len((await process.load_match(match_id)).log) == moves


async def test_a_deserted_match_of_nos_has_its_winner_a_day_later(process: TableProcess) -> None:
    match_id = await desert_table(process, ADA, BORYS, CELINA)
    paused_until = (await process.load_match(match_id)).stored.deadline
    assert paused_until is not None
    await process.pass_time(paused_until - process.time.now - 1)
    assert (await process.load_match(match_id)).stored.status is Status.PAUSED
    await process.pass_time(2)
    saved = await process.load_match(match_id)
    assert saved.stored.status is Status.OVER
    assert saved.deals, "some deal was played to its end"
    assert NOON + DAY < paused_until <= NOON + DAY + HOUR
    assert (saved.log[-1].move, saved.log[-1].user_id) == ("stop", None)


async def test_a_deserted_match_that_cannot_be_ended_regularly_is_broken_off(process: TableProcess) -> None:
    match_id = await desert_table(process, ADA, BORYS, game="domino_square", options={"target": 25})
    assert (await process.agrees(match_id)).status is Status.PAUSED
    await process.pass_time(DAY)
    assert (await process.load_match(match_id)).stored.status is Status.CANCELLED


async def test_a_person_alone_has_no_clock_and_is_waited_for(process: TableProcess) -> None:
    table = await process.begin(ADA, Player.CASUAL, game="block", clock="quick")
    while (seat := table.to_move()) is None or seat.user_id != ADA.user_id:
        await process.pass_time(2)
        table = await process.agrees(table.id)
    assert table.turn_deadline is None
    moves = len((await process.load_match(table.id)).log)
    await process.pass_time(14 * 60)
    assert (await process.agrees(table.id)).status is Status.PLAYING
    await process.pass_time(2 * 60)
    paused = await process.agrees(table.id)
    assert (paused.status, paused.recent[-1]) == (Status.PAUSED, Note("event.table.empty"))
    await process.pass_time(20 * DAY)
    assert len((await process.load_match(table.id)).log) == moves, "no computer plays for Ada"
    back = await process.apply(table.id, staffing.resume, ADA)
    assert (back.status, back.persons[0].away) == (Status.PLAYING, False)


async def test_a_second_person_brings_the_clock_back(process: TableProcess) -> None:
    table = await process.begin(ADA, Player.CASUAL, Player.CASUAL, game="nos", clock="quick")
    joined = staffing.admit(table, ADA, BORYS, SeatRequest(1, None, 1), process.time.now).table
    assert (table.clock.seconds, joined.clock.seconds) == (None, 45)


async def test_a_table_that_everybody_left_gives_way_after_half_an_hour(process: TableProcess) -> None:
    match_id = (await process.begin(ADA, Player.CASUAL, game="block")).id
    await process.pass_time(ABSENT_S + 5)
    assert (await process.agrees(match_id)).status is Status.PAUSED
    await process.pass_time(29 * 60)
    assert await process.tables.in_the_way(CHANNEL) is not None
    with pytest.raises(ChannelTaken):
        await process.open(EWA)
    await process.pass_time(2 * 60)
    assert await process.tables.in_the_way(CHANNEL) is None
    opened = await process.open(EWA)
    assert opened.status is Status.LOBBY
    aside = (await process.load_match(match_id)).stored
    assert (aside.status, aside.end_reason) == (Status.CANCELLED, AbandonReason.TIME)


async def test_a_long_absence_loses_no_match_of_the_ladder(process: TableProcess) -> None:
    table = await process.begin(ADA, Player.REGULAR, game="block", clock="none", ladder=True)
    await process.pass_time(2 * HOUR)
    after = await process.agrees(table.id)
    assert (after.status, after.stored.ladder) == (Status.PAUSED, LadderState.PLAYING)


async def test_a_person_alone_pays_the_stake_of_a_deal_that_is_set_aside(process: TableProcess) -> None:
    match_id = (await process.begin(ADA, Player.CASUAL, Player.CASUAL, game="nos")).id
    await process.pass_time(ABSENT_S + GIVES_WAY_S + HOUR)
    before = await process.agrees(match_id)
    assert before.match is not None
    stake = before.match.at_stake(before.persons[0].seat)
    assert stake > 0
    await process.open(EWA)
    aside = await process.table(match_id)
    note = Note("event.table.stake_paid", {"name": ADA.name, "amount": str(stake)})
    assert (aside.status, aside.recent[-1]) == (Status.CANCELLED, note)


async def test_a_game_with_a_tempo_gives_way_no_sooner_for_a_person_alone(process: TableProcess) -> None:
    table = await process.begin(ADA, Player.CASUAL, Player.CASUAL, Player.CASUAL, game="kent")
    while (table := await process.agrees(table.id)).status is not Status.PAUSED:
        await process.pass_time(60)
    assert not staffing.gives_way(table, process.time.now)
    assert staffing.gives_way(table, process.time.now + GIVES_WAY_S)


@pytest.mark.parametrize("ladder", [False, True])
async def test_a_match_that_counts_or_climbs_never_gives_way(process: TableProcess, *, ladder: bool) -> None:
    others = (Player.CASUAL,) if ladder else (BORYS,)
    table = await process.agrees(await desert_table(process, ADA, *others, game="block"))
    if ladder:
        table = table.with_stored(ladder=LadderState.PLAYING)
    assert table.status is Status.PAUSED
    assert not staffing.gives_way(table, process.time.now + 20 * HOUR)


@pytest.mark.thorough
async def test_a_table_is_not_deserted_as_long_as_one_person_plays(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, game="domino_square", options={"target": 25}, clock="quick", seed="square")
    for _ in range(80):
        await process.pass_time(1)
        now = await process.agrees(table.id)
        seat = now.to_move()
        if seat is not None and seat.user_id == ADA.user_id and now.match is not None:
            await process.move(table, ADA, str(now.match.moves(seat.seat)[0]))
        elif not now.status.is_live:
            break
        else:
            await process.pass_time(20)
    after = await process.load_match(table.id)
    assert after.stored.status is not Status.PAUSED
    assert len(after.log) > 15


async def test_who_resumes_a_deserted_match_plays_and_others_have_missed_no_turn(
    process: TableProcess,
) -> None:
    match_id = await desert_table(process, ADA, BORYS, CELINA)
    after = await process.apply(match_id, staffing.resume, ADA)
    assert (after.status, [seat.late for seat in after.seats]) == (Status.PLAYING, [0, 2, 2])
    assert [seat.away for seat in after.seats] == [False, True, True]


async def test_a_moderator_who_lets_it_go_on_is_not_undone_by_the_next_move(process: TableProcess) -> None:
    match_id = await desert_table(process, ADA, BORYS, CELINA)
    await process.apply(match_id, staffing.resume, EWA)
    moves = len((await process.load_match(match_id)).log)
    await process.pass_time(5)
    assert (await process.agrees(match_id)).status is Status.PLAYING
    assert len((await process.load_match(match_id)).log) > moves


async def test_computers_among_themselves_play_on(process: TableProcess) -> None:
    seats = tuple(StoredSeat(number, None, Player.CASUAL, "", 0, away=False) for number in range(3))
    table = await process.open(game="nos", options={"deals": 0}, seats=seats)
    await process.apply(table, lobby.begin, fixed("a seed"))
    await process.pass_time(120)
    assert (await process.agrees(table.id)).status is Status.PLAYING
    assert len((await process.load_match(table.id)).log) >= 120


@pytest.mark.parametrize("moved", [False, True])
async def test_a_turn_without_a_clock_ends_the_match_after_thirty_days_untouched(
    process: TableProcess, *, moved: bool
) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117], clock="none")
    await process.pass_time(29 * DAY)
    if moved:
        await process.move(table, ADA, "1-1")
        await process.pass_time(29 * DAY)
    assert (await process.agrees(table.id)).status is Status.PLAYING
    await process.pass_time(DAY)
    saved = (await process.load_match(table.id)).stored
    assert (saved.status, saved.ended_at) == (Status.OVER, NOON + (59 if moved else 30) * DAY)
    assert Note("event.table.untouched") in process.heard.changes[-1][0].recent


async def test_nobody_is_played_for_without_a_clock(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117], clock="none")
    await process.pass_time(29 * DAY)
    assert (await process.load_match(table.id)).log == ()


async def test_a_match_that_somebody_paused_ends_after_thirty_days(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, clock="quick")
    await process.apply(table, agreed_pause, ADA)
    await process.pass_time(30 * DAY - 1)
    assert (await process.agrees(table.id)).status is Status.PAUSED
    await process.pass_time(1)
    saved = await process.load_match(table.id)
    assert (saved.stored.status, [one.won for one in saved.results]) == (Status.OVER, [False, True])


async def test_who_comes_in_time_keeps_the_match(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, clock="none")
    later = NOON + 30 * DAY
    assert not staffing.expire(table, later - 1).table.stored.ended_at
    assert not play.waits_without_limit(await process.begin(ADA, BORYS, clock="quick", channel_id=CHANNEL + 1))


async def test_one_person_opens_no_more_than_five_live_tables_in_a_server(process: TableProcess) -> None:
    opened = [await process.open(channel_id=number) for number in range(TABLES_OF_ONE)]
    with pytest.raises(TooManyTables) as caught:
        await process.open(channel_id=99)
    assert tuple(sorted(caught.value.channels)) == (0, 1, 2, 3, 4)
    await process.open(BORYS, channel_id=99)
    await process.open(ADA, channel_id=100, guild_id=1)
    await process.apply(opened[2], ending.end, EWA, None)
    assert (await process.open(channel_id=101)).status is Status.LOBBY


async def test_a_rematch_is_a_table_that_one_opens(process: TableProcess) -> None:
    table = await process.play(await process.begin(ADA, BORYS, clock="none"), Random(1))
    for number in range(TABLES_OF_ONE):
        await process.open(channel_id=number)
    with pytest.raises(TableError, match=r"lobby\.refusal\.too_many_tables"):
        await process.tables.rematch(table.id, ADA)

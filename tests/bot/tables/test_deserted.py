"""Tables that nobody comes back to: they are paused, say so, and end; and nobody has more than a few of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.tables import lobby, play, staffing
from bot.tables.errors import TableError, TooManyTables
from bot.tables.live import TABLES_OF_ONE
from bot.tables.state import Note, Person
from storage.matches import Player, Status, StoredSeat
from tests.bot.tables.tabletop import (
    ADA,
    BORYS,
    CELINA,
    CHANNEL,
    EWA,
    NOON,
    SEAT_0_WINS_94,
    SEAT_1_WINS_117,
    Hall,
)

DAY = 86_400.0
HOUR = 3_600.0


async def deserted(hall: Hall, *players: Person | Player, game: str = "nos", **changes: Any) -> str:
    """A table at which nobody has acted for an hour; the id of its match."""
    changes.setdefault("options", {"deals": 0} if game == "nos" else {})
    table = await hall.begin(*players, game=game, clock="quick", **changes)
    await hall.pass_time(HOUR)
    return table.id


async def test_an_endless_match_that_everybody_has_left_alone_is_paused_and_says_so(hall: Hall) -> None:
    match_id = await deserted(hall, ADA, BORYS, CELINA)
    table = await hall.agrees(match_id)
    assert table.status is Status.PAUSED
    assert table.recent[-1] == Note("event.table.empty")
    assert all(seat.late == 10 and seat.away for seat in table.seats)
    moves = len((await hall.saved(match_id)).log)
    await hall.pass_time(HOUR)
    assert len((await hall.saved(match_id)).log) == moves


async def test_a_deserted_match_of_nos_has_its_winner_a_day_later(hall: Hall) -> None:
    match_id = await deserted(hall, ADA, BORYS, CELINA)
    paused_until = (await hall.saved(match_id)).stored.deadline
    assert paused_until is not None
    await hall.pass_time(paused_until - hall.time.now - 1)
    assert (await hall.saved(match_id)).stored.status is Status.PAUSED
    await hall.pass_time(2)
    saved = await hall.saved(match_id)
    assert saved.stored.status is Status.OVER
    assert NOON + DAY < paused_until <= NOON + DAY + HOUR
    assert (saved.log[-1].move, saved.log[-1].user_id) == ("finish", None)


async def test_a_deserted_match_that_cannot_be_ended_regularly_is_broken_off(hall: Hall) -> None:
    match_id = await deserted(hall, ADA, Player.CASUAL, game="domino_square", options={"target": 25})
    assert (await hall.agrees(match_id)).status is Status.PAUSED
    await hall.pass_time(DAY)
    assert (await hall.saved(match_id)).stored.status is Status.CANCELLED


async def test_a_table_is_not_deserted_as_long_as_one_person_plays(hall: Hall) -> None:
    table = await hall.begin(ADA, BORYS, game="domino_square", options={"target": 25}, clock="quick", seed="square")
    for _ in range(200):
        await hall.pass_time(1)
        now = await hall.agrees(table.id)
        seat = now.to_move()
        if seat is not None and seat.user_id == ADA.user_id and now.match is not None:
            await hall.move(table, ADA, str(now.match.moves(seat.seat)[0]))
        elif not now.status.is_live:
            break
        else:
            await hall.pass_time(20)
    after = await hall.saved(table.id)
    assert after.stored.status is not Status.PAUSED
    assert len(after.log) > 40


async def test_who_lets_a_deserted_match_go_on_plays_and_the_others_have_their_turns_counted_anew(hall: Hall) -> None:
    match_id = await deserted(hall, ADA, BORYS, CELINA)
    after = await hall.apply(match_id, staffing.resume, ADA)
    assert (after.status, [seat.late for seat in after.seats]) == (Status.PLAYING, [0, 2, 2])
    assert [seat.away for seat in after.seats] == [False, True, True]


async def test_a_moderator_who_lets_it_go_on_is_not_undone_by_the_next_move(hall: Hall) -> None:
    match_id = await deserted(hall, ADA, BORYS, CELINA)
    await hall.apply(match_id, staffing.resume, EWA)
    moves = len((await hall.saved(match_id)).log)
    await hall.pass_time(5)
    assert (await hall.agrees(match_id)).status is Status.PLAYING
    assert len((await hall.saved(match_id)).log) > moves


async def test_computers_among_themselves_play_on(hall: Hall) -> None:
    seats = tuple(StoredSeat(number, None, Player.CASUAL, "", 0, away=False) for number in range(3))
    table = await hall.open(game="nos", options={"deals": 0}, seats=seats)
    await hall.apply(table, lobby.begun, "a seed")
    await hall.pass_time(600)
    assert (await hall.agrees(table.id)).status is Status.PLAYING
    assert len((await hall.saved(table.id)).log) >= 600


@pytest.mark.parametrize("moved", [False, True])
async def test_a_turn_without_a_clock_ends_the_match_after_thirty_days_untouched(hall: Hall, *, moved: bool) -> None:
    table = await hall.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117], clock="none")
    await hall.pass_time(29 * DAY)
    if moved:
        await hall.move(table, ADA, "1-1")
        await hall.pass_time(29 * DAY)
    assert (await hall.agrees(table.id)).status is Status.PLAYING
    await hall.pass_time(DAY)
    saved = (await hall.saved(table.id)).stored
    assert (saved.status, saved.ended_at) == (Status.CANCELLED, NOON + (59 if moved else 30) * DAY)
    assert hall.heard.changes[-1][0].recent[-1] == Note("event.table.untouched")


async def test_nobody_is_played_for_without_a_clock(hall: Hall) -> None:
    table = await hall.begin(ADA, BORYS, deals=[SEAT_0_WINS_94, SEAT_1_WINS_117], clock="none")
    await hall.pass_time(29 * DAY)
    assert (await hall.saved(table.id)).log == ()


async def test_a_match_that_somebody_paused_ends_after_thirty_days(hall: Hall) -> None:
    table = await hall.begin(ADA, BORYS, clock="quick")
    await hall.apply(table, staffing.pause, ADA)
    await hall.pass_time(30 * DAY - 1)
    assert (await hall.agrees(table.id)).status is Status.PAUSED
    await hall.pass_time(1)
    assert (await hall.saved(table.id)).stored.status is Status.CANCELLED


async def test_who_comes_in_time_keeps_the_match(hall: Hall) -> None:
    table = await hall.begin(ADA, BORYS, clock="none")
    later = NOON + 30 * DAY
    assert not staffing.expire(table, later - 1).table.stored.ended_at
    assert not play.waits_without_limit(await hall.begin(ADA, BORYS, clock="quick", channel_id=CHANNEL + 1))


async def test_one_person_opens_no_more_than_five_live_tables_in_a_server(hall: Hall) -> None:
    opened = [await hall.open(channel_id=number) for number in range(TABLES_OF_ONE)]
    with pytest.raises(TooManyTables) as caught:
        await hall.open(channel_id=99)
    assert tuple(sorted(caught.value.channels)) == (0, 1, 2, 3, 4)
    await hall.open(BORYS, channel_id=99)
    await hall.open(ADA, channel_id=100, guild_id=1)
    await hall.apply(opened[2], staffing.end, ADA)
    assert (await hall.open(channel_id=101)).status is Status.LOBBY


async def test_a_rematch_is_a_table_that_one_opens(hall: Hall) -> None:
    table = await hall.play(await hall.begin(ADA, BORYS, clock="none"), Random(1))
    for number in range(TABLES_OF_ONE):
        await hall.open(channel_id=number)
    with pytest.raises(TableError, match=r"lobby\.refusal\.too_many_tables"):
        await hall.tables.rematch(table.id, ADA)

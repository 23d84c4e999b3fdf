"""What a match at a table brings to the league: settled when it begins, booked together with its last move."""

from __future__ import annotations

from typing import Any

import pytest

from bot.league.recompute import differences
from bot.tables import lobby, staffing
from bot.tables.state import Person, Table
from storage.database import StorageError
from storage.league import leagues, people, ratings, results, seasons
from storage.league.leagues import League
from storage.league.ratings import Rating
from storage.league.results import NotCounted, Place, Result
from storage.matches import Player
from tests.bot.tables.tabletop import (
    ADA,
    BORYS,
    CELINA,
    GUILD,
    NOON,
    OUT_IN_A_ROW,
    SEAT_0_WINS_117,
    Hall,
    seed_of,
)

WINNER, LOSER = 27.635389493140497, 22.364610506859503
"""openskill's PlackettLuce for two newcomers."""


async def won_by_seat_0(hall: Hall, *players: Person | Player, **changes: Any) -> Table:
    """A match of Block that seat 0 wins with 117 points in one deal."""
    table = await hall.begin(*players, deals=[SEAT_0_WINS_117], **changes)
    for text in OUT_IN_A_ROW:
        table = await hall.move(table, ADA, text)
    return table


async def result_of(hall: Hall, table: Table) -> Result | None:
    async with hall.database.read() as tx:
        return await results.of_match(tx, table.id)


async def of_block(hall: Hall) -> dict[int, Rating]:
    async with hall.database.read() as tx:
        league = await leagues.load(tx, GUILD)
        return {one.user_id: one for one in await ratings.all_in(tx, GUILD, league.generation, "block")}


async def allow(hall: Hall, **changes: object) -> None:
    """Change what counts in the server."""
    async with hall.database.write() as tx:
        held = await leagues.hold(tx, GUILD)
        await leagues.save(tx, League(**{**vars(held), **changes}))


async def test_a_match_of_two_people_counts_and_changes_both_ratings(either_hall: Hall) -> None:
    table = await won_by_seat_0(either_hall, ADA, BORYS)
    result = await result_of(either_hall, table)
    assert result is not None
    assert (result.why_not, result.at, result.sides) == (None, NOON, 2)
    assert result.places == (
        Place(ADA.user_id, 0, 1, won=True, score=117),
        Place(BORYS.user_id, 1, 2, won=False, score=0),
    )
    found = await of_block(either_hall)
    assert found[ADA.user_id].mu == pytest.approx(WINNER)
    assert found[BORYS.user_id].mu == pytest.approx(LOSER)
    assert (found[ADA.user_id].matches, found[ADA.user_id].wins, found[BORYS.user_id].wins) == (1, 1, 0)
    async with either_hall.database.read() as tx:
        assert await people.names(tx, GUILD, [ADA.user_id, BORYS.user_id]) == {
            ADA.user_id: "Ada",
            BORYS.user_id: "Борис",
        }


async def test_whether_a_match_counts_is_known_when_it_begins_and_after_a_restart(hall: Hall) -> None:
    table = await hall.begin(ADA, Player.REGULAR)
    assert table.entry is not None
    assert table.entry.why_not is NotCounted.COMPUTERS
    again = await hall.after_kill().table(table.id)
    assert again.entry == table.entry


async def test_a_match_with_a_computer_is_kept_but_changes_no_rating(hall: Hall) -> None:
    table = await won_by_seat_0(hall, ADA, Player.CASUAL)
    result = await result_of(hall, table)
    assert result is not None
    assert (result.why_not, result.people) == (NotCounted.COMPUTERS, (ADA.user_id,))
    assert await of_block(hall) == {}


async def test_from_the_sixth_match_of_a_day_between_the_same_people_on_none_counts(hall: Hall) -> None:
    whys = []
    for number in range(7):
        table = await won_by_seat_0(hall, ADA, BORYS, channel_id=100 + number)
        assert table.entry is not None
        whys.append(table.entry.why_not)
    assert whys == [*[None] * 5, NotCounted.OFTEN, NotCounted.OFTEN]
    assert (await of_block(hall))[ADA.user_id].matches == 5
    other = await hall.begin(ADA, CELINA, channel_id=200)
    assert other.entry is not None
    assert other.entry.why_not is None, "Celina has played nobody today"


async def test_the_day_of_the_limit_is_that_of_the_servers_time_zone(hall: Hall) -> None:
    await allow(hall, daily_limit=1, time_zone="Asia/Tokyo")
    # 2025-11-13 02:13:20 UTC is 11:13:20 in Tokyo, where the day ends 12 hours and 46:40 minutes later, at 15:00 UTC.
    assert NOON == 1_763_000_000
    await won_by_seat_0(hall, ADA, BORYS, channel_id=101)
    hall.time.now = NOON + 12 * 3600 + 46 * 60 + 39
    late = await hall.begin(ADA, BORYS, channel_id=102)
    hall.time.now += 1
    next_day = await hall.begin(ADA, BORYS, channel_id=103)
    assert late.entry is not None
    assert next_day.entry is not None
    assert (late.entry.why_not, next_day.entry.why_not) == (NotCounted.OFTEN, None)


async def test_a_game_that_the_server_has_taken_out_does_not_count(hall: Hall) -> None:
    await allow(hall, games_off=("block",))
    table = await won_by_seat_0(hall, ADA, BORYS)
    assert table.entry is not None
    assert table.entry.why_not is NotCounted.OFF
    assert await of_block(hall) == {}


async def test_who_leaves_gets_the_result_of_the_seat_in_which_the_match_began_for_him(hall: Hall) -> None:
    table = await hall.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    await hall.apply(table, staffing.leave, BORYS)
    for text in OUT_IN_A_ROW:
        await hall.move(table, ADA, text)
    result = await result_of(hall, table)
    assert result is not None
    assert (result.why_not, result.people) == (None, (ADA.user_id, BORYS.user_id))
    assert (await of_block(hall))[BORYS.user_id].mu == pytest.approx(LOSER)


async def test_a_substitute_has_nothing_to_lose(hall: Hall) -> None:
    table = await hall.begin(ADA, BORYS, deals=[SEAT_0_WINS_117], open_to_all=True)
    await hall.apply(table, staffing.leave, BORYS)
    await hall.apply(table, staffing.replace_by_person, CELINA, 1)
    for text in OUT_IN_A_ROW:
        await hall.move(table, ADA, text)
    result = await result_of(hall, table)
    assert result is not None
    assert result.people == (ADA.user_id, BORYS.user_id)
    assert CELINA.user_id not in await of_block(hall)


async def test_who_takes_the_seat_of_a_computer_has_its_result_which_counts_for_nothing(hall: Hall) -> None:
    table = await hall.begin(ADA, Player.CASUAL, deals=[SEAT_0_WINS_117], open_to_all=True)
    await hall.apply(table, staffing.replace_by_person, CELINA, 1)
    for text in OUT_IN_A_ROW:
        await hall.move(table, ADA, text)
    result = await result_of(hall, table)
    assert result is not None
    assert (result.why_not, result.people) == (NotCounted.COMPUTERS, (ADA.user_id, CELINA.user_id))


async def test_a_match_that_is_broken_off_has_no_result(hall: Hall) -> None:
    table = await hall.begin(ADA, BORYS)
    await hall.apply(table, staffing.end, ADA)
    assert await result_of(hall, table) is None


async def test_a_rematch_is_a_match_like_any_other(hall: Hall) -> None:
    first = await won_by_seat_0(hall, ADA, BORYS)
    await hall.show(first)
    again = await hall.tables.rematch(first.id, ADA)
    await hall.apply(again, lobby.start, ADA, seed_of(SEAT_0_WINS_117))
    for text in OUT_IN_A_ROW:
        again = await hall.move(again, ADA, text)
    assert (await of_block(hall))[ADA.user_id].matches == 2


async def test_the_first_result_of_a_quarter_opens_its_season(hall: Hall) -> None:
    await won_by_seat_0(hall, ADA, BORYS)
    async with hall.database.read() as tx:
        (season,) = await seasons.all_of(tx, GUILD)
        held = await ratings.all_in(tx, GUILD, 0, f"season:{season.id}")
    assert (season.quarter, season.name) == ("2025-4", "2025 Q4")
    # 2025-10-01 and 2026-01-01, 00:00 UTC.
    assert (season.starts_at, season.ends_at) == (1_759_276_800.0, 1_767_225_600.0)
    assert [(one.user_id, one.points) for one in held] == [(ADA.user_id, 3.0), (BORYS.user_id, 0.0)]
    assert await differences(hall.database, GUILD) == ()


async def test_a_result_that_cannot_be_booked_leaves_the_last_move_undone(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await hall.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    for text in OUT_IN_A_ROW[:-1]:
        table = await hall.move(table, ADA, text)

    async def failing(*_: object) -> None:
        raise StorageError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(ratings, "add_changes", failing)
        with pytest.raises(StorageError):
            await hall.move(table, ADA, OUT_IN_A_ROW[-1])
    assert (await hall.agrees(table.id)).revision == table.revision
    assert await result_of(hall, table) is None
    await hall.move(table, ADA, OUT_IN_A_ROW[-1])
    assert await result_of(hall, table) is not None

"""A match's league results, booked with its last move."""

from __future__ import annotations

from typing import Any

import pytest

from bot.league.ratings.recompute import differences
from bot.tables import ending, lobby, staffing
from bot.tables.staffing import SeatRequest
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
    EWA,
    GUILD,
    NOON,
    OUT_IN_A_ROW,
    SEAT_0_WINS_117,
    TableProcess,
    seed_of,
)
from tests.chance import fixed

WINNER, LOSER = 27.635389493140497, 22.364610506859503
"""openskill's PlackettLuce for two newcomers."""


async def won_by_seat_0(process: TableProcess, *players: Person | Player, **changes: Any) -> Table:
    """Return a Block match won by seat 0 with 117 points."""
    table = await process.begin(*players, deals=[SEAT_0_WINS_117], **changes)
    for text in OUT_IN_A_ROW:
        table = await process.move(table, ADA, text)
    return table


async def result_of(process: TableProcess, table: Table) -> Result | None:
    async with process.database.read() as tx:
        return await results.of_match(tx, table.id)


async def of_block(process: TableProcess) -> dict[int, Rating]:
    async with process.database.read() as tx:
        league = await leagues.load(tx, GUILD)
        return {one.user_id: one for one in await ratings.all_in(tx, GUILD, league.generation, "block")}


async def allow(process: TableProcess, **changes: object) -> None:
    """Change what counts in the server."""
    async with process.database.write() as tx:
        held = await leagues.hold(tx, GUILD)
        await leagues.save(tx, League(**{**vars(held), **changes}))


async def test_a_match_of_two_people_counts_and_changes_both_ratings(either_process: TableProcess) -> None:
    table = await won_by_seat_0(either_process, ADA, BORYS)
    result = await result_of(either_process, table)
    assert result is not None
    assert (result.why_not, result.at, result.sides) == (None, NOON, 2)
    assert result.places == (
        Place(ADA.user_id, 0, 1, won=True, score=117),
        Place(BORYS.user_id, 1, 2, won=False, score=0),
    )
    found = await of_block(either_process)
    assert found[ADA.user_id].mu == pytest.approx(WINNER)
    assert found[BORYS.user_id].mu == pytest.approx(LOSER)
    assert (found[ADA.user_id].matches, found[ADA.user_id].wins, found[BORYS.user_id].wins) == (1, 1, 0)
    async with either_process.database.read() as tx:
        assert await people.names(tx, GUILD, [ADA.user_id, BORYS.user_id]) == {
            ADA.user_id: "Ada",
            BORYS.user_id: "Борис",
        }


async def test_whether_a_match_counts_is_known_at_its_begin_and_on_restart(process: TableProcess) -> None:
    table = await process.begin(ADA, Player.REGULAR)
    assert table.entry is not None
    assert table.entry.why_not is NotCounted.COMPUTERS
    again = await process.after_kill().table(table.id)
    assert again.entry == table.entry


async def test_a_match_with_a_computer_is_kept_but_changes_no_rating(process: TableProcess) -> None:
    table = await won_by_seat_0(process, ADA, Player.CASUAL)
    result = await result_of(process, table)
    assert result is not None
    assert (result.why_not, result.people) == (NotCounted.COMPUTERS, (ADA.user_id,))
    assert await of_block(process) == {}


async def test_from_the_sixth_match_a_day_of_the_same_people_none_counts(process: TableProcess) -> None:
    whys = []
    for number in range(7):
        table = await won_by_seat_0(process, ADA, BORYS, channel_id=100 + number)
        assert table.entry is not None
        whys.append(table.entry.why_not)
    assert whys == [*[None] * 5, NotCounted.OFTEN, NotCounted.OFTEN]
    assert (await of_block(process))[ADA.user_id].matches == 5
    other = await process.begin(ADA, CELINA, channel_id=200)
    assert other.entry is not None
    assert other.entry.why_not is None, "Celina has played nobody today"


async def test_the_day_of_the_limit_is_that_of_the_servers_time_zone(process: TableProcess) -> None:
    await allow(process, daily_limit=1, time_zone="Asia/Tokyo")
    # 2025-11-13 02:13:20 UTC is 11:13:20 in Tokyo, where the day ends 12 hours and 46:40 minutes later, at 15:00 UTC.
    assert NOON == 1_763_000_000
    await won_by_seat_0(process, ADA, BORYS, channel_id=101)
    process.time.now = NOON + 12 * 3600 + 46 * 60 + 39
    late = await process.begin(ADA, BORYS, channel_id=102)
    process.time.now += 1
    next_day = await process.begin(ADA, BORYS, channel_id=103)
    assert late.entry is not None
    assert next_day.entry is not None
    assert (late.entry.why_not, next_day.entry.why_not) == (NotCounted.OFTEN, None)


async def test_a_game_that_the_server_has_taken_out_does_not_count(process: TableProcess) -> None:
    await allow(process, games_off=("block",))
    table = await won_by_seat_0(process, ADA, BORYS)
    assert table.entry is not None
    assert table.entry.why_not is NotCounted.OFF
    assert await of_block(process) == {}


async def test_a_leaver_gets_the_result_of_the_seat_of_the_match_s_begin(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    await process.apply(table, staffing.leave, BORYS)
    for text in OUT_IN_A_ROW:
        await process.move(table, ADA, text)
    result = await result_of(process, table)
    assert result is not None
    assert (result.why_not, result.people) == (None, (ADA.user_id, BORYS.user_id))
    assert (await of_block(process))[BORYS.user_id].mu == pytest.approx(LOSER)


async def test_a_substitute_has_nothing_to_lose(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    await process.apply(table, staffing.leave, BORYS)
    await process.apply(table, staffing.admit, BORYS, CELINA, SeatRequest(1, None, 1))
    for text in OUT_IN_A_ROW:
        await process.move(table, ADA, text)
    result = await result_of(process, table)
    assert result is not None
    assert result.people == (ADA.user_id, BORYS.user_id)
    assert CELINA.user_id not in await of_block(process)


async def test_a_person_in_a_computer_s_seat_gets_an_uncounted_result(process: TableProcess) -> None:
    table = await process.begin(ADA, Player.CASUAL, deals=[SEAT_0_WINS_117])
    await process.apply(table, staffing.admit, ADA, CELINA, SeatRequest(1, None, 1))
    for text in OUT_IN_A_ROW:
        await process.move(table, ADA, text)
    result = await result_of(process, table)
    assert result is not None
    assert (result.why_not, result.people) == (NotCounted.COMPUTERS, (ADA.user_id, CELINA.user_id))


async def test_a_match_that_is_broken_off_has_no_result(process: TableProcess) -> None:
    table = await process.begin(ADA, BORYS)
    await process.apply(table, ending.end, EWA, None)
    assert await result_of(process, table) is None


async def test_a_rematch_is_a_match_like_any_other(process: TableProcess) -> None:
    first = await won_by_seat_0(process, ADA, BORYS)
    await process.show(first)
    again = await process.tables.rematch(first.id, ADA)
    await process.apply(again, lobby.start, ADA, fixed(seed_of(SEAT_0_WINS_117)))
    for text in OUT_IN_A_ROW:
        again = await process.move(again, ADA, text)
    assert (await of_block(process))[ADA.user_id].matches == 2


async def test_the_first_result_of_a_quarter_opens_its_season(process: TableProcess) -> None:
    await won_by_seat_0(process, ADA, BORYS)
    async with process.database.read() as tx:
        (season,) = await seasons.spans(tx, GUILD)
        held = await ratings.all_in(tx, GUILD, 0, f"season:{season.id}")
    assert (season.quarter, season.name) == ("2025-4", "2025 Q4")
    # 2025-10-01 and 2026-01-01, 00:00 UTC.
    assert (season.starts_at, season.ends_at) == (1_759_276_800.0, 1_767_225_600.0)
    assert [(one.user_id, one.points) for one in held] == [(ADA.user_id, 3.0), (BORYS.user_id, 0.0)]
    assert await differences(process.database, GUILD) == ()


async def test_a_result_that_cannot_be_booked_leaves_the_last_move_undone(
    process: TableProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await process.begin(ADA, BORYS, deals=[SEAT_0_WINS_117])
    for text in OUT_IN_A_ROW[:-1]:
        table = await process.move(table, ADA, text)

    async def failing(*_: object) -> None:
        raise StorageError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(ratings, "add_changes", failing)
        with pytest.raises(StorageError):
            await process.move(table, ADA, OUT_IN_A_ROW[-1])
    assert (await process.agrees(table.id)).revision == table.revision
    assert await result_of(process, table) is None
    await process.move(table, ADA, OUT_IN_A_ROW[-1])
    assert await result_of(process, table) is not None

"""Seasons: time zones, single closing, and contents."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.league.ratings.recompute import differences, recompute
from bot.league.seasons.closing import NotYet, close_ended, close_season, load_ended
from bot.league.seasons.form import SeasonForm, read_season
from bot.league.seasons.messages import span
from bot.league.seasons.podium import medal_of
from bot.local_time import hour_of_day, quarter_at, week_before, zones_like
from bot.locales import words
from bot.tables.errors import TableError
from storage.database import Database
from storage.league import leagues, people, ratings, seasons
from storage.league.leagues import League
from storage.league.seasons import Season
from tests.bot.league.league_samples import GUILD, NOON, book, result

DAY = 86_400.0
ANN, BOB, CID, DAN = 1, 2, 3, 4
WARSAW = League(GUILD, time_zone="Europe/Warsaw")


def _utc(*parts: int) -> float:
    return datetime(*parts, tzinfo=UTC).timestamp()  # type: ignore[arg-type,misc]  # year, month, day, hour


async def _open_season(database: Database, **about: object) -> int:
    given: dict[str, object] = {"name": "Cup", "starts_at": NOON, "ends_at": NOON + DAY}
    async with database.write() as tx:
        await leagues.hold(tx, GUILD)
        number = await seasons.add(tx, Season(0, GUILD, **given | about))  # type: ignore[arg-type]  # by name
    assert number is not None
    return number


async def _close_all(database: Database, now: float) -> int:
    """Close ended seasons; return their number."""
    return sum([await close_ended(database, season, now) for season in await load_ended(database, now)])


async def _season(database: Database, number: int) -> Season:
    async with database.read() as tx:
        found = await seasons.load(tx, GUILD, number)
    assert found is not None
    return found


async def _close(database: Database, number: int, now: float) -> Season | None:
    async with database.write() as tx:
        return await close_season(tx, GUILD, number, now)


# --- Dates ------------------------------------------------------------------------------------------------------------


def test_a_season_runs_from_the_start_of_a_local_day_to_an_end_of_day() -> None:
    season = read_season(SeasonForm("Cup", "2026-12-31", since="2026-12-01"), WARSAW, NOON)
    assert (season.starts_at, season.ends_at) == (_utc(2026, 11, 30, 23), _utc(2026, 12, 31, 23))  # UTC+1
    auckland = League(GUILD, time_zone="Pacific/Auckland")
    season = read_season(SeasonForm("Cup", "2026-12-01", since="2026-12-01"), auckland, NOON)
    assert (season.starts_at, season.ends_at) == (_utc(2026, 11, 30, 11), _utc(2026, 12, 1, 11))  # UTC+13


def test_days_on_which_summer_time_begins_and_ends_have_23_and_25_hours() -> None:
    spring = read_season(SeasonForm("Cup", "2026-03-29", since="2026-03-29"), WARSAW, NOON)
    assert (spring.starts_at, spring.ends_at) == (_utc(2026, 3, 28, 23), _utc(2026, 3, 29, 22))
    autumn = read_season(SeasonForm("Cup", "2026-10-25", since="2026-10-25"), WARSAW, NOON)
    assert (autumn.starts_at, autumn.ends_at) == (_utc(2026, 10, 24, 22), _utc(2026, 10, 25, 23))


def test_a_quarter_with_a_clock_change_has_local_midnights() -> None:
    quarter = quarter_at(_utc(2026, 12, 31, 22), "Europe/Warsaw")
    assert (quarter.key, quarter.starts_at, quarter.ends_at) == (
        "2026-4",
        _utc(2026, 9, 30, 22),
        _utc(2026, 12, 31, 23),
    )
    assert quarter_at(_utc(2026, 12, 31, 23), "Europe/Warsaw").key == "2027-1"


def test_the_days_of_a_season_are_the_same_for_readers_in_all_time_zones() -> None:
    quarter = Season(0, GUILD, "Q4", *quarter_at(_utc(2026, 12, 1), "Europe/Warsaw")[2:])
    assert span(quarter, "Europe/Warsaw", words("en")) == "1 Oct – 31 Dec 2026"
    assert span(quarter, "Europe/Warsaw", words("pl")) == "1 października – 31 grudnia 2026"
    assert span(quarter, "Europe/Warsaw", words("ru")) == "1 окт. – 31 дек. 2026 г."


@pytest.mark.parametrize(
    ("typed", "city", "clock"),
    [
        ("new york", "America/New_York", "07:00"),
        ("CET", "Europe/Warsaw", "13:00"),
        ("cest", "Europe/Warsaw", "13:00"),  # in summer
        ("msk", "Europe/Moscow", "15:00"),
        ("EST", "America/New_York", "07:00"),
        ("+2", "Europe/Kyiv", "14:00"),
        ("utc+2", "Europe/Kyiv", "14:00"),
        ("GMT + 2", "Europe/Kyiv", "14:00"),
        ("+05:30", "Asia/Kolkata", "17:30"),
        ("\N{MINUS SIGN}5", "America/New_York", "07:00"),
        ("etc/gmt-2", "America/Noronha", "10:00"),
    ],
)
def test_zones_are_found_by_city_abbreviation_and_offset(typed: str, city: str, clock: str) -> None:
    found = {str(one.tzinfo): f"{one:%H:%M}" for one in zones_like(typed, NOON)}  # 12:00 in UTC
    assert found[city] == clock
    assert city in list(found)[:25]
    assert not [zone for zone in found if zone.startswith(("Etc/GMT+", "Etc/GMT-"))]


def test_the_week_before_runs_monday_to_monday_over_a_clock_change() -> None:
    monday_morning = _utc(2026, 10, 26, 7)
    assert week_before(monday_morning, "Europe/Warsaw") == (_utc(2026, 10, 18, 22), _utc(2026, 10, 25, 23))
    assert hour_of_day(monday_morning, "Europe/Warsaw", 8) == monday_morning


@pytest.mark.parametrize(
    "text", ["", "soon", "2026-13-01", "2026-02-30", "20:00", "0026-12-01", "2999-01-01", "٢٠٢٦-12-01"]
)
def test_a_day_that_is_none_is_refused_with_what_was_typed(text: str) -> None:
    with pytest.raises(TableError) as refused:
        read_season(SeasonForm("Cup", text), WARSAW, NOON)
    assert refused.value.key == "league.open.bad_date"
    assert refused.value.values == {"value": text or "—", "zone": "Europe/Warsaw"}


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"name": " \u00a0"}, "league.open.no_name"),
        ({"since": "2026-12-02"}, "league.open.ends_first"),
        ({"since": "2023-11-01"}, "league.open.too_long"),
        ({"since": "2025-11-01", "until": "yesterday"}, "league.open.past"),
        ({"counts": "points", "points": "3 x"}, "league.open.bad_points"),
        ({"counts": "points", "points": "1 3"}, "league.open.bad_points"),
        ({"counts": "points", "points": "0"}, "league.open.bad_points"),
        ({"counts": "points", "points": "1001"}, "league.open.bad_points"),
        ({"counts": "points", "points": "2 " * 11}, "league.open.bad_points"),
        ({"games": "block, whist"}, "league.open.unknown_game"),
        ({"games": "pyramid"}, "league.open.unknown_game"),
    ],
)
def test_what_does_not_fit_a_season_is_refused(changes: dict[str, Any], key: str) -> None:
    given = {"name": "Cup", "until": "2026-12-01", "since": "2026-01-01", **changes}
    with pytest.raises(TableError) as refused:
        read_season(SeasonForm(**given), WARSAW, NOON)
    assert refused.value.key == key


def test_games_are_known_in_every_language_and_all_of_them_are_none() -> None:
    season = read_season(SeasonForm("Cup", "2026-12-01", games="nos, Block with Bonus ,NOS"), WARSAW, NOON)
    assert season.games == ("nos", "block")
    assert season.counting == "rating"
    season = read_season(SeasonForm(" A  cup ", "2026-12-01", counts="points", points="5; 3,1"), WARSAW, NOON)
    assert (season.name, season.counting, season.points) == ("A cup", "points", (5, 3, 1))


# --- Closing ----------------------------------------------------------------------------------------------------------


async def test_a_season_whose_time_is_over_closes_by_itself_with_its_table(database: Database) -> None:
    number = await _open_season(database, counting="points", points=(3, 1))
    await book(database, result([ANN], [BOB], [CID], at=NOON), result([BOB], [ANN], at=NOON + DAY))
    async with database.write() as tx:
        await people.name(tx, GUILD, {ANN: "Ann", BOB: "Bob"})
    assert await _close_all(database, NOON + DAY - 1) == 0
    assert await _close_all(database, NOON + DAY) == 1
    season = await _season(database, number)
    assert (season.closed_at, season.ends_at) == (NOON + DAY, NOON + DAY)
    assert season.final is not None
    told = [(row["place"], row["user_id"], row["name"], row["points"], row["matches"]) for row in season.final]
    assert told == [(1, ANN, "Ann", 3.0, 1), (2, BOB, "Bob", 1.0, 1), (3, CID, "", 0.0, 1)]


async def test_ties_are_broken_head_to_head_and_medals_need_matches(database: Database) -> None:
    number = await _open_season(database, counting="points", points=(3,))
    async with database.write() as tx:
        await leagues.save(tx, replace(await leagues.hold(tx, GUILD), medal_matches=2))
    # Ann and Bob have 3 points, 1 win and 2 matches. Ann won against Bob. Dan has 3 points from 1 match.
    await book(
        database,
        result([ANN], [BOB], at=NOON),
        result([BOB], [CID], at=NOON + 1),
        result([DAN], [ANN], at=NOON + 2),
    )
    await _close_all(database, NOON + DAY)
    final = (await _season(database, number)).final or ()
    assert [(row["place"], row["user_id"], row["medal"]) for row in final] == [
        (1, DAN, None),
        (2, ANN, 1),
        (3, BOB, 2),
        (4, CID, None),
    ]


def test_tables_from_before_medals_have_them_by_place() -> None:
    assert [medal_of({"place": place}) for place in (1, 3, 4)] == [1, 3, None]
    assert medal_of({"place": 1, "medal": None}) is None


async def test_of_two_who_close_a_season_at_once_one_does(database: Database) -> None:
    number = await _open_season(database)
    await book(database, result([ANN], [BOB], at=NOON))
    closed = await asyncio.gather(_close_all(database, NOON + DAY), _close_all(database, NOON + DAY))
    assert sorted(closed) == [0, 1]
    first = await _season(database, number)
    assert await _close(database, number, NOON + 2 * DAY) is None
    assert await _season(database, number) == first


async def test_a_season_closed_early_holds_nothing_later_even_when_recomputed(
    database: Database,
) -> None:
    number = await _open_season(database)
    await book(database, result([ANN], [BOB], at=NOON + 10))
    closed = await _close(database, number, NOON + 10)  # at the very instant of the match
    assert closed is not None
    await book(database, result([BOB], [ANN], at=NOON + 10), result([BOB], [ANN], at=NOON + 11))
    async with database.read() as tx:
        held = await ratings.all_in(tx, GUILD, 0, f"season:{number}")
    assert {one.user_id: one.matches for one in held} == {ANN: 1, BOB: 1}
    assert await differences(database, GUILD) == ()


async def test_a_season_that_has_not_begun_closes_empty(database: Database) -> None:
    number = await _open_season(database, starts_at=NOON + DAY, ends_at=NOON + 2 * DAY)
    closed = await _close(database, number, NOON)
    assert closed is not None
    assert closed.final == ()
    await book(database, result([ANN], [BOB], at=NOON + DAY))
    assert (await _season(database, number)).ends_at == NOON + DAY
    assert await differences(database, GUILD) == ()
    async with database.read() as tx:
        assert (await leagues.load(tx, GUILD)).last_at == NOON + DAY  # nothing was put off till the season's end


async def test_no_season_closes_while_its_ratings_are_not_as_they_should_be(database: Database) -> None:
    number = await _open_season(database)
    await book(database, result([ANN], [BOB], at=NOON))
    async with database.write() as tx:
        await leagues.request_recompute(tx, GUILD, NOON)
    with pytest.raises(NotYet):
        await _close(database, number, NOON + DAY)
    assert await _close_all(database, NOON + DAY) == 0
    assert await recompute(database, GUILD, lambda: NOON)
    assert await _close_all(database, NOON + DAY) == 1


async def test_the_season_of_another_server_cannot_be_closed(database: Database) -> None:
    number = await _open_season(database)
    async with database.write() as tx:
        assert await close_season(tx, GUILD + 1, number, NOON) is None
    assert (await _season(database, number)).closed_at is None


async def test_a_season_includes_its_first_moment_but_not_its_end(database: Database) -> None:
    first = await _open_season(database, name="first", starts_at=NOON - DAY, ends_at=NOON)
    second = await _open_season(database, name="second", starts_at=NOON, ends_at=NOON + DAY)
    await book(database, result([ANN], [BOB], at=NOON))
    async with database.read() as tx:
        assert await ratings.all_in(tx, GUILD, 0, f"season:{first}") == ()
        assert len(await ratings.all_in(tx, GUILD, 0, f"season:{second}")) == 2

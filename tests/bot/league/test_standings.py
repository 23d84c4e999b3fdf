"""Places: order, ties, changes, and the leaders' course."""

from __future__ import annotations

import pytest

from bot.league.ratings.rating import points_share
from bot.league.seasons.kinds import SEASON_KINDS
from bot.skills import START
from storage.database import Database
from storage.league import leagues, ratings, results, seasons, standings
from storage.league.leagues import League
from storage.league.ratings import Rating, shown
from storage.league.seasons import Season
from storage.league.standings import Point, Scope
from tests.bot.league.league_samples import GUILD, NOON, book, by_openskill_alone, result, void

DAY = 86_400.0
ANN, BOB, CID, DAN, EVE = 1, 2, 3, 4, 5


def _rating(user_id: int, mu: float, *, matches: int = 10, points: float = 0.0, wins: int = 0) -> Rating:
    return Rating("all", user_id, mu, 2.0, matches, wins, points, NOON)


async def _save_ratings(database: Database, *found: Rating) -> None:
    async with database.write() as tx:
        await ratings.save(tx, GUILD, 0, found)


def _scope(name: str = "all", *, kind: str = "rating", generation: int = 0) -> Scope:
    return SEASON_KINDS[kind].scope(League(GUILD, generation=generation), name)


async def _places(database: Database, scope: Scope, **page: int) -> list[tuple[int, int]]:
    async with database.read() as tx:
        return [(one.place, one.rating.user_id) for one in await standings.page(tx, scope, **page)]


async def test_the_provisional_follow_the_established_at_any_rating(database: Database) -> None:
    await _save_ratings(database, _rating(ANN, 20.0), _rating(BOB, 40.0, matches=9), _rating(CID, 30.0))
    assert await _places(database, _scope()) == [(1, CID), (2, ANN), (3, BOB)]


async def test_equal_ratings_share_a_place_and_the_next_one_is_left_free(database: Database) -> None:
    await _save_ratings(database, _rating(BOB, 30.0), _rating(ANN, 30.0), _rating(CID, 29.0), _rating(DAN, 31.0))
    assert await _places(database, _scope()) == [(1, DAN), (2, ANN), (2, BOB), (4, CID)]


async def test_ratings_that_look_equal_share_a_place(database: Database) -> None:
    # 1500 + 24 x 1/48 is 1500.5, shown as 1501: a hair less is 1500. Below 400 all are shown as 400.
    hair, half = 3.6e-15, 25 + 1 / 48
    found = [30.0, 30.0 + hair, half, half - 2 * hair, 25.0, 0.0, -30.0, -21.0]
    await _save_ratings(database, *(_rating(number, mu) for number, mu in enumerate(found)))
    places = await _places(database, _scope())
    assert places == [(1, 0), (1, 1), (3, 2), (4, 3), (4, 4), (6, 5), (7, 6), (7, 7)]
    by_place = {number: place for place, number in places}
    for one, mu in enumerate(found):  # the database counts as people see it
        for other, than in enumerate(found):
            assert (shown(mu) > shown(than)) is (by_place[one] < by_place[other])


async def test_points_wins_and_fewer_matches_decide_a_season_of_points(database: Database) -> None:
    await _save_ratings(
        database,
        _rating(ANN, 40.0, points=3.0),
        _rating(BOB, 20.0, points=4.5, matches=2),
        _rating(CID, 30.0, points=3.0, matches=3),
        _rating(DAN, 30.0, points=0.1 + 0.2 + 2.7, matches=12, wins=1),  # 3 points, added in another order
        _rating(EVE, 30.0, points=3.0, matches=3),
    )
    assert await _places(database, _scope(kind="points")) == [(1, BOB), (2, DAN), (3, CID), (3, EVE), (5, ANN)]


async def test_pages_continue_and_all_people_find_their_own_place(
    database: Database,
) -> None:
    await _save_ratings(database, *(_rating(number, 50.0 - number) for number in range(1, 24)))
    assert await _places(database, _scope(), first=10, count=10) == [(number, number) for number in range(11, 21)]
    assert await _places(database, _scope(), first=20, count=10) == [(21, 21), (22, 22), (23, 23)]
    async with database.read() as tx:
        assert await standings.count(tx, _scope()) == 23
        own = await standings.of_person(tx, _scope(), 17)
        assert own is not None
        assert (own.place, own.rating.mu) == (17, 33.0)
        assert await standings.of_person(tx, _scope(), 99) is None


async def test_places_then_are_those_that_the_ratings_of_then_would_have(database: Database) -> None:
    """Cid wins twice after Sunday, and Dan joins."""
    before = [
        result([ANN], [BOB], at=NOON),
        result([ANN], [CID], at=NOON + 10),
        result([BOB], [CID], at=NOON + 20),
    ]
    since = NOON + 1000
    after = [result([CID], [ANN], at=since), result([CID], [DAN], at=since + 5)]
    then = by_openskill_alone(before)
    expected = sorted((ANN, BOB, CID), key=lambda person: -then["all", person][0])
    assert expected == [ANN, BOB, CID]
    await book(database, *before, *after)
    async with database.read() as tx:
        places = await standings.places_then(tx, _scope(), since, [ANN, BOB, CID, DAN])
    assert places == {ANN: 1, BOB: 2, CID: 3}  # Dan had not played yet


async def test_places_then_in_one_game_ignore_later_matches_of_another(database: Database) -> None:
    since = NOON + 1000
    await book(database, result([ANN], [BOB], at=NOON), result([BOB], [ANN], at=since, game="nos"))
    async with database.read() as tx:
        places = await standings.places_then(tx, _scope("nos"), since, [ANN, BOB])
        assert places == {}  # nobody had played Nos then
        places = await standings.places_then(tx, _scope("block"), since, [ANN, BOB])
    assert places == {ANN: 1, BOB: 2}


async def test_places_leave_out_voided_matches_and_old_generations(
    database: Database,
) -> None:
    since = NOON + 1000
    ids = await book(
        database,
        result([ANN], [BOB], at=NOON),
        result([BOB], [CID], at=since),
        result([CID], [BOB], at=since + 1),
    )
    await void(database, ids[1], at=since)
    async with database.read() as tx:
        league = await leagues.load(tx, GUILD)
        assert league.generation == 1
        places = await standings.places_then(tx, _scope(generation=1), since, [ANN, BOB, CID])
    assert places == {ANN: 1, BOB: 2}


async def test_ratings_over_time_start_with_the_past_and_show_each_step(database: Database) -> None:
    played = [result([ANN], [BOB], at=NOON + at) for at in (0.0, 10.0, 20.0, 110.0)]
    await book(database, *played)
    values = [by_openskill_alone(played[:number])["all", ANN][0] for number in range(1, 5)]
    async with database.read() as tx:
        points = await standings.ratings_over_time(tx, _scope(), [ANN], since=NOON + 10.0, step=100.0)
    assert points == (
        Point(ANN, NOON + 10.0, values[0]),
        Point(ANN, NOON + 20.0, values[2]),
        Point(ANN, NOON + 110.0, values[3]),
    )


async def test_a_running_computation_is_neither_a_change_nor_a_point(database: Database) -> None:
    [one] = await book(database, result([ANN], [BOB], at=NOON))
    async with database.write() as tx:
        found = await ratings.of_result(tx, one)
        await ratings.add_changes(tx, GUILD, 1, [ratings.RatingChange(one, "all", ANN, 25.0, 8.0, 99.0, 1.0)])
    async with database.read() as tx:
        assert await ratings.of_result(tx, one) == found
        points = await standings.ratings_over_time(tx, _scope(), [ANN], since=NOON, step=10.0)
    assert [point.value for point in points] == [START.mu, by_openskill_alone([result([ANN], [BOB])])["all", ANN][0]]


async def test_places_over_time_tell_how_many_sides_were_better_and_equal(database: Database) -> None:
    await book(
        database,
        result([ANN], [BOB], [CID], places=[2, 1, 2], at=NOON),
        result([ANN, BOB], [CID, DAN], at=NOON + 1),
        result([ANN], [BOB], game="nos", at=NOON + 2),
    )
    async with database.read() as tx:
        found = await standings.places_over_time(tx, GUILD, [ANN, CID], since=NOON, until=NOON + 9, games=["block"])
    told = [(one.user_id, one.at - NOON, one.sides, one.better, one.equal) for one in found]
    assert told == [(ANN, 0.0, 3, 1, 2), (CID, 0.0, 3, 1, 2), (ANN, 1.0, 2, 0, 1), (CID, 1.0, 2, 1, 1)]


@pytest.mark.parametrize(
    ("better", "equal", "sides", "points"),
    [
        (0, 1, 2, 3.0),
        (1, 1, 2, 0.0),  # the last place brings nothing
        (1, 1, 3, 1.0),
        (0, 2, 3, 2.0),  # first and second together: (3 + 1) / 2
        (0, 2, 2, 1.5),  # (3 + 0) / 2
        (2, 1, 4, 0.0),  # there are points for two places only
    ],
)
def test_equal_sides_share_the_points_of_their_places(better: int, equal: int, sides: int, points: float) -> None:
    assert points_share(better, equal, sides, (3, 1)) == points


async def test_seasons_are_listed_from_the_last_begun_on_without_their_tables(database: Database) -> None:
    async with database.write() as tx:
        for number in range(3):
            await seasons.add(tx, Season(0, GUILD, f"S{number}", NOON + number, NOON + DAY))
        assert await seasons.close(tx, 1, NOON, ({"user_id": 1},))
    async with database.read() as tx:
        found, total = await seasons.page(tx, GUILD, first=1, count=10)
        whole = await seasons.load(tx, GUILD, 1)
    assert ([season.name for season in found], total) == (["S1", "S0"], 3)
    assert found[1].final is None
    assert found[1].closed_at == NOON
    assert whole is not None
    assert whole.final == ({"user_id": 1},)


async def test_a_result_that_is_void_is_no_place_over_time(database: Database) -> None:
    [one] = await book(database, result([ANN], [BOB], at=NOON))
    async with database.write() as tx:
        await results.set_void(tx, one, void=True)
    async with database.read() as tx:
        assert await standings.places_over_time(tx, GUILD, [ANN], since=NOON, until=NOON + 9) == ()

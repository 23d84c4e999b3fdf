"""Ratings equal openskill's, despite voiding, restoring and recomputing."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random

import pytest
from sqlalchemy import select

import games
from bot.league.entered_results import bounds
from bot.league.ratings.rating import rated, uncertainty
from bot.league.ratings.recompute import differences, recompute
from bot.skills import START, Skill
from storage.database import Database
from storage.league import leagues, merging, ratings, results
from storage.league.ratings import shown
from storage.league.results import NotCounted, Wanted
from storage.schema import rating_changes
from tests.bot.league.league_samples import (
    GUILD,
    NOON,
    book,
    by_openskill_alone,
    load_ratings,
    random_results,
    result,
    void,
)
from tests.needs import some_of

ADA, BEN, CLEO, DAN = 1, 2, 3, 4


def test_everybody_begins_at_1500_with_an_uncertainty_of_400() -> None:
    # mu = 25 is shown as 1500, and a step of it as 24 points; sigma = 25 / 3: 24 x 2 x 8.3333 = 400.
    assert (shown(START.mu), uncertainty(START.sigma)) == (1500, 400)


def test_a_first_win_of_two_moves_both_by_the_same_amount() -> None:
    # openskill's PlackettLuce for two newcomers: 25 +- 2.635389...
    after = rated(result([ADA], [BEN]), {})
    assert after[ADA].mu == pytest.approx(27.635389493140497)
    assert after[ADA].mu - 25 == pytest.approx(25 - after[BEN].mu)


def test_a_draw_of_equals_changes_no_estimate_and_lessens_uncertainty() -> None:
    after = rated(result([ADA], [BEN], places=[1, 1]), {})
    assert after[ADA].mu == after[BEN].mu == 25.0
    assert after[ADA].sigma < START.sigma


def test_joint_winners_gain_the_mean_of_the_first_two_places() -> None:
    # openskill alone gives newcomers +64 +44 +17 -23 -103 for five places, and +24 +24 +37 -3 -83 with a shared first.
    after = rated(result([ADA], [BEN], [CLEO], [DAN], [5], places=[1, 1, 3, 4, 5]), {})
    assert [shown(after[one].mu) - 1500 for one in (ADA, BEN, CLEO, DAN, 5)] == [54, 54, 17, -23, -103]


@pytest.mark.parametrize("seed", some_of(range(60), 15))
def test_a_shared_place_lies_between_the_places_that_it_shares(seed: int) -> None:
    rng = Random(seed)
    team, sides = rng.choice([1, 1, 2, 3]), rng.randint(2, 5)
    people = [[10 * side + one for one in range(team)] for side in range(sides)]
    kinds = [Skill(25.0, 25 / 3), Skill(rng.uniform(0, 50), rng.uniform(1, 9)), Skill(rng.uniform(0, 50), 3.0)]
    before = {person: rng.choice(kinds) for side in people for person in side}
    found = [rng.randint(1, sides) for _ in people]
    places = [1 + sum(other < place for other in found) for place in found]
    gained = _gains(people, places, before)
    for side, place in enumerate(places):
        tied = [other for other in range(sides) if other != side and places[other] == place]
        alone_above = [place + (other in tied) for other, place in enumerate(places)]
        alone_below = [place + len(tied) * (other == side) for other, place in enumerate(places)]
        for one in people[side]:
            most, least = (_gains(people, others, before)[one] for others in (alone_above, alone_below))
            assert least - 1e-9 <= gained[one] <= most + 1e-9
            for other in range(sides):
                same = [before[ahead] for ahead in people[side]] == [before[behind] for behind in people[other]]
                if same and place < places[other]:
                    assert gained[one] > gained[people[other][people[side].index(one)]]


def test_equal_people_get_exactly_equal_ratings_in_any_order() -> None:
    rng = Random(1)
    for _ in range(200):  # the digits differ rarely
        skills = [Skill(rng.uniform(20, 30), rng.uniform(2, 8)) for _ in range(3)]
        before = dict(enumerate([*skills, *skills, *rng.choices(skills, k=6)], 1))
        sides = [[1, 2, 3], [6, 4, 5], [7, 8, 9], [10, 11, 12]]  # the first two are equal
        places = [1, 1, rng.choice([1, 3]), rng.choice([1, 4])]
        after = rated(result(*sides, places=places), before)
        assert [after[one] for one in (1, 2, 3)] == [after[one] for one in (4, 5, 6)]
        order = rng.sample(range(4), 4)
        shuffled = [rng.sample(sides[side], 3) for side in order]
        assert rated(result(*shuffled, places=[places[side] for side in order]), before) == after


def test_no_game_has_so_many_sides_that_ties_take_long() -> None:
    assert max(bounds(game).sides for game in games.TABLE_GAMES) <= 5  # at most 120 orders


def _gains(people: list[list[int]], places: list[int], before: dict[int, Skill]) -> dict[int, float]:
    after = rated(result(*people, places=places), before)
    return {one: after[one].mu - before[one].mu for one in before}


async def test_booked_results_give_the_ratings_that_openskill_gives(database: Database) -> None:
    found = random_results(Random(1), 60)
    await book(database, *found)
    assert await load_ratings(database) == by_openskill_alone(found)


async def test_a_result_that_does_not_count_changes_no_rating(database: Database) -> None:
    await book(database, result([ADA], [BEN], why_not=NotCounted.COMPUTERS))
    assert await load_ratings(database) == {}


async def test_a_voided_match_leaves_the_ratings_as_if_it_had_never_been_played(database: Database) -> None:
    found = random_results(Random(2), 60)
    ids = await book(database, *found)
    await void(database, ids[20], at=found[20].at)
    assert await load_ratings(database) == by_openskill_alone([*found[:20], *found[21:]])
    assert await differences(database, GUILD) == ()


async def test_a_restored_match_counts_as_if_it_had_never_been_voided(database: Database) -> None:
    found = random_results(Random(3), 40)
    ids = await book(database, *found)
    before = await load_ratings(database, seasons=True)
    await void(database, ids[0], at=found[0].at)
    assert await load_ratings(database, seasons=True) != before
    await void(database, ids[0], at=found[0].at, void=False)
    assert await load_ratings(database, seasons=True) == before


async def test_changes_show_ratings_before_and_after_and_survive_voiding(database: Database) -> None:
    first, second = await book(database, result([ADA], [BEN]), result([ADA], [CLEO], at=NOON + 60))
    async with database.read() as tx:
        old = await ratings.of_result(tx, second)
    await void(database, first, at=NOON)
    async with database.read() as tx:
        new = await ratings.of_result(tx, second)
    of_ada_old = next(one for one in old if (one.scope, one.user_id) == ("block", ADA))
    of_ada_new = next(one for one in new if (one.scope, one.user_id) == ("block", ADA))
    assert of_ada_old.mu_before == pytest.approx(27.635389493140497)
    assert of_ada_new.mu_before == 25.0
    assert of_ada_new.mu_after == pytest.approx(27.635389493140497)


async def test_two_matches_that_end_at_one_instant_count_in_the_order_of_booking(
    database: Database,
) -> None:
    matches = [result([ADA], [BEN]), result([BEN], [CLEO]), result([CLEO], [ADA]), result([DAN], [ADA])]
    await asyncio.gather(*(book(database, one) for one in matches))
    async with database.read() as tx:
        in_order = await results.following(tx, GUILD, None, 10)
    assert len(in_order) == 4
    assert [one.at for one in in_order] == [NOON] * 4
    assert await load_ratings(database) == by_openskill_alone(in_order)
    assert await differences(database, GUILD) == ()


async def test_a_match_that_is_booked_late_is_rated_after_those_before_it(database: Database) -> None:
    await book(database, result([ADA], [BEN], at=NOON + 0.5), result([BEN], [ADA], at=NOON))
    async with database.read() as tx:
        in_order = await results.following(tx, GUILD, None, 10)
    assert [one.at for one in in_order] == [NOON + 0.5, NOON + 0.5]
    assert await differences(database, GUILD) == ()


async def test_matches_that_end_while_a_league_is_computed_again_are_in_it(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.league.ratings.recompute._PIECE", 8)
    monkeypatch.setattr("bot.league.ratings.recompute._LAST", 4)
    found = random_results(Random(4), 40)
    ids = await book(database, *found)
    async with database.write() as tx:
        await results.set_void(tx, ids[3], void=True)
        await leagues.request_recompute(tx, GUILD, found[3].at)
    late = [replace(one, at=found[-1].at) for one in random_results(Random(5), 6)]
    seen: list[tuple[int, int]] = []
    computing = asyncio.ensure_future(
        recompute(database, GUILD, lambda: NOON, lambda done, total: seen.append((done, total)))
    )
    for one in late:
        await asyncio.sleep(0)
        await book(database, one)
    assert await computing
    assert await load_ratings(database) == by_openskill_alone([*found[:3], *found[4:], *late])
    done, total = seen[0]
    assert done == 8
    assert 39 <= total <= 45


async def test_a_second_change_while_a_league_is_computed_is_in_it_too(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.league.ratings.recompute._PIECE", 4)
    monkeypatch.setattr("bot.league.ratings.recompute._LAST", 2)
    found = random_results(Random(6), 30)
    ids = await book(database, *found)
    async with database.write() as tx:
        await results.set_void(tx, ids[9], void=True)
        await leagues.request_recompute(tx, GUILD, found[9].at)
    computing = asyncio.ensure_future(recompute(database, GUILD, lambda: NOON))
    await asyncio.sleep(0.01)
    async with database.write() as tx:
        await results.set_void(tx, ids[1], void=True)
        await leagues.request_recompute(tx, GUILD, found[1].at)
    assert await computing
    assert await load_ratings(database) == by_openskill_alone(
        [one for number, one in enumerate(found) if number not in (1, 9)]
    )


async def test_a_run_broken_off_changes_no_rating_and_the_next_one_finishes(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.league.ratings.recompute._PIECE", 4)
    found = random_results(Random(7), 30)
    ids = await book(database, *found)
    before = await load_ratings(database)
    async with database.write() as tx:
        await results.set_void(tx, ids[9], void=True)
        await leagues.request_recompute(tx, GUILD, found[9].at)

    def broken(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await recompute(database, GUILD, lambda: NOON, broken)
    assert await load_ratings(database) == before
    assert not await recompute(database, GUILD, lambda: NOON + 59), "the lease of the first run is not over"
    assert await recompute(database, GUILD, lambda: NOON + 61)
    assert await load_ratings(database) == by_openskill_alone([*found[:9], *found[10:]])


async def _generations(database: Database) -> dict[tuple[int, str, int], list[int]]:
    """Return stored generations by result, scope and person."""
    found: dict[tuple[int, str, int], list[int]] = {}
    async with database.read() as tx:
        for row in await tx.execute(select(rating_changes).order_by(rating_changes.c.generation)):
            found.setdefault((row.result_id, row.scope, row.user_id), []).append(row.generation)
    return found


@pytest.mark.thorough
async def test_changes_of_a_replaced_generation_are_deleted_in_batches(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.league.ratings.recompute._PIECE", 4)
    monkeypatch.setattr("bot.league.ratings.recompute._ROWS", 3)
    found = random_results(Random(8), 30)
    ids = await book(database, *found)
    stored = await _generations(database)

    await void(database, ids[9], at=found[9].at)
    await void(database, ids[12], at=found[12].at)

    def generation(number: int) -> int:
        if number in (9, 12):  # nothing replaces what they changed: they do not count any more
            return 0 if number == 9 else 1
        return sum(found[number].at >= found[first].at for first in (9, 12))

    assert await _generations(database) == {key: [generation(ids.index(key[0]))] for key in stored}


async def test_a_merged_account_has_no_changes_after_recomputation(database: Database) -> None:
    [first, second] = await book(database, result([ADA], [BEN]), result([ADA], [CLEO], at=NOON + 60))
    async with database.write() as tx:
        await merging.merge(tx, await merging.begin(tx, GUILD, BEN, DAN, NOON), NOON)
        await leagues.request_recompute(tx, GUILD, NOON)
    assert await recompute(database, GUILD, lambda: NOON)
    people = {(result_id, user_id) for result_id, _, user_id in await _generations(database)}
    assert people == {(first, ADA), (first, DAN), (second, ADA), (second, CLEO)}
    assert await load_ratings(database) == by_openskill_alone(
        [result([ADA], [DAN]), result([ADA], [CLEO], at=NOON + 60)]
    )


async def test_changes_that_are_being_computed_replace_nothing_and_stay(database: Database) -> None:
    [one] = await book(database, result([ADA], [BEN]))
    async with database.write() as tx:
        changes = await ratings.of_result(tx, one)
        await ratings.add_changes(tx, GUILD, 1, changes)
        assert await ratings.drop_superseded_changes(tx, GUILD, 0, [one], 100) == 0
    assert set(map(tuple, (await _generations(database)).values())) == {(0, 1)}


async def test_results_are_found_by_people_game_and_time(database: Database) -> None:
    await book(
        database,
        result([ADA], [BEN]),
        result([ADA], [CLEO], game="nos", at=NOON + 60),
        result([CLEO], [BEN], at=NOON + 120, why_not=NotCounted.OFTEN),
    )
    async with database.read() as tx:

        async def times(wanted: Wanted) -> list[float]:
            return [one.at - NOON for one in await results.page(tx, wanted)]

        assert await times(Wanted(GUILD)) == [120, 60, 0]
        assert await times(Wanted(GUILD, people=(ADA,))) == [60, 0]
        assert await times(Wanted(GUILD, people=(CLEO, BEN))) == [120]
        assert await times(Wanted(GUILD, game="nos")) == [60]
        assert await times(Wanted(GUILD, since=NOON + 60, until=NOON + 120)) == [60]
        assert await times(Wanted(GUILD, counting_only=True)) == [60, 0]
        assert await results.count(tx, Wanted(GUILD, people=(BEN,))) == 2

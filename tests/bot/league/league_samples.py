"""Results for tests of the league, and openskill's ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from math import fsum
from random import Random
from typing import Any

from openskill.models import PlackettLuce

from bot.league.entered_results import bounds
from bot.league.ratings.recompute import recompute
from bot.league.recording import add_result
from storage.database import Database
from storage.league import leagues, ratings, results
from storage.league.results import Place, Result, ResultOrigin

GUILD = 1_100_000_000_000_000_001
NOON = 1_763_035_200.0
"""2025-11-13, 12:00 UTC."""


def result(
    *sides: Sequence[int], places: Sequence[int] | None = None, game: str = "block", at: float = NOON, **changes: Any
) -> Result:
    """Return an unsaved result, by default with sides as ordered."""
    places = places or range(1, len(sides) + 1)
    seats = tuple(
        Place(person, side, place, won=place == 1)
        for side, (people, place) in enumerate(zip(sides, places, strict=True))
        for person in people
    )
    given = {"id": 0, "guild_id": GUILD, "match_id": None, "origin": ResultOrigin.TABLE, **changes}
    return Result(game=game, at=at, places=seats, sides=len(sides), **given)


def random_results(rng: Random, count: int, people: int = 8) -> list[Result]:
    """Return varied results: two to four sides, teams, ties."""
    made, at = [], NOON
    for _ in range(count):
        team = rng.choice([1, 1, 1, 2, 3])
        number = 2 if team == 3 else rng.randint(2, 4 if team == 1 else 3)
        seated = rng.sample(range(1, people + 1), number * team)
        sides = [seated[team * side : team * side + team] for side in range(number)]
        places = [rng.randint(1, number) for _ in sides]
        lowest = min(places)
        ranked = [1 + sum(other < place for other in places) for place in places]
        assert lowest in places
        at += rng.choice([0, 0, 1, 60, 3600])
        made.append(result(*sides, places=ranked, game=_fitting(number, number * team, rng), at=at))
    return made


def _fitting(sides: int, people: int, rng: Random) -> str:
    """Return a game for these numbers of sides and people."""
    most = {game: bounds(game) for game in ("block", "nos", "kent")}
    return rng.choice([game for game, found in most.items() if found.people >= people and found.sides >= sides])


async def book(database: Database, *found: Result) -> list[int]:
    """Book results one by one; return their ids."""
    made = []
    for one in found:
        async with database.write() as tx:
            made.append(await add_result(tx, one))
    return made


async def void(database: Database, result_id: int, *, at: float, void: bool = True) -> None:
    """Void or restore a result, and recompute the league."""
    async with database.write() as tx:
        await results.set_void(tx, result_id, void=void)
        await leagues.request_recompute(tx, GUILD, at)
    assert await recompute(database, GUILD, lambda: NOON)


async def load_ratings(database: Database, *, seasons: bool = False) -> dict[tuple[str, int], tuple[float, float, int]]:
    """Return current (mu, sigma, matches) by scope and person."""
    async with database.read() as tx:
        league = await leagues.load(tx, GUILD)
        found = await ratings.all_in(tx, GUILD, league.generation)
    return {
        (one.scope, one.user_id): (one.mu, one.sigma, one.matches)
        for one in found
        if seasons or not one.scope.startswith("season:")
    }


def by_openskill_alone(found: Iterable[Result]) -> dict[tuple[str, int], tuple[float, float, int]]:
    """Return openskill's ratings, per game and for all games: of ties the mean over their orders."""
    model = PlackettLuce()
    skills: dict[tuple[str, int], Any] = {}
    played: dict[tuple[str, int], int] = {}
    for one in found:
        for scope in ("all", one.game):
            sides = [[place.user_id for place in one.places if place.side == side] for side in range(one.sides)]
            ranks = [next(place.place for place in one.places if place.side == side) for side in range(one.sides)]
            orders = [one for one in permutations(range(one.sides)) if sorted(ranks) == [ranks[side] for side in one]]
            after: dict[int, list[Any]] = {}
            for order in orders:
                teams = [[skills.get((scope, person), model.rating()) for person in sides[side]] for side in order]
                for side, team in zip(order, model.rate(teams), strict=True):
                    for person, skill in zip(sides[side], team, strict=True):
                        after.setdefault(person, []).append(skill)
            for person, found_skills in after.items():
                mu, sigma = (fsum(getattr(skill, part) for skill in found_skills) for part in ("mu", "sigma"))
                skills[scope, person] = model.rating(mu / len(orders), sigma / len(orders))
                played[scope, person] = played.get((scope, person), 0) + 1
    return {key: (skill.mu, skill.sigma, played[key]) for key, skill in skills.items()}

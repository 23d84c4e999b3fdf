"""Ratings: scopes, points for places, and rating a result."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, permutations, product
from math import fsum
from typing import Final

from bot.skills import MODEL, START, Skill
from storage.league.ratings import SHOWN_SCALE, Rating, RatingChange
from storage.league.results import Place, Result
from storage.league.seasons import Season

ALL: Final = "all"
"""The scope of all games."""


def of_season(season: Season | int) -> str:
    """Return the scope of a season."""
    return f"season:{season if isinstance(season, int) else season.id}"


def scopes_of(result: Result, seasons: Iterable[Season]) -> dict[str, Season | None]:
    """Return the scopes of a result with their seasons, if any."""
    common: dict[str, Season | None] = {ALL: None, result.game: None}
    return common | {of_season(season): season for season in seasons if season.holds(result.game, result.at)}


ESTABLISHED: Final = 10
"""The number of matches from which a rating is no longer provisional."""


def rated(result: Result, before: Mapping[int, Skill]) -> dict[int, Skill]:
    """Return the new ratings of all people in a result.

    A side that shares a place gets the mean over all orders of the sides that share it. The model's own ratings of ties
    may be below those of the next place. Equal people get exactly equal ratings, in whatever order they are.

    :param before: the ratings of people before it, by user id; missing people have not played yet.
    """
    by_place: dict[int, list[list[int]]] = {}
    for side in sides_of(result):
        people = sorted((one.user_id for one in side), key=lambda one: before.get(one, START))
        by_place.setdefault(side[0].place, []).append(people)
    orders = [list(chain(*order)) for order in product(*(permutations(by_place[one]) for one in sorted(by_place)))]
    found: dict[int, list[Skill]] = {}
    for order in orders:
        teams = [[MODEL.create_rating(list(before.get(one, START))) for one in side] for side in order]
        for user_id, rating in zip(chain(*order), chain(*MODEL.rate(teams)), strict=True):
            found.setdefault(user_id, []).append(Skill(rating.mu, rating.sigma))
    # Exact sums: they do not depend on the order.
    return {
        user_id: Skill(*(fsum(part) / len(orders) for part in zip(*skills, strict=True)))
        for user_id, skills in found.items()
    }


def sides_of(result: Result) -> list[list[Place]]:
    """Return the places of a result by sides."""
    sides: dict[int, list[Place]] = {}
    for place in result.places:
        sides.setdefault(place.side, []).append(place)
    return [sides[side] for side in sorted(sides)]


def uncertainty(sigma: float) -> int:
    """Return the uncertainty of a shown rating."""
    return round(SHOWN_SCALE * 2 * sigma)


def is_provisional(rating: Rating) -> bool:
    """Return True if the rating rests on too few matches."""
    return rating.matches < ESTABLISHED


def points(result: Result, table: Sequence[int]) -> dict[int, float]:
    """Return the points of all people in a result.

    Equal sides share the points of their places, and the last place scores nothing.

    :param table: the points of the first place, the second and so on; further places score nothing.
    """
    sides = sides_of(result)
    places = [side[0].place for side in sides]
    brought: dict[int, float] = {}
    for side, place in zip(sides, places, strict=True):
        better = sum(other < place for other in places)
        mine = points_share(better, places.count(place), len(sides), table)
        brought |= dict.fromkeys((one.user_id for one in side), mine)
    return brought


def points_share(better: int, equal: int, sides: int, table: Sequence[int]) -> float:
    """Return a side's points, with `better` ahead and `equal` sharing."""
    worth = table[: sides - 1]
    return float(sum(worth[better : better + equal])) / equal


def best_scores(scores: Iterable[float], earned: float, best: int) -> tuple[float, ...]:
    """Return the highest `best` scores after a result, the highest first."""
    return tuple(sorted((*scores, earned), reverse=True)[:best])


Standings = Mapping[tuple[str, int], Rating]
"""Ratings by scope and person; missing people have not played in the scope yet."""


def rate_result(
    result: Result, seasons: Iterable[Season], before: Standings
) -> tuple[dict[tuple[str, int], Rating], list[RatingChange]]:
    """Return the ratings after a result, and their changes.

    :param seasons: the seasons into which it may fall.
    """
    after: dict[tuple[str, int], Rating] = {}
    changes: list[RatingChange] = []
    for scope, season in scopes_of(result, seasons).items():
        old = {one: before[scope, one] for one in result.people if (scope, one) in before}
        skills = rated(result, {one: Skill(rating.mu, rating.sigma) for one, rating in old.items()})
        brought = points(result, season.points) if season else {}
        for place in result.places:
            person, last = place.user_id, old.get(place.user_id)
            was = Skill(last.mu, last.sigma) if last else START
            now = skills[person]
            earned = brought.get(person, 0.0)
            scores = best_scores(last.scores if last else (), earned, season.best) if season and season.best else ()
            after[scope, person] = Rating(
                scope=scope,
                user_id=person,
                mu=now.mu,
                sigma=now.sigma,
                matches=(last.matches if last else 0) + 1,
                wins=(last.wins if last else 0) + place.won,
                points=sum(scores) if scores else (last.points if last else 0.0) + earned,
                last_at=result.at,
                scores=scores,
            )
            changes.append(RatingChange(result.id, scope, person, *was, *now))
    return after, changes

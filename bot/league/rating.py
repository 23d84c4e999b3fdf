"""How a result changes ratings: openskill's PlackettLuce with its default parameters, so that anybody can check it.

A rating is shown as one number, 40 times the estimated skill, so that everybody begins at 1000; what is behind the
``±`` is 40 times twice the uncertainty.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from storage.league.ratings import Rating
from storage.league.results import Place, Result

__all__ = ["ESTABLISHED", "START", "Skill", "is_provisional", "rated", "shown", "sides_of", "uncertainty"]

_MODEL: Final = PlackettLuce()
_SCALE: Final = 40

ESTABLISHED: Final = 10
"""From so many matches on a rating is no longer provisional."""


class Skill(NamedTuple):
    """A rating as the model has it: the estimate and its uncertainty."""

    mu: float
    sigma: float


START: Final = Skill(_MODEL.mu, _MODEL.sigma)
"""The rating of somebody who has not played."""


def rated(result: Result, before: Mapping[int, Skill]) -> dict[int, Skill]:
    """The ratings of everybody in a result after it.

    :param before: the ratings of people before it, by user id; who is missing has not played yet.
    """
    sides = sides_of(result)
    people = [[place.user_id for place in side] for side in sides]
    teams = [[_MODEL.create_rating(list(before.get(one, START))) for one in side] for side in people]
    after = _MODEL.rate(teams, ranks=[float(side[0].place) for side in sides])
    return {
        user_id: Skill(rating.mu, rating.sigma)
        for side, team in zip(people, after, strict=True)
        for user_id, rating in zip(side, team, strict=True)
    }


def sides_of(result: Result) -> list[list[Place]]:
    """The places of a result by sides."""
    sides: dict[int, list[Place]] = {}
    for place in result.places:
        sides.setdefault(place.side, []).append(place)
    return [sides[side] for side in sorted(sides)]


def shown(mu: float) -> int:
    """The one number by which a rating is shown."""
    return round(_SCALE * mu)


def uncertainty(sigma: float) -> int:
    """How far the true number may well be from the one that is shown."""
    return round(_SCALE * 2 * sigma)


def is_provisional(rating: Rating) -> bool:
    """Whether too few matches have been played for the rating to say much."""
    return rating.matches < ESTABLISHED

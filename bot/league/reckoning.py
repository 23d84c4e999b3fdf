"""Reckoning: what results come to, one after the other.

What is booked at the end of a match and what is computed anew are made by the same few lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from storage.league.ratings import Change, Rating
from storage.league.results import Result
from storage.league.seasons import Season

from .points import points
from .rating import START, Skill, rated
from .scopes import scopes_of

__all__ = ["Standings", "reckoned"]

Standings = Mapping[tuple[str, int], Rating]
"""Ratings by scope and person; who is missing has not played in the scope yet."""


def reckoned(
    result: Result, seasons: Iterable[Season], before: Standings
) -> tuple[dict[tuple[str, int], Rating], list[Change]]:
    """The ratings that a result changes, as they are after it, and the changes.

    :param seasons: the seasons into which it may fall.
    """
    after: dict[tuple[str, int], Rating] = {}
    changes: list[Change] = []
    for scope, season in scopes_of(result, seasons).items():
        old = {one: before[scope, one] for one in result.people if (scope, one) in before}
        skills = rated(result, {one: Skill(rating.mu, rating.sigma) for one, rating in old.items()})
        brought = points(result, season.points) if season else {}
        for place in result.places:
            person, last = place.user_id, old.get(place.user_id)
            was = Skill(last.mu, last.sigma) if last else START
            now = skills[person]
            after[scope, person] = Rating(
                scope=scope,
                user_id=person,
                mu=now.mu,
                sigma=now.sigma,
                matches=(last.matches if last else 0) + 1,
                wins=(last.wins if last else 0) + place.won,
                points=(last.points if last else 0.0) + brought.get(person, 0.0),
                last_at=result.at,
            )
            changes.append(Change(result.id, scope, person, *was, *now))
    return after, changes

"""Points for places: what a result brings in a season that is counted so."""

from __future__ import annotations

from collections.abc import Sequence

from storage.league.results import Result

from .rating import sides_of

__all__ = ["points", "share"]


def points(result: Result, table: Sequence[int]) -> dict[int, float]:
    """The points of everybody in a result.

    Equal sides share the points of the places that they take, and the last place brings nothing.

    :param table: the points of the first place, the second and so on; further places bring nothing.
    """
    sides = sides_of(result)
    places = [side[0].place for side in sides]
    brought: dict[int, float] = {}
    for side, place in zip(sides, places, strict=True):
        better = sum(other < place for other in places)
        mine = share(better, places.count(place), len(sides), table)
        brought |= dict.fromkeys((one.user_id for one in side), mine)
    return brought


def share(better: int, equal: int, sides: int, table: Sequence[int]) -> float:
    """The points of a side: those of the places behind all `better` sides, shared by `equal` sides of so many."""
    worth = table[: sides - 1]
    return float(sum(worth[better : better + equal])) / equal

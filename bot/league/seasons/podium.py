"""The podium of a closed season: ties broken head to head, and medals."""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping
from itertools import combinations
from typing import Any, Final

from storage.league.standings import Finish, PlayerStanding

MEDALS: Final = ("🥇", "🥈", "🥉")


def head_to_head(finishes: Iterable[Finish], tied: Collection[int]) -> dict[int, int]:
    """Return how often each tied person was ahead of another, less how often behind.

    :param finishes: the places of people in the results of a season.
    """
    by_result: dict[int, list[Finish]] = {}
    for one in finishes:
        if one.user_id in tied:
            by_result.setdefault(one.result_id, []).append(one)
    ahead = dict.fromkeys(tied, 0)
    for met in by_result.values():
        for one, other in combinations(met, 2):
            difference = (one.place < other.place) - (one.place > other.place)
            ahead[one.user_id] += difference
            ahead[other.user_id] -= difference
    return ahead


def medals(table: Iterable[PlayerStanding], least_matches: int) -> dict[int, int]:
    """Return the medals: 1 for gold. People with too few matches are passed over.

    :param least_matches: the matches that a medal needs.
    """
    places = {one.rating.user_id: one.place for one in table if one.rating.matches >= least_matches}
    in_order = sorted(places.values())
    ranks = {user_id: 1 + bisect_left(in_order, place) for user_id, place in places.items()}
    return {user_id: rank for user_id, rank in ranks.items() if rank <= len(MEDALS)}


def medal_of(row: Mapping[str, Any]) -> int | None:
    """Return the medal in a row of a final table; older tables have only places."""
    medal: int | None = row.get("medal", row["place"] if row["place"] <= len(MEDALS) else None)
    return medal

"""The rating changes of a match."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.league.ratings.rating import ALL
from storage.database import Transaction
from storage.league import people, ratings, results
from storage.league.ratings import RatingChange


@dataclass(frozen=True)
class PlayerChange:
    """The rating changes of a person: at the game and overall."""

    user_id: int
    of_game: RatingChange
    of_all: RatingChange


@dataclass(frozen=True)
class MatchRatings:
    """The rating changes of a match; sides in order of place.

    :ivar names: the names of its people by their ids, as far as they are known.
    """

    changes: tuple[PlayerChange, ...] = ()
    names: Mapping[int, str] = field(default_factory=dict)


async def match_ratings(tx: Transaction, match_id: str) -> MatchRatings:
    """Return the rating changes of a match; none if uncounted."""
    result = await results.of_match(tx, match_id)
    if result is None or not result.counts:
        return MatchRatings()
    changed = {(one.scope, one.user_id): one for one in await ratings.of_result(tx, result.id)}
    by_place = sorted(result.places, key=lambda one: (one.place, one.side))
    changes = tuple(
        PlayerChange(one.user_id, changed[result.game, one.user_id], changed[ALL, one.user_id])
        for one in by_place
        if (result.game, one.user_id) in changed and (ALL, one.user_id) in changed
    )
    return MatchRatings(changes, await people.names(tx, result.guild_id, result.people))

"""Ratings, and their changes by results, only added or replaced."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from math import floor
from typing import Any, Final

from sqlalchemy import ColumnElement, case, delete, func, insert, literal, select, tuple_

from storage.database import Transaction
from storage.schema import league_places, leagues, rating_changes, ratings
from storage.transactions import field_columns

_C, _H = ratings.c, rating_changes.c

SHOWN_SCALE: Final = 24.0
"""The shown points per unit of the estimate: 2 sigma of a new player, 16.7, are 400 points."""
_ZERO: Final = 900
"""The rating shown for an estimate of 0, so 1500 for new players, whose estimate is 25."""
_FLOOR: Final = 400
"""The lowest rating shown."""


def shown(mu: float) -> int:
    """Return the number shown for a rating."""
    return max(_FLOOR, _ZERO + floor(SHOWN_SCALE * mu + 0.5))


def shown_column(mu: ColumnElement[Any]) -> ColumnElement[Any]:
    """Return the number of `shown`, computed by the database."""
    number = _ZERO + func.floor(SHOWN_SCALE * mu + 0.5)
    return case((number < _FLOOR, _FLOOR), else_=number)


@dataclass(frozen=True)
class Rating:
    """The rating of a person in a scope.

    :ivar mu: the estimate of their skill.
    :ivar sigma: the uncertainty of the estimate.
    :ivar matches: the number of counting matches.
    :ivar points: the points for places.
    :ivar last_at: the end of the last match.
    :ivar scores: the points of the results that score, the highest first, in a season of the best results.
    """

    scope: str
    user_id: int
    mu: float
    sigma: float
    matches: int
    wins: int
    points: float
    last_at: float
    scores: tuple[float, ...] = ()

    @classmethod
    def of_row(cls, row: Mapping[Any, Any]) -> "Rating":
        """Return the rating in a row."""
        return cls(**{**{part.name: row[part.name] for part in fields(cls)}, "scores": tuple(row["scores"])})


@dataclass(frozen=True)
class RatingChange:
    """The change of a rating by a result."""

    result_id: int
    scope: str
    user_id: int
    mu_before: float
    sigma_before: float
    mu_after: float
    sigma_after: float


async def standing_of(
    tx: Transaction, guild_id: int, generation: int, scopes: Collection[str], people: Collection[int]
) -> dict[tuple[str, int], Rating]:
    """Return people's ratings in some scopes; missing ratings are left out."""
    mine = (_C.guild_id == guild_id) & (_C.generation == generation)
    wanted = _chosen().where(mine, _C.scope.in_(scopes), _C.user_id.in_(people))
    return {(one.scope, one.user_id): one for one in await _read(tx, wanted)}


async def all_in(tx: Transaction, guild_id: int, generation: int, scope: str | None = None) -> tuple[Rating, ...]:
    """Return all ratings by scope and person, optionally of one scope."""
    wanted = _chosen().where(_C.guild_id == guild_id, _C.generation == generation)
    if scope is not None:
        wanted = wanted.where(_C.scope == scope)
    return await _read(tx, wanted.order_by(_C.scope, _C.user_id))


async def following(
    tx: Transaction, guild_id: int, generation: int, after: tuple[str, int], count: int
) -> tuple[Rating, ...]:
    """Return the next ratings of all scopes, by scope and person.

    :param after: the scope and the person before; ("", 0) for the first.
    """
    mine = (_C.guild_id == guild_id) & (_C.generation == generation)
    wanted = _chosen().where(mine, tuple_(_C.scope, _C.user_id) > tuple_(*map(literal, after)))
    return await _read(tx, wanted.order_by(_C.scope, _C.user_id).limit(count))


async def of_person(tx: Transaction, guild_id: int, generation: int, user_id: int) -> tuple[Rating, ...]:
    """Return all ratings of a person, by scope."""
    mine = (_C.guild_id == guild_id) & (_C.generation == generation) & (_C.user_id == user_id)
    return await _read(tx, _chosen().where(mine).order_by(_C.scope))


async def save(tx: Transaction, guild_id: int, generation: int, standings: Iterable[Rating]) -> None:
    """Save ratings, replacing earlier ones."""
    where = {"guild_id": guild_id, "generation": generation}
    await tx.save_all(ratings, [where | vars(one) | {"scores": list(one.scores)} for one in standings])


async def add_changes(tx: Transaction, guild_id: int, generation: int, changes: Sequence[RatingChange]) -> None:
    """Add the rating changes of results."""
    where = {"guild_id": guild_id, "generation": generation}
    if changes:
        await tx.execute(insert(rating_changes), [where | vars(one) for one in changes])


async def of_result(tx: Transaction, result_id: int) -> tuple[RatingChange, ...]:
    """Return a result's current rating changes, by scope and person."""
    wanted = _chosen_changes().where(_H.result_id == result_id, _holds())
    changes = await _changes(tx, wanted.order_by(_H.generation, _H.id))
    newest = {(one.scope, one.user_id): one for one in changes}
    return tuple(newest[key] for key in sorted(newest))


# --- Generations ------------------------------------------------------------------------------------------------------


async def drop_unfinished(tx: Transaction, guild_id: int, generation: int, count: int) -> int:
    """Delete unfinished generations, `count` rows per table; return their number."""
    gone = 0
    for table in (rating_changes, ratings):
        keys = tuple(table.primary_key)
        some = select(*keys).where(table.c.guild_id == guild_id, table.c.generation > generation).limit(count)
        row = keys[0] if len(keys) == 1 else tuple_(*keys)
        gone += (await tx.execute(delete(table).where(row.in_(some)))).rowcount
    return gone


async def drop_standings_before(tx: Transaction, guild_id: int, generation: int, count: int) -> int:
    """Delete at most `count` superseded standings; return their number."""
    keys = (_C.guild_id, _C.generation, _C.scope, _C.user_id)
    old = select(*keys).where(_C.guild_id == guild_id, _C.generation < generation).limit(count)
    return (await tx.execute(delete(ratings).where(tuple_(*keys).in_(old)))).rowcount


async def drop_superseded_changes(
    tx: Transaction, guild_id: int, generation: int, result_ids: Collection[int], count: int
) -> int:
    """Delete at most `count` superseded changes; return their number.

    Changes of people who are not in the result are deleted, too: their account was merged into another.

    :param generation: the current one. Newer, unfinished generations replace nothing yet.
    """
    newer = rating_changes.alias()
    replaced = (
        select(newer.c.id)
        .where(newer.c.result_id == _H.result_id, newer.c.scope == _H.scope, newer.c.user_id == _H.user_id)
        .where(newer.c.generation > _H.generation, newer.c.generation <= generation)
        .exists()
    )
    in_it = (
        select(league_places.c.user_id)
        .where(league_places.c.result_id == _H.result_id, league_places.c.user_id == _H.user_id)
        .exists()
    )
    stale = (_H.generation <= generation) & (replaced | ~in_it)
    # A sum, so that SQLite finds the rows by their results, and not among all of the server.
    old = select(_H.id).where(_H.guild_id + 0 == guild_id, _H.result_id.in_(result_ids), stale).limit(count)
    return (await tx.execute(delete(rating_changes).where(_H.id.in_(old)))).rowcount


def _holds() -> ColumnElement[bool]:
    """Return a condition for changes of generations once in use."""
    held = select(leagues.c.generation).where(leagues.c.guild_id == _H.guild_id).scalar_subquery()
    return _H.generation <= func.coalesce(held, 0)


def _chosen() -> Any:
    return select(*field_columns(ratings, Rating))


def _chosen_changes() -> Any:
    return select(*field_columns(rating_changes, RatingChange))


async def _changes(tx: Transaction, wanted: Any) -> tuple[RatingChange, ...]:
    return tuple(RatingChange(**row) for row in (await tx.execute(wanted)).mappings())


async def _read(tx: Transaction, wanted: Any) -> tuple[Rating, ...]:
    return tuple(map(Rating.of_row, (await tx.execute(wanted)).mappings()))

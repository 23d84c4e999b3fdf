"""Standings: places in a scope, their changes, and leaders' curves.

The database counts places, a page at a time. People whose shown numbers are equal share a place, in the order of
their ids.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, case, cast, distinct, false, func, select

from storage.database import Transaction
from storage.league.ratings import Rating, shown_column
from storage.league.results import is_there
from storage.schema import league_places, league_results, rating_changes, ratings

_C, _H, _R, _P = ratings.c, rating_changes.c, league_results.c, league_places.c
_COLUMNS = tuple(part.name for part in fields(Rating))


@dataclass(frozen=True)
class Scope:
    """The scope and the period of standings.

    :ivar order: the columns of ratings that decide places, the highest first, or the lowest after a minus.
    :ivar established: the number of matches from which a place is no longer provisional; 0: none is.
    """

    guild_id: int
    generation: int
    name: str
    order: tuple[str, ...]
    established: int


@dataclass(frozen=True)
class PlayerStanding:
    """A person's place, from 1."""

    place: int
    rating: Rating


@dataclass(frozen=True)
class Point:
    """A person's value at a time: skill estimate or total points."""

    user_id: int
    at: float
    value: float


@dataclass(frozen=True)
class Finish:
    """A person's place in a result."""

    user_id: int
    result_id: int
    place: int


@dataclass(frozen=True)
class PlacedPerson:
    """A place: `better` of `sides` are ahead, `equal` share it."""

    user_id: int
    at: float
    sides: int
    better: int
    equal: int


async def count(tx: Transaction, scope: Scope) -> int:
    """Return the number of people in a scope."""
    return int((await tx.execute(select(func.count()).select_from(ratings).where(*_in(scope)))).scalar_one())


async def page(tx: Transaction, scope: Scope, *, first: int = 0, count: int = 10) -> tuple[PlayerStanding, ...]:
    """Return a page of the standings."""
    ranked = _ranked(scope)
    wanted = select(ranked).order_by(ranked.c.rank, ranked.c.user_id).limit(count).offset(first)
    return tuple(map(_standing, (await tx.execute(wanted)).mappings()))


async def of_person(tx: Transaction, scope: Scope, user_id: int) -> PlayerStanding | None:
    """Return a person's place; None without a match there."""
    ranked = _ranked(scope)
    row = (await tx.execute(select(ranked).where(ranked.c.user_id == user_id))).mappings().one_or_none()
    return None if row is None else _standing(row)


async def places_then(tx: Transaction, scope: Scope, since: float, people: Collection[int]) -> dict[int, int]:
    """Return people's places at a time; later newcomers are missing.

    Later changes are subtracted from the current ratings, so the cost grows with the results since.
    """
    newest = (_H.generation.desc(), _H.id.desc())
    first = func.row_number().over(partition_by=_H.user_id, order_by=(_R.at, _R.id, *newest))
    changed = (
        select(_H.user_id, _H.mu_before, _H.result_id, first.label("number"))
        .select_from(league_results.join(rating_changes, _H.result_id == _R.id))
        .where(_R.guild_id == scope.guild_id, _R.at >= since, _R.why_not == "", _R.void == false())
        .where(_H.scope == scope.name, _H.generation <= scope.generation)
        .subquery()
    )
    since_then = (
        select(
            changed.c.user_id,
            func.max(case((changed.c.number == 1, changed.c.mu_before))).label("mu"),
            func.count(distinct(changed.c.result_id)).label("matches"),
        )
        .group_by(changed.c.user_id)
        .subquery()
    )
    mu = func.coalesce(since_then.c.mu, _C.mu)
    matches = _C.matches - func.coalesce(since_then.c.matches, 0)
    then = (
        select(_C.user_id, func.rank().over(order_by=_order(scope, {"matches": matches, "mu": mu})).label("rank"))
        .select_from(ratings.outerjoin(since_then, since_then.c.user_id == _C.user_id))
        .where(*_in(scope), matches > 0)
        .subquery()
    )
    rows = await tx.execute(select(then).where(then.c.user_id.in_(list(people))))
    return {int(row.user_id): int(row.rank) for row in rows}


async def ratings_over_time(
    tx: Transaction, scope: Scope, people: Collection[int], *, since: float, step: float
) -> tuple[Point, ...]:
    """Return people's rating curves since a time, by person and time.

    A curve starts with the rating before the first match in that time. Then each `step` seconds with a match have one
    point, the last rating in them.
    """
    part = cast(func.floor((_P.at - since) / step), Integer)
    newest = (_H.generation.desc(), _H.id.desc())
    last = func.row_number().over(
        partition_by=(_P.user_id, part), order_by=(_P.at.desc(), _P.result_id.desc(), *newest)
    )
    first = func.row_number().over(partition_by=_P.user_id, order_by=(_P.at, _P.result_id, *newest))
    field_columns = (
        select(_P.user_id, _P.at, _H.mu_before, _H.mu_after, last.label("last"), first.label("first"))
        .select_from(
            league_places.join(league_results, _R.id == _P.result_id).join(
                rating_changes, (_H.result_id == _P.result_id) & (_H.user_id == _P.user_id)
            )
        )
        .where(_P.guild_id == scope.guild_id, _P.user_id.in_(list(people)), _P.at >= since)
        .where(_R.why_not == "", _R.void == false(), _H.scope == scope.name, _H.generation <= scope.generation)
        .subquery()
    )
    wanted = select(field_columns).where((field_columns.c.last == 1) | (field_columns.c.first == 1))
    points: list[Point] = []
    for row in await tx.execute(
        wanted.order_by(field_columns.c.user_id, field_columns.c.at, field_columns.c.last.desc())
    ):
        if row.first == 1:
            points.append(Point(int(row.user_id), row.at, row.mu_before))
        if row.last == 1:
            points.append(Point(int(row.user_id), row.at, row.mu_after))
    return tuple(points)


async def places_over_time(
    tx: Transaction,
    guild_id: int,
    people: Collection[int],
    *,
    since: float,
    until: float,
    games: Sequence[str] = (),
) -> tuple[PlacedPerson, ...]:
    """Return people's places in counting results of a period, by time.

    :param games: the games to include; none for all.
    """
    other = league_places.alias()
    sides = select(func.count(distinct(other.c.side))).where(other.c.result_id == _P.result_id)
    better = sides.where(other.c.place < _P.place).scalar_subquery().label("better")
    equal = sides.where(other.c.place == _P.place).scalar_subquery().label("equal")
    wanted = (
        select(_P.user_id, _P.at, _P.sides, better, equal)
        .join(league_results, _R.id == _P.result_id)
        .where(*_counting_places(guild_id, people, since, until, games))
    )
    rows = await tx.execute(wanted.order_by(_P.at, _P.result_id, _P.user_id))
    return tuple(PlacedPerson(**row) for row in rows.mappings())


def _counting_places(
    guild_id: int, people: Collection[int], since: float, until: float, games: Sequence[str]
) -> list[ColumnElement[bool]]:
    """Return the conditions of people's places in counting results of a period."""
    of_games = [_P.game.in_(games)] if games else []
    within = [_P.guild_id == guild_id, _P.user_id.in_(list(people)), _P.at >= since, _P.at < until]
    return [*within, _R.why_not == "", _R.void == false(), is_there(), *of_games]


async def finishes(
    tx: Transaction,
    guild_id: int,
    people: Collection[int],
    *,
    since: float,
    until: float,
    games: Sequence[str] = (),
) -> tuple[Finish, ...]:
    """Return people's places in counting results of a period.

    :param games: the games to include; none for all.
    """
    wanted = (
        select(_P.user_id, _P.result_id, _P.place)
        .join(league_results, _R.id == _P.result_id)
        .where(*_counting_places(guild_id, people, since, until, games))
    )
    return tuple(Finish(**row) for row in (await tx.execute(wanted)).mappings())


def _in(scope: Scope) -> tuple[ColumnElement[bool], ...]:
    return _C.guild_id == scope.guild_id, _C.generation == scope.generation, _C.scope == scope.name


def _order(scope: Scope, changed: Mapping[str, ColumnElement[Any]] | None = None) -> list[ColumnElement[Any]]:
    """Return the order of places.

    :param changed: the columns with other values than the current ones.
    """
    columns: dict[str, ColumnElement[Any]] = {**dict(_C), **(changed or {})}
    # Equal numbers can differ in their last digits, as they are sums made in different orders.
    columns |= {"mu": shown_column(columns["mu"]), "points": func.round(columns["points"] * 1e6)}
    order: list[ColumnElement[Any]] = [
        columns[one[1:]].asc() if one.startswith("-") else columns[one].desc() for one in scope.order
    ]
    if not scope.established:
        return order
    return [case((columns["matches"] >= scope.established, 0), else_=1), *order]


def _ranked(scope: Scope) -> Any:
    rank = func.rank().over(order_by=_order(scope)).label("rank")
    ranked: Select[Any] = select(rank, *(_C[name] for name in _COLUMNS)).where(*_in(scope))
    return ranked.subquery()


def _standing(row: Any) -> PlayerStanding:
    return PlayerStanding(int(row["rank"]), Rating.of_row(row))


@dataclass(frozen=True)
class Placement:
    """A person's placement in a counting result."""

    user_id: int
    result_id: int
    won: bool


@dataclass(frozen=True)
class Rise:
    """A person's skill estimate before and after a period."""

    user_id: int
    before: float
    after: float


async def placed_between(tx: Transaction, guild_id: int, since: float, until: float) -> tuple[Placement, ...]:
    """Return all placements in counting results of a period, by time."""
    wanted = (
        select(_P.user_id, _P.result_id, _P.won)
        .select_from(league_results.join(league_places, _P.result_id == _R.id))
        .where(_R.guild_id == guild_id, _R.at >= since, _R.at < until, _R.why_not == "", _R.void == false())
        .where(is_there())
        .order_by(_R.at, _R.id, _P.side, _P.user_id)
    )
    return tuple(Placement(**row) for row in (await tx.execute(wanted)).mappings())


async def rating_rises(tx: Transaction, scope: Scope, since: float, until: float) -> tuple[Rise, ...]:
    """Return rating changes in a period, by person."""
    newest = (_H.generation.desc(), _H.id.desc())
    order = func.row_number().over(partition_by=_H.user_id, order_by=(_R.at, _R.id, *newest))
    back = func.row_number().over(partition_by=_H.user_id, order_by=(_R.at.desc(), _R.id.desc(), *newest))
    changed = (
        select(_H.user_id, _H.mu_before, _H.mu_after, order.label("first"), back.label("last"))
        .select_from(league_results.join(rating_changes, _H.result_id == _R.id))
        .where(_R.guild_id == scope.guild_id, _R.at >= since, _R.at < until, _R.why_not == "", _R.void == false())
        .where(_H.scope == scope.name, _H.generation <= scope.generation)
        .subquery()
    )
    wanted = select(changed).where((changed.c.first == 1) | (changed.c.last == 1))
    before: dict[int, float] = {}
    after: dict[int, float] = {}
    for row in await tx.execute(wanted):
        if row.first == 1:
            before[row.user_id] = row.mu_before
        if row.last == 1:
            after[row.user_id] = row.mu_after
    return tuple(Rise(user_id, before[user_id], after[user_id]) for user_id in sorted(before))

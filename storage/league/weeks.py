"""What happened in a league in a time, such as a week."""

from dataclasses import dataclass

from sqlalchemy import false, func, select

from storage.database import Transaction
from storage.schema import league_places, league_results, rating_changes

from .results import is_there
from .standings import Scope

_H, _R, _P = rating_changes.c, league_results.c, league_places.c


@dataclass(frozen=True)
class Played:
    """That somebody came in, in a result that counts."""

    user_id: int
    result_id: int
    won: bool


@dataclass(frozen=True)
class Rise:
    """What somebody's rating was before the time and after it, as the estimate of his skill."""

    user_id: int
    before: float
    after: float


async def played(tx: Transaction, guild_id: int, since: float, until: float) -> tuple[Played, ...]:
    """Who came in, in all results of a time that count, by time."""
    wanted = (
        select(_P.user_id, _P.result_id, _P.won)
        .select_from(league_results.join(league_places, _P.result_id == _R.id))
        .where(_R.guild_id == guild_id, _R.at >= since, _R.at < until, _R.why_not == "", _R.void == false())
        .where(is_there())
        .order_by(_R.at, _R.id, _P.side, _P.user_id)
    )
    return tuple(Played(**row) for row in (await tx.execute(wanted)).mappings())


async def rises(tx: Transaction, scope: Scope, since: float, until: float) -> tuple[Rise, ...]:
    """How the ratings of all who played in a time went in it, those that rose most first."""
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
    found = (Rise(user_id, before[user_id], after[user_id]) for user_id in before)
    return tuple(sorted(found, key=lambda one: (one.before - one.after, one.user_id)))

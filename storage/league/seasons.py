"""Seasons: times, counting matches and final tables."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, literal, select, tuple_, update

from storage.database import Transaction
from storage.schema import current_key, seasons
from storage.transactions import field_columns, to_row

_C = seasons.c


@dataclass(frozen=True)
class Season:
    """A season.

    :ivar id: 0 for an unsaved season.
    :ivar counting: the key of its kind.
    :ivar quarter: its quarter, such as ``2026-4``; None for a season that a person opened.
    :ivar games: the games that count in it; empty: all.
    :ivar starts_at: the earliest end of a match that belongs to it.
    :ivar ends_at: the time before which a match must end.
    :ivar points: the points for places, from the first on.
    :ivar best: the number of a person's results that score, the best ones; None: all.
    :ivar roles_since: since when the roles of its podium are due; None: they are not, or no longer.
    :ivar announced_at: when its end was announced, or would have been.
    :ivar final: its table once it is closed: rows of user_id, name, place, medal, matches, wins,
        points, mu and sigma.
    """

    id: int
    guild_id: int
    name: str
    starts_at: float
    ends_at: float
    counting: str = "rating"
    quarter: str | None = None
    games: tuple[str, ...] = ()
    points: tuple[int, ...] = (3, 1)
    opened_by: int | None = None
    closed_at: float | None = None
    final: tuple[Mapping[str, Any], ...] | None = field(default=None, repr=False)
    announced_at: float | None = None
    best: int | None = None
    roles_since: float | None = None

    def holds(self, game: str, at: float) -> bool:
        """Return True if a match that ended then counts in it."""
        return self.starts_at <= at < self.ends_at and (not self.games or game in self.games)


async def add(tx: Transaction, season: Season) -> int | None:
    """Save a season; return its id, None for a duplicate quarter."""
    row = _row(season)
    if season.quarter is not None:
        if not await tx.add_new(seasons, row):
            return None
        same = (_C.guild_id == season.guild_id) & (_C.quarter == season.quarter)
        return int((await tx.execute(select(_C.id).where(same))).scalar_one())
    return int((await tx.execute(insert(seasons).values(**row).returning(_C.id))).scalar_one())


async def load(tx: Transaction, guild_id: int, season_id: int) -> Season | None:
    """Return a season of a server."""
    found = await _read(tx, _C.guild_id == guild_id, _C.id == season_id)
    return found[0] if found else None


async def holding(tx: Transaction, guild_id: int, at: float) -> tuple[Season, ...]:
    """Return unclosed seasons running at a time, oldest first."""
    return await _read(tx, _C.guild_id == guild_id, _C.starts_at <= at, _C.ends_at > at, _C.closed_at.is_(None))


async def open_ones(tx: Transaction, guild_id: int) -> tuple[Season, ...]:
    """Return the seasons not yet closed, future ones too, oldest first."""
    return await _read(tx, _C.guild_id == guild_id, _C.closed_at.is_(None))


async def spans(tx: Transaction, guild_id: int) -> tuple[Season, ...]:
    """Return all seasons without their final tables, oldest first."""
    rows = await tx.execute(_HEADERS.where(_C.guild_id == guild_id).order_by(_C.starts_at, _C.id))
    return tuple(_season({**row, "final": None}) for row in rows.mappings())


async def page(tx: Transaction, guild_id: int, *, first: int = 0, count: int = 10) -> tuple[tuple[Season, ...], int]:
    """Return a page of seasons, last begun first, and their number.

    Their final tables are not loaded.
    """
    mine = _C.guild_id == guild_id
    wanted = _HEADERS.where(mine).order_by(_C.starts_at.desc(), _C.id.desc())
    rows = await tx.execute(wanted.limit(count).offset(first))
    total = (await tx.execute(select(func.count()).select_from(seasons).where(mine))).scalar_one()
    return tuple(_season({**row, "final": None}) for row in rows.mappings()), int(total)


async def to_close(tx: Transaction, now: float) -> tuple[Season, ...]:
    """Return all servers' seasons that are over but not closed."""
    return await _read(tx, _C.closed_at.is_(None), _C.ends_at <= now)


async def close(
    tx: Transaction, season_id: int, at: float, final: tuple[Mapping[str, Any], ...], *, ends_at: float | None = None
) -> bool:
    """Close a season with its table; False if already closed.

    :param ends_at: its new end; None to keep it.
    """
    wanted = update(seasons).where(_C.id == season_id, _C.closed_at.is_(None))
    values: dict[str, Any] = {"closed_at": at, "final": [dict(row) for row in final]}
    if ends_at is not None:
        values["ends_at"] = ends_at
    return (await tx.execute(wanted.values(**values))).rowcount > 0


async def rename(tx: Transaction, season_id: int, name: str) -> None:
    """Rename a season."""
    await tx.execute(update(seasons).where(_C.id == season_id).values(name=name))


async def set_best(tx: Transaction, season_id: int, best: int | None) -> bool:
    """Save how many results of a person score; False if closed."""
    wanted = update(seasons).where(_C.id == season_id, _C.closed_at.is_(None))
    return (await tx.execute(wanted.values(best=best))).rowcount > 0


async def remove(tx: Transaction, guild_id: int, season_id: int) -> bool:
    """Delete a season with its table; False if there is none."""
    return (await tx.execute(delete(seasons).where(_C.guild_id == guild_id, _C.id == season_id))).rowcount > 0


async def move(tx: Transaction, season_id: int, starts_at: float, ends_at: float) -> bool:
    """Move the times of an open season; False if closed."""
    wanted = update(seasons).where(_C.id == season_id, _C.closed_at.is_(None))
    return (await tx.execute(wanted.values(starts_at=starts_at, ends_at=ends_at))).rowcount > 0


async def closed_between(tx: Transaction, guild_id: int, since: float, until: float) -> tuple[Season, ...]:
    """Return the seasons closed in a period, with their tables."""
    return await _read(tx, _C.guild_id == guild_id, _C.closed_at >= since, _C.closed_at < until)


async def to_announce(tx: Transaction) -> tuple[Season, ...]:
    """Return closed, unannounced seasons of all servers with their tables."""
    return await _read(tx, _C.closed_at.is_not(None), _C.announced_at.is_(None))


async def announced_before(tx: Transaction, season: Season) -> Season | None:
    """Return the season announced last before an announced one, with its table."""
    own = tuple_(literal(season.announced_at), literal(season.id))
    earlier = (_C.guild_id == season.guild_id) & (tuple_(_C.announced_at, _C.id) < own)
    last = select(_C.id).where(earlier).order_by(_C.announced_at.desc(), _C.id.desc()).limit(1).scalar_subquery()
    found = await _read(tx, _C.id == last)
    return found[0] if found else None


async def set_announced(tx: Transaction, season_id: int, at: float, *, with_roles: bool = False) -> None:
    """Mark the end of a season as announced, and optionally the roles of its podium as due."""
    values = {"announced_at": at, "roles_since": at if with_roles else None}
    await tx.execute(update(seasons).where(_C.id == season_id).values(**values))


async def with_due_roles(tx: Transaction) -> tuple[Season, ...]:
    """Return all servers' seasons whose podium has to get roles, by server and announcement."""
    found = await _read(tx, _C.roles_since.is_not(None))
    return tuple(sorted(found, key=lambda one: (one.guild_id, one.announced_at or 0.0, one.id)))


async def settle_roles(tx: Transaction, season_ids: Collection[int]) -> bool:
    """Mark the roles of podiums as given, or given up; False if they were marked before."""
    due = update(seasons).where(_C.id.in_(season_ids), _C.roles_since.is_not(None))
    return (await tx.execute(due.values(roles_since=None))).rowcount > 0


async def _read(tx: Transaction, *conditions: ColumnElement[bool]) -> tuple[Season, ...]:
    rows = await tx.execute(_READ.where(*conditions))
    return tuple(_season(row) for row in rows.mappings())


_HEADERS = select(*field_columns(seasons, Season, without=("final",)))
_READ = _HEADERS.add_columns(_C.final).order_by(_C.starts_at, _C.id)


def _season(row: Any) -> Season:
    lists = {name: None if row[name] is None else tuple(row[name]) for name in ("points", "final")}
    lists["games"] = tuple(map(current_key, row["games"]))
    return Season(**{**row, **lists})


def _row(season: Season) -> dict[str, Any]:
    lists = {"games": list(season.games), "points": list(season.points)}
    final = None if season.final is None else [dict(one) for one in season.final]
    return to_row(season, without=("id",)) | lists | {"final": final}

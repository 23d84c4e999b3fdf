"""Series of tournaments; their tables are computed from the tournaments alone."""

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, insert, select, update

from storage.database import Transaction
from storage.league import club_nights, tournaments
from storage.league.tournament_values import Tournament, TournamentStage
from storage.schema import tournament_series
from storage.schema import tournaments as stored_tournaments
from storage.transactions import field_columns, to_row

_C, _T = tournament_series.c, stored_tournaments.c

USUAL_POINTS: Final = (10, 7, 5, 4, 3, 2, 1)


@dataclass(frozen=True)
class TournamentSeries:
    """A series of tournaments.

    :ivar id: 0 for an unsaved series.
    :ivar points: the scores of the places in a tournament, from the first; later ones score nothing.
    :ivar best: the number of tournaments that count for each person; 0 for all.
    """

    id: int
    guild_id: int
    name: str
    created_at: float
    points: tuple[int, ...] = USUAL_POINTS
    best: int = 0


async def add(tx: Transaction, series: TournamentSeries) -> int:
    """Save a new series; return its id."""
    added = await tx.execute(insert(tournament_series).values(**_row(series)).returning(_C.id))
    return int(added.scalar_one())


async def save(tx: Transaction, series: TournamentSeries) -> None:
    """Save a changed series."""
    await tx.execute(update(tournament_series).where(_C.id == series.id).values(**_row(series)))


async def load(tx: Transaction, guild_id: int, series_id: int) -> TournamentSeries | None:
    """Return a series of a server."""
    found = await _read(tx, _C.guild_id == guild_id, _C.id == series_id)
    return found[0] if found else None


async def in_guild(tx: Transaction, guild_id: int) -> tuple[TournamentSeries, ...]:
    """Return the series of a server, newest first."""
    return await _read(tx, _C.guild_id == guild_id)


async def remove(tx: Transaction, guild_id: int, series_id: int) -> bool:
    """Delete a series, not its tournaments; False if there is none."""
    await tx.execute(update(stored_tournaments).where(_T.series_id == series_id).values(series_id=None))
    await club_nights.leave_series(tx, series_id)
    wanted = delete(tournament_series).where(_C.guild_id == guild_id, _C.id == series_id)
    return (await tx.execute(wanted)).rowcount > 0


async def finished_in(tx: Transaction, series: TournamentSeries) -> tuple[Tournament, ...]:
    """Return the finished tournaments of a series, in the order of their ends."""
    over = (_T.series_id == series.id) & (_T.stage == TournamentStage.OVER.value)
    ids = (await tx.execute(select(_T.id).where(over).order_by(_T.ended_at, _T.id))).scalars().all()
    found = [await tournaments.load(tx, series.guild_id, int(one)) for one in ids]
    return tuple(one for one in found if one is not None)


async def _read(tx: Transaction, *conditions: ColumnElement[bool]) -> tuple[TournamentSeries, ...]:
    rows = await tx.execute(
        select(*field_columns(tournament_series, TournamentSeries)).where(*conditions).order_by(_C.id.desc())
    )
    return tuple(TournamentSeries(**{**row, "points": tuple(row["points"])}) for row in rows.mappings())


def _row(series: TournamentSeries) -> dict[str, Any]:
    return to_row(series, without=("id",)) | {"points": list(series.points)}

"""Players' reports of a move or result, for the operator.

Every function works in the caller's transaction. All times are unix seconds.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, insert, select, update

from storage.database import Transaction
from storage.schema import reports
from storage.transactions import field_columns

MAX_OPEN: Final = 20
"""The most open reports of one person."""

_C = reports.c


@dataclass(frozen=True)
class Report:
    """A player's report.

    :ivar id: 0 for one that has not been stored yet.
    :ivar guild_id: the server; 0 in direct messages.
    :ivar match_id: "" if there was none.
    :ivar game: "" if there was none.
    :ivar revision: the number of moves made in the match.
    :ivar shown: the last public events, in English and without names.
    :ivar text: the person's words.
    """

    id: int
    guild_id: int
    user_id: int
    name: str
    match_id: str
    game: str
    revision: int
    shown: str
    text: str
    at: float
    done_at: float | None = None


async def add(tx: Transaction, report: Report) -> bool:
    """Store a report and return True, unless too many wait."""
    mine = select(func.count()).where(_C.user_id == report.user_id, _C.done_at.is_(None))
    if (await tx.execute(mine)).scalar_one() >= MAX_OPEN:
        return False
    await tx.execute(insert(reports).values({name: value for name, value in vars(report).items() if name != "id"}))
    return True


async def found(tx: Transaction, since: float, *, done: bool, page: int, on_page: int) -> tuple[Sequence[Report], int]:
    """Return a page of reports, newest first, and the total number.

    :param done: whether to include those that are done.
    :param page: from 1.
    """
    wanted = _C.at >= since
    if not done:
        wanted &= _C.done_at.is_(None)
    total = (await tx.execute(select(func.count()).select_from(reports).where(wanted))).scalar_one()
    some = select(*field_columns(reports, Report)).where(wanted).order_by(_C.at.desc(), _C.id.desc())
    rows = await tx.execute(some.limit(on_page).offset((page - 1) * on_page))
    return [Report(**row) for row in rows.mappings()], int(total)


async def mark_done(tx: Transaction, ids: Collection[int], at: float) -> int:
    """Mark reports as done; return how many were open."""
    open_ones = update(reports).where(_C.id.in_(sorted(ids)), _C.done_at.is_(None))
    return (await tx.execute(open_ones.values(done_at=at))).rowcount

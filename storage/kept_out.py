"""People whom the moderators of a server keep out of its tables and tournaments."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import bindparam, delete, func, select, update

from storage.database import Transaction
from storage.schema import kept_out
from storage.transactions import field_columns, to_row

_C = kept_out.c


@dataclass(frozen=True)
class KeptOut:
    """A person kept out of a server's tables and tournaments.

    :ivar since: the unix time at which it began.
    :ivar until: the unix time at which it ends; None if it has no end.
    :ivar settled: whether their lobbies were left and the hosts of their tournaments informed.
    """

    guild_id: int
    user_id: int
    since: float
    until: float | None
    reason: str
    settled: bool = False


_COLUMNS = field_columns(kept_out, KeptOut)
_HOLDS = _C.until.is_(None) | (_C.until > bindparam("now"))
_READ_FIRST = (
    select(*_COLUMNS)
    .where(_C.guild_id == bindparam("guild"), _C.user_id.in_(bindparam("users", expanding=True)), _HOLDS)
    .order_by(_C.user_id)
    .limit(1)
)
_READ_UNSETTLED = select(*_COLUMNS).where(~_C.settled, _HOLDS).order_by(_C.guild_id, _C.user_id)


async def find(tx: Transaction, guild_id: int, user_ids: Collection[int], now: float) -> KeptOut | None:
    """Return the first of these people who is kept out, or None."""
    asked = {"guild": guild_id, "users": sorted(user_ids), "now": now}
    row = (await tx.execute(_READ_FIRST, asked)).mappings().one_or_none()
    return None if row is None else KeptOut(**row)


async def save(tx: Transaction, one: KeptOut) -> None:
    """Save or replace the row of a person."""
    await tx.save(kept_out, to_row(one))


async def remove(tx: Transaction, guild_id: int, user_id: int) -> None:
    """Let a person in again."""
    await tx.execute(delete(kept_out).where(_C.guild_id == guild_id, _C.user_id == user_id))


async def page(
    tx: Transaction, guild_id: int, now: float, *, first: int = 0, count: int = 10
) -> tuple[tuple[KeptOut, ...], int]:
    """Return a page of the people kept out, the latest first, and their number."""
    here = (_C.guild_id == guild_id) & _HOLDS
    wanted = select(*_COLUMNS).where(here).order_by(_C.since.desc(), _C.user_id).limit(count).offset(first)
    total = (await tx.execute(select(func.count()).select_from(kept_out).where(here), {"now": now})).scalar_one()
    return tuple(KeptOut(**row) for row in (await tx.execute(wanted, {"now": now})).mappings()), int(total)


async def load_unsettled(tx: Transaction, now: float, guild_id: int | None = None) -> tuple[KeptOut, ...]:
    """Return the people whose lobbies and hosts are not settled yet.

    :param guild_id: only those of this server.
    """
    wanted = _READ_UNSETTLED if guild_id is None else _READ_UNSETTLED.where(_C.guild_id == guild_id)
    return tuple(KeptOut(**row) for row in (await tx.execute(wanted, {"now": now})).mappings())


async def save_settled(tx: Transaction, one: KeptOut) -> None:
    """Mark a person's lobbies and hosts as settled."""
    same = (_C.guild_id == one.guild_id) & (_C.user_id == one.user_id) & (_C.since == one.since)
    await tx.execute(update(kept_out).where(same).values(settled=True))


async def delete_expired(tx: Transaction, now: float) -> int:
    """Delete the rows whose time is over; return their number."""
    return (await tx.execute(delete(kept_out).where(~_HOLDS), {"now": now})).rowcount

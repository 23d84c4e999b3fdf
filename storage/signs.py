"""Secret signs: pacts, last signs and pads.

Every function works in the caller's transaction. Signs are secrets: they are in no repr, and the caller decides who may
see a pact. The keys of signs are opaque here. The tables of the database are named after Kent, the first game with
signs.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import RowMapping, Table, bindparam, delete, insert, select

from storage.database import Missing, Transaction
from storage.schema import LIVE, kent_pacts, kent_pads, kent_signs, matches
from storage.transactions import field_columns, to_row


@dataclass(frozen=True)
class Pact:
    """The secret sign of a pair."""

    pair: int
    sign: str | None = field(default=None, repr=False)
    """The key of the agreed sign; None if there is none yet."""
    drawn: bool = False
    """Whether the bot drew the sign, because the pair did not agree in time."""
    open: bool = True
    """Whether the pair is agreeing now."""
    asked: bool = False
    """Whether a partner wants a new sign after the running deal."""
    proposals: tuple[str | None, str | None] = field(default=(None, None), repr=False)
    """The keys of the signs that the partners propose: the member with the lower seat, then the other."""


@dataclass(frozen=True)
class Pad:
    """The direct messages to the person of one seat."""

    seat: int
    user_id: int
    pad_id: int | None = None
    """The message that is the signal pad."""
    pact_id: int | None = None
    """The message in which the pair agrees."""
    channel_id: int | None = None
    """The direct message channel."""
    shut: bool = False
    """Whether the person accepts no direct messages."""


@dataclass(frozen=True)
class Sign:
    """A seat's last sign in the running deal."""

    seat: int
    sign: str = field(repr=False)
    """Its key."""
    at: float
    """When it was made."""
    number: int = 1
    """Its number in the deal, counted over all seats from 1: the same sign made twice is two signs."""


async def load(tx: Transaction, match_id: str) -> tuple[tuple[Pact, ...], tuple[Pad, ...]]:
    """Return a match's pacts by pair and pads by seat."""
    of_pairs = (
        select(*field_columns(kent_pacts, Pact)).where(kent_pacts.c.match_id == match_id).order_by(kent_pacts.c.pair)
    )
    of_seats = select(*field_columns(kent_pads, Pad)).where(kent_pads.c.match_id == match_id).order_by(kent_pads.c.seat)
    pacts = (await tx.execute(of_pairs)).mappings().all()
    pads = (await tx.execute(of_seats)).mappings().all()
    return tuple(_pact(row) for row in pacts), tuple(Pad(**row) for row in pads)


async def last_signs(tx: Transaction, match_id: str) -> tuple[Sign, ...]:
    """Return the seats' last signs in the running deal, oldest first."""
    of_seats = select(*field_columns(kent_signs, Sign)).where(kent_signs.c.match_id == match_id)
    signs = (await tx.execute(of_seats.order_by(kent_signs.c.number))).mappings().all()
    return tuple(Sign(**row) for row in signs)


async def save_pacts(tx: Transaction, match_id: str, pacts: Sequence[Pact]) -> None:
    """Replace all pacts of the match by these.

    :raises Missing: there is no such match.
    """
    rows = [to_row(pact) | {"proposals": list(pact.proposals)} for pact in pacts]
    await _replace(tx, kent_pacts, match_id, rows)


async def save_pads(tx: Transaction, match_id: str, pads: Sequence[Pad]) -> None:
    """Replace all pads of the match by these.

    :raises Missing: there is no such match.
    """
    await _replace(tx, kent_pads, match_id, [to_row(pad) for pad in pads])


async def save_signs(tx: Transaction, match_id: str, signs: Sequence[Sign]) -> None:
    """Replace all signs of the match by these.

    :raises Missing: there is no such match.
    """
    await _replace(tx, kent_signs, match_id, [to_row(sign) for sign in signs])


async def match_of_pad(tx: Transaction, message_id: int) -> str | None:
    """Return the live match of a pad's or pact's message."""
    here = (kent_pads.c.pad_id == message_id) | (kent_pads.c.pact_id == message_id)
    found = await tx.execute(select(kent_pads.c.match_id).join(matches).where(LIVE, here).distinct())
    match_id: str | None = found.scalar_one_or_none()
    return match_id


_READ_GUILD = select(matches.c.guild_id).where(matches.c.id == bindparam("match"))


async def _replace(tx: Transaction, table: Table, match_id: str, rows: Sequence[dict[str, Any]]) -> None:
    guild_id = (await tx.execute(_READ_GUILD, {"match": match_id})).scalar_one_or_none()
    if guild_id is None:
        raise Missing(f"there is no match {match_id!r}")
    await tx.execute(delete(table).where(table.c.match_id == match_id))
    if rows:
        await tx.execute(insert(table), [row | {"match_id": match_id, "guild_id": guild_id} for row in rows])


def _pact(row: RowMapping) -> Pact:
    first, second = row["proposals"]
    return Pact(**{**row, "proposals": (first, second)})

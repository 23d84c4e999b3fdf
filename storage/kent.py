"""Kent: what pairs agreed on in secret, the direct messages of the people at a table, and the calls of an evening.

Every function works in the transaction that it is given. All times are unix seconds. Signs are secrets: they are in no
repr, and whoever loads a pact answers for who gets to see it. The keys of signs mean nothing here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final

from sqlalchemy import RowMapping, Table, delete, func, insert, select

from storage.database import Missing, Transaction
from storage.schema import LIVE, deal_results, kent_pacts, kent_pads, match_log, matches, seats

_GAME: Final = "kent"
_NO_CALLS: Final = ("pass", "swap", "finish")
"""The verbs of the log entries that are no calls: the two moves, and the table's end of a match."""


@dataclass(frozen=True)
class Pact:
    """What a pair agreed on in secret."""

    pair: int
    sign: str | None = field(default=None, repr=False)
    """The key of the agreed sign; None before there is one."""
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
    """The direct messages of one seat's person."""

    seat: int
    user_id: int
    pad_id: int | None = None
    """The message that is the signal pad."""
    pact_id: int | None = None
    """The message in which the pact is made."""
    channel_id: int | None = None
    """The direct message channel."""
    shut: bool = False
    """Whether his direct messages turned out to be shut."""


@dataclass(frozen=True)
class Call:
    """One call, and what the deal that it ended brought."""

    match_id: str
    deal: int
    """The number of the deal in its match, counted from 1."""
    seat: int
    user_id: int | None
    """Who called; None for a computer player."""
    name: str
    move: str
    """The text of the move, as `kent` or `stop@1`."""
    at: float
    points: tuple[int, ...]
    """What the deal brought each seat, in seat order."""
    players: tuple[tuple[int | None, str], ...]
    """The user id, None for a computer player, and the name on each seat, in seat order.

    The ids are those that the deal was booked with; the names are those that the seats have now.
    """


async def load(tx: Transaction, match_id: str) -> tuple[tuple[Pact, ...], tuple[Pad, ...]]:
    """The pacts of a match by pair and its pads by seat; none of either for another game or an unknown match."""
    of_pairs = select(*_chosen(kent_pacts, Pact)).where(kent_pacts.c.match_id == match_id).order_by(kent_pacts.c.pair)
    of_seats = select(*_chosen(kent_pads, Pad)).where(kent_pads.c.match_id == match_id).order_by(kent_pads.c.seat)
    pacts = (await tx.execute(of_pairs)).mappings().all()
    pads = (await tx.execute(of_seats)).mappings().all()
    return tuple(_pact(row) for row in pacts), tuple(Pad(**row) for row in pads)


async def save_pacts(tx: Transaction, match_id: str, pacts: Sequence[Pact]) -> None:
    """Put these pacts in place of all that the match has.

    :raises Missing: there is no such match.
    """
    rows = [_columns(pact) | {"proposals": list(pact.proposals)} for pact in pacts]
    await _replace(tx, kent_pacts, match_id, rows)


async def save_pads(tx: Transaction, match_id: str, pads: Sequence[Pad]) -> None:
    """Put these pads in place of all that the match has.

    :raises Missing: there is no such match.
    """
    await _replace(tx, kent_pads, match_id, [_columns(pad) for pad in pads])


async def match_of_pad(tx: Transaction, message_id: int) -> str | None:
    """The id of the live match of which this message is a pad, or the message in which a pact is made."""
    here = (kent_pads.c.pad_id == message_id) | (kent_pads.c.pact_id == message_id)
    found = await tx.execute(select(kent_pads.c.match_id).join(matches).where(LIVE, here).distinct())
    match_id: str | None = found.scalar_one_or_none()
    return match_id


async def calls(tx: Transaction, channel_id: int, since: float) -> tuple[Call, ...]:
    """The calls made at Kent in a channel at a time or after it, the oldest first, whether their match is over or not.

    A deal lasts until somebody calls, so the n-th call of a match is the one that ended its n-th deal.
    """
    nth = func.row_number().over(partition_by=match_log.c.match_id, order_by=match_log.c.revision)
    numbered = (
        select(*(match_log.c[name] for name in ("match_id", "revision", "seat", "user_id", "move", "at")))
        .add_columns(nth.label("deal"))
        .join(matches)
        .where(matches.c.channel_id == channel_id, matches.c.game == _GAME)
        .where(*(~match_log.c.move.startswith(verb) for verb in _NO_CALLS))
        .subquery()
    )
    of_deal = (deal_results.c.match_id == numbered.c.match_id) & (deal_results.c.deal == numbered.c.deal)
    of_seat = (seats.c.match_id == deal_results.c.match_id) & (seats.c.seat == deal_results.c.seat)
    wanted = (
        select(numbered, deal_results.c.points, seats.c.name)
        .add_columns(deal_results.c.seat.label("place"), deal_results.c.user_id.label("person"))
        .join(deal_results, of_deal)
        .join(seats, of_seat)
        .where(numbered.c.at >= since)
        .order_by(numbered.c.at, numbered.c.match_id, numbered.c.deal, deal_results.c.seat)
    )
    found: dict[tuple[str, int], list[RowMapping]] = {}
    for row in (await tx.execute(wanted)).mappings():
        found.setdefault((row["match_id"], row["deal"]), []).append(row)
    return tuple(_call(rows) for rows in found.values())


async def _replace(tx: Transaction, table: Table, match_id: str, rows: Sequence[dict[str, Any]]) -> None:
    guild_id = (await tx.execute(select(matches.c.guild_id).where(matches.c.id == match_id))).scalar_one_or_none()
    if guild_id is None:
        raise Missing(f"there is no match {match_id!r}")
    await tx.execute(delete(table).where(table.c.match_id == match_id))
    if rows:
        await tx.execute(insert(table), [row | {"match_id": match_id, "guild_id": guild_id} for row in rows])


def _columns(value: Pact | Pad) -> dict[str, Any]:
    """A dataclass as columns: the fields have the names of the columns."""
    return {part.name: getattr(value, part.name) for part in fields(value)}


def _chosen(table: Table, kind: type[Pact] | type[Pad]) -> list[Any]:
    """The columns of a table that are the fields of a dataclass, in its order."""
    return [table.c[part.name] for part in fields(kind)]


def _pact(row: RowMapping) -> Pact:
    first, second = row["proposals"]
    return Pact(**{**row, "proposals": (first, second)})


def _call(rows: Sequence[RowMapping]) -> Call:
    """A call from what its deal brought, one row for each seat in order."""
    made = rows[0]
    return Call(
        match_id=made["match_id"],
        deal=made["deal"],
        seat=made["seat"],
        user_id=made["user_id"],
        name=next(row["name"] for row in rows if row["place"] == made["seat"]),
        move=made["move"],
        at=made["at"],
        points=tuple(row["points"] for row in rows),
        players=tuple((row["person"], row["name"]) for row in rows),
    )

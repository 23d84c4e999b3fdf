"""Kent: the calls of a period, for a tally.

Every function works in the caller's transaction. All times are unix seconds.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import RowMapping, func, select

from storage.database import Transaction
from storage.schema import deal_results, match_log, matches, seats

_GAME: Final = "kent"
_NO_CALLS: Final = ("pass", "swap", "finish")
"""The verbs that are not calls: two moves, and the end."""


@dataclass(frozen=True)
class RecordedCall:
    """A call, and the points of its deal."""

    match_id: str
    deal: int
    """The number of the deal in its match, counted from 1."""
    seat: int
    user_id: int | None
    """The caller; None for a computer player."""
    name: str
    move: str
    """The text of the move, as `kent` or `stop@1`."""
    at: float
    points: tuple[int, ...]
    """The points of each seat in that deal, in seat order."""
    players: tuple[tuple[int | None, str], ...]
    """The user id, None for a computer player, and the name on each seat, in seat order.

    The ids are from the results of the deal; the names are those that the seats have now.
    """


async def calls(
    tx: Transaction, guild_id: int, since: float, channel_ids: Collection[int] | None = None
) -> tuple[RecordedCall, ...]:
    """Return the calls in some channels or the whole server since a time, oldest first.

    Each deal ends with a call, so the n-th call of a match ended its n-th deal.
    """
    here = (matches.c.guild_id == guild_id) & (matches.c.game == _GAME)
    here &= matches.c.ended_at.is_(None) | (matches.c.ended_at >= since)
    if channel_ids is not None:
        here &= matches.c.channel_id.in_(channel_ids)
    nth = func.row_number().over(partition_by=match_log.c.match_id, order_by=match_log.c.revision)
    numbered = (
        select(*(match_log.c[name] for name in ("match_id", "revision", "seat", "user_id", "move", "at")))
        .add_columns(nth.label("deal"))
        .join(matches)
        .where(here)
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


def _call(rows: Sequence[RowMapping]) -> RecordedCall:
    """Return a call from its deal's results, one per seat."""
    made = rows[0]
    return RecordedCall(
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

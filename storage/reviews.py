"""Reviews of finished matches, one per seat, saved in pieces.

Every function works in the caller's transaction. All times are unix seconds. Judgements are plain JSON, opaque here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select

from storage.database import Transaction
from storage.schema import reviews
from storage.transactions import field_columns, to_row

_C = reviews.c


@dataclass(frozen=True)
class StoredReview:
    """The review of one seat.

    :ivar user_id: the person at the seat; None for a computer.
    :ivar judgements: the judgements made so far, in the order of the log.
    :ivar total: the number of decisions of the seat.
    :ivar chips: whether the sums are in tenths of a chip, else in ten-thousandths of the match.
    :ivar accuracy: the mean accuracy of the decisions, from 0 to 100; None until all are judged, or without any.
    :ivar luck: the sum of the changes by luck; None until all are judged.
    :ivar play: the sum of the changes by play; None until all are judged.
    """

    match_id: str
    guild_id: int
    seat: int
    user_id: int | None
    game: str
    judgements: Sequence[dict[str, Any]]
    total: int
    done: bool
    chips: bool
    accuracy: float | None
    luck: int | None
    play: int | None
    at: float


async def load(tx: Transaction, match_id: str, seat: int) -> StoredReview | None:
    """Return the review of a seat, which may be unfinished."""
    wanted = select(*field_columns(reviews, StoredReview)).where(_C.match_id == match_id, _C.seat == seat)
    row = (await tx.execute(wanted)).mappings().one_or_none()
    return None if row is None else StoredReview(**row)


async def save(tx: Transaction, review: StoredReview) -> None:
    """Save a review, replacing its earlier state."""
    await tx.save(reviews, to_row(review))


async def of_person(tx: Transaction, guild_id: int, user_id: int, since: float = 0.0) -> Sequence[StoredReview]:
    """Return a person's finished reviews in a server, the oldest first.

    :param since: the earliest end of the review.
    """
    own = (_C.guild_id == guild_id) & (_C.user_id == user_id) & _C.done & (_C.at >= since)
    rows = await tx.execute(select(*field_columns(reviews, StoredReview)).where(own).order_by(_C.at, _C.match_id))
    return [StoredReview(**row) for row in rows.mappings()]


async def forget(tx: Transaction, match_id: str) -> None:
    """Delete the reviews of a match."""
    await tx.execute(delete(reviews).where(_C.match_id == match_id))

"""Reviews of finished matches, one per seat, saved in pieces.

Every function works in the caller's transaction. All times are unix seconds. Judgements are plain JSON, opaque here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from storage.database import Transaction
from storage.schema import matches, reviews
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


async def of_person(
    tx: Transaction, guild_id: int, user_id: int, *, since: float = 0.0, game: str | None = None
) -> Sequence[StoredReview]:
    """Return a person's finished reviews, without helped matches.

    :param since: the earliest end of the match.
    :param game: the only game; None: any.
    """
    own = (_C.guild_id == guild_id) & (_C.user_id == user_id) & _C.done
    own &= ~matches.c.helped & (matches.c.ended_at >= since)
    if game is not None:
        own &= _C.game == game
    wanted = select(*field_columns(reviews, StoredReview)).join(matches, matches.c.id == _C.match_id).where(own)
    rows = await tx.execute(wanted.order_by(matches.c.ended_at, _C.match_id))
    return [StoredReview(**row) for row in rows.mappings()]

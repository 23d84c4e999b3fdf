"""Standings at solitaires, by a server's results at daily deals."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select

from storage.database import Transaction
from storage.schema import solo_players, solos
from storage.solo import SoloStatus

_S, _P = solos.c, solo_players.c


@dataclass(frozen=True)
class SolitaireStanding:
    """A person's place, by days solved at first try, then moves.

    :ivar name: their name in the server.
    :ivar moves: the moves of all these deals together.
    """

    place: int
    user_id: int
    name: str
    days: int
    moves: int


@dataclass(frozen=True)
class Days:
    """A solitaire and two inclusive dates like ``2026-11-01``."""

    game: str
    first: str
    last: str


async def page(
    tx: Transaction, guild_id: int, days: Days, *, first: int = 0, count: int = 10
) -> tuple[tuple[SolitaireStanding, ...], int]:
    """Return a page of standings, and the number of people."""
    ranked = _ranked(guild_id, days)
    total = (await tx.execute(select(func.count()).select_from(ranked))).scalar_one()
    rows = await tx.execute(select(ranked).order_by(ranked.c.place, ranked.c.user_id).limit(count).offset(first))
    return tuple(SolitaireStanding(**row) for row in rows.mappings()), int(total)


async def of_person(tx: Transaction, guild_id: int, days: Days, user_id: int) -> SolitaireStanding | None:
    """Return a person's place; None without a counting solution."""
    ranked = _ranked(guild_id, days)
    row = (await tx.execute(select(ranked).where(ranked.c.user_id == user_id))).mappings().one_or_none()
    return None if row is None else SolitaireStanding(**row)


def _ranked(guild_id: int, days: Days) -> Any:
    solved, moves = func.count(), func.sum(_S.moves)
    return (
        select(
            func.rank().over(order_by=(solved.desc(), moves)).label("place"),
            _S.user_id,
            func.max(_P.name).label("name"),
            solved.label("days"),
            moves.label("moves"),
        )
        .join(solo_players, _P.user_id == _S.user_id)
        .where(_P.guild_id == guild_id, _S.game == days.game, _S.day >= days.first, _S.day <= days.last)
        .where(_S.counted, ~_S.helped, _S.status == SoloStatus.SOLVED.value, _S.ended_at.is_not(None))
        .group_by(_S.user_id)
        .subquery()
    )

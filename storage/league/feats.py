"""Feats: what people did in a match that is told of them, beside how it ended for them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import false, func, insert, select

from storage.database import Transaction
from storage.schema import league_feats, league_results

BEST_DEAL = "best_deal"
"""The points of the best deal, where many are good."""

RIGHT = "right"
WRONG = "wrong"
"""How many calls were right, and how many were not."""

MADE = "made"
MISSED = "missed"
"""How many bids were made, and how many were not."""

_F, _R = league_feats.c, league_results.c


@dataclass(frozen=True)
class Feat:
    """What somebody has done in all matches of a game.

    :ivar total: all numbers together.
    :ivar best: the largest of them.
    """

    game: str
    feat: str
    total: int
    best: int


async def add(
    tx: Transaction, guild_id: int, result_id: int, game: str, numbers: Mapping[tuple[int, str], int]
) -> None:
    """Keep the feats of a match.

    :param numbers: (user id, feat) -> number.
    :raises Conflict: they are kept already.
    """
    where = {"result_id": result_id, "guild_id": guild_id, "game": game}
    rows = [where | {"user_id": one, "feat": feat, "number": number} for (one, feat), number in sorted(numbers.items())]
    if rows:
        await tx.execute(insert(league_feats), rows)


async def of_person(tx: Transaction, guild_id: int, user_id: int) -> tuple[Feat, ...]:
    """What a person has done, by game and feat; nothing of matches that have been taken out."""
    wanted = (
        select(_F.game, _F.feat, func.sum(_F.number), func.max(_F.number))
        .join(league_results, _R.id == _F.result_id)
        .where(_F.guild_id == guild_id, _F.user_id == user_id, _R.void == false())
        .group_by(_F.game, _F.feat)
        .order_by(_F.game, _F.feat)
    )
    rows: Any = await tx.execute(wanted)
    return tuple(Feat(game, feat, int(total), int(best)) for game, feat, total, best in rows)

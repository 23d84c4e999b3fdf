"""Who is to sit where at a table that was opened for a pairing of a tournament."""

from __future__ import annotations

from bot.league.fixtures.formats import seat_order
from bot.requests.request import Request
from storage.league import pairings

__all__ = ["agreed_seats"]


async def agreed_seats(request: Request, match_id: str) -> tuple[int, ...]:
    """The users of a pairing seat by seat, partners as the game has them; none for a table that is for anybody.

    :raises StorageError: if that cannot be read.
    """
    async with request.shared.database.read() as tx:
        sides = await pairings.meant_for(tx, match_id)
    table = await request.shared.tables.find(match_id) if sides else None
    return () if table is None else seat_order(table.stored.game, list(map(list, sides)))

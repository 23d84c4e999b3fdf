"""Servers that the bot has left: when that was, and forgetting them in pieces.

Every function works in the transaction that it is given. All times are unix seconds.
"""

from collections.abc import Collection
from typing import Final

from sqlalchemy import delete, func, select, tuple_

from storage.database import Transaction
from storage.schema import (
    departures,
    leagues,
    matches,
    metadata,
    player_settings,
    reports,
    server_settings,
    solo_players,
    solos,
)

_C = departures.c

_EVIDENT: Final = (matches, server_settings, player_settings, solos, solo_players, leagues, reports)
"""Tables of which one at least has a row of every server of which anything is kept."""


async def mark_left(tx: Transaction, guild_id: int, at: float) -> bool:
    """Record when the bot left a server; return False if that is already recorded."""
    return await tx.add_new(departures, {"guild_id": guild_id, "left_at": at})


async def mark_returned(tx: Transaction, guild_ids: Collection[int]) -> int:
    """Record that the bot is in these servers, which are kept; return how many it had left."""
    if not guild_ids:
        return 0
    gone = (await tx.execute(select(_C.guild_id))).scalars().all()
    here = sorted(set(gone) & set(guild_ids))
    for guild_id in here:
        await tx.execute(delete(departures).where(_C.guild_id == guild_id))
    return len(here)


async def due(tx: Transaction, before: float) -> tuple[int, ...]:
    """Return the servers that the bot left at a time or before it, the oldest departure first."""
    wanted = select(_C.guild_id).where(_C.left_at <= before).order_by(_C.left_at, _C.guild_id)
    return tuple((await tx.execute(wanted)).scalars())


async def stored_guilds(tx: Transaction) -> frozenset[int]:
    """Return the servers of which anything is kept; direct messages are none."""
    found: set[int] = set()
    for table in _EVIDENT:
        found.update((await tx.execute(select(table.c.guild_id).distinct())).scalars())
    return frozenset(found - {0})


async def forget(tx: Transaction, guild_id: int, most: int) -> int:
    """Delete up to `most` rows of a server, from all tables; return their number.

    When nothing is left its departure is forgotten too. Rows that refer to others go before them.
    """
    left_over = most
    for table in (one for one in reversed(metadata.sorted_tables) if "guild_id" in one.c and one is not departures):
        keys = tuple(table.primary_key)
        some = select(*keys).where(table.c.guild_id == guild_id).limit(left_over)
        row = keys[0] if len(keys) == 1 else tuple_(*keys)
        left_over -= (await tx.execute(delete(table).where(row.in_(some)))).rowcount
        if left_over <= 0:
            return most
    await tx.execute(delete(departures).where(_C.guild_id == guild_id))
    return most - left_over


async def is_gone(tx: Transaction, guild_id: int) -> bool:
    """Return True if the bot has left a server and not returned."""
    wanted = select(func.count()).select_from(departures).where(_C.guild_id == guild_id)
    return bool((await tx.execute(wanted)).scalar_one())

"""Servers that the bot has left, and their deletion.

Every function works in the caller's transaction. All times are unix seconds.
"""

from collections.abc import Collection
from typing import Final

from sqlalchemy import delete, func, select, tuple_, union

from storage.database import Transaction
from storage.schema import (
    departures,
    leagues,
    matches,
    metadata,
    player_settings,
    puzzle_attempts,
    puzzle_solvers,
    reports,
    server_settings,
    solo_players,
    solos,
)

_C = departures.c

_EVIDENT: Final = (
    matches,
    server_settings,
    player_settings,
    solos,
    solo_players,
    leagues,
    reports,
    puzzle_attempts,
    puzzle_solvers,
)
"""Tables that together have a row of every stored server."""

_STORED: Final = union(*(select(table.c.guild_id) for table in _EVIDENT))


async def mark_left(tx: Transaction, guild_id: int, at: float) -> bool:
    """Record a departure; return False if already recorded."""
    return await tx.add_new(departures, {"guild_id": guild_id, "left_at": at})


async def mark_returned(tx: Transaction, guild_ids: Collection[int]) -> int:
    """Record the bot's presence; return the number of returns."""
    if not guild_ids:
        return 0
    gone = (await tx.execute(select(_C.guild_id))).scalars().all()
    here = sorted(set(gone) & set(guild_ids))
    for guild_id in here:
        await tx.execute(delete(departures).where(_C.guild_id == guild_id))
    return len(here)


async def due(tx: Transaction, before: float) -> tuple[int, ...]:
    """Return the servers left by a time, oldest departure first."""
    wanted = select(_C.guild_id).where(_C.left_at <= before).order_by(_C.left_at, _C.guild_id)
    return tuple((await tx.execute(wanted)).scalars())


async def stored_guilds(tx: Transaction) -> frozenset[int]:
    """Return all servers with data, without direct messages."""
    return frozenset((await tx.execute(_STORED)).scalars()) - {0}


async def forget(tx: Transaction, guild_id: int, most: int) -> int:
    """Delete up to `most` rows of a server; return their number.

    Rows that refer to others are deleted before them. When no row is left, the departure is deleted, too.
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
    """Return True if the bot has left and not returned."""
    wanted = select(func.count()).select_from(departures).where(_C.guild_id == guild_id)
    return bool((await tx.execute(wanted)).scalar_one())

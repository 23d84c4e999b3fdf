"""Shard connections, as health checks see them.

Read `connection_of` first. Only this module reads private names of discord.py's gateway.
"""

from dataclasses import dataclass
from math import isfinite, nan
from time import perf_counter
from typing import Any, Final

import discord

ACK_GRACE_S: Final = 15.0
"""Seconds beyond the heartbeat interval after which a missing acknowledgement is a fault."""


@dataclass(frozen=True)
class ShardConnection:
    """The connection of one shard.

    :ivar fault: the fault of the connection in a few words; None if it works.
    :ivar latency_s: seconds from the last heartbeat to its acknowledgement; not a number if unknown.
    """

    fault: str | None
    latency_s: float


def connection_of(client: discord.AutoShardedClient, shard_id: int) -> ShardConnection:
    """Return the state of a shard's connection.

    `Client.is_ready` stays True after the connection is lost, so this reads the socket and the heartbeat.
    """
    shard = client.shards.get(shard_id)
    if shard is None:
        return ShardConnection("no connection yet", nan)
    latency = shard.latency if isfinite(shard.latency) else nan
    if shard.is_closed():
        return ShardConnection("the connection is closed", latency)
    silent_s = _overdue_s(shard)
    fault = None if silent_s is None else f"no heartbeat was acknowledged for {silent_s:.0f} seconds"
    return ShardConnection(fault, latency)


def _overdue_s(shard: discord.ShardInfo) -> float | None:
    """Return the seconds since the last heartbeat, if overdue."""
    # None before the first message from Discord. A simulated Discord has no heartbeats.
    keep_alive: Any = getattr(shard._parent.ws, "_keep_alive", None)  # noqa: SLF001  # discord.py has no public name
    if keep_alive is None:
        return None
    age: float = perf_counter() - keep_alive._last_ack  # noqa: SLF001  # discord.py has no public name
    return age if age > (keep_alive.interval or 0.0) + ACK_GRACE_S else None

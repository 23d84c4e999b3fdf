"""Advisory locks of PostgreSQL: one for each shard, on a connection that does nothing else but hear notices.

The server gives the locks back when that connection ends: at once when the process is killed, and within ten seconds
when the network between them is. The process looks once a second whether the connection is still there, and knows
before the server does that it is not. Such locks need a real connection: a pooler that lends one for a transaction at
a time (PgBouncer in its mode `transaction`) cannot stand between.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import asyncpg

from storage.engines import PATIENCE, POOL_PATIENCE, Address
from storage.errors import translated

if TYPE_CHECKING:
    _Connection = asyncpg.Connection[asyncpg.Record]

__all__ = ["HEARTBEAT", "AdvisoryLocks"]

logger = logging.getLogger(__name__)

HEARTBEAT = 1.0
"""Seconds between two looks at the connection."""

_NO_ANSWER: Final = 3.0
"""After so many seconds without an answer the connection is taken to be lost; less than the server waits for us."""

_LOOKS: Final = 50

_KEEPALIVE: Final = {
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "2",
    "tcp_user_timeout": "9000",
}
"""When the server gives up a silent connection: 5 s, then twice 2 s."""

# The first numbers of our advisory locks, any that are ours in the database; the second is the shard, or the count.
_SHARD: Final = 0x626F6E65
_COUNT: Final = 0x626F6E66
_DOOR: Final = 0x626F6E67

_HOLDERS: Final = """
    SELECT l.objid::bigint AS number, a.pid, a.application_name AS name, host(a.client_addr) AS address
    FROM pg_locks l LEFT JOIN pg_stat_activity a USING (pid)
    WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2 AND l.classid::bigint = $1
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND l.pid <> pg_backend_pid()"""

_Heard = Callable[[str], None]


@dataclass(frozen=True)
class _Holder:
    number: int
    pid: int | None
    name: str | None
    address: str | None

    def __str__(self) -> str:
        place = f" at {self.address}" if self.address else ""
        return f"{self.name.removeprefix(_PREFIX) if self.name else 'another process'}{place}"


_PREFIX: Final = "boneyard "


class AdvisoryLocks:
    """The locks of the shards that one process runs, on a database of PostgreSQL.

    All processes on one database have to agree on the number of shards, or two would look after the same server: one
    that counts differently gets no lock either.

    :param count: how many shards there are in all processes.
    :param ids: those of this process.
    :param name: how others find this process; no two have the same.
    """

    def __init__(self, address: Address, count: int, ids: Sequence[int], name: str) -> None:
        self._address = address
        self._count = count
        self.ids = tuple(sorted(ids))
        self._name = f"{_PREFIX}{name}"
        self._connection: _Connection | None = None
        self._lost: Callable[[], None] | None = None
        self._listeners: dict[str, _Heard] = {}
        self._listening: _Connection | None = None
        self._beats: asyncio.Task[None] | None = None
        self.held = False

    def on_loss(self, callback: Callable[[], None]) -> None:
        """See `Locks.on_loss`."""
        self._lost = callback

    def listen(self, channel: str, heard: _Heard) -> None:
        """Call this with what others notify on a channel of the database; to be set up before the first `take`.

        What is notified while the locks are lost is not heard. While somebody else holds them it may be.
        """
        self._listeners[channel] = heard

    async def take(self) -> str | None:
        """See `Locks.take`."""
        if self.held:
            return None
        try:
            if self._connection is None or self._connection.is_closed():
                self._connection = await self._connected()
            # First listen, then take: what is told from the moment on in which the locks are ours is heard.
            if self._connection is not self._listening:
                for channel, heard in self._listeners.items():
                    await self._connection.add_listener(channel, _passing_on(heard))
                self._listening = self._connection
            holder = await self._taken(self._connection)
            if holder is not None:
                return holder
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
            self._drop()
            raise translated(error) from error
        except BaseException:
            self._drop()
            raise
        self.held = True
        self._connection.add_termination_listener(self._ended)
        # In a context of its own: it goes on beside whatever is being done here, and is no part of it.
        beat = partial(asyncio.get_running_loop().create_task, self._beat(self._connection), name="heartbeat of locks")
        self._beats = Context().run(beat)
        return None

    async def give_back(self) -> None:
        """See `Locks.give_back`."""
        self.held = False
        beats, self._beats = self._beats, None
        if beats is not None:
            beats.cancel()
            await asyncio.gather(beats, return_exceptions=True)
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                await connection.close(timeout=_NO_ANSWER)
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError):
                connection.terminate()

    # --- Taking ----------------------------------------------------------------------------------------------------

    async def _connected(self) -> _Connection:
        settings = {"application_name": self._name, "lock_timeout": f"{PATIENCE * 1000:.0f}ms", **_KEEPALIVE}
        url = self._address.url
        options = url.get_dialect()().create_connect_args(url)[1]
        for name in [one for one in options if one.startswith("prepared_statement")]:
            del options[name]  # SQLAlchemy's own
        timeout = float(options.pop("timeout", POOL_PATIENCE))
        return await asyncpg.connect(
            **options, timeout=timeout, command_timeout=POOL_PATIENCE, server_settings=settings
        )

    async def _taken(self, connection: _Connection) -> str | None:
        """Take all or none. Two processes that try at one instant come one after the other."""
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1, 0)", _DOOR)
            await self._end_own(connection)
            counting = await _holders(connection, _COUNT)
            others = [one for one in counting if one.number != self._count]
            if others:
                return f"{others[0]} counts {others[0].number} shards, this process {self._count}"
            holders = {one.number: one for one in await _holders(connection, _SHARD)}
            for shard in self.ids:
                if shard in holders:
                    return f"shard {shard} is held by {holders[shard]}"
            for shard in self.ids:
                # Nobody else comes through the door meanwhile, so these are free.
                await connection.execute("SELECT pg_advisory_lock($1, $2)", _SHARD, shard)
            await connection.execute("SELECT pg_advisory_lock_shared($1, $2)", _COUNT, self._count)
        return None

    async def _end_own(self, connection: _Connection) -> None:
        """End older connections of this very process, of whose loss the server does not know yet."""
        for _ in range(_LOOKS):
            own = {one.pid for one in await _holders(connection, _SHARD) if one.name == self._name}
            if not own:
                return
            for pid in own:
                await connection.execute("SELECT pg_terminate_backend($1)", pid)
            await asyncio.sleep(POOL_PATIENCE / _LOOKS)

    # --- Losing ----------------------------------------------------------------------------------------------------

    async def _beat(self, connection: _Connection) -> None:
        """Look again and again whether the connection, and the locks with it, are still there."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            asked = asyncio.ensure_future(connection.execute("SELECT 1"))
            try:
                await asyncio.wait([asked], timeout=_NO_ANSWER)
                if not asked.done():
                    await asyncio.sleep(HEARTBEAT / 10)  # if this process was held up, the answer may be here by now
            finally:
                answered = asked.done() and not asked.cancelled() and asked.exception() is None
                asked.cancel()
                await asyncio.gather(asked, return_exceptions=True)
            if not answered:
                self._ended(connection)
                return

    def _ended(self, connection: Any) -> None:
        """The connection is lost, and the locks with it."""
        if not self.held or connection is not self._connection:
            return
        self._drop()
        if self._lost is not None:
            self._lost()

    def _drop(self) -> None:
        """Hold nothing any more, and let the server know of it."""
        self.held = False
        connection, self._connection = self._connection, None
        beats, self._beats = self._beats, None
        if beats is not None and beats is not asyncio.current_task():
            beats.cancel()
        if connection is not None:
            connection.terminate()


async def _holders(connection: _Connection, kind: int) -> list[_Holder]:
    return [_Holder(**row) for row in await connection.fetch(_HOLDERS, kind)]


def _passing_on(heard: _Heard) -> Callable[[Any, int, str, object], None]:
    return lambda _connection, _pid, _channel, payload: heard(str(payload))

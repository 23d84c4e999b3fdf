"""Locks that say which process runs which shards of the bot: what both engines have in common."""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
import secrets
import socket
from collections.abc import Callable, Sequence
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Protocol

import asyncpg

from storage.engines import PATIENCE, POOL_PATIENCE, Address, Fence, read_address
from storage.errors import Gone, translated

__all__ = ["HEARTBEAT", "LEASE", "SILENT", "AdvisoryLocks", "FileLock", "Locks", "NoLocks", "locks_at", "process_name"]


class Locks(Protocol):
    """The locks of the shards that one process runs. Nobody else gets one of them until they are given back."""

    @property
    def held(self) -> bool:
        """Whether all of them are held now."""

    @property
    def fence(self) -> Fence | None:
        """What keeps this process from the database without them, where another one could take them meanwhile."""

    async def take(self) -> str | None:
        """Take all of them or none; None if they are held now, else in words who holds one.

        :raises StorageError: if that cannot be found out.
        """

    def on_loss(self, callback: Callable[[], None]) -> None:
        """Call this whenever the locks that are held are lost without having been given back."""

    async def give_back(self) -> None:
        """Hold none of them any more; done twice it does no harm."""


class NoLocks:
    """For a database in the memory of one process, which nobody else can have."""

    held = False
    fence = None

    async def take(self) -> str | None:
        self.held = True
        return None

    def on_loss(self, callback: Callable[[], None]) -> None:
        """They are never lost."""

    async def give_back(self) -> None:
        self.held = False


def locks_at(url: str, count: int, ids: Sequence[int]) -> Locks:
    """The locks of these shards, of so many, beside the database at an address; none is taken yet.

    :raises StorageError: it is no address of a database.
    """
    address = read_address(url)
    if not address.is_sqlite:
        return AdvisoryLocks(address, count, ids, process_name())
    return NoLocks() if address.file is None else FileLock(address.file, process_name())


def process_name() -> str:
    """What people find this process by, with a part that no other has: `host:process id:random`."""
    return f"{socket.gethostname()[:24]}:{os.getpid()}:{secrets.token_hex(4)}"


if TYPE_CHECKING:
    _Connection = asyncpg.Connection[asyncpg.Record]


logger = logging.getLogger(__name__)

HEARTBEAT = 1.0
"""Seconds between two looks at the connection."""

_NO_ANSWER: Final = 3.0
"""After so many seconds without an answer the connection is taken to be lost; less than the server waits for us."""

LEASE: Final = 4.5
"""For so many seconds after its last heartbeat a process acts as a holder; one and its answer take less."""

SILENT: Final = 5.0
"""After so many seconds without a heartbeat a holder loses its locks to whoever wants them; more than its lease."""

_LOOKS: Final = 50

_KEEPALIVE: Final = {
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "2",
    "tcp_user_timeout": "9000",
    "idle_in_transaction_session_timeout": "10s",
}
"""When the server gives up a silent connection: 5 s, then twice 2 s; and one that hangs while it takes locks."""

# The first numbers of our advisory locks, any that are ours in the database; the second is the shard, or the count.
_SHARD: Final = 0x626F6E65
_COUNT: Final = 0x626F6E66
_DOOR: Final = 0x626F6E67

_HOLDERS: Final = """
    SELECT l.objid::bigint AS number, a.application_name AS name, host(a.client_addr) AS address,
        extract(epoch FROM clock_timestamp() - a.state_change)::float8 AS silent_s
    FROM pg_locks l LEFT JOIN pg_stat_activity a USING (pid)
    WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2 AND l.classid::bigint = $1
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND l.pid <> pg_backend_pid()"""

_SESSIONS: Final = """
    SELECT pid, application_name AS name FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'boneyard%'"""

_Heard = Callable[[str], None]


@dataclass(frozen=True)
class _Holder:
    number: int
    name: str | None
    address: str | None
    silent_s: float | None

    def __str__(self) -> str:
        place = f" at {self.address}" if self.address else ""
        return f"{self.process or 'another process'}{place}"

    @property
    def process(self) -> str | None:
        return self.name and self.name.removeprefix(_PREFIX)

    @property
    def is_silent(self) -> bool:
        """Whether its heart has stopped; of sessions that the server does not show us this is not known."""
        return self.name is not None and self.silent_s is not None and self.silent_s > SILENT


_PREFIX: Final = "boneyard "
_WORK: Final = "boneyard-work "
"""How the names of sessions begin: of those that hold locks, and of those in which processes read and write."""


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
        self._process = name
        self._name = f"{_PREFIX}{name}"
        self._connection: _Connection | None = None
        self._lost: Callable[[], None] | None = None
        self._listeners: dict[str, _Heard] = {}
        self._listening: _Connection | None = None
        self._beats: asyncio.Task[None] | None = None
        self._is_holder = False
        self._beat_at = 0.0
        self.fence = Fence(f"{_WORK}{name}", self._admit)

    @property
    def held(self) -> bool:
        """See `Locks.held`."""
        return self._is_holder and monotonic() - self._beat_at < LEASE

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
        if self._is_holder:
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
        self._is_holder = True
        self._connection.add_termination_listener(self._ended)
        # In a context of its own: it goes on beside whatever is being done here, and is no part of it.
        beat = partial(asyncio.get_running_loop().create_task, self._beat(self._connection), name="heartbeat of locks")
        self._beats = Context().run(beat)
        return None

    async def give_back(self) -> None:
        """See `Locks.give_back`."""
        self._is_holder = False
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
            # Older connections of this very process, of whose loss the server does not know yet.
            await self._end(connection, {self._name})
            in_the_way = {
                f"{one} counts {one.number} shards, this process {self._count}": one
                for one in await _holders(connection, _COUNT)
                if one.number != self._count
            } | {
                f"shard {one.number} is held by {one}": one
                for one in await _holders(connection, _SHARD)
                if one.number in self.ids
            }
            for told, one in in_the_way.items():
                if not one.is_silent:
                    return told
            for told, one in in_the_way.items():
                logger.warning("%s, whose heart stopped %.1f seconds ago: its sessions are ended", told, one.silent_s)
                if not await self._end(connection, {str(one.name)}):
                    return f"{told}, whose session does not end"
            if not await self._end(connection, await self._without_locks(connection)):
                return "what processes without locks have begun does not end"
            for shard in self.ids:
                # Nobody else comes through the door meanwhile, so these are free.
                await connection.execute("SELECT pg_advisory_lock($1, $2)", _SHARD, shard)
            self._beat_at = monotonic()
            await connection.execute("SELECT pg_advisory_lock_shared($1, $2)", _COUNT, self._count)
        return None

    async def _without_locks(self, connection: _Connection) -> set[str]:
        """The sessions of other processes that hold no locks; they get no new ones, see `_admit`."""
        holders = {one.process for one in await _holders(connection, _SHARD)} | {self._process}
        names = {str(row["name"]) for row in await _seen(connection, _SESSIONS)}
        return {name for name in names if name.startswith(_WORK) and name.removeprefix(_WORK) not in holders}

    async def _end(self, connection: _Connection, names: set[str]) -> bool:
        """End the sessions of these names, and with them what they have not committed; whether all have ended."""
        for _ in range(_LOOKS):
            pids = [row["pid"] for row in await _seen(connection, _SESSIONS) if row["name"] in names]
            if not pids:
                return True
            for pid in pids:
                await connection.execute("SELECT pg_terminate_backend($1)", pid)
            await asyncio.sleep(POOL_PATIENCE / _LOOKS)
        return False

    async def _admit(self, connection: _Connection) -> None:
        """See `Fence`. Who ends our sessions has ended the one that holds the locks before it looks for the others."""
        if self._name not in {one.name for one in await _holders(connection, _SHARD)}:
            raise Gone("the locks of this process are lost, and with them its leave to use the database")

    # --- Losing ----------------------------------------------------------------------------------------------------

    async def _beat(self, connection: _Connection) -> None:
        """Look again and again whether the connection, and the locks with it, are still there."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            sent_at = monotonic()
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
            self._beat_at = sent_at

    def _ended(self, connection: Any) -> None:
        """The connection is lost, and the locks with it."""
        if not self._is_holder or connection is not self._connection:
            return
        self._drop()
        if self._lost is not None:
            self._lost()

    def _drop(self) -> None:
        """Hold nothing any more, and let the server know of it."""
        self._is_holder = False
        connection, self._connection = self._connection, None
        beats, self._beats = self._beats, None
        if beats is not None and beats is not asyncio.current_task():
            beats.cancel()
        if connection is not None:
            connection.terminate()


async def _holders(connection: _Connection, kind: int) -> list[_Holder]:
    return [_Holder(**row) for row in await _seen(connection, _HOLDERS, kind)]


async def _seen(connection: _Connection, query: str, *about: object) -> list[asyncpg.Record]:
    """What a query finds that looks at sessions. In a transaction the server would go on showing them as they were."""
    await connection.execute("SELECT pg_stat_clear_snapshot()")
    return list(await connection.fetch(query, *about))


def _passing_on(heard: _Heard) -> Callable[[Any, int, str, object], None]:
    return lambda _connection, _pid, _channel, payload: heard(str(payload))


_LONGEST_NAME = 200


class FileLock:
    """The lock of whoever runs the bot on a database in a file.

    :param name: how others find this process.
    """

    fence = None

    def __init__(self, database: Path, name: str) -> None:
        self._path = database.with_name(f"{database.name}.lock")
        self._name = name
        self._file: int | None = None

    @property
    def held(self) -> bool:
        return self._file is not None

    async def take(self) -> str | None:
        """See `Locks.take`."""
        if self._file is not None:
            return None
        file = -1
        try:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = os.pread(file, _LONGEST_NAME, 0).decode(errors="replace").strip()
                os.close(file)
                return f"{self._path} is locked by {holder or 'another process'}"
            os.ftruncate(file, 0)
            os.pwrite(file, f"{self._name}\n".encode(), 0)
        except OSError as error:
            if file >= 0:
                os.close(file)
            raise Gone(f"the lock file {self._path} cannot be used: {error.strerror}") from error
        self._file = file
        return None

    def on_loss(self, callback: Callable[[], None]) -> None:
        """It is never lost while the process lives."""

    async def give_back(self) -> None:
        """See `Locks.give_back`."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

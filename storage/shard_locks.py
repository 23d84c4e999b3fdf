"""Locks on shards: only one process runs each shard."""

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

from storage.engines import LOCK_TIMEOUT_S, POOL_TIMEOUT_S, Address, Fence, read_address
from storage.errors import Unavailable, to_storage_error

if TYPE_CHECKING:
    _Connection = asyncpg.Connection[asyncpg.Record]

logger = logging.getLogger(__name__)


class ShardLocks(Protocol):
    """The exclusive locks of one process's shards."""

    @property
    def held(self) -> bool:
        """True if all of the locks are held now."""

    @property
    def fence(self) -> Fence | None:
        """The fence against writing without locks; None if not needed."""

    async def acquire(self) -> str | None:
        """Acquire all of them or none, without waiting.

        :returns: None if they are held now, else the name of a holder, for logs.
        :raises StorageError: the locks cannot be asked for.
        """

    def on_loss(self, callback: Callable[[], None]) -> None:
        """Call this when held locks are lost without a release."""

    async def release(self) -> None:
        """Release all of them; a second call does nothing."""


def make_locks(url: str, count: int, ids: Sequence[int]) -> ShardLocks:
    """Return the locks of these shards, not acquired yet.

    :param count: the number of shards in all processes.
    :param ids: the shards of this process.
    :raises StorageError: not an address of SQLite or PostgreSQL.
    """
    address = read_address(url)
    if not address.is_sqlite:
        return PostgresLocks(address, count, ids, process_name())
    return NoLocks() if address.file is None else FileLock(address.file, process_name())


def process_name() -> str:
    """Return this process's unique name: `host:process id:random`."""
    return f"{socket.gethostname()[:24]}:{os.getpid()}:{secrets.token_hex(4)}"


# --- PostgreSQL -------------------------------------------------------------------------------------------------------

HEARTBEAT_S = 1.0
"""The time between two checks of the connection."""

_ANSWER_TIMEOUT_S: Final = 3.0
"""The connection counts as lost when a heartbeat is not answered for this long; less than the server waits for us."""

LEASE_S: Final = 4.5
"""A process may act as a holder for this long after its last heartbeat; more than a heartbeat and its answer take."""

SILENT_S: Final = 5.0
"""A holder without a heartbeat for this long loses its locks to a process that wants them; more than its lease."""

_POLLS: Final = 50

_KEEPALIVE: Final = {
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "2",
    "tcp_user_timeout": "9000",
    "idle_in_transaction_session_timeout": "10s",
}
"""When the server gives up a silent connection: 5 s, then twice 2 s; and one that hangs while it acquires locks."""

# The first keys of our advisory locks, chosen freely; the second key is the shard, or the count.
_SHARD: Final = 0x626F6E65
_COUNT: Final = 0x626F6E66
_MUTEX: Final = 0x626F6E67

_HOLDERS_QUERY: Final = """
    SELECT l.objid::bigint AS number, a.application_name AS name, host(a.client_addr) AS address,
        extract(epoch FROM clock_timestamp() - a.state_change)::float8 AS silent_s
    FROM pg_locks l LEFT JOIN pg_stat_activity a USING (pid)
    WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2 AND l.classid::bigint = $1
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND l.pid <> pg_backend_pid()"""

_SESSIONS_QUERY: Final = """
    SELECT pid, application_name AS name FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'boneyard%'"""

_OnPayload = Callable[[str], None]


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
    def is_unresponsive(self) -> bool:
        """True if its heartbeat has stopped; False if hidden from us."""
        return self.name is not None and self.silent_s is not None and self.silent_s > SILENT_S


_PREFIX: Final = "boneyard "
_WORK: Final = "boneyard-work "
"""Prefixes of the application names of sessions: those that hold locks, and those that read and write."""


class PostgresLocks:
    """Advisory locks, one for each shard, on one connection.

    That connection otherwise only receives notifications. When it ends, the server releases the locks: immediately when
    the process is killed, and within ten seconds when the network fails. The process checks the connection once a
    second, and notices before the server does.

    This check is also the heartbeat of the process: the server shows when each session was last used. A process that
    wants locks ends the session of a holder without a heartbeat for `SILENT_S`, such as a process that hangs. A holder
    itself acts only for `LEASE_S` after its last heartbeat. When it wakes it has neither locks nor the right to act.

    Nor can it save anything: a process that acquires locks first ends all sessions of processes that hold none, with
    their uncommitted changes. A new session is admitted only while its process holds its locks (see `Fence`).

    All processes on one database have to agree on the number of shards, or two would run the tables of one server. A
    process with another number gets no lock.

    PgBouncer in its mode `transaction` does not work: the locks need a connection of their own.

    :param count: the number of shards in all processes.
    :param ids: the shards of this process.
    :param name: the unique name of this process.
    """

    def __init__(self, address: Address, count: int, ids: Sequence[int], name: str) -> None:
        self._address = address
        self._count = count
        self.ids = tuple(sorted(ids))
        self._process = name
        self._name = f"{_PREFIX}{name}"
        self._connection: _Connection | None = None
        self._lost: Callable[[], None] | None = None
        self._listeners: dict[str, _OnPayload] = {}
        self._listening: _Connection | None = None
        self._beats: asyncio.Task[None] | None = None
        self._is_holder = False
        self._beat_at = 0.0
        self.fence = Fence(f"{_WORK}{name}", self._admit)

    @property
    def held(self) -> bool:
        """See `ShardLocks.held`."""
        return self._is_holder and monotonic() - self._beat_at < LEASE_S

    def on_loss(self, callback: Callable[[], None]) -> None:
        """See `ShardLocks.on_loss`."""
        self._lost = callback

    def listen(self, channel: str, on_payload: _OnPayload) -> None:
        """Call this with each notification; use before the first `acquire`.

        Notifications are missed while the locks are lost. While another process holds the locks they may arrive.
        """
        self._listeners[channel] = on_payload

    async def acquire(self) -> str | None:
        """See `ShardLocks.acquire`."""
        if self._is_holder:
            return None
        try:
            if self._connection is None or self._connection.is_closed():
                self._connection = await self._connect()
            # Listen first: no notification is missed from the moment in which the locks are ours.
            if self._connection is not self._listening:
                for channel, on_payload in self._listeners.items():
                    await self._connection.add_listener(channel, _listener(on_payload))
                self._listening = self._connection
            holder = await self._acquire_all(self._connection)
            if holder is not None:
                return holder
        except Exception as error:
            # asyncpg raises errors of several families when the server ends a session in the middle of a request.
            self._drop()
            raise to_storage_error(error) from error
        except BaseException:
            self._drop()
            raise
        self._is_holder = True
        self._connection.add_termination_listener(self._handle_loss)
        # In a context of its own: the task outlives the caller and must not inherit its context variables.
        beat = partial(asyncio.get_running_loop().create_task, self._beat(self._connection), name="heartbeat of locks")
        self._beats = Context().run(beat)
        return None

    async def release(self) -> None:
        """See `ShardLocks.release`."""
        self._is_holder = False
        beats, self._beats = self._beats, None
        if beats is not None:
            beats.cancel()
            await asyncio.gather(beats, return_exceptions=True)
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                await connection.close(timeout=_ANSWER_TIMEOUT_S)
            except Exception as error:  # noqa: BLE001  # whatever it is, the connection has to end
                logger.info("the connection of the locks was not closed in order: %s", error)
                _terminate(connection)

    # --- Acquiring ----------------------------------------------------------------------------------------------------

    async def _connect(self) -> _Connection:
        settings = {"application_name": self._name, "lock_timeout": f"{LOCK_TIMEOUT_S * 1000:.0f}ms", **_KEEPALIVE}
        url = self._address.url
        options = url.get_dialect()().create_connect_args(url)[1]
        for name in [one for one in options if one.startswith("prepared_statement")]:
            del options[name]  # SQLAlchemy's own
        timeout = float(options.pop("timeout", POOL_TIMEOUT_S))
        return await asyncpg.connect(
            **options, timeout=timeout, command_timeout=POOL_TIMEOUT_S, server_settings=settings
        )

    async def _acquire_all(self, connection: _Connection) -> str | None:
        """Acquire all or none, one process at a time."""
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1, 0)", _MUTEX)
            # Older connections of this very process, of whose loss the server does not know yet.
            await self._end(connection, {self._name})
            blockers = {
                f"{one} counts {one.number} shards, this process {self._count}": one
                for one in await _holders(connection, _COUNT)
                if one.number != self._count
            } | {
                f"shard {one.number} is held by {one}": one
                for one in await _holders(connection, _SHARD)
                if one.number in self.ids
            }
            for message, one in blockers.items():
                if not one.is_unresponsive:
                    return message
            for message, one in blockers.items():
                logger.warning(
                    "%s, without a heartbeat for %.1f seconds: its sessions are ended", message, one.silent_s
                )
                if not await self._end(connection, {str(one.name)}):
                    return f"{message}, whose session does not end"
            if not await self._end(connection, await self._without_locks(connection)):
                return "sessions of processes without locks do not end"
            for shard in self.ids:
                # These are free: no other process passes the mutex meanwhile.
                await connection.execute("SELECT pg_advisory_lock($1, $2)", _SHARD, shard)
            self._beat_at = monotonic()
            await connection.execute("SELECT pg_advisory_lock_shared($1, $2)", _COUNT, self._count)
        return None

    async def _without_locks(self, connection: _Connection) -> set[str]:
        """Return other processes' sessions without locks; see `_admit`."""
        holders = {one.process for one in await _holders(connection, _SHARD)} | {self._process}
        names = {str(row["name"]) for row in await _fetch_activity(connection, _SESSIONS_QUERY)}
        return {name for name in names if name.startswith(_WORK) and name.removeprefix(_WORK) not in holders}

    async def _end(self, connection: _Connection, names: set[str]) -> bool:
        """End these sessions; return True if all have ended."""
        for _ in range(_POLLS):
            pids = [row["pid"] for row in await _fetch_activity(connection, _SESSIONS_QUERY) if row["name"] in names]
            if not pids:
                return True
            for pid in pids:
                await connection.execute("SELECT pg_terminate_backend($1)", pid)
            await asyncio.sleep(POOL_TIMEOUT_S / _POLLS)
        return False

    async def _admit(self, connection: _Connection) -> None:
        """Admit a session while the locks are held; see `Fence`.

        A process that ends our sessions ends the one with the locks before it looks for the others.
        """
        if self._name not in {one.name for one in await _holders(connection, _SHARD)}:
            raise Unavailable("the locks of this process are lost, and with them its right to use the database")

    # --- Losing ----------------------------------------------------------------------------------------------------

    async def _beat(self, connection: _Connection) -> None:
        """Check the connection and its locks regularly."""
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            sent_at = monotonic()
            asked = asyncio.ensure_future(connection.execute("SELECT 1"))
            try:
                await asyncio.wait([asked], timeout=_ANSWER_TIMEOUT_S)
                if not asked.done():
                    await asyncio.sleep(HEARTBEAT_S / 10)  # if this process was held up, the answer may be here by now
            finally:
                answered = asked.done() and not asked.cancelled() and asked.exception() is None
                asked.cancel()
                await asyncio.gather(asked, return_exceptions=True)
            if not answered:
                self._handle_loss(connection)
                return
            self._beat_at = sent_at

    def _handle_loss(self, connection: Any) -> None:
        """Handle the loss of the connection and its locks."""
        if not self._is_holder or connection is not self._connection:
            return
        self._drop()
        if self._lost is not None:
            self._lost()

    def _drop(self) -> None:
        """Release everything by ending the connection."""
        self._is_holder = False
        connection, self._connection = self._connection, None
        beats, self._beats = self._beats, None
        if beats is not None and beats is not asyncio.current_task():
            beats.cancel()
        if connection is not None:
            _terminate(connection)


def _terminate(connection: _Connection) -> None:
    """Close a connection without waiting; only log errors."""
    try:
        connection.terminate()
    except Exception as error:  # noqa: BLE001  # the connection is not used again
        logger.warning("the connection of the locks could not be ended: %s", error)


async def _holders(connection: _Connection, kind: int) -> list[_Holder]:
    return [_Holder(**row) for row in await _fetch_activity(connection, _HOLDERS_QUERY, kind)]


async def _fetch_activity(connection: _Connection, query: str, *args: object) -> list[asyncpg.Record]:
    """Query sessions with a new snapshot, even in a transaction."""
    await connection.execute("SELECT pg_stat_clear_snapshot()")
    return list(await connection.fetch(query, *args))


def _listener(on_payload: _OnPayload) -> Callable[[Any, int, str, object], None]:
    return lambda _connection, _pid, _channel, payload: on_payload(str(payload))


# --- SQLite -----------------------------------------------------------------------------------------------------------


_NAME_BYTES: Final = 200


class FileLock:
    """The lock beside an SQLite file, for one process.

    It is a file of its own, because closing any descriptor of the database would release SQLite's own locks. The system
    releases the lock when the process ends, in whatever way. The file stays: after deleting it two processes could lock
    two files of one name.

    A process that hangs keeps its lock, because only its end keeps it from writing when it wakes. /healthz does not
    answer then, and the operator has to end it. A stand-by that takes over by itself needs PostgreSQL.

    :param name: the name of this process.
    """

    fence = None

    def __init__(self, database: Path, name: str) -> None:
        self._path = database.with_name(f"{database.name}.lock")
        self._name = name
        self._file: int | None = None

    @property
    def held(self) -> bool:
        return self._file is not None

    async def acquire(self) -> str | None:
        """See `ShardLocks.acquire`."""
        if self._file is not None:
            return None
        file = -1
        try:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = os.pread(file, _NAME_BYTES, 0).decode(errors="replace").strip()
                os.close(file)
                return f"{self._path} is locked by {holder or 'another process'}"
            os.ftruncate(file, 0)
            os.pwrite(file, f"{self._name}\n".encode(), 0)
        except OSError as error:
            if file >= 0:
                os.close(file)
            raise Unavailable(f"the lock file {self._path} cannot be used: {error.strerror}") from error
        self._file = file
        return None

    def on_loss(self, callback: Callable[[], None]) -> None:
        """Ignore the callback: a living process never loses the lock."""

    async def release(self) -> None:
        """See `ShardLocks.release`."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


class NoLocks:
    """No locks, for a database in one process's memory."""

    held = False
    fence = None

    async def acquire(self) -> str | None:
        self.held = True
        return None

    def on_loss(self, callback: Callable[[], None]) -> None:
        """Ignore the callback: these locks are never lost."""

    async def release(self) -> None:
        self.held = False

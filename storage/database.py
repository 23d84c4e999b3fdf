"""Databases and the transactions on them.

The writes of a `write()` block are on the disk once it ends without an exception; after an exception none of them is.
On SQLite one transaction writes at a time in a process; on PostgreSQL several connections of a pool do.
"""

import asyncio
import logging
import os
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakKeyDictionary, WeakSet

from sqlalchemy import delete, event, insert, select, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import ConnectionPoolEntry

from storage import migrations, sqlite_driver
from storage.backup import copy_file, delete_former_copies, former_copy
from storage.engines import Address, Fence, create_private_file, exists, for_reading, make_engine, read_address
from storage.errors import (
    Busy,
    Conflict,
    Damaged,
    DiskError,
    Full,
    Missing,
    OutcomeUnknown,
    Outdated,
    StorageError,
    Unavailable,
    to_storage_error,
)
from storage.schema import server_settings
from storage.transactions import Transaction, run_to_completion, run_translated
from storage.write_queue import Job, WriteQueue, wake

__all__ = [
    "Busy",
    "Conflict",
    "Damaged",
    "Database",
    "DiskError",
    "Full",
    "Missing",
    "OutcomeUnknown",
    "Outdated",
    "StorageError",
    "Transaction",
    "Unavailable",
]

logger = logging.getLogger(__name__)
T = TypeVar("T")

# Alembic works on a global, see `migrations.upgrade`. One lock per event loop, because a lock belongs to one.
_migrating: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()
_FAREWELL_S = 1.0
"""The wait of closing for a server to end idle connections."""

_MIGRATION_LOCK = 0x626F6E65  # any number that is ours among the advisory locks of a PostgreSQL database


class _Rollback(Exception):  # not an error: it ends a transaction that is not to be saved
    """The transaction is rolled back on purpose."""


class Database:
    """An open database; unclosed, its threads keep the process alive."""

    def __init__(self, address: Address, fence: Fence | None = None) -> None:
        """Use `open`; this alone neither connects nor migrates."""
        self._address = address
        self._writer: AsyncEngine = make_engine(address, fence)
        self._reader: AsyncEngine = for_reading(self._writer)
        self._writers = WriteQueue(address.lock_timeout_s, self._save_together)
        self._kept: AsyncConnection | None = None  # that of the jobs in the queue
        self._file: tuple[int, int] | None = None
        self._running: set[AsyncConnection] = set()
        self._to_drop: set[AsyncConnection] = set()
        self._sessions: WeakSet[Any] = WeakSet()  # those of asyncpg
        if not address.is_sqlite:
            event.listen(self._writer.sync_engine, "connect", self._note_session)
            event.listen(self._writer.sync_engine, "do_connect", self._refuse_if_closed)
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False
        self._writes_fail = False
        self._damage: str | None = None
        self._may_write: Callable[[], bool] = lambda: True

    @classmethod
    async def open(cls, url: str, fence: Fence | None = None, backups: Path | None = None) -> "Database":
        """Open a database and migrate it to the current schema.

        :param url: `sqlite:///path` (created if missing, its folder is not), `sqlite://` (in memory, lost at close) or
            `postgresql://user:password@host/name`; the drivers' names may be added (`sqlite+aiosqlite`, ...). An SQLite
            address may end in `?timeout=2`, the seconds to wait for another program's lock.
        :param fence: that of this process's locks, if any. It then gets a connection only while it holds them.
        :param backups: the folder for the copy of an SQLite file before a migration; else, and if it cannot be written,
            it is beside the file.
        :raises StorageError: above all `Unavailable` where the file or server cannot be reached, `Busy` where it is
            locked, and `Damaged` where the file is empty: a lost database is not replaced by a new one.
        """
        database = cls(read_address(url), fence)
        try:
            lock = _migrating.setdefault(asyncio.get_running_loop(), asyncio.Lock())
            async with lock:
                database._create_file_if_missing()
                await database._back_up_before_migration(backups)
                await run_translated(database._migrate())
            database._file = database._file_identity()
        except BaseException:
            await database.close()
            raise
        return database

    @classmethod
    async def open_existing(cls, url: str) -> "Database | None":
        """Open a database, if it exists, without migrating it.

        :raises StorageError: as `open` does.
        """
        database = cls(read_address(url))
        try:
            if database._address.file is not None:
                try:
                    if not exists(database._address.file):
                        return None
                except OSError as error:
                    raise to_storage_error(error) from error
            database._file = database._file_identity()
        except BaseException:
            await database.close()
            raise
        return database

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """Begin a transaction that commits unless an exception leaves the block.

        Never nest two in one task. A cancellation during the commit is raised after it: only then is a cancelled
        transaction saved.

        :raises StorageError: typed, on entering, on leaving, or from the functions used inside; the caller's own
            exceptions pass unchanged.
        """
        with self._noting_failures():
            async with self._turn(), self._transaction(self._writer, writes=True) as tx:
                yield tx
                self._check_may_write()

    async def run_write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run a function in a writing transaction; return its result.

        On SQLite all of it, from BEGIN to COMMIT, runs in the connection's thread. So threads change once, not once for
        each statement. Several of these that wait for each other are saved with one commit, each as a savepoint: if one
        fails, the others are saved.

        :param work: awaits nothing but its transaction, and shares no mutable state with the event loop.
        :raises StorageError: as `write` does.
        """
        with self._noting_failures():
            if self._address.is_sqlite:
                return await self._writers.run(work)
            async with self._transaction(self._writer, writes=True) as tx:
                return await self._call(work, tx)

    @contextmanager
    def _noting_failures(self) -> Iterator[None]:
        """Check that this process may write; note whether it fails."""
        self._check_may_write()
        try:
            yield
        except (Conflict, Missing):
            raise  # they say nothing about the disk
        except StorageError as error:
            self._writes_fail = True
            if isinstance(error, Damaged):
                self._note_damage(error)
            raise
        self._writes_fail = False

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Let one writer in at a time (SQLite)."""
        if self._address.is_sqlite:
            async with self._writers.slot():
                yield
        else:
            yield

    def allow_writes_while(self, may_write: Callable[[], bool]) -> None:
        """Refuse writes, with `Unavailable`, while this returns False."""
        self._may_write = may_write

    def _check_may_write(self) -> None:
        if not self._may_write():
            raise Unavailable("the locks of this process are lost, and with them its right to write")

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Transaction]:
        """Begin a read-only transaction with one snapshot."""
        async with self._reading(), self._transaction(self._reader, writes=False) as tx:
            yield tx

    async def run_read(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run a function in a reading transaction; see `run_write`."""
        async with self._reading():
            if self._address.is_sqlite:
                return await self._run(work)
            async with self._transaction(self._reader, writes=False) as tx:
                return await work(tx)

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[None]:
        if self._address.in_memory:  # there is only one connection
            async with self._writers.slot():
                yield
        else:
            yield

    async def ready(self) -> None:
        """Check that the database answers reads, and writes after a failure.

        :raises StorageError: it does not; the type says why. `Damaged` if any statement has met damage so far.
        """
        if self._damage is not None:
            raise Damaged(self._damage)
        async with self.read() as tx:
            await tx.execute(select(server_settings.c.guild_id).limit(1))
        if self._writes_fail:
            await self.ping()

    async def check(self) -> str | None:
        """Return the damage in an SQLite file, or None.

        :raises StorageError: the file is too damaged to be checked.
        """
        if not self._address.is_sqlite:
            return None
        async with self.read() as tx:
            found = str((await tx.execute(text("PRAGMA quick_check(1)"))).scalar_one())
        return None if found == "ok" else found

    async def schema(self) -> migrations.Schema:
        """Return the state of the database's migrations.

        :raises StorageError: it cannot be read.
        """
        async with self._connect(self._reader) as connection:
            return await run_translated(connection.run_sync(migrations.schema_of))

    async def probe(self) -> None:
        """Check that this user can write, without a change.

        :raises StorageError: they cannot; the type says why.
        """
        with suppress(_Rollback):
            async with self.write() as tx:
                await tx.execute(insert(server_settings).values(guild_id=-1, locale="-", channels=[]))
                raise _Rollback

    async def ping(self) -> None:
        """Check that moves can be saved, without leaving a row.

        :raises StorageError: they cannot; the type says why.
        """
        probe = {"guild_id": -1, "locale": "-" * 8192, "channels": []}
        async with self.write() as tx:
            await tx.execute(insert(server_settings).values(**probe))
            await tx.execute(delete(server_settings).where(server_settings.c.guild_id == -1))

    async def close(self, timeout_s: float = 5.0) -> None:
        """Wait for running transactions and close all connections."""
        await run_to_completion(self._close(timeout_s))

    @property
    def is_closed(self) -> bool:
        """True once reads and writes raise `Unavailable`."""
        return self._closed

    def _note_session(self, connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        self._sessions.add(connection.driver_connection)

    def _refuse_if_closed(self, *_: object) -> None:
        """Refuse each new connection once the database is closed."""
        if self._closed:
            raise Unavailable("the database is closed")

    async def _close(self, timeout_s: float) -> None:
        self._closed = True
        if self._running:
            try:
                async with asyncio.timeout(timeout_s):
                    await self._idle.wait()
            except TimeoutError:
                logger.warning("closing the database under %d running transactions", len(self._running))
                await self._cut_off()
        if self._kept is not None and self._kept.sync_connection is not None:
            await self._kept.close()
        disposing = asyncio.ensure_future(self._writer.dispose())
        await asyncio.wait([disposing], timeout=_FAREWELL_S)
        if not disposing.done():
            logger.warning("the database does not answer the farewell")
            await self._cut_off()
        await disposing

    async def _cut_off(self) -> None:
        """Close all connections without waiting; their statements fail."""
        if self._address.is_sqlite:
            for connection in list(self._running):
                await connection.invalidate()
        for session in list(self._sessions):
            session.terminate()

    @asynccontextmanager
    async def _transaction(self, engine: AsyncEngine, *, writes: bool) -> AsyncIterator[Transaction]:
        async with self._connect(engine) as connection, self._begin_on(connection, writes=writes) as tx:
            yield tx

    async def _run(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run a reading transaction in the thread of its connection."""
        done: Future[T] = Future()  # an error of the work is raised unchanged, not as one of the driver
        async with self._connect(self._reader) as connection:

            async def whole() -> None:
                try:
                    async with self._begin_on(connection, writes=False) as tx:
                        result = await work(tx)
                except BaseException as error:  # noqa: BLE001  # raised again by `done.result()`
                    done.set_exception(error)
                else:
                    done.set_result(result)

            await _run_in_thread(await _driver(connection), whole())
            return done.result()

    async def _save_together(self, jobs: list[Job]) -> None:
        """Save the jobs of SQLite's queue with one commit, in the thread of a connection that is kept for them."""
        self._check_usable()
        if self._kept is None:
            self._kept = self._writer.connect()
        connection = self._kept
        with self._in_use(connection):
            if connection.sync_connection is None:
                _ = await run_translated(connection.start())
            driver = await _driver(connection)
            try:
                await _run_in_thread(driver, self._save_in_thread(connection, driver, jobs))
            finally:
                if connection in self._to_drop:
                    self._kept = None
                    await run_to_completion(self._give_back(connection))

    async def _save_in_thread(
        self, connection: AsyncConnection, driver: sqlite_driver.Connection, jobs: list[Job]
    ) -> None:
        async with self._begin_on(connection, writes=True):
            for job in jobs:
                await self._run_job(job, connection, driver)
            self._check_may_write()
        # From here, because the task that waits for the thread would do it a turn of the event loop later.
        jobs[0].turn.get_loop().call_soon_threadsafe(wake, jobs)

    async def _run_job(self, job: Job, connection: AsyncConnection, driver: sqlite_driver.Connection) -> None:
        """Run a job; undo it if it fails.

        :raises BaseException: the failure has ended the whole transaction, or cannot be undone.
        """
        tx = Transaction(connection, writes=True)
        driver.run_here("SAVEPOINT job")
        try:
            job.result = await self._call(job.work, tx)
            tx.check()
        except BaseException as error:
            job.error = error
            if self._is_lost(tx):
                self._to_drop.add(connection)
            if not driver.in_transaction:  # SQLite has rolled back, as it may do on a full disk
                raise
            driver.run_here("ROLLBACK TO job")
        driver.run_here("RELEASE job")

    async def _call(self, work: Callable[[Transaction], Awaitable[T]], tx: Transaction) -> T:
        done = await work(tx)
        if tx.writes:
            self._check_may_write()
        return done

    @asynccontextmanager
    async def _connect(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        """A connection of the pool."""
        self._check_usable()
        connection = engine.connect()
        with self._in_use(connection):
            try:
                _ = await run_translated(connection.start())
                yield connection
            except Damaged as error:
                self._note_damage(error)
                raise
            finally:
                if connection.sync_connection is not None:  # else it was never opened
                    await run_to_completion(self._give_back(connection))

    def _check_usable(self) -> None:
        if self._closed:
            raise Unavailable("the database is closed")
        if self._file is not None and self._file_identity() != self._file:
            raise Unavailable(f"the file of {self._address} was moved or replaced")

    @contextmanager
    def _in_use(self, connection: AsyncConnection) -> Iterator[None]:
        """Let closing wait for this connection."""
        self._running.add(connection)
        self._idle.clear()
        try:
            yield
        finally:
            self._running.discard(connection)
            self._to_drop.discard(connection)
            if not self._running:
                self._idle.set()

    @asynccontextmanager
    async def _begin_on(self, connection: AsyncConnection, *, writes: bool) -> AsyncIterator[Transaction]:
        """Begin a transaction; one that writes commits unless an exception leaves it.

        One that reads begins with its first statement, and needs no commit: each is a turn of the event loop or more.
        """
        tx, is_over = Transaction(connection, writes=writes), False
        try:
            if writes:
                await run_translated(_begin(connection))
            yield tx
            await tx.commit() if writes else tx.check()
            is_over = writes
        finally:
            if self._is_lost(tx) or not (is_over or await run_to_completion(_roll_back(connection))):
                self._to_drop.add(connection)

    def _is_lost(self, tx: Transaction) -> bool:
        """Return True if the transaction's connection is not to be used again."""
        # A database in memory would be lost with its connection.
        return isinstance(tx.failure, Unavailable) and not self._address.in_memory

    async def _give_back(self, connection: AsyncConnection) -> None:
        """Return a connection to the pool, or invalidate it."""
        if connection in self._to_drop:
            await connection.invalidate()
        await connection.close()

    def _note_damage(self, error: Damaged) -> None:
        """Log damage once and remember it, as later reads may succeed."""
        if self._damage is None:
            self._damage = str(error)
            logger.error("%s is damaged (%s): the command doctor says what to do", self._address, error)

    def _create_file_if_missing(self) -> None:
        """Create a missing file, unreadable for other users."""
        if self._address.file is not None:
            try:
                create_private_file(self._address.file)
            except (OSError, sqlite3.Error) as error:
                raise to_storage_error(error) from error

    def _file_identity(self) -> tuple[int, int] | None:
        """Return the file's device and inode, or None.

        Connections write to a deleted file without an error, so they have to be compared.
        """
        if self._address.file is None:
            return None
        try:
            status = self._address.file.stat()
        except OSError as error:
            raise to_storage_error(error) from error
        return status.st_dev, status.st_ino

    async def _migrate(self) -> None:
        async with self._writer.connect() as connection:
            if self._address.is_sqlite:
                # Rebuilding a table drops the old one, which would delete all rows that refer to it. This can be
                # set only outside a transaction.
                await _pragma(connection, "foreign_keys=OFF")
            try:
                async with connection.begin():
                    if not self._address.is_sqlite:
                        await connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
                    before = await connection.run_sync(migrations.upgrade)
                    if not before.is_current and self._address.is_sqlite:
                        broken = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).all()
                        if broken:
                            raise StorageError(f"a migration would leave {len(broken)} rows without what they refer to")
            finally:
                if self._address.is_sqlite:
                    await _pragma(connection, "foreign_keys=ON")
        if before.is_current:
            logger.info("the database has the schema %s", before.found)
        else:
            found = before.found or "of an empty one"
            logger.info("the database was migrated from the schema %s to %s", found, migrations.NEWEST)

    async def _back_up_before_migration(self, backups: Path | None) -> None:
        """Copy an SQLite file before a migration.

        :raises StorageError: it cannot be copied. Then it is not migrated either.
        """
        file = self._address.file
        if file is None:
            return
        delete_former_copies(file)
        schema = await self.schema()
        if schema.found is None or schema.is_current or schema.refusal is not None:
            return
        copy = former_copy(file)
        if backups is not None and os.access(backups, os.W_OK | os.X_OK):
            copy = backups / f"boneyard-{copy.name.rpartition('before-')[2]}-before-{migrations.NEWEST}.db"
        try:
            await asyncio.to_thread(copy_file, file, copy)
        except OSError as error:
            raise to_storage_error(error) from error
        logger.info("the database was copied to %s before its migration", copy)


async def _begin(connection: AsyncConnection) -> None:
    _ = await connection.begin()


async def _roll_back(connection: AsyncConnection) -> bool:
    """Roll back and return True, hiding no earlier error."""
    try:
        await connection.rollback()
    except Exception as error:  # noqa: BLE001  # whatever it is, the connection is not used again
        logger.warning("could not roll back, so the connection is dropped: %s", to_storage_error(error))
        return False
    return True


async def _driver(connection: AsyncConnection) -> sqlite_driver.Connection:
    driver = (await connection.get_raw_connection()).driver_connection
    if not isinstance(driver, sqlite_driver.Connection):
        raise Unavailable("the connection was lost")
    return driver


async def _run_in_thread(driver: sqlite_driver.Connection, work: Coroutine[Any, Any, None]) -> None:
    """Run work in the connection's thread to its end; raise a cancellation after it.

    Unlike `run_to_completion`, this needs no task, which would begin a turn of the event loop later.
    """
    try:
        await driver.run_in_thread(work)
    except asyncio.CancelledError:
        with suppress(sqlite3.Error, ValueError):  # of a connection that was closed meanwhile
            await run_to_completion(driver.execute_fetchall("SELECT 1"))  # the thread executes it after the work
        raise
    except StorageError:
        raise
    except Exception as error:
        raise to_storage_error(error) from error


async def _pragma(connection: AsyncConnection, setting: str) -> None:
    """Set a pragma without a transaction of SQLAlchemy."""
    await (await (await _driver(connection)).execute(f"PRAGMA {setting}")).close()

"""Opening a database, and the transactions in which everything else of `storage` happens.

One rule over all: a block of `write()` that was left without an exception is on the disk; of one that was left with an
exception nothing is. On SQLite one transaction writes at a time in a process; on PostgreSQL connections of a pool write
side by side.
"""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from typing import TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import delete, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage import migrations, sqlite_driver
from storage.engines import Address, Fence, for_reading, is_there, make_engine, make_private, read_address
from storage.errors import (
    Busy,
    Conflict,
    Damaged,
    Full,
    Gone,
    Missing,
    OutcomeUnknown,
    Outdated,
    StorageError,
    translated,
)
from storage.schema import server_settings
from storage.transactions import Transaction, WriteQueue, run_to_completion, run_translated

__all__ = [
    "Busy",
    "Conflict",
    "Damaged",
    "Database",
    "Full",
    "Gone",
    "Missing",
    "OutcomeUnknown",
    "Outdated",
    "StorageError",
    "Transaction",
]

logger = logging.getLogger(__name__)
T = TypeVar("T")

# Alembic works on a global, see `migrations.upgrade`. One lock per event loop, because a lock belongs to one.
_migrating: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()
_MIGRATION_LOCK = 0x626F6E65  # any number that is ours among the advisory locks of a PostgreSQL database


class _Undone(Exception):  # not an error: it ends a transaction that is not to be saved
    """What was written is rolled back on purpose."""


class Database:
    """An open database whose schema is of this version. Close it on every way out."""

    def __init__(self, address: Address, fence: Fence | None = None) -> None:
        """Use `open`; this alone neither connects nor migrates."""
        self._address = address
        self._writer: AsyncEngine = make_engine(address, fence)
        self._reader: AsyncEngine = for_reading(self._writer)
        self._turns = WriteQueue(address.patience)
        self._file: tuple[int, int] | None = None
        self._running: set[AsyncConnection] = set()
        self._nobody_runs = asyncio.Event()
        self._nobody_runs.set()
        self._closed = False
        self._writes_fail = False
        self._damage: str | None = None
        self._may_write: Callable[[], bool] = lambda: True

    @classmethod
    async def open(cls, url: str, fence: Fence | None = None) -> "Database":
        """Open, and bring to the schema of this version, the database at an address.

        :param url: `sqlite:///path` (made if missing, its folder is not), `sqlite://` (in memory, lost at close) or
            `postgresql://user:password@host/name`; the drivers' names may be added (`sqlite+aiosqlite`, ...). An SQLite
            address may end in `?timeout=2`, the seconds to wait for another program's lock.
        :param fence: of the locks of this process, if it has some: without them it gets no connection then.
        :raises StorageError: above all `Gone` where the file or server cannot be reached, `Busy` where it is locked,
            and `Damaged` where the file is empty: nothing is made in the place of what looks lost.
        """
        database = cls(read_address(url), fence)
        try:
            lock = _migrating.setdefault(asyncio.get_running_loop(), asyncio.Lock())
            async with lock:
                database._see_to_file()
                await run_translated(database._migrate())
            database._file = database._identity()
        except BaseException:
            await database.close()
            raise
        return database

    @classmethod
    async def look(cls, url: str) -> "Database | None":
        """Open a database as it is, to look at it: nothing is made or migrated. None if there is no file yet.

        :raises StorageError: as `open` does.
        """
        database = cls(read_address(url))
        try:
            if database._address.file is not None:
                try:
                    if not is_there(database._address.file):
                        return None
                except OSError as error:
                    raise translated(error) from error
            database._file = database._identity()
        except BaseException:
            await database.close()
            raise
        return database

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """A transaction that may write: committed on leaving the block, rolled back if an exception leaves it.

        Do not open one inside another of the same task. A cancellation that comes during the commit itself lets it
        finish and is raised then: in this one case what was cancelled is saved, whole.

        :raises StorageError: typed, on entering, on leaving, or from the functions used inside; the caller's own
            exceptions pass unchanged.
        """
        async with self._writing(), self._transaction(self._writer, writes=True) as tx:
            yield tx
            self._needs_leave()

    async def write_at_once(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Do something in a transaction that may write, as in a block of `write`; what it returns.

        On SQLite all of it, from BEGIN to COMMIT, is done in the thread of the connection, with one change of threads
        instead of one for each statement.

        :param work: waits for nothing but its transaction, and touches nothing that the event loop changes.
        :raises StorageError: as `write` does.
        """
        async with self._writing():
            return await self._at_once(self._writer, work, writes=True)

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[None]:
        """A block in which is written, in turn where only one can; how it ends says whether the disk takes writes."""
        self._needs_leave()
        try:
            if self._address.is_sqlite:
                async with self._turns.mine():
                    yield
            else:
                yield
        except (Conflict, Missing):
            raise  # they say nothing of the disk
        except StorageError:
            self._writes_fail = True
            raise
        self._writes_fail = False

    def write_while(self, may_write: Callable[[], bool]) -> None:
        """From now on refuse to write, with `Gone`, while this says no: somebody else may be at work then."""
        self._may_write = may_write

    def _needs_leave(self) -> None:
        if not self._may_write():
            raise Gone("the locks of this process are lost, and with them its leave to write")

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Transaction]:
        """A transaction that only reads; all its statements see the same one state of the database."""
        async with self._reading(), self._transaction(self._reader, writes=False) as tx:
            yield tx

    async def read_at_once(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Read something as in a block of `read`, with one change of threads on SQLite; see `write_at_once`."""
        async with self._reading():
            return await self._at_once(self._reader, work, writes=False)

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[None]:
        if self._address.in_memory:  # there is but one connection
            async with self._turns.mine():
                yield
        else:
            yield

    async def ready(self) -> None:
        """Find out whether the database answers: by reading, and by a write as long as the last one has failed.

        :raises StorageError: it does not; the type says why. `Damaged` too if any statement has met damage so far.
        """
        if self._damage is not None:
            raise Damaged(self._damage)
        async with self.read() as tx:
            await tx.execute(select(server_settings.c.guild_id).limit(1))
        if self._writes_fail:
            await self.ping()

    async def check(self) -> str | None:
        """What is damaged in the file, in SQLite's words; None if nothing is, or it is no file of SQLite.

        :raises StorageError: it is so damaged that it cannot even be looked through.
        """
        if not self._address.is_sqlite:
            return None
        async with self.read() as tx:
            found = str((await tx.execute(text("PRAGMA quick_check(1)"))).scalar_one())
        return None if found == "ok" else found

    async def schema(self) -> migrations.Schema:
        """How far the database is migrated.

        :raises StorageError: it cannot be read.
        """
        async with self._connected(self._reader) as connection:
            return await run_translated(connection.run_sync(migrations.schema_of))

    async def probe(self) -> None:
        """Find out whether this user could write now, and write nothing.

        :raises StorageError: they could not; the type says why.
        """
        with suppress(_Undone):
            async with self.write() as tx:
                await tx.execute(insert(server_settings).values(guild_id=-1, locale="-", channels=[]))
                raise _Undone

    async def ping(self) -> None:
        """Find out whether a move could be saved now: commit a write that takes some room and leaves nothing.

        :raises StorageError: it could not; the type says why.
        """
        probe = {"guild_id": -1, "locale": "-" * 8192, "channels": []}
        async with self.write() as tx:
            await tx.execute(insert(server_settings).values(**probe))
            await tx.execute(delete(server_settings).where(server_settings.c.guild_id == -1))

    async def close(self, patience: float = 5.0) -> None:
        """Let running transactions end, for so many seconds, and close all connections. Later use raises `Gone`."""
        await run_to_completion(self._shut(patience))

    async def _shut(self, patience: float) -> None:
        self._closed = True
        if self._running:
            try:
                async with asyncio.timeout(patience):
                    await self._nobody_runs.wait()
            except TimeoutError:
                logger.warning("closing the database under %d running transactions", len(self._running))
                for connection in list(self._running):
                    await connection.invalidate()
        await self._writer.dispose()

    @asynccontextmanager
    async def _transaction(self, engine: AsyncEngine, *, writes: bool) -> AsyncIterator[Transaction]:
        async with self._connected(engine) as connection, self._begun(connection, writes=writes) as tx:
            yield tx

    async def _at_once(self, engine: AsyncEngine, work: Callable[[Transaction], Awaitable[T]], *, writes: bool) -> T:
        if not self._address.is_sqlite:
            async with self._transaction(engine, writes=writes) as tx:
                return await self._done(work, tx)
        done: Future[T] = Future()  # an error of the work itself is told as it is, and not as one of the driver
        async with self._connected(engine) as connection:

            async def whole() -> None:
                try:
                    async with self._begun(connection, writes=writes) as tx:
                        result = await self._done(work, tx)
                except BaseException as error:  # noqa: BLE001  # it is raised again by who waits for it
                    done.set_exception(error)
                else:
                    done.set_result(result)

            driver = (await connection.get_raw_connection()).driver_connection
            if not isinstance(driver, sqlite_driver.Connection):
                raise Gone("the connection was lost")
            await run_translated(driver.at_once(whole()))
            return done.result()

    async def _done(self, work: Callable[[Transaction], Awaitable[T]], tx: Transaction) -> T:
        done = await work(tx)
        if tx.writes:
            self._needs_leave()
        return done

    @asynccontextmanager
    async def _connected(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        """A connection of the pool."""
        if self._closed:
            raise Gone("the database is closed")
        if self._file is not None and self._identity() != self._file:
            raise Gone(f"the file of {self._address} was moved or replaced")
        connection = engine.connect()
        self._running.add(connection)
        self._nobody_runs.clear()
        try:
            _ = await run_translated(connection.start())
            yield connection
        except Damaged as error:
            self._note_damage(error)
            raise
        finally:
            try:
                if connection.sync_connection is not None:  # else it never came to be
                    await run_to_completion(connection.close())
            finally:
                self._running.discard(connection)
                if not self._running:
                    self._nobody_runs.set()

    @asynccontextmanager
    async def _begun(self, connection: AsyncConnection, *, writes: bool) -> AsyncIterator[Transaction]:
        """A transaction on a connection, committed on leaving the block and rolled back if an exception leaves it."""
        tx = Transaction(connection, writes=writes)
        try:
            await run_translated(_begin(connection))
            yield tx
            await tx.commit()
        finally:
            # What is gone is not used again. A database in memory would be lost with its connection.
            drop = isinstance(tx.failure, Gone) and not self._address.in_memory
            await run_to_completion(connection.invalidate() if drop else _rolled_back(connection))

    def _note_damage(self, error: Damaged) -> None:
        """Say once what `ready` goes on saying: other reads may well succeed, and nobody would notice."""
        if self._damage is None:
            self._damage = str(error)
            logger.error("%s is damaged (%s): `python -m bot doctor` says what to do", self._address, error)

    def _see_to_file(self) -> None:
        """Make the file of the database if there is none, for nobody else to read."""
        if self._address.file is not None:
            try:
                make_private(self._address.file)
            except (OSError, sqlite3.Error) as error:
                raise translated(error) from error

    def _identity(self) -> tuple[int, int] | None:
        """What tells the file of the database from another of the same name; None where there is no file.

        A connection goes on writing to a file that was deleted, without an error, so somebody has to look.
        """
        if self._address.file is None:
            return None
        try:
            status = self._address.file.stat()
        except OSError as error:
            raise translated(error) from error
        return status.st_dev, status.st_ino

    async def _migrate(self) -> None:
        async with self._writer.connect() as connection:
            if self._address.is_sqlite:
                # Rebuilding a table drops the old one, and that would delete all that refers to it. This can be set
                # only outside a transaction.
                await _pragma(connection, "foreign_keys=OFF")
            try:
                async with connection.begin():
                    if not self._address.is_sqlite:
                        await connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
                    changed = await connection.run_sync(migrations.upgrade)
                    if changed and self._address.is_sqlite:
                        broken = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).all()
                        if broken:
                            raise StorageError(f"a migration would leave {len(broken)} rows without what they refer to")
            finally:
                if self._address.is_sqlite:
                    await _pragma(connection, "foreign_keys=ON")


async def _begin(connection: AsyncConnection) -> None:
    _ = await connection.begin()


async def _rolled_back(connection: AsyncConnection) -> None:
    """Undo what was not committed; an error here must not hide the one before."""
    try:
        await connection.rollback()
    except Exception:
        logger.warning("could not roll back; dropping the connection", exc_info=True)
        await connection.invalidate()


async def _pragma(connection: AsyncConnection, setting: str) -> None:
    """Set something on the bare connection, where no transaction begins by itself."""
    driver = (await connection.get_raw_connection()).driver_connection
    if driver is None:
        raise Gone("the connection was lost")
    await (await driver.execute(f"PRAGMA {setting}")).close()

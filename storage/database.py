"""Opening a database, and the transactions in which everything else of `storage` happens.

One rule over all: a block of `write()` that was left without an exception is on the disk; of one that was left with an
exception nothing is. On SQLite one transaction writes at a time in a process; on PostgreSQL connections of a pool write
side by side.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy import CursorResult, Executable, Table, delete, insert, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage import migrations
from storage.engines import POOL_PATIENCE, Address, for_reading, make_engine, read_address
from storage.errors import Busy, Conflict, Damaged, Full, Gone, Missing, Outdated, StorageError, translated
from storage.schema import server_settings

__all__ = [
    "Busy",
    "Conflict",
    "Damaged",
    "Database",
    "Full",
    "Gone",
    "Missing",
    "Outdated",
    "StorageError",
    "Transaction",
]

logger = logging.getLogger(__name__)
T = TypeVar("T")

# Alembic works on a global, see `migrations.upgrade`. One lock per event loop, because a lock belongs to one.
_migrating: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()
_MIGRATION_LOCK = 0x626F6E65  # any number that is ours among the advisory locks of a PostgreSQL database


class Transaction:
    """A running transaction, from `Database.write` or `Database.read`. Use it from one task, inside its block only.

    Once a statement has failed or was cut off by a cancellation, the whole transaction is lost, as PostgreSQL has it:
    even if the error is caught inside the block, nothing is saved and leaving the block raises it again.
    """

    def __init__(self, connection: AsyncConnection, *, writes: bool) -> None:
        self.failure: StorageError | None = None
        self._connection = connection
        self._writes = writes

    async def execute(
        self, statement: Executable, rows: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None
    ) -> CursorResult[Any]:
        """Execute a statement; `rows` are its parameters, many for an insert of many rows. The result is all in memory.

        :raises StorageError: what the driver reported, typed.
        :raises TypeError: the transaction is for reading and the statement writes.
        """
        if statement.is_dml and not self._writes:
            raise TypeError("a transaction for reading cannot write")
        if self.failure is not None:
            raise self.failure
        try:
            return await _to_the_end(self._connection.execute(statement, rows))
        except asyncio.CancelledError:
            self.failure = StorageError("the transaction was cut off in the middle")
            raise
        except Exception as error:
            self.failure = translated(error)
            raise self.failure from error

    async def commit(self) -> None:
        """What leaving the block of `Database.write` does; not to be called inside it.

        :raises StorageError: the transaction had failed before, or fails now.
        """
        if self.failure is not None:
            raise self.failure
        try:
            await _driven(self._connection.commit())
        except StorageError as failure:
            self.failure = failure
            raise

    async def save(self, table: Table, row: Mapping[str, Any]) -> None:
        """Insert the row (column -> value, all of them), or overwrite the one with the same primary key."""
        key = [column.name for column in table.primary_key]
        new = {name: value for name, value in row.items() if name not in key}
        await self.execute(self._insert(table).values(**row).on_conflict_do_update(index_elements=key, set_=new))

    async def save_all(self, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
        """The same for many rows, all with the same columns."""
        if not rows:
            return
        key = [column.name for column in table.primary_key]
        statement = self._insert(table)
        new = {name: statement.excluded[name] for name in rows[0] if name not in key}
        await self.execute(statement.on_conflict_do_update(index_elements=key, set_=new), rows)

    async def add_new(self, table: Table, row: Mapping[str, Any]) -> bool:
        """Insert the row (column -> value), unless a unique key of it is taken; whether it was inserted.

        If somebody else is about to take the key, this waits for what becomes of that.
        """
        return (await self.execute(self._insert(table).values(**row).on_conflict_do_nothing())).rowcount > 0

    def _insert(self, table: Table) -> sqlite.Insert | postgresql.Insert:
        """An insert that knows what to do on a conflict, which each engine says in its own words."""
        return sqlite.insert(table) if self._connection.dialect.name == "sqlite" else postgresql.insert(table)


class Database:
    """An open database whose schema is of this version. Close it on every way out."""

    def __init__(self, address: Address) -> None:
        """Use `open`; this alone neither connects nor migrates."""
        self._address = address
        self._writer: AsyncEngine = make_engine(address)
        self._reader: AsyncEngine = for_reading(self._writer)
        self._turn = asyncio.Lock()
        self._file: tuple[int, int] | None = None
        self._running: set[AsyncConnection] = set()
        self._nobody_runs = asyncio.Event()
        self._nobody_runs.set()
        self._closed = False
        self._writes_fail = False
        self._damage: str | None = None
        self._may_write: Callable[[], bool] = lambda: True

    @classmethod
    async def open(cls, url: str) -> "Database":
        """Open, and bring to the schema of this version, the database at an address.

        :param url: `sqlite:///path` (made if missing, its folder is not), `sqlite://` (in memory, lost at close) or
            `postgresql://user:password@host/name`; the drivers' names may be added (`sqlite+aiosqlite`, ...). An SQLite
            address may end in `?timeout=2`, the seconds to wait for another program's lock.
        :raises StorageError: above all `Gone` where the file or server cannot be reached, `Busy` where it is locked.
        """
        database = cls(read_address(url))
        try:
            lock = _migrating.setdefault(asyncio.get_running_loop(), asyncio.Lock())
            async with lock:
                await _driven(database._migrate())
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
        self._needs_leave()
        try:
            if self._address.is_sqlite:
                async with self._my_turn(), self._transaction(self._writer, writes=True) as tx:
                    yield tx
                    self._needs_leave()
            else:
                async with self._transaction(self._writer, writes=True) as tx:
                    yield tx
                    self._needs_leave()
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
        if self._address.in_memory:  # there is but one connection
            async with self._my_turn(), self._transaction(self._reader, writes=False) as tx:
                yield tx
        else:
            async with self._transaction(self._reader, writes=False) as tx:
                yield tx

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
        await _to_the_end(self._shut(patience))

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
    async def _my_turn(self) -> AsyncIterator[None]:
        if self._turn.locked():
            try:
                async with asyncio.timeout(POOL_PATIENCE):
                    await self._turn.acquire()
            except TimeoutError as error:
                raise Busy("too many transactions are waiting for their turn") from error
        else:
            await self._turn.acquire()
        try:
            yield
        finally:
            self._turn.release()

    @asynccontextmanager
    async def _transaction(self, engine: AsyncEngine, *, writes: bool) -> AsyncIterator[Transaction]:
        if self._closed:
            raise Gone("the database is closed")
        if self._file is not None and self._identity() != self._file:
            raise Gone(f"the file of {self._address} was moved or replaced")
        connection = engine.connect()
        tx = Transaction(connection, writes=writes)
        self._running.add(connection)
        self._nobody_runs.clear()
        try:
            await _driven(_begin(connection))
            yield tx
            await tx.commit()
        except Damaged as error:
            self._note_damage(error)
            raise
        finally:
            try:
                # What is gone is not used again. A database in memory would be lost with its connection.
                drop = isinstance(tx.failure, Gone) and not self._address.in_memory
                await _to_the_end(_release(connection, drop=drop))
            finally:
                self._running.discard(connection)
                if not self._running:
                    self._nobody_runs.set()

    def _note_damage(self, error: Damaged) -> None:
        """Say once what `ready` goes on saying: other reads may well succeed, and nobody would notice."""
        if self._damage is None:
            self._damage = str(error)
            logger.error("%s is damaged (%s): `python -m bot doctor` says what to do", self._address, error)

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
    _ = await connection.start()
    _ = await connection.begin()


async def _release(connection: AsyncConnection, *, drop: bool) -> None:
    """Roll back what was not committed and give the connection back; an error here must not hide the one before."""
    if connection.sync_connection is None:
        return  # it never came to be
    try:
        if drop:
            await connection.invalidate()
        else:
            await connection.rollback()
    except Exception:
        logger.warning("could not roll back; dropping the connection", exc_info=True)
        await connection.invalidate()
    finally:
        await connection.close()


async def _pragma(connection: AsyncConnection, setting: str) -> None:
    """Set something on the bare connection, where no transaction begins by itself."""
    driver = (await connection.get_raw_connection()).driver_connection
    if driver is None:
        raise Gone("the connection was lost")
    await (await driver.execute(f"PRAGMA {setting}")).close()


async def _driven(work: Coroutine[Any, Any, T]) -> T:
    """Like `_to_the_end`, with the driver's errors typed."""
    try:
        return await _to_the_end(work)
    except Exception as error:
        typed = translated(error)
        if typed is error:
            raise
        raise typed from error


async def _to_the_end(work: Coroutine[Any, Any, T]) -> T:
    """Await something that must not be cut off half-way. A cancellation is held back until it is done, and raised then.

    A cut-off statement goes on in SQLite's thread and would do so in a transaction that nobody owns any more.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            try:
                await asyncio.wait([task])
            except asyncio.CancelledError:
                continue  # one is raised below already
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.debug("failed while being cancelled: %r", error)
        raise

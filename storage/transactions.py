"""Transactions, on either engine.

A transaction runs in the event loop, statement by statement, or as a whole in the thread of its connection (SQLite).
There is no event loop in that thread, and nothing can cancel it.
"""

import asyncio
import logging
from collections.abc import Collection, Coroutine, Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from sqlalchemy import Column, CursorResult, Executable, Table, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.errors import (
    Damaged,
    DiskError,
    OutcomeUnknown,
    StorageError,
    Unavailable,
    is_stale_plan,
    to_storage_error,
)

logger = logging.getLogger(__name__)
T = TypeVar("T")


class Transaction:
    """A running transaction, for one task inside its block.

    A failed or cancelled statement loses the whole transaction, as in PostgreSQL: even if the error is caught inside
    the block, nothing is saved and leaving the block raises it again.

    :ivar writes: whether it may write.
    """

    def __init__(self, connection: AsyncConnection, *, writes: bool) -> None:
        self.failure: StorageError | None = None
        self._connection = connection
        self._is_begun = False
        self.writes = writes

    async def execute(
        self, statement: Executable, rows: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None
    ) -> CursorResult[Any]:
        """Execute a statement (or many inserts) and fetch all results.

        :raises StorageError: the driver's error, as a type.
        :raises TypeError: the transaction is for reading and the statement writes.
        """
        if statement.is_dml and not self.writes:
            raise TypeError("a transaction for reading cannot write")
        self.check()
        try:
            try:
                return await run_to_completion(self._connection.execute(statement, rows))
            except DBAPIError as error:
                if self._is_begun or not is_stale_plan(error):
                    raise
            await run_to_completion(self._connection.rollback())  # nothing was done in it; the next begins again
            return await run_to_completion(self._connection.execute(statement, rows))
        except asyncio.CancelledError:
            self.failure = StorageError("the transaction was cut off in the middle")
            raise
        except Exception as error:
            self.failure = to_storage_error(error)
            raise self.failure from error
        finally:
            self._is_begun = True

    def check(self) -> None:
        """Raise the failure that has lost the transaction, if any."""
        if self.failure is not None:
            raise self.failure

    async def commit(self) -> None:
        """Commit what was written; only `Database` calls this.

        :raises OutcomeUnknown: the connection was lost meanwhile.
        :raises StorageError: the transaction had failed before, or fails now.
        """
        self.check()
        try:
            await run_translated(self._connection.commit())
        except (Damaged, DiskError) as failure:
            self.failure = failure
            raise
        except Unavailable as failure:
            self.failure = OutcomeUnknown(str(failure))
            raise self.failure from failure
        except StorageError as failure:
            self.failure = failure
            raise

    async def save(self, table: Table, row: Mapping[str, Any]) -> None:
        """Insert a complete row, or replace the one with its key."""
        key = [column.name for column in table.primary_key]
        new = {name: value for name, value in row.items() if name not in key}
        await self.execute(self._insert(table).values(**row).on_conflict_do_update(index_elements=key, set_=new))

    async def save_all(self, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
        """Save many rows, all with the same columns; see `save`."""
        if not rows:
            return
        key = [column.name for column in table.primary_key]
        statement = self._insert(table)
        new = {name: statement.excluded[name] for name in rows[0] if name not in key}
        await self.execute(statement.on_conflict_do_update(index_elements=key, set_=new), rows)

    async def add_new(self, table: Table, row: Mapping[str, Any]) -> bool:
        """Insert a row; return False if a unique key is taken.

        If another transaction has inserted the key and not committed yet, this waits for its end.
        """
        return (await self.execute(self._insert(table).values(**row).on_conflict_do_nothing())).rowcount > 0

    async def lock(self, *name: object) -> None:
        """Lock a name until the transaction ends, waiting for others.

        Use it to count rows before writing them: rows that do not exist yet cannot be locked. On SQLite this does
        nothing, because only one transaction writes at a time.
        """
        if not self._on_sqlite:
            key = func.hashtextextended(":".join(map(str, name)), 0)
            await self.execute(select(func.pg_advisory_xact_lock(key)))

    @property
    def _on_sqlite(self) -> bool:
        return self._connection.dialect.name == "sqlite"

    def _insert(self, table: Table) -> sqlite.Insert | postgresql.Insert:
        """Return an insert with `ON CONFLICT` for the engine."""
        return sqlite.insert(table) if self._on_sqlite else postgresql.insert(table)


async def run_translated(work: Coroutine[Any, Any, T]) -> T:
    """Like `run_to_completion`, with errors as `StorageError`s."""
    try:
        return await run_to_completion(work)
    except Exception as error:
        typed = to_storage_error(error)
        if typed is error:
            raise
        raise typed from error


async def run_to_completion(work: Coroutine[Any, Any, T]) -> T:
    """Await work to its end; raise a cancellation after it.

    A cancelled statement goes on in SQLite's thread, in a transaction without an owner.
    """
    if not _is_in_a_loop():
        return await work  # without an event loop nothing can be cancelled
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await wait_out(task)
        raise


async def wait_out(work: "asyncio.Future[Any]") -> None:
    """Await cancelled work to its end."""
    while not work.done():
        try:
            await asyncio.wait([work])
        except asyncio.CancelledError:
            continue  # the caller raises one already
    if not work.cancelled() and (error := work.exception()) is not None:
        logger.debug("failed while being cancelled: %r", error)


def _is_in_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def to_row(value: Any, without: Collection[str] = ()) -> dict[str, Any]:
    """Return a dataclass as a row: column name -> value.

    :param without: fields that are not columns, or that the database fills in.
    """
    return {part.name: getattr(value, part.name) for part in fields(value) if part.name not in without}


def field_columns(table: Table, kind: type[Any], without: Collection[str] = ()) -> list[Column[Any]]:
    """Return the columns for a dataclass's fields, in its order.

    :param without: fields that are not columns, or are not read.
    """
    return [table.c[part.name] for part in fields(kind) if part.name not in without]

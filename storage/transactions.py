"""Transactions: the statements inside them, and how they are carried to their end whatever becomes of who waits for it.

A transaction runs in the event loop, each statement by itself, or as a whole in the thread of its connection (SQLite),
where there is no event loop and nobody can cut it off.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import fields
from typing import Any, TypeVar

from sqlalchemy import Column, CursorResult, Executable, Table, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.engines import POOL_PATIENCE
from storage.errors import Busy, Damaged, Gone, OutcomeUnknown, StorageError, translated

__all__ = ["Transaction", "WriteQueue", "field_columns", "run_to_completion", "run_translated", "to_row"]

logger = logging.getLogger(__name__)
T = TypeVar("T")


class Transaction:
    """A running transaction, from `Database.write` or `Database.read`. Use it from one task, inside its block only.

    Once a statement has failed or was cut off by a cancellation, the whole transaction is lost, as PostgreSQL has it:
    even if the error is caught inside the block, nothing is saved and leaving the block raises it again.

    :ivar writes: whether it may write.
    """

    def __init__(self, connection: AsyncConnection, *, writes: bool) -> None:
        self.failure: StorageError | None = None
        self._connection = connection
        self.writes = writes

    async def execute(
        self, statement: Executable, rows: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None
    ) -> CursorResult[Any]:
        """Execute a statement; `rows` are its parameters, many for an insert of many rows. The result is all in memory.

        :raises StorageError: what the driver reported, typed.
        :raises TypeError: the transaction is for reading and the statement writes.
        """
        if statement.is_dml and not self.writes:
            raise TypeError("a transaction for reading cannot write")
        if self.failure is not None:
            raise self.failure
        try:
            return await run_to_completion(self._connection.execute(statement, rows))
        except asyncio.CancelledError:
            self.failure = StorageError("the transaction was cut off in the middle")
            raise
        except Exception as error:
            self.failure = translated(error)
            raise self.failure from error

    async def commit(self) -> None:
        """What leaving the block of `Database.write` does; not to be called inside it.

        :raises OutcomeUnknown: the connection was lost meanwhile.
        :raises StorageError: the transaction had failed before, or fails now.
        """
        if self.failure is not None:
            raise self.failure
        try:
            await run_translated(self._connection.commit())
        except Damaged as failure:
            self.failure = failure
            raise
        except Gone as failure:
            self.failure = OutcomeUnknown(str(failure)) if self.writes else failure
            raise self.failure from failure
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

    async def alone(self, *what: object) -> None:
        """Wait until no other transaction is alone with the same thing, and keep others waiting until this one ends.

        For what is counted before it is written: rows that do not exist yet cannot be locked. SQLite has one writer.
        """
        if not self._on_sqlite:
            name = ":".join(map(str, what))
            await self.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(name, 0))))

    @property
    def _on_sqlite(self) -> bool:
        return self._connection.dialect.name == "sqlite"

    def _insert(self, table: Table) -> sqlite.Insert | postgresql.Insert:
        """An insert that knows what to do on a conflict, which each engine says in its own words."""
        return sqlite.insert(table) if self._on_sqlite else postgresql.insert(table)


async def run_translated(work: Coroutine[Any, Any, T]) -> T:
    """Like `run_to_completion`, with the driver's errors typed."""
    try:
        return await run_to_completion(work)
    except Exception as error:
        typed = translated(error)
        if typed is error:
            raise
        raise typed from error


async def run_to_completion(work: Coroutine[Any, Any, T]) -> T:
    """Await something that must not be cut off half-way. A cancellation is held back until it is done, and raised then.

    A cut-off statement goes on in SQLite's thread and would do so in a transaction that nobody owns any more.
    """
    if not _is_in_a_loop():
        return await work  # where there is no event loop there are no cancellations
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


def _is_in_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


class WriteQueue:
    """Lets one after the other.

    :param patience: seconds that each may have to wait for another program once it is his turn. Who has waited for half
        of that behind somebody who did so in vain does not begin to wait as long for the same: they give up together.
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._turn = asyncio.Lock()
        self._in_vain = 0

    @asynccontextmanager
    async def mine(self) -> AsyncIterator[None]:
        """A block in which it is one's turn.

        :raises Busy: if it does not come in time, or would be in vain.
        """
        await self._waited()
        try:
            yield
        except Busy:
            self._in_vain += 1
            raise
        finally:
            self._turn.release()

    async def _waited(self) -> None:
        """Wait with a limit, even for a lock that is not held: somebody else may be about to wake up with it."""
        before, since = self._in_vain, time.monotonic()
        try:
            async with asyncio.timeout(POOL_PATIENCE):
                await self._turn.acquire()
        except TimeoutError as error:
            raise Busy("too many transactions are waiting for their turn") from error
        if self._in_vain > before and time.monotonic() - since > self._patience / 2:
            self._turn.release()
            raise Busy("another program holds the database")


def to_row(value: Any) -> dict[str, Any]:
    """A dataclass as columns: name -> value."""
    return {part.name: getattr(value, part.name) for part in fields(value)}


def field_columns(table: Table, kind: type[Any]) -> list[Column[Any]]:
    """The columns of a table that are the fields of a dataclass, in its order."""
    return [table.c[part.name] for part in fields(kind)]

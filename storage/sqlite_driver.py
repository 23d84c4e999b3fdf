"""SQLite's driver with one change of threads for each statement.

aiosqlite makes one for the cursor, one for the statement, one for its rows and one for closing the cursor again. Each
hands the interpreter from thread to thread, which costs more than what SQLite itself does in between. `make bench
ARGS=driver` says how much.

This uses three private names of aiosqlite, whose version is pinned exactly; where another version lacks one of them the
import fails.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Coroutine, Iterable, Sequence
from functools import partial
from typing import Any, Self, TypeVar

import aiosqlite

__all__ = ["Connection", "Cursor", "connect"]

T = TypeVar("T")

_PRIVATE_NAMES = {"_execute", "_conn", "_thread"}
if missing := _PRIVATE_NAMES.difference(dir(aiosqlite.Connection), aiosqlite.Connection.__init__.__code__.co_names):
    raise ImportError(f"aiosqlite has changed: its connections have no {', '.join(sorted(missing))}")


class Cursor:
    """What SQLAlchemy needs of a cursor. Its rows are all there when its statement is done; it holds nothing open."""

    arraysize = 1

    def __init__(self, run: Callable[..., Any]) -> None:
        self._run = run
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, operation: str, parameters: Iterable[Any] = ()) -> Self:
        """Execute a statement and fetch its rows."""
        return await self._done("execute", operation, parameters)

    async def executemany(self, operation: str, parameters: Iterable[Iterable[Any]]) -> Self:
        """Execute a statement once with each of these parameters."""
        return await self._done("executemany", operation, parameters)

    async def fetchall(self) -> Sequence[Any]:
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        self._rows = []

    async def _done(self, method: str, operation: str, parameters: Iterable[Any]) -> Self:
        self.description, self._rows, self.rowcount, self.lastrowid = await self._run(method, operation, parameters)
        return self


class Connection(aiosqlite.Connection):
    """A connection of aiosqlite with such cursors."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=64)
        self._thread.daemon = True  # as SQLAlchemy has it: a forgotten connection must not keep the process alive

    def cursor(self) -> Cursor:  # type: ignore[override]  # SQLAlchemy asks for no more than this
        return Cursor(partial(self._execute, self._statement))

    async def at_once(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something that waits for this connection alone, all of it in the connection's thread."""
        done: T = await self._execute(_run_to_end, work)
        return done

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """In the thread of the connection do it now, else let it be done there."""
        if threading.current_thread() is self._thread:
            return fn(*args, **kwargs)
        return await super()._execute(fn, *args, **kwargs)  # type: ignore[no-untyped-call]  # as aiosqlite has it

    def _statement(
        self, method: str, operation: str, parameters: Iterable[Any]
    ) -> tuple[Any, list[Any], int, int | None]:
        """In the thread of the connection: a whole statement."""
        cursor = self._conn.cursor()
        try:
            getattr(cursor, method)(operation, parameters)
            rows = cursor.fetchall() if cursor.description else []
            return cursor.description, rows, cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()


def connect(database: str, **options: Any) -> Connection:
    """Like `aiosqlite.connect`."""
    return Connection(partial(sqlite3.connect, database, **options))


def _run_to_end(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that never has to wait; wherever it waits all the same, it meets an error."""
    step = partial(work.send, None)
    while True:
        try:
            step()
        except StopIteration as end:
            done: T = end.value
            return done
        step = partial(work.throw, RuntimeError("in the thread of a connection nothing else can be waited for"))

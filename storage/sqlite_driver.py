"""SQLite's driver with one change of threads per statement.

aiosqlite makes four: for the cursor, for the statement, for its rows and for closing the cursor. Each hands over the
interpreter lock, which costs more than the work of SQLite. `make bench ARGS=driver` measures it.

This uses three private names of aiosqlite, whose version is pinned exactly. The import fails where another version
lacks one of them.
"""

import sqlite3
import threading
from collections.abc import Callable, Coroutine, Iterable, Sequence
from functools import partial
from typing import Any, Self, TypeVar

import aiosqlite

T = TypeVar("T")

_PRIVATE_NAMES = {"_execute", "_conn", "_thread"}
if missing := _PRIVATE_NAMES.difference(dir(aiosqlite.Connection), aiosqlite.Connection.__init__.__code__.co_names):
    raise ImportError(f"aiosqlite has changed: its connections have no {', '.join(sorted(missing))}")


class Cursor:
    """A cursor for SQLAlchemy that fetches all rows immediately."""

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
        return await self._run_statement("execute", operation, parameters)

    async def executemany(self, operation: str, parameters: Iterable[Iterable[Any]]) -> Self:
        """Execute a statement once with each of these parameters."""
        return await self._run_statement("executemany", operation, parameters)

    async def fetchall(self) -> Sequence[Any]:
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        self._rows = []

    async def _run_statement(self, method: str, operation: str, parameters: Iterable[Any]) -> Self:
        self.description, self._rows, self.rowcount, self.lastrowid = await self._run(method, operation, parameters)
        return self


class Connection(aiosqlite.Connection):
    """A connection of aiosqlite with such cursors."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=64)
        self._thread.daemon = True  # as SQLAlchemy does: a forgotten connection must not keep the process alive

    def cursor(self) -> Cursor:  # type: ignore[override]  # SQLAlchemy needs no more than this
        return Cursor(partial(self._execute, self._statement))

    async def run_in_thread(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine awaiting only this connection in its thread."""
        done: T = await self._execute(_run_to_end, work)
        return done

    async def _execute(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Call the function in the connection's thread, directly or queued."""
        if threading.current_thread() is self._thread:
            return fn(*args, **kwargs)
        return await super()._execute(fn, *args, **kwargs)  # type: ignore[no-untyped-call]  # as aiosqlite has it

    def _statement(
        self, method: str, operation: str, parameters: Iterable[Any]
    ) -> tuple[Any, list[Any], int, int | None]:
        """Run a whole statement; called in the connection's thread."""
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
    """Run a coroutine; where it would wait, throw an error into it."""
    step = partial(work.send, None)
    while True:
        try:
            step()
        except StopIteration as end:
            done: T = end.value
            return done
        step = partial(work.throw, RuntimeError("nothing else can be awaited in the thread of a connection"))

"""SQLite's driver with one change of threads per statement.

aiosqlite makes four: for the cursor, for the statement, for its rows and for closing the cursor. Each hands over the
interpreter lock, which costs more than the work of SQLite. `make bench ARGS=driver` measures it.

This uses public names only: aiosqlite's `execute_fetchall` calls `execute` of an `sqlite3.Connection` in the thread,
and that of `_CallingConnection` also calls functions.
"""

import sqlite3
import threading
from collections.abc import Callable, Coroutine, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple, Self, TypeVar

import aiosqlite

T = TypeVar("T")


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


class _Returned(NamedTuple):
    """A function's result in the place of a cursor."""

    value: Any

    def fetchall(self) -> Any:
        return self.value


class _CallingConnection(sqlite3.Connection):
    """A connection that also executes functions, with itself as the first argument."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.thread = threading.get_ident()

    def execute(self, sql: str | Callable[..., Any], parameters: Any = ()) -> Any:
        if isinstance(sql, str):
            return super().execute(sql, parameters)
        return _Returned(sql(self, *parameters))


class Connection(aiosqlite.Connection):
    """A connection of aiosqlite with such cursors."""

    _inside: _CallingConnection | None = None
    """The connection in its thread, while `run_in_thread` runs."""

    def cursor(self) -> Cursor:  # type: ignore[override]  # SQLAlchemy needs no more than this
        return Cursor(partial(self._call, _run_statement))

    async def commit(self) -> None:
        await self._call(sqlite3.Connection.commit)

    async def rollback(self) -> None:
        await self._call(sqlite3.Connection.rollback)

    async def run_in_thread(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine awaiting only this connection in its thread."""
        done: T = await self._call(self._run_inside, work)
        return done

    def run_here(self, sql: str) -> None:
        """Run a statement without rows; only in `run_in_thread`."""
        if self._inside is None:
            raise RuntimeError("not in the connection's thread")
        self._inside.execute(sql).close()

    async def _call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call the function in the connection's thread, directly or queued."""
        inside = self._inside
        if inside is not None and inside.thread == threading.get_ident():
            return function(inside, *arguments)
        return await self.execute_fetchall(function, arguments)  # see `_CallingConnection`

    def _run_inside(self, connection: _CallingConnection, work: Coroutine[Any, Any, T]) -> T:
        self._inside = connection
        try:
            return _run_to_end(work)
        finally:
            self._inside = None


def connect(database: str, **options: Any) -> Connection:
    """Like `aiosqlite.connect`; a forgotten connection does not keep the process alive."""
    made: list[Connection] = []
    connector = partial(sqlite3.connect, database, factory=_CallingConnection, **options)
    # The connection makes a thread, which is a daemon if it is made in one.
    maker = threading.Thread(target=lambda: made.append(Connection(connector, iter_chunk_size=64)), daemon=True)
    maker.start()
    maker.join()
    return made[0]


def _run_statement(
    connection: sqlite3.Connection, method: str, operation: str, parameters: Iterable[Any]
) -> tuple[Any, list[Any], int, int | None]:
    """Run a whole statement; called in the connection's thread."""
    cursor = connection.cursor()
    try:
        getattr(cursor, method)(operation, parameters)
        rows = cursor.fetchall() if cursor.description else []
        return cursor.description, rows, cursor.rowcount, cursor.lastrowid
    finally:
        cursor.close()


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

"""Databases for tests, on both engines.

They are migrated once a session, and emptied for each test. A migration takes longer than most tests, and dropping a
PostgreSQL database makes the server write out all its data. So an SQLite file is a copy of one that was migrated, and
the PostgreSQL database of a session is reused.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Generator
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar
from uuid import uuid4

import asyncpg
import pytest
import pytest_asyncio
from sqlalchemy import Connection, delete, event
from sqlalchemy.engine import Dialect, Engine, make_url

from storage import engines, sqlite_driver, transactions
from storage.database import Database
from storage.schema import metadata
from tests.needs import in_ci, missing

T = TypeVar("T")

POSTGRES = os.environ.get("TEST_POSTGRES_URL") or "postgresql://postgres@127.0.0.1:5432/test"

ENGINES = ("sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql))

_WITHOUT_OTHERS = """SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""

_SHAPE = """SELECT string_agg(line, E'\\n' ORDER BY line) FROM (
    SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT conrelid::regclass || pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid <> 0
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', attrelid::regclass, attname, atttypid, attnotnull, attisdropped)
        FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE relnamespace = 'public'::regnamespace
    ) AS shape (line)"""


_compiled: dict[type[Dialect], Any] = {}


@event.listens_for(Engine, "engine_connect")
def _compile_once(connection: Connection) -> None:
    """Share SQLAlchemy's compiled statements among databases of a kind."""
    engine, kind = connection.engine, type(connection.dialect)
    if kind not in _compiled:  # statements are kept for a dialect: here all of a kind are equal
        kind.__eq__ = lambda one, other: type(one) is type(other)  # type: ignore[method-assign]
        kind.__hash__ = lambda self: hash(type(self))  # type: ignore[method-assign]
    engine._compiled_cache = _compiled.setdefault(kind, engine._compiled_cache)


class ThreadlessConnection(sqlite_driver.Connection):
    """A connection that executes in the event loop's own thread; other tasks run before each transaction.

    A change of threads costs more than most statements. A connection that waits for the lock of another one in the same
    loop would stop both.
    """

    @classmethod
    def connect(cls, database: str, **options: Any) -> Self:
        """Replace `sqlite_driver.connect`."""
        return cls(partial(sqlite3.connect, database, factory=sqlite_driver._CallingConnection, **options), 64)

    def __await__(self) -> Generator[Any, None, Self]:
        self._connection = self._connector()
        yield
        return self

    async def _execute(self, fn: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        if not self._conn.in_transaction:
            await asyncio.sleep(0)
        return fn(*args, **kwargs)

    def _run_inside(self, connection: Any, work: Coroutine[Any, Any, T]) -> T:
        """Run the work as in a thread, which has no loop."""
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        try:
            return super()._run_inside(connection, work)
        finally:
            asyncio._set_running_loop(loop)

    def stop(self) -> None:
        self._running = False
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class PostgresDatabase:
    """A session's PostgreSQL database, used by one test at a time."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._shape: str | None = None

    async def clear(self) -> None:
        """Drop all tables and settings of the database."""
        connection = await self._alone()
        try:
            await self._clear(connection)
        finally:
            await connection.close()

    async def empty(self) -> None:
        """Leave this version's tables in it, without rows."""
        connection = await self._alone()
        try:
            if self._shape is None or await connection.fetchval(_SHAPE) != self._shape:
                await self._clear(connection)
                await (await Database.open(self.address)).close()
                self._shape = await connection.fetchval(_SHAPE)
            else:
                deletions = (str(delete(table)) for table in reversed(metadata.sorted_tables))
                sequences = "SELECT setval(seqrelid::regclass, seqstart, false) FROM pg_sequence"
                await connection.execute("; ".join((*deletions, sequences)))
        finally:
            await connection.close()

    async def _alone(self) -> asyncpg.Connection[asyncpg.Record]:
        """Connect after all others left; reset the last test's settings."""
        name = make_url(self.address).database
        writing = {"default_transaction_read_only": "off"}
        connection: asyncpg.Connection[asyncpg.Record] = await asyncpg.connect(self.address, server_settings=writing)
        await connection.execute(_WITHOUT_OTHERS)
        await connection.execute(f"ALTER DATABASE {name} RESET ALL")
        return connection

    async def _clear(self, connection: asyncpg.Connection[asyncpg.Record]) -> None:
        self._shape = None
        await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def postgres() -> AsyncIterator[PostgresDatabase]:
    """Yield the session's PostgreSQL database, or skip the test."""
    if not in_ci() and "TEST_POSTGRES_URL" not in os.environ:
        pytest.skip("PostgreSQL is tried with CI=true, and where TEST_POSTGRES_URL names a server")
    name = f"boneyard_{uuid4().hex}"
    try:
        server = await asyncpg.connect(POSTGRES, timeout=5)
    except (OSError, asyncpg.PostgresError) as error:
        missing(f"a PostgreSQL server (TEST_POSTGRES_URL; {type(error).__name__}: {error})")
    try:
        await server.execute(f"CREATE DATABASE {name}")
    finally:
        await server.close()
    yield PostgresDatabase(make_url(POSTGRES).set(database=name).render_as_string(hide_password=False))
    server = await asyncpg.connect(POSTGRES, timeout=5)
    try:
        await server.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        await server.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a current SQLite database without rows, to be copied."""
    file = tmp_path_factory.mktemp("migrated") / "boneyard.db"
    await (await Database.open(f"sqlite:///{file}")).close()
    assert [left.name for left in file.parent.iterdir()] == [file.name], "not everything is in the one file"
    return file


@pytest.fixture
def threadless_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let SQLite work in the event loop's own thread, where no statement can be cancelled, and not wait for disks."""
    pragmas = [pragma.replace("synchronous=FULL", "synchronous=OFF") for pragma in engines._PRAGMAS]
    monkeypatch.setattr(engines, "_PRAGMAS", pragmas)
    monkeypatch.setattr(sqlite_driver, "connect", ThreadlessConnection.connect)
    monkeypatch.setattr(transactions, "_is_in_a_loop", lambda: False)


@pytest.fixture
def new_sqlite_address(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """Return the address of an SQLite file not yet there.

    Writers wait long for each other, as they must on a busy machine, except in tests marked `impatient`.
    """
    return f"sqlite:///{tmp_path}/boneyard.db?timeout={0.2 if request.node.get_closest_marker('impatient') else 60}"


@pytest.fixture
def sqlite_address(new_sqlite_address: str, tmp_path: Path, migrated_file: Path) -> str:
    """Return the address of a current SQLite database without rows."""
    shutil.copyfile(migrated_file, tmp_path / "boneyard.db")
    return new_sqlite_address


@pytest.fixture
async def postgres_address(postgres: PostgresDatabase) -> str:
    """Return a current PostgreSQL database's address, without rows."""
    await postgres.empty()
    return postgres.address


@pytest.fixture
async def new_postgres_address(postgres: PostgresDatabase) -> str:
    """Return the address of a PostgreSQL database without tables."""
    await postgres.clear()
    return postgres.address


@pytest.fixture(params=ENGINES)
def address(request: pytest.FixtureRequest) -> str:
    """Return an empty database's address, on each engine in turn."""
    return str(request.getfixturevalue("sqlite_address" if request.param == "sqlite" else "postgres_address"))


@pytest.fixture(params=ENGINES)
def new_address(request: pytest.FixtureRequest) -> str:
    """Return a database without tables, on each engine in turn."""
    return str(request.getfixturevalue("new_sqlite_address" if request.param == "sqlite" else "new_postgres_address"))

"""A click at a table, to its answer, without Discord."""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg

from storage.database import Database

from .measuring import Effort, Result, Topic, in_turn
from .rooms import Room, new_tables, postgres_address

__all__ = ["clicks"]

_ROW = ("match", 1, 0, "6-4@left", 1_100_000_000_000_000_001, 1_763_000_000.5)
_TABLE = (
    "CREATE TABLE move (match_id text, revision bigint, seat integer, move text, user_id bigint, at double precision)"
)

Act = Callable[[], Awaitable[float]]
"""Does something and tells how many milliseconds it took."""


def clicks(effort: Effort) -> list[Topic]:
    """Measure ms per click by database, beside one bare insert."""
    with asyncio.Runner() as runner, TemporaryDirectory(dir=effort.folder) as folder:
        stack = AsyncExitStack()
        try:
            return [runner.run(_prepare(stack, Path(folder), effort))(runner)]
        finally:
            runner.run(stack.aclose())


async def _prepare(stack: AsyncExitStack, folder: Path, effort: Effort) -> Callable[[asyncio.Runner], Topic]:
    acts = {
        "SQLite, a click": await stack.enter_async_context(_clicking(f"sqlite:///{folder}/boneyard.db")),
        "SQLite, bare insert": stack.enter_context(_inserting_into_sqlite(folder / "floor.db")),
    }
    remarks: list[str] = []
    try:
        address = await stack.enter_async_context(postgres_address())
    except (OSError, asyncpg.PostgresError) as error:
        remarks.append(f"PostgreSQL is left out: no server to be used at TEST_POSTGRES_URL ({type(error).__name__})")
    else:
        acts["PostgreSQL, a click"] = await stack.enter_async_context(_clicking(address))
        acts["PostgreSQL, bare insert"] = await stack.enter_async_context(_inserting_into_postgres(address))
    return partial(_measured, acts, tuple(remarks), effort)


def _measured(acts: dict[str, Act], remarks: tuple[str, ...], effort: Effort, runner: asyncio.Runner) -> Topic:
    slow: dict[str, list[float]] = {name: [] for name in acts}

    def a_round(name: str) -> float:
        times = sorted(runner.run(_for_a_while(acts[name], effort.seconds)))
        slow[name].append(times[len(times) * 95 // 100])
        return statistics.median(times)

    values = in_turn({name: partial(a_round, name) for name in acts}, effort.rounds)
    results = []
    for name, rounds in values.items():
        floor = name.replace("a click", "bare insert")
        results.append(Result(name, "ms", rounds, (floor,) if floor != name else ()))
        if floor != name:
            results.append(Result(f"{name}, 95th of 100", "ms", tuple(slow[name])))
    return Topic("Click, saved, answered at a table of Block, one after another", tuple(results), remarks)


async def _for_a_while(act: Act, seconds: float) -> list[float]:
    until = time.perf_counter() + seconds
    times = [await act()]
    while time.perf_counter() < until:
        times.append(await act())
    return times


@asynccontextmanager
async def _clicking(address: str) -> AsyncIterator[Act]:
    database = await Database.open(address)
    try:
        tables = new_tables(database)
        try:
            yield (await Room.enter(tables)).click
        finally:
            await tables.close()
    finally:
        await database.close()


@contextmanager
def _inserting_into_sqlite(file: Path) -> Iterator[Act]:
    """Insert and commit with sqlite3, as safely as Boneyard."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute(_TABLE)

        async def insert() -> float:
            begin = time.perf_counter()
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO move VALUES (?, ?, ?, ?, ?, ?)", _ROW)
            connection.execute("COMMIT")
            return (time.perf_counter() - begin) * 1000

        yield insert


@asynccontextmanager
async def _inserting_into_postgres(address: str) -> AsyncIterator[Act]:
    """A committed insert with asyncpg."""
    connection = await asyncpg.connect(address)
    try:
        await connection.execute(_TABLE)

        async def insert() -> float:
            begin = time.perf_counter()
            await connection.execute("INSERT INTO move VALUES ($1, $2, $3, $4, $5, $6)", *_ROW)
            return (time.perf_counter() - begin) * 1000

        yield insert
    finally:
        await connection.close()

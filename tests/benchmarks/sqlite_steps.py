"""A saved step (three reads, one write) by both SQLite drivers."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import aiosqlite
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from storage.database import Database, Transaction

from .measuring import Effort, Result, Topic, in_turn
from .settlements import Settle, rate_of

__all__ = ["sqlite_steps"]

_TABLE = "CREATE TABLE step (id INTEGER PRIMARY KEY, revision INTEGER)"
_FIRST = "INSERT INTO step VALUES (1, 0)"
_READ = "SELECT revision FROM step WHERE id = 1"
_WRITE = "UPDATE step SET revision = revision + 1 WHERE id = 1"
_PRAGMAS = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL")
_BARE = "the sqlite3 module, no thread"
_PLAIN = "aiosqlite's public interface"
_STOCK = "SQLAlchemy on aiosqlite as it comes"


def sqlite_steps(effort: Effort) -> list[Topic]:
    """Measure saved steps a second, beside two floors."""
    with asyncio.Runner() as runner, TemporaryDirectory(dir=effort.folder) as folder:
        stack = AsyncExitStack()
        try:
            steps = runner.run(_prepare(stack, Path(folder)))
            rounds = {
                name: partial(lambda step: runner.run(rate_of(step, effort.seconds)), step)
                for name, step in steps.items()
            }
            values = in_turn(rounds, effort.rounds)
        finally:
            runner.run(stack.aclose())
    rivals = (_BARE, _PLAIN, _STOCK)
    results = [Result(name, "steps/s", found, () if name in rivals else rivals) for name, found in values.items()]
    return [Topic("A step saved in SQLite: three reads, a write and the commit", tuple(results))]


async def _prepare(stack: AsyncExitStack, folder: Path) -> dict[str, Settle]:
    database = await Database.open(f"sqlite:///{folder}/ours.db")
    stack.push_async_callback(database.close)
    async with database.write() as tx:
        await tx.execute(text(_TABLE))
        await tx.execute(text(_FIRST))

    async def step(tx: Transaction) -> None:
        for _ in range(3):
            (await tx.execute(text(_READ))).scalar_one()
        await tx.execute(text(_WRITE))

    async def by_statements() -> None:
        async with database.write() as tx:
            await step(tx)

    return {
        "run_write": lambda: database.run_write(step),
        "write, statement by statement": by_statements,
        _STOCK: await stack.enter_async_context(_stock(folder / "stock.db")),
        _PLAIN: await stack.enter_async_context(_plain(folder / "plain.db")),
        _BARE: stack.enter_context(_bare(folder / "bare.db")),
    }


@asynccontextmanager
async def _stock(file: Path) -> AsyncIterator[Settle]:
    engine = create_async_engine(f"sqlite+aiosqlite:///{file}", isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        for statement in (*_PRAGMAS, _TABLE, _FIRST):
            await connection.execute(text(statement))

        async def step() -> None:
            await connection.execute(text("BEGIN IMMEDIATE"))
            for _ in range(3):
                (await connection.execute(text(_READ))).scalar_one()
            await connection.execute(text(_WRITE))
            await connection.execute(text("COMMIT"))

        yield step
    await engine.dispose()


@asynccontextmanager
async def _plain(file: Path) -> AsyncIterator[Settle]:
    async with aiosqlite.connect(file, isolation_level=None) as connection:
        for statement in (*_PRAGMAS, _TABLE, _FIRST):
            await connection.execute(statement)

        async def step() -> None:
            await connection.execute("BEGIN IMMEDIATE")
            for _ in range(3):
                async with connection.execute(_READ) as cursor:
                    await cursor.fetchall()
            await connection.execute(_WRITE)
            await connection.commit()

        yield step


@contextmanager
def _bare(file: Path) -> Iterator[Settle]:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for statement in (*_PRAGMAS, _TABLE, _FIRST):
            connection.execute(statement)

        async def step() -> None:
            connection.execute("BEGIN IMMEDIATE")
            for _ in range(3):
                connection.execute(_READ).fetchall()
            connection.execute(_WRITE)
            connection.execute("COMMIT")

        yield step

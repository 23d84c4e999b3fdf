"""A Nos settlement in pairs of five people, with top-ups."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from functools import partial
from itertools import combinations, count
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg

from storage import ledger, matches
from storage.database import Database
from storage.ledger import Payment
from storage.matches import Status, StoredMatch

from .measuring import Effort, Result, Topic, in_turn
from .rooms import postgres_address

__all__ = ["Settle", "rate_of", "settlements"]

_GUILD = 1
_PEOPLE = tuple(range(1_100_000_000_000_000_001, 1_100_000_000_000_000_006))
_MATCH = StoredMatch(
    id="settlements",
    guild_id=_GUILD,
    channel_id=1,
    host_id=_PEOPLE[0],
    game="nos",
    options={},
    status=Status.PLAYING,
    seed=None,
    revision=0,
    clock="none",
    deadline=None,
    warned=False,
    created_at=0.0,
    started_at=None,
    ended_at=None,
    board_id=None,
    board_at=None,
    locale="en",
    rematch_of=None,
)
_TABLE = """CREATE TABLE payment (guild_id bigint, match_id text, number integer, deal integer, payer bigint,
    receiver bigint, amount bigint, reason text, at double precision)"""

Settle = Callable[[], Awaitable[None]]
"""Settles once."""


def settlements(effort: Effort) -> list[Topic]:
    """Measure settlements a second, beside a bare insert."""
    with asyncio.Runner() as runner, TemporaryDirectory(dir=effort.folder) as folder:
        stack = AsyncExitStack()
        try:
            return [runner.run(_prepare(stack, Path(folder), effort))(runner)]
        finally:
            runner.run(stack.aclose())


async def _prepare(stack: AsyncExitStack, folder: Path, effort: Effort) -> Callable[[asyncio.Runner], Topic]:
    acts = {
        "SQLite, a settlement": await stack.enter_async_context(_settling(f"sqlite:///{folder}/boneyard.db")),
        "SQLite, bare insert": stack.enter_context(_inserting_into_sqlite(folder / "floor.db")),
    }
    remarks: list[str] = []
    try:
        address = await stack.enter_async_context(postgres_address())
    except (OSError, asyncpg.PostgresError) as error:
        remarks.append(f"PostgreSQL is left out: no server to be used at TEST_POSTGRES_URL ({type(error).__name__})")
    else:
        acts["PostgreSQL, a settlement"] = await stack.enter_async_context(_settling(address))
        acts["PostgreSQL, bare insert"] = await stack.enter_async_context(_inserting_into_postgres(address))
    return partial(_measured, acts, tuple(remarks), effort)


def _measured(acts: dict[str, Settle], remarks: tuple[str, ...], effort: Effort, runner: asyncio.Runner) -> Topic:
    def a_round(name: str) -> float:
        return runner.run(rate_of(acts[name], effort.seconds))

    values = in_turn({name: partial(a_round, name) for name in acts}, effort.rounds)
    results = []
    for name, rounds in values.items():
        floor = name.replace("a settlement", "bare insert")
        results.append(Result(name, "settlements/s", rounds, (floor,) if floor != name else ()))
    return Topic("A deal of Nos settled between five players, saved, one after another", tuple(results), remarks)


async def rate_of(settle: Settle, seconds: float) -> float:
    """Return how often a second an action can be repeated."""
    begin, done = time.perf_counter(), 0
    while True:
        await settle()
        done += 1
        elapsed = time.perf_counter() - begin
        if elapsed > seconds:
            return done / elapsed


def _payments(number: int) -> Sequence[Payment]:
    """Return payments in turn from `number`, keeping all near 500 $."""
    pairs = [pair if number % 2 else pair[::-1] for pair in combinations(_PEOPLE, 2)]
    first = number * len(pairs) + 1
    return [
        Payment(place, number, payer, receiver, 7, "settlement", 1_763_000_000.5)
        for place, (payer, receiver) in enumerate(pairs, first)
    ]


def _rows(number: int) -> list[tuple[object, ...]]:
    return [(_GUILD, _MATCH.id, *vars(payment).values()) for payment in _payments(number)]


@asynccontextmanager
async def _settling(address: str) -> AsyncIterator[Settle]:
    database = await Database.open(address)
    numbers = count()
    try:
        async with database.write() as tx:
            await matches.add(tx, _MATCH, ())
            await ledger.sit_down(tx, _GUILD, _PEOPLE, 0.0)

        async def settle() -> None:
            payments = _payments(next(numbers))
            async with database.write() as tx:
                await ledger.pay(tx, _GUILD, _MATCH.id, payments)
                last = payments[-1]
                context = ledger.PaymentContext(_GUILD, _MATCH.id, last.deal, last.number + 1, 0.0)
                await ledger.top_up(tx, context, _PEOPLE)

        yield settle
    finally:
        await database.close()


@contextmanager
def _inserting_into_sqlite(file: Path) -> Iterator[Settle]:
    """Insert with sqlite3, as safely as Boneyard."""
    numbers = count()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            connection.execute(f"PRAGMA {pragma}")
        connection.execute(_TABLE)

        async def insert() -> None:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany("INSERT INTO payment VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", _rows(next(numbers)))
            connection.execute("COMMIT")

        yield insert


@asynccontextmanager
async def _inserting_into_postgres(address: str) -> AsyncIterator[Settle]:
    """The same rows with asyncpg."""
    numbers = count()
    connection = await asyncpg.connect(address)
    try:
        await connection.execute(_TABLE)

        async def insert() -> None:
            await connection.executemany(
                "INSERT INTO payment VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)", _rows(next(numbers))
            )

        yield insert
    finally:
        await connection.close()

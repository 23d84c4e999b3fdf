"""The large league's queries, and their statements on bare drivers."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from itertools import count, cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import asyncpg
from sqlalchemy import event

from bot.league.ratings.recompute import recompute
from bot.league.recording import add_result
from bot.league.seasons.kinds import RATING
from storage import ledger
from storage.database import Database, Transaction
from storage.league import leagues, people, player_records, ratings, results, standings
from storage.league.results import Place, Result, Wanted
from tests.benchmarks import measuring
from tests.benchmarks.measuring import Aim, Effort, Topic
from tests.benchmarks.rooms import postgres_address

from .seed import LARGE, Size, person, seed

__all__ = ["league"]

Query = Callable[[Transaction, int], Awaitable[object]]
"""A read for one user."""

Act = Callable[[], Awaitable[None]]

_LATEST = 2_000_000_000.0
"""Later than everything that is there."""


def league(effort: Effort) -> list[Topic]:
    """Measure the league's queries and the booking of a match."""
    with asyncio.Runner() as runner, TemporaryDirectory(dir=effort.folder) as folder:
        stack = AsyncExitStack()
        try:
            return runner.run(_measure_all(stack, Path(folder), effort))
        finally:
            runner.run(stack.aclose())


async def _measure_all(stack: AsyncExitStack, folder: Path, effort: Effort) -> list[Topic]:
    remarks: list[str] = []
    topics = [await _topic("SQLite", f"sqlite:///{folder}/boneyard.db", effort, ())]
    try:
        address = await stack.enter_async_context(postgres_address())
    except (OSError, asyncpg.PostgresError) as error:
        remarks.append(f"PostgreSQL is left out: no server to be used at TEST_POSTGRES_URL ({type(error).__name__})")
    else:
        topics.append(await _topic("PostgreSQL", address, effort, ()))
    last = topics[-1]
    topics[-1] = Topic(last.title, last.results, (*last.remarks, *remarks))
    return topics


async def _topic(engine: str, address: str, effort: Effort, remarks: Sequence[str]) -> Topic:
    size = Size(effort.matches, max(20, effort.matches // 100), effort.matches // 400, effort.matches // 3)
    begun = time.perf_counter()
    database = await Database.open(address)
    try:
        await seed(database, size)
        seeded = time.perf_counter() - begun
        begun = time.perf_counter()
        async with database.write() as tx:
            await leagues.request_recompute(tx, LARGE, 0.0)
        await recompute(database, LARGE, time.time)
        recomputed = effort.matches / (time.perf_counter() - begun)
        if engine == "PostgreSQL":
            await _analyze(address)
        values = await _rounds(database, address, effort)
    finally:
        await database.close()
    found = [
        measuring.Result(name, "ms", rounds, (f"{name}: bare",) if f"{name}: bare" in values else (), _aim(name))
        for name, rounds in values.items()
    ]
    found.append(measuring.Result("recomputing", "results/s", (recomputed,) * effort.rounds))
    title = (
        f"The league on {engine}: {size.matches} matches of {size.people} people beside {size.servers} small servers"
    )
    return Topic(title, tuple(found), (*remarks, f"filled in {seeded:.0f} s"))


def _aim(name: str) -> Aim | None:
    if name.endswith(": bare") or "without" in name:
        return None
    return Aim(5.0) if name == "a match's end" else Aim(200.0)


async def _rounds(database: Database, address: str, effort: Effort) -> Mapping[str, tuple[float, ...]]:
    async with AsyncExitStack() as stack:
        acts: dict[str, Act] = {}
        bare = await stack.enter_async_context(_bare(address))
        for name, query in _QUERIES.items():
            acts[name] = _reading(database, query)
            acts[f"{name}: bare"] = partial(bare, await _statements(database, query))
        acts["a match's end"] = _booking(database)
        values: dict[str, list[float]] = {name: [] for name in acts}
        for number in range(effort.rounds):
            for name in list(acts)[:: -1 if number % 2 else 1]:
                values[name].append(await _milliseconds(acts[name], effort.seconds))
        return {name: tuple(found) for name, found in values.items()}


async def _milliseconds(act: Act, seconds: float) -> float:
    begin, done = time.perf_counter(), 0
    while True:
        await act()
        done += 1
        elapsed = time.perf_counter() - begin
        if elapsed > seconds:
            return 1000 * elapsed / done


# --- What people wait for ---------------------------------------------------------------------------------------------


async def _standings(tx: Transaction, _: int) -> object:
    held = await leagues.load(tx, LARGE)
    scope = RATING.scope(held, "all")
    page = await standings.page(tx, scope)
    await people.names(tx, LARGE, [one.rating.user_id for one in page])
    return await standings.of_person(tx, scope, person(5)), await standings.count(tx, scope)


async def _stats(tx: Transaction, who: int) -> object:
    held = await leagues.load(tx, LARGE)
    return (
        await player_records.totals(tx, LARGE, who),
        await player_records.streaks(tx, LARGE, who, None),
        await player_records.achievements_of(tx, LARGE, who),
        await ratings.of_person(tx, LARGE, held.generation, who),
    )


async def _history(tx: Transaction, who: int) -> object:
    wanted = Wanted(LARGE, people=(who,))
    return await results.count(tx, wanted), await results.page(tx, wanted)


async def _head_to_head(tx: Transaction, who: int) -> object:
    return await player_records.meetings(tx, LARGE, who, person(0))


async def _statement(tx: Transaction, who: int) -> object:
    return await ledger.statement(tx, LARGE, who)


async def _leaders(tx: Transaction, _: int) -> object:
    return await ledger.leaders(tx, LARGE)


_QUERIES: Mapping[str, Query] = {
    "standings": _standings,
    "stats": _stats,
    "history": _history,
    "head to head": _head_to_head,
    "chip statement": _statement,
    "chip leaders": _leaders,
}
_PEOPLE = [person(number) for number in (1, 3, 7, 15)]
"""The users who ask; the first have played most."""


def _reading(database: Database, query: Query) -> Act:
    asking = cycle(_PEOPLE)

    async def read() -> None:
        async with database.read() as tx:
            await query(tx, next(asking))

    return read


def _booking(database: Database) -> Act:
    """Book and rate a two-player match in one transaction."""
    numbers = count()

    async def book() -> None:
        number = next(numbers)
        places = (Place(person(number % 20), 0, 1, won=True), Place(person(19 - number % 19), 1, 2, won=False))
        if places[0].user_id == places[1].user_id:
            places = (places[0], Place(person(20), 1, 2, won=False))
        found = Result(0, LARGE, None, "block", _LATEST + number, results.ResultOrigin.TABLE, places, 2)
        async with database.write() as tx:
            await add_result(tx, found)

    return book


# --- The floor --------------------------------------------------------------------------------------------------------


async def _statements(database: Database, query: Query) -> list[tuple[str, Any]]:
    """Return a query's statements for one person, as sent."""
    seen: list[tuple[str, Any]] = []

    def remember(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "WITH")):
            seen.append((statement, parameters))

    engine = database._writer.sync_engine
    event.listen(engine, "before_cursor_execute", remember)
    try:
        async with database.read() as tx:
            await query(tx, _PEOPLE[1])
    finally:
        event.remove(engine, "before_cursor_execute", remember)
    return seen


@asynccontextmanager
async def _bare(address: str) -> AsyncIterator[Callable[[list[tuple[str, Any]]], Awaitable[None]]]:
    """Runs statements on the bare driver."""
    if address.startswith("sqlite"):
        file = sqlite3.connect(address.removeprefix("sqlite:///"))

        async def run(statements: list[tuple[str, Any]]) -> None:
            for statement, parameters in statements:
                file.execute(statement, parameters).fetchall()

        try:
            yield run
        finally:
            file.close()
    else:
        connection = await asyncpg.connect(address)

        async def fetch(statements: list[tuple[str, Any]]) -> None:
            for statement, parameters in statements:
                await connection.fetch(statement, *parameters)

        try:
            yield fetch
        finally:
            await connection.close()


async def _analyze(address: str) -> None:
    """Vacuum and analyze, as PostgreSQL does after a while."""
    connection = await asyncpg.connect(address)
    try:
        await connection.execute("VACUUM ANALYZE")
    finally:
        await connection.close()

"""Writers that save steps in SQLite at the same time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from tempfile import TemporaryDirectory

from sqlalchemy import text

from storage.database import Database, Transaction

from .measuring import Effort, Result, Topic, in_turn

__all__ = ["writers"]

_WRITERS = (1, 8, 64)
_BUSY_TURN_S = 0.0015
"""A turn of the event loop of a bot with 60 clicks a second."""

_TABLE = "CREATE TABLE step (id INTEGER PRIMARY KEY, revision INTEGER)"
_READ = text("SELECT revision FROM step WHERE id = :id")
_WRITE = text("UPDATE step SET revision = revision + 1 WHERE id = :id")


def writers(effort: Effort) -> list[Topic]:
    """Measure saved steps a second by the clock, and their processor time."""
    contenders = {
        f"{count} writer{'s' * (count > 1)}, {'busy' if busy else 'idle'} loop": partial(_a_round, effort, count, busy)
        for busy in (False, True)
        for count in _WRITERS
    }
    cpu: dict[str, list[float]] = {name: [] for name in contenders}

    def measure(name: str) -> float:
        steps_a_second, milliseconds = asyncio.run(contenders[name]())
        cpu[name].append(milliseconds)
        return steps_a_second

    rates = in_turn({name: partial(measure, name) for name in contenders}, effort.rounds)
    times = tuple(Result(name, "ms", tuple(cpu[name])) for name in contenders if "idle" in name)
    return [
        Topic("Steps saved in SQLite", tuple(Result(name, "steps/s", found) for name, found in rates.items())),
        Topic("Processor time of such a step", times),
    ]


async def _a_round(effort: Effort, count: int, busy: bool) -> tuple[float, float]:
    """Return the steps per second, and the processor time of one in ms."""
    async with _database(effort, count) as database:
        for writer in range(count):  # connections are made, statements compiled
            await database.run_write(partial(_step, writer))
        done = 0
        begin, cpu = time.perf_counter(), time.process_time()
        until = begin + effort.seconds

        async def keep_saving(writer: int) -> None:
            nonlocal done
            while True:
                await database.run_write(partial(_step, writer))
                done += 1
                if time.perf_counter() > until:
                    return

        burning = asyncio.create_task(_burn()) if busy else None
        await asyncio.gather(*(keep_saving(writer) for writer in range(count)))
        elapsed, used = time.perf_counter() - begin, time.process_time() - cpu
        if burning is not None:
            burning.cancel()
        return done / elapsed, 1000 * used / done


@asynccontextmanager
async def _database(effort: Effort, count: int) -> AsyncIterator[Database]:
    with TemporaryDirectory(dir=effort.folder) as folder:
        database = await Database.open(f"sqlite:///{folder}/boneyard.db")
        try:
            async with database.write() as tx:
                await tx.execute(text(_TABLE))
                await tx.execute(text("INSERT INTO step VALUES (:id, 0)"), [{"id": id_} for id_ in range(count)])
            yield database
        finally:
            await database.close()


async def _burn() -> None:
    """Make each turn of the event loop long."""
    while True:
        until = time.perf_counter() + _BUSY_TURN_S
        while time.perf_counter() < until:
            pass
        await asyncio.sleep(0)


async def _step(writer: int, tx: Transaction) -> None:
    for _ in range(3):
        (await tx.execute(_READ, {"id": writer})).scalar_one()
    await tx.execute(_WRITE, {"id": writer})

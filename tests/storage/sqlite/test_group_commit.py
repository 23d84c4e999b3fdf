"""Jobs that wait for each other are saved with one commit, and only what is saved is told."""

import asyncio
import os
import signal
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import write_queue
from storage.database import (
    Busy,
    Conflict,
    Database,
    DiskError,
    Full,
    OutcomeUnknown,
    StorageError,
    Transaction,
    Unavailable,
)
from tests.processes import Program
from tests.storage.samples import no_thread_is_left

Work = Callable[[Transaction], Awaitable[Any]]


@pytest.fixture
async def database(sqlite_address: str) -> AsyncIterator[Database]:
    """Yield a database with an empty table of numbers."""
    opened = await Database.open(sqlite_address)
    async with opened.write() as tx:
        await tx.execute(text("CREATE TABLE numbers (number INTEGER UNIQUE)"))
    yield opened
    await opened.close()
    assert no_thread_is_left()


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """Yield a list that grows by one with each commit of a writing transaction."""
    done: list[None] = []
    commit = Transaction.commit

    async def count_commits(tx: Transaction) -> None:
        await commit(tx)
        if tx.writes:
            done.append(None)

    monkeypatch.setattr(Transaction, "commit", count_commits)
    return done


async def add(number: int, tx: Transaction) -> int:
    """Save a number; return how many there are."""
    await tx.execute(text("INSERT INTO numbers VALUES (:number)"), {"number": number})
    return await count(tx)


async def count(tx: Transaction) -> int:
    found: int = (await tx.execute(text("SELECT count(*) FROM numbers"))).scalar_one()
    return found


async def numbers_in(database: Database) -> list[int]:
    """Return the numbers in the order in which they were saved."""
    async with database.read() as tx:
        return list((await tx.execute(text("SELECT number FROM numbers ORDER BY rowid"))).scalars())


async def run(database: Database, *works: Work) -> list[Any]:
    """Run these at the same time, the first of them alone; return results and errors."""
    return await asyncio.gather(*map(database.run_write, works), return_exceptions=True)


async def test_waiting_jobs_are_saved_in_order_with_few_commits(database: Database, commits: list[None]) -> None:
    assert await run(database, *(partial(add, number) for number in range(40))) == list(range(1, 41))
    assert await numbers_in(database) == list(range(40))
    assert len(commits) == 3  # of 16, 16 and 8 jobs


async def test_a_failing_job_fails_no_other_of_its_commit(database: Database, commits: list[None]) -> None:
    async def fail(tx: Transaction) -> None:
        await add(2, tx)
        raise KeyError("x")

    async def conflict(tx: Transaction) -> None:
        await add(3, tx)
        await add(1, tx)

    async def catch(tx: Transaction) -> None:
        await add(4, tx)
        with pytest.raises(StorageError):
            await tx.execute(text("SELECT no_such_column FROM numbers"))

    ends = await run(database, partial(add, 1), fail, conflict, catch, partial(add, 5))
    assert [end if isinstance(end, int) else type(end) for end in ends] == [1, KeyError, Conflict, StorageError, 2]
    assert await numbers_in(database) == [1, 5]
    assert len(commits) == 1


@pytest.mark.parametrize(
    ("code", "kind"),
    [(sqlite3.SQLITE_FULL, Full), (sqlite3.SQLITE_IOERR, DiskError), (sqlite3.SQLITE_CANTOPEN, OutcomeUnknown)],
)
async def test_a_failing_commit_fails_all_its_jobs_and_tells_nothing_of_them(
    database: Database, monkeypatch: pytest.MonkeyPatch, code: int, kind: type[StorageError]
) -> None:
    """The conflict with the first job is not told either, because that job is not saved."""
    error = sqlite3.OperationalError("broken")
    error.sqlite_errorcode = code

    async def fail(_: AsyncConnection) -> None:
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(AsyncConnection, "commit", fail)
        ends = await run(database, partial(add, 1), partial(add, 1), partial(add, 2))
    assert [type(end) for end in ends] == [kind] * 3
    assert len(set(map(id, ends))) == 3
    assert await numbers_in(database) == []
    assert await run(database, partial(add, 1), partial(add, 2)) == [1, 2]


async def test_a_job_that_ends_the_whole_transaction_fails_all_of_it(database: Database) -> None:
    """SQLite may roll back a whole transaction when the disk is full."""

    async def fill(tx: Transaction) -> None:
        await tx.execute(text("ROLLBACK"))
        raise Full("no room")

    ends = await run(database, partial(add, 1), fill, partial(add, 2))
    assert [type(end) for end in ends] == [Full] * 3
    assert await numbers_in(database) == []
    assert await run(database, partial(add, 1)) == [1]


async def test_on_a_full_disk_what_is_told_to_be_saved_is(database: Database) -> None:
    async def limit(tx: Transaction) -> None:
        pages = (await tx.execute(text("PRAGMA page_count"))).scalar_one()
        await tx.execute(text(f"PRAGMA max_page_count = {pages}"))

    async def fill(tx: Transaction) -> None:
        await add(2, tx)
        await tx.execute(text("CREATE TABLE blobs AS SELECT zeroblob(100000)"))

    await database.run_write(limit)
    ends = await run(database, partial(add, 1), fill, partial(add, 3))
    assert [end if isinstance(end, int) else type(end) for end in ends] == [1, Full, 2]
    assert await numbers_in(database) == [1, 3]


@pytest.mark.impatient
async def test_a_lock_of_another_program_is_waited_for_once(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[None] = []
    begin = Database._begin_on

    def count_begin(database: Database, *arguments: Any, **options: Any) -> Any:
        waits.append(None)
        return begin(database, *arguments, **options)

    monkeypatch.setattr(Database, "_begin_on", count_begin)
    with closing(sqlite3.connect(tmp_path / "boneyard.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        ends = await run(database, *(partial(add, number) for number in range(40)))
    assert [type(end) for end in ends] == [Busy] * 40
    assert len(waits) == 1  # of the first 16; those behind them have waited as long


async def test_a_lock_that_another_program_releases_keeps_no_job_from_being_saved(
    database: Database, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "boneyard.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.gather(*(database.run_write(partial(add, number)) for number in range(3)))
        await asyncio.sleep(0.05)
        other.execute("ROLLBACK")
    assert await waiting == [1, 2, 3]


async def test_blocks_and_jobs_write_in_the_order_in_which_they_come(database: Database) -> None:
    async def block(number: int) -> None:
        async with database.write() as tx:
            await add(number, tx)

    writing = [
        asyncio.create_task(block(number) if number in {2, 3, 6} else database.run_write(partial(add, number)))
        for number in range(9)
    ]
    await asyncio.gather(*writing)
    assert await numbers_in(database) == list(range(9))


async def test_a_stream_of_jobs_does_not_keep_a_block_waiting(database: Database) -> None:
    stop, numbers = False, iter(range(1000, 100_000))

    async def stream() -> None:
        while not stop:
            await database.run_write(partial(add, next(numbers)))

    streams = [asyncio.create_task(stream()) for _ in range(5)]
    await asyncio.sleep(0.05)
    first = next(numbers)
    for number in range(10):
        async with database.write() as tx:
            await add(number, tx)
    stop = True
    assert next(numbers) - first < 10 * 20  # a few jobs go before each block
    await asyncio.gather(*streams)


async def test_a_job_cancelled_in_the_queue_is_not_run(database: Database) -> None:
    async with database.write():
        waiting = [asyncio.create_task(database.run_write(partial(add, number))) for number in range(3)]
        await asyncio.sleep(0)
        waiting[1].cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting[1]
    assert [await waiting[0], await waiting[2]] == [1, 2]
    assert await numbers_in(database) == [0, 2]


async def test_a_job_cancelled_while_it_runs_is_saved_before_that_is_told(database: Database) -> None:
    loop, inside, go_on = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()

    async def slow(number: int, tx: Transaction) -> None:
        await add(number, tx)
        if number == 0:
            loop.call_soon_threadsafe(inside.set)
            asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result(100)

    writing = [asyncio.create_task(database.run_write(partial(slow, number))) for number in range(3)]
    await inside.wait()
    for task in writing[:2]:
        task.cancel()
    done, _ = await asyncio.wait(writing, timeout=0.02)
    assert not done
    go_on.set()
    ends = await asyncio.gather(*writing, return_exceptions=True)
    assert [type(end) for end in ends] == [asyncio.CancelledError, asyncio.CancelledError, type(None)]
    assert await numbers_in(database) == [0, 1, 2]
    assert await run(database, partial(add, 3)) == [4]


async def test_cancelled_at_any_moment_a_job_is_saved_or_not_and_the_others_are(database: Database) -> None:
    rng, numbers, certain = Random(1), iter(range(10_000)), set[int]()
    for _ in range(40):
        some = [next(numbers) for _ in range(6)]
        tasks = {number: asyncio.create_task(database.run_write(partial(add, number))) for number in some}
        for _ in range(rng.randrange(8)):
            await asyncio.sleep(rng.choice([0, 0, 0.0005]))
        for task in rng.sample(list(tasks.values()), 2):
            task.cancel()
        await asyncio.wait(tasks.values())
        certain |= {number for number, task in tasks.items() if not task.cancelled() and task.exception() is None}
        assert sum(not task.cancelled() for task in tasks.values()) >= 4
    assert certain <= set(await numbers_in(database))
    await database.ping()


async def test_closing_lets_each_writer_finish_or_fail(sqlite_address: str, database: Database) -> None:
    writing = [asyncio.create_task(database.run_write(partial(add, number))) for number in range(40)]
    await writing[0]
    await database.close()
    ends = await asyncio.wait_for(asyncio.gather(*writing, return_exceptions=True), 2)
    assert {type(end) for end in ends} <= {int, Unavailable}
    again = await Database.open(sqlite_address)
    try:
        assert await numbers_in(again) == [number for number, end in enumerate(ends) if isinstance(end, int)]
    finally:
        await again.close()


async def test_a_writer_that_waits_too_long_is_told_so(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_queue, "POOL_TIMEOUT_S", 0.05)
    async with database.write():
        with pytest.raises(Busy, match="waiting to write"):
            await database.run_write(partial(add, 1))
    assert await run(database, partial(add, 2)) == [1]
    assert await numbers_in(database) == [2]


async def test_in_memory_jobs_blocks_and_reads_share_a_connection() -> None:
    database = await Database.open("sqlite://")
    try:
        async with database.write() as tx:
            await tx.execute(text("CREATE TABLE numbers (number INTEGER UNIQUE)"))
        jobs = [database.run_write(partial(add, number)) for number in range(20)]
        ends = await asyncio.gather(
            *jobs, database.ping(), *(database.run_read(count) for _ in range(5)), numbers_in(database)
        )
        assert ends[:20] == list(range(1, 21))
        assert ends[21:26] == [20] * 5
    finally:
        await database.close()
    assert no_thread_is_left()


def die(url: str, moment: str) -> None:
    """Save a number, then three with one commit, and die before or after it."""
    asyncio.run(_die(url, moment))


async def _die(url: str, moment: str) -> None:
    database = await Database.open(url)
    print(await database.run_write(partial(add, 0)), flush=True)
    commit = Transaction.commit

    async def commit_and_die(tx: Transaction) -> None:
        await commit(tx)
        os.kill(os.getpid(), signal.SIGKILL)

    async def last(tx: Transaction) -> int:
        done = await add(3, tx)
        if moment == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    Transaction.commit = commit_and_die  # type: ignore[assignment,method-assign]  # it dies
    for end in await run(database, partial(add, 1), partial(add, 2), last):
        print(end, flush=True)


@pytest.mark.parametrize(("moment", "there"), [("before", [0]), ("after", [0, 1, 2, 3])])
async def test_a_kill_saves_all_jobs_of_a_commit_or_none(
    sqlite_address: str, database: Database, moment: str, there: list[int]
) -> None:
    program = Program(die, sqlite_address, moment)
    await program.start()
    output, errors, code = await program.end()
    assert (output, errors, code) == (b"1\n", b"", -signal.SIGKILL)
    assert await numbers_in(database) == there
    assert await run(database, partial(add, 9)) == [len(there) + 1]

"""SQLite files locked, full, gone or broken, without leftovers."""

# ruff: noqa: PT012, ASYNC240 - a transaction fails as a block; a test may wait for its small files

import asyncio
import errno
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import matches
from storage.database import Busy, Conflict, Damaged, Database, DiskError, Full, StorageError, Unavailable
from tests.storage.samples import (
    MATCH,
    SEATS,
    append,
    append_one,
    match,
    moves,
    no_thread_is_left,
    saved_revisions,
    spoil,
)

ROOT = Path(__file__).parents[3]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "boneyard.db"


@pytest.fixture
async def database(sqlite_address: str) -> AsyncIterator[Database]:
    """Yield a database with a match and two moves."""
    opened = await Database.open(sqlite_address)
    async with opened.write() as tx:
        await matches.add(tx, MATCH, SEATS)
        await append(tx, MATCH.id, moves(1, 2))
    yield opened
    await opened.close()
    assert no_thread_is_left()


@contextmanager
def locked(file: Path, how: str = "IMMEDIATE") -> Iterator[None]:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute(f"BEGIN {how}")
        yield
        other.execute("ROLLBACK")


@pytest.mark.impatient
async def test_a_file_locked_by_another_program_is_busy(database: Database, file: Path) -> None:
    with locked(file):
        with pytest.raises(Busy):
            await append_one(database, MATCH.id, 3)
        with pytest.raises(Busy):
            await database.ping()
        assert await saved_revisions(database, MATCH.id) == [1, 2]
    await append_one(database, MATCH.id, 3)
    assert await saved_revisions(database, MATCH.id) == [1, 2, 3]


@pytest.mark.impatient
async def test_opening_a_locked_file_is_busy(database: Database, file: Path, sqlite_address: str) -> None:
    with locked(file), pytest.raises(Busy):
        await Database.open(sqlite_address)
    await (await Database.open(sqlite_address)).close()


async def test_a_lock_released_in_time_is_waited_for(database: Database, file: Path) -> None:
    with locked(file):
        task = asyncio.create_task(append_one(database, MATCH.id, 3))
        await asyncio.sleep(0.05)
        assert not task.done()
    await task
    assert await saved_revisions(database, MATCH.id) == [1, 2, 3]


@pytest.mark.impatient
async def test_a_cancellation_while_waiting_for_a_lock_leaves_the_turn_free(database: Database, file: Path) -> None:
    with locked(file):
        task = asyncio.create_task(append_one(database, MATCH.id, 3))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    await append_one(database, MATCH.id, 3)


async def test_a_transaction_inside_a_transaction_is_busy_and_not_stuck(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.write_queue.POOL_TIMEOUT_S", 0.05)
    async with database.write():
        with pytest.raises(Busy, match="waiting to write"):
            await append_one(database, MATCH.id, 3)
    await append_one(database, MATCH.id, 3)


def drop_free_pages(file: Path) -> None:
    """Leave no room in a file for further pages: migrations that drop tables leave some."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("VACUUM")


async def test_a_full_file_saves_nothing_of_the_transaction(database: Database, file: Path) -> None:
    drop_free_pages(file)
    with pytest.raises(Full):
        async with database.write() as tx:
            pages = (await tx.execute(text("PRAGMA page_count"))).scalar_one()
            await tx.execute(text(f"PRAGMA max_page_count = {pages}"))
            await append(tx, MATCH.id, moves(3, 3))
            await matches.update(tx, MATCH.id, 2, clock="slow")
            await append(tx, MATCH.id, moves(4, 2000))
    async with database.read() as tx:
        found = await matches.load(tx, MATCH.id)
    assert found is not None
    assert found[0].clock == "normal"
    assert await saved_revisions(database, MATCH.id) == [1, 2]
    with pytest.raises(Full):
        await database.ping()
    await append_one(database, MATCH.id, 3)  # one small move still finds room


async def test_with_room_again_a_full_file_goes_on(database: Database, file: Path) -> None:
    drop_free_pages(file)
    async with database.write() as tx:
        pages = (await tx.execute(text("PRAGMA page_count"))).scalar_one()
        await tx.execute(text(f"PRAGMA max_page_count = {pages}"))
    with pytest.raises(Full):
        await database.ping()
    async with database.write() as tx:
        await tx.execute(text("PRAGMA max_page_count = 1000000"))
    await database.ping()
    await append_one(database, MATCH.id, 3)
    assert await saved_revisions(database, MATCH.id) == [1, 2, 3]


async def test_a_folder_that_is_missing_is_gone(tmp_path: Path) -> None:
    with pytest.raises(Unavailable):
        await Database.open(f"sqlite:///{tmp_path}/nowhere/boneyard.db")
    assert no_thread_is_left()
    assert not (tmp_path / "nowhere").exists()


async def test_a_folder_in_place_of_the_file_is_gone(tmp_path: Path) -> None:
    with pytest.raises(Unavailable):
        await Database.open(f"sqlite:///{tmp_path}")
    assert no_thread_is_left()


async def test_a_file_that_is_no_database_is_gone_and_left_alone(sqlite_address: str, file: Path) -> None:
    content = b"dear diary, " * 1000
    file.write_bytes(content)
    with pytest.raises(Unavailable):
        await Database.open(sqlite_address)
    assert no_thread_is_left()
    assert file.read_bytes() == content


async def test_a_file_moved_away_while_open_is_gone_until_it_is_back(database: Database, file: Path) -> None:
    aside = file.with_name("aside.db")
    file.rename(aside)
    for attempt in (append_one(database, MATCH.id, 3), saved_revisions(database, MATCH.id), database.ping()):
        with pytest.raises(Unavailable):
            await attempt
    assert not file.exists()
    aside.rename(file)
    await append_one(database, MATCH.id, 3)
    assert await saved_revisions(database, MATCH.id) == [1, 2, 3]


async def test_a_file_replaced_by_another_is_gone(database: Database, file: Path) -> None:
    old = file.with_name("old.db")
    file.rename(old)
    file.write_bytes(old.read_bytes())
    with pytest.raises(Unavailable, match="replaced"):
        await append_one(database, MATCH.id, 3)


async def test_a_file_that_may_only_be_read_is_gone(database: Database, file: Path) -> None:
    reader = await Database.open(f"sqlite:///file:{file}?mode=ro&uri=true")
    try:
        assert await saved_revisions(reader, MATCH.id) == [1, 2]
        with pytest.raises(Unavailable):
            await reader.ping()
        with pytest.raises(Unavailable):
            await append_one(reader, MATCH.id, 3)
    finally:
        await reader.close()
    with pytest.raises(Unavailable):
        async with database.write() as tx:
            await tx.execute(text("PRAGMA query_only = ON"))
            await append(tx, MATCH.id, moves(3, 3))
    assert await saved_revisions(database, MATCH.id) == [1, 2]


async def test_a_broken_file_is_gone(sqlite_address: str, file: Path) -> None:
    database = await Database.open(sqlite_address)
    async with database.write() as tx:
        await matches.add(tx, MATCH, SEATS)
        await append(tx, MATCH.id, moves(1, 500))
    await database.close()
    content = file.read_bytes()
    file.write_bytes(content[:4096] + b"\xee" * (len(content) - 4096))
    with pytest.raises(Unavailable):
        database = await Database.open(sqlite_address)
        try:
            await saved_revisions(database, MATCH.id)
        finally:
            await database.close()
    assert no_thread_is_left()


@pytest.mark.impatient
async def test_a_connection_is_set_up_to_keep_what_is_committed(database: Database) -> None:
    async with database.read() as tx:
        asked = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        values = [(await tx.execute(text(f"PRAGMA {name}"))).scalar_one() for name in asked]
    assert values == ["wal", 2, 1, 200]  # synchronous 2 is FULL; ?timeout=0.2 is 200 ms


async def test_the_live_matches_are_found_by_the_index(database: Database) -> None:
    async with database.read() as tx:
        plan = await tx.execute(
            text(
                "EXPLAIN QUERY PLAN SELECT id FROM matches"
                " WHERE matches.status IN ('lobby', 'playing', 'paused') AND channel_id = 5"
            )
        )
        assert "uq_matches_live_channel" in str(plan.all())


@pytest.mark.parametrize("url", ["sqlite://", "sqlite+aiosqlite:///:memory:"])
async def test_a_database_in_memory_does_the_same_and_survives_cancellations(url: str) -> None:
    database = await Database.open(url)
    try:
        async with database.write() as tx:
            await matches.add(tx, MATCH, SEATS)
            await matches.add(tx, match("other"), SEATS)
        for steps in range(1, 40):
            task = asyncio.create_task(append_one(database, "other", 1))
            for _ in range(steps):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task])
        writing = [append_one(database, MATCH.id, 1) for _ in range(5)]
        reading = [saved_revisions(database, MATCH.id) for _ in range(5)]
        outcomes = await asyncio.gather(*writing, *reading, return_exceptions=True)
        assert outcomes[:5].count(None) == 1
        assert all(revisions in ([], [1]) for revisions in outcomes[5:])
        assert await saved_revisions(database, MATCH.id) == [1]
    finally:
        await database.close()
    assert no_thread_is_left()


CRASHES = """
import asyncio, sys
from storage import guilds
from storage.database import Database
async def main():
    database = await Database.open(sys.argv[1])
    job = lambda tx: guilds.save_server(tx, guilds.ServerSettings(1, locale="pl"))
    if sys.argv[2] == "block":
        transaction = database.write()
        await transaction.__aenter__()
    jobs = [asyncio.create_task(database.run_write(job)) for _ in range(3)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    raise SystemExit(7)
asyncio.run(main())
"""


@pytest.mark.parametrize("where", ["block", "jobs"])
async def test_a_program_that_crashes_in_a_transaction_ends(
    sqlite_address: str, database: Database, where: str
) -> None:
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", CRASHES, sqlite_address, where, cwd=ROOT)
    assert await asyncio.wait_for(process.wait(), 20) == 7
    await append_one(database, MATCH.id, 3)


PLAYS = """
import asyncio, sys
from storage import matches
from storage.database import Database
async def main():
    database = await Database.open(sys.argv[1])
    revision = int(sys.argv[2])
    while True:
        revision += 1
        async with database.write() as tx:
            version = await matches.newest_version(tx, sys.argv[3])
            entries = [matches.LogEntry(revision, 0, "6-4", 5, 1.0)]
            await matches.update(tx, sys.argv[3], version, entries, deadline=float(revision))
        print(revision, flush=True)
asyncio.run(main())
"""


async def test_a_kill_loses_nothing_that_was_acknowledged(sqlite_address: str, database: Database) -> None:
    known = 2
    for lines in (1, 17, 40):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", PLAYS, sqlite_address, str(known), MATCH.id, cwd=ROOT, stdout=asyncio.subprocess.PIPE
        )
        if process.stdout is None:
            pytest.fail("no output to read")
        for _ in range(lines):
            known = int(await asyncio.wait_for(process.stdout.readline(), 20))
        process.send_signal(signal.SIGKILL)
        rest, _ = await process.communicate()
        known = int(([str(known), *rest.decode().split()])[-1])
        saved = await saved_revisions(database, MATCH.id)
        assert saved == list(range(1, len(saved) + 1))
        assert len(saved) in (known, known + 1)
        async with database.read() as tx:
            found = await matches.load(tx, MATCH.id)
        assert found is not None
        assert found[0].deadline == float(len(saved))
        known = len(saved)


async def test_whether_it_is_ready_is_found_out_by_reading_and_waits_for_no_lock(
    database: Database, file: Path
) -> None:
    with locked(file):
        await database.ready()


@pytest.mark.impatient
async def test_after_a_failed_write_it_is_not_ready_until_one_succeeds(database: Database, file: Path) -> None:
    with locked(file):
        with pytest.raises(Busy):
            await append_one(database, MATCH.id, 3)
        with pytest.raises(Busy):
            await database.ready()
    await database.ready()  # it has tried a write of its own
    with locked(file):
        await database.ready()


async def test_a_conflict_is_no_failure_of_the_disk(database: Database, file: Path) -> None:
    with pytest.raises(Conflict):
        await append_one(database, MATCH.id, 2)
    with locked(file):
        await database.ready()


async def test_a_damaged_file_is_noticed_by_the_first_read_that_meets_it(
    database: Database, file: Path, sqlite_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    await database.close()
    spoil(file, "match_log")
    damaged = await Database.open(sqlite_address)
    try:
        await damaged.ready()
        for _ in range(2):
            with pytest.raises(Damaged):
                await saved_revisions(damaged, MATCH.id)
        with pytest.raises(Damaged):
            await damaged.ready()
        errors = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
        assert len(errors) == 1
        assert "doctor" in errors[0]
    finally:
        await damaged.close()


async def test_the_whole_file_is_looked_through_when_that_is_asked(
    database: Database, file: Path, sqlite_address: str
) -> None:
    assert await database.check() is None
    await database.close()
    spoil(file, "ix_match_log_guild_id")
    damaged = await Database.open(sqlite_address)
    try:
        assert await damaged.check()
    finally:
        await damaged.close()


def _corrupt() -> sqlite3.DatabaseError:
    error = sqlite3.DatabaseError("database disk image is malformed")
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (OSError(errno.ENOSPC, "no space left"), Full),
        (OSError(errno.EIO, "input/output error"), DiskError),
        (_corrupt(), Damaged),
    ],
)
async def test_a_failing_commit_raises_its_kind_and_the_next_one_is_saved(
    database: Database, monkeypatch: pytest.MonkeyPatch, error: Exception, kind: type[StorageError]
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(AsyncConnection, "commit", AsyncMock(side_effect=error))
        with pytest.raises(StorageError) as raised:
            await append_one(database, MATCH.id, 3)
    assert type(raised.value) is kind
    assert await saved_revisions(database, MATCH.id) == [1, 2]
    await append_one(database, MATCH.id, 3)
    assert await saved_revisions(database, MATCH.id) == [1, 2, 3]


async def test_a_failing_rollback_hides_no_error_and_drops_its_connection(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(AsyncConnection, "rollback", AsyncMock(side_effect=sqlite3.OperationalError("cannot")))
        with pytest.raises(ZeroDivisionError):
            async with database.write() as tx:
                await append(tx, MATCH.id, moves(3, 3))
                raise ZeroDivisionError
    assert await saved_revisions(database, MATCH.id) == [1, 2]
    await append_one(database, MATCH.id, 3)
    assert await saved_revisions(database, MATCH.id) == [1, 2, 3]

"""Copies of a database are complete, or leave nothing."""

import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from sqlalchemy import null, text

from storage import copying, migrations, reports
from storage.copying import copy_database
from storage.database import Database, StorageError, Transaction
from storage.engines import read_address
from storage.reports import Report
from storage.schema import matches, metadata
from storage.shard_locks import make_locks
from tests.storage.privacy.histories import everything, save_history

pytestmark = pytest.mark.thorough

REPORT = Report(0, 1, 10, "Ada", "past", "block", 3, "6-4 is laid.", "odd", 0.0)


async def accept(_tx: Transaction) -> None:
    """Accept any copy."""


async def refuse(_tx: Transaction) -> None:
    raise StorageError("it was refused")


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Database]:
    database = await Database.open(address)
    try:
        yield database
    finally:
        await database.close()


async def copy(source: str, target: str) -> list[str]:
    said: list[str] = []
    await copy_database(source, target, check=accept, say=said.append)
    return said


@pytest.fixture
async def full(sqlite_address: str) -> str:
    """Return the address of an SQLite database with a history."""
    async with opened(sqlite_address) as database:
        await save_history(database)
        async with database.write() as tx:
            # JSON as json.dumps would not write it, and NULL, which SQLAlchemy reads like the JSON `null`.
            await tx.execute(text("UPDATE matches SET offers = '[1,  2]'"))
            await tx.execute(matches.update().values(end_request=null()))
    return sqlite_address


@pytest.fixture
def other(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/other.db"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def target(request: pytest.FixtureRequest) -> str:
    """Return an address without a database, on each engine in turn."""
    return str(request.getfixturevalue("other" if request.param == "sqlite" else "new_postgres_address"))


async def rows(address: str) -> dict[str, int]:
    """Return the number of rows of each table with any."""
    async with opened(address) as database:
        return {name: len(found) for name, found in (await everything(database)).items() if found}


def files_in(folder: Path) -> set[str]:
    """Return the names of a folder's files except locks."""
    return {path.name for path in folder.iterdir() if path.suffix != ".lock"}


async def test_a_database_is_copied_there_and_back(
    full: str, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "AT_ONCE", 1)
    back = f"sqlite:///{tmp_path}/back.db"
    said = await copy(full, target)
    await copy(target, back)
    assert said[-1] == "checking the copy"
    assert "match_log: 2 rows" in said
    found = []
    for address in (full, target, back):
        async with opened(address) as database:
            found.append(await everything(database))
            async with database.read() as tx:
                raw = text("SELECT CAST(offers AS TEXT), end_request IS NULL FROM matches")
                assert tuple((await tx.execute(raw)).one()) == ("[1,  2]", True)
    assert found[0] == found[1] == found[2]
    assert files_in(tmp_path) <= {"boneyard.db", "other.db", "back.db"}
    assert (tmp_path / "back.db").stat().st_mode & 0o777 == 0o600


async def test_ids_continue_after_those_that_were_copied(full: str, target: str) -> None:
    await copy(full, target)  # with the reports 1 and 2
    async with opened(target) as database:
        async with database.write() as tx:
            await reports.add(tx, REPORT)
        found = await everything(database)
    assert [row["id"] for row in found["reports"]] == [1, 2, 3]


async def test_the_id_of_a_deleted_row_is_not_given_again(postgres_address: str) -> None:
    async with opened(postgres_address) as database, database.write() as tx:
        await reports.add(tx, REPORT)
        await tx.execute(text("DELETE FROM reports"))
        given = await copying._last_id(tx, metadata.tables["reports"], read_address(postgres_address))
    assert given == 1


@pytest.mark.parametrize("begun", [False, True])
async def test_a_copy_that_is_refused_leaves_nothing(full: str, target: str, begun: bool) -> None:
    if begun:
        await (await Database.open(target)).close()
    with pytest.raises(StorageError, match="it was refused"):
        await copy_database(full, target, check=refuse, say=lambda _: None)
    file = read_address(target).file
    if file is not None:
        assert file.exists() is begun
        assert not list(file.parent.glob("*.copying*"))
    assert await rows(target) == {}
    await copy(full, target)
    assert await rows(target) == await rows(full)


async def test_rows_that_differ_from_the_source_are_refused(full: str, target: str) -> None:
    contents = await copy_database(full, target, check=accept, say=lambda _: None)
    async with opened(target) as database, database.write() as tx:
        await tx.execute(text("UPDATE match_log SET move = '5-4' WHERE revision = 1"))
        with pytest.raises(StorageError, match="match_log is not equal: 2 rows were read, and 2 written"):
            await copying._require_equal(tx, read_address(target), contents)


async def test_a_false_ledger_is_not_copied(full: str, target: str) -> None:
    file = read_address(full).file
    assert file is not None
    with closing(sqlite3.connect(file)) as database:
        database.execute("DELETE FROM chip_payments WHERE number = 1")
        database.commit()
    with pytest.raises(StorageError, match="the chip ledger is not sound: payments are missing in 1 matches"):
        await copy(full, target)
    assert await rows(target) == {}


async def test_a_text_that_postgresql_cannot_hold_is_named(full: str, new_postgres_address: str) -> None:
    async with opened(full) as database, database.write() as tx:
        await tx.execute(text("UPDATE seats SET name = 'a' || char(0)"))
    with pytest.raises(StorageError, match="seats cannot be copied: invalid byte sequence"):
        await copy(full, new_postgres_address)
    assert await rows(new_postgres_address) == {}


async def test_a_target_with_rows_is_refused(full: str, target: str) -> None:
    async with opened(target) as database, database.write() as tx:
        await reports.add(tx, REPORT)
    with pytest.raises(StorageError, match=r"is not empty: there are rows in reports"):
        await copy(full, target)
    assert await rows(target) == {"reports": 1}


async def test_a_database_with_a_running_bot_is_refused(full: str, target: str) -> None:
    for used in (full, target):
        count = 2 if used.startswith("postgresql") else 1
        locks = make_locks(used, count, [count - 1])
        assert await locks.acquire() is None
        with pytest.raises(StorageError, match=r"a bot uses .*, stop it first"):
            await copy(full, target)
        await locks.release()
    await copy(full, target)


async def test_only_a_database_of_this_schema_is_copied(full: str, other: str, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="there is no database"):
        await copy(other, full)
    with pytest.raises(StorageError, match="copied to itself"):
        await copy(full, f"sqlite:///{tmp_path}/./boneyard.db")
    with pytest.raises(StorageError, match="in memory"):
        await copy(full, "sqlite://")
    async with opened(full) as database, database.write() as tx:
        await tx.execute(text("UPDATE alembic_version SET version_num = :old"), {"old": migrations.STEPS[-2]})
    with pytest.raises(StorageError, match="start the bot on it once"):
        await copy(full, other)
    assert not (tmp_path / "other.db").exists()


KILLED = """
import asyncio, os, signal, sys
from storage.copying import copy_database
async def die(tx):
    os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(copy_database(sys.argv[1], sys.argv[2], check=die, say=print))
"""


async def test_a_killed_copy_leaves_nothing_and_can_be_repeated(full: str, target: str, tmp_path: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED, full, target], check=False, capture_output=True)  # noqa: ASYNC221, S603
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert not (tmp_path / "other.db").exists()
    await copy(full, target)
    assert await rows(target) == await rows(full)
    assert files_in(tmp_path) <= {"boneyard.db", "other.db"}

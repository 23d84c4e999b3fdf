"""The SQLite driver's threads, and its rows and errors."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import text

from storage import sqlite_driver
from storage.database import Conflict, Database, Transaction


@pytest.fixture
async def changes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Yield the calls of connections in their threads."""
    asked: list[str] = []
    real: Any = sqlite_driver.Connection._call

    async def count_calls(connection: Any, function: Any, *about: Any) -> Any:
        asked.append(function.__name__)
        return await real(connection, function, *about)

    monkeypatch.setattr(sqlite_driver.Connection, "_call", count_calls)
    return asked


async def test_a_transaction_of_three_statements_changes_threads_five_times(
    sqlite_address: str, changes: list[str]
) -> None:
    database = await Database.open(sqlite_address)
    async with database.read() as tx:
        await tx.execute(text("SELECT 1"))
    changes.clear()
    async with database.write() as tx:
        for number in range(3):
            found = await tx.execute(text(f"SELECT {number} UNION SELECT 9"))
            assert found.scalars().all() == [number, 9]
    assert changes == ["_run_statement"] * 4 + ["commit"]  # with BEGIN
    await database.close()


async def test_a_transaction_at_once_changes_threads_once(sqlite_address: str, changes: list[str]) -> None:
    database = await Database.open(sqlite_address)

    async def three(tx: Transaction) -> list[int]:
        return [(await tx.execute(text(f"SELECT {number}"))).scalar_one() for number in range(3)]

    assert await database.run_read(three) == [0, 1, 2]
    changes.clear()
    assert await database.run_write(three) == [0, 1, 2]
    assert changes[0] == "_run_inside"  # what follows is done in that thread, where it changes none
    assert changes[1:] == ["_run_statement"] * 4 + ["commit"]
    await database.close()


async def test_a_step_in_one_go_can_await_nothing_and_then_saves_nothing(sqlite_address: str) -> None:
    database = await Database.open(sqlite_address)

    async def waiting(tx: Transaction) -> None:
        await tx.execute(text("CREATE TABLE t (a INTEGER)"))
        await asyncio.get_running_loop().create_future()

    async def sleeping(tx: Transaction) -> None:
        await tx.execute(text("CREATE TABLE t (a INTEGER)"))
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="no running event loop"):
        await database.run_write(waiting)
    with pytest.raises(RuntimeError, match="nothing else can be awaited"):
        await database.run_write(sleeping)
    async with database.read() as tx:
        assert (await tx.execute(text("SELECT name FROM sqlite_master WHERE name = 't'"))).all() == []
    await database.ping()
    await database.close()


async def test_counts_rows_of_returning_and_errors_are_told_as_they_are(sqlite_address: str) -> None:
    database = await Database.open(sqlite_address)
    async with database.write() as tx:
        await tx.execute(text("CREATE TABLE t (a INTEGER PRIMARY KEY)"))
        assert (await tx.execute(text("INSERT INTO t VALUES (1), (2), (3)"))).rowcount == 3
        await tx.execute(text("INSERT INTO t VALUES (:a)"), [{"a": 4}, {"a": 5}])
        changed = await tx.execute(text("UPDATE t SET a = a + 10 WHERE a > 3 RETURNING a"))
        assert changed.scalars().all() == [14, 15]
        assert (await tx.execute(text("DELETE FROM t WHERE a > 99"))).rowcount == 0
        assert (await tx.execute(text("SELECT a FROM t WHERE a > 99"))).all() == []
    with pytest.raises(Conflict):
        async with database.write() as tx:
            await tx.execute(text("INSERT INTO t VALUES (1)"))
    async with database.read() as tx:
        assert (await tx.execute(text("SELECT a FROM t ORDER BY a"))).scalars().all() == [1, 2, 3, 14, 15]
    await database.close()

"""Two processes on one database, as during a restart."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection

from bot.tables import play
from storage.database import Database
from tests.bot.tables.tabletop import TableProcess, Time
from tests.bot.tables.two_processes.pair import Pair


@pytest.fixture(autouse=True)
def same_pace_at_all_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give Kent computers equal times for all match ids."""
    monkeypatch.setattr(play, "COMPUTER_TURN_WITH_SIGNS_S", (3.0, 3.0))


@pytest.fixture
async def pair(address: str, time: Time) -> AsyncIterator[Pair]:
    """Yield two processes on each engine in turn."""
    patient = address.replace("timeout=60", "timeout=5")
    databases = [await _open_unsynced(patient) for _ in range(2)]
    yield Pair(*(TableProcess(database, time) for database in databases))
    for database in databases:
        await database.close()


async def _open_unsynced(address: str) -> Database:
    """Return a database without disk syncs."""
    database = await Database.open(address)
    spared = "PRAGMA synchronous=OFF" if address.startswith("sqlite") else "SET synchronous_commit=off"

    def spare(connection: DBAPIConnection, _: object) -> None:
        cursor = connection.cursor()
        cursor.execute(spared)
        cursor.close()
        connection.commit()

    event.listen(database._writer.sync_engine, "connect", spare)
    await database._writer.dispose()
    return database

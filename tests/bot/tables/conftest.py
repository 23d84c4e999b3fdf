"""Live tables on a database of each test's own."""

from collections.abc import AsyncIterator

import pytest

import games
from storage.database import Database
from tests.bot.tables.tabletop import TableProcess, Time, reading_deals


@pytest.fixture(autouse=True)
def _dealt_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "new_match", reading_deals(games.new_match))


@pytest.fixture
def time() -> Time:
    """Return the tables' controlled time."""
    return Time()


@pytest.fixture
async def process(threadless_sqlite: None, sqlite_address: str, time: Time) -> AsyncIterator[TableProcess]:
    """Live tables on an SQLite file."""
    database = await Database.open(sqlite_address)
    here = TableProcess(database, time)
    yield here
    await here.tables.close()
    await database.close()


@pytest.fixture
async def either_process(address: str, time: Time) -> AsyncIterator[TableProcess]:
    """Live tables on each engine in turn."""
    database = await Database.open(address)
    here = TableProcess(database, time)
    yield here
    await here.tables.close()
    await database.close()


@pytest.fixture
async def postgres_process(postgres_address: str, time: Time) -> AsyncIterator[TableProcess]:
    """Live tables on PostgreSQL, whose connections can be lost."""
    database = await Database.open(postgres_address)
    here = TableProcess(database, time)
    yield here
    await here.tables.close()
    await database.close()

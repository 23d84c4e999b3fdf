"""Two houses on one database: what two bots are in the seconds of a restart, each with a memory of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from storage.database import Database
from tests.bot.tables.houses.pair import Pair
from tests.bot.tables.tabletop import Hall, Time


@pytest.fixture
async def pair(address: str, time: Time) -> AsyncIterator[Pair]:
    """Two houses on each engine in turn."""
    patient = address.replace("timeout=0.2", "timeout=5")
    databases = [await Database.open(patient) for _ in range(2)]
    yield Pair(*(Hall(database, time) for database in databases))
    for database in databases:
        await database.close()

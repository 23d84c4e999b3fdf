"""An open database for each test, on both engines."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from storage.database import Database


@pytest.fixture
async def database(address: str) -> AsyncIterator[Database]:
    """Yield a database of the test's own, without a row."""
    opened = await Database.open(address)
    yield opened
    await opened.close()

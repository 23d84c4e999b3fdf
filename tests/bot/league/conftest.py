"""An open database for each test, on both engines."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from storage.database import Database


@pytest.fixture
async def database(request: pytest.FixtureRequest, address: str) -> AsyncIterator[Database]:
    """Yield a new database without rows."""
    if address.startswith("sqlite"):
        request.getfixturevalue("threadless_sqlite")
    opened = await Database.open(address)
    yield opened
    await opened.close()

"""An open database for each test, on both engines."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from storage.database import Database


@pytest.fixture
async def database(threadless_sqlite: None, address: str) -> AsyncIterator[Database]:
    """Yield a new database without rows."""
    opened = await Database.open(address)
    yield opened
    await opened.close()

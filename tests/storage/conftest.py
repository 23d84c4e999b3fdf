"""A fresh database for each test, on both engines."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

import asyncpg
import pytest
from sqlalchemy.engine import make_url

from storage.database import Database
from tests.needs import missing

POSTGRES = os.environ.get("TEST_POSTGRES_URL") or "postgresql://postgres@127.0.0.1:5432/test"


@pytest.fixture
async def sqlite_address(tmp_path: Path) -> str:
    """The address of an SQLite database in a file that is not there yet."""
    return f"sqlite:///{tmp_path}/boneyard.db?timeout=0.2"


@pytest.fixture
async def postgres_address() -> AsyncIterator[str]:
    """The address of an empty PostgreSQL database, dropped after the test."""
    async with _empty_postgres() as address:
        yield address


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
async def address(request: pytest.FixtureRequest, sqlite_address: str) -> AsyncIterator[str]:
    """An empty database of the test's own, on each of the two engines in turn."""
    if request.param == "sqlite":
        yield sqlite_address
    else:
        async with _empty_postgres() as made:
            yield made


@pytest.fixture
async def database(address: str) -> AsyncIterator[Database]:
    """That database, open."""
    opened = await Database.open(address)
    yield opened
    await opened.close()


@asynccontextmanager
async def _empty_postgres() -> AsyncIterator[str]:
    name = f"boneyard_{uuid4().hex}"
    try:
        server = await asyncpg.connect(POSTGRES, timeout=5)
    except (OSError, asyncpg.PostgresError) as error:
        missing(f"a PostgreSQL server (TEST_POSTGRES_URL; {type(error).__name__}: {error})")
    try:
        await server.execute(f"CREATE DATABASE {name}")
        try:
            yield make_url(POSTGRES).set(database=name).render_as_string(hide_password=False)
        finally:
            await server.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        await server.close()

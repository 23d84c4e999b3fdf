"""A bot killed 200 times while people click loses nothing answered."""

from __future__ import annotations

import argparse
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from uuid import uuid4

import asyncpg
from sqlalchemy.engine import make_url

from tests.databases import POSTGRES
from tests.killed_bot import click_on
from tests.kills import killed_again_and_again

__all__ = ["soak"]


async def soak(arguments: argparse.Namespace) -> None:
    """Kill the bot `arguments.lives` / 2 times on each engine.

    :raises AssertionError: if an acknowledged move is lost, or the database is not sound.
    """
    lives = arguments.lives // 2
    with TemporaryDirectory() as folder:
        file = Path(folder) / "boneyard.db"
        await _kill("SQLite", f"sqlite:///{file}", lives, file)
    async with _postgres() as address:
        await _kill("PostgreSQL", address, lives, None)


async def _kill(engine: str, address: str, lives: int, file: Path | None) -> None:
    began = time.monotonic()
    witness, moves = await killed_again_and_again(click_on, address, lives, Random(), file, longest=40)
    took, matches = time.monotonic() - began, len(witness.logs)
    print(f"  {engine}: {lives} kills, {moves} moves in {matches} matches, none lost; {took:.0f} s", flush=True)


@asynccontextmanager
async def _postgres() -> AsyncIterator[str]:
    """Yield a database on the tests' server; drop it afterwards."""
    name = f"boneyard_{uuid4().hex}"
    server = await asyncpg.connect(POSTGRES, timeout=5)
    try:
        await server.execute(f"CREATE DATABASE {name}")
        yield make_url(POSTGRES).set(database=name).render_as_string(hide_password=False)
        await server.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        await server.close()

"""Tables of Block for two people, without Discord."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Self
from uuid import uuid4

import asyncpg
from sqlalchemy.engine import make_url

from bot.league.recording import record_step
from bot.tables import lobby, play
from bot.tables.clocks import Clocks, LoopTimers
from bot.tables.computers import Computers, Thinker
from bot.tables.live import Tables
from bot.tables.lobby import TableSetup
from bot.tables.processes import Processes
from bot.tables.state import Person, Table
from storage.database import Database
from tests.chance import fixed

__all__ = ["HOST", "OTHER", "Room", "new_tables", "postgres_address"]

HOST = Person(1_100_000_000_000_000_001, "Łucja")
OTHER = Person(1_100_000_000_000_000_002, "Святослав")
_PEOPLE = {person.user_id: person for person in (HOST, OTHER)}
_POSTGRES = os.environ.get("TEST_POSTGRES_URL") or "postgresql://postgres@127.0.0.1:5432/test"


def new_tables(database: Database) -> Tables:
    """Live tables on a database, without observers."""
    tables = Tables(database, now=time.time, record=record_step)
    tables.set_timekeeper(Clocks(tables, Computers(tables, Thinker(Processes(0))), LoopTimers(), now=time.time))
    return tables


class Room:
    """A table and its people, whose random moves are reproducible."""

    def __init__(self, tables: Tables, table: Table) -> None:
        self._tables = tables
        self._table = table
        self._rng = Random(1)

    @classmethod
    async def enter(cls, tables: Tables) -> Self:
        """Open the first table."""
        return cls(tables, await _dealt(tables, 1))

    async def click(self) -> float:
        """Time one click, in ms, to the saved move's view."""
        seat, match = self._table.to_move(), self._table.match
        if seat is None or match is None or seat.user_id is None:
            raise AssertionError("somebody is to move at a running table")
        person = _PEOPLE[seat.user_id]
        text = str(self._rng.choice(match.moves(seat.seat)))
        revision = self._table.revision
        begin = time.perf_counter()
        table = (await self._tables.apply(self._table.id, play.move, person, revision, text)).after
        table.view(person.user_id)
        elapsed = time.perf_counter() - begin
        if table.status.is_live:
            self._table = table
        else:
            stored = table.stored
            await self._tables.record_display(table.id, announced=stored.deals_ended, shown_revision=stored.revision)
            self._table = await _dealt(self._tables, 1)
        return elapsed * 1000


async def _dealt(tables: Tables, channel_id: int) -> Table:
    """Return a new table with its first deal."""
    table = await tables.open(
        HOST, TableSetup(guild_id=1, channel_id=channel_id, game="block", options={}, clock="normal", locale="en")
    )
    await tables.apply(table.id, lobby.join, OTHER)
    return (await tables.apply(table.id, lobby.start, HOST, fixed(f"benchmark {table.id}"))).after


@asynccontextmanager
async def postgres_address() -> AsyncIterator[str]:
    """Yield a new PostgreSQL database's address; drop it afterwards.

    :raises OSError, asyncpg.PostgresError: if no server lets us make one.
    """
    name = f"boneyard_benchmark_{uuid4().hex}"
    server = await asyncpg.connect(_POSTGRES, timeout=5)
    try:
        await server.execute(f"CREATE DATABASE {name}")
        try:
            yield make_url(_POSTGRES).set(database=name).render_as_string(hide_password=False)
        finally:
            await server.execute(f"DROP DATABASE {name} WITH (FORCE)")
    finally:
        await server.close()

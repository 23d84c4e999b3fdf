"""Direct messages to shard 0, tables in other processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import pytest

from bot.shards import shard_of
from bot.tables import lobby, signs
from bot.tables.live import Tables
from bot.tables.lobby import TableSetup
from bot.tables.state import Note, Person, Table
from storage import matches
from storage.database import Database, Transaction
from storage.matches import StoredMatch
from storage.notifications import ChangeNotifications, notify
from storage.shard_locks import PostgresLocks, make_locks
from tests.bot.tables.tabletop import ADA, BORYS, CELINA, NOON
from tests.chance import fixed
from tests.storage.test_shard_locks import cut_off

pytestmark = pytest.mark.postgresql

DMITRI = Person(1005, "Dmitri")
SERVER = 1 << 22
"""A server whose tables are looked after by the process with shard 1 of 2."""


class Clocks:
    """A timekeeper that records its tables."""

    def __init__(self) -> None:
        self.ids: list[str] = []

    def on_start(self, stored: StoredMatch) -> None:
        self.ids.append(stored.id)

    def on_change(self, table: Table, _before: Table | None) -> None:
        self.ids.append(table.id)

    def on_unknown_outcome(self, match_id: str) -> None:
        self.ids.append(match_id)

    async def close(self) -> None:
        pass


class Onlooker:
    """An observer that records its tables."""

    def __init__(self) -> None:
        self.tables: list[Table] = []
        self.clocks = Clocks()
        self._news = asyncio.Event()

    def on_change(self, table: Table, _before: Table | None) -> None:
        self.tables.append(table)
        self._news.set()

    def on_refresh(self, table: Table) -> None:
        self.on_change(table, None)

    async def until(self, holds: Callable[[Table], bool]) -> Table:
        """Return the first table shown in this state within 10 s."""
        async with asyncio.timeout(100):
            while True:
                self._news.clear()
                for table in self.tables:
                    if holds(table):
                        return table
                await self._news.wait()


@dataclass
class Process:
    """One of two processes, with its tables and observers."""

    url: str
    locks: PostgresLocks
    database: Database
    tables: Tables
    onlooker: Onlooker
    notifications: ChangeNotifications

    @classmethod
    async def begin(cls, url: str, shard: int) -> Process:
        database = await Database.open(url)

        async def notify_shard(tx: Transaction, guild_id: int, match_id: str, version: int) -> None:
            await notify(tx, shard_of(guild_id, 2), match_id, version)

        tables = Tables(database, now=lambda: NOON, owns=lambda one: shard_of(one, 2) == shard, notify=notify_shard)
        onlooker = Onlooker()
        tables.set_timekeeper(onlooker.clocks)
        tables.add_observer(onlooker)
        notifications = ChangeNotifications(tables.catch_up, tables.catch_up_all)
        locks = make_locks(url, 2, [shard])
        assert isinstance(locks, PostgresLocks)
        notifications.listen(locks)
        assert await locks.acquire() is None
        await tables.start()
        return cls(url, locks, database, tables, onlooker, notifications)

    async def end(self) -> None:
        await self.notifications.close()
        await self.tables.close()
        await self.database.close()
        await self.locks.release()


@pytest.fixture
async def direct(postgres_address: str) -> AsyncIterator[Process]:
    """Yield the process with shard 0 and direct messages."""
    process = await Process.begin(postgres_address, 0)
    yield process
    await process.end()


@pytest.fixture
async def owner(postgres_address: str) -> AsyncIterator[Process]:
    """Yield the process with shard 1 and the table."""
    process = await Process.begin(postgres_address, 1)
    yield process
    await process.end()


async def party(tables: Tables, **options: str) -> Table:
    """Return Kent for four without pacts; Ada partners Celina."""
    table = await tables.open(
        ADA,
        TableSetup(
            guild_id=SERVER,
            channel_id=800,
            game="kent",
            options={"tempo": 20, **options},
            clock="none",
            locale="en",
        ),
    )
    for person in (BORYS, CELINA, DMITRI):
        await tables.apply(table.id, lobby.join, person)
    return (await tables.apply(table.id, lobby.start, ADA, fixed("a seed"))).after


async def propose(tables: Tables, match_id: str, *people: Person, sign: str) -> None:
    for person in people:
        await tables.apply(match_id, signs.propose, person, sign)


def proposals(table: Table) -> tuple[str | None, str | None]:
    """Return the proposals of Ada and Celina."""
    return table.pact_of(0).proposals if table.pacts else (None, None)


async def given(tables: Tables, match_id: str, person: Person, sign: str) -> Table:
    return (await tables.apply(match_id, signs.give, person, 1, sign)).after


async def test_proposals_in_direct_messages_make_a_pact_in_another_process(direct: Process, owner: Process) -> None:
    table = await party(owner.tables)
    await propose(direct.tables, table.id, ADA, CELINA, sign="wink")
    await propose(direct.tables, table.id, BORYS, DMITRI, sign="ear")
    seen = await owner.onlooker.until(lambda one: not one.agreeing and bool(one.pacts))
    assert [pact.sign for pact in seen.pacts] == ["wink", "ear"]
    assert owner.tables.cached(table.id) == seen


async def test_a_sign_in_direct_messages_is_seen_at_the_table_of_another_process(
    direct: Process, owner: Process
) -> None:
    table = await party(owner.tables)
    await propose(direct.tables, table.id, ADA, CELINA, sign="wink")
    await propose(direct.tables, table.id, BORYS, DMITRI, sign="ear")
    await owner.onlooker.until(lambda one: not one.agreeing and bool(one.pacts))
    await given(direct.tables, table.id, ADA, "wink")
    seen = await owner.onlooker.until(lambda one: bool(one.signs))
    assert [(sign.seat, sign.sign) for sign in seen.signs] == [(0, "wink")]
    assert seen.recent[-1] == Note("event.signs.shown", {"seat": "0", "sign": "wink"})
    await given(direct.tables, table.id, ADA, "wink")
    again = await owner.onlooker.until(lambda one: one.signs_made == 2)
    assert again.recent[-2:] == (seen.recent[-1],) * 2


async def test_an_untold_sign_stays_untold_over_two_processes(direct: Process, owner: Process) -> None:
    table = await party(owner.tables, tells="none")
    await propose(direct.tables, table.id, ADA, CELINA, sign="wink")
    await propose(direct.tables, table.id, BORYS, DMITRI, sign="ear")
    before = await owner.onlooker.until(lambda one: not one.agreeing and bool(one.pacts))
    await given(direct.tables, table.id, ADA, "wink")
    seen = await owner.onlooker.until(lambda one: bool(one.signs))
    assert seen.recent == before.recent


async def test_only_the_owner_of_a_table_holds_it_shows_it_and_runs_its_clock(direct: Process, owner: Process) -> None:
    table = await party(owner.tables)
    await propose(direct.tables, table.id, ADA, sign="wink")
    assert await direct.tables.find(table.id) is not None
    assert (direct.onlooker.tables, direct.onlooker.clocks.ids, len(direct.tables)) == ([], [], 0)
    assert table.id in owner.onlooker.clocks.ids
    later = Tables(direct.database, now=lambda: NOON, owns=lambda one: shard_of(one, 2) == 0)
    later.set_timekeeper(direct.onlooker.clocks)
    later.add_observer(direct.onlooker)
    await later.start()
    assert (direct.onlooker.tables, direct.onlooker.clocks.ids) == ([], [])


async def test_a_table_not_in_memory_is_shown_when_another_process_moves(direct: Process, owner: Process) -> None:
    table = await party(owner.tables)
    await owner.end()
    back = await Process.begin(owner.url, 1)
    try:
        async with back.database.write() as tx:  # as if all of it had been shown before
            await matches.update(tx, table.id, table.stored.version, shown_revision=table.revision)
        back.onlooker.tables.clear()
        await propose(direct.tables, table.id, ADA, sign="wink")
        seen = await back.onlooker.until(lambda one: proposals(one) == ("wink", None))
        assert seen.id == table.id
    finally:
        await back.end()


async def test_notifications_name_the_match_and_its_version_and_nothing_else(direct: Process, owner: Process) -> None:
    heard: list[str] = []
    told = asyncio.Event()

    def note(payload: str) -> None:
        heard.append(payload)
        told.set()

    table = await party(owner.tables)
    assert owner.locks._connection is not None
    await owner.locks._connection.add_listener("boneyard_shard_1", lambda *said: note(str(said[3])))
    await propose(direct.tables, table.id, ADA, sign="wink")
    await asyncio.wait_for(told.wait(), 10)
    assert heard == [f"{table.id} {table.stored.version + 1}"]


async def test_changes_during_a_lost_connection_are_read_afterwards(direct: Process, owner: Process) -> None:
    table = await party(owner.tables)
    await direct.locks.release()
    lost = asyncio.Event()
    owner.locks.on_loss(lost.set)
    await cut_off(owner.url)
    await asyncio.wait_for(lost.wait(), 10)
    await propose(direct.tables, table.id, ADA, sign="wink")
    assert await owner.locks.acquire() is None
    await owner.tables.restart()
    seen = await owner.onlooker.until(lambda one: proposals(one) == ("wink", None))
    assert seen.id == table.id
    await propose(direct.tables, table.id, ADA, sign="ear")
    await owner.onlooker.until(lambda one: proposals(one) == ("ear", None))

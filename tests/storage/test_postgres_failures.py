"""PostgreSQL absent, locked, full or disconnected: typed errors, nothing saved."""

# ruff: noqa: PT012 - a transaction fails as a block

import asyncio
import socket
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from storage import engines, matches
from storage.database import (
    Busy,
    Damaged,
    Database,
    DiskError,
    Full,
    OutcomeUnknown,
    StorageError,
    Transaction,
    Unavailable,
)
from tests.storage.proxies import Proxy
from tests.storage.samples import MATCH, SEATS, append, append_one, match, moves, saved_revisions

if TYPE_CHECKING:  # the class takes a parameter for the checker alone
    Other = asyncpg.Connection[asyncpg.Record]
else:
    Other = asyncpg.Connection

pytestmark = pytest.mark.postgresql


@pytest.fixture
async def database(postgres_address: str) -> AsyncIterator[Database]:
    """Yield a database with a match and two moves."""
    opened = await Database.open(postgres_address)
    async with opened.write() as tx:
        await matches.add(tx, MATCH, SEATS)
        await append(tx, MATCH.id, moves(1, 2))
    yield opened
    await opened.close()


@pytest.fixture
async def other(postgres_address: str) -> AsyncIterator[Other]:
    """The connection of another program to the same database."""
    connection = await asyncpg.connect(postgres_address)
    yield connection
    await connection.close()


THROW_OUT = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""


async def test_a_row_locked_by_another_program_is_busy(
    postgres_address: str, other: Other, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "LOCK_TIMEOUT_S", 0.1)
    database = await Database.open(postgres_address)
    try:
        async with database.write() as tx:
            await matches.add(tx, MATCH, SEATS)
        async with other.transaction():
            await other.execute("SELECT * FROM matches FOR UPDATE")
            with pytest.raises(Busy):
                await append_one(database, MATCH.id, 1)
            assert await saved_revisions(database, MATCH.id) == []
        await append_one(database, MATCH.id, 1)
    finally:
        await database.close()


@pytest.mark.parametrize(
    ("state", "kind"),
    [
        ("53100", Full),
        ("40001", Busy),
        ("40P01", Busy),
        ("58030", DiskError),
        ("XX001", Damaged),
        ("P0001", StorageError),
    ],
)
async def test_a_failure_of_the_server_saves_nothing_of_the_transaction(
    database: Database, other: Other, state: str, kind: type[StorageError]
) -> None:
    await other.execute(
        f"""CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '{state}'; END $$;
        CREATE TRIGGER refuse BEFORE INSERT ON match_log
        FOR EACH ROW WHEN (NEW.revision > 3) EXECUTE FUNCTION refuse()"""
    )
    with pytest.raises(StorageError) as caught:
        async with database.write() as tx:
            await matches.update(tx, MATCH.id, 1, clock="slow")
            await append(tx, MATCH.id, moves(3, 5))
    assert type(caught.value) is kind
    async with database.read() as tx:
        found = await matches.load(tx, MATCH.id)
    assert found is not None
    assert found[0].clock == "normal"
    assert await saved_revisions(database, MATCH.id) == [1, 2]
    await append_one(database, MATCH.id, 3)


async def test_a_changed_schema_is_noticed_without_an_error(database: Database, other: Other) -> None:
    async def read() -> object:
        async with database.read() as tx:
            return await matches.load(tx, MATCH.id)

    before = await read()  # its statement is prepared now
    await other.execute("ALTER TABLE matches ALTER COLUMN locale TYPE varchar(20)")
    assert await read() == before
    await other.execute("ALTER TABLE matches ALTER COLUMN locale TYPE text")
    assert await database.run_read(lambda tx: matches.load(tx, MATCH.id)) == before


async def test_a_changed_schema_in_a_write_is_busy_and_saves_nothing(database: Database, other: Other) -> None:
    async def write(number: int) -> None:
        async with database.write() as tx:
            await append(tx, MATCH.id, moves(number, number))
            await matches.load(tx, MATCH.id)

    await write(3)
    await other.execute("ALTER TABLE matches ALTER COLUMN locale TYPE varchar(20)")
    with pytest.raises(Busy, match="cached statement plan is invalid"):
        await write(4)
    assert await saved_revisions(database, MATCH.id) == [1, 2, 3]
    await write(4)
    assert await saved_revisions(database, MATCH.id) == [1, 2, 3, 4]


async def test_a_commit_that_the_server_refuses_saves_nothing(database: Database, other: Other) -> None:
    await other.execute(
        """CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '53100'; END $$;
        CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON match_log INITIALLY DEFERRED
        FOR EACH ROW WHEN (NEW.revision = 3) EXECUTE FUNCTION refuse()"""
    )
    with pytest.raises(Full):
        await append_one(database, MATCH.id, 3)
    assert await saved_revisions(database, MATCH.id) == [1, 2]


async def test_a_connection_lost_in_a_transaction_is_replaced(database: Database, other: Other) -> None:
    with pytest.raises(Unavailable):
        async with database.write() as tx:
            await append(tx, MATCH.id, moves(3, 3))
            await other.execute(THROW_OUT)
            await append(tx, MATCH.id, moves(4, 4))
    await append_one(database, MATCH.id, 3)
    assert await saved_revisions(database, MATCH.id) == [1, 2, 3]


async def test_a_commit_on_a_connection_thrown_out_has_an_unknown_outcome(database: Database, other: Other) -> None:
    with pytest.raises(OutcomeUnknown):
        async with database.write() as tx:
            await append(tx, MATCH.id, moves(3, 3))
            await other.execute(THROW_OUT)
    assert await saved_revisions(database, MATCH.id) == [1, 2]


async def test_a_server_that_came_back_is_used_without_an_error(database: Database, other: Other) -> None:
    await asyncio.gather(*(append_one_to_new(database, f"m{number}") for number in range(5)))
    await other.execute(THROW_OUT)
    await append_one(database, MATCH.id, 3)
    await database.ping()


async def append_one_to_new(database: Database, name: str) -> None:
    async with database.write() as tx:
        await matches.add(tx, match(name), SEATS)
    await append_one(database, name, 1)


async def test_a_server_that_may_only_be_read_is_gone_for_ping_and_moves(
    database: Database, other: Other, postgres_address: str
) -> None:
    name = make_url(postgres_address).database
    await other.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    await other.execute(THROW_OUT)
    with pytest.raises(Unavailable):
        await database.ping()
    with pytest.raises(Unavailable):
        await append_one(database, MATCH.id, 3)
    assert await saved_revisions(database, MATCH.id) == [1, 2]


async def test_more_tasks_than_connections_wait_for_one(database: Database) -> None:
    await asyncio.gather(*(saved_revisions(database, MATCH.id) for _ in range(60)))


async def test_without_a_free_connection_it_is_busy(postgres_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "POOL_TIMEOUT_S", 0.5)
    database = await Database.open(postgres_address)
    stop = asyncio.Event()

    async def occupy() -> None:
        async with database.read() as tx:
            await matches.live(tx)
            await stop.wait()

    try:
        tasks = [asyncio.create_task(occupy()) for _ in range(15)]
        await asyncio.sleep(0.4)
        with pytest.raises(Busy):
            await database.ping()
        stop.set()
        await asyncio.gather(*tasks)
        await database.ping()
    finally:
        await database.close()


async def test_a_server_that_does_not_answer_is_gone() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
        with pytest.raises(Unavailable):
            await Database.open(f"postgresql://me:word@127.0.0.1:{port}/name")


async def test_a_server_that_is_silent_is_gone_in_time() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = silent.getsockname()[1]
        with pytest.raises(Unavailable):
            await Database.open(f"postgresql://me:word@127.0.0.1:{port}/name?connect_timeout=1")


async def test_a_database_that_does_not_exist_is_gone(postgres_address: str) -> None:
    missing = make_url(postgres_address).set(database="boneyard_nowhere").render_as_string(hide_password=False)
    with pytest.raises(Unavailable):
        await Database.open(missing)


async def test_closing_does_not_wait_for_a_server_silent_in_a_transaction(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "COMMAND_TIMEOUT_S", 3600.0)
    async with Proxy(postgres_address) as wire:
        database = await Database.open(wire.address)
        hangs = asyncio.Event()

        async def cut(tx: Transaction) -> None:
            await tx.execute(text("SELECT 1"))
            wire.cut()
            hangs.set()
            await tx.execute(text("SELECT 2"))

        async def reading() -> None:
            async with database.read() as tx:
                await tx.execute(text("SELECT 3"))

        await asyncio.gather(reading(), reading())  # connections that are idle when the wire is cut
        writing = asyncio.create_task(database.run_write(cut))
        await hangs.wait()
        await database.close(0.0)
        with pytest.raises(Unavailable):
            await writing

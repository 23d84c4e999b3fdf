"""Exclusive locks of shards, passed on after any end."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest

from bot.shards import Shards
from storage import shard_locks
from storage.database import Database
from storage.errors import Unavailable
from storage.guilds import ServerSettings, save_server, server
from storage.shard_locks import PostgresLocks, ShardLocks, make_locks
from tests.processes import Program
from tests.storage.lock_holders import hold, wait_for, write_twice
from tests.storage.proxies import Proxy

_END_LOCKS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name LIKE 'boneyard %' AND datname = current_database()"""
"""Ends the sessions that hold locks or ask for them."""


@asynccontextmanager
async def taken(url: str, count: int = 1, *ids: int) -> AsyncIterator[ShardLocks]:
    locks = make_locks(url, count, ids or range(count))
    try:
        assert await locks.acquire() is None
        yield locks
    finally:
        await locks.release()


async def fail_to_acquire(url: str, count: int = 1, *ids: int) -> str:
    """Fail to get these locks; return the reported holder."""
    locks = make_locks(url, count, ids or range(count))
    try:
        holder = await locks.acquire()
        assert holder is not None
        assert not locks.held
        return holder
    finally:
        await locks.release()


async def test_a_second_process_does_not_get_the_lock_and_is_told_who_has_it(address: str) -> None:
    async with taken(address) as first:
        assert first.held
        holder = await fail_to_acquire(address)
    assert ":" in holder.split(" by ")[1]


async def test_locks_that_are_given_back_can_be_taken(address: str) -> None:
    async with taken(address) as first:
        await first.release()
        assert not first.held
        async with taken(address):
            pass


async def test_a_database_in_memory_is_nobody_elses() -> None:
    async with taken("sqlite://"), taken("sqlite://"):
        pass


async def test_a_lock_file_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match=r"boneyard\.db\.lock cannot be used"):
        await make_locks(f"sqlite:///{tmp_path}/nowhere/boneyard.db", 1, [0]).acquire()


@pytest.mark.parametrize(
    "error", [asyncpg.InternalClientError("cannot switch to state 15"), asyncpg.ProtocolError("what?"), OSError("gone")]
)
async def test_after_any_driver_error_locks_fail_now_and_work_later(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def connect(**_: object) -> None:
        raise error

    monkeypatch.setattr(asyncpg, "connect", connect)
    locks = make_locks("postgresql://me@127.0.0.1:1/nothing", 1, [0])
    for _ in range(2):
        with pytest.raises(Unavailable):
            await locks.acquire()
        assert not locks.held


async def test_an_unclosable_connection_does_not_keep_the_locks(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Broken:
        async def close(self, *, timeout: float) -> None:
            raise asyncpg.InternalClientError("cannot switch to state 12")

        def terminate(self) -> None:
            raise asyncpg.InternalClientError("cannot switch to state 15")

    locks = make_locks("postgresql://me@127.0.0.1:1/nothing", 1, [0])
    assert isinstance(locks, PostgresLocks)
    lost = asyncio.Event()
    locks.on_loss(lost.set)
    locks._connection, locks._is_holder = Broken(), True  # type: ignore[assignment]
    await locks.release()
    assert "could not be ended: cannot switch to state 15" in caplog.text
    locks._connection, locks._is_holder = Broken(), True  # type: ignore[assignment]
    locks._handle_loss(locks._connection)
    assert lost.is_set()
    assert not locks.held


@pytest.mark.postgresql
async def test_holder_and_stand_by_survive_repeatedly_ended_connections(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sessions end as soon as seen, even while connecting or locking."""
    monkeypatch.setattr("bot.shards._RETRY_S", 0.01)
    first, second = (Shards(make_locks(postgres_address, 1, [0]), 1, [0]) for _ in range(2))

    async def on_regained() -> None:
        pass

    await first.hold()
    waiting = asyncio.create_task(second.hold())
    first.when_lost(on_regained, lambda: None)
    async with asyncio.timeout(100):
        while "held by" not in (second.standby_reason() or ""):  # noqa: ASYNC110  # nothing tells when it waits
            await asyncio.sleep(0.01)
    server = await asyncpg.connect(postgres_address)
    ended = 0
    try:
        until = asyncio.get_running_loop().time() + 2
        while asyncio.get_running_loop().time() < until:
            ended += len(await server.fetch(_END_LOCKS))
            await asyncio.sleep(0.002)
    finally:
        await server.close()
    assert ended > 20
    async with asyncio.timeout(100):
        while not first.held and not second.held:  # noqa: ASYNC110  # nothing tells when a lock is free
            await asyncio.sleep(0.05)
    if waiting.done():
        waiting.result()  # it took over, and no error ended it
    await first.close()
    await second.close()
    await asyncio.gather(waiting, return_exceptions=True)


@pytest.mark.postgresql
async def test_processes_with_different_shards_stand_side_by_side(postgres_address: str) -> None:
    async with taken(postgres_address, 3, 0, 2), taken(postgres_address, 3, 1):
        pass


@pytest.mark.postgresql
async def test_one_shard_of_another_process_keeps_all_from_being_taken(postgres_address: str) -> None:
    async with taken(postgres_address, 3, 1):
        assert (await fail_to_acquire(postgres_address, 3, 0, 1)).startswith("shard 1 is held by ")
        async with taken(postgres_address, 3, 0):
            pass


@pytest.mark.postgresql
async def test_who_counts_shards_differently_gets_none(
    postgres_address: str,
) -> None:
    async with taken(postgres_address, 2, 0):
        holder = await fail_to_acquire(postgres_address, 3, 1)
    assert holder.endswith(" counts 2 shards, this process 3")


@pytest.mark.postgresql
async def test_of_many_who_try_at_one_instant_exactly_one_gets_the_lock(postgres_address: str) -> None:
    everybody = [make_locks(postgres_address, 1, [0]) for _ in range(8)]
    try:
        holders = await asyncio.gather(*(one.acquire() for one in everybody))
        assert holders.count(None) == 1
        assert [one.held for one in everybody] == [holder is None for holder in holders]
    finally:
        for one in everybody:
            await one.release()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_the_lock_of_a_process_that_is_gone_is_free(address: str, number: signal.Signals) -> None:
    program = Program(hold, address, "1", "0")
    await program.start()
    assert await asyncio.wait_for(program.output.readline(), 30) == b"held\n"
    waiting = make_locks(address, 1, [0])
    try:
        assert await waiting.acquire() is not None
        program.send(number)
        await program.end()
        await asyncio.wait_for(wait_for(waiting), 10)
        assert waiting.held
    finally:
        await waiting.release()


@pytest.mark.postgresql
async def test_a_holder_that_loses_its_connection_knows_it_and_holds_nothing(postgres_address: str) -> None:
    async with taken(postgres_address) as first:
        lost = asyncio.Event()
        first.on_loss(lost.set)
        await cut_off(postgres_address)
        await asyncio.wait_for(lost.wait(), 10)
        assert not first.held
        async with taken(postgres_address):
            assert (await first.acquire() or "").startswith("shard 0 is held by ")
        assert await first.acquire() is None


@pytest.mark.postgresql
async def test_a_holder_gives_up_its_locks_before_a_silent_server_does(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shard_locks, "HEARTBEAT_S", 0.01)
    monkeypatch.setattr(shard_locks, "_ANSWER_TIMEOUT_S", 0.05)
    async with Proxy(postgres_address) as proxy, taken(proxy.address) as first:
        lost = asyncio.Event()
        first.on_loss(lost.set)
        proxy.cut()
        await asyncio.wait_for(lost.wait(), 10)
        assert not first.held
        assert (await fail_to_acquire(postgres_address)).startswith("shard 0 is held by ")


def test_a_holder_gives_up_a_silent_connection_before_the_server_does() -> None:
    server_gives_up = 5 + 2 * 2  # keepalive: idle, then two probes
    assert shard_locks.HEARTBEAT_S + shard_locks._ANSWER_TIMEOUT_S < server_gives_up < 10


def test_a_holder_stops_acting_before_another_process_may_take_its_locks() -> None:
    longest_between_heartbeats = shard_locks.HEARTBEAT_S + shard_locks._ANSWER_TIMEOUT_S + shard_locks.HEARTBEAT_S / 10
    assert longest_between_heartbeats < shard_locks.LEASE_S < shard_locks.SILENT_S < 10


@pytest.mark.slow
@pytest.mark.postgresql
async def test_a_hanging_holder_loses_its_locks_and_saves_nothing_later(
    postgres_address: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    go_on = tmp_path / "go on"
    hangs, waiting = Program(write_twice, postgres_address, str(go_on)), make_locks(postgres_address, 1, [0])
    await hangs.start()
    assert await asyncio.wait_for(hangs.output.readline(), 30) == b"writing\n"
    try:
        assert await waiting.acquire() is not None
        hangs.send(signal.SIGSTOP)
        await asyncio.wait_for(wait_for(waiting), 10)
        assert "without a heartbeat" in caplog.text
        database = await Database.open(postgres_address, waiting.fence)
        try:
            async with database.write() as tx:  # which the open transaction of the other does not hold up
                await save_server(tx, ServerSettings(1, locale="ru"))
            go_on.touch()
            hangs.send(signal.SIGCONT)
            output, errors, code = await asyncio.wait_for(hangs.end(), 30)
            assert (output.split(b"\n"), code) == ([b"does not act", b"not saved", b"not saved", b"lost", b""], 0), (
                errors
            )
            async with database.read() as tx:
                assert (await server(tx, 1)).locale == "ru"
        finally:
            await database.close()
        assert waiting.held
    finally:
        hangs.kill()
        await waiting.release()


@pytest.mark.postgresql
async def test_a_holder_whose_heart_beats_keeps_its_locks(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shard_locks, "HEARTBEAT_S", 0.05)
    monkeypatch.setattr(shard_locks, "SILENT_S", 1.0)
    async with taken(postgres_address) as first:
        async with asyncio.timeout(30):
            for _ in range(30):
                assert (await fail_to_acquire(postgres_address)).startswith("shard 0 is held by ")
                await asyncio.sleep(0.05)
        assert first.held


@pytest.mark.postgresql
async def test_taking_the_locks_ends_unsaved_work_of_the_process_before(postgres_address: str) -> None:
    async with taken(postgres_address) as first:
        database = await Database.open(postgres_address, first.fence)
        try:
            with pytest.raises(Unavailable):  # noqa: PT012  # the locks are lost in the middle
                async with database.write() as tx:
                    await save_server(tx, ServerSettings(1, locale="pl"))
                    await first.release()
                    async with taken(postgres_address):
                        pass
            async with taken(postgres_address):
                with pytest.raises(Unavailable, match="right to use the database"):
                    async with database.read():
                        pytest.fail("it gets no new session without the locks")
            assert await first.acquire() is None
            async with database.read() as tx:
                assert (await server(tx, 1)).locale is None
        finally:
            await database.close()


@pytest.mark.postgresql
async def test_an_older_connection_of_the_process_does_not_block_its_locks(postgres_address: str) -> None:
    async with taken(postgres_address) as first:
        assert isinstance(first, PostgresLocks)
        left_behind = first._connection  # the server does not know yet that it is gone
        assert left_behind is not None
        left_behind.remove_termination_listener(first._handle_loss)
        first._connection = None
        first._drop()
        try:
            await asyncio.wait_for(wait_for(first), 10)
        finally:
            left_behind.terminate()


@pytest.mark.postgresql
async def test_what_is_given_back_is_not_reported_as_lost(postgres_address: str) -> None:
    losses = []
    async with taken(postgres_address) as first:
        first.on_loss(lambda: losses.append("lost"))
        await first.release()
        await asyncio.sleep(0.1)
    assert losses == []


async def cut_off(url: str) -> None:
    """End the connections with locks, as an administrator may."""
    server = await asyncpg.connect(url)
    try:
        ended = await server.fetch(_END_LOCKS)
        assert len(ended) == 1
    finally:
        await server.close()

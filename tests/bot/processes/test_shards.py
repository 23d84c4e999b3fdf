"""Stand-by processes: wait, do nothing, and give way."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

import asyncpg
import discord
import pytest

from bot import shards as module
from bot.messages.parts.message import Message
from bot.posts.board_tokens import BoardTokens
from bot.posts.budget import RequestBudget
from bot.posts.channels import Channels
from bot.shards import Shards, StoodDown, shard_of
from storage.database import Database, Unavailable
from storage.guilds import ServerSettings, save_server, server
from storage.shard_locks import ShardLocks


class Scripted:
    """Locks with scripted answers: None, a holder, or an error."""

    def __init__(self, *answers: str | Exception | None) -> None:
        self.answers = list(answers)
        self.held = False
        self.fence = None
        self.given_back = False
        self.lose: Callable[[], None] = lambda: None

    async def acquire(self) -> str | None:
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        self.held = answer is None
        return answer

    def on_loss(self, callback: Callable[[], None]) -> None:
        def lose() -> None:
            self.held = False
            callback()

        self.lose = lose

    async def release(self) -> None:
        self.held, self.given_back = False, True


@pytest.fixture(autouse=True)
def _without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_RETRY_S", 0.001)


def one_shard(locks: ShardLocks) -> Shards:
    return Shards(locks, 1, [0])


def test_a_server_has_discord_s_shard_and_direct_messages_shard_0() -> None:
    assert [shard_of(number << 22, 3) for number in range(5)] == [0, 1, 2, 0, 1]
    assert shard_of((7 << 22) + 4_194_303, 3) == 1
    assert shard_of(0, 3) == 0
    here = Shards(Scripted(None), 3, [0, 2])
    assert [here.look_after(number << 22) for number in range(4)] == [True, False, True, True]


async def test_a_stand_by_waits_says_once_for_whom_and_takes_over(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    here = one_shard(Scripted("held by first", "held by first", "held by first", "held by second", None))
    await here.hold()
    assert (here.held, here.standby_reason()) == (True, None)
    waiting = [record.message for record in caplog.records if "stand-by" in record.message]
    assert waiting == ["waiting as a stand-by: held by first", "waiting as a stand-by: held by second"]


async def test_a_stand_by_tells_those_who_ask_for_whom_it_waits() -> None:
    here = one_shard(Scripted("shard 0 is held by first"))
    waiting = asyncio.create_task(here.hold())
    await asyncio.sleep(0.01)
    assert here.standby_reason() == "stand-by: shard 0 is held by first"
    await here.close()
    with pytest.raises(StoodDown):
        await waiting


async def test_a_stand_by_whose_database_is_away_for_a_while_goes_on_waiting() -> None:
    here = one_shard(Scripted("held by first", Unavailable("the server restarts"), None))
    await here.hold()
    assert here.held


@pytest.mark.parametrize("error", [asyncpg.InternalClientError("cannot switch to state 15"), RuntimeError("no state")])
async def test_no_error_of_a_driver_ends_the_waiting_of_a_stand_by(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    here = one_shard(Scripted("held by first", error, "held by first", error, None))
    await here.hold()
    assert here.held
    assert f"the database does not answer ({error})" in caplog.text


@pytest.mark.parametrize("error", [asyncpg.InternalClientError("cannot switch to state 15"), RuntimeError("no state")])
async def test_no_error_of_a_driver_keeps_lost_locks_from_being_got_back(error: Exception) -> None:
    locks = Scripted(None, error, error, None)
    here, back = one_shard(locks), asyncio.Event()

    async def on_regained() -> None:
        back.set()

    here.when_lost(on_regained, lambda: pytest.fail("nobody else has them"))
    await here.hold()
    locks.lose()
    await asyncio.wait_for(back.wait(), 10)
    assert here.held
    await here.close()


async def test_locks_lost_during_the_start_are_retried_until_free() -> None:
    locks = Scripted(None, "shard 0 is held by second", "shard 0 is held by second", None)
    here = one_shard(locks)
    await here.hold()
    locks.lose()
    async with asyncio.timeout(100):
        while not here.held:  # noqa: ASYNC110  # nothing tells of it before `when_lost`
            await asyncio.sleep(0.001)
    await here.close()


async def test_a_failure_after_regaining_locks_is_logged_and_losses_noticed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    locks = Scripted(None)
    here = one_shard(locks)
    times: list[int] = []

    async def on_regained() -> None:
        times.append(len(times))
        raise RuntimeError("the tables cannot be read")

    here.when_lost(on_regained, lambda: pytest.fail("nobody else has them"))
    await here.hold()
    for count in (1, 2):
        locks.lose()
        assert here._reacquiring is not None
        await asyncio.wait_for(here._reacquiring, 100)
        assert (here.held, len(times)) == (True, count)
    assert "reloading after the loss of the locks failed" in caplog.text
    await here.close()


async def test_a_database_that_does_not_answer_at_the_start_is_an_error() -> None:
    with pytest.raises(Unavailable, match="no such server"):
        await one_shard(Scripted(Unavailable("no such server"))).hold()


async def test_locks_that_come_while_the_process_is_told_to_stop_are_given_back() -> None:
    class Slow(Scripted):
        async def acquire(self) -> str | None:
            await here.close()
            return await super().acquire()

    locks = Slow(None)
    here = one_shard(locks)
    with pytest.raises(StoodDown):
        await here.hold()
    assert (locks.held, locks.given_back) == (False, True)


async def test_lost_locks_are_got_back_and_the_process_goes_on() -> None:
    locks = Scripted(None, Unavailable("the server restarts"), None)
    here, back = one_shard(locks), asyncio.Event()

    async def on_regained() -> None:
        back.set()

    here.when_lost(on_regained, lambda: pytest.fail("nobody else has them"))
    await here.hold()
    locks.lose()
    assert here.standby_reason() == "stand-by: the connection that holds the locks was lost"
    await back.wait()
    assert here.held
    await here.close()


async def test_a_process_gives_way_if_another_holds_its_lost_locks() -> None:
    locks = Scripted(None, "shard 0 is held by second")
    here, gave_way = one_shard(locks), asyncio.Event()

    async def on_regained() -> None:
        pytest.fail("they are another's")

    here.when_lost(on_regained, gave_way.set)
    await here.hold()
    locks.lose()
    await gave_way.wait()
    assert not here.held
    await here.close()


async def test_without_its_locks_a_process_writes_nothing_into_the_database(address: str) -> None:
    database, may_write = await Database.open(address), [True]
    database.allow_writes_while(lambda: may_write[0])
    try:
        async with database.write() as tx:
            await save_server(tx, ServerSettings(1, locale="pl"))
        may_write[0] = False
        with pytest.raises(Unavailable, match="right to write"):
            async with database.write() as tx:
                pytest.fail("the transaction begins")
        may_write[0] = True
        with pytest.raises(Unavailable, match="right to write"):  # noqa: PT012  # the locks are lost in the middle
            async with database.write() as tx:
                await save_server(tx, ServerSettings(1, locale="ru"))
                may_write[0] = False
        async with database.read() as tx:
            assert (await server(tx, 1)).locale == "pl"
    finally:
        await database.close()


async def test_without_its_locks_a_process_writes_nothing_into_channels() -> None:
    client = discord.Client(intents=discord.Intents.none())
    channels = Channels(client, RequestBudget(40, time.time), BoardTokens(time.time), may_write=lambda: False)
    for action in (
        channels.send(1, Message("hello")),
        channels.edit(1, 2, Message("hello")),
        channels.delete(1, 2),
        channels.react(1, 2, "👃"),
        channels.direct(3, Message("hello")),
        channels.send_direct(3, Message("hello")),
    ):
        with pytest.raises(Unavailable, match="right to write"):
            await action

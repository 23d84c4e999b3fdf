"""The whole bot under the locks of its shards."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import aiohttp
import discord
import pytest
from discord.ext.commands import AutoShardedBot
from pydantic import SecretStr

from bot import app
from bot import running as command_line
from bot.app import Boneyard
from bot.league.tournaments.announcing.posts import TournamentMessages
from bot.posts.hand_refresh import HandRefresh
from bot.posts.publisher import Publisher
from bot.posts.sign_pads import SignPads
from bot.settings import Settings
from bot.shards import StoodDown
from bot.tables.live import Tables
from playground.simulated import acting_as_bot
from storage.database import Busy, Damaged, Database, DiskError, StorageError, Unavailable
from storage.shard_locks import FileLock, make_locks
from tests.bot.play.at_table import (
    FIRST_OPENS,
    PLAYOUTS,
    bot_of,
    everything_said,
    log_of,
    look,
    move_buttons,
    open_match,
    said,
    table_in,
    tables_of,
)
from tests.chance import KnownChance
from tests.discord_world import DiscordWorld, Route

NOT_TAKEN = "I couldn't save that just now. Nothing has changed; try again in a moment."


@pytest.fixture
def settings(tmp_path: Path, sqlite_address: str) -> Settings:
    return Settings(_env_file=None, data_dir=tmp_path, database_url=SecretStr(sqlite_address))


@pytest.fixture
def build_bot(settings: Settings, chance: KnownChance) -> Callable[[], Boneyard]:
    return lambda: Boneyard(settings, pause=0, playouts=PLAYOUTS, chance=chance)


async def test_a_running_bot_holds_its_lock_and_gives_it_back_when_it_is_closed(
    world: DiscordWorld, settings: Settings
) -> None:
    other = make_locks(settings.database, 1, [0])
    assert await other.acquire() is not None
    assert await bot_of(world)._shards_ready() is None
    await world.bot.close()
    assert await other.acquire() is None
    await other.release()


async def test_a_bot_without_its_locks_refuses_clicks_until_it_has_them_again(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, chance: KnownChance
) -> None:
    chance.fix_seed(FIRST_OPENS)
    await open_match(world, "Borys", clock="none")
    match_id = table_in(world).id
    await look(world, "Ada")
    button = move_buttons(world, "Ada")[0]
    with monkeypatch.context() as lost:
        lost.setattr(FileLock, "held", property(lambda _: False))
        before = (world.public_edits(), world.requests(Route.SEND))
        assert NOT_TAKEN in said(await world.press("Ada", button))
        table = await tables_of(world).find(match_id)
        assert table is not None
        with acting_as_bot(world.env):
            bot_of(world).services.publisher.repost(table)
        await world.pass_time(30)
        assert (await bot_of(world)._shards_ready() or "").startswith("stand-by: ")
        assert (world.public_edits(), world.requests(Route.SEND)) == before
    assert await log_of(world, match_id) == ()

    with acting_as_bot(world.env):
        await bot_of(world)._resume()
    await world.press("Ada", button)

    assert len(await log_of(world, match_id)) == 1
    await world.pass_time(300)
    assert "opens with `0-0`" in everything_said(world)


async def test_closing_waits_for_no_silent_discord_and_closes_all_at_once(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bot = bot_of(world)
    together = asyncio.Barrier(4)  # nobody passes before all four have come

    async def silent(_: object) -> None:
        await asyncio.Event().wait()

    with monkeypatch.context() as patched:
        for one in (TournamentMessages, SignPads, HandRefresh, Publisher):
            patched.setattr(one, "close", lambda _: together.wait())
        patched.setattr(AutoShardedBot, "close", silent)
        patched.setattr(app, "_CLOSE_TIMEOUT_S", 0)
        await asyncio.wait_for(bot.close(), 20)
    assert "Discord does not confirm that the connections are closed" in caplog.text


async def test_a_step_waiting_for_a_silent_database_does_not_block_closing(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bot, close, closed = bot_of(world), Database.close, asyncio.Event()
    shown: list[str] = []

    async def close_database(database: Database, timeout_s: float = 5.0) -> None:
        await close(database, timeout_s)
        closed.set()

    async def wait_for_steps(_: Tables) -> None:
        """Wait until the connection is closed, and fail."""
        await closed.wait()

    async def note(_: Publisher) -> None:
        shown.append("the rest is closed in order")

    with monkeypatch.context() as patched:
        patched.setattr(Database, "close", close_database)
        patched.setattr(Tables, "close", wait_for_steps)
        patched.setattr(Publisher, "close", note)
        patched.setattr(app, "_FINISH_TIMEOUT_S", 0.1)
        await asyncio.wait_for(bot.close(), 20)
    assert "closing the database anyway" in caplog.text
    assert shown


async def test_not_even_what_never_ends_keeps_the_bot_from_closing(
    world: DiscordWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(_: Tables) -> None:
        await asyncio.Event().wait()

    with monkeypatch.context() as patched:
        patched.setattr(Tables, "close", never)
        patched.setattr(app, "_FINISH_TIMEOUT_S", 0.1)
        await asyncio.wait_for(bot_of(world).close(), 20)


class Run:
    """A bot run by the command line, ending immediately."""

    made: ClassVar[list[Run]] = []
    superseded_first: ClassVar[bool] = False
    error: ClassVar[Exception | None] = None
    failures: ClassVar[int] = 99
    is_set_up = False

    def __init__(self, _settings: Settings) -> None:
        self.superseded = self.superseded_first and not self.made
        self.made.append(self)

    async def __aenter__(self) -> None:
        pass

    async def __aexit__(self, *_: object) -> None:
        pass

    async def start(self, token: str) -> None:
        assert token == "a.b.c"
        if self.error is not None and len(self.made) <= self.failures:
            raise self.error


def running(
    monkeypatch: pytest.MonkeyPatch,
    *,
    superseded_first: bool = False,
    error: Exception | None = None,
    failures: int = 99,
) -> Any:
    """Return a runner: settings -> exit code and number of bots."""

    async def run(settings: Settings) -> tuple[int, int]:
        Run.made, Run.superseded_first, Run.error, Run.failures = [], superseded_first, error, failures
        monkeypatch.setattr(command_line, "Boneyard", Run)
        with_token = settings.model_copy(update={"discord_token": SecretStr("a.b.c")})
        return await command_line.run(with_token), len(Run.made)

    return run


async def test_a_bot_that_gave_way_begins_again_as_a_stand_by(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await running(monkeypatch, superseded_first=True)(settings) == (0, 2)


async def test_a_stand_by_that_is_told_to_stop_ends_in_good_order(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await running(monkeypatch, error=StoodDown())(settings) == (0, 1)


POSTGRES = SecretStr("postgresql://me@127.0.0.1/nothing")


def refused(status: int) -> discord.HTTPException:
    return discord.HTTPException(SimpleNamespace(status=status, reason="words"), "said")


def closed(code: int) -> discord.ConnectionClosed:
    return discord.ConnectionClosed(SimpleNamespace(close_code=code), shard_id=0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (aiohttp.ClientConnectionError("Cannot connect to host discord.com:443"), "Discord cannot be reached: Cannot"),
        (socket.gaierror(-3, "Temporary failure in name resolution"), "Discord cannot be reached: "),
        (TimeoutError(), "Discord cannot be reached: TimeoutError."),
        (refused(503), "Discord cannot be reached: "),
        (discord.GatewayNotFound(), "Discord does not say how many shards"),  # type: ignore[no-untyped-call]
        (closed(4000), "Discord has closed the connection: "),
        (Unavailable("connection refused"), "The database does not answer: connection refused."),
        (Busy("too many connections"), "The database does not answer: too many connections."),
    ],
)
async def test_an_outage_at_the_start_is_reported_and_retried_with_backoff(
    error: Exception,
    sentence: str,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr("bot.running.asyncio.sleep", sleep)
    on_postgres = settings.model_copy(update={"database_url": POSTGRES})
    assert await running(monkeypatch, error=error, failures=7)(on_postgres) == (0, 8)
    assert waits == [2, 4, 8, 16, 32, 60, 60]
    warnings = [record for record in caplog.records if record.levelname == "WARNING"]
    assert [record.getMessage().rpartition(" Trying")[2] for record in warnings][:2] == [
        " again in 2 seconds.",
        " again in 4 seconds.",
    ]
    assert all(record.getMessage().startswith(sentence) and not record.exc_info for record in warnings)


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (discord.LoginFailure("Improper token"), 78, "Discord rejects this DISCORD_TOKEN."),
        (closed(4004), 78, "Discord refuses the bot's settings"),
        (closed(4014), 78, "Discord refuses the bot's settings"),
        (discord.PrivilegedIntentsRequired(0), 78, "Discord refuses the bot's settings"),
        (refused(403), 1, "Discord refuses the bot: "),
        (Damaged("malformed"), 78, "The database cannot be opened: malformed."),
        (StorageError("the schema is of another version"), 78, "The database cannot be opened: the schema"),
        (Unavailable("no such folder"), 1, "The database cannot be opened: no such folder."),
        (DiskError("disk I/O error"), 1, "The database cannot be opened: disk I/O error."),
    ],
)
async def test_a_problem_for_a_person_has_its_own_exit_code_and_no_retry(
    error: Exception,
    code: int,
    sentence: str,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert await running(monkeypatch, error=error)(settings) == (code, 1)
    [told] = [record for record in caplog.records if record.levelname == "ERROR"]
    assert told.getMessage().startswith(sentence)
    assert told.exc_info is None


async def test_a_start_that_fails_at_once_is_told_by_an_alert_before_the_end(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []

    async def watch(_settings: Settings, problems: Any, _now: object, begun: asyncio.Event) -> None:
        await asyncio.sleep(0.01)
        told.append(await problems())
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr("bot.running.alerts.watch", watch)
    watched = settings.model_copy(update={"ping_url": SecretStr("https://example.org/ping")})
    assert await running(monkeypatch, error=Damaged("malformed"))(watched) == (78, 1)
    assert told == [{}]


async def test_a_bot_waiting_to_retry_stops_at_once_on_request(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(command_line, "FIRST_RETRY_S", 1000.0)
    run = asyncio.create_task(running(monkeypatch, error=TimeoutError())(settings))
    async with asyncio.timeout(100):
        while "Trying again" not in caplog.text:  # noqa: ASYNC110  # nothing else tells of it
            await asyncio.sleep(0.01)
    os.kill(os.getpid(), signal.SIGTERM)
    assert await asyncio.wait_for(run, 100) == (0, 1)
    assert "Boneyard has stopped" in caplog.text

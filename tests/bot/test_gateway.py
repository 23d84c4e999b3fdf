"""Connection state from discord.py's shards and heartbeats."""

import logging
from math import isnan
from pathlib import Path
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.gateway import DiscordWebSocket, KeepAliveHandler
from discord.shard import Shard

from bot.app import Boneyard
from bot.gateway import connection_of
from bot.settings import Settings

INTERVAL_S = 41.25
"""The interval of heartbeats that Discord asks for."""


def client_with(*, is_open: bool = True, acknowledged_s_ago: float | None) -> discord.AutoShardedClient:
    """Return a client with shard 3's socket (None: still silent)."""
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True))
    client._reconnect = True  # as `connect` does
    ws: Any = SimpleNamespace(shard_id=3, open=is_open, latency=float("inf"), _keep_alive=None)
    if acknowledged_s_ago is not None:
        server = SimpleNamespace(thread_id=0, _max_heartbeat_timeout=60.0)
        ws._keep_alive = KeepAliveHandler(ws=server, interval=INTERVAL_S, shard_id=3)  # type: ignore[arg-type]
        ws._keep_alive._last_ack = perf_counter() - acknowledged_s_ago
        ws.latency = 0.125
    shards: dict[int, Shard] = vars(client)["_AutoShardedClient__shards"]
    shards[3] = Shard(ws, client, lambda _: None)
    return client


def test_discord_py_keeps_the_heartbeat_where_it_is_looked_for() -> None:
    assert "_keep_alive" in DiscordWebSocket.received_message.__code__.co_names
    assert "_last_ack" in KeepAliveHandler.ack.__code__.co_names


@pytest.mark.parametrize("age", [0.0, 41.0, 55.0])
def test_a_connection_whose_heartbeats_are_answered_works(age: float) -> None:
    found = connection_of(client_with(acknowledged_s_ago=age), 3)
    assert (found.fault, found.latency_s) == (None, 0.125)


def test_an_open_socket_with_unanswered_heartbeats_does_not_work() -> None:
    found = connection_of(client_with(acknowledged_s_ago=57.0), 3)
    assert found.fault == "no heartbeat was acknowledged for 57 seconds"


def test_a_closed_socket_is_no_connection() -> None:
    found = connection_of(client_with(is_open=False, acknowledged_s_ago=1.0), 3)
    assert found.fault == "the connection is closed"


def test_a_shard_that_has_not_connected_has_no_connection() -> None:
    found = connection_of(client_with(acknowledged_s_ago=None), 4)
    assert found.fault == "no connection yet"
    assert isnan(found.latency_s)


def test_a_latency_that_is_not_known_yet_is_no_number() -> None:
    found = connection_of(client_with(acknowledged_s_ago=None), 3)
    assert found.fault is None
    assert isnan(found.latency_s)


async def test_the_log_says_once_that_discord_is_back_and_after_how_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    clock = iter([100.0, 130.0, 142.4])
    monkeypatch.setattr("bot.app._monotonic", lambda: next(clock))
    bot = Boneyard(Settings(_env_file=None, data_dir=tmp_path))
    await bot.on_shard_disconnect(1)
    await bot.on_shard_disconnect(1)  # an attempt that failed
    await bot.on_shard_ready(1)
    await bot.on_shard_resumed(1)
    told = [record.getMessage() for record in caplog.records if record.name == "bot.app"]
    assert told == ["shard 1 is connected to Discord again, after 42 seconds"]

"""The bot's memory over many matches, lobbies and hands.

The whole bot plays on the simulated Discord, whose own memory is emptied after each match. Python's allocations are
counted without those of the simulation and this test, and with the bot's own counts.
"""

from __future__ import annotations

import argparse
import functools
import gc
import statistics
import time
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from simcord.env import Env

import games
from bot.app import Boneyard
from bot.posts import outgoing
from bot.settings import Settings
from playground import simulated
from tests import simulation
from tests.benchmarks.playouts import random_match
from tests.bot.play.at_table import bot_of, end_table, look, open_match, play_to_the_end, table_in
from tests.discord_world import DiscordWorld

__all__ = ["Sample", "levels_off", "steady"]

_GAMES: Final = tuple(key for key, game in games.TABLE_GAMES.items() if 2 in game.seat_counts)
_FOREIGN: Final = ("*/simcord/*", "*/tests/*", "*/tracemalloc.py")
_LEAST: Final = 8
"""Matches that are played however long they take."""

_WARM: Final = 30.0
"""Seconds of random play before anything is counted."""

_ROOM: Final = 256 * 1024
"""Bytes by which what is held may differ from match to match without meaning anything."""


class Sample:
    """The memory held after a number of matches.

    :ivar kept: bytes.
    :ivar remembered: the number of things of each kind that the bot holds.
    """

    def __init__(self, matches: int, kept: int, remembered: dict[str, int]) -> None:
        self.matches, self.kept, self.remembered = matches, kept, remembered

    def __str__(self) -> str:
        things = ", ".join(f"{name} {count}" for name, count in self.remembered.items())
        return f"{self.matches:5} matches: {self.kept / 1e6:.2f} MB; {things}"


async def steady(minutes: float) -> list[Sample]:
    """Play for some minutes; sample memory after each match."""
    samples: list[Sample] = []
    _play_at_random(_WARM)
    async with _opened() as world:
        await _match(world, _GAMES[0])
        end = time.monotonic() + minutes * 60
        tracemalloc.start()
        try:
            while time.monotonic() < end or len(samples) < _LEAST:
                await _match(world, _GAMES[len(samples) % len(_GAMES)])
                samples.append(await _sample(world, len(samples) + 1))
                print(samples[-1], flush=True)
        finally:
            tracemalloc.stop()
    return samples


def levels_off(samples: list[Sample]) -> bool:
    """Return True if the second half held no more memory."""
    quarter = len(samples) // 4
    before = statistics.median(sample.kept for sample in samples[quarter : 2 * quarter])
    after = statistics.median(sample.kept for sample in samples[-quarter:])
    return after <= before * 1.05 + _ROOM


@asynccontextmanager
async def _opened() -> AsyncIterator[DiscordWorld]:
    with TemporaryDirectory() as folder:
        settings = Settings(
            _env_file=None, data_dir=Path(folder), computer_processes=1, computer_seconds=0.05, shard_count=1
        )
        simulation.hasten()

        def build() -> Boneyard:
            return Boneyard(settings, pause=0)

        env = Env(build(), settle_timeout=60.0)
        world = DiscordWorld(simulated.furnish(env), build)
        await world.start()
        try:
            yield world
        finally:
            await simulated.close_bot(env)
            await env.shutdown()


async def _match(world: DiscordWorld, game: str) -> None:
    """Play a match for two, with a spectator and a lobby."""
    await open_match(world, "Borys", game=game)
    await look(world, "Borys")
    await world.slash("Celina", "play", channel="demo", game=game)
    await end_table(world, "Celina", channel="demo")
    match_id = table_in(world).id
    await play_to_the_end(world, most=5000)
    await world.pass_time(20 * 60)  # the tokens of all hands are dead
    assert await bot_of(world).services.tables.find(match_id) is not None
    _empty(world)


def _play_at_random(seconds: float) -> None:
    """Fill the engines' bounded caches by random play."""
    rng, seeds = Random(1), count()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for game in _GAMES:
            random_match(game, f"soak {next(seeds)}", rng)


def _empty(world: DiscordWorld) -> None:
    """Delete the simulated Discord's endless history."""
    backend = world.env.backend
    for kept in (world.env.http_requests, backend.transcript, backend.interactions, backend.interaction_tokens):
        kept.clear()
    backend.cdn._blobs.clear()
    for channel in world.channels.values():
        backend.messages.get(channel.id, {}).clear()


def _empty_caches() -> None:
    """Disregard bounded caches, which take an hour to fill."""
    outgoing._pictures.clear()
    for found in gc.get_objects():
        if isinstance(found, functools._lru_cache_wrapper) and found.cache_info().maxsize is not None:
            module: str = getattr(found, "__module__", "")
            if module.startswith("bot."):
                found.cache_clear()


async def _sample(world: DiscordWorld, matches: int) -> Sample:
    _empty_caches()
    gc.collect()
    filters = [tracemalloc.Filter(inclusive=False, filename_pattern=pattern) for pattern in _FOREIGN]
    allocated = tracemalloc.take_snapshot().filter_traces(filters).statistics("filename")
    services = bot_of(world).services
    remembered = {
        "tables": len(services.tables),
        "live": services.tables.live_count,
        "hands": len(services.hands),
        "channels written to": len(services.publisher.queue),
    }
    return Sample(matches, sum(one.size for one in allocated), remembered)


async def soak(arguments: argparse.Namespace) -> None:
    """Play for a while.

    :raises AssertionError: if memory does not level off.
    """
    samples = await steady(arguments.minutes)
    assert levels_off(samples), "memory does not level off"
    print("memory levels off")

"""The time from click to answer while computers think.

The whole bot runs on the simulated Discord. Two people play Block and click as they come to move; at other tables
strong computers play among themselves. The answer is the hand, drawn and packed. simcord answers immediately, so the
way to Discord and back comes on top.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from simcord.actors import MemberActor
from simcord.components import walk_components
from simcord.env import Env

from bot.app import Boneyard
from bot.settings import Settings
from bot.tables import agreeing, lobby, staffing
from bot.tables.live import Tables
from bot.tables.lobby import TableSetup
from bot.tables.state import Person, Step, Table
from games import CATALOGUE
from playground import simulated
from playground.steps import Steps
from storage.matches import Player, Status, StoredSeat
from tests import simulation
from tests.chance import fixed

from .measuring import Aim, Effort, Result, Topic, in_turn

__all__ = ["answers"]

_THINKING: Final = tuple(key for key, game in CATALOGUE.items() if 2 in game.seat_counts and game.info.computer_thinks)
"""The games of the tables at which two computers play, in turn: they all take their time to think."""

_SLOWEST: Final = 300.0
"""Milliseconds within which a click must be answered."""

_GIVEN_UP: Final = 5.0
_CLOSING_S: Final = 60.0
"""The time limit of computers still thinking at the end, on a busy machine."""
_BETWEEN: Final = 0.03
"""Seconds between two clicks at most, so that they do not keep step with anything."""

_PERCENTILES: Final = (50, 95, 99)
_QUIET: Final = "nobody else plays"
_BUSY: Final = "computers think at other tables"
_TABLES: Final = 4
"""The number of thinking computers: with many more, simulated time stands still."""


def answers(effort: Effort) -> list[Topic]:
    """Measure ms to answers, with and without thinking computers."""
    count = max(4, int(effort.seconds * 200))
    times: dict[str, list[list[float]]] = {name: [] for name in (_QUIET, _BUSY)}
    tables = {_QUIET: 0, _BUSY: min(_TABLES, effort.tables)}
    with asyncio.Runner() as runner, TemporaryDirectory(dir=effort.folder) as folder:
        stack = AsyncExitStack()
        try:
            house = runner.run(stack.enter_async_context(_opened(Path(folder), max(tables.values()))))

            def a_round(name: str) -> float:
                times[name].append(runner.run(house.clicks(count, tables[name])))
                return times[name][-1][0]

            in_turn({name: partial(a_round, name) for name in times}, effort.rounds)
        finally:
            runner.run(stack.aclose())
    results = [
        Result(
            f"{name}, p{percent}",
            "ms",
            tuple(_percentile(one, percent) for one in rounds),
            (f"{_QUIET}, p{percent}",) if name != _QUIET else (),
            _aim(name, percent),
        )
        for name, rounds in times.items()
        for percent in _PERCENTILES
    ]
    title = f"Click to answer in the simulated Discord, {count} clicks a round"
    return [Topic(title, tuple(results), (f"other tables are {tables[_BUSY]}",))]


def _aim(name: str, percent: int) -> Aim | None:
    """Aim for at most twice the time, and a moment."""
    if name == _QUIET:
        return None
    return Aim(2, rival=f"{_QUIET}, p{percent}") if percent == 99 else Aim(_SLOWEST)


def _percentile(values: list[float], percent: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


@asynccontextmanager
async def _opened(folder: Path, rooms_needed: int) -> AsyncIterator[House]:
    """Open a bot in a simulated Discord in real time."""
    bot = Boneyard(Settings(_env_file=None, data_dir=folder))
    simulated.one_shard(bot)
    env = Env(bot, check_errors=False)
    simulated.begin_now(env)
    world = simulated.furnish(env)
    rooms = [world.guild.create_text_channel(f"room-{number}").id for number in range(rooms_needed)]
    simulated.speak_own_languages(bot, env, world.locales)
    steps = Steps(world)
    await env.start()
    steps.begin()
    passing = asyncio.create_task(steps.pass_time())
    try:
        yield House(world, bot.services.tables, rooms)
    finally:
        passing.cancel()
        await asyncio.gather(passing, return_exceptions=True)
        await steps.close()
        await simulated.close_bot(env)
        env.settle_timeout = _CLOSING_S
        await env.shutdown()


def _pause(table: Table, person: Person, now: float) -> Step:
    return agreeing.pause(table, person, None, now)


class House:
    """The tables of Ada and Borys, and of computers."""

    def __init__(self, world: simulated.World, tables: Tables, rooms: list[int]) -> None:
        self._world = world
        self._tables = tables
        self._rooms = rooms
        self._hosts = {channel: Person(number, "Host", moderator=True) for number, channel in enumerate(rooms, 1)}
        """Nobody may host as many tables as this."""
        self._rng = Random(1)
        self._people = (world.people["Ada"], world.people["Borys"])

    async def clicks(self, count: int, tables: int) -> list[float]:
        """Return the times of `count` clicks in milliseconds.

        :param tables: at how many other tables computers think meanwhile.
        """
        await self._let_computers_play(tables)
        times = []
        for _ in range(count):
            times.append(await self._click())
            await asyncio.sleep(self._rng.uniform(0, _BETWEEN))
        return times

    async def _let_computers_play(self, tables: int) -> None:
        for number, (game, channel) in enumerate(zip(cycle(_THINKING), self._rooms, strict=False)):
            table, play = await self._tables.in_channel(channel), number < tables
            if table is None and play:
                players = [StoredSeat(seat, None, Player.STRONG, "", 0, away=False) for seat in range(2)]
                await self._start_match(channel, game, players)
            elif table is not None and (table.status is Status.PAUSED) is play:
                await self._apply(table, staffing.resume if play else _pause)

    async def _apply(self, table: Table, step: Callable[[Table, Person, float], Step]) -> None:
        with simulated.acting_as_bot(self._world.env):
            await self._tables.apply(table.id, step, self._host_in(table.stored.channel_id))

    def _host_in(self, channel: int) -> Person:
        return self._hosts.get(channel) or Person(len(self._hosts) + 1, "Host", moderator=True)

    async def _start_match(self, channel: int, game: str, players: list[StoredSeat]) -> Table:
        with simulated.acting_as_bot(self._world.env):
            table = await self._tables.open(
                self._host_in(channel),
                TableSetup(
                    guild_id=self._world.guild.id,
                    channel_id=channel,
                    game=game,
                    options={},
                    clock="none",
                    locale="en",
                    seats=tuple(players),
                ),
            )
            seed = secrets.token_hex(16)
            return (await self._tables.apply(table.id, lobby.begin, fixed(seed))).after

    async def _click(self) -> float:
        """Let the player to move click; return ms to the answer."""
        channel = self._world.channels["dominoes"].id
        table = await self._tables.in_channel(channel)
        if table is None:
            seats = [
                StoredSeat(number, person.id, Player.PERSON, person.user.name, 0, away=False)
                for number, person in enumerate(self._people)
            ]
            table = await self._start_match(channel, "block", seats)
        turn = table.to_move()
        if turn is None:
            raise AssertionError("somebody is to move at a running table")
        person = next(one for one in self._people if one.id == turn.user_id)
        moves = [f"b:{kind}:{table.id}:{table.revision}:" for kind in ("move", "ask")]
        message, custom_id = await self._button(channel, person, (*moves, f"b:hand:{table.id}:"))
        return await self._time_answer(person, message, custom_id)

    async def _button(self, channel: int, person: MemberActor, prefixes: tuple[str, ...]) -> tuple[Any, str]:
        """Wait for a person's button of the first kind found."""
        async with asyncio.timeout(_GIVEN_UP):
            while True:
                found = list(self._buttons(channel, person))
                for prefix in prefixes:
                    fitting = [one for one in found if one[1].startswith(prefix)]
                    if fitting:
                        message_id, custom_id = self._rng.choice(fitting)
                        return simulated.shown_message(self._world.env, channel, message_id), custom_id
                await asyncio.sleep(0.01)

    def _buttons(self, channel: int, person: MemberActor) -> Iterator[tuple[int, str]]:
        for message in self._world.env.backend.messages.get(channel, {}).values():
            if not message.is_ephemeral or message.visible_to(person.id):
                for part in walk_components(message.components):
                    yield message.id, str(part.get("custom_id") or "")

    async def _time_answer(self, person: MemberActor, message: Any, custom_id: str) -> float:
        env = self._world.env
        record, payload = simulation.click_payload(env, person, message, custom_id)
        begin = time.perf_counter()
        with simulated.acting_as_bot(env):
            env.bot._connection.parsers["INTERACTION_CREATE"](payload)
        async with asyncio.timeout(_GIVEN_UP):
            while not record.responded:  # noqa: ASYNC110  # simcord has no event to wait for
                await asyncio.sleep(0.0005)
        return (time.perf_counter() - begin) * 1000

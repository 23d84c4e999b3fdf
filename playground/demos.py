"""Games that computers play against each other without waiting.

In Discord a table needs a person; only here may it begin without one. A solitaire is a message that steps through a
solution found by the solver. The channel holds one demo at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeVar

import games
from bot.locales import words
from bot.messages.parts.message import Message
from bot.messages.solo.board import solution_message
from bot.requests.services import Services
from bot.tables import lobby
from bot.tables.lobby import TableSetup
from bot.tables.state import Person
from games.solitaires.solver import SearchVerdict, Solution
from playground.simulated import DEMO, World, acting_as_bot
from playground.steps import Steps
from storage.matches import Player, StoredSeat

T = TypeVar("T")

_MOVE_S: Final = 1.6
"""The time for which each position of a solitaire is shown."""


class Demos:
    """The demo games of one world.

    :param move_s: the number of seconds for which each position of a solitaire is shown.
    """

    def __init__(self, world: World, steps: Steps, *, move_s: float = _MOVE_S) -> None:
        self._world = world
        self._steps = steps
        self._move_s = move_s
        self._solitaire: asyncio.Task[None] | None = None  # plays the current solitaire
        self._solitaire_message: int | None = None
        self._beginning = asyncio.Lock()

    def offered(self, locales: tuple[str, ...]) -> list[dict[str, Any]]:
        """Return games and their names in these languages, if any."""
        if self._services is None:
            return []
        return [
            {"key": key, "names": {locale: words(locale)(f"game.{key}.name") for locale in locales}}
            for key in (*games.TABLE_GAMES, *games.SOLITAIRES)
        ]

    async def begin(self, game: str) -> int:
        """Let computers play a game, replacing the previous demo.

        :returns: the id of the demo's channel.
        :raises LookupError: for an unknown game, or if the bot is another one.
        """
        services = self._services
        if services is None or game not in games.CATALOGUE:
            raise LookupError(f"there is no demo of {game!r}")
        solution = await self._find_winnable(services, game) if game in games.SOLITAIRES else None
        async with self._beginning:
            await self.close()
            await self._take_turn(lambda: self._clear(services))
            if solution is None:
                await self._take_turn(lambda: self._begin(services, game))
            else:
                await self._play_solitaire(services, game, *solution)
        return self._world.channels[DEMO].id

    async def close(self) -> None:
        """Stop the solitaire."""
        if self._solitaire is not None:
            self._solitaire.cancel()
            await asyncio.gather(self._solitaire, return_exceptions=True)
            self._solitaire = None

    async def _take_turn(self, action: Callable[[], Awaitable[T]]) -> T:
        with acting_as_bot(self._world.env):
            return await self._steps.take(action)

    @property
    def _services(self) -> Services | None:
        services = getattr(self._world.env.bot, "services", None)
        return services if isinstance(services, Services) else None

    async def _clear(self, services: Services) -> None:
        """Remove the previous demo."""
        channel_id = self._world.channels[DEMO].id
        former = await services.tables.in_channel(channel_id)
        if former is not None:
            await services.tables.abandon(former.id)
            if former.stored.board_id is not None:
                await services.channels.delete(channel_id, former.stored.board_id)
        if self._solitaire_message is not None:
            await services.channels.delete(channel_id, self._solitaire_message)
            self._solitaire_message = None

    async def _find_winnable(self, services: Services, game: str) -> tuple[str, Solution]:
        """Find a winnable deal of a solitaire, with its solution."""
        while True:
            seed = services.chance.seed()
            solution = await services.solo.solving.solution(game, seed, self._world.env.backend.bot_user.id)
            if solution.verdict is SearchVerdict.WON:
                return seed, solution

    async def _play_solitaire(self, services: Services, game: str, seed: str, solution: Solution) -> None:
        """Post a new solitaire and start showing its moves."""
        channel_id = self._world.channels[DEMO].id
        reader = services.preferences.reader_in(services.settings.default_locale)

        def position(step: int) -> Message:
            return replace(solution_message(game, seed, solution, step, reader, ""), rows=())

        message_id = await self._take_turn(lambda: services.channels.send(channel_id, position(0)))

        async def play() -> None:
            for step in range(1, len(solution.line) + 1):
                await asyncio.sleep(self._move_s)
                await self._take_turn(partial(services.channels.edit, channel_id, message_id, position(step)))

        self._solitaire_message = message_id
        self._solitaire = asyncio.create_task(play(), name=f"demo of {game}")

    async def _begin(self, services: Services, game: str) -> None:
        tables, channel_id = services.tables, self._world.channels[DEMO].id
        host = Person(self._world.env.backend.bot_user.id, self._world.env.backend.bot_user.name)
        counts = games.CATALOGUE[game].seat_counts
        seats = min((count for count in counts if count > 1), default=1)
        table = await tables.open(
            host,
            TableSetup(
                guild_id=self._world.guild.id,
                channel_id=channel_id,
                game=game,
                options={},
                clock="none",
                locale=services.settings.default_locale,
                seats=tuple(StoredSeat(seat, None, Player.REGULAR, "", 0, away=False) for seat in range(seats)),
            ),
        )
        await tables.apply(table.id, lobby.begin, services.chance.seed)

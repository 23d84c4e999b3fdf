"""Games that computers play among themselves, to be looked at: nobody sits there, so nobody is waited for.

In Discord a table needs a person; only here may it begin without one. Its channel holds one demo at a time.
"""

from __future__ import annotations

from typing import Any

import games
from bot.locales import words
from bot.requests.services import Services
from bot.tables import lobby
from bot.tables.lobby import TableSetup
from bot.tables.state import Person
from playground.simulated import DEMO, World, acting_as_bot
from playground.steps import Steps
from storage.matches import Player, StoredSeat

__all__ = ["Demos"]


class Demos:
    """The demo games of one world."""

    def __init__(self, world: World, steps: Steps) -> None:
        self._world = world
        self._steps = steps

    def offered(self, locales: tuple[str, ...]) -> list[dict[str, Any]]:
        """The games that can be shown, each with its name in these languages; none where the bot is another one."""
        if self._services is None:
            return []
        return [
            {"key": key, "names": {locale: words(locale)(f"game.{key}.name") for locale in locales}}
            for key in games.CATALOGUE
        ]

    async def begin(self, game: str) -> int:
        """Let computers play a game from its beginning, in the place of the demo before.

        :returns: the id of the channel where it is to be seen.
        :raises LookupError: if there is no such game, or the bot is another one.
        """
        services = self._services
        if services is None or game not in games.CATALOGUE:
            raise LookupError(f"no demo of {game!r} can be shown")
        with acting_as_bot(self._world.env):
            await self._steps.take(lambda: self._begin(services, game))
        return self._world.channels[DEMO].id

    @property
    def _services(self) -> Services | None:
        services = getattr(self._world.env.bot, "services", None)
        return services if isinstance(services, Services) else None

    async def _begin(self, services: Services, game: str) -> None:
        tables, channel_id = services.tables, self._world.channels[DEMO].id
        host = Person(self._world.env.backend.bot_user.id, self._world.env.backend.bot_user.name)
        former = await tables.in_channel(channel_id)
        if former is not None:
            await tables.abandon(former.id)
            if former.stored.board_id is not None:
                await services.channels.delete(channel_id, former.stored.board_id)
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
                locale=services.settings.default_locale.value,
                seats=tuple(StoredSeat(seat, None, Player.REGULAR, "", 0, away=False) for seat in range(seats)),
            ),
        )
        seed = services.chance.seed()
        await tables.apply(table.id, lambda now_table, now: lobby.begun(now_table, seed, now))

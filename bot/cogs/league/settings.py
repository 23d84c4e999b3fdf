"""/league settings: what counts in the league of a server, and what it posts."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.cogs.localisation import localised, localised_text
from bot.messages.league.settings import league_settings_message
from bot.requests.league.seasons import league_of
from bot.requests.league.settings import Changes, change
from bot.requests.request import answering
from bot.requests.services import Services

from .suggestions import suggested_zones

__all__ = ["LeagueSettingsCommands"]

_MOST_A_DAY = 1000


class LeagueSettingsCommands(commands.Cog):
    """Shows and changes the settings of the league."""

    _services: Services

    @localised("command.league.settings")
    @app_commands.choices(
        game=[app_commands.Choice(name=localised_text(f"game.{key}.name"), value=key) for key in games.TABLE_GAMES]
    )
    async def settings(
        self,
        interaction: discord.Interaction[Any],
        zone: str | None = None,
        daily: app_commands.Range[int, 0, _MOST_A_DAY] | None = None,
        quarterly: bool | None = None,  # noqa: FBT001  # discord.py gives options by their names
        game: str | None = None,
        summary: discord.TextChannel | discord.Thread | None = None,
    ) -> None:
        """Change what was given, and show the settings of the league."""
        async with answering(self._services, interaction) as request:
            wanted = Changes(zone, daily, quarterly, game, summary.id if summary is not None else None)
            league, saved = await change(request, wanted) if wanted.any else (await league_of(request), False)
            await request.reply.whisper(league_settings_message(league, request.reader, saved=saved))

    @settings.autocomplete("zone")
    async def _zones(self, _: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return suggested_zones(current)

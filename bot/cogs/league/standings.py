"""/league standings: who has which place."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.cogs.localisation import localised, localised_text
from bot.league.rating import ALL
from bot.messages.league.standings import NOW, standings_message
from bot.requests.league.standings import standings_page
from bot.requests.request import answering
from bot.requests.services import Services
from bot.tables.errors import TableError

from .suggestions import suggested_seasons

__all__ = ["StandingsCommands"]

_GAMES: Final = [
    app_commands.Choice(name=localised_text("league.standings.all"), value=ALL),
    *(
        app_commands.Choice(name=localised_text(f"game.{key}.name"), value=key)
        for key in (*games.TABLE_GAMES, *games.SOLITAIRES)
    ),
]


class StandingsCommands(commands.Cog):
    """Shows standings."""

    _services: Services

    @localised("command.league.standings")
    @app_commands.choices(game=_GAMES)
    async def standings(
        self, interaction: discord.Interaction[Any], game: str | None = None, season: str | None = None
    ) -> None:
        """Show the standings of the season that runs, of another one, or of a game."""
        async with answering(self._services, interaction) as request:
            if game is not None and season is not None:
                raise TableError("league.standings.one_only")
            page = await standings_page(request, season or game or NOW)
            await request.reply.whisper(standings_message(page, request.reader))

    @standings.autocomplete("season")
    async def _seasons(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await suggested_seasons(self._services, interaction, current)

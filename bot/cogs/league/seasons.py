"""/league open, close and seasons."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.localisation import localised, localised_text
from bot.messages.league.seasons import ask_close, opened_message, seasons_message
from bot.requests.league.season_form import LONGEST_NAME, SeasonForm
from bot.requests.league.seasons import (
    league_of,
    opened,
    season_needed,
    seasons_page,
)
from bot.requests.request import answering
from bot.requests.server_settings import require_league_manager
from bot.requests.services import Services
from storage.league.seasons import Counting

from .suggestions import suggested_games, suggested_seasons

__all__ = ["SeasonCommands"]


class SeasonCommands(commands.Cog):
    """Opens, closes and lists seasons."""

    _services: Services

    @localised("command.league.open")
    @app_commands.choices(
        counts=[app_commands.Choice(name=localised_text(f"league.counting.{one}"), value=one.value) for one in Counting]
    )
    async def open_season(
        self,
        interaction: discord.Interaction[Any],
        title: app_commands.Range[str, 1, LONGEST_NAME],
        until: str,
        since: str = "",
        games: str = "",
        counts: str | None = None,
        points: str = "",
    ) -> None:
        """Open a season."""
        async with answering(self._services, interaction) as request:
            wish = SeasonForm(title, until, games=games, since=since, counts=counts, points=points)
            season = await opened(request, wish)
            computing = (await league_of(request)).is_due
            await request.reply.whisper(opened_message(season, request.reader, computing=computing))

    @localised("command.league.close")
    async def close(self, interaction: discord.Interaction[Any], season: str | None = None) -> None:
        """Ask whether to close a season."""
        async with answering(self._services, interaction) as request:
            require_league_manager(request)
            await request.reply.whisper(ask_close(await season_needed(request, season), request.reader))

    @localised("command.league.seasons")
    async def seasons(self, interaction: discord.Interaction[Any]) -> None:
        """List all seasons."""
        async with answering(self._services, interaction) as request:
            await request.reply.whisper(seasons_message(await seasons_page(request, 0), request.reader))

    @open_season.autocomplete("games")
    async def _games(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await suggested_games(self._services, interaction, current)

    @close.autocomplete("season")
    async def _open_ones(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await suggested_seasons(self._services, interaction, current, only_open=True)

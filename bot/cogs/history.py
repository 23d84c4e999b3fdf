"""/history: the matches of the server, each with its replay."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.messages.league.history import Filters
from bot.requests.league.people import history_page
from bot.requests.request import answering
from bot.requests.services import Services

from .translated import in_words, localised

__all__ = ["HistoryCog"]

_GAMES = [app_commands.Choice(name=in_words(f"game.{key}.name"), value=key) for key in games.TABLE_GAMES]


class HistoryCog(commands.Cog):
    """Lists matches."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @localised("command.history")
    @app_commands.choices(game=_GAMES)
    async def history(
        self,
        interaction: discord.Interaction[Any],
        person: discord.Member | None = None,
        against: discord.Member | None = None,
        game: str | None = None,
    ) -> None:
        """Show the matches of the server, the newest first."""
        async with answering(self._services, interaction) as request:
            first, *others = [one.id for one in (person, against) if one is not None] or [0]
            if person is None and against is not None:
                first, others = request.user_id, [against.id]
            filters = Filters(first, others[0] if others else 0, game or "")
            await request.reply.whisper(await history_page(request, filters))

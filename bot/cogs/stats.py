"""/stats: what somebody has played in the server."""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands

from bot.messages.league.stats import Shown
from bot.requests.league.people import stats_page
from bot.requests.request import answering
from bot.requests.services import Services

from .translated import localised

__all__ = ["StatsCog"]


class StatsCog(commands.Cog):
    """Tells what people have played."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @localised("command.stats")
    async def stats(
        self,
        interaction: discord.Interaction[Any],
        person: discord.Member | None = None,
        against: discord.Member | None = None,
    ) -> None:
        """Show what somebody has played, and how it went against another."""
        async with answering(self._services, interaction) as request:
            whose = request.user_id if person is None else person.id
            other = 0 if against is None or against.id == whose else against.id
            await request.reply.whisper(await stats_page(request, Shown(whose, other)))

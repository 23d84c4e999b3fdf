"""/help: how to play dominoes here."""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands

from bot.messages.help import help_message
from bot.requests.request import answering
from bot.requests.services import Services

from .translated import localised

__all__ = ["HelpCog"]


class HelpCog(commands.Cog):
    """Explains the bot."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @localised("command.help", anywhere=True)
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        """Show how the bot is used."""
        async with answering(self._services, interaction) as request:
            await request.reply.whisper(help_message(request.reader))

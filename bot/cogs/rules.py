"""/rules: reading the rules of a game."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.messages.help import rules_message
from bot.requests.request import answering
from bot.requests.services import Services

from .translated import in_words, localised

__all__ = ["RulesCog"]


class RulesCog(commands.Cog):
    """Shows the rules."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @localised("command.rules", anywhere=True)
    @app_commands.choices(
        game=[app_commands.Choice(name=in_words(f"game.{key}.name"), value=key) for key in games.CATALOGUE]
    )
    async def rules(self, interaction: discord.Interaction[Any], game: str) -> None:
        """Show the first page of the rules of a game."""
        async with answering(self._services, interaction) as request:
            await request.reply.whisper(rules_message(game, 0, request.reader))

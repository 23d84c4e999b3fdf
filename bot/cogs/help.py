"""/help and /rules: how the bot is used, and the rules of a game."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.cogs.localisation import localised, localised_text
from bot.messages.help import help_message, rules_message
from bot.requests.request import answering
from bot.requests.services import Services

__all__ = ["HelpCog", "RulesCog"]


class HelpCog(commands.Cog):
    """Explains the bot."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @localised("command.help", anywhere=True)
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        """Show how the bot is used."""
        async with answering(self._services, interaction) as request:
            await request.reply.whisper(help_message(request.reader))


class RulesCog(commands.Cog):
    """Shows the rules."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @localised("command.rules", anywhere=True)
    @app_commands.choices(
        game=[app_commands.Choice(name=localised_text(f"game.{key}.name"), value=key) for key in games.CATALOGUE]
    )
    async def rules(self, interaction: discord.Interaction[Any], game: str) -> None:
        """Show the first page of the rules of a game."""
        async with answering(self._services, interaction) as request:
            await request.reply.whisper(rules_message(game, 0, request.reader))

"""/help, /rules and /privacy: how the bot is used, the rules of a game, and what is stored about a person."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.localisation import localised, localised_text
from bot.cogs.suggestions import AnyGame
from bot.messages.help import help_message, rules_message
from bot.messages.privacy import personal_data_message
from bot.requests.personal_data import personal_data_counts
from bot.requests.request import answering
from bot.requests.services import Services


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
    async def rules(self, interaction: discord.Interaction[Any], game: app_commands.Transform[str, AnyGame]) -> None:
        """Show the first page of the rules of a game."""
        async with answering(self._services, interaction) as request:
            await request.reply.whisper(rules_message(game, 0, request.reader))


class PrivacyCog(commands.Cog):
    """Tells people what is stored about them. It works anywhere."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(
        name=localised_text("command.privacy.name"), description=localised_text("command.privacy.description")
    )
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def privacy(self, interaction: discord.Interaction[Any]) -> None:
        """Show what is stored about the person who asks."""
        async with answering(self._services, interaction) as request:
            counts = await personal_data_counts(request)
            settings = self._services.settings
            links = {"policy": settings.privacy_url, "terms": settings.terms_url}
            await request.reply.whisper(personal_data_message(counts, request.reader, links))

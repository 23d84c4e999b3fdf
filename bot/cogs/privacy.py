"""/privacy: what is stored about the person who asks."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.localisation import localised_text
from bot.messages.privacy import personal_data_message
from bot.requests.personal_data import personal_data_counts
from bot.requests.request import answering
from bot.requests.services import Services

__all__ = ["PrivacyCog"]


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
            await request.reply.whisper(personal_data_message(counts, request.reader))

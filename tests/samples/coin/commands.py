"""/coin: toss a coin."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.requests.request import answering
from tests.samples.coin.requests import toss


class CoinCog(commands.Cog):
    """Tosses coins."""

    @app_commands.command(description="Toss a coin")
    async def coin(self, interaction: discord.Interaction[Any]) -> None:
        """Toss a coin."""
        async with answering(interaction.client.services, interaction) as request:
            await toss(request)

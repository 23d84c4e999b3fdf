"""/puzzle: positions with only one good move."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.coach.puzzles.requests import show_puzzle
from bot.cogs.localisation import localised
from bot.cogs.suggestions import PuzzleGame
from bot.requests.request import answering
from bot.requests.services import Services


class PuzzleCog(commands.Cog):
    """Shows puzzles."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @localised("command.puzzle", anywhere=True)
    async def puzzle(
        self, interaction: discord.Interaction[Any], game: app_commands.Transform[str, PuzzleGame] | None = None
    ) -> None:
        """Show the puzzle of the day or the next puzzle, in private."""
        async with answering(self._services, interaction) as request:
            await show_puzzle(request, game or "")

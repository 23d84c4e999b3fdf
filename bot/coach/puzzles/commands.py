"""/puzzle: positions with only one good move."""

from discord import app_commands
from discord.ext import commands

from bot.coach.puzzles.options import PuzzleGame
from bot.coach.puzzles.requests import show_puzzle
from bot.cogs.localisation import command
from bot.requests.request import Request


class PuzzleCog(commands.Cog):
    """Shows puzzles."""

    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @command("command.puzzle", anywhere=True)
    async def puzzle(self, request: Request, game: app_commands.Transform[str, PuzzleGame] | None = None) -> None:
        """Show the puzzle of the day or the next puzzle, in private."""
        await show_puzzle(request, game or "")

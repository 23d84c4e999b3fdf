"""/daily: the deal of the day."""

from discord import app_commands
from discord.ext import commands

import games
from bot.cogs.localisation import command
from bot.cogs.suggestions import SolitaireOption
from bot.messages.solo.daily import daily_message
from bot.requests.request import Request
from bot.requests.solo.daily import day_for


class DailyCog(commands.Cog):
    """Shows the deals of the days."""

    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @command("command.daily", anywhere=True)
    async def daily(self, request: Request, game: app_commands.Transform[str, SolitaireOption] | None = None) -> None:
        """Show today's deal, which all players share, in private."""
        day = await day_for(request, game or next(iter(games.SOLITAIRES)))
        await request.reply.whisper(daily_message(day, request.reader, request.user_id))

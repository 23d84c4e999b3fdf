"""`/club-nights`: evenings that come back every week."""

from discord.ext import commands

from bot.cogs.localisation import command
from bot.league.club_nights.requests import list_nights
from bot.requests.request import Request


class ClubNightCog(commands.Cog):
    """The list of club nights, with buttons for organisers."""

    @command("command.club_nights")
    async def club_nights(self, request: Request) -> None:
        """List the club nights of the server."""
        await request.reply.whisper(await list_nights(request))

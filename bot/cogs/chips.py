"""`/chips`: balances, and below them payments, the leaders and files."""

import discord
from discord.ext import commands

from bot.cogs.localisation import command
from bot.requests.people.chips import balance_page
from bot.requests.request import Request


class ChipsCog(commands.Cog):
    """Reads the ledger; it moves no chip."""

    @command("command.chips")
    async def chips(self, request: Request, person: discord.Member | None = None) -> None:
        """Show a member's balance of chips."""
        whose = request.reply.interaction.user if person is None else person
        await request.reply.whisper(await balance_page(request, whose.id, whose.display_name))

"""/chips: balances, payments, the leaders, and payments as a file."""

import asyncio
import re

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.localisation import command, localised_text
from bot.cogs.suggestions import OwnChipMatch
from bot.messages.chips import balance_message, export_message
from bot.requests.people import chips
from bot.requests.request import Request
from bot.tables.errors import TableError


@app_commands.guild_only()
class ChipsCog(
    commands.GroupCog,
    group_name=localised_text("command.chips.name"),
    group_description=localised_text("command.chips.description"),
):
    """Commands that read the ledger; none moves a chip."""

    @command("command.chips.balance")
    async def balance(self, request: Request, person: discord.Member | None = None) -> None:
        """Show a member's balance of chips."""
        whose = request.user_id if person is None else person.id
        standing = await chips.balance(request, whose)
        name = person.display_name if person is not None and whose != request.user_id else None
        await request.reply.whisper(balance_message(standing, request.words, name=name))

    @command("command.chips.history")
    async def history(self, request: Request, match: app_commands.Transform[str, OwnChipMatch] | None = None) -> None:
        """Show the person's newest payments."""
        match_id = (match or "").strip()
        if match_id and not re.fullmatch(r"[A-Za-z0-9_-]{1,16}", match_id):
            raise TableError("record.unknown", value=match_id)
        await request.reply.whisper(await chips.statement_page(request, match_id, 0))

    @command("command.chips.leaderboard")
    async def leaderboard(self, request: Request) -> None:
        """Show the people with the most chips."""
        await request.reply.whisper(await chips.leaders_page(request, 0))

    @command("command.chips.export")
    async def export(self, request: Request, *, everybody: bool = False) -> None:
        """Send payments as a file; the server's only to its managers."""
        if everybody and not request.reply.interaction.permissions.manage_guild:
            raise TableError("chips.export.manager_only", permission=request.words("permission.manage_guild"))
        rows = await chips.payments(request, whole_server=everybody)
        # Many thousands of rows take a while to write.
        message = await asyncio.to_thread(export_message, rows, request.words, everybody=everybody)
        await request.reply.whisper(message)

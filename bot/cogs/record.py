"""/record: a finished match as a text file."""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands

from bot.messages.table.record import record_message
from bot.requests.league.replays import table_of
from bot.requests.request import answering
from bot.requests.services import Services
from bot.tables.errors import TableError

from .translated import localised

__all__ = ["RecordCog"]


class RecordCog(commands.Cog):
    """Hands out records."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @localised("command.record")
    async def record(self, interaction: discord.Interaction[Any], match: str | None = None) -> None:
        """Give the record of a match of this server; of the last one of this channel if none is named."""
        async with answering(self._services, interaction) as request:
            tables = request.shared.tables
            if match is None:
                table = await tables.last_over(request.channel_id)
                if table is None:
                    raise TableError("record.none")
            else:
                table = await table_of(tables, request.guild_id, match.strip())
            await request.reply.whisper(record_message(table, request.reader))

"""/record: a finished match as a text file."""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands

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
            match_id = match and match.strip()
            if match_id is None:
                match_id = await request.last_match_here()
            if match_id is None:
                raise TableError("record.none")
            replays = self._services.replays
            await request.reply.whisper(
                await replays.recorded(request.guild_id, match_id, request.reader, request.user_id)
            )

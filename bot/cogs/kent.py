"""/kent: playing on with the same people, how the evening went, and a new secret sign."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.clicks.kent import asked
from bot.messages.kent_tally import tally_message
from bot.requests.request import Services, answering
from bot.tables.errors import TableError
from bot.tables.signs import signs
from storage import kent, matches

from .translated import in_words

__all__ = ["KentCog"]

_EVENING: Final = 12 * 60 * 60.0
"""Seconds that an evening lasts, back from now."""


class KentCog(
    commands.GroupCog,
    group_name=in_words("command.kent.name"),
    group_description=in_words("command.kent.description"),
):
    """What goes round a party of Kent."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(
        name=in_words("command.kent.rematch.name"), description=in_words("command.kent.rematch.description")
    )
    @app_commands.guild_only()
    async def rematch(self, interaction: discord.Interaction[Any]) -> None:
        """Open a lobby with the players of the last Kent of this channel."""
        async with answering(self._services, interaction, quiet=False) as call:
            async with call.shared.database.read() as tx:
                last = await matches.last_over_in(tx, interaction.channel_id or 0, game="kent")
            if last is None:
                raise TableError("kent.rematch.none")
            table = await call.shared.tables.rematch(last, call.person)
            await call.services.publisher.post_through(table, call.reply.post)

    @app_commands.command(
        name=in_words("command.kent.tally.name"), description=in_words("command.kent.tally.description")
    )
    @app_commands.guild_only()
    async def tally(self, interaction: discord.Interaction[Any]) -> None:
        """Show how the evening went in this channel."""
        async with answering(self._services, interaction, quiet=False) as call:
            since = call.shared.now() - _EVENING
            async with call.shared.database.read() as tx:
                calls = await kent.calls(tx, interaction.channel_id or 0, since)
            if not calls:
                raise TableError("kent.tally.none")
            await call.reply.post(tally_message(calls, call.words))

    @app_commands.command(
        name=in_words("command.kent.sign.name"), description=in_words("command.kent.sign.description")
    )
    @app_commands.guild_only()
    async def sign(self, interaction: discord.Interaction[Any]) -> None:
        """Ask for a new secret sign."""
        async with answering(self._services, interaction) as call:
            table = await call.shared.tables.in_channel(interaction.channel_id or 0)
            if table is None or not table.game.signs:
                raise TableError("signs.none")
            seat = table.seat_needed(call.person)
            after = await call.shared.tables.take(
                table.id, lambda now_table, now: signs.ask_anew(now_table, call.person, now)
            )
            await call.reply.whisper(asked(after, seat, call.words))

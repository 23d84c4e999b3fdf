"""/league void, restore, add, import, merge, export and deeds: for people who may manage the server."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.cogs.localisation import localised, localised_text
from bot.messages.league.amending import LARGEST_REASON, add_form, name_of, reason_form
from bot.requests.league.administration import (
    LARGEST_FILE,
    amend_and_tell,
    audit_log_page,
    exported,
    imported,
    merge_asked,
    results_to_amend,
    tell_and_compute,
)
from bot.requests.league.amending import find_result
from bot.requests.request import Request, answering
from bot.requests.server_settings import require_league_manager
from bot.requests.services import Services
from bot.tables.errors import TableError

__all__ = ["AdministrationCommands"]

_LONG_AGO: Final = 3650
"""How many days ago at most an entered game may have been played."""


class AdministrationCommands(commands.Cog):
    """Changes a league by hand."""

    _services: Services

    @localised("command.league.void")
    async def void(
        self,
        interaction: discord.Interaction[Any],
        match: str | None = None,
        reason: app_commands.Range[str, 1, LARGEST_REASON] | None = None,
    ) -> None:
        """Take a match out of the league."""
        async with answering(self._services, interaction) as request:
            await _amend(request, match, reason, void=True)

    @localised("command.league.restore")
    async def restore(
        self,
        interaction: discord.Interaction[Any],
        match: str | None = None,
        reason: app_commands.Range[str, 1, LARGEST_REASON] | None = None,
    ) -> None:
        """Put a match in again that was taken out."""
        async with answering(self._services, interaction) as request:
            await _amend(request, match, reason, void=False)

    @localised("command.league.deeds")
    async def deeds(self, interaction: discord.Interaction[Any]) -> None:
        """Show who changed what in the league."""
        async with answering(self._services, interaction) as request:
            require_league_manager(request)
            await request.reply.whisper(await audit_log_page(request, 0))

    @localised("command.league.add")
    @app_commands.choices(
        game=[app_commands.Choice(name=localised_text(f"game.{key}.name"), value=key) for key in games.TABLE_GAMES]
    )
    async def add(
        self,
        interaction: discord.Interaction[Any],
        game: str,
        days_ago: app_commands.Range[int, 0, _LONG_AGO] = 0,
    ) -> None:
        """Take in a game that was played at a real table."""
        async with answering(self._services, interaction) as request:
            require_league_manager(request)
            await request.reply.ask(add_form(game, days_ago, request.words))

    @localised("command.league.import")
    async def import_(
        self,
        interaction: discord.Interaction[Any],
        file: discord.Attachment,
        days_ago: app_commands.Range[int, 0, _LONG_AGO] = 0,
    ) -> None:
        """Take in a file of results, or the record of a match."""
        async with answering(self._services, interaction) as request:
            require_league_manager(request)
            if file.size > LARGEST_FILE:
                raise TableError("league.import.too_large", size=LARGEST_FILE // 1024**2)
            answer = await imported(request, await file.read(), days_ago)
            if isinstance(answer, str):
                await tell_and_compute(request, answer)
            else:
                await request.reply.whisper(answer)

    @localised("command.league.merge")
    async def merge(self, interaction: discord.Interaction[Any], old: discord.User, new: discord.User) -> None:
        """Ask whether two accounts of one person are to become one."""
        async with answering(self._services, interaction) as request:
            require_league_manager(request)
            if old.bot or new.bot:
                raise TableError("league.add.bot", name=(old if old.bot else new).display_name)
            await request.reply.whisper(await merge_asked(request, old.id, new.id))

    @localised("command.league.export")
    async def export(self, interaction: discord.Interaction[Any]) -> None:
        """Give the league as files."""
        async with answering(self._services, interaction) as request:
            require_league_manager(request)
            await request.reply.whisper(await exported(request))


async def _amend(request: Request, match: str | None, reason: str | None, *, void: bool) -> None:
    """Take a match out or put it in; what was not given is asked for."""
    require_league_manager(request)
    if match is None:
        await request.reply.whisper(await results_to_amend(request, void=void))
        return
    found = await find_result(request, match)
    if reason is None:
        await request.reply.ask(reason_form(found.id, name_of(found), request.words, void=void))
    else:
        await amend_and_tell(request, found.id, reason.strip(), void=void)

"""`/league-admin`: seasons and manual changes, for server managers."""

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.localisation import command, localised_text
from bot.cogs.suggestions import AnyResult, TableGame
from bot.league.administration.amending import find_result
from bot.league.administration.keeping_out import ask_reason, kept_out_page
from bot.league.administration.messages import add_form
from bot.league.administration.requests import (
    LARGEST_FILE,
    audit_log_page,
    export_files,
    import_file,
    merge_asked,
    report_and_compute,
    result_page,
    results_to_amend,
)
from bot.league.seasons.messages import seasons_message
from bot.league.seasons.options import AnySeason
from bot.league.seasons.requests import any_season_needed, season_page, seasons_page
from bot.requests.people.server_settings import require_manager
from bot.requests.request import Request
from bot.tables.errors import TableError

_LONG_AGO: Final = 3650
"""The most days between a game and the day it is entered."""


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class LeagueAdminCog(
    commands.GroupCog,
    group_name=localised_text("command.league_admin.name"),
    group_description=localised_text("command.league_admin.description"),
):
    """League commands for people who may manage the server."""

    @command("command.league_admin.season")
    async def season(self, request: Request, season: app_commands.Transform[str, AnySeason] | None = None) -> None:
        """Show a season to change, or list all seasons."""
        require_manager(request)
        if season is None:
            await request.reply.whisper(seasons_message(await seasons_page(request, 0), request.reader))
        else:
            await request.reply.whisper(await season_page(request, await any_season_needed(request, season)))

    @command("command.league_admin.match")
    async def match(self, request: Request, match: app_commands.Transform[str, AnyResult] | None = None) -> None:
        """Show a match to void or restore, or a choice of the newest ones."""
        require_manager(request)
        if match is None:
            await request.reply.whisper(await results_to_amend(request))
        else:
            await request.reply.whisper(await result_page(request, await find_result(request, match)))

    @command("command.league_admin.add_result")
    async def add_result(
        self,
        request: Request,
        game: app_commands.Transform[str, TableGame],
        days_ago: app_commands.Range[int, 0, _LONG_AGO] = 0,
    ) -> None:
        """Add a game that was played at a real table."""
        require_manager(request)
        await request.reply.ask(add_form(game, days_ago, request.words))

    @command("command.league_admin.import")
    async def import_(
        self,
        request: Request,
        file: discord.Attachment,
        days_ago: app_commands.Range[int, 0, _LONG_AGO] = 0,
    ) -> None:
        """Import a file of results, or the record of a match."""
        require_manager(request)
        if file.size > LARGEST_FILE:
            raise TableError("league.import.too_large", size=LARGEST_FILE // 1024**2)
        answer = await import_file(request, await file.read(), days_ago)
        if isinstance(answer, str):
            await report_and_compute(request, answer)
        else:
            await request.reply.whisper(answer)

    @command("command.league_admin.merge")
    async def merge(self, request: Request, old: discord.User, new: discord.User) -> None:
        """Ask before merging two accounts of one person."""
        require_manager(request)
        if old.bot or new.bot:
            raise TableError("league.add.bot", name=(old if old.bot else new).display_name)
        await request.reply.whisper(await merge_asked(request, old.id, new.id))

    @command("command.league_admin.keep_out")
    async def keep_out(self, request: Request, person: discord.User | None = None) -> None:
        """Keep a person out of tables and tournaments, or list the people kept out."""
        if person is None:
            await request.reply.whisper(await kept_out_page(request, 0))
        else:
            await ask_reason(request, person)

    @command("command.league_admin.export")
    async def export(self, request: Request) -> None:
        """Export the league as files."""
        require_manager(request)
        await request.reply.whisper(await export_files(request))

    @command("command.league_admin.log")
    async def log(self, request: Request) -> None:
        """Show the audit log of the league."""
        require_manager(request)
        await request.reply.whisper(await audit_log_page(request, 0))

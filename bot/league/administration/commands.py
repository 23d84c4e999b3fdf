"""`/league-admin`: seasons, settings and manual changes, for server managers."""

from dataclasses import replace
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.localisation import command, localised_label, localised_text
from bot.cogs.suggestions import CountingMatch, ManyTableGames, TableGame, TimeZone, VoidMatch
from bot.league.administration.amending import effect_on_tournament, find_result
from bot.league.administration.keeping_out import keep_out, kept_out_page, let_in
from bot.league.administration.messages import LARGEST_REASON, add_form, reason_form
from bot.league.administration.requests import (
    LARGEST_FILE,
    amend_and_report,
    audit_log_page,
    export_files,
    import_file,
    merge_asked,
    report_and_compute,
    results_to_amend,
)
from bot.league.administration.settings import Changes, change, settings_message
from bot.league.seasons.form import LONGEST_NAME, MOST_BEST, SeasonForm
from bot.league.seasons.kinds import SEASON_KINDS
from bot.league.seasons.messages import ask_close, ask_delete, edited_text, opened_message
from bot.league.seasons.options import AnySeason, FirstDay, LastDay, OpenSeason
from bot.league.seasons.requests import announce_season, any_season_needed, edit, league_of, open_season, season_needed
from bot.league.tournaments.options import StartTime
from bot.messages.results import name_of
from bot.requests.people.server_settings import require_league_manager
from bot.requests.request import Request
from bot.tables.errors import TableError

_MOST_A_DAY: Final = 1000

_MOST_FOR_MEDAL: Final = 100

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

    # --- Seasons ------------------------------------------------------------------------------------------------------

    @command("command.league_admin.season_open")
    @app_commands.choices(
        scoring=[app_commands.Choice(name=localised_label(kind.name), value=key) for key, kind in SEASON_KINDS.items()]
    )
    async def season_open(
        self,
        request: Request,
        title: app_commands.Range[str, 1, LONGEST_NAME],
        last_day: app_commands.Transform[str, LastDay],
        first_day: app_commands.Transform[str, FirstDay] = "",
        games: app_commands.Transform[str, ManyTableGames] = "",
        scoring: str | None = None,
        points: str = "",
        best_results: app_commands.Range[int, 1, MOST_BEST] | None = None,
        *,
        main: bool = False,
        announce: bool = False,
    ) -> None:
        """Open a season."""
        form = SeasonForm(
            title, last_day, games=games, since=first_day, counts=scoring, points=points, best=best_results
        )
        season = await open_season(request, form, main=main)
        league = await league_of(request)
        message = opened_message(season, league.time_zone, request.reader, computing=league.is_due, main=main)
        told = await announce_season(request, season, main=main) if announce else ""
        await request.reply.whisper(replace(message, content=told))

    @command("command.league_admin.season_close")
    async def season_close(
        self, request: Request, season: app_commands.Transform[str, OpenSeason] | None = None
    ) -> None:
        """Ask before closing a season."""
        require_league_manager(request)
        found, league = await season_needed(request, season), await league_of(request)
        await request.reply.whisper(ask_close(found, league.time_zone, request.reader))

    @command("command.league_admin.season_edit")
    async def season_edit(
        self,
        request: Request,
        season: app_commands.Transform[str, AnySeason],
        title: app_commands.Range[str, 1, LONGEST_NAME] = "",
        first_day: app_commands.Transform[str, FirstDay] = "",
        last_day: app_commands.Transform[str, LastDay] = "",
        best_results: app_commands.Range[int, 0, MOST_BEST] | None = None,
        *,
        main: bool | None = None,
        delete: bool = False,
    ) -> None:
        """Change a season, or ask before deleting it."""
        require_league_manager(request)
        found = await any_season_needed(request, season)
        if delete:
            await request.reply.whisper(ask_delete(found, request.reader))
            return
        after, league = await edit(
            request, found, name=title, first_day=first_day, last_day=last_day, best=best_results, main=main
        )
        is_main = league.main_season_id == after.id
        text = edited_text(after, league.time_zone, request.words, computing=league.is_due, main=is_main)
        await request.reply.whisper(text)

    # --- Settings -----------------------------------------------------------------------------------------------------

    @command("command.league_admin.settings")
    async def settings(
        self,
        request: Request,
        timezone: app_commands.Transform[str, TimeZone] | None = None,
        daily_limit: app_commands.Range[int, 0, _MOST_A_DAY] | None = None,
        auto_seasons: bool | None = None,  # noqa: FBT001  # discord.py gives options by their names
        medal_matches: app_commands.Range[int, 1, _MOST_FOR_MEDAL] | None = None,
    ) -> None:
        """Change the given settings, and show all settings."""
        require_league_manager(request)
        wanted = Changes(timezone, daily_limit, auto_seasons, medal_matches=medal_matches)
        league, saved = await change(request, wanted) if wanted.any else (await league_of(request), False)
        await request.reply.whisper(settings_message(request, league, saved=saved))

    # --- Changes by hand ----------------------------------------------------------------------------------------------

    @command("command.league_admin.void")
    async def void(
        self,
        request: Request,
        match: app_commands.Transform[str, CountingMatch] | None = None,
        reason: app_commands.Range[str, 1, LARGEST_REASON] | None = None,
    ) -> None:
        """Void a match."""
        await _void_or_restore(request, match, reason, void=True)

    @command("command.league_admin.restore")
    async def restore(
        self,
        request: Request,
        match: app_commands.Transform[str, VoidMatch] | None = None,
        reason: app_commands.Range[str, 1, LARGEST_REASON] | None = None,
    ) -> None:
        """Restore a void match."""
        await _void_or_restore(request, match, reason, void=False)

    @command("command.league_admin.add_result")
    async def add_result(
        self,
        request: Request,
        game: app_commands.Transform[str, TableGame],
        days_ago: app_commands.Range[int, 0, _LONG_AGO] = 0,
    ) -> None:
        """Add a game that was played at a real table."""
        require_league_manager(request)
        await request.reply.ask(add_form(game, days_ago, request.words))

    @command("command.league_admin.import")
    async def import_(
        self,
        request: Request,
        file: discord.Attachment,
        days_ago: app_commands.Range[int, 0, _LONG_AGO] = 0,
    ) -> None:
        """Import a file of results, or the record of a match."""
        require_league_manager(request)
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
        require_league_manager(request)
        if old.bot or new.bot:
            raise TableError("league.add.bot", name=(old if old.bot else new).display_name)
        await request.reply.whisper(await merge_asked(request, old.id, new.id))

    # --- Moderation ---------------------------------------------------------------------------------------------------

    @command("command.league_admin.keep_out")
    async def keep_out(
        self,
        request: Request,
        person: discord.User,
        reason: app_commands.Range[str, 1, LARGEST_REASON],
        until: app_commands.Transform[str, StartTime] | None = None,
    ) -> None:
        """Keep a person out of tables and tournaments."""
        await request.reply.whisper(await keep_out(request, person, reason, until))

    @command("command.league_admin.let_in")
    async def let_in(self, request: Request, person: discord.User | None = None) -> None:
        """Let a person in again, or list the people kept out."""
        if person is None:
            await request.reply.whisper(await kept_out_page(request, 0))
        else:
            await request.reply.whisper(await let_in(request, person.id))

    # --- Files and the log --------------------------------------------------------------------------------------------

    @command("command.league_admin.export")
    async def export(self, request: Request) -> None:
        """Export the league as files."""
        require_league_manager(request)
        await request.reply.whisper(await export_files(request))

    @command("command.league_admin.log")
    async def log(self, request: Request) -> None:
        """Show the audit log of the league."""
        require_league_manager(request)
        await request.reply.whisper(await audit_log_page(request, 0))


async def _void_or_restore(request: Request, match: str | None, reason: str | None, *, void: bool) -> None:
    """Void or restore a match; ask for missing values."""
    require_league_manager(request)
    if match is None:
        await request.reply.whisper(await results_to_amend(request, void=void))
        return
    found = await find_result(request, match)
    note = await effect_on_tournament(request, found.id, void=void)
    if reason is None or note:
        form = reason_form(found.id, name_of(found), request.words, void=void, note=note, reason=reason or "")
        await request.reply.ask(form)
    else:
        await amend_and_report(request, found.id, reason.strip(), void=void)

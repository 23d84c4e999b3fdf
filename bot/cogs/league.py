"""/league: standings, seasons, settings and tournaments, and changes by hand for people who may manage the server."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.cogs.localisation import localised, localised_text
from bot.league.local_time import zones
from bot.league.rating import ALL
from bot.messages.league.amending import LARGEST_REASON, add_form, name_of, reason_form
from bot.messages.league.seasons import ask_close, opened_message, season_name, seasons_message
from bot.messages.league.standings import NOW, standings_message
from bot.messages.league.tournaments import choose_tournament
from bot.messages.parts.components import MAX_OPTIONS
from bot.messages.parts.text import MAX_OPTION_TEXT, truncate
from bot.messages.settings_pages import league_settings_message
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
from bot.requests.league.season_form import LONGEST_NAME, SeasonForm
from bot.requests.league.seasons import league_of, newest_seasons, opened, season_needed, seasons_page
from bot.requests.league.settings import Changes, change
from bot.requests.league.standings import standings_page
from bot.requests.league.tournaments import NewTournament, create, newest_tournaments
from bot.requests.request import Request, answering
from bot.requests.server_settings import require_league_manager
from bot.requests.services import Services
from bot.tables.errors import TableError
from storage.league.seasons import Counting
from storage.league.tournaments import TournamentKind

__all__ = ["LeagueCog"]


def _choices(keys: Iterable[str]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=localised_text(f"game.{key}.name"), value=key) for key in keys]


_TABLE_GAMES: Final = _choices(games.TABLE_GAMES)
_STANDINGS: Final = [
    app_commands.Choice(name=localised_text("league.standings.all"), value=ALL),
    *_TABLE_GAMES,
    *_choices(games.SOLITAIRES),
]

_MOST_A_DAY = 1000

_LONGEST_TITLE: Final = 80

_LONG_AGO: Final = 3650
"""How many days ago at most an entered game may have been played."""


class LeagueCog(
    commands.GroupCog,
    group_name=localised_text("command.league.name"),
    group_description=localised_text("command.league.description"),
):
    """All commands of the league."""

    def __init__(self, services: Services) -> None:
        self._services = services

    # --- Standings ----------------------------------------------------------------------------------------------------

    @localised("command.league.standings")
    @app_commands.choices(game=_STANDINGS)
    async def standings(
        self, interaction: discord.Interaction[Any], game: str | None = None, season: str | None = None
    ) -> None:
        """Show the standings of the season that runs, of another one, or of a game."""
        async with answering(self._services, interaction) as request:
            if game is not None and season is not None:
                raise TableError("league.standings.one_only")
            page = await standings_page(request, season or game or NOW)
            await request.reply.whisper(standings_message(page, request.reader))

    @standings.autocomplete("season")
    async def _seasons(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await suggested_seasons(self._services, interaction, current)

    # --- Seasons ------------------------------------------------------------------------------------------------------

    @localised("command.league.open")
    @app_commands.choices(
        counts=[app_commands.Choice(name=localised_text(f"league.counting.{one}"), value=one.value) for one in Counting]
    )
    async def open_season(
        self,
        interaction: discord.Interaction[Any],
        title: app_commands.Range[str, 1, LONGEST_NAME],
        until: str,
        since: str = "",
        games: str = "",
        counts: str | None = None,
        points: str = "",
    ) -> None:
        """Open a season."""
        async with answering(self._services, interaction) as request:
            form = SeasonForm(title, until, games=games, since=since, counts=counts, points=points)
            season = await opened(request, form)
            computing = (await league_of(request)).is_due
            await request.reply.whisper(opened_message(season, request.reader, computing=computing))

    @localised("command.league.close")
    async def close(self, interaction: discord.Interaction[Any], season: str | None = None) -> None:
        """Ask whether to close a season."""
        async with answering(self._services, interaction) as request:
            require_league_manager(request)
            await request.reply.whisper(ask_close(await season_needed(request, season), request.reader))

    @localised("command.league.seasons")
    async def seasons(self, interaction: discord.Interaction[Any]) -> None:
        """List all seasons."""
        async with answering(self._services, interaction) as request:
            await request.reply.whisper(seasons_message(await seasons_page(request, 0), request.reader))

    @open_season.autocomplete("games")
    async def _games(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await suggested_games(self._services, interaction, current)

    @close.autocomplete("season")
    async def _open_ones(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return await suggested_seasons(self._services, interaction, current, only_open=True)

    # --- Settings -----------------------------------------------------------------------------------------------------

    @localised("command.league.settings")
    @app_commands.choices(game=_TABLE_GAMES)
    async def settings(
        self,
        interaction: discord.Interaction[Any],
        zone: str | None = None,
        daily: app_commands.Range[int, 0, _MOST_A_DAY] | None = None,
        quarterly: bool | None = None,  # noqa: FBT001  # discord.py gives options by their names
        game: str | None = None,
        summary: discord.TextChannel | discord.Thread | None = None,
    ) -> None:
        """Change what was given, and show the settings of the league."""
        async with answering(self._services, interaction) as request:
            wanted = Changes(zone, daily, quarterly, game, summary.id if summary is not None else None)
            league, saved = await change(request, wanted) if wanted.any else (await league_of(request), False)
            await request.reply.whisper(league_settings_message(league, request.reader, saved=saved))

    @settings.autocomplete("zone")
    async def _zones(self, _: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return suggested_zones(current)

    # --- Tournaments --------------------------------------------------------------------------------------------------

    @localised("command.league.fixtures")
    @app_commands.choices(
        game=_TABLE_GAMES,
        kind=[
            app_commands.Choice(name=localised_text(f"tournament.kind.{kind}"), value=kind.value)
            for kind in TournamentKind
        ],
    )
    async def tournaments(
        self,
        interaction: discord.Interaction[Any],
        game: str | None = None,
        kind: str | None = None,
        title: app_commands.Range[str, 1, _LONGEST_TITLE] | None = None,
        rounds: app_commands.Range[int, 1, 63] | None = None,
        sides: app_commands.Range[int, 2, 5] | None = None,
    ) -> None:
        """Begin a tournament in this channel; without a game, list the tournaments of the server."""
        async with answering(self._services, interaction, quiet=game is None) as request:
            if game is None:
                await request.reply.whisper(choose_tournament(await newest_tournaments(request), request.reader))
                return
            chosen = TournamentKind(kind or TournamentKind.ROUND_ROBIN)
            await create(request, NewTournament(game, chosen, title or "", rounds or 0, sides))

    # --- Changes by hand ----------------------------------------------------------------------------------------------

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

    @localised("command.league.audit_log")
    async def audit_log(self, interaction: discord.Interaction[Any]) -> None:
        """Show who changed what in the league."""
        async with answering(self._services, interaction) as request:
            require_league_manager(request)
            await request.reply.whisper(await audit_log_page(request, 0))

    @localised("command.league.add")
    @app_commands.choices(game=_TABLE_GAMES)
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


# --- Suggestions while somebody types --------------------------------------------------------------------------------

_MAX_SEARCHED: Final = 200
"""How many of the newest seasons are searched."""


async def suggested_seasons(
    services: Services, interaction: discord.Interaction[Any], typed: str, *, only_open: bool = False
) -> list[app_commands.Choice[str]]:
    """The seasons of the server in whose names the typed text stands."""
    w = (await services.preferences.reader_of(interaction)).words
    found = await newest_seasons(services, interaction.guild_id or 0, _MAX_SEARCHED, only_open=only_open)
    named = [(season_name(season, w), season.id) for season in found]
    fitting = [(name, number) for name, number in named if typed.casefold() in name.casefold()]
    return [
        app_commands.Choice(name=truncate(name, MAX_OPTION_TEXT), value=f"season:{number}")
        for name, number in fitting[:MAX_OPTIONS]
    ]


async def suggested_games(
    services: Services, interaction: discord.Interaction[Any], typed: str
) -> list[app_commands.Choice[str]]:
    """Games after those that are typed already, with commas between them."""
    w = (await services.preferences.reader_of(interaction)).words
    before, comma, last = typed.rpartition(",")
    chosen = before + comma + " " if comma else ""
    names = [w(f"game.{game}.name") for game in games.TABLE_GAMES]
    taken = {part.strip().casefold() for part in before.split(",")}
    fitting = [f"{chosen}{name}" for name in names if last.strip().casefold() in name.casefold()]
    free = [text for text in fitting if text.rpartition(",")[2].strip().casefold() not in taken]
    return [app_commands.Choice(name=text, value=text) for text in free if len(text) <= MAX_OPTION_TEXT][:MAX_OPTIONS]


def suggested_zones(typed: str) -> list[app_commands.Choice[str]]:
    """Time zones in whose names the typed text stands."""
    wanted = typed.strip().replace(" ", "_").casefold()
    fitting = [zone for zone in zones() if wanted in zone.casefold()]
    return [app_commands.Choice(name=zone, value=zone) for zone in fitting[:MAX_OPTIONS]]

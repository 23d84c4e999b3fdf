"""`/club-night`: evenings that come back every week."""

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.localisation import command, localised_choices, localised_text
from bot.cogs.suggestions import TableGame
from bot.league.club_nights.options import ClubNightOption, OpenHours
from bot.league.club_nights.requests import (
    LONGEST_TITLE,
    USUAL_OPEN_HOURS,
    NewClubNight,
    ask_before_cancel,
    change_night,
    create_night,
    list_nights,
    night_needed,
)
from bot.league.tournaments.creation.requests import MOST_ROUNDS
from bot.league.tournaments.formats.duplicate import MOST_DEALS
from bot.league.tournaments.formats.format import BEST_OF
from bot.league.tournaments.options import EveningTime, RoundMinutes, SeriesOption
from bot.requests.request import Request
from bot.tables.time_controls import CLOCKS
from storage.league.tournament_values import Opponents, ScoreComparison, TournamentKind
from storage.matches import COMPUTER_LEVELS

_FREE: Final = "free"


@app_commands.guild_only()
class ClubNightCog(
    commands.GroupCog,
    group_name=localised_text("command.club_night.name"),
    group_description=localised_text("command.club_night.description"),
):
    """Commands for organisers of club nights."""

    @command("command.club_night.create", quiet=False)
    @app_commands.choices(
        kind=[
            app_commands.Choice(name=localised_text("club.free"), value=_FREE),
            *localised_choices("tournament.kind.{}", map(str, TournamentKind)),
        ],
        clock=localised_choices("clock.{}", CLOCKS),
        level=localised_choices("level.{}", map(str, COMPUTER_LEVELS)),
        opponents=localised_choices("tournament.opponents.{}", map(str, Opponents)),
        comparison=localised_choices("tournament.comparison.{}", map(str, ScoreComparison)),
    )
    @app_commands.choices(best_of=localised_choices("tournament.best_of.{}", BEST_OF))
    async def create(
        self,
        request: Request,
        start: app_commands.Transform[str, EveningTime],
        game: app_commands.Transform[str, TableGame],
        kind: str,
        second_game: app_commands.Transform[str, TableGame] | None = None,
        third_game: app_commands.Transform[str, TableGame] | None = None,
        fourth_game: app_commands.Transform[str, TableGame] | None = None,
        title: app_commands.Range[str, 1, LONGEST_TITLE] | None = None,
        once: bool = False,  # noqa: FBT001, FBT002  # an option of the command
        open_hours: app_commands.Transform[int, OpenHours] = USUAL_OPEN_HOURS,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] | None = None,
        round_minutes: app_commands.Transform[int, RoundMinutes] | None = None,
        players_per_table: app_commands.Range[int, 2, 6] | None = None,
        clock: str | None = None,
        series: app_commands.Transform[str, SeriesOption] | None = None,
        role: discord.Role | None = None,
        deals: app_commands.Range[int, 1, MOST_DEALS] | None = None,
        opponents: str | None = None,
        level: str | None = None,
        comparison: str | None = None,
        best_of: int | None = None,
    ) -> None:
        """Create a club night in this channel."""
        of_format = {
            "deals": deals,
            "opponents": None if opponents is None else Opponents(opponents),
            "level": level,
            "comparison": None if comparison is None else ScoreComparison(comparison),
            "best_of": best_of,
        }
        wanted = NewClubNight(
            start,
            tuple(one for one in (game, second_game, third_game, fourth_game) if one is not None),
            None if kind == _FREE else TournamentKind(kind),
            title or "",
            once,
            open_hours,
            clock,
            rounds or 0,
            round_minutes,
            players_per_table,
            series,
            None if role is None else role.id,
            {name: value for name, value in of_format.items() if value},
        )
        await create_night(request, wanted)

    @command("command.club_night.list")
    async def list_(self, request: Request) -> None:
        """List the club nights of the server."""
        await request.reply.whisper(await list_nights(request))

    @command("command.club_night.change", quiet=False)
    async def change(
        self,
        request: Request,
        night: app_commands.Transform[str, ClubNightOption] | None = None,
        start: app_commands.Transform[str, EveningTime] | None = None,
        title: app_commands.Range[str, 1, LONGEST_TITLE] | None = None,
        open_hours: app_commands.Transform[int, OpenHours] | None = None,
        series: app_commands.Transform[str, SeriesOption] | None = None,
        role: discord.Role | None = None,
        no_role: bool = False,  # noqa: FBT001, FBT002  # an option of the command
    ) -> None:
        """Change a club night from its next evening on."""
        found = await night_needed(request, night)
        await change_night(
            request,
            found.id,
            start=start,
            title=title,
            open_hours=open_hours,
            series=series,
            role_id=None if role is None else role.id,
            no_role=no_role,
        )

    @command("command.club_night.cancel")
    async def cancel(
        self,
        request: Request,
        night: app_commands.Transform[str, ClubNightOption] | None = None,
    ) -> None:
        """Ask which evenings to cancel."""
        await request.reply.whisper(await ask_before_cancel(request, night))

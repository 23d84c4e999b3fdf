"""`/tournament`: creating, finding, joining and leaving tournaments."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.cogs.localisation import command, localised_choices, localised_text
from bot.cogs.suggestions import GameOptions, TableGame
from bot.league.tournaments.creation.form import open_form
from bot.league.tournaments.creation.requests import (
    LONGEST_TITLE,
    MOST_ROUNDS,
    MOST_TEAMS,
    NewTournament,
    create_tournament,
)
from bot.league.tournaments.formats.duplicate import MOST_DEALS
from bot.league.tournaments.formats.format import BEST_OF
from bot.league.tournaments.hosting.requests import confirm_first
from bot.league.tournaments.options import (
    AnyTournament,
    ArenaMinutes,
    JoinableTournament,
    LiveTournament,
    RoundMinutes,
    SeriesOption,
    StartTime,
    TournamentPoints,
)
from bot.league.tournaments.requests import LIVE_STAGES, shown_tournament, tournament_needed
from bot.league.tournaments.sign_up.entry import sign_up, signed_text
from bot.messages.welcome import Wishes
from bot.requests.request import Request
from bot.requests.typed_options import read_options
from bot.tables.time_controls import CLOCKS
from storage.league.tournament_values import Opponents, ScoreComparison, Seeding, TournamentKind
from storage.matches import COMPUTER_LEVELS


def _asks(given: Mapping[str, object]) -> bool:
    """Return True if the form asks for the rest: without a game, or with no more than a game and a kind."""
    return given["game"] is None or {name for name, value in given.items() if value is not None} <= {"game", "kind"}


@app_commands.guild_only()
class TournamentCog(
    commands.GroupCog,
    group_name=localised_text("command.tournament.name"),
    group_description=localised_text("command.tournament.description"),
):
    """Tournament commands for all members."""

    @command("command.tournament.create", quiet=_asks)
    @app_commands.choices(
        kind=localised_choices("tournament.kind.{}", map(str, TournamentKind)),
        seeding=localised_choices("tournament.seeding.{}", map(str, Seeding)),
        clock=localised_choices("clock.{}", CLOCKS),
        level=localised_choices("level.{}", map(str, COMPUTER_LEVELS)),
        opponents=localised_choices("tournament.opponents.{}", map(str, Opponents)),
        comparison=localised_choices("tournament.comparison.{}", map(str, ScoreComparison)),
    )
    @app_commands.choices(best_of=localised_choices("tournament.best_of.{}", BEST_OF))
    async def create_tournament(
        self,
        request: Request,
        game: app_commands.Transform[str, TableGame] | None = None,
        options: app_commands.Transform[str, GameOptions] | None = None,
        clock: str | None = None,
        kind: str | None = None,
        title: app_commands.Range[str, 1, LONGEST_TITLE] | None = None,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] | None = None,
        players_per_table: app_commands.Range[int, 2, 6] | None = None,
        round_minutes: app_commands.Transform[int, RoundMinutes] | None = None,
        start: app_commands.Transform[str, StartTime] | None = None,
        seeding: str | None = None,
        points: app_commands.Transform[str, TournamentPoints] | None = None,
        third_place: bool | None = None,  # noqa: FBT001  # discord.py gives options by their names
        groups: app_commands.Range[int, 2, 10] | None = None,
        arena_minutes: app_commands.Transform[int, ArenaMinutes] | None = None,
        no_streak: bool | None = None,  # noqa: FBT001  # discord.py gives options by their names
        deals: app_commands.Range[int, 1, MOST_DEALS] | None = None,
        opponents: str | None = None,
        level: str | None = None,
        comparison: str | None = None,
        series: app_commands.Transform[str, SeriesOption] | None = None,
        limit: app_commands.Range[int, 2, MOST_TEAMS] | None = None,
        role: discord.Role | None = None,
        best_of: int | None = None,
    ) -> None:
        """Create a tournament in this channel, or show the form: without a game or without more."""
        wanted = NewTournament(
            game or next(iter(games.TABLE_GAMES)), TournamentKind(kind or TournamentKind.ROUND_ROBIN)
        )
        chosen: dict[str, Any] = {
            "title": title,
            "rounds": rounds,
            "players_per_table": players_per_table,
            "round_minutes": round_minutes,
            "start": start,
            "seeding": None if seeding is None else Seeding(seeding),
            "points": points,
            "third_place": third_place,
            "groups": groups,
            "arena_minutes": arena_minutes,
            "no_streak": no_streak,
            "deals": deals,
            "opponents": None if opponents is None else Opponents(opponents),
            "level": level,
            "comparison": None if comparison is None else ScoreComparison(comparison),
            "series": series,
            "limit": limit,
            "role_id": None if role is None else role.id,
            "best_of": best_of,
        }
        wishes = Wishes(read_options(games.TABLE_GAMES[wanted.game], options, request.words), clock)
        wanted = replace(wanted, wishes=wishes, **{name: one for name, one in chosen.items() if one})
        if request.reply.is_private:
            await request.reply.whisper(await open_form(request, wanted))
        else:
            await create_tournament(request, wanted)

    @command("command.tournament.view")
    async def view(
        self,
        request: Request,
        tournament: app_commands.Transform[str, AnyTournament] | None = None,
    ) -> None:
        """Show a tournament, or the list of several."""
        await request.reply.whisper(await shown_tournament(request, tournament))

    @command("command.tournament.join")
    async def join(
        self,
        request: Request,
        tournament: app_commands.Transform[str, JoinableTournament] | None = None,
    ) -> None:
        """Sign up for a tournament."""
        found = await tournament_needed(request, tournament, LIVE_STAGES, to_join=True)
        joined = await sign_up(request, found.id)
        await request.reply.whisper(signed_text(request, joined))

    @command("command.tournament.withdraw")
    async def withdraw(
        self,
        request: Request,
        tournament: app_commands.Transform[str, LiveTournament] | None = None,
    ) -> None:
        """Ask before withdrawing from a tournament."""
        found = await tournament_needed(request, tournament, LIVE_STAGES, taking_part=True)
        await confirm_first(request, found, "withdraw")


COMPLETES: Final = {
    "tournament.seeding.{}": Seeding,
    "tournament.comparison.{}": ScoreComparison,
    "tournament.opponents.{}": Opponents,
    "level.{}": COMPUTER_LEVELS,
}

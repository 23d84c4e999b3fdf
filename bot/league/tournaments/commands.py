"""`/tournament`: creating, finding, joining and leaving tournaments."""

from discord import app_commands
from discord.ext import commands

import games
from bot.cogs.localisation import command, localised_choices, localised_text
from bot.cogs.suggestions import TableGame
from bot.league.tournaments.creation.form import open_form
from bot.league.tournaments.creation.requests import NewTournament
from bot.league.tournaments.hosting.requests import confirm_first
from bot.league.tournaments.options import (
    AnyTournament,
    JoinableTournament,
    LiveTournament,
    StartTime,
)
from bot.league.tournaments.requests import LIVE_STAGES, shown_tournament, tournament_needed
from bot.league.tournaments.sign_up.entry import sign_up, signed_text
from bot.requests.request import Request
from storage.league.tournament_values import TournamentKind


@app_commands.guild_only()
class TournamentCog(
    commands.GroupCog,
    group_name=localised_text("command.tournament.name"),
    group_description=localised_text("command.tournament.description"),
):
    """Tournament commands for all members."""

    @command("command.tournament.create")
    @app_commands.choices(kind=localised_choices("tournament.kind.{}", map(str, TournamentKind)))
    async def create_tournament(
        self,
        request: Request,
        game: app_commands.Transform[str, TableGame] | None = None,
        kind: str | None = None,
        start: app_commands.Transform[str, StartTime] | None = None,
    ) -> None:
        """Show the form of a new tournament in this channel."""
        chosen = None if kind is None else TournamentKind(kind)
        wanted = NewTournament(game or next(iter(games.TABLE_GAMES)), chosen, start=start)
        await request.reply.whisper(await open_form(request, wanted))

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

"""`/tournament-host`: commands for tournament hosts and moderators."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.localisation import command, localised_choices, localised_text
from bot.league.tournaments.creation.requests import LONGEST_TITLE, MOST_ROUNDS, MOST_TEAMS
from bot.league.tournaments.formats.format import BEST_OF
from bot.league.tournaments.hosting.editing import TournamentEdit, edit_tournament
from bot.league.tournaments.hosting.entrants import add_or_ask, ask_remove
from bot.league.tournaments.hosting.pausing import set_paused
from bot.league.tournaments.hosting.requests import ask_result, confirm_first
from bot.league.tournaments.hosting.staff import ask_hand_over, change_co_host, list_hosts
from bot.league.tournaments.hosting.swapping import ask_swap
from bot.league.tournaments.options import (
    AnyTournament,
    HostedPairing,
    LiveTournament,
    PairingResult,
    PairingWinner,
    RoundMinutes,
    StartTime,
)
from bot.league.tournaments.requests import tournament_needed
from bot.league.tournaments.series.requests import LONGEST_NAME, MOST_BEST, ask_before_delete, save_series
from bot.league.tournaments.sign_up.messages import LONGEST_TEAM_NAME
from bot.league.tournaments.sign_up.naming import cleaned, set_team_name
from bot.messages.parts.text import bold
from bot.requests.request import Request
from bot.requests.typed_text import read_name
from bot.tables.errors import TableError
from storage.league.tournament_values import Tournament, TournamentKind, TournamentStage

_LIVE = tuple(stage for stage in TournamentStage if stage.is_live)


@app_commands.guild_only()
class TournamentHostCog(
    commands.GroupCog,
    group_name=localised_text("command.tournament_host.name"),
    group_description=localised_text("command.tournament_host.description"),
):
    """Commands for tournament hosts and moderators."""

    @command("command.tournament_host.result")
    async def result(
        self,
        request: Request,
        pairing: app_commands.Transform[str, HostedPairing],
        winner: app_commands.Transform[str, PairingResult],
    ) -> None:
        """Ask before entering or correcting the result of a pairing."""
        await ask_result(request, pairing, winner, played=True)

    @command("command.tournament_host.walkover")
    async def walkover(
        self,
        request: Request,
        pairing: app_commands.Transform[str, HostedPairing],
        winner: app_commands.Transform[str, PairingWinner],
    ) -> None:
        """Ask before giving a team a walkover."""
        await ask_result(request, pairing, winner, played=False)

    @command("command.tournament_host.add")
    async def add(
        self,
        request: Request,
        person: discord.Member,
        tournament: app_commands.Transform[str, LiveTournament] | None = None,
        points: bool = False,  # noqa: FBT001, FBT002  # an option of the command
    ) -> None:
        """Sign a person up, possibly late."""
        if person.bot:
            raise TableError("league.add.bot", name=person.display_name)
        found = await tournament_needed(request, tournament, _LIVE)
        await add_or_ask(request, found, person.id, person.display_name, points=points)

    @command("command.tournament_host.remove")
    async def remove(
        self,
        request: Request,
        person: discord.User,
        tournament: app_commands.Transform[str, LiveTournament] | None = None,
    ) -> None:
        """Ask before withdrawing a person."""
        found = await tournament_needed(request, tournament, _LIVE)
        await ask_remove(request, found, person.id)

    @command("command.tournament_host.next_round")
    async def next_round(
        self,
        request: Request,
        tournament: app_commands.Transform[str, LiveTournament] | None = None,
    ) -> None:
        """Ask before closing the round."""
        found = await tournament_needed(request, tournament, (TournamentStage.RUNNING,))
        await confirm_first(request, found, "close")

    @command("command.tournament_host.undo")
    async def undo(
        self,
        request: Request,
        tournament: app_commands.Transform[str, AnyTournament] | None = None,
    ) -> None:
        """Ask before undoing the last round."""
        found = await tournament_needed(request, tournament, (TournamentStage.RUNNING,))
        await confirm_first(request, found, "undo")

    @command("command.tournament_host.co_host")
    async def co_host(
        self,
        request: Request,
        person: discord.User | None = None,
        tournament: app_commands.Transform[str, LiveTournament] | None = None,
    ) -> None:
        """Add or remove a co-host, or list them."""
        found = await tournament_needed(request, tournament, _LIVE)
        if person is None:
            await list_hosts(request, found)
            return
        if person.bot:
            raise TableError("league.add.bot", name=person.display_name)
        is_member = isinstance(person, discord.Member)
        await change_co_host(request, found.id, person.id, person.display_name, is_member=is_member)

    @command("command.tournament_host.hand_over")
    async def hand_over(
        self,
        request: Request,
        person: discord.Member,
        tournament: app_commands.Transform[str, LiveTournament] | None = None,
    ) -> None:
        """Ask before making another person the host."""
        if person.bot:
            raise TableError("league.add.bot", name=person.display_name)
        found = await tournament_needed(request, tournament, _LIVE)
        await ask_hand_over(request, found, person.id, person.display_name)

    @command("command.tournament_host.swap")
    async def swap(
        self,
        request: Request,
        person: discord.User,
        other: discord.User,
        tournament: app_commands.Transform[str, LiveTournament] | None = None,
    ) -> None:
        """Ask before swapping two teams of the round."""
        found = await tournament_needed(request, tournament, (TournamentStage.RUNNING,))
        await ask_swap(request, found, person.id, other.id)

    @command("command.tournament_host.pause")
    async def pause(
        self,
        request: Request,
        tournament: app_commands.Transform[str, LiveTournament] | None = None,
    ) -> None:
        """Stop the clocks of a tournament."""
        found = await tournament_needed(request, tournament, (TournamentStage.RUNNING,))
        await _report(request, "tournament.host.paused", await set_paused(request, found.id, paused=True))

    @command("command.tournament_host.resume")
    async def resume(
        self,
        request: Request,
        tournament: app_commands.Transform[str, LiveTournament] | None = None,
    ) -> None:
        """Let the clocks of a tournament run again."""
        found = await tournament_needed(request, tournament, (TournamentStage.RUNNING,))
        await _report(request, "tournament.host.resumed", await set_paused(request, found.id, paused=False))

    @command("command.tournament_host.team_name")
    async def team_name(
        self,
        request: Request,
        person: discord.User,
        to: app_commands.Range[str, 1, LONGEST_TEAM_NAME] | None = None,
        tournament: app_commands.Transform[str, LiveTournament] | None = None,
    ) -> None:
        """Name a person's team, or reset its name."""
        found = await tournament_needed(request, tournament, _LIVE)
        after = await set_team_name(request, found.id, person.id, to or "")
        key = "tournament.host.team_name" if to else "tournament.host.no_team_name"
        await _report(request, key, after, cleaned(to) if to else person.display_name)

    @command("command.tournament_host.edit")
    @app_commands.choices(kind=localised_choices("tournament.kind.{}", map(str, TournamentKind)))
    @app_commands.choices(best_of=localised_choices("tournament.best_of.{}", BEST_OF))
    async def edit(
        self,
        request: Request,
        title: app_commands.Range[str, 1, LONGEST_TITLE] | None = None,
        start: app_commands.Transform[str, StartTime] | None = None,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] | None = None,
        round_minutes: app_commands.Transform[int, RoundMinutes] | None = None,
        more_minutes: app_commands.Range[int, 1, RoundMinutes.max_value] | None = None,
        limit: app_commands.Range[int, 2, MOST_TEAMS] | None = None,
        best_of: int | None = None,
        kind: str | None = None,
        tournament: app_commands.Transform[str, LiveTournament] | None = None,
    ) -> None:
        """Correct the settings of a tournament."""
        found = await tournament_needed(request, tournament, _LIVE)
        wanted = TournamentEdit(
            title=read_name(title or "") or None,
            rounds=rounds,
            round_s=None if round_minutes is None else 60 * round_minutes,
            more_s=None if more_minutes is None else 60 * more_minutes,
            limit=limit,
            best_of=best_of,
        )
        new_kind = None if kind is None else TournamentKind(kind)
        after = await edit_tournament(request, found.id, wanted, start, new_kind)
        await _report(request, "tournament.host.edited", after)

    @command("command.tournament_host.series")
    async def series(
        self,
        request: Request,
        title: app_commands.Range[str, 1, LONGEST_NAME],
        points: app_commands.Range[str, 1, 100] | None = None,
        best: app_commands.Range[int, 0, MOST_BEST] | None = None,
        delete: bool = False,  # noqa: FBT001, FBT002  # an option of the command
    ) -> None:
        """Create, change or delete a series."""
        if delete:
            await request.reply.whisper(await ask_before_delete(request, title))
        else:
            await request.reply.whisper(await save_series(request, title, points, best))

    @command("command.tournament_host.cancel")
    async def cancel(
        self,
        request: Request,
        tournament: app_commands.Transform[str, LiveTournament] | None = None,
    ) -> None:
        """Ask before cancelling a tournament."""
        await confirm_first(request, await tournament_needed(request, tournament, _LIVE), "cancel")


async def _report(request: Request, key: str, tournament: Tournament, name: str = "") -> None:
    await request.reply.whisper(request.words(key, title=bold(tournament.title), name=bold(name)))

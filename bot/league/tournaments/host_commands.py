"""`/tournament-host`: commands for tournament hosts and moderators."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.localisation import command, localised_text
from bot.league.tournaments.hosting.editing import edit_page
from bot.league.tournaments.hosting.person import show_person
from bot.league.tournaments.hosting.requests import ask_result
from bot.league.tournaments.options import HostedPairing, LiveTournament, PairingResult
from bot.league.tournaments.requests import LIVE_STAGES, tournament_needed
from bot.posts.discord_components import Chosen
from bot.requests.request import Request


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
        await ask_result(request, pairing, winner)

    @command("command.tournament_host.person")
    async def person(
        self,
        request: Request,
        person: discord.User,
        tournament: app_commands.Transform[str, LiveTournament] | None = None,
    ) -> None:
        """Show what a host may do with a person in a tournament."""
        found = await tournament_needed(request, tournament, LIVE_STAGES)
        chosen = Chosen(person.id, person.display_name, person.bot)
        await show_person(request, found, chosen, is_member=isinstance(person, discord.Member))

    @command("command.tournament_host.edit")
    async def edit(
        self,
        request: Request,
        tournament: app_commands.Transform[str, LiveTournament] | None = None,
    ) -> None:
        """Show the settings of a tournament, to correct them."""
        found = await tournament_needed(request, tournament, LIVE_STAGES)
        await request.reply.whisper(await edit_page(request, found))

"""/solo and /daily: solitaires in private or in a channel, and daily deals."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.cogs.localisation import localised_text
from bot.cogs.suggestions import SolitaireOption
from bot.messages.solo.daily import daily_message
from bot.messages.solo.menu import solo_stats_message
from bot.requests.daily import day_for, today
from bot.requests.request import answering
from bot.requests.services import Services
from bot.requests.solo import open_solo, results_of


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class SoloCog(
    commands.GroupCog,
    group_name=localised_text("command.solo.name"),
    group_description=localised_text("command.solo.description"),
):
    """Opens solitaires, anywhere."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(
        name=localised_text("command.solo.play.name"), description=localised_text("command.solo.play.description")
    )
    @app_commands.rename(
        game=localised_text("command.solo.play.game.name"),
        only_me=localised_text("command.solo.play.only_me.name"),
        any_deal=localised_text("command.solo.play.any_deal.name"),
    )
    @app_commands.describe(
        game=localised_text("command.solo.play.game.description"),
        only_me=localised_text("command.solo.play.only_me.description"),
        any_deal=localised_text("command.solo.play.any_deal.description"),
    )
    async def play(
        self,
        interaction: discord.Interaction[Any],
        game: app_commands.Transform[str, SolitaireOption] | None = None,
        *,
        only_me: bool = False,
        any_deal: bool = False,
    ) -> None:
        """Open a solitaire here, in public or private."""
        async with answering(self._services, interaction, quiet=only_me) as request:
            await open_solo(request, game or "", any_deal=any_deal)

    @app_commands.command(
        name=localised_text("command.solo.stats.name"), description=localised_text("command.solo.stats.description")
    )
    @app_commands.rename(person=localised_text("command.solo.stats.person.name"))
    @app_commands.describe(person=localised_text("command.solo.stats.person.description"))
    async def stats(self, interaction: discord.Interaction[Any], person: discord.User | None = None) -> None:
        """Show a member's results at solitaires."""
        async with answering(self._services, interaction) as request:
            whose = person or interaction.user
            results = await results_of(request, whose.id)
            await request.reply.whisper(solo_stats_message(results, whose.display_name, today(request), request.reader))


class DailyCog(commands.Cog):
    """Shows the deals of the days."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(
        name=localised_text("command.daily.name"), description=localised_text("command.daily.description")
    )
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.rename(game=localised_text("command.daily.game.name"))
    @app_commands.describe(game=localised_text("command.daily.game.description"))
    async def daily(
        self, interaction: discord.Interaction[Any], game: app_commands.Transform[str, SolitaireOption] | None = None
    ) -> None:
        """Show today's deal, which all players share, in private."""
        async with answering(self._services, interaction) as request:
            day = await day_for(request, game or next(iter(games.SOLITAIRES)))
            await request.reply.whisper(daily_message(day, request.reader, request.user_id))

"""/solo and /daily: solitaires, for oneself or before everybody, and the deals of the days."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.messages.solo.daily import daily_message
from bot.messages.solo.menu import solo_stats_message
from bot.requests.daily import day_for, results_of, today
from bot.requests.request import answering
from bot.requests.services import Services
from bot.requests.solo import open_solo

from .translated import in_words

__all__ = ["DailyCog", "SoloCog"]

_GAMES: Final = [app_commands.Choice(name=in_words(f"game.{key}.name"), value=key) for key in games.SOLITAIRES]


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class SoloCog(
    commands.GroupCog,
    group_name=in_words("command.solo.name"),
    group_description=in_words("command.solo.description"),
):
    """Opens solitaires, anywhere."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(
        name=in_words("command.solo.play.name"), description=in_words("command.solo.play.description")
    )
    @app_commands.rename(
        game=in_words("command.solo.play.game.name"), only_me=in_words("command.solo.play.only_me.name")
    )
    @app_commands.describe(
        game=in_words("command.solo.play.game.description"), only_me=in_words("command.solo.play.only_me.description")
    )
    @app_commands.choices(game=_GAMES)
    async def play(self, interaction: discord.Interaction[Any], game: str = "", *, only_me: bool = False) -> None:
        """Open a solitaire here: for all to see, or for whoever asks alone."""
        async with answering(self._services, interaction, quiet=only_me) as request:
            await open_solo(request, game)

    @app_commands.command(
        name=in_words("command.solo.stats.name"), description=in_words("command.solo.stats.description")
    )
    @app_commands.rename(person=in_words("command.solo.stats.person.name"))
    @app_commands.describe(person=in_words("command.solo.stats.person.description"))
    async def stats(self, interaction: discord.Interaction[Any], person: discord.User | None = None) -> None:
        """Show somebody's results at solitaires."""
        async with answering(self._services, interaction) as request:
            whose = person or interaction.user
            results = await results_of(request, whose.id)
            await request.reply.whisper(solo_stats_message(results, whose.display_name, today(request), request.reader))


class DailyCog(commands.Cog):
    """Shows the deals of the days."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(name=in_words("command.daily.name"), description=in_words("command.daily.description"))
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.rename(game=in_words("command.daily.game.name"))
    @app_commands.describe(game=in_words("command.daily.game.description"))
    @app_commands.choices(game=_GAMES)
    async def daily(self, interaction: discord.Interaction[Any], game: str = "") -> None:
        """Show today's deal of a solitaire; the same deal is everybody's, so only whoever asks sees it."""
        async with answering(self._services, interaction) as request:
            day = await day_for(request, game or next(iter(games.SOLITAIRES)))
            await request.reply.whisper(daily_message(day, request.reader, request.user_id))

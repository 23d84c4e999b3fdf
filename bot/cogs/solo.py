"""/solo and /daily: solitaires in private or in a channel, and daily deals."""

import discord
from discord import app_commands
from discord.ext import commands

import games
from bot.cogs.localisation import command, localised_text
from bot.cogs.suggestions import SolitaireOption
from bot.messages.solo.daily import daily_message
from bot.messages.solo.menu import solo_stats_message
from bot.requests.request import Request
from bot.requests.solo.daily import day_for, today
from bot.requests.solo.solitaires import open_solo, results_of


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class SoloCog(
    commands.GroupCog,
    group_name=localised_text("command.solo.name"),
    group_description=localised_text("command.solo.description"),
):
    """Opens solitaires, anywhere."""

    @command("command.solo.play", anywhere=True, quiet=lambda given: bool(given["only_me"]))
    async def play(
        self,
        request: Request,
        game: app_commands.Transform[str, SolitaireOption] | None = None,
        *,
        only_me: bool = False,  # noqa: ARG002  # decides who sees the answer
        any_deal: bool = False,
    ) -> None:
        """Open a solitaire here, in public or private."""
        await open_solo(request, game or "", any_deal=any_deal)

    @command("command.solo.stats", anywhere=True)
    async def stats(self, request: Request, person: discord.User | None = None) -> None:
        """Show a member's results at solitaires."""
        whose = person or request.reply.interaction.user
        results = await results_of(request, whose.id)
        await request.reply.whisper(solo_stats_message(results, whose.display_name, today(request), request.reader))


class DailyCog(commands.Cog):
    """Shows the deals of the days."""

    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @command("command.daily", anywhere=True)
    async def daily(self, request: Request, game: app_commands.Transform[str, SolitaireOption] | None = None) -> None:
        """Show today's deal, which all players share, in private."""
        day = await day_for(request, game or next(iter(games.SOLITAIRES)))
        await request.reply.whisper(daily_message(day, request.reader, request.user_id))

"""`/history`, `/stats` and `/tally`: matches and statistics."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.localisation import command
from bot.cogs.suggestions import PastTime, TableGame
from bot.league.players.history import Filters
from bot.league.players.requests import history_page, stats_page
from bot.league.players.statistics import StatsFilters
from bot.league.players.tally import TallyFilters
from bot.league.players.tallying import read_since, tally_page
from bot.requests.request import Request


class HistoryCog(commands.Cog):
    """The command that lists matches."""

    @command("command.history")
    async def history(
        self,
        request: Request,
        person: discord.Member | None = None,
        against: discord.Member | None = None,
        game: app_commands.Transform[str, TableGame] | None = None,
    ) -> None:
        """Show the matches of the server, the newest first."""
        first, *others = [one.id for one in (person, against) if one is not None] or [0]
        if person is None and against is not None:
            first, others = request.user_id, [against.id]
        filters = Filters(first, others[0] if others else 0, game or "")
        await request.reply.whisper(await history_page(request, filters))


class StatsCog(commands.Cog):
    """The command that shows statistics of people."""

    @command("command.stats")
    async def stats(
        self,
        request: Request,
        person: discord.Member | None = None,
        against: discord.Member | None = None,
    ) -> None:
        """Show a person's statistics, and the head-to-head with another."""
        whose = request.user_id if person is None else person.id
        other = 0 if against is None or against.id == whose else against.id
        await request.reply.whisper(await stats_page(request, StatsFilters(whose, other)))


class TallyCog(commands.Cog):
    """The command that shows an evening's tally."""

    @command("command.tally")
    async def tally(
        self,
        request: Request,
        since: app_commands.Transform[str, PastTime] = "",
        game: app_commands.Transform[str, TableGame] | None = None,
        everywhere: bool = False,  # noqa: FBT001, FBT002  # an option of the command
    ) -> None:
        """Show the evening's matches and wins by person."""
        filters = TallyFilters(await read_since(request, since), everywhere, game or "")
        await request.reply.whisper(await tally_page(request, filters))

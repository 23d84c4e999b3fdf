"""`/leaderboard`: the standings of seasons and games."""

from discord import app_commands
from discord.ext import commands

from bot.cogs.localisation import command
from bot.league.ratings.rating import of_season
from bot.league.seasons.options import AnySeason
from bot.league.seasons.requests import any_season_needed
from bot.league.standings.messages import NOW
from bot.league.standings.options import StandingsOf
from bot.league.standings.requests import standings_for
from bot.requests.request import Request
from bot.tables.errors import TableError


class LeaderboardCog(commands.Cog):
    """The standings, for all members."""

    @command("command.leaderboard")
    async def leaderboard(
        self,
        request: Request,
        season: app_commands.Transform[str, AnySeason] | None = None,
        game: app_commands.Transform[str, StandingsOf] | None = None,
    ) -> None:
        """Show the standings of a season or game."""
        if game is not None and season is not None:
            raise TableError("league.standings.one_only")
        of = game or NOW if season is None else of_season(await any_season_needed(request, season))
        await request.reply.whisper(await standings_for(request, of))

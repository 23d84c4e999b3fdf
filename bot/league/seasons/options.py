"""The option of commands that names a season."""

from bot.cogs.suggestions import SEARCHED, Choices, Suggested, Typing, fitting
from bot.league.seasons.messages import season_name
from bot.league.seasons.requests import newest_seasons


class AnySeason(Suggested):
    """A season, a past one too."""

    async def suggest(self, typing: Typing) -> Choices:
        found = await newest_seasons(typing.services, typing.guild_id, SEARCHED)
        return fitting(((season_name(season, typing.words), f"season:{season.id}") for season in found), typing.text)

"""Options of commands that name seasons and their days."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import ClassVar
from zoneinfo import ZoneInfo

from bot.cogs.suggestions import SEARCHED, Choices, Suggested, Typing, choices_of, fitting
from bot.league.seasons.messages import season_name
from bot.league.seasons.requests import newest_seasons
from bot.requests.typed_times import nearest_day, read_day, time_zone_of


class AnySeason(Suggested):
    """A season, a past one too."""

    only_open: ClassVar[bool] = False

    async def suggest(self, typing: Typing) -> Choices:
        found = await newest_seasons(typing.services, typing.guild_id, SEARCHED, only_open=self.only_open)
        return fitting(((season_name(season, typing.words), f"season:{season.id}") for season in found), typing.text)


class OpenSeason(AnySeason):
    """An open season."""

    only_open = True


class FirstDay(Suggested):
    """The first day of a season, in the server's time zone."""

    read = staticmethod(nearest_day)

    async def suggest(self, typing: Typing) -> Choices:
        zone = await time_zone_of(typing.services, typing.guild_id)
        now, w = typing.services.now(), typing.words
        typed = self.read(typing.text, now, zone)
        if typed is not None:
            return choices_of([(w.long_day(typed, weekday=True), f"{typed}")])
        usual = dict.fromkeys(self.usual(datetime.fromtimestamp(now, ZoneInfo(zone)).date()))
        return fitting(((w.long_day(day, weekday=True), f"{day}") for day in usual), typing.text)

    def usual(self, today: date) -> Iterator[date]:
        """Return the days to suggest before one is typed."""
        yield today
        yield today + timedelta(days=7 - today.weekday())
        yield _first_of_month(today, 1)
        yield _first_of_month(today, 3 - (today.month - 1) % 3)


class LastDay(FirstDay):
    """The last day of a season, in the server's time zone."""

    read = staticmethod(read_day)

    def usual(self, today: date) -> Iterator[date]:
        yield today + timedelta(days=6 - today.weekday())
        for months in (1, 2, 3 - (today.month - 1) % 3, 13 - today.month):
            yield _first_of_month(today, months) - timedelta(days=1)


def _first_of_month(day: date, later: int) -> date:
    """Return the first day of a later month."""
    years, month = divmod(day.month - 1 + later, 12)
    return date(day.year + years, month + 1, 1)

"""Options of commands about club nights."""

from typing import ClassVar

import discord

from bot.cogs.suggestions import Choices, Suggested, Typing, fitting
from bot.league.club_nights.requests import MOST_OPEN_HOURS, nights_of, parts_of_night_names
from bot.messages.parts.people import told_apart
from bot.messages.table.lobby import time_span


class ClubNightOption(Suggested):
    """A club night of the server, by its number."""

    async def suggest(self, typing: Typing) -> Choices:
        found = await nights_of(typing.services, typing.guild_id)
        labels = told_apart(parts_of_night_names(typing.services, found, typing.words))
        return fitting(((labels[night.id], str(night.id)) for night in found), typing.text)


class OpenHours(Suggested):
    """Completions for the hours between the announcement and the start of an evening."""

    type = discord.AppCommandOptionType.integer
    min_value = 1
    max_value = MOST_OPEN_HOURS
    usual: ClassVar[tuple[int, ...]] = (3, 12, 24, 48, 72, 120, 168)

    async def suggest(self, typing: Typing) -> Choices:
        return fitting(((time_span(3600.0 * hours, typing.words), hours) for hours in self.usual), typing.text)

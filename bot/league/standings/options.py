"""The option of a command for the standings of a game."""

from typing import Any

import games
from bot.cogs.suggestions import Choices, GameOption, Interaction, Typing, fitting
from bot.league.ratings.rating import ALL
from bot.locales import LOCALES, words
from bot.messages.parts.components import MAX_OPTIONS


class StandingsOf(GameOption):
    """A game with standings, or all games together."""

    among = (*games.TABLE_GAMES, *games.SOLITAIRES)

    async def transform(self, interaction: Interaction, value: Any, /) -> Any:
        everything = {ALL, *(words(locale)("league.standings.all").casefold() for locale in LOCALES)}
        return ALL if str(value).strip().casefold() in everything else await super().transform(interaction, value)

    async def suggest(self, typing: Typing) -> Choices:
        every = fitting([(typing.words("league.standings.all"), ALL)], typing.text)
        return [*every, *await super().suggest(typing)][:MAX_OPTIONS]

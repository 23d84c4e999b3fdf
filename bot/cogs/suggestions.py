"""Completions of options, and the parsing of a typed game."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, ClassVar, Final, TypeVar
from zoneinfo import ZoneInfo

import discord
from discord import app_commands

import games
from bot.locales import Words
from bot.messages.parts.components import MAX_OPTIONS
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_OPTION_TEXT, truncate, without_directions
from bot.messages.results import label_of, name_of, when
from bot.messages.table.lobby import option_name, option_value
from bot.requests.services import Services
from bot.requests.table.past_results import named_results
from bot.requests.typed_options import split_last, typed_option
from bot.requests.typed_times import (
    read_past_time,
    time_zone_of,
)
from bot.requests.values import fitting_games, read_game
from bot.tables.errors import TableError
from storage.league.results import Result

T = TypeVar("T", str, int)

SEARCHED: Final = 100
"""The number of newest matches, or of seasons, that are searched."""

EVENINGS: Final = (18, 19, 20, 21)
"""The hours at which a tournament may be suggested to start."""

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[Any]]


def fitting(named: Iterable[tuple[str, T]], typed: str) -> Choices:
    """Return the choices that contain the typed text."""
    wanted = typed.strip().casefold()
    found = ((name, value) for name, value in named if wanted in name.casefold() or wanted == str(value).casefold())
    return choices_of((truncate(name, MAX_OPTION_TEXT), value) for name, value in found)


def choices_of(named: Iterable[tuple[str, Any]]) -> Choices:
    """Return as many choices as Discord shows. The others are not computed."""
    return [
        app_commands.Choice(name=without_directions(name), value=value) for name, value in islice(named, MAX_OPTIONS)
    ]


@dataclass(frozen=True)
class Typing:
    """The state of an option while a user types its text."""

    services: Services
    interaction: Interaction
    text: str
    reader: Reader

    @property
    def words(self) -> Words:
        return self.reader.words

    @property
    def guild_id(self) -> int:
        return self.interaction.guild_id or 0


class Suggested(app_commands.Transformer, ABC):
    """An option with suggestions that accepts any text."""

    async def transform(self, _interaction: Interaction, value: Any, /) -> Any:
        return value

    async def autocomplete(self, interaction: Interaction, value: str | float, /) -> Choices:
        services: Services = interaction.client.services
        reader = await services.preferences.reader_of(interaction)
        return await self.suggest(Typing(services, interaction, str(value), reader))

    @abstractmethod
    async def suggest(self, typing: Typing) -> Choices:
        """Return the choices for the text typed so far."""


# --- Games ------------------------------------------------------------------------------------------------------------


class GameOption(Suggested):
    """A game, typed as its key or its name in any language."""

    among: ClassVar[Sequence[str]]

    async def transform(self, _interaction: Interaction, value: Any, /) -> Any:
        return read_game(str(value), self.among)

    async def suggest(self, typing: Typing) -> Choices:
        found = fitting_games(typing.text, self.among)[:MAX_OPTIONS]
        return [app_commands.Choice(name=typing.words(f"game.{game}.name"), value=game) for game in found]


class TableGame(GameOption):
    """A game that is played at a table."""

    among = tuple(games.TABLE_GAMES)


class SolitaireOption(GameOption):
    """A solitaire."""

    among = tuple(games.SOLITAIRES)


class AnyGame(GameOption):
    """Any game of the catalogue."""

    among = (*games.TABLE_GAMES, *games.SOLITAIRES)


class GameOptions(Suggested):
    """Options of the chosen game, such as ``rounds=one, limit=60``."""

    async def suggest(self, typing: Typing) -> Choices:
        try:
            game = games.TABLE_GAMES[read_game(str(typing.interaction.namespace["game"]), games.TABLE_GAMES)]
        except (KeyError, TableError):
            return []
        before, last = split_last(game, typing.text)
        taken = {part.partition("=")[0].strip() for part in before}
        wanted, missing = last.strip().casefold(), [one for one in game.option_list if one.key not in taken]
        named = [
            [pair for pair in self._values(game, one, last, typing.words) if _has(pair, wanted)] for one in missing
        ]
        return _continued("".join(f"{part}, " for part in before), _shared(named))

    @staticmethod
    def _values(game: type[games.Match], option: games.Option, last: str, w: Words) -> Iterator[tuple[str, str]]:
        """Yield the values of an option: the shown name and the typed text."""
        for value in (*option.values, *_typed_number(option, last)):
            yield f"{option_name(game, option, w)}: {option_value(game, option, value, w)}", typed_option(option, value)


def _has(pair: tuple[str, str], typed: str) -> bool:
    return any(typed.casefold() in part.casefold() for part in pair)


def _shared(groups: Sequence[Sequence[tuple[str, str]]]) -> list[tuple[str, str]]:
    """Return at most `MAX_OPTIONS` values, with as many of each group as fit."""
    turns = sorted((place, number) for number, group in enumerate(groups) for place in range(len(group)))
    return [groups[number][place] for number, place in sorted((number, place) for place, number in turns[:MAX_OPTIONS])]


def _typed_number(option: games.Option, text: str) -> tuple[int, ...]:
    """Return a typed number that is allowed but not offered."""
    number = option.number(text.rpartition("=")[2].strip())
    return () if number is None or number in option.values else (number,)


def _continued(before: str, named: Iterable[tuple[str, str]]) -> Choices:
    """Return longer texts as choices, if Discord allows their length."""
    found = ((f"{before}{name}", f"{before}{value}") for name, value in named)
    return choices_of(one for one in found if max(map(len, one)) <= MAX_OPTION_TEXT)


# --- Times and matches ------------------------------------------------------------------------------------------------


class PastTime(Suggested):
    """A past time, in the server's time zone."""

    async def suggest(self, typing: Typing) -> Choices:
        zone = ZoneInfo(await time_zone_of(typing.services, typing.guild_id))
        now = typing.services.now()
        typed = read_past_time(typing.text, now, zone.key)
        if typed is not None:
            times = [datetime.fromtimestamp(typed, zone)]
        else:
            days = [datetime.fromtimestamp(now, zone) - timedelta(days=back) for back in range(3)]
            times = [day.replace(hour=hour, minute=0) for day in days for hour in (*reversed(EVENINGS), 0)]
        past = [(typing.words.moment(at), f"{at:%Y-%m-%d %H:%M}") for at in times if at.timestamp() <= now]
        return fitting(past, typing.text if typed is None else "")


class AnyResult(Suggested):
    """A match of the league, also one that was entered by hand."""

    async def suggest(self, typing: Typing) -> Choices:
        found, names = await named_results(typing.services, typing.guild_id, SEARCHED)
        wanted = typing.text.strip().casefold()
        named = ((_match_label(one, names, typing.words), name_of(one)) for one in found)
        meant = ((name, value) for name, value in named if wanted in name.casefold() or wanted in value.casefold())
        return fitting(meant, "")


def _match_label(result: Result, names: dict[int, str], w: Words) -> str:
    """Return a match as a choice, its time first."""
    return f"{when(result)} · {label_of(result, names, w)}"

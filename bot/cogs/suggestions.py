"""Completions of options, and the parsing of a typed game."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import islice
from typing import Any, ClassVar, Final, TypeVar
from zoneinfo import ZoneInfo

import discord
from discord import app_commands

import games
from bot.coach.puzzles.stock import games_with_puzzles
from bot.league.administration.messages import label_of, name_of, when
from bot.league.club_nights.requests import MOST_OPEN_HOURS, nights_of, parts_of_night_names
from bot.league.players.requests import named_results
from bot.league.ratings.rating import ALL
from bot.league.seasons.messages import season_name
from bot.league.seasons.requests import newest_seasons
from bot.league.tournaments.creation.form import ARENA_MINUTES, ROUND_MINUTES, USUAL_POINTS, points_text
from bot.league.tournaments.creation.requests import time_zone_of
from bot.league.tournaments.hosting.requests import PairingKey, choices_of_winner, named_pairings
from bot.league.tournaments.progress.starting import CHECK_IN_S
from bot.league.tournaments.requests import can_join, newest_of, parts_of_names
from bot.league.tournaments.series.requests import all_series
from bot.league.tournaments.showing.names import stage_text
from bot.local_time import zones_like
from bot.locales import LOCALES, Words, words
from bot.messages.parts.components import MAX_OPTIONS
from bot.messages.parts.people import told_apart
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_OPTION_TEXT, truncate, without_directions
from bot.messages.table.lobby import option_name, option_value, time_span
from bot.requests.services import Services
from bot.requests.typed_options import split_last, typed_option
from bot.requests.typed_times import USUAL_TIME, nearest_day, read_day, read_past_time, read_time, without_every
from bot.requests.values import fitting_games, read_game
from bot.tables.errors import TableError
from storage.league.results import Result
from storage.league.tournament_values import Tournament, TournamentStage

T = TypeVar("T", str, int)

_SEARCHED: Final = 100
"""The number of newest matches, or of seasons, that are searched."""

_EVENINGS: Final = (18, 19, 20, 21)
"""The hours at which a tournament may be suggested to start."""

Interaction = discord.Interaction[Any]
Choices = list[app_commands.Choice[Any]]


def _fitting(named: Iterable[tuple[str, T]], typed: str) -> Choices:
    """Return the choices that contain the typed text."""
    wanted = typed.strip().casefold()
    found = ((name, value) for name, value in named if wanted in name.casefold() or wanted == str(value).casefold())
    return _choices((truncate(name, MAX_OPTION_TEXT), value) for name, value in found)


def _choices(named: Iterable[tuple[str, Any]]) -> Choices:
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


class _Suggested(app_commands.Transformer, ABC):
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


class _Game(_Suggested):
    """A game, typed as its key or its name in any language."""

    among: ClassVar[Sequence[str]]

    async def transform(self, _interaction: Interaction, value: Any, /) -> Any:
        return read_game(str(value), self.among)

    async def suggest(self, typing: Typing) -> Choices:
        found = fitting_games(typing.text, self.among)[:MAX_OPTIONS]
        return [app_commands.Choice(name=typing.words(f"game.{game}.name"), value=game) for game in found]


class TableGame(_Game):
    """A game that is played at a table."""

    among = tuple(games.TABLE_GAMES)


class SolitaireOption(_Game):
    """A solitaire."""

    among = tuple(games.SOLITAIRES)


class AnyGame(_Game):
    """Any game of the catalogue."""

    among = (*games.TABLE_GAMES, *games.SOLITAIRES)


class PuzzleGame(AnyGame):
    """A game; those with puzzles are suggested."""

    async def suggest(self, typing: Typing) -> Choices:
        with_puzzles = games_with_puzzles()
        return [one for one in await super().suggest(typing) if one.value in with_puzzles]


class StandingsOf(_Game):
    """A game with standings, or all games together."""

    among = (*games.TABLE_GAMES, *games.SOLITAIRES)

    async def transform(self, interaction: Interaction, value: Any, /) -> Any:
        everything = {ALL, *(words(locale)("league.standings.all").casefold() for locale in LOCALES)}
        return ALL if str(value).strip().casefold() in everything else await super().transform(interaction, value)

    async def suggest(self, typing: Typing) -> Choices:
        every = _fitting([(typing.words("league.standings.all"), ALL)], typing.text)
        return [*every, *await super().suggest(typing)][:MAX_OPTIONS]


class ManyTableGames(_Suggested):
    """Several games, separated by commas."""

    async def suggest(self, typing: Typing) -> Choices:
        before, last = _before_last(typing.text)
        taken = {part.strip().casefold() for part in before.split(",")}
        names = [typing.words(f"game.{game}.name") for game in fitting_games(last, games.TABLE_GAMES)]
        return _continued(before, [(name, name) for name in names if name.casefold() not in taken])


class GameOptions(_Suggested):
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


def _before_last(typed: str) -> tuple[str, str]:
    """Split a typed list before the last part. The first part keeps its final comma."""
    before, comma, last = typed.rpartition(",")
    return (f"{before}{comma} " if comma else ""), last


def _continued(before: str, named: Iterable[tuple[str, str]]) -> Choices:
    """Return longer texts as choices, if Discord allows their length."""
    found = ((f"{before}{name}", f"{before}{value}") for name, value in named)
    return _choices(one for one in found if max(map(len, one)) <= MAX_OPTION_TEXT)


# --- The league -------------------------------------------------------------------------------------------------------


class AnySeason(_Suggested):
    """A season, a past one too."""

    only_open: ClassVar[bool] = False

    async def suggest(self, typing: Typing) -> Choices:
        found = await newest_seasons(typing.services, typing.guild_id, _SEARCHED, only_open=self.only_open)
        return _fitting(((season_name(season, typing.words), f"season:{season.id}") for season in found), typing.text)


class OpenSeason(AnySeason):
    """An open season."""

    only_open = True


class FirstDay(_Suggested):
    """The first day of a season, in the server's time zone."""

    read = staticmethod(nearest_day)

    async def suggest(self, typing: Typing) -> Choices:
        zone = await time_zone_of(typing.services, typing.guild_id)
        now, w = typing.services.now(), typing.words
        typed = self.read(typing.text, now, zone)
        if typed is not None:
            return _choices([(w.long_day(typed, weekday=True), f"{typed}")])
        usual = dict.fromkeys(self.usual(datetime.fromtimestamp(now, ZoneInfo(zone)).date()))
        return _fitting(((w.long_day(day, weekday=True), f"{day}") for day in usual), typing.text)

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


class AnyTournament(_Suggested):
    """A tournament of the server, by its number."""

    stages: ClassVar[tuple[TournamentStage, ...]] = tuple(TournamentStage)

    async def suggest(self, typing: Typing) -> Choices:
        w = typing.words
        newest = await newest_of(typing.services, typing.guild_id, self.stages)
        found = tuple(filter(self.is_meant, newest))
        labels = told_apart(await parts_of_names(typing.services, typing.guild_id, found, w))
        return _fitting(((f"{labels[one.id]} · {stage_text(one, w)}", str(one.id)) for one in found), typing.text)

    def is_meant(self, _tournament: Tournament) -> bool:
        """Return True if one of these stages is suggested."""
        return True


class JoinableTournament(AnyTournament):
    """A tournament with open registration."""

    stages = tuple(stage for stage in TournamentStage if stage.is_live)

    def is_meant(self, tournament: Tournament) -> bool:
        return can_join(tournament)


class LiveTournament(AnyTournament):
    """A tournament in progress."""

    stages = tuple(stage for stage in TournamentStage if stage.is_live)


class HostedPairing(_Suggested):
    """A pairing of a running tournament."""

    async def suggest(self, typing: Typing) -> Choices:
        return _fitting((await named_pairings(typing.services, typing.guild_id, typing.words)).items(), typing.text)


class PairingResult(_Suggested):
    """The winner of the chosen pairing, or a draw."""

    played: ClassVar[bool] = True

    async def suggest(self, typing: Typing) -> Choices:
        try:
            key = PairingKey.parse(str(typing.interaction.namespace["pairing"]))
        except (KeyError, TableError):
            return []
        choices = await choices_of_winner(typing.services, typing.guild_id, key, typing.words, played=self.played)
        return _fitting(((name, value) for value, name in choices.items()), typing.text)


class PairingWinner(PairingResult):
    """The winner of the chosen pairing by a walkover."""

    played = False


class RoundMinutes(_Suggested):
    """Completions for the minutes of a tournament's round."""

    type = discord.AppCommandOptionType.integer
    min_value = 10
    max_value = 14 * 1440
    usual: ClassVar[tuple[int, ...]] = ROUND_MINUTES

    async def suggest(self, typing: Typing) -> Choices:
        return _fitting(((time_span(60.0 * minutes, typing.words), minutes) for minutes in self.usual), typing.text)


class ArenaMinutes(RoundMinutes):
    """Completions for the minutes of an arena."""

    max_value = 1440
    usual = ARENA_MINUTES


class TournamentPoints(_Suggested):
    """Points for wins and draws, or for places."""

    async def suggest(self, typing: Typing) -> Choices:
        w = typing.words
        return _fitting([(points_text(one, w), one) for one in USUAL_POINTS], typing.text)


class StartTime(_Suggested):
    """A tournament's start, in the server's time zone."""

    async def suggest(self, typing: Typing) -> Choices:
        return await self._times(typing, typing.text)

    async def _times(self, typing: Typing, text: str) -> Choices:
        """Return the times that a text may mean."""
        zone = ZoneInfo(await time_zone_of(typing.services, typing.guild_id))
        now = typing.services.now()
        try:
            typed = read_time(text, now, zone.key)
        except TableError:
            return []
        if typed is not None:
            at = datetime.fromtimestamp(typed, zone)
            hours = (USUAL_TIME.hour, *_EVENINGS) if read_day(text, now, zone.key) else (at.hour,)
            times = [at.replace(hour=hour) for hour in dict.fromkeys(hours)]
            return _fitting([self._choice(one, typing.words) for one in times if one.timestamp() > now], "")
        days = [datetime.fromtimestamp(now, zone) + timedelta(days=ahead) for ahead in range(7)]
        times = [day.replace(hour=hour, minute=0) for day in days for hour in _EVENINGS]
        usual = [self._choice(one, typing.words) for one in times if one.timestamp() > now + CHECK_IN_S]
        return _fitting(usual, text)

    @staticmethod
    def _choice(at: datetime, w: Words) -> tuple[str, str]:
        return w.moment(at), f"{at:%Y-%m-%d %H:%M}"


class EveningTime(StartTime):
    """The first of several evenings, such as "every Tuesday 20:00"."""

    async def suggest(self, typing: Typing) -> Choices:
        return await self._times(typing, without_every(typing.text))


class ClubNightOption(_Suggested):
    """A club night of the server, by its number."""

    async def suggest(self, typing: Typing) -> Choices:
        found = await nights_of(typing.services, typing.guild_id)
        labels = told_apart(parts_of_night_names(typing.services, found, typing.words))
        return _fitting(((labels[night.id], str(night.id)) for night in found), typing.text)


class SeriesOption(_Suggested):
    """A series of tournaments."""

    async def suggest(self, typing: Typing) -> Choices:
        found = await all_series(typing.services, typing.guild_id)
        return _fitting(((one.name, f"series:{one.id}") for one in found), typing.text)


class OpenHours(_Suggested):
    """Completions for the hours between the announcement and the start of an evening."""

    type = discord.AppCommandOptionType.integer
    min_value = 1
    max_value = MOST_OPEN_HOURS
    usual: ClassVar[tuple[int, ...]] = (3, 12, 24, 48, 72, 120, 168)

    async def suggest(self, typing: Typing) -> Choices:
        return _fitting(((time_span(3600.0 * hours, typing.words), hours) for hours in self.usual), typing.text)


class PastTime(_Suggested):
    """A past time, in the server's time zone."""

    async def suggest(self, typing: Typing) -> Choices:
        zone = ZoneInfo(await time_zone_of(typing.services, typing.guild_id))
        now = typing.services.now()
        typed = read_past_time(typing.text, now, zone.key)
        if typed is not None:
            times = [datetime.fromtimestamp(typed, zone)]
        else:
            days = [datetime.fromtimestamp(now, zone) - timedelta(days=back) for back in range(3)]
            times = [day.replace(hour=hour, minute=0) for day in days for hour in (*reversed(_EVENINGS), 0)]
        past = [(typing.words.moment(at), f"{at:%Y-%m-%d %H:%M}") for at in times if at.timestamp() <= now]
        return _fitting(past, typing.text if typed is None else "")


class AnyMatch(_Suggested):
    """A match played at a table of the server."""

    async def suggest(self, typing: Typing) -> Choices:
        found, names = await self.found(typing)
        wanted = typing.text.strip().casefold()
        named = ((_match_label(one, names, typing.words), name_of(one)) for one in found)
        fitting = ((name, value) for name, value in named if wanted in name.casefold() or wanted in value.casefold())
        return _fitting(fitting, "")

    async def found(self, typing: Typing) -> tuple[Sequence[Result], dict[int, str]]:
        """Return the newest fitting matches and their people's names."""
        found, names = await named_results(typing.services, typing.guild_id, _SEARCHED)
        return [one for one in found if one.match_id], names


class CountingMatch(AnyMatch):
    """A match that counts."""

    async def found(self, typing: Typing) -> tuple[Sequence[Result], dict[int, str]]:
        return await named_results(typing.services, typing.guild_id, _SEARCHED, void=False)


class VoidMatch(AnyMatch):
    """A voided match."""

    async def found(self, typing: Typing) -> tuple[Sequence[Result], dict[int, str]]:
        return await named_results(typing.services, typing.guild_id, _SEARCHED, void=True)


class OwnChipMatch(AnyMatch):
    """A match for chips that the user played."""

    async def found(self, typing: Typing) -> tuple[Sequence[Result], dict[int, str]]:
        own = typing.interaction.user.id
        found, names = await named_results(typing.services, typing.guild_id, _SEARCHED, person=own)
        for_chips = [key for key, game in games.TABLE_GAMES.items() if game.info.chips]
        return [one for one in found if one.match_id and one.game in for_chips], names


def _match_label(result: Result, names: dict[int, str], w: Words) -> str:
    """Return a match as a choice, its time first."""
    return f"{when(result)} · {label_of(result, names, w)}"


class TimeZone(_Suggested):
    """A time zone, with its present time."""

    async def suggest(self, typing: Typing) -> Choices:
        found = zones_like(typing.text, typing.services.now())
        return _choices((f"{one.tzinfo} · {one:%H:%M} · UTC{one.isoformat()[-6:]}", str(one.tzinfo)) for one in found)

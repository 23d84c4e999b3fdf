"""Parsing of typed seasons: days, games and points for places."""

import re
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

import games
from bot.league.seasons.kinds import SEASON_KINDS
from bot.local_time import date_begins, days_of
from bot.requests.typed_text import read_name
from bot.requests.typed_times import nearest_day, read_day
from bot.requests.values import read_game
from bot.tables.errors import TableError
from storage.league.leagues import League
from storage.league.seasons import Season

_LONGEST: Final = 2 * 366
"""The most days of a season."""
_MOST_POINTS: Final = 1000
_MOST_PLACES: Final = 10
MOST_BEST: Final = 100
"""The most results of a person that score where only the best do."""


class SeasonForm:
    """A season as typed.

    :param games: game names or keys, separated by commas; "" for all.
    :param since: the first day, as `nearest_day` reads it; "" for now.
    :param until: the last day, as `read_day` reads it.
    :param counts: the key of its kind.
    :param points: whole numbers, from the first place on; "" for the default.
    """

    def __init__(
        self,
        name: str,
        until: str,
        *,
        games: str = "",
        since: str = "",
        counts: str = "rating",
        points: str = "",
    ) -> None:
        self.name = " ".join(name.split())
        self.until, self.games, self.since, self.counts, self.points = until, games, since, counts, points


def read_season(form: SeasonForm, league: League, now: float) -> Season:
    """Return the season described by a form.

    :raises TableError: for unreadable or contradictory values.
    """
    if not read_name(form.name):
        raise TableError("league.open.no_name")
    since = _first_second(form.since, now, league) if form.since.strip() else now
    until = _end(form.until, now, league)
    _check_span(since, until, league)
    season = Season(0, league.guild_id, form.name, since, until, form.counts, games=_games(form.games))
    takes_points = SEASON_KINDS[form.counts].takes_points and form.points.strip()
    return replace(season, points=_points(form.points)) if takes_points else season


def edited_season(season: Season, league: League, now: float, *, name: str, first_day: str, last_day: str) -> Season:
    """Return a season with new values; "" keeps one.

    :raises TableError: for unreadable or contradictory values.
    """
    since, until = season.starts_at, season.ends_at
    if first_day.strip():
        since = _first_second(first_day, now, league)
    if last_day.strip():
        until = _end(last_day, now, league)
    _check_span(since, until, league)
    return replace(season, name=read_name(name) or season.name, starts_at=since, ends_at=until)


def read_best(text: str) -> int:
    """Parse the number of a person's results that score, the best ones; 0 and "" mean all.

    :raises TableError: if it is unreadable.
    """
    if not re.fullmatch(r"[0-9]{0,3}", text, re.ASCII) or int(text or 0) > MOST_BEST:
        raise TableError("league.open.bad_best", value=text, most=MOST_BEST)
    return int(text or 0)


def _check_span(since: float, until: float, league: League) -> None:
    """Raise `TableError` for an empty or too long season, naming the days that were understood."""
    first, _ = days_of(since, since + 1, league.time_zone)
    _, last = days_of(until - 1, until, league.time_zone)
    if until <= since:
        raise TableError("league.open.ends_first", first=str(first), last=str(last))
    if until - since > _LONGEST * 86_400.0:
        raise TableError("league.open.too_long", first=str(first), last=str(last))


def _first_second(typed: str, now: float, league: League) -> float:
    """Parse a typed first day; return its beginning.

    :raises TableError: if it is unreadable.
    """
    return date_begins(_readable(nearest_day(typed, now, league.time_zone), typed, league), league.time_zone)


def _end(typed: str, now: float, league: League) -> float:
    """Parse a typed last day; return its end.

    :raises TableError: if it is unreadable, or before today.
    """
    last = _readable(read_day(typed, now, league.time_zone), typed, league)
    until = date_begins(last + timedelta(days=1), league.time_zone)
    if until <= now:
        raise TableError("league.open.past", value=str(last), zone=league.time_zone)
    return until


def _readable(day: date | None, typed: str, league: League) -> date:
    if day is None:
        raise TableError("league.open.bad_date", value=typed or "—", zone=league.time_zone)
    return day


def _points(text: str) -> tuple[int, ...]:
    """Parse typed points for places.

    :raises TableError: if they are unreadable, or a place scores more than a better one.
    """
    parts = [part for part in re.split(r"[\s,;/]+", text) if part]
    if not all(part.isascii() and part.isdecimal() and len(part) <= 4 for part in parts):
        raise TableError("league.open.bad_points", value=text)
    points = tuple(map(int, parts))
    falling = list(points) == sorted(points, reverse=True)
    if not (1 <= len(points) <= _MOST_PLACES and falling and 0 < points[0] <= _MOST_POINTS):
        raise TableError("league.open.bad_points", value=text)
    return points


def _games(text: str) -> tuple[str, ...]:
    """Return the games in a comma-separated text of any language.

    :raises TableError: if one of them is not played at tables.
    """
    named = [part for part in text.split(",") if part.strip()]
    found = dict.fromkeys(read_game(part, games.TABLE_GAMES, "league.open.unknown_game") for part in named)
    return tuple(found) if len(found) < len(games.TABLE_GAMES) else ()

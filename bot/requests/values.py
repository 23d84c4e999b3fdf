"""Parsing of times and games as people type them."""

import re
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo

from babel.dates import get_day_names

from bot.league.local_time import is_skipped
from bot.locales import LOCALES, words
from bot.tables.errors import TableError

_BETWEEN_WORDS: Final = re.compile(r"[\s_-]+")


def read_time(text: str, now: float, zone: str) -> float | None:
    """Parse "20:00", "Friday 20:00" or "2026-12-05 20:00"; else return None.

    The result is the next such time. Weekdays, "today" and "tomorrow" may be in any language, and short. If a time
    occurs twice because the clocks are put back, the first one counts.

    :param now: the time in unix seconds.
    :param zone: the time zone of the text.
    :raises TableError: if the clocks skip the time on that day.
    """
    found = _TIME.fullmatch(text.strip().casefold())
    if found is None:
        return None
    there = datetime.fromtimestamp(now, ZoneInfo(zone))
    try:
        clock = time(int(found["hour"]), int(found["minute"]))
        day = date.fromisoformat(found["day"]) if (found["day"] or "")[:1].isdigit() else None
    except ValueError:
        return None
    days = [day] if day is not None else [there.date() + timedelta(days=ahead) for ahead in range(8)]
    named = [one for one in days if day is not None or _is_named(one, there.date(), found["day"])]
    instants = ((one, datetime.combine(one, clock, ZoneInfo(zone)).timestamp()) for one in named)
    day, instant = next(((one, at) for one, at in instants if at > now), (None, None))
    if day is not None and is_skipped(day, clock, zone):
        raise TableError("tournament.refusal.start_skipped", value=f"{day} {clock:%H:%M}", zone=zone)
    return instant


_TIME: Final = re.compile(r"(?:(?P<day>[^\d\s,]+|\d{4}-\d{2}-\d{2}),?\s+)?(?P<hour>\d{1,2})[:.](?P<minute>\d{2})")


def _is_named(day: date, today: date, text: str | None) -> bool:
    if text is None:
        return True
    names = [
        calendar[day.weekday()].casefold()
        for locale in LOCALES
        for calendar in (get_day_names("wide", locale=locale), get_day_names("abbreviated", locale=locale))
    ]
    if any(words(locale)("time.today") == text for locale in LOCALES):
        return day == today
    if any(words(locale)("time.tomorrow") == text for locale in LOCALES):
        return day == today + timedelta(days=1)
    return len(text) > 1 and any(name.startswith(text.rstrip(".")) for name in names)


def read_game(text: str, among: Iterable[str], key: str = "error.unknown_game") -> str:
    """Return the game with this key or name in any language.

    :param among: the keys of the possible games.
    :param key: the text that refuses all others.
    :raises TableError: if there is no such game among them.
    """
    wanted = _plain(text)
    found = next((game for game in among if wanted in _names(game)), None)
    if found is None:
        raise TableError(key, value=text.strip() or "—")
    return found


def fitting_games(text: str, among: Iterable[str]) -> list[str]:
    """Return games whose names contain the text, prefixes first."""
    wanted = _plain(text)
    found = [game for game in among if any(wanted in name for name in _names(game))]
    return sorted(found, key=lambda game: not any(name.startswith(wanted) for name in _names(game)))


@cache
def _names(game: str) -> frozenset[str]:
    """Return a game's `_plain` names, with and without bracketed remarks."""
    names = {_plain(game), *(_plain(words(locale)(f"game.{game}.name")) for locale in LOCALES)}
    return frozenset(names | {name.partition(" (")[0] for name in names})


def _plain(text: str) -> str:
    return _BETWEEN_WORDS.sub(" ", text.strip()).casefold()

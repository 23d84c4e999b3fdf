"""Parsing of days and times as people type them, in any language.

`read_time` reads a time, `read_past_time` a past one, `read_day` and `nearest_day` a day. The words are in the
catalogues below `time.typed`; the names of weekdays and months are Babel's. A text becomes one letter for each word,
the *shape*, which decides how the text is read.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from babel.dates import get_day_names, get_month_names

from bot.local_time import is_skipped
from bot.locales import LOCALES, words
from bot.requests.services import Services
from bot.tables.errors import TableError
from storage.league import leagues

USUAL_TIME: Final = time(20)
"""The time of a typed day without a time."""

_FIRST_YEAR: Final = 2015
"""The first year of Discord."""
_YEARS_AHEAD: Final = 5
_LONGEST: Final = 100
"""The most characters of a text that is read."""

_TOKEN: Final = re.compile(
    r"(?P<date>[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}\.[0-9]{1,2}\.(?:20)?[0-9]{2})(?![0-9])"
    r"|(?P<clock>[0-9]{1,2}:[0-9]{2})(?![0-9:])"
    r"|(?P<pair>[0-9]{1,2}[.,][0-9]{1,2})(?![0-9:])"
    r"|(?P<year>20[0-9]{2})(?![0-9])|(?P<number>[0-9]{1,3})(?![0-9])|(?P<word>[^\W\d_]+)|[\s,.]+"
)
_DOTTED_HALF: Final = re.compile(r"\b([ap])\.\s?m\b")
"""The dotted form of "am" and "pm"."""

# The letters of a shape: A at, B day and month or a time ("8.05"), C time, D relative day, F fraction, H hours, I in,
# L date, M month, N number, P am or pm, S since or ago, T minutes, U days or weeks, W weekday, Y year.
_DAY: Final = re.compile(r"I(?:N?U)+|A?(?:D|W?[LB]|W?NMY?|W?MNY?|W)|")
_TIME: Final = re.compile(r"(?:AH?)?(?:[BC]P?|NH?P)|AH?NH?|")
_TIME_AFTER_DAY: Final = re.compile(rf"{_TIME.pattern}|NH?")
_SPAN: Final = re.compile(r"I(?:[NFBC]?[HTU])+")

_WORDS: Final[dict[str, tuple[str, Any]]] = {
    "at": ("A", None),
    "in": ("I", None),
    "filler": ("", None),
    "past": ("S", None),
    "yesterday": ("D", -1),
    "today": ("D", 0),
    "tomorrow": ("D", 1),
    "after_tomorrow": ("D", 2),
    "half": ("F", 0.5),
    "minutes": ("T", 60),
    "half_hours": ("T", 1800),
    "hours": ("H", 3600),
    "days": ("U", 86_400),
    "weeks": ("U", 7 * 86_400),
    "am": ("P", 0),
    "pm": ("P", 12),
}
"""The letter and value of the words of each text below `time.typed`."""


class _Token(NamedTuple):
    letter: str
    value: Any = None


class _Typed(NamedTuple):
    """A parsed text.

    :ivar days: the possible days, the next one first; None if no day was typed.
    :ivar clock: the time of day, if one was typed.
    :ivar span_s: the seconds from now instead of both.
    """

    days: tuple[date, ...] | None = None
    clock: time | None = None
    span_s: float | None = None


def read_time(text: str, now: float, zone: str) -> float | None:
    """Parse a time, such as "Friday 20:00" or "in 2 hours"; else return None.

    A time without a day and a weekday mean the next ones. A day without a time means `USUAL_TIME`. Only a full date
    or "today" can be past. If a time occurs twice because the clocks are put back, the first one counts.

    :param now: the time in unix seconds.
    :param zone: the time zone of the text.
    :raises TableError: if the clocks skip the time on that day.
    """
    today = datetime.fromtimestamp(now, ZoneInfo(zone)).date()
    typed = _parse(text, today)
    if typed is None:
        return None
    if typed.span_s is not None:
        return now + typed.span_s
    clock = USUAL_TIME if typed.clock is None else typed.clock
    days = typed.days or (today, today + timedelta(days=1))
    instants = [(day, datetime.combine(day, clock, ZoneInfo(zone)).timestamp()) for day in days]
    day, instant = next((one for one in instants if one[1] > now), instants[0])
    if is_skipped(day, clock, zone):
        raise TableError("tournament.refusal.start_skipped", value=f"{day} {clock:%H:%M}", zone=zone)
    return instant


def without_every(text: str) -> str:
    """Return the first of several times, without words such as "every"."""
    return " ".join(part for part in text.split() if _plain(part) not in _every())


@cache
def _every() -> frozenset[str]:
    """Return the words for "every" in all languages."""
    return frozenset(word for locale in LOCALES for word in _plain(words(locale)("time.every")).split())


def read_past_time(text: str, now: float, zone: str) -> float | None:
    """Parse a past time, such as "18:00", "yesterday" or "2 hours ago"; else return None.

    A time without a day and a weekday mean the last ones. A day without a time means its beginning.
    """
    today = datetime.fromtimestamp(now, ZoneInfo(zone)).date()
    typed = _parse(text, today, past=True)
    if typed is None:
        return None
    if typed.span_s is not None:
        return now - typed.span_s
    days = typed.days or (today, today - timedelta(days=1))
    instants = (datetime.combine(day, typed.clock or time(), ZoneInfo(zone)).timestamp() for day in days)
    return next((one for one in instants if one <= now), None)


def read_day(text: str, now: float, zone: str) -> date | None:
    """Parse a day, such as "31.12.2026" or "Friday"; else return None.

    A weekday means the next one after today.
    """
    typed = _parse(text, datetime.fromtimestamp(now, ZoneInfo(zone)).date())
    return typed.days[-1] if typed is not None and typed.days and typed.clock is None else None


def nearest_day(text: str, now: float, zone: str) -> date | None:
    """Parse a day like `read_day`, but take the nearer of the last and the next one where a date has no year."""
    found, today = read_day(text, now, zone), datetime.fromtimestamp(now, ZoneInfo(zone)).date()
    typed = None if found is None else _parse(text, today, past=True)
    if found is None or typed is None or not typed.days:
        return found
    last = typed.days[0]
    has_no_year = (last.day, last.month) == (found.day, found.month)
    return last if has_no_year and today - last < found - today else found


def _parse(text: str, today: date, *, past: bool = False) -> _Typed | None:
    """Return a parsed text; None if it is unreadable.

    :param past: whether days and spans are past ones; then no "in" may be typed.
    """
    tokens = _tokens(text, today) if len(text) <= _LONGEST else None
    if tokens and past:
        tokens = [one for one in tokens if one.letter != "S"]
    if not tokens or (past and any(one.letter == "I" for one in tokens)):
        return None
    shape = "".join(one.letter for one in tokens)
    if shape not in ("N", "NH"):  # too short to tell what the number is
        for cut in range(len(shape), -1, -1):
            head, tail = tokens[:cut], tokens[cut:]
            if _DAY.fullmatch(shape[:cut]) and _TIME_AFTER_DAY.fullmatch(shape[cut:]):
                return _typed(head, tail, today, past=past)
            if _TIME.fullmatch(shape[:cut]) and _DAY.fullmatch(shape[cut:]):
                return _typed(tail, head, today, past=past)
    if _SPAN.fullmatch(f"I{shape}" if past else shape):
        return _Typed(span_s=_span(tokens))
    return None


def _typed(of_day: Sequence[_Token], of_time: Sequence[_Token], today: date, *, past: bool) -> _Typed | None:
    """Return the day and the time of these words; None if they do not exist."""
    try:
        clock = _clock(of_time) if of_time else None
        days = _days(of_day, today, past=past) if of_day else None
    except ValueError:
        return None
    return _Typed(days, clock)


def _days(tokens: Sequence[_Token], today: date, *, past: bool) -> tuple[date, ...]:
    """Return the possible days.

    :raises ValueError: if there is no such day.
    """
    of = {one.letter: one.value for one in tokens}
    if "I" in of:
        return (today + timedelta(seconds=_span(tokens)),)
    if "D" in of:
        return (today + timedelta(days=of["D"]),)
    if "L" in of:
        day: date = of["L"]
    elif "B" in of:
        number, month = of["B"]
        day = _without_year(number, month, today, past=past)
    elif "M" in of:
        day = date(of["Y"], of["M"], of["N"]) if "Y" in of else _without_year(of["N"], of["M"], today, past=past)
    elif past:
        last = today - timedelta(days=(today.weekday() - of["W"]) % 7)
        return (last, last - timedelta(days=7)) if last == today else (last,)
    else:
        first = today + timedelta(days=(of["W"] - today.weekday()) % 7)
        return (first, first + timedelta(days=7)) if first == today else (first,)
    if of.get("W", day.weekday()) != day.weekday():
        raise ValueError(f"{day} is another weekday")
    return (day,)


def _without_year(number: int, month: int, today: date, *, past: bool) -> date:
    """Return the next or the last such day, maybe today."""
    this_year = date(today.year, month, number)
    if past:
        return this_year if this_year <= today else date(today.year - 1, month, number)
    return this_year if this_year >= today else date(today.year + 1, month, number)


def _clock(tokens: Sequence[_Token]) -> time:
    """Return the time of day.

    :raises ValueError: if there is no such time.
    """
    of = {one.letter: one.value for one in tokens}
    hour, minute = of.get("C") or of.get("B") or (of["N"], 0)
    if "P" in of and 1 <= hour <= 12:
        hour = hour % 12 + of["P"]
    elif of.get("P") == 0:
        raise ValueError(f"{hour} is no hour of a morning")
    return time(hour, minute)


def _span(tokens: Sequence[_Token]) -> float:
    """Return the seconds of "in 1 hour 30 minutes"."""
    seconds, number = 0.0, 1.0
    for letter, value in tokens:
        if letter in "HTU":
            seconds, number = seconds + number * value, 1.0
        elif letter in "BC":
            number = float(f"{value[0]}.{value[1]}")
        elif letter in "NF":
            number = value
    return seconds


# --- Words ------------------------------------------------------------------------------------------------------------


def _tokens(text: str, today: date) -> list[_Token] | None:
    """Return the words with a meaning; None if one is unknown."""
    rest, found = _DOTTED_HALF.sub(r"\1m", _plain(text)), []
    while rest:
        match = _TOKEN.match(rest)
        if match is None:
            return None
        rest = rest[match.end() :]
        if match.lastgroup is None:
            continue
        token = _token(match.lastgroup, match[0], today)
        if token is None:
            return None
        if token.letter:
            found.append(token)
    return found


def _token(kind: str, text: str, today: date) -> _Token | None:
    numbers = tuple(map(int, re.findall("[0-9]+", text)))
    match kind:
        case "date":
            return _date_token(numbers, today)
        case "clock":
            return _Token("C", numbers)
        case "pair" if "," in text:
            return _Token("F", float(text.replace(",", ".")))
        case "pair":
            day, month = numbers
            return _Token("B" if 1 <= day <= 31 and 1 <= month <= 12 else "C", numbers)
        case "year":
            return _Token("Y", numbers[0])
        case "number":
            return _Token("N", numbers[0])
        case _:
            return _word_token(text)


def _date_token(numbers: tuple[int, ...], today: date) -> _Token | None:
    year, month, day = numbers if numbers[0] > 99 else numbers[::-1]
    try:
        found = date(year if year > 99 else 2000 + year, month, day)
    except ValueError:
        return None
    return _Token("L", found) if _FIRST_YEAR <= found.year <= today.year + _YEARS_AHEAD else None


def _word_token(word: str) -> _Token | None:
    """Return the only meaning of a word, which may be short or inflected."""
    if word in _vocabulary():
        return _vocabulary()[word]
    exact = {token for name, token in _names() if word == name}
    similar = {token for name, token in _names() if _resembles(word, name)}
    found = exact or similar
    return found.pop() if len(found) == 1 else None


def _resembles(word: str, name: str) -> bool:
    """Return True for a beginning of a name, or the name with another ending."""
    if name.startswith(word):
        return len(word) > 1
    stem = max(3, len(name) - 2)
    return len(name) > 3 and word[:stem] == name[:stem] and len(word) <= len(name) + 1


@cache
def _vocabulary() -> dict[str, _Token]:
    """Return the words of all languages below `time.typed`.

    :raises ValueError: if a word has two meanings.
    """
    found: dict[str, _Token] = {}
    for locale in LOCALES:
        for key, (letter, value) in _WORDS.items():
            for word in _plain(words(locale)(f"time.typed.{key}")).split():
                token = _Token(letter, value)
                if found.setdefault(word, token) != token:
                    raise ValueError(f"{word!r} of {key} in {locale} has another meaning, too")
    return found


@cache
def _names() -> tuple[tuple[str, _Token], ...]:
    """Return the names of weekdays and months in all languages."""
    return tuple(_all_names())


def _all_names() -> Iterator[tuple[str, _Token]]:
    for locale in LOCALES:
        for width in ("wide", "abbreviated"):
            for context in ("format", "stand-alone"):
                for day, name in get_day_names(width, context, locale).items():
                    yield _plain(name).rstrip("."), _Token("W", day)
                for month, name in get_month_names(width, context, locale).items():
                    yield _plain(name).rstrip("."), _Token("M", month)


def _plain(text: str) -> str:
    """Return a text in lower case, without accents."""
    apart = unicodedata.normalize("NFKD", text.strip().casefold().replace("ł", "l"))
    return "".join(one for one in apart if not unicodedata.combining(one))


COMPLETES: Final = {"time.typed.{}": _WORDS}


async def time_zone_of(services: Services, guild_id: int) -> str:
    """Return the time zone of a server."""
    async with services.database.read() as tx:
        return (await leagues.load(tx, guild_id)).time_zone

"""Dates below plots, and alternative texts of plots and tables."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.locales import Words
from bot.render import Curve, TableRow

# --- Dates below charts, in the time zone of a server -----------------------------------------------------------------

_DAY: Final = 86_400.0
_MARKS: Final = 5
"""The approximate number of dates below a plot."""


def date_of(at: float, zone: str, w: Words) -> str:
    """Return a short day and month."""
    return w.day(datetime.fromtimestamp(at, ZoneInfo(zone)).date())


def marked(since: float, until: float, zone: str) -> list[float]:
    """Return the labelled times: months, or days in short spans."""
    start = datetime.fromtimestamp(since, ZoneInfo(zone))
    if until - since < 45 * _DAY:
        step = timedelta(days=max(1, round((until - since) / _DAY / _MARKS)))
        midnight = start.replace(hour=0, minute=0, second=0, microsecond=0)
        found = [midnight + number * step for number in range(2 * _MARKS)]
    else:
        months = [start.year * 12 + start.month - 1 + number for number in range(int((until - since) / _DAY / 28) + 2)]
        found = [datetime(month // 12, month % 12 + 1, 1, tzinfo=start.tzinfo) for month in months]
    inside = [one.timestamp() for one in found if since <= one.timestamp() <= until]
    return inside[:: max(1, -(-len(inside) // _MARKS))] or [until]


# --- Charts in words, for their alternative texts ---------------------------------------------------------------------


def plot_alt(words: Words, curves: Sequence[Curve], *, since: str, until: str) -> str:
    """Return an alternative text with each line's ends and extremes.

    :param since: the date at its left edge, and `until` at its right one.
    """
    parts = [words("league.alt.plot", since=since, until=until)]
    for curve in curves:
        values = [value for _, value in curve.points]
        lowest, highest = f"{min(values):.0f}", f"{max(values):.0f}"
        first, last = f"{values[0]:.0f}", f"{values[-1]:.0f}"
        parts.append(words("league.alt.curve", name=curve.name, first=first, last=last, lowest=lowest, highest=highest))
    return " ".join(parts)


def table_alt(words: Words, titles: Sequence[str], rows: Sequence[TableRow]) -> str:
    """Return a table as text, row by row."""
    parts = [words("league.alt.table")]
    for row in rows:
        numbers = ", ".join(
            f"{title} {value.text}{f' {value.aside}' if value.aside else ''}"
            for title, value in zip(titles, row.values, strict=True)
        )
        place = f"{row.place}. " if row.place else ""
        moved = f" ({moved_text(words, row.moved)})" if row.moved else ""
        parts.append(f"{place}{row.name}{moved}: {numbers}.")
    return " ".join(parts)


def moved_text(words: Words, moved: int) -> str:
    """Return the number of places risen or, below zero, fallen."""
    return words.count("league.moved.up" if moved > 0 else "league.moved.down", abs(moved))

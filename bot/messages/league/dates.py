"""Dates below charts, in the time zone of a server."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.locales import Words

__all__ = ["date_of", "marked"]

_DAY: Final = 86_400.0
_MARKS: Final = 5
"""About so many dates stand below a plot."""


def date_of(at: float, zone: str, w: Words) -> str:
    """A day and a month in few letters."""
    return w.day(datetime.fromtimestamp(at, ZoneInfo(zone)).date())


def marked(since: float, until: float, zone: str) -> list[float]:
    """The times below a plot: the firsts of months, or of a short time some days."""
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

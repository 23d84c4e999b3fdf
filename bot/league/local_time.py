"""Days, weeks and quarters in a server's time zone."""

from datetime import date, datetime, time, timedelta
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones


class Quarter(NamedTuple):
    """A quarter of a year.

    :ivar key: ``2026-4``.
    :ivar name: ``2026 Q4``.
    :ivar starts_at: its first moment, in unix seconds.
    :ivar ends_at: the first moment after it.
    """

    key: str
    name: str
    starts_at: float
    ends_at: float


def quarter_at(at: float, zone: str) -> Quarter:
    """Return the quarter that contains a time."""
    there = datetime.fromtimestamp(at, ZoneInfo(zone))
    year, number = there.year, (there.month - 1) // 3
    first = datetime(year, 3 * number + 1, 1, tzinfo=ZoneInfo(zone))
    after = datetime(year + (number == 3), (3 * number + 3) % 12 + 1, 1, tzinfo=ZoneInfo(zone))
    return Quarter(f"{year}-{number + 1}", f"{year} Q{number + 1}", first.timestamp(), after.timestamp())


def day_begins(at: float, zone: str) -> float:
    """Return the start of the day that contains a time."""
    there = datetime.fromtimestamp(at, ZoneInfo(zone))
    return datetime.combine(there.date(), time(), ZoneInfo(zone)).timestamp()


def week_begins(at: float, zone: str) -> float:
    """Return the start of the week (Monday) of a time."""
    there = datetime.fromtimestamp(at, ZoneInfo(zone))
    monday = there.date() - timedelta(days=there.weekday())
    return datetime.combine(monday, time(), ZoneInfo(zone)).timestamp()


def week_before(at: float, zone: str) -> tuple[float, float]:
    """Return the start and end of the last full week."""
    ends = week_begins(at, zone)
    return week_begins(ends - 1, zone), ends


def hour_of_day(at: float, zone: str, hour: int) -> float:
    """Return the time of an hour on a day."""
    there = datetime.fromtimestamp(at, ZoneInfo(zone))
    return datetime.combine(there.date(), time(hour), ZoneInfo(zone)).timestamp()


def date_begins(day: date, zone: str) -> float:
    """Return the start of a date."""
    return datetime.combine(day, time(), ZoneInfo(zone)).timestamp()


def days_of(since: float, until: float, zone: str) -> tuple[date, date]:
    """Return the first and last day of a span of time."""
    first = datetime.fromtimestamp(since, ZoneInfo(zone)).date()
    return first, max(first, datetime.fromtimestamp(until - 1, ZoneInfo(zone)).date())


def is_skipped(day: date, clock: time, zone: str) -> bool:
    """Return True if a clock change skips this time."""
    there = datetime.combine(day, clock, ZoneInfo(zone))
    return datetime.fromtimestamp(there.timestamp(), ZoneInfo(zone)).replace(tzinfo=None) != there.replace(tzinfo=None)


def zone_needed(name: str) -> str:
    """Return the canonical spelling of a time zone.

    :raises ValueError: if there is no such zone.
    """
    wanted = name.strip()
    found = next((zone for zone in zones() if zone.casefold() == wanted.casefold()), None)
    if found is None:
        raise ValueError(f"there is no time zone {name!r}")
    try:
        ZoneInfo(found)
    except ZoneInfoNotFoundError as error:
        raise ValueError(f"the time zone {name!r} cannot be read") from error
    return found


@cache
def zones() -> tuple[str, ...]:
    """Return all time zones, read from the disk once."""
    return tuple(sorted(available_timezones()))

"""Days, weeks and quarters in a server's time zone."""

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

_REVERSED: Final = re.compile(r"(Etc/)?GMT[+-]\d+")
"""The zones in whose names the sign is the other way round: Etc/GMT+2 is two hours behind UTC."""
_OFFSET: Final = re.compile(r"(?:etc/)?(?:utc|gmt)?_?([+-])_?(\d{1,2})(?::?([0-5]\d))?")
_WELL_KNOWN: Final = (
    *("Europe/Warsaw", "Europe/Moscow", "Europe/London", "Europe/Berlin", "Europe/Kyiv", "America/New_York"),
    *("America/Chicago", "America/Denver", "America/Los_Angeles", "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney"),
)
_HALF_YEAR: Final = timedelta(days=182)


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
    """Return all time zones, read from the disk once; the well-known ones first."""
    found = sorted(one for one in available_timezones() if not _REVERSED.fullmatch(one))
    return tuple(dict.fromkeys((*(one for one in _WELL_KNOWN if one in found), *found)))


@cache
def _zone_info(name: str) -> ZoneInfo:
    return ZoneInfo(name)  # which keeps but a few


def zones_like(typed: str, at: float) -> Iterator[datetime]:
    """Yield the time in each zone with this city, abbreviation (summer's or winter's) or offset, such as "gmt+2"."""
    wanted = typed.strip().casefold().replace(" ", "_").replace("\N{MINUS SIGN}", "-")
    offset = _OFFSET.fullmatch(wanted)
    minutes = int(f"{offset[1]}1") * (60 * int(offset[2]) + int(offset[3] or 0)) if offset else 0
    for name in zones():
        there = datetime.fromtimestamp(at, _zone_info(name))
        names = (there.tzname(), (there + _HALF_YEAR).tzname())
        if (
            there.utcoffset() == timedelta(minutes=minutes)
            if offset
            else wanted in name.casefold() or wanted in (one.casefold() for one in names if one)
        ):
            yield there

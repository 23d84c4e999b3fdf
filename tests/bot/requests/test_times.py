"""Typed times in the server's time zone."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.requests.values import read_time
from bot.tables.errors import TableError

WARSAW = ZoneInfo("Europe/Warsaw")
MONDAY = datetime(2026, 11, 23, 12, 0, tzinfo=WARSAW)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("20:00", "2026-11-23 20:00"),
        ("9:30", "2026-11-24 09:30"),  # today it is past
        ("Friday 20:00", "2026-11-27 20:00"),
        ("fri, 20.00", "2026-11-27 20:00"),
        ("Piątek 20:00", "2026-11-27 20:00"),
        ("пт 20:00", "2026-11-27 20:00"),
        ("Monday 20:00", "2026-11-23 20:00"),
        ("Monday 11:00", "2026-11-30 11:00"),
        ("tomorrow 8:05", "2026-11-24 08:05"),
        ("jutro 8:05", "2026-11-24 08:05"),
        ("2026-12-05 20:00", "2026-12-05 20:00"),
    ],
)
def test_a_time_is_the_next_one_that_is_named(typed: str, meant: str) -> None:
    found = read_time(typed, MONDAY.timestamp(), "Europe/Warsaw")
    assert found is not None
    assert f"{datetime.fromtimestamp(found, WARSAW):%Y-%m-%d %H:%M}" == meant


@pytest.mark.parametrize("typed", ["", "soon", "25:00", "20:60", "today 11:00", "f 20:00", "2026-13-01 20:00", "20"])
def test_what_names_no_time_to_come_is_none(typed: str) -> None:
    assert read_time(typed, MONDAY.timestamp(), "Europe/Warsaw") is None


@pytest.mark.parametrize("typed", ["2027-03-28 02:30", "Sunday 2:30", "tomorrow 02:00"])
def test_a_time_that_the_clocks_skip_is_refused(typed: str) -> None:
    before = datetime(2027, 3, 27, 12, 0, tzinfo=WARSAW).timestamp()  # on the 28th 2:00 is followed by 3:00
    with pytest.raises(TableError) as caught:
        read_time(typed, before, "Europe/Warsaw")
    assert caught.value.key == "tournament.refusal.start_skipped"
    assert caught.value.values["zone"] == "Europe/Warsaw"
    assert str(caught.value.values["value"]).startswith("2027-03-28 02:")


def test_the_hour_after_the_one_that_the_clocks_skip_is_taken() -> None:
    before = datetime(2027, 3, 27, 12, 0, tzinfo=WARSAW).timestamp()
    hours_until = 12 + 2  # until midnight, and two of three, because 2:00 is skipped
    assert read_time("Sunday 3:00", before, "Europe/Warsaw") == before + hours_until * 3600


def test_of_a_time_that_comes_twice_the_first_is_taken() -> None:
    before = datetime(2026, 10, 24, 12, 0, tzinfo=WARSAW).timestamp()
    assert read_time("2026-10-25 02:30", before, "Europe/Warsaw") == before + 14.5 * 3600


def test_an_hour_is_that_of_the_clock_also_after_the_clocks_change() -> None:
    before = datetime(2026, 10, 24, 12, 0, tzinfo=WARSAW).timestamp()
    found = read_time("Sunday 20:00", before, "Europe/Warsaw")
    assert found == before + 33 * 3600  # a day, eight hours, and the hour that comes twice

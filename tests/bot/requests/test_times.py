"""Typed times in the server's time zone."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.requests.typed_times import read_day, read_past_time, read_time
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
        ("31.12.2026 20:00", "2026-12-31 20:00"),
        ("31.12 20:00", "2026-12-31 20:00"),
        ("1.2., 20.30", "2027-02-01 20:30"),  # this year's is past
        ("31.12.26", "2026-12-31 20:00"),  # a day alone means 20:00
        ("5.12", "2026-12-05 20:00"),  # the day comes first
        ("8.30", "2026-11-24 08:30"),  # there is no month 30
        ("friday", "2026-11-27 20:00"),
        ("tomorrow 8pm", "2026-11-24 20:00"),
        ("tomorrow at 8:30 p.m.", "2026-11-24 20:30"),
        ("12 am tomorrow", "2026-11-24 00:00"),
        ("at 8pm", "2026-11-23 20:00"),
        ("on Friday, 27 Nov, 20:00", "2026-11-27 20:00"),
        ("December 5th 2026 20:00", "2026-12-05 20:00"),
        ("in 2 hours", "2026-11-23 14:00"),
        ("in an hour and 30 minutes", "2026-11-23 13:30"),
        ("in half an hour", "2026-11-23 12:30"),
        ("in 3 days at 19:00", "2026-11-26 19:00"),
        ("jutro 20:00", "2026-11-24 20:00"),
        ("jutro o 20", "2026-11-24 20:00"),
        ("w piątek", "2026-11-27 20:00"),
        ("w piatek o godz. 19", "2026-11-27 19:00"),
        ("we wtorek o 7 wieczorem", "2026-11-24 19:00"),
        ("w środę 20:00", "2026-11-25 20:00"),
        ("w sobotę 20.30", "2026-11-28 20:30"),
        ("w najbliższą niedzielę", "2026-11-29 20:00"),
        ("pojutrze 18:00", "2026-11-25 18:00"),
        ("5 grudnia o 20:00", "2026-12-05 20:00"),
        ("za 2 godziny", "2026-11-23 14:00"),
        ("za godzinę", "2026-11-23 13:00"),
        ("za 1,5 godziny", "2026-11-23 13:30"),
        ("za tydzień", "2026-11-30 20:00"),
        ("завтра в 20", "2026-11-24 20:00"),
        ("завтра в 8 часов вечера", "2026-11-24 20:00"),
        ("в пятницу", "2026-11-27 20:00"),
        ("во вторник в 20:00", "2026-11-24 20:00"),
        ("в среду 19.00", "2026-11-25 19:00"),
        ("в воскресенье", "2026-11-29 20:00"),
        ("послезавтра 18:00", "2026-11-25 18:00"),
        ("5 декабря в 20 часов", "2026-12-05 20:00"),
        ("через 2 часа", "2026-11-23 14:00"),
        ("через полчаса", "2026-11-23 12:30"),
        ("через час", "2026-11-23 13:00"),
        ("через 3 дня в 19:00", "2026-11-26 19:00"),
    ],
)
def test_a_time_is_the_next_one_that_is_named(typed: str, meant: str) -> None:
    found = read_time(typed, MONDAY.timestamp(), "Europe/Warsaw")
    assert found is not None
    assert f"{datetime.fromtimestamp(found, WARSAW):%Y-%m-%d %H:%M}" == meant


@pytest.mark.parametrize(("typed", "meant"), [("today 11:00", "2026-11-23 11:00"), ("1.11.2026", "2026-11-01 20:00")])
def test_only_a_day_that_is_meant_exactly_can_be_past(typed: str, meant: str) -> None:
    found = read_time(typed, MONDAY.timestamp(), "Europe/Warsaw")
    assert found is not None
    assert f"{datetime.fromtimestamp(found, WARSAW):%Y-%m-%d %H:%M}" == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("31.12.2026", "2026-12-31"),
        ("2026-12-31", "2026-12-31"),
        ("23.11", "2026-11-23"),
        ("22.11", "2027-11-22"),
        ("Monday", "2026-11-30"),  # the next one
        ("Friday", "2026-11-27"),
        ("31 grudnia", "2026-12-31"),
        ("31 декабря 2026 г.", "2026-12-31"),
        ("yesterday", "2026-11-22"),
        ("через неделю", "2026-11-30"),
    ],
)
def test_a_weekday_means_the_next_one_and_a_date_may_be_today(typed: str, meant: str) -> None:
    found = read_day(typed, MONDAY.timestamp(), "Europe/Warsaw")
    assert str(found) == meant


@pytest.mark.parametrize("typed", ["", "20:00", "Friday 20:00", "in 2 hours", "31.2.2026", "31.12.1999", "12/31/2026"])
def test_a_time_or_an_impossible_date_is_no_day(typed: str) -> None:
    assert read_day(typed, MONDAY.timestamp(), "Europe/Warsaw") is None


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "soon",
        "25:00",
        "20:60",
        "f 20:00",
        "2026-13-01 20:00",
        "20",
        "ma 5",
        "Friday 28 Nov",
        "13 am",
        "in 2",
        "in " + "1 hour " * 20,
        "٢٠:00",
    ],
)
def test_what_names_no_time_is_none(typed: str) -> None:
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


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("11:00", "2026-11-23 11:00"),
        ("18:00", "2026-11-22 18:00"),  # today it is still to come
        ("since 18:00", "2026-11-22 18:00"),
        ("yesterday", "2026-11-22 00:00"),  # a day alone means its beginning
        ("wczoraj o 20", "2026-11-22 20:00"),
        ("today", "2026-11-23 00:00"),
        ("Friday 20:00", "2026-11-20 20:00"),
        ("last Friday", "2026-11-20 00:00"),
        ("с пятницы", "2026-11-20 00:00"),
        ("Monday 11:00", "2026-11-23 11:00"),
        ("Monday 20:00", "2026-11-16 20:00"),  # today it is still to come
        ("31.12", "2025-12-31 00:00"),
        ("1.11.2026 9:30", "2026-11-01 09:30"),
        ("2 hours", "2026-11-23 10:00"),
        ("2 hours ago", "2026-11-23 10:00"),
        ("od 2 godzin", "2026-11-23 10:00"),
        ("полчаса назад", "2026-11-23 11:30"),
        ("3 days ago", "2026-11-20 12:00"),
        ("2026-11-22 18:00", "2026-11-22 18:00"),
    ],
)
def test_a_past_time_is_the_last_one_that_is_named(typed: str, meant: str) -> None:
    found = read_past_time(typed, MONDAY.timestamp(), "Europe/Warsaw")
    assert found is not None
    assert f"{datetime.fromtimestamp(found, WARSAW):%Y-%m-%d %H:%M}" == meant


@pytest.mark.parametrize("typed", ["tomorrow", "in 2 hours", "1.12.2026", "", "5", "since", "ago", "last week ago x"])
def test_a_future_or_unreadable_time_is_no_past_one(typed: str) -> None:
    assert read_past_time(typed, MONDAY.timestamp(), "Europe/Warsaw") is None


@pytest.mark.parametrize("typed", ["last Friday", "2 hours ago", "since 18:00"])
def test_words_of_the_past_are_no_time_to_come(typed: str) -> None:
    assert read_time(typed, MONDAY.timestamp(), "Europe/Warsaw") is None

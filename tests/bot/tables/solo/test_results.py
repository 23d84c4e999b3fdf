"""Results of solitaires: tables of a day, streaks, statistics."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from bot.tables.solo.results import DayTable, day_streak, day_table, solved_days, standing
from bot.tables.solo.state import day_of, end_of
from storage.solo import SoloStatus, StoredSolo
from tests.storage.test_solo import ended

TODAY = date(2026, 11, 22)


def days(*numbers: int) -> set[date]:
    """Days of November 2026."""
    return {date(2026, 11, number) for number in numbers}


def solved(name: str, moves: int, seconds: float, *, helped: bool = False) -> StoredSolo:
    return replace(ended(name, moves=moves, helped=helped), spent=seconds)


def test_fewer_moves_stand_first_and_of_as_many_moves_less_time() -> None:
    slow, quick, short = solved("slow", 30, 90), solved("quick", 30, 80.5), solved("short", 29, 500)
    assert day_table([slow, quick, short]).alone == (short, quick, slow)


def test_help_stands_apart_and_so_does_what_was_not_solved() -> None:
    alone, helped = solved("alone", 40, 10), solved("helped", 14, 5, helped=True)
    lost = ended("lost", status=SoloStatus.STUCK)
    assert day_table(iter([helped, lost, alone])) == DayTable((alone,), (helped,), (lost,))


@pytest.mark.parametrize(
    ("solved_on", "streak"),
    [
        (days(), 0),
        (days(22), 1),
        (days(21), 1),  # today still runs
        (days(20, 21, 22), 3),
        (days(20, 21), 2),
        (days(20), 0),
        (days(19, 21, 22), 2),
    ],
)
def test_a_streak_is_of_days_in_a_row_and_the_running_day_breaks_none(solved_on: set[date], streak: int) -> None:
    assert day_streak(solved_on, TODAY) == streak


def test_a_day_counts_for_the_streak_if_first_solved_without_help() -> None:
    results = [
        ended("a", day="2026-11-20"),
        ended("f", day="2026-11-18"),
        ended("b", day="2026-11-21", helped=True),
        ended("c", day="2026-11-22", status=SoloStatus.GAVE_UP),
        ended("d", day="2026-11-19", game="twelves"),
        ended("e"),
    ]
    assert solved_days(results, "pyramid") == days(18, 20)


def test_statistics_use_only_solitaires_solved_without_help() -> None:
    results = [
        solved("a", 30, 100),
        solved("b", 20, 200),
        solved("c", 10, 1, helped=True),
        ended("d", status=SoloStatus.STUCK),
        solved("e", 40, 60),
    ]
    shown = standing(results)
    assert (shown.played, shown.solved, shown.alone) == (5, 4, 3)
    assert shown.best == results[1]
    assert (shown.moves, shown.seconds) == (30, 120)
    assert (shown.streak, shown.longest) == (1, 3)


def test_days_turn_at_midnight_utc() -> None:
    midnight = datetime(2026, 11, 23, tzinfo=UTC).timestamp()
    assert end_of(TODAY) == midnight
    assert day_of(midnight - 0.001) == TODAY
    assert day_of(midnight) == date(2026, 11, 23)

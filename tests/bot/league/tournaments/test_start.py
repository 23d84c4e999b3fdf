"""The start of a tournament: its players, and its deadline."""

from dataclasses import replace

import pytest

from bot.league.tournaments.progress.clock import next_instant
from bot.league.tournaments.progress.starting import CHECK_IN_S, WrongNumber, absent, check_in_is_open, plan_timed_start
from bot.league.tournaments.waiting_list import with_places_given
from storage.league.tournament_values import (
    AnnouncementKind,
    EntryState,
    Participant,
    Tournament,
    TournamentKind,
    TournamentRules,
)
from tests.bot.league.tournaments.tournament_samples import NOON, announced, done, tournament
from tests.chance import InOrder

CALLED = announced(AnnouncementKind.CHECK_IN, 0, (int(NOON),))


def evening(people: int, *, there: int, told: bool = True) -> Tournament:
    """Return a Swiss tournament at noon, with some checked in."""
    signed = tournament(people, kind=TournamentKind.SWISS)
    checked = tuple(replace(one, checked_in=number < there) for number, one in enumerate(signed.people))
    calls = (CALLED,) if told else ()
    return replace(signed, starts_at=NOON, announcements=calls, people=checked)


def started(before: Tournament, now: float = NOON) -> Tournament:
    plan = plan_timed_start(before, InOrder(), now)
    assert plan is not None
    return done(before, plan)


def test_only_checked_in_people_play_and_others_stay_listed() -> None:
    running = started(evening(5, there=4))
    assert len(running.teams) == 4
    assert [one.user_id for one in absent(running)] == [5]


def test_where_nobody_was_asked_to_check_in_everybody_plays() -> None:
    assert len(started(evening(4, there=0, told=False)).teams) == 4


def test_with_one_person_there_it_does_not_start() -> None:
    with pytest.raises(WrongNumber) as error:
        plan_timed_start(evening(4, there=1), InOrder(), NOON)
    assert error.value.lacking == 1


@pytest.mark.parametrize(
    ("size", "units", "moved"),
    [
        (2, [1], 0),
        (2, [1, 1], 2),
        (2, [1, 2], 2),
        (2, [2, 1], 2),
        (3, [1, 1], 0),
        (3, [1, 2], 3),
        (3, [2, 2, 1], 3),
        (3, [1, 3, 1], 3),
    ],
)
def test_the_last_place_of_a_team_goes_to_a_team_or_to_people_who_make_one(
    size: int, units: list[int], moved: int
) -> None:
    people = [
        Participant(10 * number + seat, number if count > 1 else 0, 10.0 * number, entry=EntryState.WAITING)
        for number, count in enumerate(units, 1)
        for seat in range(count)
    ]
    before = replace(tournament(0, size=size), people=tuple(people), rules=TournamentRules(limit=1))
    after = with_places_given(before)
    assert len(after.placed) == moved
    if (size, units) == (3, [2, 2, 1]):
        assert [one.user_id for one in after.placed] == [10, 11, 30], "the first of the list"


@pytest.mark.parametrize(("late_s", "starts"), [(-1, False), (0, True), (3600, True), (3601, False)])
def test_it_starts_at_its_time_or_within_an_hour_of_it(late_s: int, *, starts: bool) -> None:
    assert (plan_timed_start(evening(4, there=4), InOrder(), NOON + late_s) is not None) == starts


def test_the_clock_wakes_for_the_check_in_and_then_for_the_start() -> None:
    waiting = evening(4, there=0, told=False)
    assert next_instant(waiting, NOON - 7200) == NOON - CHECK_IN_S
    assert next_instant(replace(waiting, announcements=(CALLED,)), NOON - 7200) == NOON
    assert not check_in_is_open(waiting, NOON - CHECK_IN_S - 1)
    assert check_in_is_open(waiting, NOON - CHECK_IN_S)

"""Corrections of a tournament's settings by its hosts."""

from dataclasses import replace

import pytest

from bot.league.tournaments.announcing.notices import outdated
from bot.league.tournaments.hosting.editing import TournamentEdit, plan_edit
from bot.league.tournaments.progress.clock import plan_due
from bot.league.tournaments.progress.starting import is_called, plan_start
from bot.tables.errors import TableError
from storage.league.tournament_values import AnnouncementKind, Tournament, TournamentKind, TournamentStage
from tests.bot.league.tournaments.tournament_samples import NOON, announced, done, tournament
from tests.chance import InOrder

MINUTE = 60
HOUR = 3600


def running(people: int = 4, kind: TournamentKind = TournamentKind.SWISS, round_s: int | None = HOUR) -> Tournament:
    """Return a tournament in round 1, which ends at 13:00 if its rounds have a time."""
    before = replace(tournament(people, kind=kind, rounds=2 if kind is TournamentKind.SWISS else 0), round_s=round_s)
    begun = done(before, plan_start(before, InOrder(), NOON))
    due = plan_due(begun, NOON)
    return begun if due is None else done(begun, due)


def edited(before: Tournament, wanted: TournamentEdit, now: float = NOON) -> Tournament:
    return done(before, plan_edit(before, wanted, now).after)


def refusal(before: Tournament, wanted: TournamentEdit, now: float = NOON) -> str:
    with pytest.raises(TableError) as caught:
        plan_edit(before, wanted, now)
    return caught.value.key.removeprefix("tournament.refusal.")


def test_the_log_has_each_setting_before_and_after() -> None:
    before = replace(tournament(4, rounds=3), round_s=HOUR)
    wanted = TournamentEdit("Spring Cup", NOON + 2 * HOUR, 2, 30 * MINUTE)
    step = plan_edit(before, wanted, NOON)
    assert step.about["edits"] == {
        "title": ["Cup", "Spring Cup"],
        "start": [None, NOON + 7200],
        "rounds": [3, 2],
        "round_time": [3600, 1800],
    }
    after = done(before, step.after)
    assert (after.title, after.starts_at, after.rounds, after.round_s) == ("Spring Cup", NOON + 7200, 2, 1800)


def test_a_later_start_calls_to_check_in_again() -> None:
    signed = tournament(2)
    here = tuple(replace(one, checked_in=True) for one in signed.people)
    call = announced(AnnouncementKind.CHECK_IN, 0, (int(NOON) + 20 * MINUTE,))
    before = replace(signed, people=here, starts_at=NOON + 20 * MINUTE, announcements=(call,))
    soon = edited(before, TournamentEdit(starts_at=NOON + 25 * MINUTE))  # the call to check in was right
    assert (is_called(soon), [one.checked_in for one in soon.people]) == (True, [True, True])
    later = edited(before, TournamentEdit(starts_at=NOON + 2 * HOUR))
    assert (is_called(later), [one.checked_in for one in later.people]) == (False, [False, False])


def test_another_time_of_a_round_moves_the_running_one() -> None:
    assert running().deadline == NOON + HOUR
    assert edited(running(), TournamentEdit(round_s=2 * HOUR)).deadline == NOON + 7200
    assert edited(running(), TournamentEdit(round_s=30 * MINUTE), NOON + 20 * MINUTE).deadline == NOON + 1800
    assert refusal(running(), TournamentEdit(round_s=30 * MINUTE), NOON + 40 * MINUTE) == "edit.past"
    untimed = edited(running(round_s=None), TournamentEdit(round_s=HOUR))
    due = plan_due(untimed, NOON + 600)  # the running round gets its time from now on
    assert due is not None
    assert due.deadline == NOON + 600 + 3600


def test_a_longer_round_reminds_again() -> None:
    reminded = announced(AnnouncementKind.REMINDER, 1, *(one.teams for one in running().open_pairings))
    late = replace(running(), announcements=(reminded,))  # reminded at 12:45
    longer = edited(late, TournamentEdit(more_s=30 * MINUTE), NOON + 50 * MINUTE)
    assert (longer.deadline, longer.round_s) == (NOON + 5400, 3600)
    assert outdated(longer, NOON + 50 * MINUTE) == (reminded,)
    little = edited(late, TournamentEdit(more_s=5 * MINUTE), NOON + 55 * MINUTE)  # a reminder would be due at 12:50
    assert (little.deadline, outdated(little, NOON + 55 * MINUTE)) == (NOON + 3900, ())


def test_rounds_of_a_running_swiss_stay_between_begun_and_possible() -> None:
    second = replace(running(), round=2)
    assert refusal(second, TournamentEdit(rounds=1)) == "edit.rounds"
    assert edited(second, TournamentEdit(rounds=3)).rounds == 3
    assert refusal(second, TournamentEdit(rounds=4)) == "edit.rounds"  # four people have three opponents each


def test_an_arena_is_longer_as_a_whole() -> None:
    open_arena = tournament(4, kind=TournamentKind.ARENA)
    before = replace(open_arena, rules=replace(open_arena.rules, duration_s=HOUR))
    arena = done(before, plan_start(before, InOrder(), NOON))
    assert edited(arena, TournamentEdit(more_s=15 * MINUTE)).deadline == NOON + 4500
    assert refusal(arena, TournamentEdit(round_s=HOUR)) == "edit.arena"


def test_what_a_tournament_cannot_change_is_refused() -> None:
    robin, bracket = TournamentKind.ROUND_ROBIN, TournamentKind.ELIMINATION
    assert refusal(running(), TournamentEdit()) == "edit.nothing"
    assert refusal(running(), TournamentEdit(title="Cup", rounds=2)) == "edit.nothing"
    assert refusal(running(), TournamentEdit(starts_at=NOON + HOUR)) == "edit.begun"
    assert refusal(tournament(4, kind=bracket), TournamentEdit(rounds=3)) == "edit.no_rounds"
    assert refusal(running(kind=robin), TournamentEdit(rounds=2)) == "edit.paired_ahead"
    assert refusal(tournament(4), TournamentEdit(more_s=MINUTE)) == "now.open"
    assert refusal(running(round_s=None), TournamentEdit(more_s=MINUTE)) == "edit.no_deadline"
    assert refusal(replace(running(), closed_round=1), TournamentEdit(more_s=MINUTE)) == "edit.closed"
    over = replace(running(), stage=TournamentStage.OVER)
    assert refusal(over, TournamentEdit(title="Spring Cup")) == "now.over"

"""The table of a series, with points worked out by hand."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from bot.league.tournaments.progress.rounds import plan_next
from bot.league.tournaments.progress.starting import plan_start
from bot.league.tournaments.series.requests import read_place_points
from bot.league.tournaments.series.table import series_table
from bot.tables.errors import TableError
from storage.league.series import TournamentSeries
from storage.league.tournament_values import Participant, Seeding, Tournament, TournamentKind, TournamentRules
from tests.bot.league.tournaments.tournament_samples import NOON, done, played, tournament

SERIES = TournamentSeries(1, 1, "Winter", NOON, points=(10, 7, 5))


def over(people: Sequence[int], *orders: Sequence[int], drawn: Sequence[int] = ()) -> Tournament:
    """Return a finished round robin; teams are numbered in the order of people."""
    made = replace(
        tournament(len(people)),
        rules=TournamentRules(TournamentKind.ROUND_ROBIN, Seeding.ENTRY),
        people=tuple(Participant(one, 0, NOON + number) for number, one in enumerate(people)),
    )
    now = played(done(made, plan_start(made, Random(1), NOON)), *orders)
    now = played(now, drawn, places=[1] * len(drawn)) if drawn else now
    plan = plan_next(now, NOON)
    assert plan is not None
    return done(now, plan)


FIRST = over([1, 2, 3], (1, 2), (1, 3), (2, 3))  # 10, 7 and 5 points for 1, 2 and 3
SECOND = over([2, 3], (2, 1))  # person 3 beats person 2: 10 and 7 points
THIRD = over([1, 2, 3], (3, 1), (3, 2), drawn=(1, 2))  # 10 points for 3; 1 and 2 share 7 + 5


def totals(series: TournamentSeries, *tournaments: Tournament) -> list[tuple[int, int, int]]:
    return [(one.place, one.user_id, one.total) for one in series_table(series, tournaments)]


def test_points_for_places_are_summed() -> None:
    table = series_table(SERIES, [FIRST, SECOND, THIRD])
    assert [(one.user_id, one.scores) for one in table] == [(3, (5, 10, 10)), (2, (7, 7, 6)), (1, (10, None, 6))]
    assert totals(SERIES, FIRST, SECOND, THIRD) == [(1, 3, 25), (2, 2, 20), (3, 1, 16)]


def test_a_corrected_result_changes_the_table() -> None:
    corrected = over([1, 2, 3], (2, 1), (1, 3), (2, 3))  # 10 for 2, 7 for 1, 5 for 3
    assert totals(SERIES, corrected, SECOND, THIRD) == [(1, 3, 25), (2, 2, 23), (3, 1, 13)]


def test_only_the_best_tournaments_count() -> None:
    best = replace(SERIES, best=2)
    assert totals(best, FIRST, SECOND, THIRD) == [(1, 3, 20), (2, 1, 16), (3, 2, 14)]
    dropped = {one.user_id: one.counted for one in series_table(best, [FIRST, SECOND, THIRD])}
    assert dropped == {3: {1, 2}, 1: {0, 2}, 2: {0, 1}}


def test_equal_totals_are_decided_by_the_best_single_tournament() -> None:
    two = replace(SERIES, points=(10, 5))
    beaten_twice = [over([1, 2], (1, 2)), over([2, 3], (2, 1))]  # person 2 has 5 + 5, the others 10 each
    assert totals(two, *beaten_twice) == [(1, 1, 10), (1, 3, 10), (3, 2, 10)]


def test_who_withdraws_scores_nothing_and_a_tournament_without_a_match_counts_for_no_one() -> None:
    gone = replace(FIRST, people=tuple(replace(one, withdrawn=one.user_id == 1) for one in FIRST.people))
    assert totals(SERIES, gone) == [(1, 2, 10), (2, 3, 7), (3, 1, 0)]
    empty = replace(FIRST, pairings=())
    assert totals(SERIES, empty) == []


@pytest.mark.parametrize("typed", ["", "ten", "0", "5,7", "10,,5", "10,-1"])
def test_points_that_are_none_are_refused(typed: str) -> None:
    assert read_place_points(" 10, 7,5 ") == (10, 7, 5)
    with pytest.raises(TableError):
        read_place_points(typed)

"""Duplicate tournaments: scores, comparisons and rounds, with numbers by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

import games
from bot.league.tournaments.duplicate import can_share_deals, imps, round_lines, seat_scores
from bot.league.tournaments.formats import standings
from bot.league.tournaments.steps import NothingToUndo, plan_close_round, plan_next, plan_start, plan_undo
from storage.league.tournaments import (
    PairingState,
    ScoreComparison,
    Tournament,
    TournamentKind,
    TournamentRules,
    TournamentStage,
)
from storage.matches import MatchResult
from tests.bot.league.tournaments.tournament_samples import NOON, done, tournament
from tests.chance import InOrder


def begun(people: int, comparison: ScoreComparison = ScoreComparison.MATCHPOINTS, rounds: int = 0) -> Tournament:
    rules = TournamentRules(TournamentKind.DUPLICATE, deals=2, seats=2, comparison=comparison)
    before = replace(tournament(people, sides=1, rounds=rounds), rules=rules)
    return done(before, plan_start(before, InOrder(), NOON))


def with_scores(before: Tournament, scores: Mapping[int, int]) -> Tournament:
    """Return the tournament after teams have finished the open pairings with these scores."""
    pairings = [
        replace(one, state=PairingState.PLAYED, sides=(replace(one.sides[0], score=scores[one.teams[0]]),))
        if one.state is PairingState.OPEN and one.teams[0] in scores
        else one
        for one in before.pairings
    ]
    return replace(before, pairings=tuple(pairings))


def points(now: Tournament) -> dict[int, int]:
    return {one.team: one.points for one in standings(now)}


def ends(scores: Sequence[int]) -> list[MatchResult]:
    return [MatchResult(seat, None, "", 1, won=False, score=score) for seat, score in enumerate(scores)]


@pytest.mark.parametrize(
    ("game", "scores", "sides", "seat", "score"),
    [
        ("block", (50, 20), (0, 1), 0, 30),
        ("block", (50, 20), (0, 1), 1, -30),
        ("plus_minus", (50, 20), (0, 1), 0, -30),
        ("full_speed", (90, 35, 42), (0, 1, 2), 0, 52),  # the others have 38.5 in the mean, and 51.5 is rounded to 52
        ("seventy_nine", (90, 40, 90, 40, 90, 40), (0, 1, 0, 1, 0, 1), 2, 50),
        ("nos", (13, -36, 23), (0, 1, 2), 2, 23),
    ],
)
def test_the_score_is_points_for_minus_the_mean_against(
    game: str, scores: tuple[int, ...], sides: tuple[int, ...], seat: int, score: int
) -> None:
    assert seat_scores(games.TABLE_GAMES[game], ends(scores), sides.__getitem__, {seat: 7}) == {7: score}


def test_imps_follow_the_table_of_bridge_divided_by_ten() -> None:
    expected = {0: 0, 1: 0, 2: 1, 4: 1, 5: 2, 21: 5, 22: 6, 399: 23, 400: 24, 1000: 24}
    assert {one: imps(Fraction(one)) for one in expected} == expected
    assert imps(Fraction(-17)) == -5


def test_matchpoints_are_the_per_cent_of_the_others_beaten() -> None:
    now = with_scores(begun(4, rounds=1), {1: 10, 2: 10, 3: 4, 4: -3})
    # Two tie and beat two: 5 of 6. The third beats one: 2 of 6.
    assert points(now) == {1: 83, 2: 83, 3: 33, 4: 0}
    assert round_lines(now, 1)[0].others == Fraction(11, 3)
    assert [one.place for one in standings(now)] == [1, 1, 3, 4]


def test_imps_are_for_the_difference_to_the_mean_of_the_others() -> None:
    now = with_scores(begun(3, ScoreComparison.IMPS, rounds=1), {1: 30, 2: 10, 3: -5})
    # The others have 2.5, 12.5 and 20: the differences are 27.5, −2.5 and −25.
    assert points(now) == {1: 7, 2: -1, 3: -6}


def test_scores_and_points_are_unknown_until_the_last_table_has_finished() -> None:
    now = with_scores(begun(3, rounds=1), {1: 30, 2: 10})
    assert [(one.score, one.points) for one in round_lines(now, 1)] == [(None, None)] * 3
    assert points(now) == {1: 0, 2: 0, 3: 0}
    assert plan_next(now, NOON) is None


def test_a_closed_round_ends_running_matches_with_average_minus() -> None:
    before = with_scores(begun(3), {1: 30})
    now = done(before, plan_close_round(before, 1, NOON, in_play=[before.pairings[1].id]))
    assert [one.state for one in now.pairings[:3]] == [PairingState.PLAYED, PairingState.MISSED, PairingState.MISSED]
    assert [one.points for one in round_lines(now, 1)] == [50, 40, 40]
    assert now.round == 2


def test_standings_are_the_sum_of_the_rounds_then_of_the_scores() -> None:
    first = with_scores(begun(2), {1: 30, 2: 10})
    plan = plan_next(first, NOON)
    assert plan is not None
    now = with_scores(done(first, plan), {1: -8, 2: 4})
    assert [(one.team, one.place, one.points, one.tie_break) for one in standings(now)] == [
        (1, 1, 100, 22),
        (2, 2, 100, 14),
    ]
    over = plan_next(now, NOON)
    assert over is not None
    assert over.tournament.stage is TournamentStage.OVER, "by default there are as many rounds as seats"


def test_no_step_is_undone_as_the_deals_are_known() -> None:
    now = with_scores(begun(2), {1: 30, 2: 10})
    with pytest.raises(NothingToUndo):
        plan_undo(now, NOON)


def test_only_games_with_points_for_deals_share_them() -> None:
    fitting = {key for key, game in games.TABLE_GAMES.items() if can_share_deals(game)}
    assert games.TABLE_GAMES.keys() - fitting == {"kent", "domino_square"}

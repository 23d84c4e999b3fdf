"""Duplicate tournaments: scores, comparisons and rounds, with numbers by hand."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

import games
from bot.league.tournaments.announcing.news import corrected_round
from bot.league.tournaments.announcing.notices import changed
from bot.league.tournaments.formats.duplicate import can_share_deals, imps, round_lines, seat_scores
from bot.league.tournaments.formats.kinds import standings
from bot.league.tournaments.progress.clock import plan_close_round
from bot.league.tournaments.progress.rounds import plan_next, plan_withdrawal
from bot.league.tournaments.progress.starting import WrongNumber, plan_start
from bot.league.tournaments.progress.undoing import NothingToUndo, plan_undo
from bot.locales import words
from bot.messages.parts.reader import Reader
from bot.tables.state import Table
from storage.league.tournament_values import (
    AnnouncementKind,
    Opponents,
    PairingState,
    ScoreComparison,
    Surroundings,
    Tournament,
    TournamentKind,
    TournamentRules,
    TournamentStage,
)
from storage.matches import MatchResult, SharedDeals
from tests.bot.league.tournaments.tournament_samples import NOON, announced, done, tournament
from tests.chance import InOrder
from tests.storage.samples import match


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


def among_people(
    people: int,
    sides: int = 2,
    rounds: int = 0,
    comparison: ScoreComparison = ScoreComparison.MATCHPOINTS,
    size: int = 1,
    game: str = "block",
) -> Tournament:
    """Return a started tournament in which people meet at the tables."""
    rules = TournamentRules(
        TournamentKind.DUPLICATE, deals=2, seats=sides * size, comparison=comparison, opponents=Opponents.PEOPLE
    )
    before = replace(tournament(people, sides=sides, rounds=rounds, size=size, game=game), rules=rules)
    return done(before, plan_start(before, InOrder(), NOON))


def with_seat_scores(before: Tournament, scores: Sequence[Sequence[int]]) -> Tournament:
    """Return the tournament after the open pairings were played with these scores by seat."""
    left = list(scores)
    pairings = [
        replace(
            one,
            state=PairingState.PLAYED,
            sides=tuple(replace(side, score=score) for side, score in zip(one.sides, left.pop(0), strict=True)),
        )
        if one.state is PairingState.OPEN
        else one
        for one in before.pairings
    ]
    return replace(before, pairings=tuple(pairings))


def rounds_of(people: int, sides: int, rounds: int) -> Tournament:
    """Return a tournament whose rounds were all played, without scores above 0."""
    now = among_people(people, sides, rounds)
    while now.round < rounds:
        plan = plan_next(with_seat_scores(now, [[0] * sides] * len(now.open_pairings)), NOON)
        assert plan is not None
        now = done(with_seat_scores(now, [[0] * sides] * len(now.open_pairings)), plan)
    return now


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


@pytest.mark.parametrize(
    ("comparison", "scores", "points"),
    [
        # The first two tie and beat the third: 3 of 4. It beats no one.
        (ScoreComparison.MATCHPOINTS, {1: 10, 2: 10, 3: 4}, [75, 75, 0, 0]),
        (ScoreComparison.MATCHPOINTS, {1: 10, 2: 10, 3: 10}, [50, 50, 50, 40]),
        # 30 is 24 above the mean of 10 and 2, 10 is 6 below that of 30 and 2, and 2 is 18 below that of 30 and 10.
        (ScoreComparison.IMPS, {1: 30, 2: 10, 3: 2}, [6, -2, -5, -5]),
        (ScoreComparison.IMPS, {1: 30, 2: 30, 3: 30}, [0, 0, 0, -3]),
    ],
)
def test_a_match_that_is_left_scores_the_lowest_of_its_seat_at_most_average_minus(
    comparison: ScoreComparison, scores: Mapping[int, int], points: Sequence[int]
) -> None:
    before = with_scores(begun(4, comparison), scores)
    now = done(before, plan_close_round(before, 1, NOON))
    assert [one.points for one in round_lines(now, 1)] == points


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
    assert over.stage is TournamentStage.OVER, "by default there are as many rounds as seats"


def test_no_step_is_undone_as_the_deals_are_known() -> None:
    now = with_scores(begun(2), {1: 30, 2: 10})
    with pytest.raises(NothingToUndo):
        plan_undo(now, NOON)


def test_only_games_with_points_for_deals_share_them() -> None:
    fitting = {key for key, game in games.TABLE_GAMES.items() if can_share_deals(game)}
    assert games.TABLE_GAMES.keys() - fitting == {"kent", "domino_square"}


def test_shared_deals_move_no_chips_as_balances_would_show_their_results() -> None:
    for shared, pays in ((None, True), (SharedDeals(1, 2), False)):
        assert Table(replace(match("abc", game="nos"), shared=shared), ()).pays_chips is pays


# --- Among people -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("people", "sides", "rounds"), [(4, 2, 3), (8, 2, 4), (9, 2, 4), (16, 4, 3), (12, 3, 3)])
def test_opponents_change_and_seats_are_balanced(people: int, sides: int, rounds: int) -> None:
    now = rounds_of(people, sides, rounds)
    tables = [one.teams for one in now.pairings if len(one.sides) > 1]
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    assert set(met.values()) == {1}
    for team in now.teams:
        had = Counter(table.index(team) for table in tables if team in table)
        assert max(had.values()) - min(had[seat] for seat in range(sides)) <= 1


def test_people_left_over_have_a_bye_in_turn_and_score_the_average() -> None:
    now = rounds_of(5, 2, 5)
    resting = [one.teams for one in now.pairings if len(one.sides) == 1]
    assert sorted(resting) == [(1,), (2,), (3,), (4,), (5,)]
    [bye] = [one for one in round_lines(now, 1) if one.seat is None]
    assert (bye.points, bye.score, bye.is_excused) == (50, None, True)


def test_each_seat_is_compared_with_the_same_seat_of_the_other_tables() -> None:
    now = with_seat_scores(among_people(6, rounds=1), [(30, -30), (10, -10), (-5, 5)])
    first, second = ([one for one in round_lines(now, 1) if one.seat == seat] for seat in (0, 1))
    # In the first seat 30 beats 10 and −5; in the second 5 beats −10 and −30.
    assert [(one.score, one.beaten, one.points) for one in first] == [(30, 2, 100), (10, 1, 50), (-5, 0, 0)]
    assert [(one.score, one.beaten, one.points) for one in second] == [(-30, 0, 0), (-10, 1, 50), (5, 2, 100)]
    assert sum(points(now).values()) == 300, "the mean of a seat is 50"


def test_imps_among_people_are_for_the_difference_in_the_seat() -> None:
    now = with_seat_scores(among_people(4, rounds=1, comparison=ScoreComparison.IMPS), [(30, -30), (10, -10)])
    # The difference is 20 in both seats, and 17 to 21 are 5 IMPs.
    assert [one.points for one in round_lines(now, 1)] == [5, -5, -5, 5]


def test_partners_share_the_score_of_their_side() -> None:
    now = with_seat_scores(among_people(8, rounds=1, size=2, game="seventy_nine"), [(50, -50), (20, -20)])
    assert len(now.teams) == 4
    assert [one.points for one in round_lines(now, 1)] == [100, 0, 0, 100]


def test_one_table_has_nothing_to_compare() -> None:
    with pytest.raises(WrongNumber) as raised:
        among_people(3)
    assert raised.value.lacking == 1


def test_those_at_a_late_table_score_the_average_and_the_absent_average_minus() -> None:
    before = among_people(8, rounds=1)
    playing, half, _empty, over = before.pairings
    before = replace(
        before,
        pairings=(*before.pairings[:3], *with_seat_scores(replace(before, pairings=(over,)), [(8, -8)]).pairings),
    )
    here = {half.id: [before.teams[half.teams[0]][0].user_id]}
    now = done(before, plan_close_round(before, 1, NOON, [playing.id], here))
    assert [one.points for one in round_lines(now, 1)] == [50, 50, 50, 40, 40, 40, 50, 50]
    assert [one.is_excused for one in round_lines(now, 1)[:4]] == [True, True, True, False]


def test_a_round_that_closes_on_running_tables_gives_the_side_on_turn_average_minus() -> None:
    before = among_people(6, rounds=1)
    first, second, third = (one.id for one in before.pairings)
    before = replace(before, around=Surroundings(on_turn={first: 1, second: 0}))
    now = done(before, plan_close_round(before, 1, NOON, [first, second, third]))
    assert [one.points for one in round_lines(now, 1)] == [50, 40, 40, 50, 50, 50]


def test_opponents_of_a_person_who_withdraws_score_the_average() -> None:
    before = among_people(6, sides=3, rounds=1)
    gone = before.pairings[0].teams[1]
    now = done(before, plan_withdrawal(before, gone, NOON))
    assert now.pairings[0].state is PairingState.BYE
    over = with_seat_scores(now, [(6, -3, -3)])
    assert [one.points for one in round_lines(over, 1)][:3] == [50, 40, 50]


def test_a_tournament_ends_when_too_few_are_left_to_compare() -> None:
    before = with_seat_scores(among_people(4, rounds=3), [(1, -1), (0, 0)])
    assert plan_withdrawal(before, 1, NOON).stage is TournamentStage.OVER


def test_a_corrected_announcement_of_a_round_keeps_its_results_secret() -> None:
    cup = among_people(6)
    first, second, third = cup.pairings
    told = announced(AnnouncementKind.ROUND, 1, *(one.teams for one in cup.pairings))
    sides = (replace(first.sides[0], score=7654), replace(first.sides[1], score=4567))
    played = replace(first, state=PairingState.PLAYED, sides=sides)
    cup = replace(cup, announcements=(told,), pairings=(played, second))
    assert changed(cup) == (told,), "the third table has lost its people"
    text = "".join(one.content for one in corrected_round(cup, told, {}, Reader(words("en"))))
    assert "~~" in text
    assert third.teams in told.teams
    assert not any(score in text for score in ("7654", "4567", "7,654", "4,567"))

"""Eliminations and groups, checked by hand-made brackets."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from bot.league.tournaments.formats.format import new_pairings
from bot.league.tournaments.formats.kinds import current_round, kind_of, standings
from bot.league.tournaments.formats.pairing import (
    UNKNOWN,
    BracketMatch,
    BracketPart,
    double_elimination,
    elimination,
    final_seeds,
    snake,
    whole_double_elimination,
    whole_elimination,
)
from bot.league.tournaments.progress.clock import plan_close_round, plan_due
from bot.league.tournaments.progress.rounds import plan_next, plan_withdrawal
from bot.league.tournaments.progress.starting import WrongNumber, plan_start
from bot.league.tournaments.progress.undoing import NothingToUndo, UndoStep, plan_undo
from storage.league.tournament_values import (
    AnnouncementKind,
    PairingSide,
    PairingState,
    Seeding,
    Tournament,
    TournamentKind,
    TournamentRules,
    TournamentStage,
)
from tests.bot.league.tournaments.tournament_samples import (
    NOON,
    announced,
    by_rounds,
    done,
    plan_result,
    played,
    tournament,
)
from tests.chance import InOrder


def favourite(_round: int, one: int, other: int) -> int:
    return min(one, other)


def rounds_of(matches: list[BracketMatch]) -> list[list[tuple[int, ...]]]:
    return [[one.teams for one in matches if one.round == number] for number in range(1, 1 + matches[-1].round)]


# --- Single elimination -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("teams", "rounds"),
    [
        (5, [[(1,), (4, 5), (2,), (3,)], [(1, 4), (2, 3)], [(1, 2)]]),
        (6, [[(1,), (4, 5), (2,), (3, 6)], [(1, 4), (2, 3)], [(1, 2)]]),
        (7, [[(1,), (4, 5), (2, 7), (3, 6)], [(1, 4), (2, 3)], [(1, 2)]]),
        (8, [[(1, 8), (4, 5), (2, 7), (3, 6)], [(1, 4), (2, 3)], [(1, 2)]]),
        (
            11,
            [
                [(1,), (8, 9), (4,), (5,), (2,), (7, 10), (3,), (6, 11)],
                [(1, 8), (4, 5), (2, 7), (3, 6)],
                [(1, 4), (2, 3)],
                [(1, 2)],
            ],
        ),
    ],
)
def test_the_highest_seeds_have_byes_and_favourites_meet_as_late_as_can_be(
    teams: int, rounds: list[list[tuple[int, ...]]]
) -> None:
    assert rounds_of(elimination(range(1, teams + 1), favourite)) == rounds


@pytest.mark.parametrize("teams", range(2, 20))
@pytest.mark.parametrize("seed", range(3))
def test_in_an_elimination_all_but_one_lose_once_and_in_a_double_one_twice(teams: int, seed: int) -> None:
    lot = Random(100 * teams + seed)
    won: dict[tuple[int, frozenset[int]], int] = {}

    def winner(number: int, one: int, other: int) -> int:
        return won.setdefault((number, frozenset((one, other))), lot.choice((one, other)))

    def losses(matches: list[BracketMatch]) -> list[int]:
        met = [one for one in matches if len(one.teams) > 1]
        lost = Counter(team for one in met for team in one.teams if team != winner(one.round, *one.teams))
        return sorted(lost[team] for team in range(1, teams + 1))

    assert losses(elimination(range(1, teams + 1), winner)) == [0] + [1] * (teams - 1)
    won.clear()
    assert losses(double_elimination(range(1, teams + 1), winner))[1:] == [2] * (teams - 1)


def test_the_semi_final_losers_meet_only_if_requested() -> None:
    matches = elimination(range(1, 5), favourite, third_place=True)
    assert rounds_of(matches) == [[(1, 4), (2, 3)], [(1, 2), (4, 3)]]


# --- Double elimination -----------------------------------------------------------------------------------------------


def test_a_double_elimination_of_five_takes_eight_matches() -> None:
    # 5 loses to 4 and has a bye in the losers' bracket. 4 and 3 lose in the second round: 3 meets 5, 4 has a bye. 2
    # loses to 1 and comes in when 3 has beaten 4 there. 2n - 2 = 8 matches.
    matches = double_elimination(range(1, 6), favourite)
    assert rounds_of(matches) == [
        [(1,), (4, 5), (2,), (3,)],
        [(1, 4), (2, 3), (5,)],
        [(1, 2), (5, 3), (4,)],
        [(3, 4)],
        [(3, 2)],
        [(1, 2)],
    ]
    assert sum(len(one.teams) == 2 for one in matches) == 8


def test_who_wins_the_losers_bracket_has_to_win_the_final_twice() -> None:
    def second_wins_finals(number: int, one: int, other: int) -> int:
        return max(one, other) if number >= 6 else min(one, other)

    matches = double_elimination(range(1, 6), second_wins_finals)
    assert rounds_of(matches)[5:] == [[(1, 2)], [(1, 2)]]


# --- Whole brackets ---------------------------------------------------------------------------------------------------


def test_a_whole_bracket_has_byes_and_unknown_sides_in_their_places() -> None:
    # 1, 2 and 3 have byes; 4 against 5 is open, so one side of the first semi-final is unknown.
    rounds = whole_elimination(range(1, 6), lambda *_: None, third_place=True)
    assert [(one.part, one.matches) for one in rounds] == [
        (BracketPart.MAIN, ((1, None), (4, 5), (2, None), (3, None))),
        (BracketPart.MAIN, ((1, UNKNOWN), (2, 3))),
        (BracketPart.FINAL, ((UNKNOWN, UNKNOWN),)),
        (BracketPart.THIRD, ((UNKNOWN, UNKNOWN),)),
    ]


@pytest.mark.parametrize("teams", range(2, 20))
def test_a_whole_bracket_has_the_matches_of_the_paired_one(teams: int) -> None:
    seeds = range(1, teams + 1)
    for whole, paired in (
        (whole_elimination(seeds, favourite), elimination(seeds, favourite)),
        (whole_double_elimination(seeds, favourite), double_elimination(seeds, favourite)),
    ):
        found = [
            (one.round, one.part, tuple(team for team in match if team is not None))
            for one in whole
            for match in one.matches
        ]
        assert [one for one in found if one[2]] == [tuple(one) for one in paired]


def test_a_second_final_comes_only_once_the_losers_winner_has_won() -> None:
    rounds = whole_double_elimination(range(1, 5), max_of_final)
    assert [one.matches for one in rounds if one.part is BracketPart.FINAL] == [((1, 2),), ((1, 2),)]
    favourites = whole_double_elimination(range(1, 5), favourite)
    assert [one.matches for one in favourites if one.part is BracketPart.FINAL] == [((1, 2),)]


def max_of_final(number: int, one: int, other: int) -> int:
    return max(one, other) if number >= 4 else min(one, other)


# --- Groups -----------------------------------------------------------------------------------------------------------


def test_a_snake_goes_there_and_back() -> None:
    assert snake(range(1, 12), 3) == [[1, 6, 7], [2, 5, 8, 11], [3, 4, 9, 10]]


def test_the_first_two_of_a_group_can_only_meet_in_the_final() -> None:
    # A1, B1, C1, D1 are the seeds 1 to 4; 1 meets 8 and 4 meets 5 in the upper half.
    a, b, c, d = (11, 12), (21, 22), (31, 32), (41, 42)
    first = rounds_of(elimination(final_seeds([a, b, c, d]), lambda *_: None))[0]
    assert first == [(11, 22), (41, 32), (21, 12), (31, 42)]
    # Of three groups the winners of the first two have byes.
    first = rounds_of(elimination(final_seeds([a, b, c]), lambda *_: None))[0]
    assert first == [(11,), (32, 22), (21,), (31, 12)]


# --- Tournaments ------------------------------------------------------------------------------------------------------


def begun(people: int, kind: TournamentKind, **rules: object) -> Tournament:
    """Return a tournament whose person 1 is the top seed."""
    wanted = TournamentRules(kind, Seeding.ENTRY, **rules)  # type: ignore[arg-type]
    before = replace(tournament(people), rules=wanted)
    return done(before, plan_start(before, InOrder(), NOON))


def next_round(before: Tournament) -> Tournament:
    plan = plan_next(before, NOON)
    assert plan is not None
    return done(before, plan)


def places(running: Tournament) -> list[tuple[int, int]]:
    return [(one.team, one.place) for one in standings(running)]


def test_an_elimination_of_five_ends_with_a_second_and_two_thirds() -> None:
    cup = begun(5, TournamentKind.ELIMINATION)
    assert (cup.rounds, by_rounds(cup.pairings)) == (3, [[(4, 5)]])
    assert [one.teams for one in cup.pairings if one.state is PairingState.BYE] == [(1,), (2,), (3,)]
    cup = next_round(played(cup, (5, 4)))
    assert by_rounds(cup.pairings)[1] == [(1, 5), (2, 3)]
    cup = next_round(played(cup, (5, 1), (2, 3)))
    assert by_rounds(cup.pairings)[2] == [(5, 2)]
    cup = next_round(played(cup, (2, 5)))
    assert cup.stage is TournamentStage.OVER
    assert places(cup) == [(2, 1), (5, 2), (1, 3), (3, 3), (4, 5)]
    assert [one.points for one in standings(cup)] == [2, 2, 0, 0, 0]  # matches won; a bye is none


def test_the_third_place_match_ranks_the_semi_final_losers() -> None:
    cup = played(begun(4, TournamentKind.ELIMINATION, third_place=True), (1, 4), (2, 3))
    cup = played(next_round(cup), (1, 2), (3, 4))
    assert places(cup) == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_of_a_match_that_is_never_played_the_higher_seed_goes_on() -> None:
    cup = played(begun(4, TournamentKind.ELIMINATION), (4, 1))
    cup = done(cup, plan_close_round(cup, 1, NOON))
    assert by_rounds(cup.pairings)[1] == [(4, 2)]


def test_a_withdrawal_loses_later_rounds_of_a_double_elimination_too() -> None:
    cup = begun(4, TournamentKind.DOUBLE_ELIMINATION)
    cup = done(cup, plan_withdrawal(cup, 1, NOON))
    cup = next_round(played(cup, (2, 3)))
    # 4 goes on against 2; 3 has a walkover against 1 in the losers' bracket.
    assert by_rounds(cup.pairings)[1] == [(4, 2)]
    walkover = cup.pairings[-1]
    assert (walkover.state, [(side.team, side.place) for side in walkover.sides]) == (
        PairingState.BYE,
        [(1, None), (3, 1)],
    )
    cup = next_round(played(cup, (4, 2)))
    cup = next_round(played(cup, (2, 3)))
    cup = next_round(played(cup, (2, 4)))
    assert (cup.rounds, by_rounds(cup.pairings)[-1]) == (5, [(4, 2)])  # 2 has won the final once
    cup = next_round(played(cup, (4, 2)))
    assert places(cup) == [(4, 1), (2, 2), (3, 3), (1, 4)]


def test_a_corrected_result_changes_the_next_pairing_until_that_is_played() -> None:
    cup = next_round(played(begun(4, TournamentKind.ELIMINATION), (1, 4), (2, 3)))
    first = cup.pairings[0]
    assert kind_of(cup).may_change(cup, first)
    plan = plan_result(cup, first, 4, NOON)
    assert [one.teams for one in new_pairings(plan)] == [(4, 2)]
    assert cup.pairings[-1] not in plan.pairings
    assert plan.stage is TournamentStage.RUNNING
    after = played(cup, (1, 2))
    assert not kind_of(after).may_change(after, first)
    assert kind_of(after).may_change(after, after.pairings[-1])


def test_groups_of_eight_are_played_to_a_final_of_the_first_two_of_each() -> None:
    cup = begun(8, TournamentKind.GROUPS)
    kind = kind_of(cup)
    assert [[one.team for one in table] for table in kind.groups(cup)] == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert (cup.round, cup.rounds) == (3, 5)
    for pairing in cup.open_pairings:
        cup = played(cup, sorted(pairing.teams))
    assert [[one.points for one in table] for table in kind.groups(cup)] == [[9, 6, 3, 0], [9, 6, 3, 0]]
    cup = next_round(cup)
    assert by_rounds(cup.pairings)[3] == [(1, 3), (2, 4)]
    cup = next_round(played(cup, (3, 1), (2, 4)))
    cup = next_round(played(cup, (3, 2)))
    assert cup.stage is TournamentStage.OVER
    assert places(cup) == [(3, 1), (2, 2), (1, 3), (4, 3), (5, 5), (6, 5), (7, 7), (8, 7)]


def test_groups_of_seven_have_free_rounds_in_the_smaller_group_only() -> None:
    cup = begun(7, TournamentKind.GROUPS)  # 1 4 5 and 2 3 6 7
    free = [one.teams for one in cup.pairings if one.state is PairingState.REST]
    assert sorted(free) == [(1,), (4,), (5,)]
    assert len(cup.open_pairings) == 3 + 6


def in_a_circle(
    game: str, best_of: int, lots: tuple[int, ...], results: list[tuple[int, int | None, int]]
) -> Tournament:
    """Return groups of three in which 1 has beaten 4, 4 has beaten 5, and 5 has beaten 1.

    :param results: the score of the winner and of the loser of each of these, and the id of its result, 0 without one.
    """
    cup = begun(6, TournamentKind.GROUPS, best_of=best_of)
    cup = replace(cup, game=game, rules=replace(cup.rules, lots=lots))
    for (first, second), (won, lost, number) in zip(((1, 4), (4, 5), (5, 1)), results, strict=True):
        pairing = next(one for one in cup.pairings if set(one.teams) == {first, second})
        sides = (PairingSide(first, 1, won), PairingSide(second, 2, lost))
        settled = replace(pairing, state=PairingState.PLAYED, sides=sides, result_id=number or None)
        cup = replace(cup, pairings=tuple(settled if one == pairing else one for one in cup.pairings))
    return cup


@pytest.mark.parametrize(
    ("game", "best_of", "results", "order"),
    [
        # 1 has +40 −20, 4 has −40 +10, and 5 has −10 +20.
        ("block", 1, [(100, 60, 7), (100, 90, 8), (100, 80, 9)], [(1, 20), (5, 10), (4, -30)]),
        ("plus_minus", 1, [(60, 100, 7), (90, 100, 8), (80, 100, 9)], [(1, 20), (5, 10), (4, -30)]),
        ("block", 3, [(2, 0, 7), (2, 1, 0), (2, 1, 9)], [(1, 1), (5, 0), (4, -1)]),
        # One score is unknown, or one is not of a table: the lot decides.
        ("block", 1, [(100, 60, 7), (100, 90, 8), (1, None, 0)], [(4, None), (5, None), (1, None)]),
        ("block", 1, [(100, 60, 7), (100, 90, 8), (2, 1, 0)], [(4, None), (5, None), (1, None)]),
        # 1 has +10 −10, and so have the others.
        ("block", 1, [(100, 90, 7), (100, 90, 8), (100, 90, 9)], [(4, 0), (5, 0), (1, 0)]),
    ],
)
def test_the_score_difference_and_then_the_lot_decide_ties_of_a_group(
    game: str, best_of: int, results: list[tuple[int, int | None, int]], order: list[tuple[int, int | None]]
) -> None:
    cup = in_a_circle(game, best_of, (3, 4, 5, 6, 1, 2), results)
    table = kind_of(cup).groups(cup)[0]
    assert [(one.team, one.difference) for one in table] == order
    assert [one.place for one in table] == [1, 2, 3]
    assert {one.team: one.lot for one in table} == {4: 2, 5: 3, 1: 5}
    assert {(one.points, one.tie_break, one.beaten) for one in table} == {(3, 3, 1)}


def test_the_start_draws_the_lots_of_groups() -> None:
    wanted = replace(tournament(6), rules=TournamentRules(TournamentKind.GROUPS, Seeding.ENTRY))
    lots = {plan_start(wanted, Random(seed), NOON).rules.lots for seed in range(10)}
    assert len(lots) > 1
    assert {tuple(sorted(one)) for one in lots} == {(1, 2, 3, 4, 5, 6)}


def test_groups_need_three_in_each() -> None:
    with pytest.raises(WrongNumber) as refused:
        begun(7, TournamentKind.GROUPS, groups=3)
    assert refused.value.lacking == 2


def test_a_bracket_asks_for_a_winner_and_a_group_does_not() -> None:
    cup = begun(6, TournamentKind.GROUPS)
    assert not kind_of(cup).needs_winner(cup, cup.pairings[0])
    knockout = begun(4, TournamentKind.ELIMINATION)
    assert kind_of(knockout).needs_winner(knockout, knockout.pairings[0])


# --- Pairings that open early -----------------------------------------------------------------------------------------


def test_a_pairing_opens_as_soon_as_both_sides_are_known() -> None:
    cup = played(begun(8, TournamentKind.ELIMINATION, third_place=True), (1, 8))
    assert plan_next(cup, NOON) is None
    cup = next_round(played(cup, (4, 5)))
    assert (by_rounds(cup.pairings)[1], cup.round, current_round(cup)) == ([(1, 4)], 2, 1)
    cup = played(cup, (4, 1), (2, 7))
    assert plan_next(cup, NOON) is None, "the other semi-final waits for 3 or 6"
    assert [kind_of(cup).plays_on(cup, team) for team in (1, 4, 2, 7)] == [True, True, True, False]
    cup = next_round(played(cup, (3, 6)))
    assert (by_rounds(cup.pairings)[1], current_round(cup)) == ([(1, 4), (2, 3)], 2)
    cup = next_round(played(cup, (2, 3)))
    assert by_rounds(cup.pairings)[2] == [(4, 2), (1, 3)]
    cup = next_round(played(cup, (2, 4), (3, 1)))
    assert cup.stage is TournamentStage.OVER
    assert places(cup) == [(2, 1), (4, 2), (3, 3), (1, 4), (5, 5), (6, 5), (7, 5), (8, 5)]


def test_a_double_elimination_of_five_opens_matches_early() -> None:
    cup = next_round(begun(5, TournamentKind.DOUBLE_ELIMINATION))
    assert by_rounds(cup.open_pairings) == [[(4, 5)], [(2, 3)]]
    cup = played(cup, (2, 3))
    assert plan_next(cup, NOON) is None, "3 waits for 4 or 5 in the losers' bracket"
    cup = next_round(played(cup, (4, 5)))
    assert by_rounds(cup.open_pairings) == [[(1, 4)], [(5, 3)]]
    cup = played(cup, (3, 5))
    assert plan_next(cup, NOON) is None
    assert places(cup) == [(1, 1), (2, 1), (4, 1), (3, 4), (5, 5)], "3 has lost once, and 5 twice"
    cup = next_round(played(cup, (1, 4)))
    assert by_rounds(cup.open_pairings) == [[(1, 2)], [(3, 4)]]
    cup = played(cup, (1, 2))
    assert plan_next(cup, NOON) is None, "2 waits for 3 or 4"
    cup = next_round(played(cup, (3, 4)))
    cup = next_round(played(cup, (2, 3)))
    assert (cup.round, [one.teams for one in cup.open_pairings]) == (6, [(1, 2)])
    cup = next_round(played(cup, (2, 1)))
    assert (cup.round, [one.teams for one in cup.open_pairings]) == (7, [(1, 2)])
    cup = next_round(played(cup, (1, 2)))
    assert places(cup) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]


def due(before: Tournament, now: float) -> Tournament:
    plan = plan_due(before, now)
    assert plan is not None
    return done(before, plan)


def test_closing_a_round_leaves_early_matches_their_time() -> None:
    cup = replace(begun(8, TournamentKind.ELIMINATION), round_s=3600)
    cup = due(cup, NOON)
    assert (cup.timed_round, cup.deadline) == (1, NOON + 3600)
    cup = next_round(played(cup, (1, 8), (5, 4)))
    assert plan_due(cup, NOON + 3599) is None
    cup = due(cup, NOON + 3600)
    assert [one.teams for one in cup.open_pairings] == [(1, 5), (2, 3)], "the higher seeds 2 and 3 go on"
    cup = due(cup, NOON + 3600)
    assert (cup.timed_round, cup.deadline) == (2, NOON + 7200)


def test_a_correction_replaces_an_early_pairing_and_keeps_the_deadline() -> None:
    cup = replace(begun(8, TournamentKind.ELIMINATION), round_s=3600)
    cup = replace(cup, announcements=(announced(AnnouncementKind.ROUND, 1, *(one.teams for one in cup.pairings)),))
    cup = due(cup, NOON)
    cup = next_round(played(cup, (1, 8), (4, 5)))
    first, early = cup.pairings[0], cup.pairings[-1]
    plan = plan_result(cup, first, 8, NOON)
    assert early not in plan.pairings
    assert [one.teams for one in new_pairings(plan)] == [(8, 4)]
    assert (plan.deadline, plan.announced_round) == (NOON + 3600, 1)
    cup = played(cup, (1, 4))
    assert not kind_of(cup).may_change(cup, first)
    assert kind_of(cup).may_change(cup, cup.pairings[2]), "nothing depends on 2 against 7"


def test_undoing_a_closed_round_keeps_the_result_of_an_early_match() -> None:
    cup = next_round(played(begun(8, TournamentKind.ELIMINATION), (1, 8), (4, 5)))
    cup = played(cup, (1, 4))
    cup = done(cup, plan_close_round(cup, 1, NOON))
    undo = plan_undo(cup, NOON)
    assert (undo.step, undo.round, undo.reopened, undo.played) == (UndoStep.CLOSING, 1, 2, 1)
    cup = done(cup, undo.after)
    assert [one.teams for one in cup.open_pairings] == [(2, 7), (3, 6)]
    cup = played(cup, (7, 2))
    assert plan_next(cup, NOON) is None, "undone pairings wait for the whole round"
    cup = next_round(played(cup, (3, 6)))
    assert sorted((one.teams, one.state) for one in cup.pairings if one.round == 2) == [
        ((1, 4), PairingState.PLAYED),
        ((7, 3), PairingState.OPEN),
    ]


# --- Seeds ------------------------------------------------------------------------------------------------------------


def test_teams_are_seeded_by_ratings_and_the_unrated_come_last() -> None:
    before = replace(tournament(4), rules=TournamentRules(TournamentKind.ELIMINATION, Seeding.RATING))
    plan = plan_start(before, InOrder(), NOON, {1: 20.0, 2: 30.0, 4: 25.0})
    assert {one.user_id: one.team for one in plan.people} == {2: 1, 4: 2, 1: 3, 3: 4}


def test_a_pair_is_seeded_by_whoever_of_it_signed_up_first() -> None:
    before = replace(tournament(4, game="kent", size=2), rules=TournamentRules(seeding=Seeding.ENTRY))
    people = tuple(replace(one, team=1 + one.user_id % 2) for one in before.people)  # 1 and 3, 2 and 4
    plan = plan_start(replace(before, people=people), Random(1), NOON)
    assert {one.user_id: one.team for one in plan.people} == {1: 1, 3: 1, 2: 2, 4: 2}


def test_pairs_play_an_elimination_as_single_people_do() -> None:
    before = tournament(6, game="kent", size=2, kind=TournamentKind.ELIMINATION)  # 1 with 2, 3 with 4, 5 with 6
    cup = done(before, plan_start(before, InOrder(), NOON))
    assert [one.people for one in cup.open_pairings] == ["3,4|5,6"]
    cup = next_round(played(cup, (3, 2)))
    assert [one.people for one in cup.open_pairings] == ["1,2|5,6"]


# --- Undoing ----------------------------------------------------------------------------------------------------------


def test_undoing_opens_the_closed_round_of_a_bracket_again() -> None:
    cup = played(begun(4, TournamentKind.ELIMINATION), (4, 1))
    closed = done(cup, plan_close_round(cup, 1, NOON))
    undo = plan_undo(closed, NOON)
    assert (undo.step, undo.round, undo.reopened) == (UndoStep.CLOSING, 1, 1)
    again = done(closed, undo.after)
    assert [one.teams for one in again.open_pairings] == [(2, 3)]
    assert by_rounds(again.pairings) == [[(1, 4), (2, 3)]]
    later = next_round(played(again, (3, 2)))
    assert by_rounds(later.pairings)[1] == [(4, 3)]


def test_undoing_pairs_the_running_bracket_round_again_with_results() -> None:
    cup = next_round(played(begun(5, TournamentKind.ELIMINATION), (5, 4)))
    cup = played(cup, (1, 5))
    undo = plan_undo(cup, NOON)
    assert (undo.step, undo.round, undo.played) == (UndoStep.PAIRING, 2, 1)
    again = done(cup, undo.after)
    assert sorted(by_rounds(again.pairings)[1]) == [(1, 5), (2, 3)]
    assert [one.teams for one in again.open_pairings] == [(2, 3)]


def test_undoing_the_start_of_groups_opens_sign_up_again() -> None:
    cup = begun(6, TournamentKind.GROUPS)
    undo = plan_undo(cup, NOON)
    assert undo.step is UndoStep.START
    again = done(cup, undo.after)
    assert (again.stage, again.rounds, again.pairings) == (TournamentStage.OPEN, 0, ())


def test_an_arena_has_nothing_to_undo() -> None:
    with pytest.raises(NothingToUndo):
        plan_undo(begun(4, TournamentKind.ARENA, duration_s=3600), NOON)


def final_four() -> Tournament:
    """Return finished groups; 1 meets 4, and 2 meets 3."""
    cup = begun(8, TournamentKind.GROUPS)
    for pairing in cup.open_pairings:
        cup = played(cup, sorted(pairing.teams))
    cup = next_round(cup)
    # A: 1, 4, 5, 8; B: 2, 3, 6, 7.
    assert by_rounds(cup.pairings)[-1] == [(1, 3), (2, 4)]
    return cup


def test_withdrawing_from_a_semi_final_is_a_walkover_without_reseeding() -> None:
    cup = final_four()
    plan = plan_withdrawal(cup, 4, NOON)
    assert [one.id for one in plan.pairings] == [one.id for one in cup.pairings]
    cup = done(cup, plan)
    semi = cup.pairings[-1]
    assert (semi.state, [(side.team, side.place) for side in semi.sides]) == (PairingState.BYE, [(2, 1), (4, None)])
    cup = next_round(played(cup, (3, 1)))
    assert by_rounds(cup.pairings)[-1] == [(3, 2)]
    cup = next_round(played(cup, (3, 2)))
    assert places(cup) == [(3, 1), (2, 2), (1, 3), (4, 3), (5, 5), (6, 5), (7, 7), (8, 7)]


def test_a_played_semi_final_survives_withdrawals() -> None:
    cup = next_round(played(final_four(), (3, 1), (2, 4)))
    semi_finals = cup.pairings[-3:-1]
    for team in (1, 4, 2):
        cup = done(cup, plan_withdrawal(cup, team, NOON))
    assert cup.pairings[-3:-1] == semi_finals
    assert cup.pairings[-1].sides == (PairingSide(3, 1), PairingSide(2, None))
    cup = next_round(cup) if cup.stage is TournamentStage.RUNNING else cup
    assert cup.stage is TournamentStage.OVER
    assert places(cup)[:4] == [(3, 1), (2, 2), (1, 3), (4, 3)]


def test_a_corrected_group_reseeds_the_bracket_until_a_match_is_settled() -> None:
    cup = final_four()
    third = next(one for one in cup.pairings if set(one.teams) == {4, 5})
    assert kind_of(cup).may_change(cup, third)
    after = done(cup, plan_result(cup, third, 5, NOON))
    assert by_rounds(after.pairings)[-1] == [(1, 3), (2, 5)]
    after = done(cup, plan_withdrawal(cup, 4, NOON))
    assert not kind_of(after).may_change(after, third)
    assert not kind_of(cup).may_change(played(cup, (1, 3)), third)


def test_a_withdrawn_team_in_the_bracket_keeps_its_seed() -> None:
    cup = begun(6, TournamentKind.GROUPS)  # A: 1, 4, 5; B: 2, 3, 6
    for pairing in cup.open_pairings:
        cup = played(cup, sorted(pairing.teams))
    for team in (4, 5):
        cup = replace(
            cup, people=tuple(replace(one, withdrawn=one.withdrawn or one.team == team) for one in cup.people)
        )
    cup = next_round(cup)
    semi_finals = [one.teams for one in cup.pairings[-2:]]
    assert semi_finals == [(1, 3), (2, 4)]
    cup = done(cup, plan_withdrawal(cup, 1, NOON))
    assert [one.teams for one in cup.pairings if one.round == 4] == semi_finals


def test_of_a_match_that_was_closed_the_one_who_has_not_withdrawn_goes_on() -> None:
    cup = played(begun(8, TournamentKind.ELIMINATION), (1, 8))
    running = cup.pairings[3]
    assert running.teams == (3, 6)
    cup = done(cup, plan_close_round(cup, 1, NOON, in_play=[running.id]))
    closed = next(one for one in cup.pairings if set(one.teams) == {2, 7})
    assert (by_rounds(cup.pairings)[1], closed.state) == ([(1, 4)], PairingState.MISSED)
    cup = done(cup, plan_withdrawal(cup, 2, NOON))
    cup = next_round(played(cup, running.teams))
    assert (7, 3) in by_rounds(cup.pairings)[1] or (3, 7) in by_rounds(cup.pairings)[1]


def test_a_round_reopened_by_a_correction_is_current_and_not_closed() -> None:
    cup = replace(begun(8, TournamentKind.ELIMINATION), round_s=3600)
    cup = next_round(played(cup, (1, 8), (2, 7), (3, 6), (4, 5)))
    cup = done(cup, plan_close_round(cup, 2, NOON))
    assert by_rounds(cup.pairings)[2] == [(1, 2)]
    plan = plan_result(cup, cup.pairings[0], 8, NOON)
    cup = done(cup, plan)
    assert (cup.round, cup.rounds, cup.closed_round, cup.deadline) == (2, 3, 1, None)
    assert [one.teams for one in cup.open_pairings] == [(8, 4)]


def test_a_correction_may_not_change_opponents_of_a_played_match() -> None:
    cup = next_round(played(begun(8, TournamentKind.ELIMINATION), (1, 8), (2, 7), (3, 6), (4, 5)))
    cup = done(cup, plan_close_round(cup, 2, NOON))  # 1 and 2 go on without playing
    assert kind_of(cup).may_change(cup, cup.pairings[0])
    after = played(cup, (1, 2))
    # With 8 in the place of 1, the higher seed 4 would be in the final.
    assert not kind_of(after).may_change(after, after.pairings[0])
    assert not kind_of(after).may_change(after, next(one for one in after.pairings if set(one.teams) == {4, 5}))

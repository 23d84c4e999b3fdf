"""Undoing rounds: open and new pairings, and kept results."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.league.tournaments.formats.kinds import standings
from bot.league.tournaments.formats.settling import recounted
from bot.league.tournaments.progress.clock import plan_close_round, plan_due
from bot.league.tournaments.progress.matches import plan_voided
from bot.league.tournaments.progress.rounds import plan_next
from bot.league.tournaments.progress.starting import plan_start
from bot.league.tournaments.progress.undoing import NothingToUndo, UndoStep, plan_undo
from storage.league.tournament_values import (
    Pairing,
    PairingMatch,
    PairingState,
    Surroundings,
    Tournament,
    TournamentKind,
    TournamentStage,
)
from tests.bot.league.tournaments.tournament_samples import NOON, by_rounds, done, plan_result, played, tournament
from tests.chance import InOrder


def swiss(people: int = 4) -> Tournament:
    """Return a Swiss tournament in round 1: 1-3 and 2-4."""
    return begun(tournament(people, kind=TournamentKind.SWISS))


def begun(before: Tournament) -> Tournament:
    return done(before, plan_start(before, InOrder(), NOON))


def next_round(before: Tournament) -> Tournament:
    plan = plan_next(before, NOON)
    assert plan is not None
    return done(before, plan)


def test_undoing_reopens_a_closed_round_and_removes_the_next_pairing() -> None:
    first = played(swiss(), (1, 3))
    second = done(first, plan_close_round(first, 1, NOON))
    assert second.round == 2
    undo = plan_undo(second, NOON)
    assert (undo.step, undo.round, undo.reopened, undo.played) == (UndoStep.CLOSING, 1, 1, 0)
    again = done(second, undo.after)
    assert (again.round, again.closed_round, again.announced_round) == (1, 0, 0)
    assert [(one.teams, one.state) for one in again.pairings] == [((1, 3), "played"), ((2, 4), "open")]


def test_an_undone_result_stays_if_the_same_teams_are_paired_again() -> None:
    first = played(swiss(), (1, 3))
    second = played(done(first, plan_close_round(first, 1, NOON)), (1, 2))  # 1 has 3 points, and meets one with 0
    [result] = [one for one in second.pairings if one.round == 2 and one.state is PairingState.PLAYED]
    undo = plan_undo(second, NOON)
    assert undo.played == 1
    again = done(second, undo.after)
    assert again.taken_back == (result,)
    assert [one.points for one in standings(again)] == [3, 0, 0, 0]
    later = next_round(played(again, (2, 4)))  # both winners have 3 points and meet, as before
    assert later.taken_back == ()
    assert [one for one in later.pairings if one.round == 2] == [result, later.pairings[-1]]
    assert later.pairings[-1].teams == (3, 4)
    assert later.pairings[-1].state is PairingState.OPEN


def test_a_result_of_a_pairing_that_does_not_come_again_is_gone_for_good() -> None:
    first = played(swiss(), (1, 3))
    second = played(done(first, plan_close_round(first, 1, NOON)), (1, 2))
    again = done(second, plan_undo(second, NOON).after)
    later = next_round(played(again, (4, 2)))
    assert {frozenset(one) for one in by_rounds(later.pairings)[1]} == {frozenset((1, 4)), frozenset((2, 3))}
    assert later.taken_back == ()
    assert {one.state for one in later.pairings if one.round == 2} == {PairingState.OPEN}


def with_void(cup: Tournament, *, void: bool) -> Tournament:
    """Return the tournament after its result 9 was made void, or counts again."""

    def read(pairings: Sequence[Pairing]) -> tuple[Pairing, ...]:
        won = [tuple(replace(match, void=void and match.result_id == 9) for match in one.matches) for one in pairings]
        return tuple(replace(one, matches=matches) for one, matches in zip(pairings, won, strict=True))

    newest = replace(cup, pairings=read(cup.pairings), taken_back=read(cup.taken_back))
    return done(newest, plan_voided(newest, 9, void, NOON))


@pytest.mark.parametrize("best_of", [1, 3])
@pytest.mark.parametrize("when", ["before", "waiting", "restored"])
def test_a_void_result_of_an_undone_round_waits_closed_and_counts_once_it_is_restored(
    when: str, *, best_of: int
) -> None:
    first = swiss()
    first = played(replace(first, rules=replace(first.rules, best_of=best_of)), (1, 3))
    cup = played(done(first, plan_close_round(first, 1, NOON)), (1, 2))
    [found] = [one for one in cup.pairings if one.round == 2 and one.state is PairingState.PLAYED]
    won = replace(found, matches=(PairingMatch(8, 1), PairingMatch(9, 1)))
    known = replace(found, result_id=9) if best_of == 1 else recounted(won, 2)
    cup = replace(cup, pairings=tuple(known if one == found else one for one in cup.pairings))
    if when == "before":
        cup = replace(with_void(cup, void=True), around=Surroundings(frozenset({known.id})))  # it is played again
    cup = done(cup, plan_undo(cup, NOON).after)
    if when != "before":
        cup = with_void(cup, void=True)
    assert [one.state for one in cup.taken_back] == [PairingState.MISSED]
    if when == "restored":
        cup = with_void(cup, void=False)
        assert [one.state for one in cup.taken_back] == [PairingState.PLAYED]
    cup = next_round(played(cup, (2, 4)))
    if when != "restored":
        assert [one.state for one in cup.pairings if one.id == known.id] == [PairingState.OPEN]
        cup = with_void(cup, void=False)
    [again] = [one for one in cup.pairings if one.id == known.id]
    assert (again.state, {side.team: side.place for side in again.sides}) == (PairingState.PLAYED, {1: 1, 2: 2})


def test_a_correction_pairs_the_running_round_from_current_results() -> None:
    second = next_round(played(swiss(), (1, 3), (2, 4)))
    assert by_rounds(second.pairings)[1] == [(1, 2), (3, 4)]
    wrong = next(one for one in second.pairings if one.teams == (2, 4))
    corrected = done(second, plan_result(second, wrong, 4, NOON))
    undo = plan_undo(corrected, NOON)
    assert (undo.step, undo.round) == (UndoStep.PAIRING, 2)
    again = done(corrected, undo.after)
    assert {frozenset(one) for one in by_rounds(again.pairings)[1]} == {frozenset((1, 4)), frozenset((2, 3))}
    assert (again.round, again.announced_round) == (2, 0)


def test_in_its_first_round_a_tournament_goes_back_to_sign_up() -> None:
    first = played(swiss(5), (1, 3))
    undo = plan_undo(first, NOON)
    assert (undo.step, undo.played) == (UndoStep.START, 1)
    again = done(first, undo.after)
    assert (again.stage, again.round, again.rounds, again.pairings) == (TournamentStage.OPEN, 0, 0, ())
    assert {one.team for one in again.people} == {0}


def test_the_requested_number_of_rounds_survives_a_return_to_sign_up() -> None:
    first = begun(tournament(5, kind=TournamentKind.SWISS, rounds=2))
    assert done(first, plan_undo(first, NOON).after).rounds == 2


def test_a_round_robin_opens_the_round_again_that_was_closed_last() -> None:
    first = played(begun(tournament(4)), (1, 4))
    closed = done(first, plan_close_round(first, 1, NOON))
    undo = plan_undo(closed, NOON)
    assert (undo.step, undo.round, undo.reopened) == (UndoStep.CLOSING, 1, 1)
    again = done(closed, undo.after)
    assert again.round == 3
    assert len(again.open_pairings) == 5


def test_a_round_robin_whose_rounds_were_played_has_nothing_to_undo() -> None:
    with pytest.raises(NothingToUndo):
        plan_undo(played(begun(tournament(4)), (1, 4), (2, 3)), NOON)


def test_a_tournament_that_ended_with_its_last_round_unplayed_goes_on() -> None:
    second = next_round(played(swiss(), (1, 3), (2, 4)))
    over = done(second, plan_close_round(second, 2, NOON))
    assert over.stage is TournamentStage.OVER
    again = done(over, plan_undo(over, NOON).after)
    assert (again.stage, again.ended_at) == (TournamentStage.RUNNING, None)
    assert len(again.open_pairings) == 2


def test_what_somebody_who_has_withdrawn_did_not_play_stays_closed() -> None:
    first = played(swiss(), (1, 3))
    second = done(first, plan_close_round(first, 1, NOON))
    left = replace(second, people=tuple(replace(one, withdrawn=one.team == 4) for one in second.people))
    assert plan_undo(left, NOON).step is UndoStep.PAIRING


def test_a_match_that_runs_when_its_round_is_closed_counts_when_it_ends() -> None:
    first = swiss()
    running = next(one for one in first.pairings if one.teams == (1, 3))
    closed = done(first, plan_close_round(first, 1, NOON, in_play=[running.id]))
    assert [(one.teams, one.state) for one in closed.pairings] == [((1, 3), "open"), ((2, 4), "missed")]
    assert plan_due(closed, NOON, in_play=[running.id]) is None
    assert next_round(played(closed, (1, 3))).round == 2


def test_an_unfinished_match_of_a_closed_round_is_never_played() -> None:
    first = swiss()
    closed = done(first, plan_close_round(first, 1, NOON, in_play=[one.id for one in first.pairings]))
    plan = plan_due(closed, NOON, in_play=[closed.pairings[0].id])
    assert plan is not None
    assert [one.state for one in done(closed, plan).pairings] == [PairingState.OPEN, PairingState.MISSED]


def test_a_deadline_leaves_the_matches_that_run() -> None:
    first = replace(swiss(), round_s=3600, timed_round=1, deadline=NOON)
    plan = plan_due(first, NOON, in_play=[first.pairings[0].id])
    assert plan is not None
    assert [one.state for one in done(first, plan).pairings] == [PairingState.OPEN, PairingState.MISSED]

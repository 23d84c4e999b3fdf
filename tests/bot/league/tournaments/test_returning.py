"""Withdrawn people who play again: the pairings that are open again, and those that stay."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.league.tournaments.announcing.notices import due_notices, outdated
from bot.league.tournaments.formats.settling import recounted
from bot.league.tournaments.progress.clock import plan_close_round, plan_leaving
from bot.league.tournaments.progress.rounds import NoReturn, plan_cancel, plan_return
from storage.league.tournament_values import (
    AnnouncementKind,
    PairingMatch,
    PairingState,
    Seeding,
    Surroundings,
    Tournament,
    TournamentKind,
    TournamentRules,
    WithdrawalCause,
)
from tests.bot.league.tournaments.test_rounds import begun
from tests.bot.league.tournaments.tournament_samples import (
    NOON,
    announced,
    done,
    plan_result,
    plan_walkover,
    tournament,
)

OPEN, BYE, PLAYED = PairingState.OPEN, PairingState.BYE, PairingState.PLAYED


def left(cup: Tournament, *people: int) -> Tournament:
    for number, user_id in enumerate(people):
        cup = done(cup, plan_leaving(cup, user_id, WithdrawalCause.OWN, NOON + number))
    return cup


def back(cup: Tournament, *people: int) -> Tournament:
    for user_id in people:
        cup = done(cup, plan_return(cup, user_id, NOON + 60))
    return cup


def states(cup: Tournament, team: int) -> list[PairingState]:
    """Return the states of the pairings in which a team has an opponent, by round."""
    return [one.state for one in cup.pairings if len(one.sides) > 1 and team in one.teams]


def closed(cup: Tournament) -> Tournament:
    return done(cup, plan_close_round(cup, 1, NOON))


def lost(cup: Tournament) -> Tournament:
    """Enter that the opponent of the first round has won."""
    first = next(one for one in cup.pairings if 1 in one.teams and len(one.sides) > 1)
    return done(cup, plan_result(cup, first, next(one for one in first.teams if one != 1), NOON))


def won_by_walkover(cup: Tournament) -> Tournament:
    first = next(one for one in cup.pairings if 1 in one.teams and len(one.sides) > 1)
    return done(cup, plan_walkover(cup, first, 1, NOON))


def alone(cup: Tournament) -> Tournament:
    return cup


@pytest.mark.parametrize(
    ("since", "found"),
    [
        (alone, [OPEN, OPEN, OPEN]),
        (closed, [BYE, OPEN, OPEN]),
        (lost, [PLAYED, OPEN, OPEN]),
        (won_by_walkover, [BYE, OPEN, OPEN]),
        (lambda cup: left(cup, 2), [OPEN, OPEN, BYE]),
        (lambda cup: back(left(cup, 2), 2), [OPEN, OPEN, OPEN]),
    ],
)
def test_walkovers_of_a_withdrawal_are_open_again_if_nothing_else_has_settled_them(
    since: Callable[[Tournament], Tournament], found: list[PairingState]
) -> None:
    cup = begun(tournament(4))
    cup = back(since(left(cup, 1)), 1)
    assert sorted(states(cup, 1)) == sorted(found)
    assert [one for one in cup.withdrawals if one.sign_up == cup.people[0].sign_up] == []


def test_a_pairing_of_two_who_withdrew_is_open_again_once_both_play_again() -> None:
    cup = left(begun(tournament(4)), 1, 2)
    both = next(one for one in back(cup, 1).pairings if {1, 2} == set(one.teams))
    assert (both.state, {side.team: side.place for side in both.sides}) == (BYE, {1: 1, 2: None})
    assert states(back(cup, 1, 2), 2) == states(back(cup, 2, 1), 2) == [OPEN, OPEN, OPEN]


def test_a_walkover_that_a_host_had_given_before_stays() -> None:
    cup = begun(tournament(4))
    first = next(one for one in cup.pairings if 1 in one.teams)
    other = next(one for one in first.teams if one != 1)
    cup = left(done(cup, plan_walkover(cup, first, other, NOON)), 1)
    assert sorted(states(back(cup, 1), 1)) == sorted([BYE, OPEN, OPEN])


def test_the_score_of_a_pairing_of_several_matches_is_as_it_was() -> None:
    cup = begun(replace(tournament(4), rules=TournamentRules(best_of=3)))
    first = replace(cup.pairings[0], matches=(PairingMatch(7, cup.pairings[0].teams[0]),), result_id=7)
    cup = replace(cup, pairings=(first, *cup.pairings[1:]))
    again = back(left(cup, first.teams[1]), first.teams[1]).pairings[0]
    assert (again.state, again.matches, again.scores) == (
        OPEN,
        first.matches,
        dict(zip(first.teams, (1, 0), strict=True)),
    )


def a_table_of_four() -> Tournament:
    return left(begun(tournament(4, game="domino_square", sides=4)), 1)


def a_later_round() -> Tournament:
    cup = left(begun(tournament(6, kind=TournamentKind.SWISS, rounds=3)), 1)
    return closed(cup)


def first_round_without_1(kind: TournamentKind = TournamentKind.ELIMINATION, *, best_of: int = 1) -> Tournament:
    """Return a bracket of four whose next round is drawn, with a walkover of 4 over 1."""
    cup = tournament(6 if kind is TournamentKind.GROUPS else 4, kind=kind)
    cup = left(begun(replace(cup, rules=TournamentRules(kind, Seeding.ENTRY, best_of=best_of))), 1)
    while one := next(
        (one for one in cup.open_pairings if one.round <= (3 if cup.kind is TournamentKind.GROUPS else 1)), None
    ):
        cup = done(cup, plan_result(cup, one, max(one.teams), NOON))
    return cup


def a_next_match_that_runs(kind: TournamentKind = TournamentKind.ELIMINATION) -> Tournament:
    cup = first_round_without_1(kind)
    return replace(cup, around=Surroundings(frozenset({cup.open_pairings[0].id})))


def a_next_match_that_was_won() -> Tournament:
    cup = first_round_without_1(best_of=3)
    [final] = cup.open_pairings
    won = recounted(replace(final, matches=(PairingMatch(7, final.teams[0]),)), 2)
    return replace(cup, pairings=tuple(won if one == final else one for one in cup.pairings))


def a_bracket_that_goes_on() -> Tournament:
    return closed(left(begun(tournament(8, kind=TournamentKind.ELIMINATION)), 1))


def a_deleted_partner() -> Tournament:
    cup = begun(tournament(8, game="kent", size=2))
    gone = replace(cup, people=tuple(replace(one, user_id=-9) if one.user_id == 2 else one for one in cup.people))
    return left(gone, 1)


@pytest.mark.parametrize(
    ("cup", "why"),
    [
        (a_table_of_four(), "plays_on"),
        (a_later_round(), "drawn"),
        (a_bracket_that_goes_on(), "drawn"),
        (a_next_match_that_runs(), "built_on"),
        (a_next_match_that_runs(TournamentKind.GROUPS), "built_on"),
        (a_next_match_that_was_won(), "built_on"),
        (a_deleted_partner(), "gone"),
    ],
)
def test_no_one_plays_again_if_others_depend_on_the_withdrawal(cup: Tournament, why: str) -> None:
    with pytest.raises(NoReturn) as refused:
        plan_return(cup, 1, NOON)
    assert refused.value.why == why


@pytest.mark.parametrize("kind", [TournamentKind.ELIMINATION, TournamentKind.DOUBLE_ELIMINATION])
def test_a_walkover_in_a_later_round_of_a_bracket_is_open_again_too(kind: TournamentKind) -> None:
    cup = begun(tournament(8, kind=kind))
    first = next(one for one in cup.pairings if 1 in one.teams)
    cup = left(done(cup, plan_result(cup, first, 1, NOON)), 1)
    other = next(one for one in cup.pairings if 4 in one.teams)
    cup = done(cup, plan_result(cup, other, 4, NOON))
    assert states(cup, 1) == [PLAYED, BYE]
    again = next(one for one in back(cup, 1).pairings if one.teams == (1, 4))
    assert (again.state, again.people, {side.place for side in again.sides}) == (OPEN, "1|4", {None})
    assert states(back(left(back(cup, 1), 1), 1), 1) == [PLAYED, OPEN]
    gone = left(cup, 4)
    assert {side.team: side.place for side in next(o for o in back(gone, 1).pairings if o.teams == (1, 4)).sides} == {
        1: 1,
        4: None,
    }


def test_shared_deals_are_not_played_again_but_the_person_plays_on() -> None:
    rules = TournamentRules(TournamentKind.DUPLICATE, deals=1, seats=2)
    cup = left(begun(replace(tournament(4, kind=TournamentKind.DUPLICATE, rounds=2), rules=rules)), 1)
    again = back(cup, 1)
    assert (again.withdrawn, [one for one in again.pairings if 1 in one.teams]) == (
        frozenset(),
        [one for one in cup.pairings if 1 in one.teams],
    )


def test_the_news_of_a_withdrawal_name_no_person_and_end_with_it() -> None:
    cup = begun(tournament(4))
    cup = replace(cup, people=tuple(replace(one, user_id=one.user_id * 10**12) for one in cup.people))
    gone = left(cup, 10**12)
    assert [one.kind for one in due_notices(gone, NOON)] == ["withdrawn", "round"]
    assert not any(str(one.user_id) in str(gone.withdrawals) for one in cup.people)
    assert "withdrawn" not in [one.kind for one in due_notices(back(gone, 10**12), NOON)]


def test_the_news_of_a_withdrawal_stand_after_the_tournament_is_cancelled() -> None:
    gone = left(begun(tournament(4)), 1)
    told = replace(gone, announcements=(announced(AnnouncementKind.WITHDRAWN, 0, gone.withdrawals[0].key),))
    assert [one.kind for one in outdated(plan_cancel(told, NOON), NOON)] == []
    assert [one.kind for one in outdated(back(told, 1), NOON)] == [AnnouncementKind.WITHDRAWN]

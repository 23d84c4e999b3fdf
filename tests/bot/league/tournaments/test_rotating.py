"""Rotating partners: pairs, byes and standings worked out by hand."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from bot.league.tournaments.formats.kinds import standings
from bot.league.tournaments.formats.rotating import count_meetings, partners_round
from bot.league.tournaments.progress.rounds import plan_next, plan_withdrawal
from bot.league.tournaments.progress.starting import plan_start
from storage.league.tournament_values import (
    PairingState,
    Seeding,
    Tournament,
    TournamentKind,
    TournamentRules,
    partners_of,
    side_number,
)
from tests.bot.league.tournaments.tournament_samples import NOON, done, played, tournament

LOT = Random(1)


def begun(people: int, rounds: int = 3) -> Tournament:
    """Return a tournament of Kent in pairs, numbered by entry, in its first round."""
    made = tournament(people, kind=TournamentKind.PARTNERS, game="kent", size=2, rounds=rounds)
    made = replace(made, rules=TournamentRules(TournamentKind.PARTNERS, Seeding.ENTRY))
    return done(made, plan_start(made, LOT, NOON))


def go_on(now: Tournament) -> Tournament:
    plan = plan_next(now, NOON)
    assert plan is not None
    return done(now, plan)


def tables(now: Tournament) -> list[tuple[tuple[int, ...], ...]]:
    return [tuple(map(partners_of, one.teams)) for one in now.open_pairings]


def test_a_side_has_a_number_from_which_its_partners_follow() -> None:
    assert side_number((8, 1)) == 108
    assert partners_of(108) == (1, 8)
    assert partners_of(side_number((64, 3, 27))) == (3, 27, 64)
    assert partners_of(64) == (64,)


def test_eight_people_over_three_rounds_have_new_partners() -> None:
    now = begun(8)
    assert tables(now) == [((1, 8), (2, 7)), ((3, 6), (4, 5))]
    now = go_on(played(now, (108, 207), (306, 405)))
    assert tables(now) == [((1, 7), (6, 8)), ((2, 5), (3, 4))]
    now = played(now, (107, 608), places=(1, 1))
    now = go_on(played(now, (304, 205)))
    assert tables(now) == [((1, 6), (5, 7)), ((4, 8), (2, 3))]
    now = go_on(played(now, (106, 507), (408, 203)))
    assert now.stage == "over"
    # The points of all opponents: 1 has 2, 7, 6, 8, 5 and 7, which is 0 + 1 + 7 + 7 + 0 + 1.
    assert [(one.team, one.place, one.points, one.tie_break) for one in standings(now)] == [
        (1, 1, 7, 16),
        (6, 2, 7, 15),
        (8, 2, 7, 15),
        (3, 4, 6, 19),
        (4, 4, 6, 19),
        (7, 6, 1, 42),
        (2, 7, 0, 39),
        (5, 7, 0, 39),
    ]


@pytest.mark.parametrize(("people", "size", "sides", "rounds"), [(8, 2, 2, 7), (12, 2, 3, 11), (16, 2, 2, 15)])
def test_no_pair_meets_twice_in_as_many_rounds_as_possible(people: int, size: int, sides: int, rounds: int) -> None:
    met: list[tuple[tuple[int, ...], ...]] = []
    for _ in range(rounds):
        met += partners_round(range(1, people + 1), size, sides, *count_meetings(met), {})
    pairs = [pair for table in met for group in table for pair in combinations(group, 2)]
    assert len(pairs) == len(set(pairs)) == people * (people - 1) // 2


def test_threes_repeat_no_partners_while_they_can() -> None:
    met: list[tuple[tuple[int, ...], ...]] = []
    for _ in range(3):
        met += partners_round(range(1, 13), 3, 2, *count_meetings(met), {})
    assert set(count_meetings(met)[0].values()) == {1}


def test_byes_go_round_and_win() -> None:
    now = begun(6)
    byes = [one.teams for one in now.pairings if one.state is PairingState.BYE]
    assert byes == [(5,), (6,)]
    [table] = tables(now)
    now = go_on(played(now, tuple(map(side_number, table))))
    assert [one.teams for one in now.pairings if one.state is PairingState.BYE and one.round == 2] == [(3,), (4,)]
    points = {one.team: one.points for one in standings(now)}
    assert points[5] == points[6] == 3


def test_a_withdrawal_gives_the_other_side_a_walkover_and_partners_play_on() -> None:
    now = begun(8)
    now = done(now, plan_withdrawal(now, 8, NOON))
    assert [(one.teams, one.state) for one in now.pairings] == [((108, 207), "bye"), ((306, 405), "open")]
    assert {one.team: one.points for one in standings(now)}[7] == 3
    now = go_on(played(now, (306, 405)))
    assert {one for table in tables(now) for group in table for one in group} <= {1, 2, 3, 4, 5, 6, 7}
    assert len([one for one in now.pairings if one.round == 2 and one.state is PairingState.BYE]) == 3

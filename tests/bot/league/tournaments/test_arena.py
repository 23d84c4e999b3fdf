"""An arena: its pairings, and its result."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from bot.league.recording import add_result
from bot.league.tournaments.formats.kinds import current_round, standings, winners
from bot.league.tournaments.formats.pairing import arena_round
from bot.league.tournaments.progress.clock import next_instant, plan_due
from bot.league.tournaments.progress.rounds import plan_next, plan_walk_in, plan_withdrawal
from bot.league.tournaments.progress.saving import settle_pairing
from bot.league.tournaments.progress.starting import plan_start
from storage.database import Database
from storage.league.tournament_values import (
    PairingState,
    Seeding,
    Tournament,
    TournamentKind,
    TournamentRules,
    TournamentStage,
)
from tests.bot.league.league_samples import result
from tests.bot.league.tournaments.test_saving import load_tournament, set_void, start_saved
from tests.bot.league.tournaments.tournament_samples import NOON, advance, by_rounds, done, played, tournament
from tests.chance import InOrder
from tests.needs import some_of

HOUR = 3600


def begun(people: int) -> Tournament:
    rules = TournamentRules(TournamentKind.ARENA, Seeding.ENTRY, (2,), 1, duration_s=HOUR)
    before = replace(tournament(people), rules=rules)
    return done(before, plan_start(before, InOrder(), NOON))


def gone_on(before: Tournament) -> Tournament:
    plan = plan_next(before, NOON + 60)
    assert plan is not None
    return done(before, plan)


def test_free_people_meet_the_nearest_in_points_but_not_again() -> None:
    points = {1: 4, 2: 4, 3: 2, 4: 2}
    fresh = dict.fromkeys(points, 1)
    assert arena_round([1, 2, 3, 4], points, {}, fresh) == [(1, 2), (3, 4)]
    assert arena_round([1, 2, 3, 4], points, {1: 2, 2: 1}, fresh) == [(1, 3), (2, 4)]


def test_of_three_the_one_who_has_waited_is_paired() -> None:
    assert arena_round([1, 2, 3], {1: 2, 2: 0, 3: 0}, {1: 2, 2: 1}, {1: 1, 2: 1, 3: 2}) == [(2, 3)]


def test_people_are_paired_while_other_matches_go_on() -> None:
    arena = begun(6)
    assert by_rounds(arena.pairings) == [[(1, 2), (3, 4), (5, 6)]]
    assert arena.deadline == NOON + HOUR
    arena = played(arena, (1, 2))
    assert plan_next(arena, NOON + 60) is None  # they have just met, and nobody else is free
    arena = gone_on(played(arena, (4, 3)))
    assert by_rounds(arena.pairings)[1] == [(1, 4), (2, 3)]
    assert (current_round(arena), len(arena.open_pairings)) == (2, 3)


def test_two_meet_again_if_nobody_else_plays() -> None:
    arena = gone_on(played(begun(2), (2, 1)))
    assert by_rounds(arena.pairings) == [[(1, 2)], [(2, 1)]]


def test_a_win_scores_two_a_draw_one_and_wins_divide_equal_points() -> None:
    arena = begun(4)
    arena = gone_on(played(played(arena, (1, 2)), (3, 4), places=(1, 1)))
    assert by_rounds(arena.pairings)[1] == [(1, 3), (4, 2)]
    arena = played(played(arena, (3, 1), places=(1, 1)), (4, 2))
    # 1: 2 + 1, one win; 4: 1 + 2, one win; 3: 1 + 1; 2: none.
    assert [(one.team, one.place, one.points) for one in standings(arena)] == [
        (1, 1, 3),
        (4, 1, 3),
        (3, 3, 2),
        (2, 4, 0),
    ]


def test_from_the_third_win_in_a_row_a_win_counts_double() -> None:
    arena = begun(2)
    arena = replace(arena, rules=replace(arena.rules, streak=True))
    points = []
    for winner in (1, 1, 1, 1, 2, 2):
        arena = gone_on(played(arena, (winner, 3 - winner)))
        points.append({one.team: (one.points, one.streak) for one in standings(arena)}[1])
    # 2, 2 + 2, + 4, + 4; then two losses.
    assert points == [(2, 1), (4, 2), (8, 3), (12, 4), (12, 0), (12, 0)]
    assert [(one.points, one.streak) for one in standings(arena) if one.team == 2] == [(4, 2)]
    arena = replace(arena, rules=replace(arena.rules, streak=False))
    assert [(one.team, one.points, one.streak) for one in standings(arena)] == [(1, 8, 0), (2, 4, 0)]


def test_a_walkover_keeps_a_streak_and_a_draw_ends_it() -> None:
    arena = begun(2)
    arena = replace(arena, rules=replace(arena.rules, streak=True))
    for _ in range(2):
        arena = gone_on(played(arena, (1, 2)))
    arena = done(arena, plan_withdrawal(arena, 2, NOON, {arena.open_pairings[0].id: frozenset({1})}))
    assert [(one.points, one.streak) for one in standings(arena)] == [(6, 2), (0, 0)]  # 2 + 2, and a walkover of 2
    arena = done(arena, plan_walk_in(arena, 2, NOON))
    arena = gone_on(played(arena, (1, 2)))
    assert [(one.points, one.streak) for one in standings(arena)] == [(10, 3), (0, 0)]
    arena = gone_on(played(arena, (1, 2), places=(1, 1)))
    assert [(one.points, one.streak) for one in standings(arena)] == [(11, 0), (1, 0)]


async def read(all_moved: bool) -> bool:  # the value that is read
    return all_moved


async def test_a_match_that_ends_before_each_side_has_moved_counts_for_no_streak(database: Database) -> None:
    wanted = begun(2)
    rules = replace(wanted.rules, streak=True)
    cup = await start_saved(database, replace(tournament(2), rules=rules))
    points = []
    for at, all_moved in enumerate((True, True, False, False, True), 1):
        async with database.write() as tx:
            found = result([1], [2], at=NOON + at)
            result_id = await add_result(tx, found)
            await settle_pairing(tx, replace(found, id=result_id), found.at, all_moved=partial(read, all_moved))
        now = await advance(database, cup.id, NOON + at)
        assert now is not None
        points += [(one.points, one.streak) for one in standings(now) if one.team == 1]
    # 2 + 2, two walkovers of 2, and the third win in a row of 4.
    assert points == [(2, 1), (4, 2), (6, 2), (8, 2), (12, 3)]
    await set_void(database, 3, void=True)
    await set_void(database, 3, void=False)
    assert [one.points for one in standings(await load_tournament(database, cup.id))] == [12, 0]


@pytest.mark.parametrize("people", [3, 4, 5, 6])
def test_the_same_two_are_never_paired_twice_in_a_row_while_others_are_free(people: int) -> None:
    for seed in some_of(range(20), 8):
        rng, arena, last = Random(seed), begun(people), dict[int, int]()  # no secret
        for _ in range(30):
            known = {one.id for one in arena.pairings}
            busy = {team for one in arena.open_pairings for team in one.teams}
            free = arena.teams.keys() - arena.withdrawn - busy
            if arena.open_pairings and rng.random() < 0.7:
                teams = rng.choice(arena.open_pairings).teams
                free |= set(teams)
                last |= dict(zip(teams, reversed(teams), strict=True))
                arena = played(arena, teams if rng.random() < 0.9 else teams[::-1])
                arena = done(arena, plan_next(arena, NOON) or arena)
            elif away := sorted(arena.withdrawn):
                arena = done(arena, plan_walk_in(arena, away[0], NOON))
                free.add(away[0])
            elif len(idle := sorted(free)) > 1:
                arena = done(arena, plan_withdrawal(arena, idle[0], NOON))
                free.remove(idle[0])
            for one in (one for one in arena.pairings if one.id not in known):
                assert last.get(one.teams[0]) != one.teams[1] or free == set(one.teams), (seed, one)


def test_at_the_end_open_matches_score_nothing_and_the_arena_is_over() -> None:
    arena = played(begun(4), (1, 2))
    present = {arena.open_pairings[0].id: (3, 4)}
    assert plan_due(arena, NOON + HOUR - 1, waiting=present) is None
    plan = plan_due(arena, NOON + HOUR)
    assert plan is not None
    arena = done(arena, plan)
    assert arena.stage is TournamentStage.OVER
    assert [one.state for one in arena.pairings] == [PairingState.PLAYED, PairingState.MISSED]
    assert [(one.team, one.points) for one in standings(arena)] == [(1, 2), (2, 0), (3, 0), (4, 0)]


def test_people_leave_keep_their_place_and_come_back() -> None:
    arena = played(begun(4), (1, 2))
    arena = done(arena, plan_withdrawal(arena, 1, NOON + 60))
    [pairing] = arena.open_pairings
    arena = done(arena, plan_withdrawal(arena, 3, NOON + 60, {pairing.id: frozenset({3, 4})}))
    # 4 sat at the table and has a walkover.
    assert [(one.team, one.points) for one in standings(arena)][:2] == [(1, 2), (4, 2)]
    assert by_rounds(arena.pairings)[1] == [(4, 2)]
    arena = played(arena, (4, 2))
    arena = done(arena, plan_walk_in(arena, 1, NOON + 120))
    assert by_rounds(arena.pairings)[2] == [(4, 1)]
    assert arena.withdrawn == {3}


def test_withdrawing_gives_an_opponent_who_is_not_at_the_table_nothing() -> None:
    arena = begun(2)
    arena = done(arena, plan_withdrawal(arena, 1, NOON + 60, {arena.pairings[0].id: frozenset({1})}))
    assert [one.state for one in arena.pairings] == [PairingState.MISSED]
    assert [one.points for one in standings(arena)] == [0, 0]


def test_after_five_minutes_who_is_at_the_table_wins_and_who_is_not_pauses() -> None:
    arena = begun(6)
    one, two, three = arena.pairings
    present = {one.id: (2,), two.id: (), three.id: (5, 6)}
    assert plan_due(arena, NOON + 299, waiting=present) is None
    plan = plan_due(arena, NOON + 300, waiting=present)
    assert plan is not None
    arena = done(arena, plan)
    assert [pairing.state for pairing in arena.pairings] == [PairingState.BYE, PairingState.MISSED, PairingState.OPEN]
    assert [(team.team, team.points) for team in standings(arena)] == [(2, 2), (1, 0), (3, 0), (4, 0), (5, 0), (6, 0)]
    assert arena.withdrawn == {1, 3, 4}
    assert plan_due(arena, NOON + 301, waiting=present) is None  # 5 and 6 are both there and need only begin


def test_a_no_show_frees_the_opponent_and_the_absent_may_return() -> None:
    arena = begun(3)  # 1 meets 2, and 3 waits
    plan = plan_due(arena, NOON + 300, waiting={arena.pairings[0].id: (1,)})
    assert plan is not None
    arena = done(arena, plan)
    assert by_rounds(arena.pairings)[1] == [(1, 3)]
    assert arena.pairings[1].opened_at == NOON + 300
    arena = done(arena, plan_walk_in(arena, 2, NOON + 310))
    assert arena.withdrawn == frozenset()
    assert len(arena.open_pairings) == 1


def test_the_next_instant_is_five_minutes_after_a_pairing() -> None:
    arena = begun(4)
    assert next_instant(arena, NOON) == NOON + 300
    assert next_instant(arena, NOON + 300) == NOON + HOUR  # both tables are in play
    assert next_instant(replace(arena, deadline=NOON + 200), NOON) == NOON + 200


def test_an_arena_in_which_nothing_was_played_has_no_winner() -> None:
    arena = begun(2)
    arena = done(arena, plan_withdrawal(arena, 1, NOON + 60, {arena.pairings[0].id: frozenset({1, 2})}))
    assert [(one.team, one.place, one.points) for one in standings(arena)] == [(2, 1, 2), (1, 2, 0)]
    plan = plan_due(arena, NOON + HOUR)
    assert plan is not None
    assert winners(done(arena, plan)) == ()
    assert winners(played(begun(2), (2, 1))) == (2,)


def test_somebody_new_is_paired_at_once_with_whoever_waits() -> None:
    arena = begun(3)
    assert len(arena.open_pairings) == 1
    arena = done(arena, plan_walk_in(arena, 9, NOON + 60))
    assert by_rounds(arena.pairings)[1] == [(3, 4)]
    assert arena.pairings[-1].people == "3|9"

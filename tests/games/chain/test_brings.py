"""The gain of a placement, forecast from its player's view."""

from __future__ import annotations

from random import Random

import pytest

import games
from games import Match, Move
from games.core.events import Scored
from games.full_speed import Bust, FullSpeedView, PlacementScore, placement_score
from games.plus_minus import PlusMinusView, penalty
from tests.games.deals import deal, play

from .positions import set_up


def brought(match: Match, move: str) -> PlacementScore | None:
    (seat,) = match.actors()
    view = match.view(seat)
    assert isinstance(view, FullSpeedView)
    return placement_score(view, Move.parse(move))


def full_speed(*hands: str) -> Match:
    return games.new_match("full_speed", seats=2, seed="a seed", deals=[deal(*hands)], lots=[0])


def test_patterns_are_forecast_for_their_player_and_nicos_for_others() -> None:
    match = full_speed("6-5 5-3 0-0 1-0 2-0 2-1 1-1", "6-3 4-4 5-5 4-2 6-6 5-4 6-4")
    assert brought(match, "6-5") == PlacementScore(None, 0)
    assert brought(match, "0-0") == PlacementScore(0, 0)  # twins worth nothing
    assert brought(match, "1-1") == PlacementScore(0, 2)
    play(match, "6-5")
    assert brought(match, "6-3@left") == PlacementScore(0, 8, nico=True)  # ends 3 and 5
    assert brought(match, "5-5@right") == PlacementScore(0, 16, nico=True)  # ends 6 and 5-5
    play(match, "6-3@left")
    assert brought(match, "5-3@left") == PlacementScore(0, 10)  # twins: ends 5 and 5


def test_a_thirteen_is_told_as_a_choice() -> None:
    match = full_speed("5-3 0-0 1-0 2-0 2-1 1-1 3-1", "4-3 4-4 5-5 4-2 6-6 5-4 6-4")
    play(match, "5-3")
    set_up(match, "0-0 4-0", "4-3 6-0")
    play(match, "4-3@right")
    set_up(match, "4-4 4-0", "6-0")
    assert brought(match, "4-4@right") == PlacementScore(None, 13, thirteen=True)  # ends 5 and 4-4


def test_what_would_go_above_121_is_told_as_too_much() -> None:
    match = full_speed("6-5 5-3 0-0 1-0 2-0 2-1 1-1", "6-3 4-4 5-5 4-2 6-6 5-4 6-4")
    play(match, "6-5 6-3@left")
    set_up(match, "5-3 0-0", "4-4", scores=(112, 0))
    assert brought(match, "5-3@left") == PlacementScore(0, 10, busts=True)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_placements_of_a_full_speed_match_score_their_forecast(seats: int) -> None:
    rng = Random(seats)
    match = games.new_match("full_speed", seats=seats, seed=f"told {seats}")
    for _ in range(300):
        if match.outcome:
            break
        (seat,) = match.actors()
        view = match.view(seat)
        assert isinstance(view, FullSpeedView)
        for move in match.moves(seat):
            told = placement_score(view, move)
            if told is None:
                assert move.tile is None
                continue
            after = match.copy()
            told_of = [event for event in after.play(seat, move) if isinstance(event, Scored | Bust)]
            events = [event for event in told_of if event.reason != "deal"]
            booked = {(event.side, event.kind) for event in events}
            kind = "bust" if told.busts else "scored"
            assert booked == (set() if told.side is None else {(told.side, kind)})
            assert sum(event.points for event in events) == (0 if told.side is None else told.amount)
        match.play(seat, rng.choice(match.moves(seat)))


@pytest.mark.parametrize("seed", range(5))
def test_placements_of_a_plus_minus_match_cost_their_forecast(seed: int) -> None:
    rng = Random(seed)
    match = games.new_match("plus_minus", seats=2, seed=f"told {seed}")
    while not match.outcome:
        (seat,) = match.actors()
        view = match.view(seat)
        assert isinstance(view, PlusMinusView)
        for move in match.moves(seat):
            events = match.copy().play(seat, move)
            cost = sum(event.points for event in events if isinstance(event, Scored) and event.reason == "ends")
            assert penalty(view, move) == (None if move.tile is None else cost)
        match.play(seat, rng.choice(match.moves(seat)))


def test_the_penalty_of_the_seed_s_examples() -> None:
    match = games.new_match(
        "plus_minus",
        seats=2,
        seed="a seed",
        deals=[deal("6-1 3-0 0-0 1-0 2-0 2-1 5-1", "6-3 1-1 5-5 4-2 6-6 5-4 6-4")],
        lots=[0],
    )
    play(match, "6-1")
    view = match.view(1)
    assert isinstance(view, PlusMinusView)
    assert penalty(view, Move.parse("6-3@left")) == 2  # ends 3 and 1
    play(match, "6-3@left")
    set_up(match, "3-0", "1-1 4-2")
    play(match, "3-0@left")
    set_up(match, "2-1", "1-1 4-2")
    view = match.view(1)
    assert isinstance(view, PlusMinusView)
    assert penalty(view, Move.parse("1-1@right")) == 1  # ends 0 and 1-1, which counts 2

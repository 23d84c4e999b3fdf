"""The regular player of Kent: what it passes on and throws away, and that it answers at once."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.computers import players
from games.kent import Kent
from games.kent.computers import computer_of, helps_least
from tests.games.deals import dealt_view, tiles

from .kent_deals import act, kent

OTHERS = ("5-5 4-3 1-0", "3-3 6-4 2-0", "2-2 5-3 6-1")


def never() -> bool:
    raise AssertionError("nothing to think about")


@pytest.mark.parametrize(
    ("hand", "passed"),
    [
        ("6-5 6-2 6-0 4-4", {"4-4"}),  # the meld of sixes is kept
        ("6-5 6-2 4-4 1-1", {"4-4", "1-1"}),  # the pair of sixes is kept
        ("6-5 5-2 2-1 4-4", {"4-4"}),  # two fives and two twos
        ("6-6 5-2 5-1 2-1", {"6-6"}),
    ],
)
def test_the_tile_farthest_from_a_meld_is_passed(hand: str, passed: set[str]) -> None:
    match = kent(hand, "5-5 4-3 1-0", "3-3 6-4 2-0", "2-2 5-3 6-1")
    found = {str(helps_least(match.view(0), Random(seed))) for seed in range(40)}
    assert found == {f"pass {tile}" for tile in passed}


def test_a_tile_that_would_be_passed_is_thrown_away_if_it_may_be() -> None:
    match = kent("6-5 6-2 4-4 0-0", *OTHERS)
    act(match, "pass 4-4", "pass 4-4", "pass 4-4", "pass 4-4", "pass 0-0", "pass 5-5", "pass 3-3", "pass 2-2")
    assert match.view(0).hand == tiles("2-2 4-4 6-2 6-5")
    assert str(helps_least(match.view(0), Random(1))) == "swap 4-4"


def test_nothing_is_thrown_away_from_a_meld() -> None:
    match = kent("6-5 6-2 6-3 4-4", *OTHERS)
    act(match, *["pass 4-4"] * 4)
    assert match.view(0).may_throw == tiles("4-4")
    assert str(helps_least(match.view(0), Random(1))) == "pass 4-4"


def test_only_the_holder_of_four_is_asked() -> None:
    match = kent("6-5 6-2 6-3 4-4", *OTHERS)
    for seat in (None, 1):
        with pytest.raises(ValueError, match="only the holder"):
            helps_least(match.view(seat), Random(1))
    with pytest.raises(TypeError, match="plays kent, not block"):
        computer_of("regular")(games.new_match("block", seats=2), 0, Random(1), never)


@pytest.mark.parametrize("level", players.LEVELS)
def test_computers_play_on_without_time_to_think_and_never_call_at_random(level: str) -> None:
    assert not Kent.info.computer_thinks
    match, rng = games.new_match("kent", seats=6, seed="a seed"), Random(1)
    for _ in range(200):
        holder = match.to_move()
        assert holder is not None
        match.play(holder, players.choose(level, match, holder, rng, never))
    assert dealt_view(match).deal == 1
    assert match.outcome is None


def test_a_table_of_regular_players_comes_to_melds() -> None:
    # After five rounds somebody's partner held one in 300 of 300 deals; with casual players in 38 of 100.
    found = 0
    for seed in range(12):
        match, rng = games.new_match("kent", seats=4, seed=f"melds {seed}"), Random(seed)
        for _ in range(20):
            holder = match.to_move()
            assert holder is not None
            match.play(holder, players.choose("regular", match, holder, rng, never))
        found += any(_true(match.copy(), seat) for seat in range(4))
    assert found >= 11


def _true(match: games.Match, seat: int) -> bool:
    return any(event.kind == "right" for event in match.play(seat, "kent"))

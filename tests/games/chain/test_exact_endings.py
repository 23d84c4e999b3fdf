"""Endings of the chain games for two are worked out perfectly."""

from __future__ import annotations

from itertools import count, islice
from random import Random

import pytest

from games import Match
from games.block import Block
from games.chain.match import ChainMatch
from games.chain.position import ChainPosition
from games.computers.exact import OutOfBudget, Solver, exact
from games.computers.players import playouts
from tests.games.deals import deal, play
from tests.games.walks import CHAINS, Setup, new

FOR_TWO = sorted({setup[0] for setup in CHAINS if setup[1] == 2})


def position_of(match: Match) -> ChainPosition:
    assert isinstance(match, ChainMatch)
    return match.position


def ending(key: str, seed: int, tiles: int = 7) -> ChainPosition | None:
    """Return a position with a choice, few tiles and no drawing; None if the deal has none."""
    setup: Setup = (key, 2, {"draw": "none"} if key == "double_trouble" else {})
    rng = Random(seed)
    position = position_of(new(setup, f"seed {seed}"))
    while position.turn >= 0:
        few = sum(hand.bit_count() for hand in position.hands) <= tiles
        if few and position.boneyard_closed() and len(position.choices()) > 1:
            return position
        position.play(rng.choice(position.moves()))
    return None


def perfect(position: ChainPosition, observer: int) -> float:
    """Return the value of a position with perfect play, by exhaustive search."""
    if position.turn < 0:
        return position.worths()[observer]
    worths = []
    for move in position.moves():
        after = position.copy()
        after.play(move)
        worths.append(perfect(after, observer))
    return max(worths) if position.turn == observer else min(worths)


@pytest.mark.parametrize("key", FOR_TWO)
def test_an_ending_is_worth_what_looking_at_everything_says(key: str) -> None:
    positions = (position for seed in count() if (position := ending(key, seed)))
    for position in islice(positions, 6):
        observer = position.turn
        best = perfect(position, observer)
        assert Solver(observer, 10_000).worth(position.copy()) == pytest.approx(best)
        move = exact(observer, position.choices(), [position], 10_000)
        assert move is not None
        after = position.copy()
        after.play(move)
        assert perfect(after, observer) == pytest.approx(best)


def test_a_small_budget_gives_no_answer_instead_of_a_guess() -> None:
    position = next(position for seed in range(60) if (position := ending("block", seed, tiles=10)))
    with pytest.raises(OutOfBudget):
        Solver(position.turn, 0).worth(position.copy())
    assert exact(position.turn, position.choices(), [position], 0) is None


def test_an_ending_is_given_up_as_soon_as_there_has_been_enough_thinking() -> None:
    position = next(position for seed in count() if (position := ending("block", seed, tiles=14)))
    assert exact(position.turn, position.choices(), [position], 40_000, playouts(10_000)) is not None
    asked = 0

    def enough() -> bool:
        nonlocal asked
        asked += 1
        return asked > 2

    assert exact(position.turn, position.choices(), [position], 40_000, enough) is None
    assert asked == 3


def test_all_hands_that_the_other_seat_may_hold_are_counted() -> None:
    match = new(("block", 2, {}), "a seed")
    assert isinstance(match, ChainMatch)
    hands = match.possible_hands(0, 116_280)
    assert hands is not None
    assert len(hands) == len(set(hands)) == 116_280  # 21 tiles are hidden, and 7 of them are in the other hand
    assert match.possible_hands(0, 116_279) is None


def test_hands_that_a_pass_has_ruled_out_are_not_counted() -> None:
    match = Block(
        seats=2, seed="a", deals=[deal("6-6 5-5 4-4 6-5 6-4 5-4 6-0", "3-3 3-2 3-1 2-2 2-1 1-1 1-0")], lots=[0]
    )
    play(match, "6-6 pass")
    hands = match.possible_hands(0, 50_000)
    assert hands is not None
    assert len(hands) == 31_824  # 18 of the 21 hidden tiles have no six
    assert match.position.hands[1] in hands

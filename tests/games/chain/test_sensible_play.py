"""The weights of moves by which computers play out chain games."""

from __future__ import annotations

from random import Random

from games.chain.position import DRAW, OVER, SHEDDING, WEIGHT
from games.plus_minus import PlusMinus


def test_a_move_of_plus_minus_looks_worse_by_the_penalty_that_it_costs() -> None:
    rng, position = Random(3), PlusMinus(seats=2, seed="a seed").position
    seen = 0
    while position.turn != OVER:
        for move in position.moves():
            after = position.copy()
            after.play(move)
            if move < DRAW and after.turn != OVER:
                seen += 1
                penalty = after.scores[position.turn] - position.scores[position.turn]
                assert position.weight(move) == WEIGHT[move] * SHEDDING - penalty
        position.play(rng.choice(position.moves()))
    assert seen > 10

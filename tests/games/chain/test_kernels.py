"""Kernels of the chain games play as the engine does: random deals played in both are compared at every ply."""

from __future__ import annotations

from random import Random

from games import Match
from games.chains.kernel import DRAW, OVER, SHEDDING, WEIGHT, ChainKernel
from games.chains.match import SearchedChain
from games.core.outcome import EndReason
from tests.games.walks import Setup, every_chain, new

PLIES = 600


def kernel_of(match: Match) -> ChainKernel:
    assert isinstance(match, SearchedChain)
    return match.kernel(match._hands, [tile.index for tile in match._boneyard])


def state(kernel: ChainKernel) -> list[object]:
    names = {name for kind in type(kernel).__mro__ for name in getattr(kind, "__slots__", ())}
    return [(name, getattr(kernel, name)) for name in sorted(names - {"setting", "last", "winner", "cut_off"})]


@every_chain
def test_a_kernel_has_the_moves_the_ends_and_the_points_of_the_engine(setup: Setup) -> None:
    rng = Random(7)
    match = new(setup, "seed 0")
    kernel, matches = kernel_of(match), 0
    for ply in range(PLIES):
        if match.outcome:
            matches += 1
            match = new(setup, f"seed {matches}")
            kernel = kernel_of(match)
        assert isinstance(match, SearchedChain)
        seat = kernel.turn
        moves = match.moves(seat)
        assert match.actors() == (seat,)
        assert [match.number_of(move) for move in moves] == list(kernel.moves())
        assert set(kernel.choices()) <= set(kernel.moves())
        move = rng.choice(moves)
        drawn, before = kernel.copy().play(match.number_of(move)), match.last_deal
        if ply % 3 == 0:
            kernel = kernel.copy()
        kernel.play(match.number_of(move))
        match.play(seat, move)
        if match.last_deal is before:
            assert bool(drawn) == (move.verb == "draw")
            assert state(kernel) == state(kernel_of(match))
        else:
            assert match.last_deal is not None
            assert kernel.turn == OVER
            assert kernel.scores == list(match.last_deal.scores)
            assert kernel.hands == [sum(tile.bit for tile in hand) for hand in match.last_deal.hands]
            if match.outcome is not None:
                best = match.outcome.winners
                if match.outcome.reason is not EndReason.ROUNDS:
                    assert kernel.worths() == [
                        1 / len(best) if match.side_of(seat) in best else 0.0 for seat in range(match.seats)
                    ]
            kernel = kernel_of(match)


def test_a_move_of_plus_minus_looks_worse_by_the_penalty_that_it_costs() -> None:
    rng, kernel = Random(3), kernel_of(new(("plus_minus", 2, {}), "a seed"))
    seen = 0
    while kernel.turn != OVER:
        for move in kernel.moves():
            after = kernel.copy()
            after.play(move)
            if move < DRAW and after.turn != OVER:
                seen += 1
                penalty = after.scores[kernel.turn] - kernel.scores[kernel.turn]
                assert kernel.weight(move) == WEIGHT[move] * SHEDDING - penalty
        kernel.play(rng.choice(kernel.moves()))
    assert seen > 10

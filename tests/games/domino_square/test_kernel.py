"""The kernel of Domino Square plays as the engine does, and its computers work short endings out."""

from fractions import Fraction
from random import Random

import pytest

from games.domino_square import DominoSquare
from games.domino_square.kernel import SquareKernel, chances
from games.exact import Solver


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_kernel_has_the_moves_and_the_winner_of_the_engine(seats: int) -> None:
    rng = Random(seats)
    for number in range(6):
        match = DominoSquare(seats=seats, seed=f"deal {number}", options={"target": 1})
        kernel = match.kernel()
        while not match.outcome:
            assert match.actors() == (kernel.turn,)
            moves = {match.number_of(move): move for move in match.moves(kernel.turn)}
            assert sorted(moves) == sorted(kernel.choices())
            chosen = rng.choice(sorted(moves))
            match.play(kernel.turn, moves[chosen])
            kernel = kernel.copy() if rng.random() < 0.5 else kernel
            kernel.play(chosen)
        assert kernel.turn < 0
        assert kernel.worths() == tuple(float(seat in match.outcome.winners) for seat in range(seats))


def test_whoever_needs_fewer_deals_is_as_much_likelier_to_win_the_match() -> None:
    # With 1 and 2 deals missing the second wins only if it wins twice running: 1/2 * 1/2.
    assert chances((1, 2)) == (0.75, 0.25)
    assert chances((0, 3)) == (1.0, 0.0)
    # With 1, 1 and 2 missing: 1/3 at once for each of the first two; else (1/3) all are level with 1 missing.
    assert [Fraction(chance).limit_denominator(100) for chance in chances((1, 1, 2))] == [
        Fraction(4, 9),
        Fraction(4, 9),
        Fraction(1, 9),
    ]


def test_every_hand_that_the_other_may_hold_is_a_world() -> None:
    match = DominoSquare(seats=2, seed="worlds")
    # Of 21 tiles 9 are one's own; the other holds 9 of the remaining 12: 12 * 11 * 10 / 6 = 220 ways. Before the
    # first tile lies every one can be placed.
    match.play(match.actors()[0], match.moves(match.actors()[0])[0])
    seat = match.actors()[0]
    worlds = match.worlds(seat, 220)
    assert {world.hands[seat] for world in worlds} == {match.kernel().hands[seat]}
    # The opener has laid one of their 9 tiles: 8 of the remaining 11, 165 ways.
    assert len({world.hands[1 - seat] for world in worlds}) == len(worlds) == 165
    assert match.worlds(seat, 164) == []


def test_an_ending_is_worth_what_trying_everything_tells() -> None:
    rng, solved = Random(3), 0
    for number in range(8):
        kernel = DominoSquare(seats=2, seed=f"ending {number}", options={"target": 1}).kernel()
        while kernel.turn >= 0 and len(kernel.choices()) > 5:
            kernel.play(rng.choice(kernel.choices()))
        if kernel.turn >= 0:
            assert Solver(0, 20_000).worth(kernel.copy()) == _brute(kernel)
            solved += 1
    assert solved > 3


def _brute(kernel: SquareKernel) -> float:
    if kernel.turn < 0:
        return float(kernel.worths()[0])
    worths = []
    for move in kernel.choices():
        after = kernel.copy()
        after.play(move)
        worths.append(_brute(after))
    return max(worths) if kernel.turn == 0 else min(worths)

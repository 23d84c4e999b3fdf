"""Positions for computers of Domino Square: chances, possible hands, and short endings."""

from fractions import Fraction
from random import Random

from games.computers.exact import Solver
from games.domino_square import DominoSquare
from games.domino_square.position import SquarePosition, chances


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
    worlds = match.possible_positions(seat, 220)
    assert {world.hands[seat] for world in worlds} == {match.position.hands[seat]}
    # The opener has laid one of their 9 tiles: 8 of the remaining 11, 165 ways.
    assert len({world.hands[1 - seat] for world in worlds}) == len(worlds) == 165
    assert match.possible_positions(seat, 164) == []


def test_an_ending_is_worth_what_trying_everything_tells() -> None:
    rng, solved = Random(3), 0
    for number in range(8):
        position = DominoSquare(seats=2, seed=f"ending {number}", options={"target": 1}).position
        while position.turn >= 0 and len(position.choices()) > 5:
            position.play(rng.choice(position.choices()))
        if position.turn >= 0:
            assert Solver(0, 20_000).worth(position.copy()) == _brute(position)
            solved += 1
    assert solved > 3


def _brute(position: SquarePosition) -> float:
    if position.turn < 0:
        return float(position.worths()[0])
    worths = []
    for move in position.choices():
        after = position.copy()
        after.play(move)
        worths.append(_brute(after))
    return max(worths) if position.turn == 0 else min(worths)

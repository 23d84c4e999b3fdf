"""The last tricks of Seventy-Nine worked out: for sides of three, as brute force finds them."""

from __future__ import annotations

from random import Random

import pytest

from games.computers.exact import Solver
from games.core.tiles import ALL_TILES, Tile
from games.seventy_nine import SeventyNine
from games.seventy_nine.position import SeventyNinePosition
from tests.games.deals import play

from .seventy_nine_deals import playing

SIDES = (0b010101, 0b101010)
"""A bit for each seat of a side."""


def solver(seat: int) -> Solver:
    return Solver(seat, 100_000, partners=SIDES[seat % 2])


def by_brute_force(position: SeventyNinePosition, side: int) -> float:
    """Return the value of a position for a side with perfect play."""
    if position.turn < 0:
        return position.worths()[side]
    found = []
    for tile in position.choices():
        after = position.copy()
        after.play(tile)
        found.append(by_brute_force(after, side))
    return max(found) if position.turn % 2 == side else min(found)


def end_of(number: int, *, nello: bool) -> SeventyNinePosition:
    """Return a deal when two tricks and a part of a third are left."""
    match = SeventyNine(seats=6, seed=f"end {number}", options={"scoring": ("points", "marks")[number % 2]})
    play(match, f"bid={'nello' if nello else 50} pass pass pass pass pass")
    if not nello:
        play(match, f"trump={number % 7}")
    deal, rng = match.position, Random(number)
    in_play = [seat for seat in range(6) if seat not in deal.contract.sitting_out()]
    while max(deal.hands[seat].bit_count() for seat in in_play) > 3 or deal.laid < (1 if nello else 2):
        deal.play(deal.simple() if nello else rng.choice(deal.choices()))
    return deal


SIDES_MATTER = (0, 2, 8, 12, 30, 37, 43)
"""Deals in which it would come to something else if partners played against each other."""

HELD = (17, 48)
"""Deals in which a Nel-O that seat 0 bids is not lost before its last tricks."""


@pytest.mark.parametrize(("number", "nello"), [*[(n, False) for n in SIDES_MATTER], *[(n, True) for n in HELD]])
def test_the_last_tricks_are_worked_out_as_brute_force_does(number: int, nello: bool) -> None:
    deal = end_of(number, nello=nello)
    seat = deal.turn
    tested = solver(seat)
    for tile in deal.choices():
        after = deal.copy()
        after.play(tile)
        assert tested.after(deal, tile) == pytest.approx(by_brute_force(after, seat % 2))


def test_the_last_trump_is_kept_for_the_trick_that_counts() -> None:
    # Sixes are trumps, and seat 0 has bid 50: its side has 44, and both sides have 200 in the match. With 6-1 seat 5
    # takes the four of seat 0, 1 point. Then it must lead 1-0, which 1-1 takes with 5-5: 11 points, in all 55, and 255.
    # If it lays 1-0, 6-1 takes the 5-5 that seat 0 must lead: 45 for the bidders, and for its own side 200 + 50 + 34.
    match = playing("5-5 4-4", "3-0 2-0", "2-2 1-1", "3-0 2-0", "3-3 2-2", "6-1 1-0")
    deal = match.position
    deal.contract.scores, deal.tricks, deal.counts = [200, 200], [4, 3], [40, 20]
    play(match, "4-4 3-0 2-2 3-0 3-3")
    assert ALL_TILES[deal.simple()] == Tile(6, 1)
    assert {str(ALL_TILES[tile]): solver(5).after(deal, tile) for tile in deal.choices()} == {"6-1": 0.0, "1-0": 1.0}

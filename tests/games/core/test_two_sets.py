"""Hands dealt from two double-six sets."""

from __future__ import annotations

from games import Tile
from games.core.tiles import WITH_NUMBER, tiles_in
from games.core.tricks import TWO_SETS, all_tiles_in, count_in, two_sets_of, without
from tests.games.deals import tiles

HAND = two_sets_of(tiles("6-4 1-0 6-4 6-6"))


def test_two_sets_have_56_tiles_each_of_them_twice() -> None:
    assert len(TWO_SETS) == 56
    assert all(TWO_SETS.count(tile) == 2 for tile in TWO_SETS)


def test_a_hand_names_every_tile_lowest_first_and_those_held_twice_twice() -> None:
    assert all_tiles_in(HAND) == tiles("1-0 6-4 6-4 6-6")
    assert count_in(HAND) == 4
    assert all_tiles_in(two_sets_of(TWO_SETS)) == tuple(sorted(TWO_SETS))


def test_a_suit_of_a_hand_has_each_tile_once() -> None:
    assert tiles_in(HAND & WITH_NUMBER[6]) == tiles("6-4 6-6")


def test_of_two_identical_tiles_one_leaves_the_hand() -> None:
    once = without(HAND, Tile(6, 4))
    assert all_tiles_in(once) == tiles("1-0 6-4 6-6")
    assert all_tiles_in(without(once, Tile(6, 4))) == tiles("1-0 6-6")

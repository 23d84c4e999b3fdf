"""Hands dealt from two double-six sets, where every tile is there twice, as one integer.

The lower 28 bits say which tiles a hand holds at all, like any mask of tiles, the upper 28 bits which of them it holds
twice. So a hand is masked with a suit as usual, and a tile that is played leaves the upper bits first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.core.tiles import ALL_TILES, FULL_SET, Tile, tiles_in

__all__ = ["TWO_SETS", "all_tiles_in", "count_in", "two_sets_of", "without"]

TWO_SETS: Final = (*ALL_TILES, *ALL_TILES)
"""The 56 tiles of two double-six sets."""

_UPPER: Final = len(ALL_TILES)


def two_sets_of(tiles: Iterable[Tile]) -> int:
    """The hand that holds these tiles."""
    held = 0
    for tile in tiles:
        held |= tile.bit << _UPPER if held & tile.bit else tile.bit
    return held


def all_tiles_in(held: int) -> tuple[Tile, ...]:
    """The tiles of a hand, lowest index first, one held twice named twice."""
    twice = held >> _UPPER
    if not twice:
        return tiles_in(held)
    return tuple(sorted((*tiles_in(held & FULL_SET), *tiles_in(twice))))


def count_in(held: int) -> int:
    """How many tiles a hand holds."""
    return held.bit_count()


def without(held: int, tile: Tile) -> int:
    """The hand once one such tile, which it holds, has left it."""
    upper = tile.bit << _UPPER
    return held ^ (upper if held & upper else tile.bit)

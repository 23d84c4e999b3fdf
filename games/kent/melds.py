"""Melds: three tiles in hand that share a number."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from games.core.tiles import HIGHEST, WITH_NUMBER, Tile, tiles_in

MELD: Final = 3
"""The number of tiles in a meld."""


@cache
def meld_in(hand: int) -> tuple[Tile, ...]:
    """Return three tiles of a mask that make a meld, or none.

    A double carries its number once. Of several melds the one with the highest number counts, of four tiles that share
    it the three lowest.
    """
    for number in range(HIGHEST, -1, -1):
        sharing = hand & WITH_NUMBER[number]
        if sharing.bit_count() >= MELD:
            return tiles_in(sharing)[:MELD]
    return ()


def carriers(tiles: Iterable[Tile]) -> tuple[int, ...]:
    """Return the number of tiles that carry each number."""
    counts = [0] * (HIGHEST + 1)
    for tile in tiles:
        for number in {tile.high, tile.low}:
            counts[number] += 1
    return tuple(counts)

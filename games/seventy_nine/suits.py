"""The suits of Seventy-Nine: which tiles belong to a suit, and which of them is higher.

With trumps a tile with a trump half is of the trump suit only; any other belongs to the suits of both its halves.
Without trumps (Nel-O) every tile belongs to both its numbers, unless doubles are a suit by themselves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from games.core.tiles import ALL_TILES, DOUBLES, HIGHEST, WITH_NUMBER, Tile
from games.core.tricks import led_number

COUNTS: Final[Mapping[Tile, int]] = MappingProxyType(
    {Tile(5, 5): 10, Tile(6, 4): 10, Tile(5, 0): 5, Tile(4, 1): 5, Tile(3, 2): 5}
)
"""The points of the count tiles; all other tiles count nothing."""

ALL_POINTS: Final = 79
"""What both teams take in a deal at most: a point for each of nine tricks, and the count tiles of both sets."""

DOUBLES_SUIT: Final = HIGHEST + 1
"""The suit of doubles, where they are one by themselves."""

_OF_DOUBLE: Final = HIGHEST + 1
"""The rank of a double, above all other halves."""

_ABOVE: Final = HIGHEST + 2
"""What lifts trumps above the led suit."""


@dataclass(frozen=True)
class Suits:
    """The suits of a deal; a suit is known by its number, that of doubles by `DOUBLES_SUIT`.

    :ivar trump: the trump number; None without trumps.
    :ivar tiles: for each suit the mask of its tiles.
    :ivar strengths: for each led suit how strong every tile is in the trick, by index; -1 if it cannot take it.
    """

    trump: int | None
    own_doubles: bool
    tiles: tuple[int, ...]
    strengths: tuple[tuple[int, ...], ...]

    def led(self, tile: Tile) -> int:
        """The suit that a led tile asks for."""
        if self.own_doubles and tile.is_double:
            return DOUBLES_SUIT
        return led_number(tile, self.trump)


@cache
def suits(trump: int | None, *, own_doubles: bool = False) -> Suits:
    """The suits with these trumps (None: without trumps); `own_doubles`: doubles are a suit by themselves."""
    apart = WITH_NUMBER[trump] if trump is not None else DOUBLES if own_doubles else 0
    tiles = [mask if number == trump else mask & ~apart for number, mask in enumerate(WITH_NUMBER)]
    tiles.append(DOUBLES if own_doubles else 0)
    strengths = tuple(
        tuple(_strength(tile, suit, mask, trump) for tile in ALL_TILES) for suit, mask in enumerate(tiles)
    )
    return Suits(trump, own_doubles, tuple(tiles), strengths)


def _strength(tile: Tile, suit: int, mask: int, trump: int | None) -> int:
    if trump is not None and tile.has(trump):
        return _ABOVE + _rank(tile, trump)
    if not tile.bit & mask:
        return -1
    return tile.high if suit == DOUBLES_SUIT else _rank(tile, suit)


def _rank(tile: Tile, number: int) -> int:
    """The double is the highest of its suit, then comes the other half."""
    return _OF_DOUBLE if tile.is_double else tile.other(number)

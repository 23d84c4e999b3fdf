"""The suits of Seventy-Nine. Read `Suits` first.

With trumps a tile with a trump half is of the trump suit only; any other belongs to the suits of both its halves.
Without trumps (Nel-O) every tile belongs to both its numbers, unless doubles are a separate suit.
"""

from collections.abc import Mapping
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
"""The most points of both teams in a deal: one for each of nine tricks, and the count tiles of both sets."""

DOUBLES_SUIT: Final = HIGHEST + 1
"""The suit of doubles, where they are one by themselves."""

NOTHING: Final = -1
"""The trumps of a Nel-O."""

BIT: Final[list[int]] = [tile.bit for tile in ALL_TILES]
COUNT: Final[list[int]] = [COUNTS.get(tile, 0) for tile in ALL_TILES]
"""The points of every tile."""

_TENS: Final = sum([BIT[tile] for tile, count in enumerate(COUNT) if count == 10])
_FIVES: Final = sum([BIT[tile] for tile, count in enumerate(COUNT) if count == 5])

_OF_DOUBLE: Final = HIGHEST + 1
"""The rank of a double, above all other halves."""

_ABOVE: Final = HIGHEST + 2
"""The excess that lifts trumps above the led suit."""


class Suits:
    """The look-up tables for one deal.

    A suit is its number, or `DOUBLES_SUIT`; rows of tiles are indexed by a tile.

    :ivar trump: the trump number; `NOTHING` without trumps.
    :ivar led: for each tile the suit that it asks for.
    :ivar tiles: for each suit the mask of its tiles.
    :ivar strengths: for each suit led the strength of every tile; -1 if it cannot take the trick.
    :ivar beats: for each suit led and each tile the mask of the tiles that would take the trick from it.
    :ivar above: `beats` without the trumps that would take the trick from a tile of another suit.
    :ivar weakest: the bits of the tiles, the weakest first.
    :ivar danger: for each tile its danger of taking an unwanted trick.
    """

    __slots__ = ("above", "beats", "danger", "led", "strengths", "tiles", "trump", "weakest")

    def __init__(self, trump: int, *, own_doubles: bool) -> None:
        apart = WITH_NUMBER[trump] if trump != NOTHING else DOUBLES if own_doubles else 0
        self.trump = trump
        self.tiles = [mask if number == trump else mask & ~apart for number, mask in enumerate(WITH_NUMBER)]
        self.tiles.append(DOUBLES if own_doubles else 0)
        asked = None if trump == NOTHING else trump
        self.led = [DOUBLES_SUIT if own_doubles and tile.is_double else led_number(tile, asked) for tile in ALL_TILES]
        self.strengths = [
            [_strength(tile, suit, mask, trump) for tile in ALL_TILES] for suit, mask in enumerate(self.tiles)
        ]
        trumps = 0 if trump == NOTHING else self.tiles[trump]
        self.beats: list[list[int]] = []
        self.above: list[list[int]] = []
        for row in self.strengths:
            beats = [sum([BIT[other] for other, power in enumerate(row) if power > mine]) for mine in row]
            self.beats.append(beats)
            self.above.append([mask if BIT[tile] & trumps else mask & ~trumps for tile, mask in enumerate(beats)])
        might = [self.strengths[suit][tile] for tile, suit in enumerate(self.led)]
        self.weakest = [BIT[tile] for tile in sorted(range(len(might)), key=might.__getitem__)]
        self.danger = [max([row[tile] for row in self.strengths]) for tile in range(len(might))]

    def waste(self, tiles: int) -> int:
        """Return the bit of the least valuable, then weakest tile."""
        return self.first(tiles & ~(_TENS | _FIVES) or tiles & ~_TENS or tiles)

    def gift(self, tiles: int) -> int:
        """Return the bit of the most valuable, then weakest tile."""
        return self.first(tiles & _TENS or tiles & _FIVES or tiles)

    def first(self, tiles: int) -> int:
        """Return the bit of the weakest of these tiles."""
        for bit in self.weakest:
            if tiles & bit:
                return bit
        raise ValueError("there is no tile")


@cache
def suits(trump: int, *, own_doubles: bool = False) -> Suits:
    """Return the suits with these trumps; doubles may be a separate suit."""
    return Suits(trump, own_doubles=own_doubles)


def _strength(tile: Tile, suit: int, mask: int, trump: int) -> int:
    if trump != NOTHING and tile.has(trump):
        return _ABOVE + _rank(tile, trump)
    if not tile.bit & mask:
        return -1
    return tile.high if suit == DOUBLES_SUIT else _rank(tile, suit)


def _rank(tile: Tile, number: int) -> int:
    """Return a tile's rank in its suit: double, then other half."""
    return _OF_DOUBLE if tile.is_double else tile.other(number)

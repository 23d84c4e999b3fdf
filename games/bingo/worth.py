"""What tiles and melds count in Bingo, which tile takes a trick, and what a deal brings its winner."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from games.core.tiles import ALL_TILES, BLANK, HIGHEST, Tile

BINGO: Final = Tile(0, 0)

MELDS: Final = {2: 20, 3: 40, 4: 50, 5: 60, 6: 70, 7: 210}
"""The points of a meld by the number of doubles declared."""

MELD_SETS: Final = {6: 1, 7: 3}
"""The sets that these melds are worth instead, if the option says so."""

TO_REACH: Final = 70
"""The points that a player who closes the boneyard has to reach."""

_WATER: Final = 20
_SPECIAL: Final = {Tile(6, 4): 10, Tile(3, 0): 10}
_POINTS_OF_BINGO: Final = 14
_POINTS_OF_TRUMP_DOUBLE: Final = 24
_POINTS_OF_BLANK_HALF: Final = 7

# Added to pips, so that each group is above the one before.
_DOUBLE_OF_NUMBER: Final = 20
_TRUMP: Final = 40
_TRUMP_DOUBLE: Final = 60
_BINGO: Final = 80


class Award(StrEnum):
    """Why the winner of a deal gets the number of sets that they get."""

    WATER = "water"
    """The loser has more than 20 points."""
    NO_WATER = "no_water"
    """The loser has 20 points at most."""
    NOTHING = "nothing"
    """The loser has no point at all."""
    CLOSER_SHORT = "closer_short"
    """The loser closed the boneyard and did not reach 70."""
    EQUAL = "equal"
    """Equal points: nobody wins the deal."""
    CUT_OFF = "cut_off"
    """The match ended in the middle of the deal."""

    @classmethod
    def against(cls, points: int) -> Award:
        """The award against a loser with this many points, unless they closed the boneyard and failed."""
        if not points:
            return cls.NOTHING
        return cls.NO_WATER if points <= _WATER else cls.WATER


SETS: Final = {
    Award.WATER: 1,
    Award.NO_WATER: 2,
    Award.NOTHING: 3,
    Award.CLOSER_SHORT: 2,
    Award.EQUAL: 0,
    Award.CUT_OFF: 0,
}
"""The sets that the winner of a deal gets."""


def _points(tile: Tile, trump: int) -> int:
    if tile.is_double and tile.high == trump:
        return _POINTS_OF_TRUMP_DOUBLE
    if tile == BINGO:
        return _POINTS_OF_BINGO
    if tile.is_double:
        return tile.pips
    if tile.has(trump):
        return tile.pips + (_POINTS_OF_BLANK_HALF if tile.low == BLANK else 0)
    return _SPECIAL.get(tile, 0)


_TABLE: Final = tuple(tuple(_points(tile, trump) for tile in ALL_TILES) for trump in range(HIGHEST + 1))


def points_of(tile: Tile, trump: int) -> int:
    """The points of a taken tile when `trump` is the trump number."""
    return _TABLE[trump][tile.index]


def strength(tile: Tile, other: Tile, trump: int, *, doubles_high: bool) -> int:
    """The strength of a tile in its trick. If both are equally strong, the led one takes the trick.

    :param doubles_high: whether a double beats any other non-trump that carries its number.
    """
    if tile == BINGO:
        return _BINGO
    if tile.has(trump):
        return _TRUMP_DOUBLE if tile.is_double else _TRUMP + tile.pips
    if doubles_high and tile.is_double and other.has(tile.high):
        return _DOUBLE_OF_NUMBER + tile.pips
    return tile.pips

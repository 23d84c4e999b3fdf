"""The scoring patterns of a line's two ends at Full Speed."""

from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from games.core.tiles import HIGHEST, Tile

THIRTEEN: Final = 13
_SEVEN: Final = 7
_CLASP: Final = 2

_SEQUENCES: Final = frozenset(
    frozenset((first + step) % (HIGHEST + 1) for step in range(4)) for first in range(HIGHEST + 1)
)
"""Four consecutive numbers of the cycle ...0123456012..."""


class Pattern(StrEnum):
    """The patterns that score."""

    TWINS = "twins"
    TRIPLETS = "triplets"
    SEQUENCE = "sequence"
    LUCKY_SEVEN = "lucky_seven"
    CLASP = "clasp"
    NICO = "nico"
    THIRTEEN = "thirteen"


Patterns = tuple[tuple[Pattern, int], ...]
"""Patterns with their points."""


class EndPatterns(NamedTuple):
    """The sum of the ends, and the patterns with their points.

    A sum of 13 is not among the patterns, because it is scored by a choice. It needs a double at one end and an odd
    number at the other, so it never coincides with a pattern.
    """

    total: int
    patterns: Patterns
    worth: int


@cache
def patterns_of_ends(left: Tile, left_number: int, right: Tile, right_number: int) -> EndPatterns:
    """Return the patterns of two ends; a lone tile is both ends."""
    alone = left is right
    total = left.pips if alone else _count(left, left_number) + _count(right, right_number)
    doubles = 0 if alone else left.is_double + right.is_double
    patterns: list[tuple[Pattern, int]] = []
    if left_number == right_number:
        patterns.append((Pattern.TRIPLETS if doubles else Pattern.TWINS, total))
    if {left.high, left.low, right.high, right.low} in _SEQUENCES:
        patterns.append((Pattern.SEQUENCE, left.pips + right.pips))
    if total == _SEVEN:
        patterns.append((Pattern.LUCKY_SEVEN, total))
    if doubles == _CLASP:
        patterns.append((Pattern.CLASP, total))
    return EndPatterns(total, tuple(patterns), sum(value for _, value in patterns))


def _count(tile: Tile, number: int) -> int:
    return tile.pips if tile.is_double else number

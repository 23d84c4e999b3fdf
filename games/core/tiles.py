"""Domino tiles: the value, its texts, and bit masks of tiles.

The double-six set has 28 tiles. Each tile has a fixed ``index`` (0-0 is 0, 1-0 is 1, 1-1 is 2 ... 6-6 is 27) and a
``bit`` (``1 << index``), so that a hand, a boneyard or "every tile with a six" is one integer. Engines compute with
masks; everything that leaves an engine is a `Tile`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NoReturn

from .names import quoted

BLANK: Final = 0
HIGHEST: Final = 6

_TEXT: Final = re.compile(r"\s*(?:\[\s*([0-6])\s*\|\s*([0-6])\s*\]|([0-6])\s*[-|]?\s*([0-6]))\s*", re.ASCII)
_SET: dict[tuple[int, int], Tile] = {}


class Tile:
    """One immutable domino tile, written with its higher half first.

    There is one object for each tile of the set, so tiles compare and hash by identity.

    >>> Tile.parse("[4|6]")
    Tile(6, 4)
    >>> str(Tile(4, 6)), Tile(4, 6).pips
    ('6-4', 10)

    :raises ValueError: for a half that is not a number from 0 to 6.
    """

    __slots__ = ("_text", "bit", "high", "index", "is_double", "low", "pips")

    high: int
    low: int
    pips: int
    is_double: bool
    index: int
    bit: int
    _text: str

    def __new__(cls, one: int, other: int) -> Tile:  # noqa: PYI034  # one object a tile: never a subclass
        tile = _SET.get((one, other))
        if tile is None:
            raise ValueError(f"no tile {one}-{other}: the halves are numbers from {BLANK} to {HIGHEST}")
        return tile

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Return the tile of ``6-4``, ``4-6``, ``[6|4]`` or ``64``.

        :raises ValueError: if the text names no tile.
        """
        found = _TEXT.fullmatch(text)
        if not found:
            raise ValueError(f"{quoted(text)} is not a tile such as 6-4")
        one, other = (half for half in found.groups() if half is not None)
        return _SET[int(one), int(other)]

    def has(self, number: int) -> bool:
        """Return True if one of the halves shows `number`."""
        return number in (self.high, self.low)

    def other(self, number: int) -> int:
        """Return the half opposite to the half `number`."""
        if number == self.high:
            return self.low
        if number == self.low:
            return self.high
        raise ValueError(f"{self} has no half {number}")

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Tile({self.high}, {self.low})"

    def __lt__(self, other: Tile) -> bool:
        return self.index < other.index

    def __reduce__(self) -> tuple[type[Tile], tuple[int, int]]:
        return Tile, (self.high, self.low)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a tile cannot be changed ({name})")


def _make_set() -> tuple[Tile, ...]:
    tiles: list[Tile] = []
    for high in range(BLANK, HIGHEST + 1):
        for low in range(BLANK, high + 1):
            tile = object.__new__(Tile)
            index = len(tiles)
            facts = {
                "high": high,
                "low": low,
                "pips": high + low,
                "is_double": high == low,
                "index": index,
                "bit": 1 << index,
                "_text": f"{high}-{low}",
            }
            for name, value in facts.items():
                object.__setattr__(tile, name, value)
            _SET[high, low] = _SET[low, high] = tile
            tiles.append(tile)
    return tuple(tiles)


ALL_TILES: Final = _make_set()
"""The double-six set, 28 tiles from 0-0 to 6-6, each at its index."""


_HALF: Final = len(ALL_TILES) // 2
_QUARTER: Final = _HALF // 2
_LOWER_HALF: Final = (1 << _HALF) - 1
_LOWEST_QUARTER: Final = (1 << _QUARTER) - 1


def _tiles_by_mask(tiles: Sequence[Tile]) -> tuple[tuple[Tile, ...], ...]:
    """Return the tiles of every mask over these, lowest bit first."""
    table: list[tuple[Tile, ...]] = [()]
    for tile in tiles:
        table += [(*lower, tile) for lower in table]
    return tuple(table)


def _pips_by_mask(tiles: Sequence[Tile]) -> bytes:
    """Return the pips of every mask over these, lowest bit first."""
    table = bytes(1)
    for tile in tiles:
        table += bytes([lower + tile.pips for lower in table])
    return table


# What is in a mask is looked up in parts, so that the tables stay small: 128 entries for each quarter of the tiles, and
# 16 kB for the pips of each half.
_FIRST, _SECOND, _THIRD, _FOURTH = (
    _tiles_by_mask(ALL_TILES[start : start + _QUARTER]) for start in range(0, len(ALL_TILES), _QUARTER)
)
_LOWER_PIPS: Final = _pips_by_mask(ALL_TILES[:_HALF])
_UPPER_PIPS: Final = _pips_by_mask(ALL_TILES[_HALF:])


def mask_of(tiles: Iterable[Tile]) -> int:
    """Return a bit mask of these tiles."""
    mask = 0
    for tile in tiles:
        mask |= tile.bit
    return mask


def tiles_in(mask: int) -> tuple[Tile, ...]:
    """Return the tiles of a bit mask, lowest index first."""
    return (
        _FIRST[mask & _LOWEST_QUARTER]
        + _SECOND[mask >> _QUARTER & _LOWEST_QUARTER]
        + _THIRD[mask >> 2 * _QUARTER & _LOWEST_QUARTER]
        + _FOURTH[mask >> 3 * _QUARTER]
    )


def pips_in(mask: int) -> int:
    """Return the total pips of a mask's tiles."""
    return _LOWER_PIPS[mask & _LOWER_HALF] + _UPPER_PIPS[mask >> _HALF]


FULL_SET: Final = mask_of(ALL_TILES)
DOUBLES: Final = mask_of(tile for tile in ALL_TILES if tile.is_double)
WITH_NUMBER: Final = tuple(mask_of(tile for tile in ALL_TILES if tile.has(n)) for n in range(HIGHEST + 1))
"""For each number the mask of the seven tiles that carry it."""

"""Domino tiles: the value, its text forms, and sets of tiles as bit masks.

The double-six set has 28 tiles. Each tile has a fixed ``index`` (0-0 is 0, 1-0 is 1, 1-1 is 2 ... 6-6 is 27) and a
``bit`` (``1 << index``), so that a hand, a boneyard or "every tile with a six" is one integer. Engines compute with
masks; everything that leaves an engine is a `Tile`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final, NoReturn

__all__ = ["ALL_TILES", "BLANK", "DOUBLES", "FULL_SET", "HIGHEST", "WITH_NUMBER", "Tile", "mask_of", "tiles_in"]

BLANK: Final = 0
HIGHEST: Final = 6

_TEXT: Final = re.compile(r"\s*(?:\[\s*([0-6])\s*\|\s*([0-6])\s*\]|([0-6])\s*[-|]?\s*([0-6]))\s*", re.ASCII)
_SET: dict[tuple[int, int], Tile] = {}


class Tile:
    """One domino tile, written with its higher half first: ``str(Tile(4, 6)) == "6-4"``.

    There is one object for each tile of the set, so tiles compare and hash by identity. A tile cannot be changed.

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
        """The tile that a text names: ``6-4``, ``4-6``, ``[6|4]`` or ``64``.

        :raises ValueError: if the text names no tile.
        """
        found = _TEXT.fullmatch(text)
        if not found:
            raise ValueError(f"{text!r} is not a tile such as 6-4")
        one, other = (half for half in found.groups() if half is not None)
        return _SET[int(one), int(other)]

    def has(self, number: int) -> bool:
        """Whether one of the halves shows `number`."""
        return number in (self.high, self.low)

    def other(self, number: int) -> int:
        """The half across from the half that shows `number` (for a double the same number)."""
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
_LOWER_HALF: Final = (1 << _HALF) - 1
"""Facts of a mask are looked up for the 14 lower and the 14 upper tiles apart: two tables of 16,384 entries at most."""


def mask_of(tiles: Iterable[Tile]) -> int:
    """The set of these tiles as a bit mask."""
    mask = 0
    for tile in tiles:
        mask |= tile.bit
    return mask


def tiles_in(mask: int) -> tuple[Tile, ...]:
    """The tiles of a bit mask, lowest index first."""
    return _tiles_of_half(mask & _LOWER_HALF, 0) + _tiles_of_half(mask >> _HALF, _HALF)


def pips_in(mask: int) -> int:
    """The pips of all tiles of a bit mask together."""
    return _pips_of_half(mask & _LOWER_HALF, 0) + _pips_of_half(mask >> _HALF, _HALF)


@cache
def _tiles_of_half(bits: int, first: int) -> tuple[Tile, ...]:
    return tuple(tile for tile in ALL_TILES[first:] if bits >> (tile.index - first) & 1)


@cache
def _pips_of_half(bits: int, first: int) -> int:
    return sum(tile.pips for tile in _tiles_of_half(bits, first))


FULL_SET: Final = mask_of(ALL_TILES)
DOUBLES: Final = mask_of(tile for tile in ALL_TILES if tile.is_double)
WITH_NUMBER: Final = tuple(mask_of(tile for tile in ALL_TILES if tile.has(n)) for n in range(HIGHEST + 1))
"""For each number the mask of the seven tiles that carry it."""

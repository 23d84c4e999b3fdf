"""The board of Domino Square: cells, places and hindrances.

A cell is (row, column), rows counted downwards, columns to the right; the opening tile covers 0,0 and 0,1. No other
cell can be further from it than `SIZE` allows, so the table is a board of fixed size, and a *place*, two neighbouring
cells of it, has a number. The effect of a laid tile on other places is looked up as masks of places. Legal placements
come from the position (`games.domino_square.position`); `SquareLayout` only explains why others are illegal.
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from games.core.moves import Move
from games.core.tiles import ALL_TILES, Tile

SIZE: Final = 6
"""The number of rows and of columns that the layout may take up."""

IN_PLAY: Final = tuple(tile for tile in ALL_TILES if not tile.is_double)
"""The tiles of the game."""

Cell = tuple[int, int]
"""Row and column."""

WIDTH: Final = 2 * SIZE - 1
"""The number of rows and of columns of the board."""

_LEAST: Final = 1 - SIZE
_CELLS: Final = re.compile(r"(-?\d{1,2}),(-?\d{1,2})>(-?\d{1,2}),(-?\d{1,2})", re.ASCII)


class PlacedTile(NamedTuple):
    """A tile on the table, with the cells of its halves."""

    tile: Tile
    high: Cell
    low: Cell


class Hindrance(StrEnum):
    """The reasons against a tile at a place, most important first."""

    TAKEN = "cell_taken"
    OUTSIDE = "outside_square"
    HALF_OVERLAP = "half_overlap"
    NO_CONTACT = "no_contact"
    ROW = "number_in_row"
    COLUMN = "number_in_column"


def text_of(high: Cell, low: Cell) -> str:
    """Return the cells of a move as text: ``0,2>1,2``."""
    return f"{high[0]},{high[1]}>{low[0]},{low[1]}"


def cells_of(text: str) -> tuple[Cell, Cell] | None:
    """Return the two neighbouring cells of a move's text."""
    found = _CELLS.fullmatch(text)
    if not found:
        return None
    row, column, other_row, other_column = map(int, found.groups())
    if abs(row - other_row) + abs(column - other_column) != 1:
        return None
    high, low = (row, column), (other_row, other_column)
    return (high, low) if text_of(high, low) == text else None


def above_row(move: Move) -> Move:
    """Return a move, or its mirror image if it is below the opening row.

    While all tiles are in that row, both lead to mirror images of the same layout.
    """
    cells = cells_of(move.at)
    if cells is None or sum(row for row, _ in cells) <= 0:
        return move
    high, low = ((-row, column) for row, column in cells)
    return move._replace(at=text_of(high, low))


# --- The places of the board, and how they lie to each other ----------------------------------------------------------


class _Place(NamedTuple):
    """Two neighbouring cells, upper or left first, counted from 0."""

    row: int
    column: int
    upright: bool

    @property
    def cells(self) -> tuple[Cell, Cell]:
        down = int(self.upright)
        return (self.row, self.column), (self.row + down, self.column + 1 - down)


_PLACES: Final = tuple(
    _Place(row, column, upright)
    for upright in (False, True)
    for row in range(WIDTH - upright)
    for column in range(WIDTH - 1 + upright)
)
_NUMBER_OF: Final = {place: number for number, place in enumerate(_PLACES)}


def place_of(one: Cell, other: Cell) -> int | None:
    """Return the number of the place with these neighbouring cells."""
    row, column = min(one, other)
    return _NUMBER_OF.get(_Place(row - _LEAST, column - _LEAST, one[1] == other[1]))


def cells_at(place: int, *, high_first: bool) -> tuple[Cell, Cell]:
    """Return the cells of a tile's halves, as players count them."""
    first, second = ((row + _LEAST, column + _LEAST) for row, column in _PLACES[place].cells)
    return (first, second) if high_first else (second, first)


OPENING_PLACE: Final = _NUMBER_OF[_Place(-_LEAST, -_LEAST, upright=False)]

LINES: Final = tuple((first[0], first[1], second[0], second[1]) for first, second in (p.cells for p in _PLACES))
"""For each place the row and column of its first cell and those of its second, counted from 0."""


class Bearing(NamedTuple):
    """The masks of places that touch, overlap or half-touch a place."""

    touching: int
    overlapping: int
    bricks: int


@cache
def bearing(number: int) -> Bearing:
    """Return the relations of a place to all others."""
    place = _PLACES[number]
    cells = set(place.cells)
    touching = overlapping = bricks = 0
    for other, candidate in enumerate(_PLACES):
        shared = cells & set(candidate.cells)
        sides = sum(abs(r - s) + abs(c - d) == 1 for r, c in cells for s, d in candidate.cells)
        if shared:
            overlapping |= 1 << other
        elif sides == 1 and candidate.upright == place.upright and not _in_line(place, candidate):
            bricks |= 1 << other
        elif sides:
            touching |= 1 << other
    return Bearing(touching, overlapping, bricks)


def _in_line(one: _Place, other: _Place) -> bool:
    return one.column == other.column if one.upright else one.row == other.row


@cache
def within_square(top: int, bottom: int, left: int, right: int) -> int:
    """Return the mask of places that keep this extent within the square."""
    rows, columns = range(bottom + 1 - SIZE, top + SIZE), range(right + 1 - SIZE, left + SIZE)
    return sum(
        1 << number
        for number, place in enumerate(_PLACES)
        if all(row in rows and column in columns for row, column in place.cells)
    )


# --- Why not ----------------------------------------------------------------------------------------------------------


class SquareLayout:
    """The tiles on the table, for views and refusals.

    :param tiles: in the order in which they were laid.
    :ivar rows: the first and the last row in use.
    :ivar columns: the first and the last column in use.
    """

    def __init__(self, tiles: Sequence[PlacedTile]) -> None:
        self._covered = {cell for laid in tiles for cell in (laid.high, laid.low)}
        rows, columns = zip(*(self._covered or cells_at(OPENING_PLACE, high_first=True)), strict=True)
        self.rows, self.columns = (min(rows), max(rows)), (min(columns), max(columns))
        self._places = [bearing(number) for laid in tiles if (number := place_of(laid.high, laid.low)) is not None]
        halves = [half for laid in tiles for half in ((laid.tile.high, *laid.high), (laid.tile.low, *laid.low))]
        self._in_rows = {(number, row) for number, row, _ in halves}
        self._in_columns = {(number, column) for number, _, column in halves}

    def hindrance(self, tile: Tile, high: Cell, low: Cell) -> Hindrance | None:
        """Return the reason against a tile on these cells, if any."""
        if high in self._covered or low in self._covered:
            return Hindrance.TAKEN
        extent = (line - _LEAST for line in (*self.rows, *self.columns))
        number = place_of(high, low)
        if number is None or not within_square(*extent) >> number & 1:
            return Hindrance.OUTSIDE
        if any(place.bricks >> number & 1 for place in self._places):
            return Hindrance.HALF_OVERLAP
        if not any(place.touching >> number & 1 for place in self._places):
            return Hindrance.NO_CONTACT
        if (tile.high, high[0]) in self._in_rows or (tile.low, low[0]) in self._in_rows:
            return Hindrance.ROW
        if (tile.high, high[1]) in self._in_columns or (tile.low, low[1]) in self._in_columns:
            return Hindrance.COLUMN
        return None

    def hindrances(self, tile: Tile) -> dict[Hindrance, int]:
        """Return the number of places forbidden to a tile, by reason.

        The candidates are all free places that meet the layout at a side or corner, each way round separately.
        """
        counts: dict[Hindrance, int] = {reason: 0 for reason in Hindrance if reason is not Hindrance.TAKEN}
        covered = self._covered
        around = {(row + down, column + right) for row, column in covered for down in _STEPS for right in _STEPS}
        for cell in around - covered:
            for other in _neighbours(cell):
                if other in covered:
                    continue
                ways = ((cell, other),) if other in around else ((cell, other), (other, cell))
                for high, low in ways:
                    reason = self.hindrance(tile, high, low)
                    if reason:
                        counts[reason] += 1
        return counts


_STEPS: Final = (-1, 0, 1)


def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    row, column = cell
    return (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)

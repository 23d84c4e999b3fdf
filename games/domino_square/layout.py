"""The square that grows on the table: which cells are covered, and where each tile may still be laid.

A cell is (row, column), rows counted downwards, columns to the right; the opening tile covers 0,0 and 0,1. No other
cell can be further from it than `SIZE` allows, so the table is a board of fixed size, and a *place*, two neighbouring
cells of it, has a number. What a laid tile makes possible and impossible is looked up as masks of places; the numbers
that stand in a row or column are a mask of seven bits.
"""

import re
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple, Self

from games.core.tiles import ALL_TILES, Tile

SIZE: Final = 6
"""Rows and columns that the layout may take up at most."""

IN_PLAY: Final = tuple(tile for tile in ALL_TILES if not tile.is_double)
"""The tiles of the game."""

Cell = tuple[int, int]
"""Row and column."""

_LEAST: Final = 1 - SIZE
_WIDTH: Final = 2 * SIZE - 1
_NUMBERS: Final = 0b111_1111
_CELLS: Final = re.compile(r"(-?\d{1,2}),(-?\d{1,2})>(-?\d{1,2}),(-?\d{1,2})", re.ASCII)


class Laid(NamedTuple):
    """A tile on the table: the cell of its higher half and that of its lower half."""

    tile: Tile
    high: Cell
    low: Cell


class Hindrance(StrEnum):
    """Why a tile may not lie at a place. If several reasons apply, the first of these is told."""

    TAKEN = "cell_taken"
    OUTSIDE = "outside_square"
    HALF_OVERLAP = "half_overlap"
    NO_CONTACT = "no_contact"
    ROW = "number_in_row"
    COLUMN = "number_in_column"


def text_of(high: Cell, low: Cell) -> str:
    """How a move names the cells of the higher and the lower half: ``0,2>1,2``."""
    return f"{high[0]},{high[1]}>{low[0]},{low[1]}"


def cells_of(text: str) -> tuple[Cell, Cell] | None:
    """The cells that a move names, that of the higher half first; None unless they are two neighbours."""
    found = _CELLS.fullmatch(text)
    if not found:
        return None
    row, column, other_row, other_column = map(int, found.groups())
    if abs(row - other_row) + abs(column - other_column) != 1:
        return None
    high, low = (row, column), (other_row, other_column)
    return (high, low) if text_of(high, low) == text else None


# --- The places of the board, and how they lie to each other ----------------------------------------------------------


class _Place(NamedTuple):
    """Two neighbouring cells, the upper or left one first; rows and columns are counted from 0 here."""

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
    for row in range(_WIDTH - upright)
    for column in range(_WIDTH - 1 + upright)
)
_NUMBER_OF: Final = {place: number for number, place in enumerate(_PLACES)}


def place_of(one: Cell, other: Cell) -> int | None:
    """The number of the place with these neighbouring cells; None if the board does not have it."""
    row, column = min(one, other)
    return _NUMBER_OF.get(_Place(row - _LEAST, column - _LEAST, one[1] == other[1]))


class Bearing(NamedTuple):
    """Masks of places: those that touch a place legally, and those that share a cell or half a long side with it."""

    touching: int
    overlapping: int
    bricks: int


@cache
def bearing(number: int) -> Bearing:
    """How the place with this number lies to all others."""
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
    """The mask of the places that keep a layout of this extent, counted from 0, within the square."""
    rows, columns = range(bottom + 1 - SIZE, top + SIZE), range(right + 1 - SIZE, left + SIZE)
    return sum(
        1 << number
        for number, place in enumerate(_PLACES)
        if all(row in rows and column in columns for row, column in place.cells)
    )


def _carriers(*, low: bool) -> tuple[int, ...]:
    """For each mask of numbers the mask of the tiles whose higher (or lower) half shows one of them."""
    return tuple(
        sum(tile.bit for tile in IN_PLAY if numbers >> (tile.low if low else tile.high) & 1)
        for numbers in range(_NUMBERS + 1)
    )


WITH_HIGH: Final = _carriers(low=False)
"""For each mask of numbers the mask of the tiles whose higher half shows one of them."""
WITH_LOW: Final = _carriers(low=True)
"""For each mask of numbers the mask of the tiles whose lower half shows one of them."""

LINES: Final = tuple((first[0], first[1], second[0], second[1]) for first, second in (p.cells for p in _PLACES))
"""For each place the row and column of its first cell and those of its second, counted from 0."""


def cells_at(place: int, *, high_first: bool) -> tuple[Cell, Cell]:
    """The cells of the higher and of the lower half of a tile at a place, as players count them."""
    first, second = ((row + _LEAST, column + _LEAST) for row, column in _PLACES[place].cells)
    return (first, second) if high_first else (second, first)


class Masks(NamedTuple):
    """A layout as masks.

    :ivar touched: the places that touch a tile legally, free or not.
    :ivar barred: the places where no tile can be laid any more.
    :ivar rows: for each row of the board the mask of the numbers in it; `columns` likewise.
    :ivar extent: the first and the last row in use, the first and the last column, counted from 0.
    """

    touched: int
    barred: int
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    extent: tuple[int, int, int, int]


class Fit(NamedTuple):
    """Masks of the tiles that may be laid at a place with the higher half in its first or in its second cell."""

    place: int
    high_first: int
    high_second: int


class SquareLayout:
    """The tiles on the table, and what may be laid where."""

    __slots__ = ("_barred", "_columns", "_fits", "_on_table", "_rows", "_touched", "columns", "rows", "tiles")

    rows: tuple[int, int]
    """The first and the last row in use."""
    columns: tuple[int, int]
    """The first and the last column in use."""

    def __init__(self) -> None:
        self.tiles: tuple[Laid, ...] = ()
        """In the order in which they were laid."""
        self.rows, self.columns = (0, 0), (0, 1)
        self._on_table = 0
        self._touched = 0
        self._barred = 0
        """The places where no tile can be laid any more. A place that is lost stays lost."""
        self._rows = [0] * _WIDTH
        self._columns = [0] * _WIDTH
        self._fits: tuple[Fit, ...] | None = None

    def copy(self) -> Self:
        """An independent layout of the same tiles."""
        twin: Self = object.__new__(type(self))
        twin.tiles, twin.rows, twin.columns = self.tiles, self.rows, self.columns
        twin._on_table, twin._touched, twin._barred = self._on_table, self._touched, self._barred
        twin._rows, twin._columns = self._rows.copy(), self._columns.copy()
        twin._fits = self._fits
        return twin

    def open(self, tile: Tile) -> None:
        """Lay the opening tile."""
        self.lay(tile, (0, 0), (0, 1))

    def lay(self, tile: Tile, high: Cell, low: Cell) -> None:
        """Lay a tile on two neighbouring cells where the rules allow it."""
        number = place_of(high, low)
        if number is None:
            raise ValueError(f"{text_of(high, low)} is off the board")
        place = bearing(number)
        self.tiles = (*self.tiles, Laid(tile, high, low))
        self._on_table |= tile.bit
        self._touched |= place.touching
        self._barred |= place.overlapping | place.bricks
        for half, (row, column) in ((tile.high, high), (tile.low, low)):
            self._rows[row - _LEAST] |= 1 << half
            self._columns[column - _LEAST] |= 1 << half
        self.rows = min(self.rows[0], high[0], low[0]), max(self.rows[1], high[0], low[0])
        self.columns = min(self.columns[0], high[1], low[1]), max(self.columns[1], high[1], low[1])
        self._fits = None

    def masks(self) -> Masks:
        """The layout as a kernel needs it."""
        (top, bottom), (left, right) = self.rows, self.columns
        extent = (top - _LEAST, bottom - _LEAST, left - _LEAST, right - _LEAST)
        return Masks(self._touched, self._barred, tuple(self._rows), tuple(self._columns), extent)

    def fits(self) -> tuple[Fit, ...]:
        """Every place where some tile that is not on the table may be laid."""
        if self._fits is None:
            self._fits = self._find_fits()
        return self._fits

    def fitting(self) -> int:
        """The mask of the tiles that may be laid somewhere."""
        found = 0
        for _, high_first, high_second in self.fits():
            found |= high_first | high_second
        return found

    def _within(self) -> int:
        """The places that keep within the square."""
        (top, bottom), (left, right) = self.rows, self.columns
        return within_square(top - _LEAST, bottom - _LEAST, left - _LEAST, right - _LEAST)

    def _find_fits(self) -> tuple[Fit, ...]:
        rows, columns, off_table = self._rows, self._columns, ~self._on_table
        left = self._touched & ~self._barred & self._within()
        found = []
        while left:
            bit = left & -left
            left ^= bit
            number = bit.bit_length() - 1
            row, column, other_row, other_column = LINES[number]
            first = _NUMBERS & ~(rows[row] | columns[column])
            second = _NUMBERS & ~(rows[other_row] | columns[other_column])
            high_first = WITH_HIGH[first] & WITH_LOW[second] & off_table
            high_second = WITH_HIGH[second] & WITH_LOW[first] & off_table
            if high_first or high_second:
                found.append(Fit(number, high_first, high_second))
            else:
                self._barred |= bit
        return tuple(found)

    # --- Why not -----------------------------------------------------------------------------------------------------

    def hindrance(self, tile: Tile, high: Cell, low: Cell) -> Hindrance | None:
        """Why the tile may not lie on these neighbouring cells; None if it may."""
        covered = {cell for laid in self.tiles for cell in (laid.high, laid.low)}
        if high in covered or low in covered:
            return Hindrance.TAKEN
        number = place_of(high, low)
        if number is None or not self._within() >> number & 1:
            return Hindrance.OUTSIDE
        laid_places = [bearing(_number_on_table(laid)) for laid in self.tiles]
        if any(place.bricks >> number & 1 for place in laid_places):
            return Hindrance.HALF_OVERLAP
        if not any(place.touching >> number & 1 for place in laid_places):
            return Hindrance.NO_CONTACT
        halves = ((tile.high, *high), (tile.low, *low))
        if any(self._rows[row - _LEAST] >> half & 1 for half, row, _ in halves):
            return Hindrance.ROW
        if any(self._columns[column - _LEAST] >> half & 1 for half, _, column in halves):
            return Hindrance.COLUMN
        return None

    def hindrances(self, tile: Tile) -> dict[Hindrance, int]:
        """How many places each reason forbids to a tile, of all on free cells that meet the layout at a side or corner.

        Both ways in which the tile may lie at a place count. Places that the tile may take are not counted.
        """
        counts: dict[Hindrance, int] = {reason: 0 for reason in Hindrance if reason is not Hindrance.TAKEN}
        covered = {cell for laid in self.tiles for cell in (laid.high, laid.low)}
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


def _number_on_table(laid: Laid) -> int:
    number = place_of(laid.high, laid.low)
    if number is None:
        raise ValueError(f"{laid.tile} lies off the board")
    return number

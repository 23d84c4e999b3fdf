"""A square that grows on the table, as pictures and letters need it: its tiles, how far it may reach, its cells' names.

A cell is (row, column), rows counted downwards and columns to the right from the higher half of the opening tile. Its
name is a letter for the column and a number for the row, as on a chessboard: ``e6``. The names belong to these cells
and not to the square, which floats: the opening tile covers e6 and f6 in every deal, no cell is ever renamed while the
square grows, and no square reaches further than from a1 to j11.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase
from typing import Final

from games.core.tiles import Tile

__all__ = ["SIZE", "Cell", "Laid", "Mark", "Span", "Square", "cell_name", "column_name", "row_name"]

SIZE: Final = 6
"""Rows and columns that a square takes up at most."""

Cell = tuple[int, int]
"""Row and column."""

Span = tuple[int, int]
"""The first and the last of several rows or columns."""

Laid = tuple[Tile, Cell, Cell]
"""A tile with the cell of its higher half and that of its lower half."""

Mark = tuple[str, Cell, Cell]
"""A place for a tile: the letter that marks it, the cell of the higher half and that of the lower half."""

_OPENING: Final[tuple[Cell, Cell]] = ((0, 0), (0, 1))
_FIRST: Final = 1 - SIZE
_SECOND: Final = 2 - SIZE


def row_name(row: int) -> str:
    """The number of a row: 1 is the highest that can be reached."""
    return str(row - _FIRST + 1)


def column_name(column: int) -> str:
    """The letter of a column: a is the leftmost that can be reached."""
    return ascii_lowercase[column - _SECOND]


def cell_name(cell: Cell) -> str:
    """The name of a cell: its column's letter, then its row's number."""
    return column_name(cell[1]) + row_name(cell[0])


@dataclass(frozen=True)
class Square:
    """Tiles on the table in the order in which they were laid."""

    tiles: Sequence[Laid] = ()

    @cached_property
    def rows(self) -> Span:
        """The rows in use; those of the opening tile if nothing lies yet."""
        return _span([cell[0] for cell in self._cells])

    @cached_property
    def columns(self) -> Span:
        """The columns in use."""
        return _span([cell[1] for cell in self._cells])

    @property
    def within_rows(self) -> Span:
        """The rows that it can still reach, upwards or downwards."""
        return self.rows[1] + 1 - SIZE, self.rows[0] + SIZE - 1

    @property
    def within_columns(self) -> Span:
        """The columns that it can still reach, to the left or to the right."""
        return self.columns[1] + 1 - SIZE, self.columns[0] + SIZE - 1

    @cached_property
    def _cells(self) -> list[Cell]:
        return [cell for _, *cells in self.tiles for cell in cells] or list(_OPENING)


def _span(numbers: Sequence[int]) -> Span:
    return min(numbers), max(numbers)

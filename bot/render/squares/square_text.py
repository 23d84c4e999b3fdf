"""A square in letters, for a code block: narrow enough for a phone, with the names of its cells at the edges.

A half is its number, the halves of a tile are joined by ``-`` or ``|``, and a free cell that the square may still reach
is ``·``. Wider than with ten columns no square can reach, so it takes at most 23 columns of letters.
"""

from __future__ import annotations

from .square import Cell, Square, column_name, row_name

__all__ = ["square_text"]

_FREE = "·"


def square_text(laid: Square) -> str:
    """A square in rows of text, with all the room that it may still take; no tile: ""."""
    if not laid.tiles:
        return ""
    halves: dict[Cell, str] = {}
    joined: dict[Cell, Cell] = {}
    """The first cell of each tile and the second."""
    for tile, high, low in laid.tiles:
        halves[high], halves[low] = str(tile.high), str(tile.low)
        joined[min(high, low)] = max(high, low)
    (top, bottom), (left, right) = laid.within_rows, laid.within_columns
    columns = range(left, right + 1)
    lines = ["   " + " ".join(column_name(column) for column in columns)]
    for row in range(top, bottom + 1):
        cells = [
            halves.get((row, column), _FREE) + ("-" if joined.get((row, column)) == (row, column + 1) else " ")
            for column in columns
        ]
        lines.append(f"{row_name(row):>2} {''.join(cells)}".rstrip())
        bars = ["|" if joined.get((row, column)) == (row + 1, column) else " " for column in columns]
        if "|" in bars:
            lines.append(f"   {' '.join(bars)}".rstrip())
    return "\n".join(lines)

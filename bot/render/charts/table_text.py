"""A table of people in letters, for a code block, at most as wide as a circle of players in letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.render.text import CIRCLE_COLUMNS, columns_of, name_in_columns

from .table_picture import TableRow, Value, moved_sign

__all__ = ["table_text"]

_SHORTEST_NAME: Final = 8


def table_text(titles: Sequence[str], rows: Sequence[TableRow]) -> str:
    """The same as the picture of a table: a row for each, ``>`` before one that stands out.

    What stands above a number has at most as many letters as find room; where the numbers leave too little room for
    the names, the last columns are left out.
    """
    cells = [[_said(value) for value in row.values] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    places = max((len(row.place) for row in rows), default=0)
    moves = max((len(moved_sign(row.moved)) for row in rows if row.moved is not None), default=0)
    before = 2 + places + 1 + (moves + 1 if moves else 0)
    while len(widths) > 1 and CIRCLE_COLUMNS - before - sum(width + 1 for width in widths) < _SHORTEST_NAME:
        widths.pop()
    room = CIRCLE_COLUMNS - before - sum(width + 1 for width in widths)
    names = [name_in_columns(row.name, room) for row in rows]
    wide = max(map(columns_of, names))
    head = " ".join(f"{title[:width]:>{width}}" for title, width in zip(titles, widths, strict=False))
    lines = [" " * (before + wide + 1) + head]
    for row, name, said in zip(rows, names, cells, strict=True):
        moved = f"{moved_sign(row.moved) if row.moved is not None else '':<{moves}} " if moves else ""
        numbers = " ".join(f"{text:>{width}}" for text, width in zip(said, widths, strict=False))
        mark = ">" if row.lit else " "
        lines.append(f"{mark} {row.place:>{places}} {moved}{name}{' ' * (wide - columns_of(name))} {numbers}")
    return "\n".join(lines)


def _said(value: Value) -> str:
    return f"{value.text} {value.aside}" if value.aside else value.text

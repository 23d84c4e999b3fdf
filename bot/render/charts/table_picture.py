"""The picture of a table of people: who has which place, how it has changed, and the numbers behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.drawing import colours
from bot.render.drawing.canvas import FRAME, Table
from bot.render.drawing.lettering import text_mask
from bot.render.lines.line_picture import WIDTH

__all__ = ["TableRow", "Value", "moved_sign", "standings_table"]

_EDGE: Final = FRAME + 14
_HEAD: Final = 46
_ROW: Final = 54
_HEAD_LETTERS: Final = 22
_LETTERS: Final = 29
_ASIDE_LETTERS: Final = 21
_GAP: Final = 20
_INSIDE: Final = 14
_QUIET: Final = colours.mix(colours.FELT_DEEP, colours.TEXT, 0.62)


@dataclass(frozen=True)
class Value:
    """A number in a table.

    :ivar aside: what stands smaller behind it, such as ``±80``.
    """

    text: str
    aside: str = ""


@dataclass(frozen=True)
class TableRow:
    """A line of the table.

    :ivar place: ``1``, or "" for none.
    :ivar moved: by how many places somebody has risen, below zero fallen; None: that is not told.
    :ivar lit: whether it stands out.
    :ivar quiet: whether it is said with less weight, such as what is provisional.
    """

    place: str
    name: str
    values: tuple[Value, ...]
    moved: int | None = None
    lit: bool = False
    quiet: bool = False


def standings_table(titles: Sequence[str], rows: Sequence[TableRow]) -> bytes:
    """A table, as a PNG file.

    :param titles: what stands above the values; a row has as many values.
    :raises ValueError: if there are no rows, or one has another number of values.
    """
    if not rows or any(len(row.values) != len(titles) for row in rows):
        raise ValueError("a table has rows, each with a value below every title")
    table = Table(WIDTH, 2 * _EDGE + _HEAD + len(rows) * _ROW, 1)
    right = WIDTH - _EDGE - _INSIDE
    columns = []  # the right edges of the values and the widths of what stands behind them, from the last column on
    for number in reversed(range(len(titles))):
        aside = max(_aside_width(row.values[number]) for row in rows)
        wide = max(text_mask(row.values[number].text, _LETTERS).width for row in rows) + aside
        columns.append((number, right, aside))
        right -= max(wide, text_mask(titles[number], _HEAD_LETTERS).width) + _GAP
    place_left = _EDGE + _INSIDE
    moved_left = place_left + max(text_mask(row.place, _LETTERS).width if row.place else 0 for row in rows) + 12
    moves = [text_mask(moved_sign(row.moved), _ASIDE_LETTERS).width for row in rows if row.moved is not None]
    name_left = moved_left + (max(moves) + 12 if moves else 6)
    for number, edge, _ in columns:
        at = (edge, _EDGE + _HEAD // 2)
        table.write(titles[number], at, size=_HEAD_LETTERS, anchor="right", ink=colours.MINT)
    for index, row in enumerate(rows):
        top = _EDGE + _HEAD + index * _ROW
        ground = colours.FELT if index % 2 else colours.FELT_DEEP
        table.fill((_EDGE, top, WIDTH - _EDGE, top + _ROW), ground)
        if row.lit:
            table.fill((_EDGE, top, _EDGE + 6, top + _ROW), colours.GLOW)
        y = top + _ROW // 2
        ink = colours.GLOW if row.lit else _QUIET if row.quiet else colours.TEXT
        if row.place:
            table.write(row.place, (moved_left - 12, y), size=_LETTERS, anchor="right", ink=ink, ground=ground)
        if row.moved is not None:
            _write_moved(table, (moved_left, y), row.moved, ground)
        table.write(row.name, (name_left, y), size=_LETTERS, width=right - name_left, ink=ink, ground=ground)
        for number, edge, aside in columns:
            value = row.values[number]
            table.write(value.text, (edge - aside, y), size=_LETTERS, anchor="right", ink=ink, ground=ground)
            if value.aside:
                left = edge - aside + 6
                table.write(value.aside, (left, y + 4), size=_ASIDE_LETTERS, ink=_QUIET, ground=ground)
    return table.png(few_steps=True)


def _aside_width(value: Value) -> int:
    return text_mask(value.aside, _ASIDE_LETTERS).width + 6 if value.aside else 0


def moved_sign(moved: int) -> str:
    """By how many places somebody has risen or fallen, as it stands beside his place."""
    return "=" if moved == 0 else f"{'▲' if moved > 0 else '▼'}{abs(moved)}"


def _write_moved(table: Table, at: tuple[int, int], moved: int, ground: colours.Colour) -> None:
    ink = _QUIET if moved == 0 else colours.MINT if moved > 0 else colours.ROSE
    table.write(moved_sign(moved), at, size=_ASIDE_LETTERS, ink=ink, ground=ground)

"""The picture of a line of play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.core.line import LineView

from .canvas import FRAME, Table
from .layout import Layout, lay_out
from .marks import empty_place, socket
from .sprites import Look, glow, shadow, tile_sprite

__all__ = ["LARGE_WIDTH", "WIDTH", "LineFigure", "board"]

WIDTH: Final = 720
LARGE_WIDTH: Final = 1080
"""The widths of pictures in pixels, whatever they show."""

_PADDING: Final = 14
"""Between the frame and the content at the usual width."""
_LARGEST_UNIT: Final = 76
_TALLEST: Final = 960
_SHORTEST: Final = 300
_EMPTY_UNIT: Final = 64


def board(line: LineView, *, last: int | None, large: bool = False) -> bytes:
    """A line of play on the table, as a PNG file.

    :param last: the index in the line of the tile that was laid last, which is marked; None marks none.
    :param large: half as large again.
    """
    figure = LineFigure.of(line, large=large)
    table = Table(figure.width, figure.height, figure.scale)
    figure.draw(table, line, last=last)
    return table.png()


@dataclass(frozen=True)
class LineFigure:
    """A line of play fitted to a picture.

    :ivar unit: half the length of a tile in pixels.
    :ivar x, y: where the centre of the middle tile lies, in pixels.
    :ivar width, height: the size of the picture that it needs, in pixels.
    :ivar scale: its size beside a picture of the usual width.
    """

    layout: Layout
    unit: int
    x: int
    y: int
    width: int
    height: int
    scale: float

    @classmethod
    def of(cls, line: LineView, *, large: bool = False) -> LineFigure:
        """Fit a line to a picture of the usual or the large width."""
        width = LARGE_WIDTH if large else WIDTH
        scale = width / WIDTH
        border = round((FRAME + _PADDING) * scale)
        layout = lay_out(line)
        left, top, right, bottom = layout.box
        wide, high = max(right - left, 1.0), max(bottom - top, 1.0)
        unit = min(_LARGEST_UNIT * scale, (width - 2 * border) / wide, (_TALLEST * scale - 2 * border) / high)
        # An even unit puts every tile on whole pixels, doubles too.
        unit = int(unit) // 2 * 2
        height = max(round(_SHORTEST * scale), round(high * unit) + 2 * border)
        x = round(width / 2 - (left + right) / 2 * unit)
        y = round(height / 2 - (top + bottom) / 2 * unit)
        return cls(layout, unit, x, y, width, height, scale)

    def draw(self, table: Table, line: LineView, *, last: int | None) -> None:
        """Draw the line on a table at least as large as this figure."""
        unit = self.unit
        if not self.layout.slots:
            self._draw_nothing(table)
        corners = []
        for slot in self.layout.slots:
            left, top, _, _ = slot.box
            corners.append((slot, self.x + round(left * unit), self.y + round(top * unit)))
        for slot, x, y in corners:
            table.lay(shadow(unit, upright=slot.upright), x, y)
        for slot, x, y in corners:
            if slot.index == last:
                table.lay(glow(unit, upright=slot.upright), x, y)
        for mark in self.layout.sockets:
            end = mark.end
            picture = socket(unit, end.number, (mark.dx, mark.dy), locked=end.locked, demanded=end.demanded)
            table.lay(picture, self.x + round(mark.x * unit), self.y + round(mark.y * unit))
        for slot, x, y in corners:
            look = _look(slot.index, last=last, spinner=line.spinner)
            table.lay(tile_sprite(unit, slot.first, slot.second, upright=slot.upright, look=look), x, y)

    def _draw_nothing(self, table: Table) -> None:
        """Show where the opening tile will lie."""
        unit = round(_EMPTY_UNIT * self.scale) // 2 * 2
        table.lay(empty_place(unit), self.x, self.y)


def _look(index: int, *, last: int | None, spinner: int | None) -> Look:
    if index == spinner:
        return Look.LAST_SPINNER if index == last else Look.SPINNER
    return Look.LAST if index == last else Look.PLAIN

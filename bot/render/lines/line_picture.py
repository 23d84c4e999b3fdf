"""The picture of a line of play."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import floor
from typing import Final

from bot.render.drawing.canvas import FRAME, Table
from bot.render.drawing.end_letters import END_LETTERS
from bot.render.drawing.marks import State, empty_place, socket
from bot.render.drawing.sprites import Look, glow, shadow, tile_sprite
from games.core.layout.line import LineView

from .layout import Layout, lay_out

__all__ = ["LARGE_WIDTH", "TALLEST", "WIDTH", "LineFigure", "board"]

WIDTH: Final = 720
LARGE_WIDTH: Final = 1080
"""The widths of pictures in pixels, whatever they show."""

_PADDING: Final = 14
"""Between the frame and the content at the usual width."""
_LARGEST_UNIT: Final = 76
TALLEST: Final = 960
"""The greatest height of a picture at the usual width: 4 to 3."""
_SHORTEST: Final = 300
_EMPTY_UNIT: Final = 64
_MANY_TILES: Final = 14


def board(line: LineView, *, last: int | None, large: bool = False) -> bytes:
    """A line of play on the table, as a PNG file: each open end with its number and its letter.

    :param last: the index in the line of the tile that was laid last, which is marked; None marks none.
    :param large: half as large again.

    A full line of two arms takes less than 15 kB. One of three or four arms may take 17 kB: it fills a picture of 4 to
    3 with tiles half as large again as theirs, and to draw them smaller for two kilobytes would serve nobody.
    """
    figure = LineFigure.of(line, large=large)
    table = Table(figure.width, figure.height, figure.scale)
    figure.draw(table, line, last=last)
    return table.png(few_steps=len(line.tiles) > _MANY_TILES)


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
    def of(
        cls, line: LineView, *, large: bool = False, tallest: float = TALLEST, shortest: float = _SHORTEST
    ) -> LineFigure:
        """Fit a line to a picture of the usual or the large width.

        :param tallest: the greatest height, in pixels at the usual width.
        :param shortest: the least height, in pixels at the usual width.
        """
        width = LARGE_WIDTH if large else WIDTH
        scale = width / WIDTH
        border = round((FRAME + _PADDING) * scale)
        layout = lay_out(line)
        left, top, right, bottom = layout.box
        wide, high = max(right - left, 1.0), max(bottom - top, 1.0)
        unit = min(_LARGEST_UNIT * scale, (width - 2 * border) / wide, (tallest * scale - 2 * border) / high)
        # An even unit puts every tile on whole pixels, doubles too.
        unit = int(unit) // 2 * 2
        height = max(round(shortest * scale), round(high * unit) + 2 * border)
        x = round(width / 2 - (left + right) / 2 * unit)
        y = round(height / 2 - (top + bottom) / 2 * unit)
        return cls(layout, unit, x, y, width, height, scale)

    def draw(self, table: Table, line: LineView, *, last: int | None, places: Collection[str] | None = None) -> None:
        """Draw the line on a table at least as large as this figure.

        :param places: the ends that are to be chosen from, which are lit; None if nothing is asked.
        """
        unit = self.unit
        if not self.layout.slots:
            self._draw_nothing(table)
        corners = []
        for slot in self.layout.slots:
            left, top, _, _ = slot.box
            corners.append((slot, self.x + _pixels(left * unit), self.y + _pixels(top * unit)))
        for slot, x, y in corners:
            table.lay(shadow(unit, upright=slot.upright), x, y)
        for slot, x, y in corners:
            if slot.index == last:
                table.lay(glow(unit, upright=slot.upright), x, y)
        for mark in self.layout.sockets:
            end = mark.end
            picture = socket(unit, end.number, (mark.dx, mark.dy), END_LETTERS[end.at], State.of(end, places))
            table.lay(picture, self.x + _pixels(mark.x * unit), self.y + _pixels(mark.y * unit))
        for slot, x, y in corners:
            look = _look(slot.index, last=last, spinner=line.spinner)
            table.lay(tile_sprite(unit, slot.first, slot.second, upright=slot.upright, look=look), x, y)

    def _draw_nothing(self, table: Table) -> None:
        """Show where the opening tile will lie."""
        unit = round(_EMPTY_UNIT * self.scale) // 2 * 2
        table.lay(empty_place(unit), self.x, self.y)


def _pixels(length: float) -> int:
    """The nearest whole number, of two as near the greater, so that tiles moved by the same length stay together."""
    return floor(length + 0.5)


def _look(index: int, *, last: int | None, spinner: int | None) -> Look:
    if index == spinner:
        return Look.LAST_SPINNER if index == last else Look.SPINNER
    return Look.LAST if index == last else Look.PLAIN

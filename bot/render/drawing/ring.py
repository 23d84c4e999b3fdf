"""The round table inside a picture: light felt with a brass rim, and the arrows that lie on the rim.

Its sides are straight between large round corners: text has more room than in an oval, and the file is smaller.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from . import colours
from .canvas import FINE, Sprite, Table, sprite
from .colours import to_palette

__all__ = ["Ring", "chevron"]

_RIM: Final = ((0, colours.BRASS), (3, colours.FELT_LIGHT))
"""From the outside inwards: the colours, and how many pixels inside the rim each begins."""
_ARROW: Final = 15
"""Half the side of an arrow's picture in pixels."""


@dataclass(frozen=True)
class Ring:
    """A round table about (x, y) that reaches `reach_x` pixels to its sides and `reach_y` up and down."""

    x: int
    y: int
    reach_x: int
    reach_y: int
    radius: int

    def half_width_at(self, y: int) -> int:
        """How far the table reaches to its sides at the height `y` of the picture."""
        into = max(0, abs(y - self.y) - (self.reach_y - self.radius))
        return round(self.reach_x - self.radius + math.sqrt(max(0, self.radius**2 - into**2)))

    def corner(self, way: tuple[int, int]) -> tuple[int, int]:
        """The middle of the arc of the corner that lies that way (-1 or 1 across, -1 or 1 down)."""
        off = self.radius * (1 - math.sqrt(0.5)) + _RIM[-1][0] / 2
        return round(self.x + way[0] * (self.reach_x - off)), round(self.y + way[1] * (self.reach_y - off))

    def draw(self, table: Table) -> None:
        """Lay the table's felt and its rim."""
        left, top = self.x - self.reach_x, self.y - self.reach_y
        right, bottom = self.x + self.reach_x, self.y + self.reach_y
        for inside, colour in _RIM:
            flat = self.radius
            table.fill((left + flat, top + inside, right - flat, bottom - inside), colour)
            table.fill((left + inside, top + flat, right - inside, bottom - flat), colour)
        for number, (x, y) in enumerate(((left, top), (right, top), (right, bottom), (left, bottom))):
            arc = _arc(self.radius, number)
            table.lay(arc, x - self.radius * (number in (1, 2)), y - self.radius * (number in (2, 3)))


@lru_cache(maxsize=8)
def _arc(radius: int, number: int) -> Sprite:
    """A corner of the table; its origin is its upper left. They are numbered clockwise from the upper left one."""
    fine = Image.new("RGB", (radius * FINE, radius * FINE), colours.FELT)
    pen = ImageDraw.Draw(fine)
    for inside, colour in _RIM:
        begins, ends = inside * FINE, (2 * radius - inside) * FINE - 1
        pen.ellipse((begins, begins, ends, ends), fill=colour)
    arc = to_palette(fine.reduce(FINE))
    if number in (1, 2):
        arc = arc.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    if number in (2, 3):
        arc = arc.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    return Sprite(arc, Image.new("1", arc.size, 1))


@lru_cache(maxsize=16)
def chevron(way: tuple[int, int], *, lit: bool) -> Sprite:
    """An arrowhead that points the `way` (-1, 0 or 1 across and down), lit or of brass; its origin is its middle."""
    length = math.hypot(*way)
    dx, dy = way[0] / length, way[1] / length
    middle = _ARROW * FINE
    image = Image.new("RGBA", (2 * middle, 2 * middle), (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    for reach, colour in ((0.9 * middle, colours.FELT_LIGHT), (0.7 * middle, colours.GLOW if lit else colours.BRASS)):
        points = [(reach, 0.0), (-0.7 * reach, 0.75 * reach), (-0.35 * reach, 0.0), (-0.7 * reach, -0.75 * reach)]
        pen.polygon([(middle + a * dx - b * dy, middle + a * dy + b * dx) for a, b in points], fill=colour)
    return sprite(image, origin=(_ARROW, _ARROW))

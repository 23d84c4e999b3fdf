"""The open ends of a line of play with the last tiles before them, without what lies between."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from bot.render.drawing import colours
from bot.render.drawing.canvas import FRAME, Table
from bot.render.drawing.end_letters import END_LETTERS
from bot.render.drawing.marks import REACH, State, socket
from bot.render.drawing.sprites import Look, shadow, tile_sprite
from games.core.layout.line import LineView, OpenEnd

from .branches import SIDES, Link, branches

__all__ = ["draw_ends", "height_of_ends"]

_UNIT: Final = 46
_GAP: Final = 16
"""Between rows, and between the table's edge and the first and the last."""
_EDGE: Final = FRAME + 22
_TILES: Final = 2
"""How many tiles are shown before an end."""
_DOT: Final = 6


def height_of_ends(line: LineView, scale: float) -> int:
    """How high the ends of a line are in pixels: two ends a row."""
    rows = -(-len(line.ends) // 2)
    return round((FRAME + rows * (2 * _UNIT + _GAP) + _GAP) * scale)


def draw_ends(table: Table, line: LineView, *, last: int | None, places: Collection[str] | None, scale: float) -> None:
    """Draw the ends at the top of a table: A to the left, B to the right, C and D below them.

    :param last: the index in the line of the tile that was laid last.
    :param places: the ends that are to be chosen from; None if nothing is asked.
    """
    unit, edge = round(_UNIT * scale) // 2 * 2, round(_EDGE * scale)
    ends = sorted(line.ends, key=lambda end: SIDES.index(end.at))
    for number, end in enumerate(ends):
        row, to_the_right = divmod(number, 2)
        y = round((FRAME + _GAP + _UNIT + row * (2 * _UNIT + _GAP)) * scale)
        x, way = (table.width - edge, 1) if to_the_right else (edge, -1)
        x -= way * round(REACH * unit)
        picture = socket(unit, end.number, (way, 0), END_LETTERS[end.at], State.of(end, places))
        table.lay(picture, x, y)
        _draw_tiles(table, _before(line, end), (x - way * unit // 2, y), unit, way, last)


def _before(line: LineView, end: OpenEnd) -> Sequence[Link]:
    """The last tiles of an end's branch, the outermost first; where nothing lies on it, the middle tile."""
    parts = branches(line)
    arm = parts.sides[end.at] or (Link(parts.middle, parts.left, parts.right),)
    return arm[: -_TILES - 1 : -1]


def _draw_tiles(
    table: Table, links: Sequence[Link], at: tuple[int, int], unit: int, way: int, last: int | None
) -> None:
    """Tiles from an end inwards, and dots for what lies beyond them."""
    x, y = at
    for link in links:
        length = unit if link.is_double else 2 * unit
        left = x - length if way > 0 else x
        top = y - unit if link.is_double else y - unit // 2
        first, second = (link.near, link.far) if way > 0 else (link.far, link.near)
        look = Look.LAST if link.index == last else Look.PLAIN
        table.lay(shadow(unit, upright=link.is_double), left, top)
        table.lay(tile_sprite(unit, first, second, upright=link.is_double, look=look), left, top)
        x -= way * length
    for number in range(1, 4):
        left = x - way * number * 3 * _DOT - _DOT // 2
        table.fill((left, y - _DOT // 2, left + _DOT, y + _DOT // 2), colours.FELT_LIGHT)

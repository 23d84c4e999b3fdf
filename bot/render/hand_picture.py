"""The picture of a hand: upright tiles on a rack, and above them the line of play or its ends."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from games.core.line import LineView
from games.core.tiles import Tile

from . import colours
from .canvas import FRAME, Table
from .ends_picture import draw_ends, height_of_ends
from .line_picture import LARGE_WIDTH, WIDTH, LineFigure
from .sprites import Look, glow, lifted_shadow, shadow, tile_sprite

__all__ = ["Above", "hand"]

_A_ROW: Final = 7
"""Tiles in a row at most."""
_UNIT: Final = 80
_GAP: Final = 14
_PADDING: Final = 22
_LIFT: Final = 0.16
"""How far a playable tile is raised, in units."""
_LEDGE: Final = 16
"""The height of the rack's ledge in pixels at the usual width."""
_LINE_HEIGHT: Final = 300
"""How high a line of play above a hand may be, in pixels at the usual width."""
_LINE_LEAST: Final = 130
_LINE_UNIT: Final = 38
"""With tiles smaller than this a line of play is left out but for its ends."""


@dataclass(frozen=True)
class Above:
    """What is shown above a hand.

    :ivar line: the line of play, of which at least a tile lies.
    :ivar places: the ends that are to be chosen from; None if nothing is asked.
    """

    line: LineView
    places: Collection[str] | None = None


def hand(
    tiles: Sequence[Tile],
    *,
    playable: Collection[Tile],
    chosen: Tile | None = None,
    above: Above | None = None,
    large: bool = False,
) -> bytes:
    """A hand of 0 to 21 tiles in the order given, as a PNG file; the playable ones stand out, the others are dimmed.

    With nothing playable no tile is dimmed, so that a hand is easy to read while others move.

    :param chosen: the tile for which an end is to be chosen: it alone stands out.
    :param above: the line of play; a short one is shown whole, of a longer one its ends.
    :param large: half as large again.
    """
    width = LARGE_WIDTH if large else WIDTH
    scale = width / WIDTH
    rows = _rows(tiles)
    unit = round(_UNIT * scale) // 2 * 2
    lift, ledge, padding = round(_LIFT * unit), round(_LEDGE * scale), round((FRAME + _PADDING) * scale)
    row_height = 2 * unit + lift + ledge
    gap = round(_GAP * scale)
    figure = _fitting(above, large=large)
    upper = 0 if above is None else figure.height if figure else height_of_ends(above.line, scale)
    table = Table(width, upper + 2 * padding + len(rows) * row_height + (len(rows) - 1) * gap, scale)
    if above is not None:
        _draw_above(table, above, figure, upper)
    standing_out = playable if chosen is None else (chosen,)
    for number, row in enumerate(rows):
        top = upper + padding + number * (row_height + gap)
        foot = top + lift + 2 * unit
        _draw_ledge(table, padding, foot, ledge)
        left = (width - len(row) * (unit + gap) + gap) // 2
        for place, tile in enumerate(row):
            x, y = left + place * (unit + gap), foot - 2 * unit
            can_play = tile in standing_out
            if can_play:
                y -= lift
            halo = lifted_shadow if can_play else shadow
            table.lay(halo(unit, upright=True), x, y)
            if tile == chosen:
                table.lay(glow(unit, upright=True), x, y)
            table.lay(
                tile_sprite(unit, tile.high, tile.low, upright=True, look=_look(tile, chosen, standing_out)), x, y
            )
    return table.png()


def _look(tile: Tile, chosen: Tile | None, standing_out: Collection[Tile]) -> Look:
    if tile == chosen:
        return Look.LAST
    return Look.PLAIN if tile in standing_out or not standing_out else Look.DIM


def _fitting(above: Above | None, *, large: bool) -> LineFigure | None:
    """The whole line, if it is short enough to be shown above a hand."""
    if above is None:
        return None
    figure = LineFigure.of(above.line, large=large, tallest=_LINE_HEIGHT, shortest=_LINE_LEAST)
    return figure if figure.unit >= _LINE_UNIT * figure.scale else None


def _draw_above(table: Table, above: Above, figure: LineFigure | None, height: int) -> None:
    """The line or its ends, and below it the edge of the table."""
    last = len(above.line.tiles) - 1
    if figure is not None:
        figure.draw(table, above.line, last=last, places=above.places)
    else:
        draw_ends(table, above.line, last=last, places=above.places, scale=table.width / WIDTH)
    margin = round((FRAME + _PADDING) * table.width / WIDTH)
    table.fill((margin, height, table.width - margin, height + 2), colours.FELT_DEEP)
    table.fill((margin, height + 2, table.width - margin, height + 3), colours.FELT_LIGHT)


def _rows(tiles: Sequence[Tile]) -> list[Sequence[Tile]]:
    """The tiles in as few rows as can be, all nearly equally long; an empty hand has one empty row."""
    count = max(1, -(-len(tiles) // _A_ROW))
    length, longer = divmod(len(tiles), count)
    rows, start = [], 0
    for number in range(count):
        end = start + length + (number < longer)
        rows.append(tiles[start:end])
        start = end
    return rows


def _draw_ledge(table: Table, margin: int, top: int, height: int) -> None:
    """The wooden ledge on which a row of tiles stands."""
    left, right = margin - height, table.width - margin + height
    table.fill((left, top, right, top + height), colours.WOOD)
    table.fill((left, top, right, top + max(2, height // 6)), colours.WOOD_LIGHT)
    table.fill((left, top + height - max(3, height // 4), right, top + height), colours.WOOD_DARK)

"""The picture of a hand: upright tiles on a rack."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from games.core.tiles import Tile

from . import colours
from .canvas import FRAME, Table
from .line_picture import LARGE_WIDTH, WIDTH
from .sprites import Look, lifted_shadow, shadow, tile_sprite

__all__ = ["hand"]

_A_ROW: Final = 7
"""Tiles in a row at most."""
_UNIT: Final = 80
_GAP: Final = 14
_PADDING: Final = 22
_LIFT: Final = 0.16
"""How far a playable tile is raised, in units."""
_LEDGE: Final = 16
"""The height of the rack's ledge in pixels at the usual width."""


def hand(tiles: Sequence[Tile], *, playable: Collection[Tile], large: bool = False) -> bytes:
    """A hand of 0 to 21 tiles in the order given, as a PNG file; the playable ones stand out, the others are dimmed.

    With nothing playable no tile is dimmed, so that a hand is easy to read while others move.

    :param large: half as large again.
    """
    width = LARGE_WIDTH if large else WIDTH
    scale = width / WIDTH
    rows = _rows(tiles)
    unit = round(_UNIT * scale) // 2 * 2
    lift, ledge, padding = round(_LIFT * unit), round(_LEDGE * scale), round((FRAME + _PADDING) * scale)
    row_height = 2 * unit + lift + ledge
    gap = round(_GAP * scale)
    table = Table(width, 2 * padding + len(rows) * row_height + (len(rows) - 1) * gap, scale)
    for number, row in enumerate(rows):
        top = padding + number * (row_height + gap)
        foot = top + lift + 2 * unit
        _draw_ledge(table, padding, foot, ledge)
        left = (width - len(row) * (unit + gap) + gap) // 2
        for place, tile in enumerate(row):
            x, y = left + place * (unit + gap), foot - 2 * unit
            can_play = tile in playable
            if can_play:
                y -= lift
            halo = lifted_shadow if can_play else shadow
            table.lay(halo(unit, upright=True), x, y)
            look = Look.PLAIN if can_play or not playable else Look.DIM
            table.lay(tile_sprite(unit, tile.high, tile.low, upright=True, look=look), x, y)
    return table.png()


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

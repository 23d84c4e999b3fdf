"""The picture of a hand: upright tiles on a rack, trumps apart, and how many tiles of each number there are."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from games.core.tiles import Tile

from . import colours
from .canvas import FRAME, Table
from .line_picture import LARGE_WIDTH, WIDTH
from .marks import socket
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
_APART: Final = 20
"""Between trumps and the other tiles in a row, more than between any two."""
_NUMBER_UNIT: Final = 52
_NUMBER_LETTERS: Final = 30


def hand(
    tiles: Sequence[Tile],
    *,
    playable: Collection[Tile],
    large: bool = False,
    trumps: int = 0,
    numbers: Sequence[int] = (),
) -> bytes:
    """A hand of 0 to 21 tiles in the order given, as a PNG file; the playable ones stand out, the others are dimmed.

    With nothing playable no tile is dimmed, so that a hand is easy to read while others move.

    :param large: half as large again.
    :param trumps: how many tiles at the beginning are trumps; they stand apart, on a ledge of brass.
    :param numbers: how many tiles carry each number from 0 up, shown below the hand; none where that is not asked for.
    """
    width = LARGE_WIDTH if large else WIDTH
    scale = width / WIDTH
    rows = _rows(tiles)
    unit = round(_UNIT * scale) // 2 * 2
    lift, ledge, padding = round(_LIFT * unit), round(_LEDGE * scale), round((FRAME + _PADDING) * scale)
    row_height = 2 * unit + lift + ledge
    gap, apart = round(_GAP * scale), round(_APART * scale)
    rack = 2 * padding + len(rows) * row_height + (len(rows) - 1) * gap
    strip = round(2.2 * _NUMBER_UNIT * scale) if numbers else 0
    table = Table(width, rack + strip, scale)
    left_in_hand = trumps
    for number, row in enumerate(rows):
        top = padding + number * (row_height + gap)
        foot = top + lift + 2 * unit
        first = min(left_in_hand, len(row))
        left_in_hand -= first
        between = apart if 0 < first < len(row) else 0
        left = (width - len(row) * (unit + gap) + gap - between) // 2
        edge = left + first * (unit + gap) + (between - gap) // 2
        _draw_ledge(table, padding, foot, ledge, trumps_end=0 if not first else edge if between else width)
        for place, tile in enumerate(row):
            x, y = left + place * (unit + gap) + (between if place >= first else 0), foot - 2 * unit
            can_play = tile in playable
            if can_play:
                y -= lift
            halo = lifted_shadow if can_play else shadow
            table.lay(halo(unit, upright=True), x, y)
            look = Look.PLAIN if can_play or not playable else Look.DIM
            table.lay(tile_sprite(unit, tile.high, tile.low, upright=True, look=look), x, y)
    _draw_numbers(table, numbers, rack - padding // 2, scale)
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


def _draw_ledge(table: Table, margin: int, top: int, height: int, *, trumps_end: int) -> None:
    """The wooden ledge on which a row of tiles stands; of brass up to the place across where trumps end."""
    left, right = margin - height, table.width - margin + height
    bands = (
        (colours.WOOD, colours.WOOD_LIGHT, colours.WOOD_DARK, left, right),
        (colours.BRASS, colours.BRASS_LIGHT, colours.BRASS_DARK, left, min(right, trumps_end)),
    )
    for body, light, dark, begin, end in bands:
        if end > begin:
            table.fill((begin, top, end, top + height), body)
            table.fill((begin, top, end, top + max(2, height // 6)), light)
            table.fill((begin, top + height - max(3, height // 4), end, top + height), dark)


def _draw_numbers(table: Table, numbers: Sequence[int], top: int, scale: float) -> None:
    """Each number with how many tiles carry it; those of which there are most are lit."""
    unit, letters = round(_NUMBER_UNIT * scale) // 2 * 2, round(_NUMBER_LETTERS * scale)
    most = max(numbers, default=0)
    for number, count in enumerate(numbers):
        x = table.width * (2 * number + 1) // (2 * len(numbers))
        y = top + unit // 2 + round(4 * scale)
        table.lay(socket(unit, number, (0, 1), locked=False, demanded=count == most), x, y)
        ink = colours.GLOW if count == most else colours.TEXT
        table.write(f"× {count}", (x, y + unit), size=letters, anchor="middle", ink=ink)

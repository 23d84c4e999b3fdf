"""The picture of what two sides have taken: the tiles of each pile, those that count brighter, and what they count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.drawing.canvas import FRAME, Table
from bot.render.drawing.sprites import Look, shadow, tile_sprite
from bot.render.lines.line_picture import WIDTH
from games.core.tiles import Tile

from .drawing import colours

__all__ = ["Pile", "piles"]

_PADDING: Final = FRAME + 14
_UNIT: Final = 38
_GAP: Final = 5
_A_ROW: Final = 15
_HEAD: Final = 46
_BETWEEN: Final = 18
_LETTERS: Final = 27
_SUM_LETTERS: Final = 32
_NAME: Final = 250


@dataclass(frozen=True)
class Pile:
    """What a side has taken.

    :ivar counting: the tiles that count; they come first.
    :ivar others: the tiles that count nothing; dimmed.
    :ivar said: the arithmetic, short: ``34 + 20 = 54``.
    :ivar is_best: whether the side has won the deal.
    """

    name: str
    counting: Sequence[Tile]
    others: Sequence[Tile]
    said: str
    is_best: bool = False


def piles(rows: Sequence[Pile]) -> bytes:
    """Piles of tiles one below the other, each under its side's name and what it counts, as a PNG file.

    A whole double-six set is on it after a deal for two, and two sets at six players, so it may take 25 kilobytes.
    """
    heights = [_height(row) for row in rows]
    table = Table(WIDTH, 2 * _PADDING + sum(heights) + _BETWEEN * max(0, len(rows) - 1), 1)
    top = _PADDING
    for row, height in zip(rows, heights, strict=True):
        _draw_pile(table, top, row)
        top += height + _BETWEEN
    return table.png(few_steps=True)


def _rows_of(row: Pile) -> int:
    return max(1, -(-(len(row.counting) + len(row.others)) // _A_ROW))


def _height(row: Pile) -> int:
    return _HEAD + _rows_of(row) * (2 * _UNIT + _GAP)


def _draw_pile(table: Table, top: int, row: Pile) -> None:
    ink = colours.GLOW if row.is_best else colours.TEXT
    y = top + _HEAD // 2 - 4
    table.write(row.name, (_PADDING + 6, y), size=_LETTERS, width=_NAME, ink=ink)
    right = WIDTH - _PADDING - 6
    table.write(row.said, (right, y), size=_SUM_LETTERS, width=right - _PADDING - _NAME, anchor="right", ink=ink)
    table.fill((_PADDING, top + _HEAD - 6, WIDTH - _PADDING, top + _HEAD - 4), colours.FELT_DEEP)
    looks = [(tile, Look.PLAIN) for tile in row.counting] + [(tile, Look.DIM) for tile in row.others]
    for place, (tile, look) in enumerate(looks):
        line, column = divmod(place, _A_ROW)
        x = _PADDING + 4 + column * (_UNIT + _GAP)
        y = top + _HEAD + 4 + line * (2 * _UNIT + _GAP)
        table.lay(shadow(_UNIT, upright=True), x, y)
        table.lay(tile_sprite(_UNIT, tile.high, tile.low, upright=True, look=look), x, y)

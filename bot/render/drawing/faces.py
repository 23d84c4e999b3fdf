"""Faces of single tiles for application emojis: square, and bold enough for a button 20 pixels high."""

from __future__ import annotations

import io
from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from games.core.tiles import Tile

from . import colours
from .canvas import FINE
from .sprites import pip_places

__all__ = ["SIDE", "emoji"]

SIDE: Final = 128
"""The width and height of an emoji in pixels."""

_WIDE: Final = 112
_LINE: Final = 63
"""Where the line between the halves lies; the lower edge of the tile is in the shade."""
_COLUMN: Final = 33
_ROW: Final = 15
_PIP: Final = 11.5
_ROUND: Final = 18


@cache
def emoji(tile: Tile) -> bytes:
    """The face of a tile as a PNG file of 128 x 128 pixels: the higher half above the lower one."""
    fine = _blank()
    pen = ImageDraw.Draw(fine)
    for number, middle in ((tile.high, _LINE - 31), (tile.low, _LINE + 31)):
        # Pips lie in the half as in a lying tile, three columns by two rows, because the halves are wider than high.
        for column, row in pip_places(number, upright=False):
            x, y = SIDE / 2 + column * _COLUMN, middle + row * _ROW
            pen.ellipse(_box(x - _PIP, y - _PIP, x + _PIP, y + _PIP), fill=colours.PIP)
    pen.rounded_rectangle(_box(18, _LINE - 2.5, SIDE - 18, _LINE + 2.5), 2 * FINE, fill=colours.BRASS_DARK)
    return _png(fine)


def _blank() -> Image.Image:
    """A tile without pips, `FINE` times larger."""
    fine = Image.new("RGBA", (SIDE * FINE, SIDE * FINE), (*colours.IVORY_EDGE, 0))
    pen = ImageDraw.Draw(fine)
    left = (SIDE - _WIDE) / 2
    pen.rounded_rectangle(_box(left, 0, SIDE - left, SIDE), _ROUND * FINE, fill=colours.IVORY_EDGE)
    pen.rounded_rectangle(_box(left + 2, 2, SIDE - left - 2, SIDE - 5), (_ROUND - 2) * FINE, fill=colours.IVORY)
    return fine


def _box(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
    return left * FINE, top * FINE, right * FINE - 1, bottom * FINE - 1


def _png(fine: Image.Image) -> bytes:
    file = io.BytesIO()
    fine.reduce(FINE).save(file, "PNG", compress_level=9)
    return file.getvalue()

"""The picture of a menu: emblems above the games' names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import ImageDraw

from bot.render.drawing import colours
from bot.render.drawing.canvas import FINE, FRAME, WIDTH, Canvas, Sprite, blank, sprite
from bot.render.drawing.lettering import text_mask
from bot.render.drawing.tiles import TileLook, back_sprite, shadow, tile_sprite

_ACROSS: Final = 3
_PADDING: Final = 10
_GAP: Final = 10
"""The gap between games, in pixels."""
_HIGH: Final = 128
"""The height of a game, in pixels."""
_NAME: Final = 56
"""The part of the height that the name takes."""
_LETTERS: Final = 26
_LINE: Final = 27
"""The distance between two lines of a name, in pixels."""
_LARGEST_UNIT: Final = 18
_INSET: Final = 12
"""The gap between the edge of a game and its emblem, in pixels."""

_PIECE: Final = re.compile(r"(?P<face>[0-6]{2}|back|coin)(?P<way>[-|]?)(?P<lit>!?)@(?P<x>[\d.]+),(?P<y>[\d.]+)")


@dataclass(frozen=True)
class _Piece:
    """A tile or coin of an emblem, by its upper left.

    :ivar halves: the left or upper half and the other; None for a face-down tile.
    """

    x: float
    y: float
    halves: tuple[int, int] | None = None
    upright: bool = False
    lit: bool = False
    coin: bool = False

    @property
    def size(self) -> tuple[int, int]:
        if self.coin:
            return 1, 1
        return (1, 2) if self.upright else (2, 1)


@dataclass(frozen=True)
class Emblem:
    """A few tiles and coins that represent a game."""

    pieces: tuple[_Piece, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Emblem:
        """Parse pieces ``64-@0,0.5`` (lying), ``66|!@2,0`` (upright, lit), ``back-@0,1``, ``coin@3,0``."""
        return cls(
            tuple(
                _Piece(
                    float(found["x"]),
                    float(found["y"]),
                    (int(found["face"][0]), int(found["face"][1])) if found["face"].isdecimal() else None,
                    upright=found["way"] == "|",
                    lit=bool(found["lit"]),
                    coin=found["face"] == "coin",
                )
                for found in _PIECE.finditer(text)
            )
        )

    @property
    def size(self) -> tuple[float, float]:
        """The width and height in units, counted from 0."""
        if not self.pieces:
            return 1, 1
        return (
            max(piece.x + piece.size[0] for piece in self.pieces),
            max(piece.y + piece.size[1] for piece in self.pieces),
        )


@lru_cache(maxsize=16)
def menu(entries: tuple[tuple[str, Emblem], ...]) -> bytes:
    """Return the games as a PNG file, cached by language.

    :param entries: the name and the emblem of each.
    """
    border = FRAME + _PADDING
    rows = -(-len(entries) // _ACROSS)
    wide = (WIDTH - 2 * border - (_ACROSS - 1) * _GAP) // _ACROSS
    canvas = Canvas(WIDTH, 2 * border + rows * (_HIGH + _GAP) - _GAP, 1)
    for number, (name, emblem) in enumerate(entries):
        row, column = divmod(number, _ACROSS)
        x, y = border + column * (wide + _GAP), border + row * (_HIGH + _GAP)
        canvas.fill((x, y, x + wide, y + _HIGH), colours.FELT_DEEP)
        _draw_emblem(canvas, emblem, (x + _INSET, y + _INSET, x + wide - _INSET, y + _HIGH - _NAME))
        middle = (x + wide // 2, y + _HIGH - _NAME // 2)
        _write_name(canvas, name, middle, wide - _INSET)
    return canvas.png(few_colours=True)


def _write_name(canvas: Canvas, name: str, middle: tuple[int, int], room: int) -> None:
    """Write a name in one line, or in two."""
    lines = _lines(name, room)
    for number, line in enumerate(lines):
        at = middle[0], middle[1] + round((number - (len(lines) - 1) / 2) * _LINE)
        canvas.write(line, at, size=_LETTERS, width=room, anchor="middle", ground=colours.FELT_DEEP)


def _lines(name: str, room: int) -> tuple[str, ...]:
    """Split a name into two equal lines if necessary."""
    if text_mask(name, _LETTERS).width <= room:
        return (name,)
    parts = name.split()
    cuts = [(" ".join(parts[:cut]), " ".join(parts[cut:])) for cut in range(1, len(parts))]
    return min(cuts, key=lambda lines: max(map(len, lines)), default=(name,))


def _draw_emblem(canvas: Canvas, emblem: Emblem, box: tuple[int, int, int, int]) -> None:
    """Draw an emblem centred in a box, as large as fits."""
    left, top, right, bottom = box
    wide, high = emblem.size
    unit = int(min(_LARGEST_UNIT, (right - left) / wide, (bottom - top) / high))
    unit -= unit % 2
    x = (left + right - round(wide * unit)) // 2
    y = (top + bottom - round(high * unit)) // 2
    for piece in emblem.pieces:
        at = x + round(piece.x * unit), y + round(piece.y * unit)
        if piece.coin:
            canvas.lay(_coin(unit), *at)
        elif piece.halves is None:
            canvas.lay(back_sprite(unit, upright=piece.upright, ground=colours.FELT_DEEP), *at)
        else:
            canvas.lay(shadow(unit, upright=piece.upright), *at)
            look = TileLook.LAST if piece.lit else TileLook.PLAIN
            canvas.lay(tile_sprite(unit, *piece.halves, upright=piece.upright, look=look), *at)


@lru_cache(maxsize=4)
def _coin(unit: int) -> Sprite:
    """Return a flat chip; origin: its unit's upper left corner."""
    fine = unit * FINE
    image = blank(fine, fine)
    pen = ImageDraw.Draw(image)
    pen.ellipse((0.02 * fine, 0.08 * fine, 0.98 * fine, fine - 1), fill=colours.BRASS_DARK)
    pen.ellipse((0.02 * fine, 0, 0.98 * fine, 0.92 * fine), fill=colours.BRASS)
    pen.ellipse((0.2 * fine, 0.17 * fine, 0.8 * fine, 0.75 * fine), outline=colours.BRASS_LIGHT, width=fine // 12)
    return sprite(image, ground=colours.FELT_DEEP)

"""The players round a table: where they sit, and the plates with their names and the tiles that they hold face down."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from bot.render.lines.line_picture import WIDTH

from . import colours
from .canvas import FINE, FRAME, Sprite, Table, sprite
from .lettering import text_mask
from .sprites import Look, back_sprite

__all__ = ["EDGE", "PAIR_LETTERS", "PLATE", "badge", "draw_plate", "seats_round"]

PAIR_LETTERS: Final = "ABC"
"""The letters of pairs and teams, by their index."""

EDGE: Final = FRAME + 16
"""Between the picture's edge and a player's plate."""

PLATE: Final = (210, 96)
"""The width and height of a plate in pixels."""

_ROUND: Final = 16
_BAND: Final = 10
_HALO: Final = 11
"""How far the light of a lit plate reaches, in pixels."""
_UNIT: Final = 22
_GAP: Final = 6
_BADGE: Final = 32
_LETTERS: Final = 26


def seats_round(count: int, height: int, middle: int, off: int) -> list[tuple[int, int]]:
    """The middles of the plates of 4 or 6 players: seat 0 below, and clockwise from there, which is to the left.

    :param height: the height of the round table with the plates, from the picture's upper edge.
    :param middle: the height at which the players at the sides sit, or halfway between them.
    :param off: how far two players at one side sit above and below that.
    """
    left, right = EDGE + PLATE[0] // 2, WIDTH - EDGE - PLATE[0] // 2
    away = EDGE + PLATE[1] // 2
    rows = {4: (middle,), 6: (middle - off, middle + off)}[count]
    return [
        (WIDTH // 2, height - away),
        *((left, y) for y in reversed(rows)),
        (WIDTH // 2, away),
        *((right, y) for y in rows),
    ]


def draw_plate(
    table: Table, at: tuple[int, int], name: str, *, group: int, letter: str, tiles: int, lit: bool, dim: bool = False
) -> None:
    """Lay a plate with its middle at this place.

    :param group: the index of the pair or team, or of the player, whose colour the plate wears.
    :param letter: the letter of the pair or team; "" for none.
    :param tiles: how many tiles the player holds; where there is no room side by side they overlap.
    :param lit: whether light falls on it: it is this player whom the others wait for.
    :param dim: whether these tiles are out of play.
    """
    x, y = at
    wide, high = PLATE
    table.lay(_plate(group, lit=lit), x, y)
    left, top = x - wide // 2 + _BAND + 12, y - high // 2
    ink = colours.GLOW if lit else colours.TEXT
    table.write(name, (left, top + 24), size=_LETTERS, width=wide - _BAND - 12 - 10, ink=ink, ground=colours.FELT_DEEP)
    row = top + high - 2 * _UNIT - 9
    if letter:
        table.lay(badge(group, letter), left + _BADGE // 2, row + _UNIT)
        left += _BADGE + 12
    room = x + wide // 2 - 10 - left - _UNIT
    step = min(_UNIT + _GAP, room // max(1, tiles - 1))
    look = Look.DIM if dim else Look.PLAIN
    for number in range(tiles):
        table.lay(back_sprite(_UNIT, upright=True, ground=colours.FELT_DEEP, look=look), left + number * step, row)


@lru_cache(maxsize=8)
def _plate(group: int, *, lit: bool) -> Sprite:
    """The ground of a player's name and tiles, with the band of his group; its origin is its middle."""
    wide, high = PLATE[0] * FINE, PLATE[1] * FINE
    edge, round_ = _HALO * FINE, _ROUND * FINE
    size = (wide + 2 * edge, high + 2 * edge)
    box = (edge, edge, edge + wide - 1, edge + high - 1)
    image = _halo(size) if lit else Image.new("RGBA", size, (*colours.FELT_DEEP, 0))
    body = Image.new("L", size, 0)
    ImageDraw.Draw(body).rounded_rectangle(box, round_, fill=255)
    filling = Image.new("RGBA", size, (*colours.FELT_DEEP, 255))
    pen = ImageDraw.Draw(filling)
    pen.rectangle((edge, edge, edge + _BAND * FINE - 1, edge + high), fill=colours.PAIRS[group])
    image.paste(filling, mask=body)
    if lit:
        ImageDraw.Draw(image).rounded_rectangle(box, round_, outline=colours.GLOW, width=3 * FINE)
    origin = (_HALO + PLATE[0] // 2, _HALO + PLATE[1] // 2)
    return sprite(image, origin=origin)


def _halo(size: tuple[int, int]) -> Image.Image:
    """The light round a lit plate."""
    edge, out = _HALO * FINE, 3 * FINE
    alpha = Image.new("L", size, 0)
    box = (edge - out, edge - out, size[0] - edge + out, size[1] - edge + out)
    ImageDraw.Draw(alpha).rounded_rectangle(box, _ROUND * FINE + out, fill=230)
    for _ in range(2):
        alpha = alpha.filter(ImageFilter.BoxBlur(3 * FINE))
    image = Image.new("RGBA", size, (*colours.GLOW, 0))
    image.putalpha(alpha)
    return image


@lru_cache(maxsize=8)
def badge(group: int, letter: str) -> Sprite:
    """The disc with the letter of a pair or team; its origin is its middle."""
    side = _BADGE * FINE
    image = Image.new("RGBA", (side, side), (*colours.PAIRS[group], 0))
    ImageDraw.Draw(image).ellipse((0, 0, side - 1, side - 1), fill=colours.PAIRS[group])
    mask = text_mask(letter, 27 * FINE)
    mask = mask.crop(mask.getbbox())
    image.paste((*colours.PIP, 255), ((side - mask.width) // 2, (side - mask.height) // 2), mask)
    return sprite(image, ground=colours.FELT_DEEP, origin=(_BADGE // 2, _BADGE // 2))

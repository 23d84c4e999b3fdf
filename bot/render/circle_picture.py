"""The picture of players round a table: who holds how many tiles face down, who are partners, and the boneyard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from . import colours
from .canvas import FINE, FRAME, Sprite, Table, sprite
from .lettering import text_mask
from .line_picture import WIDTH
from .marks import empty_place
from .ring import Ring, chevron
from .sprites import Look, back_sprite

__all__ = ["PAIR_LETTERS", "Place", "circle"]

PAIR_LETTERS: Final = "ABC"
"""The letters of the pairs, by the index of the pair."""

_EDGE: Final = FRAME + 16
"""Between the picture's edge and a player's plate."""
_PLATE: Final = (210, 96)
_PLATE_ROUND: Final = 16
_BAND: Final = 10
_HALO: Final = 11
"""How far the light of the holder's plate reaches, in pixels."""
_UNIT: Final = 22
_GAP: Final = 6
_BADGE: Final = 32
_LETTERS: Final = 26

_BESIDE: Final = 26
"""Between plates, one above the other."""
_BAND_HEIGHTS: Final = {4: 208, 6: 2 * (_PLATE[1] + _BESIDE) + 10}
"""The height between the upper plate and the lines in the centre, by the number of players."""
_CORNER_RADIUS: Final = 120
_LINE: Final = 38
_LINES_BELOW: Final = 14
_LINE_LETTERS: Final = 27

_PILE_UNIT: Final = 34
_PILE_TILES: Final = 3
_PILE_STEP: Final = 4
_COUNT_LETTERS: Final = 40
_THROWN_UNIT: Final = 26
_THROWN_LETTERS: Final = 32


@dataclass(frozen=True)
class Place:
    """A player at the table, as everybody sees him.

    :ivar tiles: how many tiles he holds; they lie face down.
    :ivar pair: the index of his pair, 0 to 2.
    :ivar holder: whether he holds one tile more than the others, and so passes next.
    """

    name: str
    tiles: int
    pair: int
    holder: bool


def circle(places: Sequence[Place], *, boneyard: int, thrown: int, centre: Sequence[str]) -> bytes:
    """Four or six players round a table, as a PNG file: seat 0 below, and clockwise from there, which is to the left.

    :param boneyard: the tiles in the boneyard, drawn as a pile with its number.
    :param thrown: the tiles that were thrown away; they lie beside the boneyard, if there are any.
    :param centre: short lines below the boneyard, the score for instance; a long one is cut and ends in an ellipsis.
        Letters weigh most in the file: the pairs' letters are lighter here than names, and the picture shows them.
        With them four players take less than 15 kB, six 17 kB, of which their names alone are three.
    :raises ValueError: if there are not four or six players.
    """
    if len(places) not in _BAND_HEIGHTS:
        raise ValueError(f"a circle has 4 or 6 players, not {len(places)}")
    band = _BAND_HEIGHTS[len(places)]
    band_top = _EDGE + _PLATE[1]
    lines_top = band_top + band
    height = lines_top + len(centre) * _LINE + _LINES_BELOW + _PLATE[1] + _EDGE
    table = Table(WIDTH, height, 1)
    ring = Ring(WIDTH // 2, height // 2, WIDTH // 2 - _EDGE - 34, height // 2 - _EDGE - _PLATE[1] // 2, _CORNER_RADIUS)
    ring.draw(table)
    band_middle = band_top + band // 2
    for place, (x, y) in zip(places, _seats(len(places), height, band_middle), strict=True):
        _draw_place(table, place, x, y)
    _draw_ways(table, ring, places, band_middle)
    _draw_boneyard(table, band_middle, boneyard, thrown)
    for number, line in enumerate(centre):
        y = lines_top + number * _LINE + _LINE // 2
        width = 2 * ring.half_width_at(y) - 2 * _LINE
        table.write(line, (ring.x, y), size=_LINE_LETTERS, width=width, anchor="middle", ground=colours.FELT_LIGHT)
    return table.png(few_steps=True)


def _seats(count: int, height: int, band_middle: int) -> list[tuple[int, int]]:
    """The middles of the plates in seating order."""
    left, right = _EDGE + _PLATE[0] // 2, WIDTH - _EDGE - _PLATE[0] // 2
    away = _EDGE + _PLATE[1] // 2
    off = 0 if count == 4 else (_PLATE[1] + _BESIDE) // 2
    rows = (band_middle,) if count == 4 else (band_middle - off, band_middle + off)
    return [
        (WIDTH // 2, height - away),
        *((left, y) for y in reversed(rows)),
        (WIDTH // 2, away),
        *((right, y) for y in rows),
    ]


def _draw_ways(table: Table, ring: Ring, places: Sequence[Place], band_middle: int) -> None:
    """An arrow from each player to the next; the one from the holder is lit."""
    arrows = [((-1, -1), ring.corner((-1, 1))), ((1, -1), ring.corner((-1, -1)))]
    arrows += [((1, 1), ring.corner((1, -1))), ((-1, 1), ring.corner((1, 1)))]
    if len(places) == 6:
        arrows.insert(1, ((0, -1), (ring.x - ring.reach_x + 2, band_middle)))
        arrows.insert(4, ((0, 1), (ring.x + ring.reach_x - 3, band_middle)))
    for place, (way, (x, y)) in zip(places, arrows, strict=True):
        table.lay(chevron(way, lit=place.holder), x, y)


def _draw_place(table: Table, place: Place, x: int, y: int) -> None:
    wide, high = _PLATE
    table.lay(_plate(place.pair, lit=place.holder), x, y)
    left, top = x - wide // 2 + _BAND + 12, y - high // 2
    room = wide - _BAND - 12 - 10
    ink = colours.GLOW if place.holder else colours.TEXT
    table.write(place.name, (left, top + 24), size=_LETTERS, width=room, ink=ink, ground=colours.FELT_DEEP)
    row = top + high - 2 * _UNIT - 9
    table.lay(_badge(place.pair), left + _BADGE // 2, row + _UNIT)
    first = left + _BADGE + 12
    for number in range(place.tiles):
        back = back_sprite(_UNIT, upright=True, ground=colours.FELT_DEEP)
        table.lay(back, first + number * (_UNIT + _GAP), row)


def _draw_boneyard(table: Table, y: int, boneyard: int, thrown: int) -> None:
    """The pile with its number, in the middle of the table, and below it the tiles thrown away with theirs."""
    wide = _PILE_UNIT + 14 + text_mask(str(boneyard), _COUNT_LETTERS).width
    left = (WIDTH - wide) // 2
    pile_y = y - 26 if thrown else y
    if boneyard == 0:
        table.lay(empty_place(_PILE_UNIT), left + _PILE_UNIT // 2, pile_y)
    layers = min(boneyard, _PILE_TILES)
    for number in range(layers):
        lift = _PILE_STEP * number - _PILE_STEP * layers // 2
        back = back_sprite(_PILE_UNIT, upright=True, ground=colours.FELT_LIGHT)
        table.lay(back, left + lift, pile_y - _PILE_UNIT - lift)
    at = (left + _PILE_UNIT + 18, pile_y)
    table.write(str(boneyard), at, size=_COUNT_LETTERS, ground=colours.FELT_LIGHT)
    if thrown:
        _draw_thrown(table, y + 50, thrown)


def _draw_thrown(table: Table, y: int, thrown: int) -> None:
    wide = 2 * _THROWN_UNIT + 12 + text_mask(str(thrown), _THROWN_LETTERS).width
    left = (WIDTH - wide) // 2
    back = back_sprite(_THROWN_UNIT, upright=False, ground=colours.FELT_LIGHT, look=Look.DIM)
    for number in range(min(thrown, 2)):
        table.lay(back, left + 5 * number, y - _THROWN_UNIT // 2 - 5 * number)
    at = (left + 2 * _THROWN_UNIT + 16, y)
    table.write(str(thrown), at, size=_THROWN_LETTERS, ground=colours.FELT_LIGHT)


@lru_cache(maxsize=8)
def _plate(pair: int, *, lit: bool) -> Sprite:
    """The ground of a player's name and tiles, with the band of his pair; its origin is its middle."""
    wide, high = _PLATE[0] * FINE, _PLATE[1] * FINE
    edge, round_ = _HALO * FINE, _PLATE_ROUND * FINE
    size = (wide + 2 * edge, high + 2 * edge)
    box = (edge, edge, edge + wide - 1, edge + high - 1)
    image = _halo(size) if lit else Image.new("RGBA", size, (*colours.FELT_DEEP, 0))
    body = Image.new("L", size, 0)
    ImageDraw.Draw(body).rounded_rectangle(box, round_, fill=255)
    filling = Image.new("RGBA", size, (*colours.FELT_DEEP, 255))
    pen = ImageDraw.Draw(filling)
    pen.rectangle((edge, edge, edge + _BAND * FINE - 1, edge + high), fill=colours.PAIRS[pair])
    image.paste(filling, mask=body)
    if lit:
        ImageDraw.Draw(image).rounded_rectangle(box, round_, outline=colours.GLOW, width=3 * FINE)
    origin = (_HALO + _PLATE[0] // 2, _HALO + _PLATE[1] // 2)
    return sprite(image, origin=origin)


def _halo(size: tuple[int, int]) -> Image.Image:
    """The light round the holder's plate."""
    edge, out = _HALO * FINE, 3 * FINE
    alpha = Image.new("L", size, 0)
    box = (edge - out, edge - out, size[0] - edge + out, size[1] - edge + out)
    ImageDraw.Draw(alpha).rounded_rectangle(box, _PLATE_ROUND * FINE + out, fill=230)
    for _ in range(2):
        alpha = alpha.filter(ImageFilter.BoxBlur(3 * FINE))
    image = Image.new("RGBA", size, (*colours.GLOW, 0))
    image.putalpha(alpha)
    return image


@lru_cache(maxsize=4)
def _badge(pair: int) -> Sprite:
    """The disc with the letter of a pair; its origin is its middle."""
    side = _BADGE * FINE
    image = Image.new("RGBA", (side, side), (*colours.PAIRS[pair], 0))
    ImageDraw.Draw(image).ellipse((0, 0, side - 1, side - 1), fill=colours.PAIRS[pair])
    letter = text_mask(PAIR_LETTERS[pair], 27 * FINE)
    letter = letter.crop(letter.getbbox())
    image.paste((*colours.PIP, 255), ((side - letter.width) // 2, (side - letter.height) // 2), letter)
    return sprite(image, ground=colours.FELT_DEEP, origin=(_BADGE // 2, _BADGE // 2))

"""Pictures of tiles, drawn once for each size and cached.

A unit is half the length of a tile in pixels; a tile is two units long and one wide.
"""

import io
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from math import ceil
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from bot.render.drawing import colours
from bot.render.drawing.canvas import FINE, Box, Sprite, blank, sprite, tinted
from bot.render.drawing.colours import Colour
from games.core.tiles import Tile

_INSET: Final = 0.025
_ROUND: Final = 0.17
_SHINE: Final = 5.5
"""The least radius in pixels of pips with a light rim."""

_PLACES: Final = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


class TileLook(Enum):
    """The appearance of a tile, such as last laid."""

    PLAIN = "plain"
    LAST = "last"
    SPINNER = "spinner"
    LAST_SPINNER = "last spinner"
    DIM = "dim"

    @property
    def ring(self) -> Colour | None:
        """The colour of the line around the tile."""
        if self.is_last:
            return colours.GLOW
        return colours.BRASS if self is TileLook.SPINNER else None

    @property
    def is_last(self) -> bool:
        return self in (TileLook.LAST, TileLook.LAST_SPINNER)

    @property
    def is_spinner(self) -> bool:
        return self in (TileLook.SPINNER, TileLook.LAST_SPINNER)


def pip_places(number: int, *, upright: bool) -> tuple[tuple[int, int], ...]:
    """Return a half's pips as columns and rows (-1, 0, 1)."""
    places = _PLACES[number]
    return places if upright else tuple((y, -x) for x, y in places)


@lru_cache(maxsize=2048)
def tile_sprite(unit: int, first: int, second: int, *, upright: bool, look: TileLook = TileLook.PLAIN) -> Sprite:
    """Return a tile (upper or left half first); origin: upper left corner.

    Its pips are on whole pixels, so they are laid on a tile without any.
    """
    body, pip = _body(unit, upright=upright, look=look), _pip(unit, dim=look is TileLook.DIM)
    image, lift = body.image.copy(), 0.02 * unit
    halves = ((unit / 2, unit / 2), (unit / 2, 1.5 * unit) if upright else (1.5 * unit, unit / 2))
    for number, (x, y) in zip((first, second), halves, strict=True):
        for column, row in pip_places(number, upright=upright):
            at = round(x + column * 0.25 * unit), round(y + row * 0.25 * unit - lift)
            left, top = (a + b - c for a, b, c in zip(at, body.origin, pip.origin, strict=True))
            image.paste(pip.image, (left, top), pip.mask)
    return Sprite(image, body.mask, body.origin)


@lru_cache(maxsize=512)
def _body(unit: int, *, upright: bool, look: TileLook) -> Sprite:
    """Return a tile without pips; origin: upper left corner."""
    fine = unit * FINE
    size = (fine, 2 * fine) if upright else (2 * fine, fine)
    image = blank(*size)
    pen = ImageDraw.Draw(image)
    _draw_body(pen, size, fine, look)
    _draw_middle(pen, size, fine, look, upright=upright)
    return sprite(image, ground=colours.mix(colours.FELT, colours.GLOW, 0.8) if look.is_last else colours.FELT)


@lru_cache(maxsize=128)
def _pip(unit: int, *, dim: bool) -> Sprite:
    """Return a pip on a tile; its origin is its middle."""
    fine = unit * FINE
    radius = 0.102 * fine
    middle = ceil(radius / FINE) * FINE + FINE
    ground = colours.DIM_IVORY if dim else colours.IVORY
    image = Image.new("RGB", (2 * middle, 2 * middle), ground)
    pen = ImageDraw.Draw(image)
    pen.ellipse(_box_around(middle, middle, radius), fill=colours.DIM_PIP if dim else colours.PIP)
    if not dim and radius >= _SHINE * FINE:
        box, thick = _box_around(middle, middle, radius * 0.8), max(1, round(radius * 0.16))
        pen.arc(box, 35, 145, fill=colours.PIP_LIGHT, width=thick)
    pip = colours.to_palette(image.reduce(FINE))
    mask = pip.point([255 * (index != colours.index_of(ground)) for index in range(256)], "1")
    return Sprite(pip, mask, (middle // FINE, middle // FINE))


@lru_cache(maxsize=64)
def back_sprite(unit: int, *, upright: bool, ground: Colour = colours.FELT, look: TileLook = TileLook.PLAIN) -> Sprite:
    """Return a face-down tile with shadow; origin: tile's upper left corner."""
    fine, margin = unit * FINE, round(0.16 * unit)
    size = (fine, 2 * fine) if upright else (2 * fine, fine)
    dim = look is TileLook.DIM
    tile = blank(*size)
    pen = ImageDraw.Draw(tile)
    _draw_body(pen, size, fine, look)
    inset = 0.18 * fine
    panel = (inset, inset, size[0] - inset - 1, size[1] - inset - 1 - 0.04 * fine)
    pen.rounded_rectangle(panel, 0.1 * fine, fill=colours.DIM_EDGE if dim else colours.FELT)
    x, y = size[0] / 2, size[1] / 2 - 0.02 * fine
    wide, high = (0.2 * fine, 0.44 * fine) if upright else (0.44 * fine, 0.2 * fine)
    lozenge = ((x, y - high), (x + wide, y), (x, y + high), (x - wide, y))
    pen.polygon(lozenge, fill=colours.DIM_IVORY if dim else colours.BRASS)
    edge = margin * FINE
    image = blank(size[0] + 2 * edge, size[1] + 2 * edge)
    drop = 0.08 * fine
    box = (edge, edge + drop, edge + size[0] - 1, edge + size[1] - 1 + drop)
    ImageDraw.Draw(image).rounded_rectangle(box, _ROUND * fine, fill=_faint(colours.SHADE, _SHADOW.strength))
    image.paste(tile, (edge, edge), tile.getchannel(3))
    return sprite(image, ground=ground, origin=(margin, margin))


def _draw_body(pen: ImageDraw.ImageDraw, size: tuple[int, int], fine: int, look: TileLook) -> None:
    dim = look is TileLook.DIM
    inset, round_ = _INSET * fine, _ROUND * fine
    left, top, right, bottom = inset, inset, size[0] - inset - 1, size[1] - inset - 1
    pen.rounded_rectangle((left, top, right, bottom), round_, fill=colours.DIM_EDGE if dim else colours.IVORY_EDGE)
    bottom -= 0.055 * fine
    if not dim:
        pen.rounded_rectangle((left, top, right, bottom), round_, fill=colours.IVORY_LIGHT)
        top += 0.03 * fine
    pen.rounded_rectangle((left, top, right, bottom), round_, fill=colours.DIM_IVORY if dim else colours.IVORY)
    if look.ring:
        box = (inset, inset, size[0] - inset - 1, size[1] - inset - 1)
        pen.rounded_rectangle(box, round_, outline=look.ring, width=round((0.07 if look.is_spinner else 0.085) * fine))


def _draw_middle(pen: ImageDraw.ImageDraw, size: tuple[int, int], fine: int, look: TileLook, *, upright: bool) -> None:
    """Draw the line between the halves, and its brass pin."""
    x, y = size[0] / 2, size[1] / 2 - 0.02 * fine * upright
    reach, thick = 0.37 * fine, 0.022 * fine
    line = (x - reach, y - thick, x + reach, y + thick) if upright else (x - thick, y - reach, x + thick, y + reach)
    if look is TileLook.DIM:
        pen.rectangle(line, fill=colours.DIM_EDGE)
        pen.ellipse(_box_around(x, y, 0.07 * fine), fill=colours.DIM_EDGE)
        return
    pen.rectangle(line, fill=colours.LINE)
    radius = (0.15 if look.is_spinner else 0.085) * fine
    pen.ellipse(_box_around(x, y, radius), fill=colours.BRASS_DARK)
    pen.ellipse(_box_around(x, y, radius * 0.82), fill=colours.BRASS)
    pen.ellipse(_box_around(x - radius * 0.2, y - radius * 0.25, radius * 0.34), fill=colours.BRASS_LIGHT)


def _box_around(x: float, y: float, radius: float) -> Box:
    return x - radius, y - radius, x + radius, y + radius


def _faint(colour: Colour, alpha: int) -> tuple[int, int, int, int]:
    """Return a colour multiplied by its alpha (0-255)."""
    red, green, blue = (value * alpha // 255 for value in colour)
    return red, green, blue, alpha


@dataclass(frozen=True)
class _Halo:
    """A shadow or light: spread, blur, drop (in units) and alpha."""

    colour: Colour
    spread: float
    blur: float
    drop: float
    strength: int


# A soft shadow costs two kilobytes on a full board; a crisp one is as good on felt.
_SHADOW: Final = _Halo(colours.SHADE, spread=0.0, blur=0.02, drop=0.08, strength=145)
_LIFTED: Final = _Halo(colours.SHADE, spread=0.0, blur=0.05, drop=0.14, strength=150)
_LIGHT: Final = _Halo(colours.GLOW, spread=0.1, blur=0.09, drop=0.0, strength=235)


def shadow(unit: int, *, upright: bool) -> Sprite:
    """Return a tile's shadow; origin: the tile's upper left corner."""
    return _halo(unit, _SHADOW, upright=upright)


def lifted_shadow(unit: int, *, upright: bool) -> Sprite:
    """Return the shadow of a slightly raised tile."""
    return _halo(unit, _LIFTED, upright=upright)


def glow(unit: int, *, upright: bool) -> Sprite:
    """Return the last tile's light; origin: the tile's upper left corner."""
    return _halo(unit, _LIGHT, upright=upright)


@lru_cache(maxsize=512)
def _halo(unit: int, halo: _Halo, *, upright: bool) -> Sprite:
    margin = round(0.36 * unit)
    fine = unit * FINE
    wide, high = (fine, 2 * fine) if upright else (2 * fine, fine)
    edge = margin * FINE
    alpha = Image.new("L", (wide + 2 * edge, high + 2 * edge), 0)
    out, drop = (halo.spread - _INSET) * fine, halo.drop * fine
    box = (edge - out, edge - out + drop, edge + wide + out, edge + high + out + drop)
    ImageDraw.Draw(alpha).rounded_rectangle(box, (_ROUND + halo.spread) * fine, fill=halo.strength)
    mask = alpha.reduce(FINE)
    # A blur of the reduced image as wide as that of the fine one: reducing blurs too.
    radius = max(0.0, halo.blur * unit - (FINE - 1) / (2 * FINE))
    for _ in range(2):
        mask = mask.filter(ImageFilter.BoxBlur(radius))
    left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
    light = tinted(mask.crop((left, top, right, bottom)), ink=halo.colour)
    return light._replace(origin=(margin - left, margin - top))


EMOJI_SIDE_PX: Final = 128
"""The width and height of an emoji in pixels."""

_EMOJI_WIDE: Final = 112
_EMOJI_LINE: Final = 63
"""The height of the line between the halves."""
_EMOJI_COLUMN: Final = 33
_EMOJI_ROW: Final = 15
_EMOJI_PIP: Final = 11.5
_EMOJI_ROUND: Final = 18


@cache
def emoji(tile: Tile) -> bytes:
    """Return a tile as a 128-pixel PNG, the higher half above."""
    fine = _blank()
    pen = ImageDraw.Draw(fine)
    for number, middle in ((tile.high, _EMOJI_LINE - 31), (tile.low, _EMOJI_LINE + 31)):
        # Pips are in three columns and two rows, as in a lying tile, because the halves are wider than high.
        for column, row in pip_places(number, upright=False):
            x, y = EMOJI_SIDE_PX / 2 + column * _EMOJI_COLUMN, middle + row * _EMOJI_ROW
            pen.ellipse(_box(x - _EMOJI_PIP, y - _EMOJI_PIP, x + _EMOJI_PIP, y + _EMOJI_PIP), fill=colours.PIP)
    pen.rounded_rectangle(
        _box(18, _EMOJI_LINE - 2.5, EMOJI_SIDE_PX - 18, _EMOJI_LINE + 2.5), 2 * FINE, fill=colours.BRASS_DARK
    )
    return _png(fine)


def _blank() -> Image.Image:
    """Return a tile without pips, `FINE` times larger."""
    fine = Image.new("RGBA", (EMOJI_SIDE_PX * FINE, EMOJI_SIDE_PX * FINE), (*colours.IVORY_EDGE, 0))
    pen = ImageDraw.Draw(fine)
    left = (EMOJI_SIDE_PX - _EMOJI_WIDE) / 2
    pen.rounded_rectangle(
        _box(left, 0, EMOJI_SIDE_PX - left, EMOJI_SIDE_PX), _EMOJI_ROUND * FINE, fill=colours.IVORY_EDGE
    )
    pen.rounded_rectangle(
        _box(left + 2, 2, EMOJI_SIDE_PX - left - 2, EMOJI_SIDE_PX - 5), (_EMOJI_ROUND - 2) * FINE, fill=colours.IVORY
    )
    return fine


def _box(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
    return left * FINE, top * FINE, right * FINE - 1, bottom * FINE - 1


def _png(fine: Image.Image) -> bytes:
    file = io.BytesIO()
    fine.reduce(FINE).save(file, "PNG", compress_level=9)
    return file.getvalue()

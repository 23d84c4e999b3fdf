"""Marks on the table: the sockets of open ends, and the place of the first tile.

A unit is the length of half a tile in pixels.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from . import colours
from .canvas import FINE, Sprite, sprite
from .lettering import text_mask

__all__ = ["MARGIN", "empty_place", "lying_place", "socket"]

MARGIN: Final = 0.2
"""How far a socket's arrow may stick out, in units."""


@lru_cache(maxsize=2048)
def socket(unit: int, number: int, way: tuple[int, int], *, locked: bool, demanded: bool) -> Sprite:
    """The place of the next tile at an open end: the number asked for, and an arrow that points the `way` (dx, dy).

    Its origin is its middle. A locked end wears a padlock, a demanded one is filled with light.
    """
    fine, margin = unit * FINE, round(MARGIN * unit)
    side = fine + 2 * margin * FINE
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    middle = side / 2
    if locked:
        _padlock(pen, middle, fine)
        _figure(image, number, (middle, middle + 0.14 * fine), 0.46 * fine, colours.ROSE_DEEP)
    else:
        line, ground, ink = (
            (colours.GLOW, colours.GLOW, colours.PIP) if demanded else (colours.MINT, colours.FELT_DEEP, colours.MINT)
        )
        _arrow(pen, middle, fine, way, line)
        reach = 0.37 * fine
        box = (middle - reach, middle - reach, middle + reach, middle + reach)
        pen.rounded_rectangle(box, 0.15 * fine, fill=ground, outline=line, width=round(0.05 * fine))
        _figure(image, number, (middle, middle), 0.56 * fine, ink)
    origin = margin + unit // 2
    return sprite(image, origin=(origin, origin))


@lru_cache(maxsize=16)
def empty_place(unit: int) -> Sprite:
    """The outline of an upright tile yet to be laid; its origin is its middle."""
    fine = unit * FINE
    image = Image.new("RGBA", (fine + 2 * FINE, 2 * fine + 2 * FINE), (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    line, thick = colours.FELT_LIGHT, round(0.05 * fine)
    box = (FINE, FINE, fine + FINE, 2 * fine + FINE)
    pen.rounded_rectangle(box, 0.17 * fine, fill=colours.FELT_DEEP, outline=line, width=thick)
    x, y = image.width / 2, image.height / 2
    pen.rectangle((x - 0.34 * fine, y - thick / 2, x + 0.34 * fine, y + thick / 2), fill=line)
    pen.ellipse((x - 0.1 * fine, y - 0.1 * fine, x + 0.1 * fine, y + 0.1 * fine), fill=line)
    return sprite(image, origin=(unit // 2 + 1, unit + 1))


@lru_cache(maxsize=32)
def lying_place(unit: int, *, lit: bool) -> Sprite:
    """The outline of a lying tile yet to come, filled with light if `lit`; its origin is its upper left corner."""
    fine = unit * FINE
    image = Image.new("RGBA", (2 * fine, fine), (0, 0, 0, 0))
    line, ground = (colours.GLOW, colours.GLOW) if lit else (colours.MINT, colours.FELT_DEEP)
    box = (0.03 * fine, 0.03 * fine, 1.97 * fine - 1, 0.97 * fine - 1)
    ImageDraw.Draw(image).rounded_rectangle(box, 0.17 * fine, fill=ground, outline=line, width=round(0.05 * fine))
    return sprite(image)


def _figure(image: Image.Image, number: int, at: tuple[float, float], size: float, ink: colours.Colour) -> None:
    """A figure with the middle of its ink at `at`."""
    figure = text_mask(str(number), round(size))
    figure = figure.crop(figure.getbbox())
    image.paste((*ink, 255), (round(at[0] - figure.width / 2), round(at[1] - figure.height / 2)), figure)


def _arrow(pen: ImageDraw.ImageDraw, middle: float, fine: int, way: tuple[int, int], colour: colours.Colour) -> None:
    """A triangle on the far side of the socket."""
    dx, dy = way
    tip, base, wide = 0.62 * fine, 0.42 * fine, 0.2 * fine
    corners = [(tip, 0.0), (base, wide), (base, -wide)]
    pen.polygon([(middle + dx * a - dy * b, middle + dy * a + dx * b) for a, b in corners], fill=colour)


def _padlock(pen: ImageDraw.ImageDraw, middle: float, fine: int) -> None:
    bow = (middle - 0.22 * fine, middle - 0.44 * fine, middle + 0.22 * fine, middle + 0.1 * fine)
    pen.rounded_rectangle(bow, 0.22 * fine, outline=colours.ROSE, width=round(0.09 * fine))
    body = (middle - 0.33 * fine, middle - 0.14 * fine, middle + 0.33 * fine, middle + 0.42 * fine)
    pen.rounded_rectangle(body, 0.1 * fine, fill=colours.ROSE)

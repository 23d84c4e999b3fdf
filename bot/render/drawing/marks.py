"""Marks for open ends and for the first tile.

A unit is the length of half a tile in pixels.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from PIL import Image, ImageDraw

from bot.render.drawing import colours
from bot.render.drawing.canvas import FINE, Canvas, Sprite, blank, sprite, tinted
from bot.render.drawing.lettering import text_mask
from games.core.line import NOTHING, OpenEnd
from games.core.tiles import Tile

REACH: Final = 0.82
"""The length of a socket from its middle along its direction, including its letter, in units."""

_MARGIN: Final = 0.7
_SMALLEST_LETTER: Final = 11.0
"""The least radius of a letter's disc in pixels."""
_BACK: Final = 0.1
"""The distance from the middle back to the number, in units."""


class IdleEnd(OpenEnd):
    """An end that counts nothing until a tile lies there."""


class State(Enum):
    """The highlighting of an end: colours of lines, ground and number."""

    OPEN = (colours.MINT, colours.FELT_DEEP, colours.MINT)
    LIT = (colours.GLOW, colours.GLOW, colours.PIP)
    FADED = (colours.FELT_LIGHT, colours.FELT_DEEP, colours.FELT_LIGHT)
    LOCKED = (colours.ROSE, colours.ROSE, colours.ROSE_DEEP)

    @classmethod
    def of(cls, end: OpenEnd, places: Collection[str] | None) -> State:
        """Return the state of an end.

        If `places` are given, they are lit and other ends are faded, as idle ones are otherwise. Locked ends keep their
        padlock.
        """
        if end.takes == NOTHING or (isinstance(end, IdleEnd) if places is None else end.at not in places):
            return cls.FADED
        if end.locked:
            return cls.LOCKED
        return cls.LIT if end.demanded or places is not None else cls.OPEN


@lru_cache(maxsize=2048)
def socket(unit: int, text: str, way: tuple[int, int], letter: str, state: State) -> Sprite:
    """Return the place of the next tile at an end, with the half that it needs.

    The letter is in direction `way` (dx, dy). The origin is the middle. A locked end has a padlock.
    """
    empty = _empty_socket(unit, way, state, has_letter=bool(letter))
    part = empty._replace(image=empty.image.copy())
    fine = unit * FINE
    line, ground, ink = state.value
    x, y = -way[0] * _BACK * fine, -way[1] * _BACK * fine
    if state is State.LOCKED:
        _write(part, text, (x, y + 0.14 * fine), (0.46 if len(text) == 1 else 0.32) * fine, ink=ink, ground=ground)
    else:
        _write(part, text, (x, y), (0.56 if len(text) == 1 else 0.36) * fine, ink=ink, ground=ground)
    if letter:
        away, radius = _letter_disc(fine)
        ink = colours.FELT_DEEP if state is State.FADED else colours.PIP
        _write(part, letter, (way[0] * away, way[1] * away), 1.35 * radius, ink=ink, ground=line)
    return part


@lru_cache(maxsize=1024)
def _empty_socket(unit: int, way: tuple[int, int], state: State, *, has_letter: bool) -> Sprite:
    """Return the place of the next tile without letters and figures."""
    fine, margin = unit * FINE, round(_MARGIN * unit)
    side = fine + 2 * margin * FINE
    image = blank(side, side)
    pen = ImageDraw.Draw(image)
    line, ground, _ = state.value
    x, y = side / 2 - way[0] * _BACK * fine, side / 2 - way[1] * _BACK * fine
    if state is State.LOCKED:
        _draw_padlock(pen, (x, y), fine)
    else:
        reach = 0.36 * fine
        box = (x - reach, y - reach, x + reach, y + reach)
        pen.rounded_rectangle(box, 0.15 * fine, fill=ground, outline=line, width=round(0.05 * fine))
    if has_letter:
        away, radius = _letter_disc(fine)
        x, y = side / 2 + way[0] * away, side / 2 + way[1] * away
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=line)
    origin = margin + unit // 2
    return sprite(image, origin=(origin, origin))


def _letter_disc(fine: int) -> tuple[float, float]:
    """Return the distance of a letter's disc and its radius."""
    radius = max(0.3 * fine, _SMALLEST_LETTER * FINE)
    return 0.26 * fine + 0.85 * radius, radius


def _write(
    part: Sprite, text: str, at: tuple[float, float], size: float, *, ink: colours.Colour, ground: colours.Colour
) -> None:
    """Write a figure or letter on a sprite, with its ink centred.

    :param at: its middle, from the origin of the sprite, `FINE` times larger.
    """
    figure = text_mask(text, round(size))
    figure = figure.crop(figure.getbbox())
    left, top = round(at[0] - figure.width / 2), round(at[1] - figure.height / 2)
    inside = left % FINE, top % FINE
    wide, high = (-(-(gap + length) // FINE) * FINE for gap, length in zip(inside, figure.size, strict=True))
    mask = Image.new("L", (wide, high), 0)
    mask.paste(figure, inside)
    written = tinted(mask.reduce(FINE), ink=ink, ground=ground)
    part.image.paste(written.image, (left // FINE + part.origin[0], top // FINE + part.origin[1]), written.mask)


@lru_cache(maxsize=16)
def empty_place(unit: int) -> Sprite:
    """Return an upright tile's outline; its origin is its middle."""
    fine = unit * FINE
    image = blank(fine + 2 * FINE, 2 * fine + 2 * FINE)
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
    """Return a lying outline, filled if `lit`; origin: upper left corner."""
    fine = unit * FINE
    image = blank(2 * fine, fine)
    line, ground = (colours.GLOW, colours.GLOW) if lit else (colours.MINT, colours.FELT_DEEP)
    box = (0.03 * fine, 0.03 * fine, 1.97 * fine - 1, 0.97 * fine - 1)
    ImageDraw.Draw(image).rounded_rectangle(box, 0.17 * fine, fill=ground, outline=line, width=round(0.05 * fine))
    return sprite(image)


@lru_cache(maxsize=16)
def ghost_place(unit: int) -> Sprite:
    """Return a place to fill, faint; origin: upper left corner."""
    fine = unit * FINE
    image = blank(2 * fine, fine)
    box = (0.03 * fine, 0.03 * fine, 1.97 * fine - 1, 0.97 * fine - 1)
    pen, thick = ImageDraw.Draw(image), round(0.04 * fine)
    pen.rounded_rectangle(box, 0.17 * fine, fill=colours.FELT_DEEP, outline=colours.FELT_LIGHT, width=thick)
    return sprite(image)


@lru_cache(maxsize=16)
def verdict_mark(size: int, *, verdict: bool) -> Sprite:
    """Return a green tick or red cross; its origin is its middle."""
    side = size * FINE
    image = blank(side, side)
    pen = ImageDraw.Draw(image)
    pen.ellipse((0, 0, side - 1, side - 1), fill=colours.IVORY_LIGHT)
    rim = 0.045 * side
    pen.ellipse((rim, rim, side - 1 - rim, side - 1 - rim), fill=colours.LEAF if verdict else colours.RED)
    if verdict:
        strokes = [((0.27, 0.53), (0.44, 0.69)), ((0.44, 0.69), (0.74, 0.34))]
    else:
        strokes = [((0.32, 0.32), (0.68, 0.68)), ((0.32, 0.68), (0.68, 0.32))]
    thick = 0.058 * side
    for (x0, y0), (x1, y1) in strokes:
        pen.line((x0 * side, y0 * side, x1 * side, y1 * side), fill=colours.IVORY_LIGHT, width=round(2 * thick))
        for x, y in ((x0 * side, y0 * side), (x1 * side, y1 * side)):
            pen.ellipse((x - thick, y - thick, x + thick, y + thick), fill=colours.IVORY_LIGHT)
    return sprite(image, origin=(size // 2, size // 2))


@lru_cache(maxsize=32)
def clash_mark(unit: int, across: int = 1, down: int = 1) -> Sprite:
    """Return a red frame round half a tile or a whole one; its origin is the upper left corner of the tile.

    :param across, down: the size in halves.
    """
    fine, margin = unit * FINE, round(_CLASH_MARGIN * unit)
    wide, high = (halves * fine + 2 * margin * FINE for halves in (across, down))
    image = blank(wide, high)
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((0, 0, wide - 1, high - 1), 0.2 * fine, outline=colours.RED, width=round(0.13 * fine))
    return sprite(image, ground=colours.IVORY, origin=(margin, margin))


_CLASH_MARGIN: Final = 0.06
"""The reach of a red frame beyond the half, in units."""

_VERDICT: Final = 0.56
"""The size of a tick or cross on a tile, in units."""
_ABOVE: Final = 0.1
"""The height of its middle above the tile, in units: it covers no pip."""


def draw_verdicts(
    canvas: Canvas, corner: tuple[int, int], unit: int, tile: Tile, judged: Sequence[tuple[Tile, bool]]
) -> None:
    """Draw ticks and crosses on the upper edge of an upright tile.

    :param corner: the upper left corner of the tile.
    :param judged: tiles, each with True for a tick and False for a cross.
    """
    verdicts = [right for other, right in judged if other == tile]
    size = round(_VERDICT * unit) // 2 * 2
    for number, right in enumerate(verdicts):
        x = corner[0] + unit * (2 * number + 1) // (2 * len(verdicts))
        canvas.lay(verdict_mark(size, verdict=right), x, corner[1] - round(_ABOVE * unit))


def _draw_padlock(pen: ImageDraw.ImageDraw, middle: tuple[float, float], fine: int) -> None:
    x, y = middle
    bow = (x - 0.22 * fine, y - 0.44 * fine, x + 0.22 * fine, y + 0.1 * fine)
    pen.rounded_rectangle(bow, 0.22 * fine, outline=colours.ROSE, width=round(0.09 * fine))
    body = (x - 0.33 * fine, y - 0.14 * fine, x + 0.33 * fine, y + 0.42 * fine)
    pen.rounded_rectangle(body, 0.1 * fine, fill=colours.ROSE)


END_LETTERS: Final[Mapping[str, str]] = MappingProxyType({"left": "A", "right": "B", "up": "C", "down": "D"})
"""The letter of each place of the line of play."""

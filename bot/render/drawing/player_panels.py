"""Players' panels round a table, and tallies of points."""

import math
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from bot.render.drawing import colours
from bot.render.drawing.canvas import FINE, FRAME, WIDTH, Canvas, Sprite, blank, sprite
from bot.render.drawing.colours import Colour, to_palette
from bot.render.drawing.lettering import as_name, text_mask
from bot.render.drawing.tiles import TileLook, back_sprite

PAIR_LETTERS: Final = "ABC"
"""The letters of pairs and teams, by their index."""

EDGE: Final = FRAME + 16
"""The gap between the picture's edge and a player's panel."""

PANEL_SIZE: Final = (210, 96)
"""The width and height of a panel in pixels."""

_ROUND: Final = 16
_BAND: Final = 10
_HALO: Final = 11
"""The reach of a lit panel's light, in pixels."""
_UNIT: Final = 22
_GAP: Final = 6
_BADGE: Final = 32
_PANEL_LETTERS: Final = 26


def seats_round(count: int, height: int, middle: int, off: int) -> list[tuple[int, int]]:
    """Return the middles of 4 or 6 panels, clockwise from below.

    :param height: the height of the round table with the panels, from the picture's upper edge.
    :param middle: the height of the players at the sides, or halfway between them.
    :param off: the distance above and below that of two players at one side.
    """
    left, right = EDGE + PANEL_SIZE[0] // 2, WIDTH - EDGE - PANEL_SIZE[0] // 2
    away = EDGE + PANEL_SIZE[1] // 2
    rows = {4: (middle,), 6: (middle - off, middle + off)}[count]
    return [
        (WIDTH // 2, height - away),
        *((left, y) for y in reversed(rows)),
        (WIDTH // 2, away),
        *((right, y) for y in rows),
    ]


def draw_panel(
    canvas: Canvas, at: tuple[int, int], name: str, *, group: int, letter: str, tiles: int, lit: bool, dim: bool = False
) -> None:
    """Draw a panel with its middle at this place.

    :param group: the index of the pair, team or player, which determines the colour.
    :param letter: the letter of the pair or team; "" for none.
    :param tiles: the player's number of tiles, which overlap if there is no room side by side.
    :param lit: whether the panel is lit, because it is this player's turn.
    :param dim: whether these tiles are out of play.
    """
    x, y = at
    wide, high = PANEL_SIZE
    canvas.lay(_panel(group, lit=lit), x, y)
    left, top = x - wide // 2 + _BAND + 12, y - high // 2
    ink = colours.GLOW if lit else colours.TEXT
    canvas.write(
        as_name(name),
        (left, top + 24),
        size=_PANEL_LETTERS,
        width=wide - _BAND - 12 - 10,
        ink=ink,
        ground=colours.FELT_DEEP,
    )
    row = top + high - 2 * _UNIT - 9
    if letter:
        canvas.lay(badge(group, letter), left + _BADGE // 2, row + _UNIT)
        left += _BADGE + 12
    room = x + wide // 2 - 10 - left - _UNIT
    step = min(_UNIT + _GAP, room // max(1, tiles - 1))
    look = TileLook.DIM if dim else TileLook.PLAIN
    for number in range(tiles):
        canvas.lay(back_sprite(_UNIT, upright=True, ground=colours.FELT_DEEP, look=look), left + number * step, row)


@lru_cache(maxsize=8)
def _panel(group: int, *, lit: bool) -> Sprite:
    """Return an empty panel with its group's band; origin: middle."""
    wide, high = PANEL_SIZE[0] * FINE, PANEL_SIZE[1] * FINE
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
    origin = (_HALO + PANEL_SIZE[0] // 2, _HALO + PANEL_SIZE[1] // 2)
    return sprite(image, origin=origin)


def _halo(size: tuple[int, int]) -> Image.Image:
    """Return the light round a lit panel."""
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
    """Return a disc with a letter; its origin is its middle."""
    side = _BADGE * FINE
    image = blank(side, side)
    ImageDraw.Draw(image).ellipse((0, 0, side - 1, side - 1), fill=colours.PAIRS[group])
    mask = text_mask(letter, 27 * FINE)
    mask = mask.crop(mask.getbbox())
    image.paste((*colours.PIP, 255), ((side - mask.width) // 2, (side - mask.height) // 2), mask)
    return sprite(image, ground=colours.FELT_DEEP, origin=(_BADGE // 2, _BADGE // 2))


_RIM: Final = ((0, colours.BRASS), (3, colours.FELT_LIGHT))
"""The colours from the outside inwards, and the distance of each from the rim in pixels."""
_ARROW: Final = 15
"""Half the side of an arrow's picture in pixels."""


@dataclass(frozen=True)
class Ring:
    """A rounded table, `reach_x` and `reach_y` pixels round (x, y)."""

    x: int
    y: int
    reach_x: int
    reach_y: int
    radius: int

    def half_width_at(self, y: int) -> int:
        """Return half the width of the table at height `y`."""
        into = max(0, abs(y - self.y) - (self.reach_y - self.radius))
        return round(self.reach_x - self.radius + math.sqrt(max(0, self.radius**2 - into**2)))

    def corner(self, way: tuple[int, int]) -> tuple[int, int]:
        """Return the middle of the corner's arc in direction `way`."""
        off = self.radius * (1 - math.sqrt(0.5)) + _RIM[-1][0] / 2
        return round(self.x + way[0] * (self.reach_x - off)), round(self.y + way[1] * (self.reach_y - off))

    def draw(self, canvas: Canvas) -> None:
        """Draw the table's felt and its rim."""
        left, top = self.x - self.reach_x, self.y - self.reach_y
        right, bottom = self.x + self.reach_x, self.y + self.reach_y
        for inside, colour in _RIM:
            flat = self.radius
            canvas.fill((left + flat, top + inside, right - flat, bottom - inside), colour)
            canvas.fill((left + inside, top + flat, right - inside, bottom - flat), colour)
        for number, (x, y) in enumerate(((left, top), (right, top), (right, bottom), (left, bottom))):
            arc = _arc(self.radius, number)
            canvas.lay(arc, x - self.radius * (number in (1, 2)), y - self.radius * (number in (2, 3)))


@lru_cache(maxsize=8)
def _arc(radius: int, number: int) -> Sprite:
    """Return a corner, clockwise from the upper left; origin: upper left."""
    fine = Image.new("RGB", (radius * FINE, radius * FINE), colours.FELT)
    pen = ImageDraw.Draw(fine)
    for inside, colour in _RIM:
        begins, ends = inside * FINE, (2 * radius - inside) * FINE - 1
        pen.ellipse((begins, begins, ends, ends), fill=colour)
    arc = to_palette(fine.reduce(FINE))
    if number in (1, 2):
        arc = arc.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    if number in (2, 3):
        arc = arc.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    return Sprite(arc, Image.new("1", arc.size, 1))


@lru_cache(maxsize=16)
def chevron(way: tuple[int, int], *, lit: bool) -> Sprite:
    """Return an arrowhead in direction `way`, lit or brass; origin: middle."""
    length = math.hypot(*way)
    dx, dy = way[0] / length, way[1] / length
    middle = _ARROW * FINE
    image = blank(2 * middle, 2 * middle)
    pen = ImageDraw.Draw(image)
    for reach, colour in ((0.9 * middle, colours.FELT_LIGHT), (0.7 * middle, colours.GLOW if lit else colours.BRASS)):
        points = [(reach, 0.0), (-0.7 * reach, 0.75 * reach), (-0.35 * reach, 0.0), (-0.7 * reach, -0.75 * reach)]
        pen.polygon([(middle + a * dx - b * dy, middle + a * dy + b * dx) for a, b in points], fill=colour)
    return sprite(image, origin=(_ARROW, _ARROW))


_BAR: Final = 14
_TALLY_LETTERS: Final = 30
_STROKE: Final = 5
_STROKE_HIGH: Final = 30
_STROKE_STEP: Final = 12
_GROUP: Final = 5
"""The number of strokes in a group; the last crosses the others."""
_MARK: Final = 24
_MARK_STEP: Final = 29


class PanelCounting(Enum):
    """The notation of points."""

    RACE = "race"
    STROKES = "strokes"
    MARKS = "marks"


@dataclass(frozen=True)
class PanelTally:
    """A score on the way to the target.

    :ivar target: the winning score, which a score may exceed.
    """

    score: int
    target: int
    counting: PanelCounting


def draw_tally(canvas: Canvas, span: tuple[int, int], y: int, tally: PanelTally, colour: Colour) -> None:
    """Draw a score within a span, centred on `y`."""
    left, right = span
    if tally.counting is PanelCounting.RACE:
        _draw_race(canvas, left, right, y, tally, colour)
    elif tally.counting is PanelCounting.STROKES:
        _draw_strokes(canvas, left, y, tally.score)
    else:
        for number in range(max(tally.target, tally.score)):
            if left + _MARK > right:
                break
            canvas.lay(_mark(colour if number < tally.score else None), left + _MARK // 2, y)
            left += min(_MARK_STEP, (right - span[0] - _MARK) // max(1, tally.target - 1))


def _draw_race(canvas: Canvas, left: int, right: int, y: int, tally: PanelTally, colour: Colour) -> None:
    """Draw a progress bar with the score at its end."""
    number = str(tally.score)
    track = right - text_mask("000", _TALLY_LETTERS).width - 12
    canvas.fill((left, y - _BAR // 2, track, y + _BAR // 2), colours.FELT_DEEP)
    run = min(1.0, tally.score / tally.target)
    canvas.fill((left, y - _BAR // 2, left + round(run * (track - left)), y + _BAR // 2), colour)
    canvas.write(number, (right, y), size=_TALLY_LETTERS, anchor="right")


def _draw_strokes(canvas: Canvas, left: int, y: int, score: int) -> None:
    """Draw a score as strokes in fives; a dash for none."""
    if not score:
        canvas.fill((left, y - 2, left + 18, y + 2), colours.FELT_DEEP)
    while score > 0:
        strokes = min(score, _GROUP)
        canvas.lay(_strokes(strokes), left, y)
        left += 4 * _STROKE_STEP + 24
        score -= strokes


@lru_cache(maxsize=8)
def _strokes(count: int) -> Sprite:
    """Return up to five strokes; origin: middle of the left edge."""
    wide, high = (4 * _STROKE_STEP + 12) * FINE, (_STROKE_HIGH + 4) * FINE
    image = blank(wide, high)
    pen = ImageDraw.Draw(image)
    for number in range(min(count, 4)):
        x = (6 + number * _STROKE_STEP) * FINE
        pen.line((x + FINE, 3 * FINE, x - FINE, high - 3 * FINE), fill=colours.TEXT, width=_STROKE * FINE)
    if count == _GROUP:
        pen.line((0, high - 9 * FINE, wide, 9 * FINE), fill=colours.GLOW, width=_STROKE * FINE)
    return sprite(image, origin=(0, _STROKE_HIGH // 2 + 2))


@lru_cache(maxsize=8)
def _mark(colour: Colour | None) -> Sprite:
    """Return a disc, filled or empty; its origin is its middle."""
    side = _MARK * FINE
    image = blank(side, side)
    pen = ImageDraw.Draw(image)
    pen.ellipse((0, 0, side - 1, side - 1), fill=colours.FELT_DEEP)
    if colour is not None:
        edge = 3 * FINE
        pen.ellipse((edge, edge, side - 1 - edge, side - 1 - edge), fill=colour)
    return sprite(image, origin=(_MARK // 2, _MARK // 2))

"""The picture of players round a table, with their signs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from PIL import Image, ImageDraw

from bot.render.drawing import colours
from bot.render.drawing.canvas import FINE, WIDTH, Canvas, Sprite, blank, sprite
from bot.render.drawing.colours import Colour
from bot.render.drawing.lettering import text_mask
from bot.render.drawing.marks import empty_place
from bot.render.drawing.player_panels import EDGE, PAIR_LETTERS, PANEL_SIZE, Ring, chevron, draw_panel, seats_round
from bot.render.drawing.tiles import TileLook, back_sprite

_BESIDE: Final = 26
"""The gap between panels, one above the other."""
_BAND_HEIGHTS: Final = {4: 208, 6: 2 * (PANEL_SIZE[1] + _BESIDE) + 10}
"""The height between the upper panel and the lines in the centre, by the number of players."""
_BUBBLE_OFF: Final = 5
"""The gap between a panel and the bubble beside it."""
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
class CircleSeat:
    """The public state of a player at the table.

    :ivar tiles: the number of their face-down tiles.
    :ivar pair: the index of their pair, 0 to 2.
    :ivar holder: whether they hold one tile more than the others, and so pass next.
    :ivar sign: the key of their last sign in this deal, "" if it is hidden; None if they made none.
    """

    name: str
    tiles: int
    pair: int
    holder: bool
    sign: str | None = None


def circle(places: Sequence[CircleSeat], *, boneyard: int, thrown: int, centre: Sequence[str]) -> bytes:
    """Return four or six players as a PNG file.

    Seat 0 is below, and the others follow clockwise to the left. The pairs' letters are lighter than names, because
    letters take the most space in the file. So six players take less than 15 kB.

    :param boneyard: the number of tiles in the boneyard, drawn as a pile.
    :param thrown: the number of discarded tiles, drawn beside the boneyard if there are any.
    :param centre: short lines below the boneyard, the score for instance.
    :raises ValueError: if there are not four or six players.
    """
    if len(places) not in _BAND_HEIGHTS:
        raise ValueError(f"a circle has 4 or 6 players, not {len(places)}")
    band = _BAND_HEIGHTS[len(places)]
    band_top = EDGE + PANEL_SIZE[1]
    lines_top = band_top + band
    height = lines_top + len(centre) * _LINE + _LINES_BELOW + PANEL_SIZE[1] + EDGE
    canvas = Canvas(WIDTH, height, 1)
    ring = Ring(
        WIDTH // 2, height // 2, WIDTH // 2 - EDGE - 34, height // 2 - EDGE - PANEL_SIZE[1] // 2, _CORNER_RADIUS
    )
    ring.draw(canvas)
    band_middle = band_top + band // 2
    off = (PANEL_SIZE[1] + _BESIDE) // 2
    seats = seats_round(len(places), height, band_middle, off)
    for place, at in zip(places, seats, strict=True):
        letter = PAIR_LETTERS[place.pair]
        draw_panel(canvas, at, place.name, group=place.pair, letter=letter, tiles=place.tiles, lit=place.holder)
    _draw_arrows(canvas, ring, places, band_middle)
    _draw_boneyard(canvas, band_middle, boneyard, thrown)
    for place, at in zip(places, seats, strict=True):
        if place.sign is not None:
            _draw_sign(canvas, at, place.sign)
    for number, line in enumerate(centre):
        y = lines_top + number * _LINE + _LINE // 2
        width = 2 * ring.half_width_at(y) - 2 * _LINE
        canvas.write(line, (ring.x, y), size=_LINE_LETTERS, width=width, anchor="middle", ground=colours.FELT_LIGHT)
    return canvas.png(few_colours=True)


def _draw_sign(canvas: Canvas, at: tuple[int, int], sign: str) -> None:
    """Draw a sign's bubble on the table side of a panel."""
    inwards = -1 if at[0] > WIDTH // 2 else 1
    canvas.lay(bubble(sign, -inwards), at[0] + inwards * (PANEL_SIZE[0] // 2 + BUBBLE + _BUBBLE_OFF), at[1])


def _draw_arrows(canvas: Canvas, ring: Ring, places: Sequence[CircleSeat], band_middle: int) -> None:
    """Draw arrows between neighbours; the holder's is lit."""
    arrows = [((-1, -1), ring.corner((-1, 1))), ((1, -1), ring.corner((-1, -1)))]
    arrows += [((1, 1), ring.corner((1, -1))), ((-1, 1), ring.corner((1, 1)))]
    if len(places) == 6:
        arrows.insert(1, ((0, -1), (ring.x - ring.reach_x + 2, band_middle)))
        arrows.insert(4, ((0, 1), (ring.x + ring.reach_x - 3, band_middle)))
    for place, (way, (x, y)) in zip(places, arrows, strict=True):
        canvas.lay(chevron(way, lit=place.holder), x, y)


def _draw_boneyard(canvas: Canvas, y: int, boneyard: int, thrown: int) -> None:
    """Draw the numbered pile and the discarded tiles below it."""
    wide = _PILE_UNIT + 14 + text_mask(str(boneyard), _COUNT_LETTERS).width
    left = (WIDTH - wide) // 2
    pile_y = y - 26 if thrown else y
    if boneyard == 0:
        canvas.lay(empty_place(_PILE_UNIT), left + _PILE_UNIT // 2, pile_y)
    layers = min(boneyard, _PILE_TILES)
    for number in range(layers):
        lift = _PILE_STEP * number - _PILE_STEP * layers // 2
        back = back_sprite(_PILE_UNIT, upright=True, ground=colours.FELT_LIGHT)
        canvas.lay(back, left + lift, pile_y - _PILE_UNIT - lift)
    at = (left + _PILE_UNIT + 18, pile_y)
    canvas.write(str(boneyard), at, size=_COUNT_LETTERS, ground=colours.FELT_LIGHT)
    if thrown:
        _draw_discarded(canvas, y + 50, thrown)


def _draw_discarded(canvas: Canvas, y: int, thrown: int) -> None:
    wide = 2 * _THROWN_UNIT + 12 + text_mask(str(thrown), _THROWN_LETTERS).width
    left = (WIDTH - wide) // 2
    back = back_sprite(_THROWN_UNIT, upright=False, ground=colours.FELT_LIGHT, look=TileLook.DIM)
    for number in range(min(thrown, 2)):
        canvas.lay(back, left + 5 * number, y - _THROWN_UNIT // 2 - 5 * number)
    at = (left + 2 * _THROWN_UNIT + 16, y)
    canvas.write(str(thrown), at, size=_THROWN_LETTERS, ground=colours.FELT_LIGHT)


# --- Bubbles of signs: a face, the body part touched, or dots for a hidden sign --------------------------------------

BUBBLE: Final = 30
"""The radius of a bubble in pixels, without its tail."""

_TAIL: Final = 9
"""The length of the tail beyond the bubble, in pixels."""

_FACE: Final = colours.GLOW
_SKIN: Final = colours.BRASS_LIGHT
_INK: Final = colours.PIP
_STROKE: Final = 0.1

_Point = tuple[float, float]


class _Pen:
    """A pen that draws in a square from (-1, -1) to (1, 1).

    :param middle: the square's middle in pixels of the image, and `radius` half its side.
    """

    def __init__(self, image: Image.Image, middle: _Point, radius: float) -> None:
        self._pen = ImageDraw.Draw(image)
        self._x, self._y = middle
        self._radius = radius

    def _at(self, point: _Point) -> _Point:
        return self._x + point[0] * self._radius, self._y + point[1] * self._radius

    def _box(self, middle: _Point, reach: _Point) -> tuple[float, float, float, float]:
        (left, top), (right, bottom) = (
            self._at((middle[0] + sign * reach[0], middle[1] + sign * reach[1])) for sign in (-1, 1)
        )
        return left, top, right, bottom

    def oval(self, middle: _Point, reach: _Point, fill: Colour, outline: Colour | None = None) -> None:
        width = round(_STROKE * 0.8 * self._radius) if outline else 0
        self._pen.ellipse(self._box(middle, reach), fill=fill, outline=outline, width=width)

    def bar(self, middle: _Point, reach: _Point, fill: Colour, outline: Colour | None = None) -> None:
        """Draw a rectangle with round ends."""
        box = self._box(middle, reach)
        width = round(_STROKE * 0.8 * self._radius) if outline else 0
        self._pen.rounded_rectangle(box, min(reach) * self._radius, fill=fill, outline=outline, width=width)

    def arc(self, middle: _Point, reach: _Point, begin: float, end: float, stroke: float = 1.3) -> None:
        """Draw an arc between angles (degrees, clockwise from the right)."""
        self._pen.arc(self._box(middle, reach), begin, end, fill=_INK, width=round(stroke * _STROKE * self._radius))

    def line(self, *points: _Point, stroke: float = 1.3, ink: Colour = _INK) -> None:
        width = stroke * _STROKE * self._radius
        places = [self._at(point) for point in points]
        self._pen.line(places, fill=ink, width=round(width), joint="curve")
        for x, y in (places[0], places[-1]):
            self._pen.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=ink)

    def area(self, *points: _Point, fill: Colour) -> None:
        self._pen.polygon([self._at(point) for point in points], fill=fill)

    # --- Parts of faces --------------------------------------------------------------------------------------------

    def face(self) -> None:
        self.oval((0, 0), (1, 1), _FACE)

    def eye(self, x: float, y: float = -0.22) -> None:
        self.oval((x, y), (0.12, 0.17), _INK)

    def closed_eye(self, x: float, y: float = -0.22) -> None:
        self.arc((x, y - 0.1), (0.22, 0.22), 20, 160, 1.4)


def _draw_wink(pen: _Pen) -> None:
    pen.face()
    pen.eye(-0.38)
    pen.line((0.18, -0.14), (0.4, -0.24), (0.62, -0.14))
    pen.arc((0, 0.1), (0.58, 0.5), 20, 160, 1.5)


def _draw_nose(pen: _Pen) -> None:
    pen.area((-0.14, -0.85), (0.14, -0.85), (0.42, 0.5), (-0.42, 0.5), fill=_SKIN)
    for side in (-1, 1):
        pen.oval((side * 0.45, 0.45), (0.3, 0.27), _SKIN, _INK)
    pen.oval((0, 0.42), (0.42, 0.4), _SKIN)
    pen.arc((0, 0.42), (0.42, 0.4), 50, 130)
    for side in (-1, 1):
        pen.line((side * 0.14, -0.85), (side * 0.2, -0.3), (side * 0.36, 0.16))
        pen.oval((side * 0.24, 0.6), (0.12, 0.07), _INK)


def _draw_ear(pen: _Pen) -> None:
    pen.oval((0.02, -0.25), (0.64, 0.68), _SKIN, _INK)
    pen.oval((-0.16, 0.55), (0.32, 0.36), _SKIN, _INK)
    pen.area((-0.5, -0.2), (0.5, -0.2), (0.42, 0.18), (0.08, 0.6), (-0.38, 0.5), fill=_SKIN)
    pen.line((-0.6, -0.1), (-0.47, 0.5))
    pen.line((0.58, 0.06), (0.36, 0.42), (0.13, 0.64))
    pen.arc((0.04, -0.25), (0.36, 0.38), 160, 60)
    pen.line((0.22, 0.08), (0.0, 0.24), (0.02, 0.42))


def _draw_yawn(pen: _Pen) -> None:
    pen.face()
    for x in (-0.42, 0.42):
        pen.closed_eye(x, -0.3)
    pen.oval((0, 0.38), (0.34, 0.42), _INK)
    pen.oval((0, 0.62), (0.22, 0.14), colours.RED)


def _draw_sneeze(pen: _Pen) -> None:
    pen.face()
    pen.line((-0.6, -0.42), (-0.3, -0.24), (-0.6, -0.08))
    pen.line((0.6, -0.42), (0.3, -0.24), (0.6, -0.08))
    top = ((-0.62, 0.2), (-0.3, 0.04), (0, 0.16), (0.3, 0.04), (0.62, 0.2))
    tissue = (*top, (0.5, 0.92), (0, 0.8), (-0.5, 0.92))
    pen.area(*tissue, fill=colours.IVORY_LIGHT)
    pen.line(*tissue, tissue[0], stroke=0.8)
    pen.line((0, 0.34), (0, 0.62), stroke=0.8)


def _draw_think(pen: _Pen) -> None:
    pen.face()
    pen.eye(-0.34, -0.2)
    pen.eye(0.34, -0.2)
    pen.line((-0.56, -0.52), (-0.18, -0.52))
    pen.line((0.16, -0.66), (0.36, -0.72), (0.58, -0.62))
    pen.line((-0.16, 0.26), (0.3, 0.2))
    pen.bar((-0.36, 0.76), (0.42, 0.24), _SKIN, _INK)
    pen.bar((-0.62, 0.5), (0.14, 0.32), _SKIN, _INK)


def _draw_whistle(pen: _Pen) -> None:
    pen.face()
    pen.eye(-0.46)
    pen.eye(0.2)
    pen.oval((-0.14, 0.42), (0.17, 0.2), _INK)
    pen.oval((-0.14, 0.42), (0.07, 0.09), _FACE)
    pen.line((0.66, 0.62), (0.66, -0.06), (0.96, 0.1), stroke=1.2)
    pen.oval((0.54, 0.64), (0.18, 0.14), _INK)


def _draw_nails(pen: _Pen) -> None:
    pen.bar((0, 0.52), (0.6, 0.42), _SKIN, _INK)
    for x, top in ((-0.48, -0.42), (-0.16, -0.78), (0.16, -0.84), (0.48, -0.58)):
        pen.bar((x, (top + 0.5) / 2), (0.18, (0.5 - top) / 2), _SKIN, _INK)
        pen.bar((x, top + 0.17), (0.11, 0.16), colours.RED)
    pen.bar((0, 0.56), (0.5, 0.3), _SKIN)


def _draw_hidden_sign(pen: _Pen) -> None:
    for x in (-0.5, 0, 0.5):
        pen.oval((x, 0), (0.16, 0.16), _INK)


GESTURES: Final[Mapping[str, Callable[[_Pen], None]]] = MappingProxyType(
    {
        "wink": _draw_wink,
        "nose": _draw_nose,
        "ear": _draw_ear,
        "yawn": _draw_yawn,
        "sneeze": _draw_sneeze,
        "think": _draw_think,
        "whistle": _draw_whistle,
        "nails": _draw_nails,
    }
)
"""The function that draws each sign, by the sign's key."""


@lru_cache(maxsize=64)
def bubble(sign: str, tail: int) -> Sprite:
    """Return the bubble of a sign, centred on its origin.

    :param sign: its key; "" for a hidden sign.
    :param tail: the side of the player who makes it: -1 for left, 1 for right.
    """
    side = 2 * (BUBBLE + _TAIL)
    image = blank(side * FINE, side * FINE)
    middle, radius = side * FINE / 2, BUBBLE * FINE
    pen = ImageDraw.Draw(image)
    tip = middle + tail * (BUBBLE + _TAIL - 1) * FINE
    foot = middle + tail * 0.7 * radius
    pen.polygon([(foot, middle - 0.35 * radius), (tip, middle), (foot, middle + 0.35 * radius)], fill=colours.IVORY)
    pen.ellipse((middle - radius, middle - radius, middle + radius, middle + radius), fill=colours.IVORY)
    GESTURES.get(sign, _draw_hidden_sign)(_Pen(image, (middle, middle), 0.76 * radius))
    return sprite(image, ground=colours.FELT_LIGHT, origin=(side // 2, side // 2))

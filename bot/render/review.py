"""The picture of a review: the curve of a match above one of its positions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.render.charts import draw_line
from bot.render.deal_end import one_above_the_other
from bot.render.drawing import colours
from bot.render.drawing.canvas import FINE, FRAME, WIDTH, Canvas, Sprite, sprite
from bot.render.drawing.lettering import text_mask

_HEIGHT: Final = 196
_EDGE: Final = FRAME + 14
_LETTERS: Final = 23
_BELOW: Final = 30
"""The height of the numbers of the deals."""
_TO_AXIS: Final = 10
_DISC: Final = 34
"""The diameter of a moment."""
_APART: Final = 24
"""The least distance of two moments; they may overlap."""
_SHADES: Final = (colours.GLOW, colours.ORANGE, colours.RED)
"""The colours of moments, mildest first."""


class CurveMoment(NamedTuple):
    """A marked place of the curve.

    :ivar grade: its colour, from 0 (mild) to 2.
    """

    at: float
    value: float
    grade: int


@dataclass(frozen=True)
class ReviewCurve:
    """The worth of a match for one seat, over its moves.

    :ivar points: (moves, value), in order; at least two.
    :ivar deals: the numbers of moves before each deal, from the first.
    :ivar lowest: the least value of the axis and its text; `highest` and `middle` likewise.
    :ivar moments: the marked places, in order.
    """

    points: tuple[tuple[float, float], ...]
    deals: tuple[int, ...]
    lowest: tuple[float, str]
    middle: tuple[float, str]
    highest: tuple[float, str]
    moments: tuple[CurveMoment, ...] = ()


def review(curve: ReviewCurve, position: Callable[[], bytes] | None = None, *, shown: int | None = None) -> bytes:
    """Return a curve, with a position below it, as a PNG file.

    :param position: a function that draws it; None for the curve alone.
    :param shown: the index of the highlighted moment.
    """
    strip = _strip(curve, shown)
    if position is None:
        return strip.png()
    return one_above_the_other(strip.image, colours.read(position())).png()


def _strip(curve: ReviewCurve, shown: int | None) -> Canvas:
    canvas = Canvas(WIDTH, _HEIGHT, 1)
    axis = (curve.lowest, curve.middle, curve.highest)
    left = _EDGE + max(text_mask(text, _LETTERS).width for _, text in axis) + _TO_AXIS
    right, top, bottom = WIDTH - _EDGE - _TO_AXIS, _EDGE + 8, _HEIGHT - _EDGE - _BELOW
    end = curve.points[-1][0] or 1.0
    low, high = curve.lowest[0], curve.highest[0]

    def x(at: float) -> float:
        return left + at / end * (right - left)

    def y(value: float) -> float:
        return bottom - (value - low) / (high - low) * (bottom - top)

    canvas.fill((left, top, right, bottom), colours.FELT_DEEP)
    path = [(x(at), y(value)) for at, value in curve.points]
    level = y(curve.middle[0])
    pen = ImageDraw.Draw(canvas.image)
    pen.polygon([(path[0][0], level), *path, (path[-1][0], level)], fill=colours.index_of(colours.FELT_LIGHT))
    for value, text in axis:
        canvas.write(text, (left - _TO_AXIS, round(y(value))), size=_LETTERS, anchor="right")
    canvas.fill((left, round(level) - 1, right, round(level) + 1), colours.MINT)
    _draw_deals(canvas, [round(x(at)) for at in (*curve.deals, end)], (top, bottom))
    if shown is not None:
        at = round(x(curve.moments[shown].at))
        canvas.fill((at - 1, top, at + 2, bottom), colours.GLOW)
    draw_line(canvas, path, colours.TEXT)
    _draw_moments(canvas, [(x(one.at), y(one.value), one.grade) for one in curve.moments], shown, (left, right))
    return canvas


def _draw_deals(canvas: Canvas, edges: Sequence[int], span: tuple[int, int]) -> None:
    """Draw a line between deals, and their numbers as far as there is room."""
    free = 0
    for number, (left, right) in enumerate(pairwise(edges), 1):
        if number > 1:
            canvas.fill((left - 1, span[0], left + 1, span[1]), colours.BRASS)
        middle, half = (left + right) // 2, text_mask(str(number), _LETTERS).width // 2
        if middle - half >= free:
            canvas.write(str(number), (middle, span[1] + 4 + _BELOW // 2), size=_LETTERS, anchor="middle")
            free = middle + half + 10


def _draw_moments(
    canvas: Canvas, places: Sequence[tuple[float, float, int]], shown: int | None, span: tuple[int, int]
) -> None:
    """Draw numbered discs, the shown one last."""
    half = _DISC // 2
    middles: list[int] = []
    for x, _, _ in places:
        least = middles[-1] + _APART if middles else span[0] + half
        middles.append(max(least, round(x)))
    for number in reversed(range(len(middles))):
        most = middles[number + 1] - _APART if number + 1 < len(middles) else span[1] - half
        middles[number] = min(middles[number], most)
    for number in sorted(range(len(places)), key=lambda one: one == shown):
        _, y, grade = places[number]
        disc = _disc(number + 1, _SHADES[grade], ringed=number == shown)
        canvas.lay(disc, middles[number], min(max(round(y), half + FRAME), _HEIGHT - _EDGE - half))


@lru_cache(maxsize=64)
def _disc(number: int, shade: colours.Colour, *, ringed: bool) -> Sprite:
    """Return a number on a disc; its origin is its middle."""
    side = _DISC * FINE
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    rim = (0.1 if ringed else 0.05) * side
    pen.ellipse((0, 0, side - 1, side - 1), fill=colours.IVORY_LIGHT if ringed else colours.SHADE)
    pen.ellipse((rim, rim, side - 1 - rim, side - 1 - rim), fill=shade)
    mask = text_mask(str(number), round(0.62 * side))
    mask = mask.crop(mask.getbbox())
    ink = colours.IVORY_LIGHT if shade == colours.RED else colours.PIP
    image.paste((*ink, 255), ((side - mask.width) // 2, (side - mask.height) // 2), mask)
    return sprite(image, ground=colours.FELT_DEEP, origin=(_DISC // 2, _DISC // 2))

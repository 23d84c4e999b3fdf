"""The picture of a review: the curve of a match above one of its positions."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from PIL import ImageDraw

from bot.render.charts import draw_line
from bot.render.deal_end import one_above_the_other
from bot.render.drawing import colours
from bot.render.drawing.canvas import FINE, FRAME, WIDTH, Canvas, Sprite, blank, sprite
from bot.render.drawing.lettering import text_mask

_HEIGHT: Final = 180
_EDGE: Final = FRAME + 14
_LETTERS: Final = 23
_BELOW: Final = 26
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
    if position is None:
        return _Strip(curve, WIDTH).drawn(shown).png()
    lower = colours.read(position())
    return one_above_the_other(_Strip(curve, lower.width).drawn(shown).image, lower).png()


class _Strip:
    """A curve as wide as a picture."""

    def __init__(self, curve: ReviewCurve, width: int) -> None:
        self._curve = curve
        self._scale = scale = width / WIDTH
        self._letters = round(_LETTERS * scale)
        self._disc = round(_DISC * scale) // 2 * 2
        self._canvas = Canvas(width, round(_HEIGHT * scale), scale)
        self._axis = (curve.lowest, curve.middle, curve.highest)
        edge, gap = round(_EDGE * scale), round(_TO_AXIS * scale)
        texts = [text_mask(text, self._letters).width for _, text in self._axis]
        self._left, self._right = edge + max(texts) + gap, width - edge - gap
        self._top, self._bottom = edge + gap, self._canvas.height - edge - round(_BELOW * scale)
        self._end = curve.points[-1][0] or 1.0

    def drawn(self, shown: int | None) -> Canvas:
        """Return the strip with its moments, one of them highlighted."""
        canvas, curve = self._canvas, self._curve
        left, top, right, bottom = self._left, self._top, self._right, self._bottom
        canvas.fill((left, top, right, bottom), colours.FELT_DEEP)
        path = [(self._x(at), self._y(value)) for at, value in curve.points]
        level = self._y(curve.middle[0])
        area = [(path[0][0], level), *path, (path[-1][0], level)]
        ImageDraw.Draw(canvas.image).polygon(area, fill=colours.index_of(colours.FELT_LIGHT))
        canvas.fill((left, round(level) - 1, right, round(level) + 1), colours.MINT)
        self._draw_axis(level)
        self._draw_deals()
        if shown is not None:
            at = round(self._x(curve.moments[shown].at))
            canvas.fill((at - 1, top, at + 2, bottom), colours.GLOW)
        draw_line(canvas, path, colours.TEXT)
        self._draw_moments(shown)
        return canvas

    def _x(self, at: float) -> float:
        return self._left + at / self._end * (self._right - self._left)

    def _y(self, value: float) -> float:
        low, high = self._curve.lowest[0], self._curve.highest[0]
        return self._bottom - (value - low) / (high - low) * (self._bottom - self._top)

    def _draw_axis(self, level: float) -> None:
        """Write the values, the middle one for certain."""
        for value, text in self._axis:
            y = self._y(value)
            if y == level or abs(y - level) >= self._letters:
                at = (self._left - round(_TO_AXIS * self._scale), round(y))
                self._canvas.write(text, at, size=self._letters, anchor="right")

    def _draw_deals(self) -> None:
        """Draw a line between deals, and their numbers as far as there is room."""
        edges, free = [round(self._x(at)) for at in (*self._curve.deals, self._end)], 0
        y = self._bottom + round((_BELOW // 2 + 3) * self._scale)
        for number, (left, right) in enumerate(pairwise(edges), 1):
            if number > 1:
                self._canvas.fill((left - 1, self._top, left + 1, self._bottom), colours.BRASS)
            middle, half = (left + right) // 2, text_mask(str(number), self._letters).width // 2
            if middle - half >= free:
                self._canvas.write(str(number), (middle, y), size=self._letters, anchor="middle")
                free = middle + half + self._letters // 2

    def _draw_moments(self, shown: int | None) -> None:
        """Draw numbered discs, the shown one last."""
        moments, half = self._curve.moments, self._disc // 2
        apart = round(_APART * self._scale)
        middles: list[int] = []
        for moment in moments:
            least = middles[-1] + apart if middles else self._left + half
            middles.append(max(least, round(self._x(moment.at))))
        for number in reversed(range(len(middles))):
            most = middles[number + 1] - apart if number + 1 < len(middles) else self._right - half
            middles[number] = min(middles[number], most)
        for number in sorted(range(len(moments)), key=lambda one: one == shown):
            y = min(max(round(self._y(moments[number].value)), self._top + half // 2), self._bottom - half // 2)
            disc = _disc(self._disc, number + 1, _SHADES[moments[number].grade], ringed=number == shown)
            self._canvas.lay(disc, middles[number], y)


@lru_cache(maxsize=64)
def _disc(size: int, number: int, shade: colours.Colour, *, ringed: bool) -> Sprite:
    """Return a number on a disc; its origin is its middle."""
    side = size * FINE
    image = blank(side, side)
    pen = ImageDraw.Draw(image)
    rim = (0.1 if ringed else 0.05) * side
    pen.ellipse((0, 0, side - 1, side - 1), fill=colours.IVORY_LIGHT if ringed else colours.SHADE)
    pen.ellipse((rim, rim, side - 1 - rim, side - 1 - rim), fill=shade)
    mask = text_mask(str(number), round(0.62 * side))
    mask = mask.crop(mask.getbbox())
    ink = colours.IVORY_LIGHT if shade == colours.RED else colours.PIP
    image.paste((*ink, 255), ((side - mask.width) // 2, (side - mask.height) // 2), mask)
    return sprite(image, ground=colours.FELT_DEEP, origin=(size // 2, size // 2))

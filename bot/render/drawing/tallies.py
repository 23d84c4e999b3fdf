"""How a score looks beside a table: a race to a number of points, strokes as on a slate, or a row of marks to fill."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from . import colours
from .canvas import FINE, Sprite, Table, sprite
from .colours import Colour
from .lettering import text_mask

__all__ = ["Counting", "Tally", "draw_tally"]

_BAR: Final = 14
_LETTERS: Final = 30
_STROKE: Final = 5
_STROKE_HIGH: Final = 30
_STROKE_STEP: Final = 12
_GROUP: Final = 5
"""Every fifth stroke crosses the four before it."""
_MARK: Final = 24
_MARK_STEP: Final = 29


class Counting(Enum):
    """How points are written down."""

    RACE = "race"
    STROKES = "strokes"
    MARKS = "marks"


@dataclass(frozen=True)
class Tally:
    """A score on the way to the one that wins.

    :ivar score: what the side has.
    :ivar target: what it needs to win; a score may go beyond it.
    """

    score: int
    target: int
    counting: Counting


def draw_tally(table: Table, span: tuple[int, int], y: int, tally: Tally, colour: Colour) -> None:
    """Draw a score between two places across, about the height `y`."""
    left, right = span
    if tally.counting is Counting.RACE:
        _draw_race(table, left, right, y, tally, colour)
    elif tally.counting is Counting.STROKES:
        _draw_strokes(table, left, y, tally.score)
    else:
        for number in range(max(tally.target, tally.score)):
            if left + _MARK > right:
                break
            table.lay(_mark(colour if number < tally.score else None), left + _MARK // 2, y)
            left += min(_MARK_STEP, (right - span[0] - _MARK) // max(1, tally.target - 1))


def _draw_race(table: Table, left: int, right: int, y: int, tally: Tally, colour: Colour) -> None:
    """A track that fills up, and the score at its end."""
    number = str(tally.score)
    track = right - text_mask("000", _LETTERS).width - 12
    table.fill((left, y - _BAR // 2, track, y + _BAR // 2), colours.FELT_DEEP)
    run = min(1.0, tally.score / tally.target)
    table.fill((left, y - _BAR // 2, left + round(run * (track - left)), y + _BAR // 2), colour)
    table.write(number, (right, y), size=_LETTERS, anchor="right")


def _draw_strokes(table: Table, left: int, y: int, score: int) -> None:
    """Strokes in fives, as on a slate; a short dash for none."""
    if not score:
        table.fill((left, y - 2, left + 18, y + 2), colours.FELT_DEEP)
    while score > 0:
        strokes = min(score, _GROUP)
        table.lay(_strokes(strokes), left, y)
        left += 4 * _STROKE_STEP + 24
        score -= strokes


@lru_cache(maxsize=8)
def _strokes(count: int) -> Sprite:
    """Up to five strokes, the fifth across the others; the origin is the middle of the left edge."""
    wide, high = (4 * _STROKE_STEP + 12) * FINE, (_STROKE_HIGH + 4) * FINE
    image = Image.new("RGBA", (wide, high), (*colours.TEXT, 0))
    pen = ImageDraw.Draw(image)
    for number in range(min(count, 4)):
        x = (6 + number * _STROKE_STEP) * FINE
        pen.line((x + FINE, 3 * FINE, x - FINE, high - 3 * FINE), fill=colours.TEXT, width=_STROKE * FINE)
    if count == _GROUP:
        pen.line((0, high - 9 * FINE, wide, 9 * FINE), fill=colours.GLOW, width=_STROKE * FINE)
    return sprite(image, origin=(0, _STROKE_HIGH // 2 + 2))


@lru_cache(maxsize=8)
def _mark(colour: Colour | None) -> Sprite:
    """A disc, filled or empty; its origin is its middle."""
    side = _MARK * FINE
    image = Image.new("RGBA", (side, side), (*colours.FELT_DEEP, 0))
    pen = ImageDraw.Draw(image)
    pen.ellipse((0, 0, side - 1, side - 1), fill=colours.FELT_DEEP)
    if colour is not None:
        edge = 3 * FINE
        pen.ellipse((edge, edge, side - 1 - edge, side - 1 - edge), fill=colour)
    return sprite(image, origin=(_MARK // 2, _MARK // 2))

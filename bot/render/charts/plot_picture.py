"""The picture of numbers over time: a line for each of a few people, who is named at its end."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.render.drawing import colours
from bot.render.drawing.canvas import FINE, FRAME, Table
from bot.render.drawing.lettering import text_mask
from bot.render.lines.line_picture import WIDTH

__all__ = ["MOST_CURVES", "Curve", "plot"]

MOST_CURVES: Final = len(colours.CURVES)
"""So many people at most stand in a plot."""

_HEIGHT: Final = 470
_EDGE: Final = FRAME + 18
_LETTERS: Final = 23
_NAME_LETTERS: Final = 25
_NAMES: Final = 176
"""The width of the names at the right."""
_LABEL: Final = 54
"""The height of a name with what is said below it."""
_BELOW: Final = 34
"""The height of the marks below."""
_TO_NAMES: Final = 26
_LINE: Final = 4.5
_HALO: Final = 3
_END: Final = 6
_STEPS: Final = 4
"""About so many steps on the upright axis."""
_NARROWEST: Final = 4.0
"""The least range of values, so that a line that hardly moves looks level."""
_PER_POINT: Final = 2
"""A line has one point for so many pixels at most."""


@dataclass(frozen=True)
class Curve:
    """Somebody's number over time.

    :ivar points: (time, value), by time; at least one. After the last one the value holds.
    :ivar said: what is written below the name, the last value for instance.
    """

    name: str
    points: tuple[tuple[float, float], ...]
    said: str


class _Frame(NamedTuple):
    """Where times and values lie in the picture: its box, and what its sides stand for."""

    left: int
    top: int
    right: int
    bottom: int
    since: float
    until: float
    low: float
    high: float

    def x(self, at: float) -> float:
        run = (at - self.since) / (self.until - self.since) if self.until > self.since else 1.0
        return self.left + min(1.0, max(0.0, run)) * (self.right - self.left)

    def y(self, value: float) -> float:
        return self.bottom - (value - self.low) / (self.high - self.low) * (self.bottom - self.top)


def plot(curves: Sequence[Curve], *, since: float, until: float, marks: Sequence[tuple[float, str]] = ()) -> bytes:
    """Lines over time, as a PNG file.

    :param curves: up to `MOST_CURVES`, whose names stand at their ends, the first on top where lines cross.
    :param since: the time at the left edge, and `until` at the right one; an earlier point lies on the left edge.
    :param marks: the times that are marked below, with their texts, by time; those that have no room are left out.
    :raises ValueError: if there is no curve, one without a point, or too many.
    """
    if not 1 <= len(curves) <= MOST_CURVES or not all(curve.points for curve in curves):
        raise ValueError(f"a plot has 1 to {MOST_CURVES} curves with points")
    table = Table(WIDTH, _HEIGHT, 1)
    ticks = _ticks([value for curve in curves for value in _visible(curve, since)])
    wide = max(text_mask(_number(tick), _LETTERS).width for tick in ticks)
    right = WIDTH - _EDGE - _NAMES - _TO_NAMES
    frame = _Frame(_EDGE + wide + 12, _EDGE + 12, right, _HEIGHT - _EDGE - _BELOW, since, until, ticks[0], ticks[-1])
    _draw_axes(table, frame, ticks, marks)
    coloured = list(zip(curves, colours.CURVES, strict=False))
    for curve, colour in reversed(coloured):
        _draw_curve(table, frame, curve, colour)
    _draw_names(table, frame, coloured)
    return table.png(few_steps=True)


def _visible(curve: Curve, since: float) -> list[float]:
    """The values of a curve that are seen: from the last one before the left edge on."""
    first = max(0, bisect_right(curve.points, since, key=lambda point: point[0]) - 1)
    return [value for _, value in curve.points[first:]]


def _ticks(values: Sequence[float]) -> list[float]:
    """Round values from below the least to above the greatest, in steps of 1, 2 or 5 times a power of ten."""
    low, high = min(values), max(values)
    if high - low < _NARROWEST:
        low, high = (low + high - _NARROWEST) / 2, (low + high + _NARROWEST) / 2
    rough = (high - low) / _STEPS
    power = 10.0 ** floor(log10(rough))
    step = max(1.0, next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough))
    first, last = floor(low / step), ceil(high / step)
    return [number * step for number in range(first, last + 1)]


def _number(value: float) -> str:
    return f"{value:.0f}".replace("-", "\N{MINUS SIGN}")


def _draw_axes(table: Table, frame: _Frame, ticks: Sequence[float], marks: Sequence[tuple[float, str]]) -> None:
    table.fill((frame.left, frame.top, frame.right, frame.bottom), colours.FELT_DEEP)
    for tick in ticks:
        y = round(frame.y(tick))
        table.fill((frame.left, y - 1, frame.right, y + 1), colours.FELT_LIGHT)
        table.write(_number(tick), (frame.left - 12, y), size=_LETTERS, anchor="right")
    free = frame.left - _EDGE  # the first mark may begin a little before the axis
    for at, text in marks:
        half = text_mask(text, _LETTERS).width // 2
        x = min(max(round(frame.x(at)), _EDGE + half), frame.right + _TO_NAMES + _NAMES - half)
        if x - half < free:
            continue
        free = x + half + 16
        table.fill((round(frame.x(at)) - 1, frame.top, round(frame.x(at)) + 1, frame.bottom), colours.FELT_LIGHT)
        table.write(text, (x, frame.bottom + 8 + _BELOW // 2), size=_LETTERS, anchor="middle")


def _draw_curve(table: Table, frame: _Frame, curve: Curve, colour: colours.Colour) -> None:
    """A line with a dark edge, so that lines that cross can be told apart, and a dot at its end."""
    path = [((x - frame.left) * FINE, (y - frame.top) * FINE) for x, y in _path(frame, curve)]
    margin = 2 * _END
    size = (frame.right - frame.left + 2 * margin, frame.bottom - frame.top + 2 * margin)
    path = [(x + margin * FINE, y + margin * FINE) for x, y in path]
    for out, ink in ((_HALO, colours.FELT_DEEP), (0, colour)):
        mask = Image.new("L", (size[0] * FINE, size[1] * FINE), 0)
        pen = ImageDraw.Draw(mask)
        if len(path) > 1:
            pen.line(path, fill=255, width=round((_LINE + 2 * out) * FINE), joint="curve")
        x, y = path[-1]
        reach = (_END + out) * FINE
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=255)
        table.tint(mask.reduce(FINE), (frame.left - margin, frame.top - margin), ink=ink, ground=colours.FELT_DEEP)


def _path(frame: _Frame, curve: Curve) -> list[tuple[float, float]]:
    """The line in pixels, from the left edge or its first point to the right edge, no finer than can be seen."""
    path: list[tuple[float, float]] = []
    for at, value in curve.points:
        x, y = frame.x(at), frame.y(value)
        if path and (at <= frame.since or (0 <= x - path[-1][0] < _PER_POINT and len(path) > 1)):
            path[-1] = path[-1][0], y
        else:
            path.append((x, y))
    if path[-1][0] < frame.right:
        path.append((frame.right, path[-1][1]))
    return path


def _draw_names(table: Table, frame: _Frame, coloured: Sequence[tuple[Curve, colours.Colour]]) -> None:
    """The names beside the ends of the lines, pushed apart where lines end close together."""
    ends = sorted((frame.y(curve.points[-1][1]), number) for number, (curve, _) in enumerate(coloured))
    places = _apart([y for y, _ in ends], (frame.top - 12, frame.bottom + _BELOW))
    left = frame.right + _TO_NAMES
    for (y, number), middle in zip(ends, places, strict=True):
        curve, colour = coloured[number]
        _draw_lead(table, (frame.right + 2 * _END, y), (left - 4, middle), colour)
        table.write(curve.name, (left, round(middle) - 13), size=_NAME_LETTERS, width=_NAMES, ink=colour)
        table.write(curve.said, (left, round(middle) + 14), size=_LETTERS - 2, width=_NAMES)


def _apart(wanted: Sequence[float], span: tuple[int, int]) -> list[float]:
    """The middles of labels as near as can be to where they are wanted, by height, none over another."""
    top = span[0] + _LABEL / 2
    placed: list[float] = []
    for number, y in enumerate(wanted):
        lowest = span[1] - _LABEL / 2 - (len(wanted) - 1 - number) * _LABEL
        above = placed[-1] + _LABEL if placed else top
        placed.append(max(above, min(y, lowest)))
    return placed


def _draw_lead(table: Table, start: tuple[float, float], end: tuple[float, float], colour: colours.Colour) -> None:
    """A thin line from the end of a curve to its name."""
    left, top = round(start[0]) - 2, round(min(start[1], end[1])) - 4
    size = (round(end[0]) - left + 4, round(abs(start[1] - end[1])) + 8)
    mask = Image.new("L", (size[0] * FINE, size[1] * FINE), 0)
    points = [((x - left) * FINE, (y - top) * FINE) for x, y in (start, end)]
    ImageDraw.Draw(mask).line(points, fill=255, width=2 * FINE)
    table.tint(mask.reduce(FINE), (left, top), ink=colour, ground=colours.FELT)

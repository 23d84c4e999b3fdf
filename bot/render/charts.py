"""Pictures of standings, and of values over time."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.render.drawing import colours
from bot.render.drawing.canvas import FINE, FRAME, WIDTH, Canvas
from bot.render.drawing.lettering import as_name, fitting_size, text_mask

_TABLE_EDGE: Final = FRAME + 14
_TABLE_HEAD: Final = 46
_TABLE_ROW: Final = 54
_HEAD_LETTERS: Final = 22
_TABLE_LETTERS: Final = 29
_TABLE_NAMES: Final = (_TABLE_LETTERS, 26, 23)
"""The sizes of names; long names shrink before they are cut."""
_LEAST_NAME: Final = 200
"""The least room for long names."""
_ASIDE_LETTERS: Final = 21
_TABLE_GAP: Final = 20
_TABLE_INSIDE: Final = 14
_QUIET: Final = colours.mix(colours.FELT_DEEP, colours.TEXT, 0.62)


@dataclass(frozen=True)
class Value:
    """A number in a table.

    :ivar aside: small text after it, such as ``±80``.
    """

    text: str
    aside: str = ""


@dataclass(frozen=True)
class TableRow:
    """A row of the table.

    :ivar place: ``1``, or "" for none.
    :ivar moved: places gained, negative for places lost; None to show no change.
    :ivar lit: whether the row is highlighted.
    :ivar quiet: whether the row is muted, such as a provisional one.
    """

    place: str
    name: str
    values: tuple[Value, ...]
    moved: int | None = None
    lit: bool = False
    quiet: bool = False


def standings_table(titles: Sequence[str], rows: Sequence[TableRow]) -> bytes:
    """Return a table as a PNG file, wider for many columns.

    :param titles: the column titles; a row has as many values.
    :raises ValueError: if there are no rows, or one has another number of values.
    """
    if not rows or any(len(row.values) != len(titles) for row in rows):
        raise ValueError("a table has rows, each with a value below every title")
    asides = [max(_aside_width(row.values[number]) for row in rows) for number in range(len(titles))]
    widths = [
        max(
            *(text_mask(row.values[number].text, _TABLE_LETTERS).width + asides[number] for row in rows),
            text_mask(title, _HEAD_LETTERS).width,
        )
        + _TABLE_GAP
        for number, title in enumerate(titles)
    ]
    place_left = _TABLE_EDGE + _TABLE_INSIDE
    moved_left = place_left + max(text_mask(row.place, _TABLE_LETTERS).width if row.place else 0 for row in rows) + 12
    moves = [text_mask(moved_sign(row.moved), _ASIDE_LETTERS).width for row in rows if row.moved is not None]
    name_left = moved_left + (max(moves) + 12 if moves else 6)
    longest = max(text_mask(as_name(row.name), _TABLE_LETTERS).width for row in rows)
    outside = _TABLE_EDGE + _TABLE_INSIDE
    width = max(WIDTH, name_left + min(longest, _LEAST_NAME) + sum(widths) + outside)
    canvas = Canvas(width, 2 * _TABLE_EDGE + _TABLE_HEAD + len(rows) * _TABLE_ROW, 1)
    right = width - outside
    columns = []  # number, right edge and suffix width, from the last column
    for number in reversed(range(len(titles))):
        columns.append((number, right, asides[number]))
        right -= widths[number]
    for number, edge, _ in columns:
        at = (edge, _TABLE_EDGE + _TABLE_HEAD // 2)
        canvas.write(titles[number], at, size=_HEAD_LETTERS, anchor="right", ink=colours.MINT)
    for index, row in enumerate(rows):
        top = _TABLE_EDGE + _TABLE_HEAD + index * _TABLE_ROW
        ground = colours.FELT if index % 2 else colours.FELT_DEEP
        canvas.fill((_TABLE_EDGE, top, width - _TABLE_EDGE, top + _TABLE_ROW), ground)
        if row.lit:
            canvas.fill((_TABLE_EDGE, top, _TABLE_EDGE + 6, top + _TABLE_ROW), colours.GLOW)
        y = top + _TABLE_ROW // 2
        ink = colours.GLOW if row.lit else _QUIET if row.quiet else colours.TEXT
        if row.place:
            canvas.write(row.place, (moved_left - 12, y), size=_TABLE_LETTERS, anchor="right", ink=ink, ground=ground)
        if row.moved is not None:
            _write_moved(canvas, (moved_left, y), row.moved, ground)
        room = right - name_left
        size = fitting_size(as_name(row.name), _TABLE_NAMES, room)
        canvas.write(as_name(row.name), (name_left, y), size=size, width=room, ink=ink, ground=ground)
        for number, edge, aside in columns:
            value = row.values[number]
            canvas.write(value.text, (edge - aside, y), size=_TABLE_LETTERS, anchor="right", ink=ink, ground=ground)
            if value.aside:
                left = edge - aside + 6
                canvas.write(value.aside, (left, y + 4), size=_ASIDE_LETTERS, ink=_QUIET, ground=ground)
    return canvas.png(few_colours=True)


def _aside_width(value: Value) -> int:
    return text_mask(value.aside, _ASIDE_LETTERS).width + 6 if value.aside else 0


def moved_sign(moved: int) -> str:
    """Return the text of a change of place."""
    return "=" if moved == 0 else f"{'▲' if moved > 0 else '▼'}{abs(moved)}"


def _write_moved(canvas: Canvas, at: tuple[int, int], moved: int, ground: colours.Colour) -> None:
    ink = _QUIET if moved == 0 else colours.MINT if moved > 0 else colours.ROSE
    canvas.write(moved_sign(moved), at, size=_ASIDE_LETTERS, ink=ink, ground=ground)


MOST_CURVES: Final = len(colours.CURVES)
"""The most people in a plot."""

_HEIGHT: Final = 470
_EDGE: Final = FRAME + 18
_LETTERS: Final = 23
_NAME_LETTERS: Final = 25
_NAMES: Final = 176
"""The width of the names at the right."""
_LABEL: Final = 54
"""The height of a name with its caption."""
_BELOW: Final = 34
"""The height of the marks below."""
_TO_NAMES: Final = 26
_LINE: Final = 4.5
_HALO: Final = 3
_END: Final = 6
_SMOOTH: Final = 2
"""The supersampling of lines, small because of their size."""
_STEPS: Final = 4
"""The approximate number of steps on the vertical axis."""
_NARROWEST: Final = 4.0
"""The least range of values; nearly constant lines look level."""
_PER_POINT: Final = 2
"""The least distance between points of a line, in pixels."""


Points = tuple[tuple[float, float], ...]


class Section(NamedTuple):
    """A titled period; the curve `of` is highlighted in it."""

    title: str
    since: float
    until: float
    of: int | None


@dataclass(frozen=True)
class Curve:
    """A named value over time.

    :ivar points: (time, value), by time; at least one. The last value holds to the right edge.
    :ivar earlier: lines that ended when the value started again from zero.
    :ivar text: the text below the name, for instance the last value.
    """

    name: str
    points: Points
    text: str
    earlier: tuple[Points, ...] = ()

    @property
    def pieces(self) -> tuple[Points, ...]:
        return *self.earlier, self.points


class _Frame(NamedTuple):
    """A plot's box in the picture, and its ranges."""

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
    """Return lines over time, as a PNG file.

    :param curves: up to `MOST_CURVES`, with their names at their ends; the first is on top where lines cross.
    :param since: the time at the left edge, and `until` at the right one; an earlier point is drawn on the left edge.
    :param marks: times to mark below, with their texts, by time; those without room are left out.
    :raises ValueError: if there is no curve, one without a point, or too many.
    """
    canvas = Canvas(WIDTH, _HEIGHT, 1)
    draw_plot(canvas, (0, _HEIGHT), curves, since=since, until=until, marks=marks)
    return canvas.png(few_colours=True)


def draw_plot(
    canvas: Canvas,
    span: tuple[int, int],
    curves: Sequence[Curve],
    *,
    since: float,
    until: float,
    marks: Sequence[tuple[float, str]] = (),
    sections: Sequence[Section] = (),
) -> None:
    """Draw a plot into a part of a picture.

    :param span: the upper and the lower edge of that part.
    :param sections: periods, with their titles and the names of their highlighted curves above them.
    """
    if not 1 <= len(curves) <= MOST_CURVES or not all(map(all, (curve.pieces for curve in curves))):
        raise ValueError(f"a plot has 1 to {MOST_CURVES} curves with points")
    ticks = _ticks([value for curve in curves for value in _visible_values(curve, since)])
    wide = max(text_mask(_number(tick), _LETTERS).width for tick in ticks)
    right = WIDTH - _EDGE - _NAMES - _TO_NAMES
    top, bottom = span[0] + (2 * _BELOW if sections else _EDGE + 12), span[1] - _EDGE - _BELOW
    frame = _Frame(_EDGE + wide + 12, top, right, bottom, since, until, ticks[0], ticks[-1])
    _draw_axes(canvas, frame, ticks, marks)
    coloured = list(zip(curves, colours.CURVES, strict=False))
    for section in sections:
        _draw_section(canvas, frame, section, coloured)
    for curve, colour in reversed(coloured):
        _draw_curve(canvas, frame, curve, colour)
    _draw_names(canvas, frame, coloured)


def least_height(curves: int) -> int:
    """Return the least plot height with room for all names."""
    return curves * _LABEL + 2 * _EDGE


def _visible_values(curve: Curve, since: float) -> list[float]:
    """Return the values from the last before the left edge."""
    points = [point for piece in curve.pieces for point in piece]
    first = max(0, bisect_right(points, since, key=lambda point: point[0]) - 1)
    return [value for _, value in points[first:]]


def _ticks(values: Sequence[float]) -> list[float]:
    """Return round values (steps 1, 2, 5 times 10^n) around all values."""
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


def _draw_axes(canvas: Canvas, frame: _Frame, ticks: Sequence[float], marks: Sequence[tuple[float, str]]) -> None:
    canvas.fill((frame.left, frame.top, frame.right, frame.bottom), colours.FELT_DEEP)
    for tick in ticks:
        y = round(frame.y(tick))
        canvas.fill((frame.left, y - 1, frame.right, y + 1), colours.FELT_LIGHT)
        canvas.write(_number(tick), (frame.left - 12, y), size=_LETTERS, anchor="right")
    free = frame.left - _EDGE  # the first mark may begin slightly before the axis
    for at, text in marks:
        half = text_mask(text, _LETTERS).width // 2
        x = min(max(round(frame.x(at)), _EDGE + half), frame.right + _TO_NAMES + _NAMES - half)
        if x - half < free:
            continue
        free = x + half + 16
        canvas.fill((round(frame.x(at)) - 1, frame.top, round(frame.x(at)) + 1, frame.bottom), colours.FELT_LIGHT)
        canvas.write(text, (x, frame.bottom + 8 + _BELOW // 2), size=_LETTERS, anchor="middle")


def _draw_curve(canvas: Canvas, frame: _Frame, curve: Curve, colour: colours.Colour) -> None:
    """Draw a dark-edged curve with a dot at each end."""
    for number, points in enumerate(curve.pieces, 1):
        draw_line(canvas, _path(frame, points, goes_on=number == len(curve.pieces)), colour)


def draw_line(canvas: Canvas, path: list[tuple[float, float]], colour: colours.Colour) -> None:
    """Draw a smooth line with a dot at its end."""
    below = ImageDraw.Draw(canvas.image)  # not smoothed: only seen where it crosses other lines
    below.line(path, fill=colours.index_of(colours.FELT_DEEP), width=round(_LINE) + 2 * _HALO, joint="curve")
    _draw_dot(below, path[-1], _END + _HALO, colours.index_of(colours.FELT_DEEP))
    margin = _END + 2
    left, top = floor(path[0][0]) - margin, floor(min(y for _, y in path)) - margin
    size = (ceil(path[-1][0]) - left + margin, ceil(max(y for _, y in path)) - top + margin)
    path = [((x - left) * _SMOOTH, (y - top) * _SMOOTH) for x, y in path]
    mask = Image.new("L", (size[0] * _SMOOTH, size[1] * _SMOOTH), 0)
    pen = ImageDraw.Draw(mask)
    pen.line(path, fill=255, width=round(_LINE * _SMOOTH), joint="curve")
    _draw_dot(pen, path[-1], _END * _SMOOTH, 255)
    canvas.tint(mask.reduce(_SMOOTH), (left, top), ink=colour, ground=colours.FELT_DEEP)


def _draw_dot(pen: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, ink: int) -> None:
    x, y = at
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)


def _draw_section(
    canvas: Canvas, frame: _Frame, section: Section, coloured: Sequence[tuple[Curve, colours.Colour]]
) -> None:
    """Draw a period's titles and a line at its beginning."""
    left, right = round(frame.x(section.since)), round(frame.x(section.until))
    if section.since > frame.since:
        canvas.fill((left - 1, frame.top - 2 * _BELOW + 8, left + 2, frame.bottom), colours.BRASS)
    titles = [(section.title, colours.TEXT)]
    if section.of is not None:
        curve, colour = coloured[section.of]
        titles.append((as_name(curve.name), colour))
    for number, (text, ink) in enumerate(titles):
        at = (left + right) // 2, frame.top - 50 + number * 28
        canvas.write(text, at, size=_LETTERS, width=right - left - 8, anchor="middle", ink=ink)


def _path(frame: _Frame, points: Points, *, goes_on: bool) -> list[tuple[float, float]]:
    """Return a line in pixels, simplified to the visible detail.

    :param goes_on: whether it continues to the right edge.
    """
    path: list[tuple[float, float]] = []
    for at, value in points:
        x, y = frame.x(at), frame.y(value)
        if path and (at <= frame.since or (0 <= x - path[-1][0] < _PER_POINT and len(path) > 1)):
            path[-1] = path[-1][0], y
        else:
            path.append((x, y))
    if goes_on and path[-1][0] < frame.right:
        path.append((frame.right, path[-1][1]))
    return path


def _draw_names(canvas: Canvas, frame: _Frame, coloured: Sequence[tuple[Curve, colours.Colour]]) -> None:
    """Draw the names at the line ends, without overlaps."""
    ends = sorted((frame.y(curve.points[-1][1]), number) for number, (curve, _) in enumerate(coloured))
    places = _spread_labels([y for y, _ in ends], (frame.top - 12, frame.bottom + _BELOW))
    left = frame.right + _TO_NAMES
    for (y, number), middle in zip(ends, places, strict=True):
        curve, colour = coloured[number]
        _draw_lead(canvas, (frame.right + 2 * _END, y), (left - 4, middle), colour)
        canvas.write(as_name(curve.name), (left, round(middle) - 13), size=_NAME_LETTERS, width=_NAMES, ink=colour)
        canvas.write(curve.text, (left, round(middle) + 14), size=_LETTERS - 2, width=_NAMES)


def _spread_labels(wanted: Sequence[float], span: tuple[int, int]) -> list[float]:
    """Return label heights near the wanted ones, without overlaps."""
    top = span[0] + _LABEL / 2
    placed: list[float] = []
    for number, y in enumerate(wanted):
        lowest = span[1] - _LABEL / 2 - (len(wanted) - 1 - number) * _LABEL
        above = placed[-1] + _LABEL if placed else top
        placed.append(max(above, min(y, lowest)))
    return placed


def _draw_lead(canvas: Canvas, start: tuple[float, float], end: tuple[float, float], colour: colours.Colour) -> None:
    """Draw a thin line from a curve's end to its name."""
    left, top = round(start[0]) - 2, round(min(start[1], end[1])) - 4
    size = (round(end[0]) - left + 4, round(abs(start[1] - end[1])) + 8)
    mask = Image.new("L", (size[0] * FINE, size[1] * FINE), 0)
    points = [((x - left) * FINE, (y - top) * FINE) for x, y in (start, end)]
    ImageDraw.Draw(mask).line(points, fill=255, width=2 * FINE)
    canvas.tint(mask.reduce(FINE), (left, top), ink=colour, ground=colours.FELT)

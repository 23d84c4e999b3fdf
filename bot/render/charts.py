"""Pictures of standings, and of values over time."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, floor, log10
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.render.drawing import colours
from bot.render.drawing.canvas import FINE, FRAME, WIDTH, Canvas, line_height
from bot.render.drawing.lettering import LEGIBLE, as_name, fitting_size, text_mask, wrapped

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


@dataclass(frozen=True)
class StandingsTable:
    """A table of a picture.

    :ivar titles: the column titles; a row has as many values.
    :ivar heading: written above the names; "" for none.
    """

    titles: tuple[str, ...]
    rows: tuple[TableRow, ...]
    heading: str = ""

    @cached_property
    def asides(self) -> list[int]:
        return [max(_aside_width(row.values[number]) for row in self.rows) for number in range(len(self.titles))]

    @cached_property
    def widths(self) -> list[int]:
        """The width of each column."""
        return [
            max(
                *(text_mask(row.values[number].text, _TABLE_LETTERS).width + self.asides[number] for row in self.rows),
                text_mask(title, _HEAD_LETTERS).width,
            )
            + _TABLE_GAP
            for number, title in enumerate(self.titles)
        ]

    @cached_property
    def moved_left(self) -> int:
        places = max(text_mask(row.place, _TABLE_LETTERS).width if row.place else 0 for row in self.rows)
        return _TABLE_EDGE + _TABLE_INSIDE + places + 12

    @cached_property
    def name_left(self) -> int:
        moves = [text_mask(moved_sign(row.moved), _ASIDE_LETTERS).width for row in self.rows if row.moved is not None]
        return self.moved_left + (max(moves) + 12 if moves else 6)

    @property
    def width(self) -> int:
        """The least width of the picture."""
        longest = max(text_mask(as_name(row.name), _TABLE_LETTERS).width for row in self.rows)
        return self.name_left + min(longest, _LEAST_NAME) + sum(self.widths) + _TABLE_EDGE + _TABLE_INSIDE

    @property
    def height(self) -> int:
        return _TABLE_HEAD + len(self.rows) * _TABLE_ROW


def standings_table(titles: Sequence[str], rows: Sequence[TableRow]) -> bytes:
    """Return a table as a PNG file, wider for many columns; see `standings_tables`."""
    return standings_tables([StandingsTable(tuple(titles), tuple(rows))])


def standings_tables(tables: Sequence[StandingsTable]) -> bytes:
    """Return tables one below the other as a PNG file.

    :raises ValueError: if there are no rows, or one has another number of values than titles.
    """
    if not tables or any(not one.rows for one in tables):
        raise ValueError("a table has rows, each with a value below every title")
    if any(len(row.values) != len(one.titles) for one in tables for row in one.rows):
        raise ValueError("a table has rows, each with a value below every title")
    canvas = Canvas(max(WIDTH, *(one.width for one in tables)), 2 * _TABLE_EDGE + sum(one.height for one in tables), 1)
    top = _TABLE_EDGE
    for one in tables:
        _draw_table(canvas, one, top)
        top += one.height
    return canvas.png(few_colours=True)


def _draw_table(canvas: Canvas, table: StandingsTable, top: int) -> None:
    moved_left, name_left = table.moved_left, table.name_left
    right = canvas.width - _TABLE_EDGE - _TABLE_INSIDE
    columns = []  # number, right edge and suffix width, from the last column
    for number in reversed(range(len(table.titles))):
        columns.append((number, right, table.asides[number]))
        right -= table.widths[number]
    for number, edge, _ in columns:
        at = (edge, top + _TABLE_HEAD // 2)
        canvas.write(table.titles[number], at, size=_HEAD_LETTERS, anchor="right", ink=colours.MINT)
    if table.heading:
        at = (_TABLE_EDGE + _TABLE_INSIDE, top + _TABLE_HEAD // 2)
        canvas.write(as_name(table.heading), at, size=LEGIBLE, width=right - at[0], ink=colours.BRASS_LIGHT)
    for index, row in enumerate(table.rows):
        row_top = top + _TABLE_HEAD + index * _TABLE_ROW
        ground = colours.FELT if index % 2 else colours.FELT_DEEP
        canvas.fill((_TABLE_EDGE, row_top, canvas.width - _TABLE_EDGE, row_top + _TABLE_ROW), ground)
        if row.lit:
            canvas.fill((_TABLE_EDGE, row_top, _TABLE_EDGE + 6, row_top + _TABLE_ROW), colours.GLOW)
        y = row_top + _TABLE_ROW // 2
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
_LETTERS: Final = LEGIBLE
_NAMES: Final = 176
"""The width of the names at the right."""
_NAME_LINES: Final = 4
_APART: Final = 4
"""The gap between two names with their captions."""
_BELOW: Final = 34
"""The height of the marks below."""
_TO_NAMES: Final = 26
_LINE: Final = 4.5
_HALO: Final = 3
_END: Final = 6
_STRIPE: Final = 16
"""The length of each colour in a line that several curves share, in pixels."""
_NEAR: Final = 3
"""The distance in pixels at which curves hide each other."""
_SMOOTH: Final = 2
"""The supersampling of lines, small because of their size."""
_STEPS: Final = 4
"""The approximate number of steps on the vertical axis."""
_NARROWEST: Final = 4.0
"""The least range of values; nearly constant lines look level."""
_PER_POINT: Final = 2
"""The least distance between points of a line, in pixels."""


Points = tuple[tuple[float, float], ...]

_PixelPath = list[tuple[float, float]]
"""The points of a line in pixels, from left to right."""


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
    height = max(_HEIGHT, least_height(curves))
    canvas = Canvas(WIDTH, height, 1)
    draw_plot(canvas, (0, height), curves, since=since, until=until, marks=marks)
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
    _draw_shared_lines(canvas, frame, coloured)
    _draw_names(canvas, frame, coloured)


def least_height(curves: Sequence[Curve]) -> int:
    """Return the least plot height with room for all names."""
    return sum(map(_label_height, curves)) + 2 * _EDGE


def _visible_values(curve: Curve, since: float) -> list[float]:
    """Return the values from the last before the left edge."""
    points = [point for piece in curve.pieces for point in piece]
    first = max(0, bisect_right(points, since, key=lambda point: point[0]) - 1)
    return [value for _, value in points[first:]]


def _ticks(values: Sequence[float]) -> list[float]:
    """Return round values (steps 1, 2, 5 times 10^n) around all values."""
    low, high = min(values), max(values)
    if high - low < _NARROWEST:
        below_zero = low < 0
        low, high = (low + high - _NARROWEST) / 2, (low + high + _NARROWEST) / 2
        if low < 0 and not below_zero:
            low, high = 0.0, _NARROWEST
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
    for path in _paths(frame, curve):
        draw_line(canvas, path, colour)


def _paths(frame: _Frame, curve: Curve) -> list[_PixelPath]:
    """Return the lines of a curve in pixels."""
    return [_path(frame, points, goes_on=points is curve.points) for points in curve.pieces]


def _draw_shared_lines(canvas: Canvas, frame: _Frame, coloured: Sequence[tuple[Curve, colours.Colour]]) -> None:
    """Draw stretches that several curves share in stripes of all their colours."""
    paths = [(path, colour) for curve, colour in coloured for path in _paths(frame, curve)]
    for left, right in pairwise(sorted({x for path, _ in paths for x, _ in path})):
        levels: dict[tuple[int, int], list[tuple[float, float, colours.Colour]]] = {}
        for path, colour in paths:
            if path[0][0] <= left and right <= path[-1][0]:
                start, end = _height_at(path, left), _height_at(path, right)
                levels.setdefault((round(start / _NEAR), round(end / _NEAR)), []).append((start, end, colour))
        for shared in levels.values():
            if len(shared) > 1:
                _draw_stripes(canvas, (left, shared[0][0]), (right, shared[0][1]), [colour for *_, colour in shared])


def _height_at(path: _PixelPath, x: float) -> float:
    """Return the height of a line at `x`, which is within it."""
    index = max(1, bisect_left(path, x, key=lambda point: point[0]))
    (left, start), (right, end) = path[index - 1], path[index]
    return start + (end - start) * (x - left) / (right - left) if right > left else end


def _draw_stripes(
    canvas: Canvas, start: tuple[float, float], end: tuple[float, float], inks: Sequence[colours.Colour]
) -> None:
    """Draw a line in stripes, which go on where the next line begins."""
    x, slope = start[0], (end[1] - start[1]) / (end[0] - start[0])
    while x < end[0]:
        number = floor(x / _STRIPE)
        to = min(end[0], (number + 1.0) * _STRIPE)
        first, last = ((at, start[1] + (at - start[0]) * slope) for at in (x, to))
        _draw_stroke(canvas, first, last, _LINE, inks[number % len(inks)], colours.FELT_DEEP)
        x = to


def draw_line(canvas: Canvas, path: _PixelPath, colour: colours.Colour) -> None:
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


def _path(frame: _Frame, points: Points, *, goes_on: bool) -> _PixelPath:
    """Return a line in pixels, simplified to the visible detail.

    :param goes_on: whether it continues to the right edge.
    """
    path: _PixelPath = []
    for at, value in points:
        x, y = frame.x(at), frame.y(value)
        if path and (at <= frame.since or (0 <= x - path[-1][0] < _PER_POINT and len(path) > 1)):
            path[-1] = path[-1][0], y
        else:
            path.append((x, y))
    if goes_on and path[-1][0] < frame.right:
        path.append((frame.right, path[-1][1]))
    return path


def _name_lines(curve: Curve) -> list[str]:
    return wrapped(as_name(curve.name), LEGIBLE, _NAMES, _NAME_LINES)


def _label_height(curve: Curve) -> int:
    """Return the height of a name with its caption."""
    return (len(_name_lines(curve)) + bool(curve.text)) * line_height(LEGIBLE) + _APART


def _draw_names(canvas: Canvas, frame: _Frame, coloured: Sequence[tuple[Curve, colours.Colour]]) -> None:
    """Draw the names at the line ends, without overlaps."""
    ends = sorted((frame.y(curve.points[-1][1]), number) for number, (curve, _) in enumerate(coloured))
    heights = [_label_height(coloured[number][0]) for _, number in ends]
    places = _spread_labels([y for y, _ in ends], heights, (frame.top - 12, frame.bottom + _BELOW))
    left = frame.right + _TO_NAMES
    for (y, number), middle in zip(ends, places, strict=True):
        curve, colour = coloured[number]
        name = _name_lines(curve)
        _draw_stroke(canvas, (frame.right + 2 * _END, y), (left - 4, middle), 2, colour, colours.FELT)
        caption = line_height(LEGIBLE) * bool(curve.text)
        at = (left, round(middle) - caption // 2)
        canvas.write_lines(name, at, width=_NAMES, ink=colour)
        if curve.text:
            below = at[1] + (len(name) + 1) * line_height(LEGIBLE) // 2
            canvas.write(curve.text, (left, below), size=LEGIBLE, width=_NAMES)


def _spread_labels(wanted: Sequence[float], heights: Sequence[int], span: tuple[int, int]) -> list[float]:
    """Return the middles of labels near the wanted ones, without overlaps."""
    placed: list[float] = []
    free = float(span[0])
    for number, (y, height) in enumerate(zip(wanted, heights, strict=True)):
        lowest = span[1] - sum(heights[number + 1 :]) - height / 2
        placed.append(max(free + height / 2, min(y, lowest)))
        free = placed[-1] + height / 2
    return placed


def _draw_stroke(
    canvas: Canvas,
    start: tuple[float, float],
    end: tuple[float, float],
    thick: float,
    ink: colours.Colour,
    ground: colours.Colour,
) -> None:
    """Draw a straight line without a dark edge."""
    margin = ceil(thick) + 1
    left, top = floor(start[0]) - margin, floor(min(start[1], end[1])) - margin
    size = (ceil(end[0]) - left + margin, ceil(max(start[1], end[1])) - top + margin)
    mask = Image.new("L", (size[0] * FINE, size[1] * FINE), 0)
    points = [((x - left) * FINE, (y - top) * FINE) for x, y in (start, end)]
    ImageDraw.Draw(mask).line(points, fill=255, width=round(thick * FINE))
    canvas.tint(mask.reduce(FINE), (left, top), ink=ink, ground=ground)

"""The picture of a line of play and its layout."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import dist, floor, isclose
from typing import Final

from bot.render.drawing.canvas import FRAME, LARGE, TALLEST, WIDTH, Canvas
from bot.render.drawing.marks import END_LETTERS, REACH, State, clash_mark, empty_place, socket
from bot.render.drawing.tiles import TileLook, glow, shadow, tile_sprite
from games.core.line import LineView, OpenEnd, Placed
from games.core.tiles import Tile

SIDES: Final = ("left", "right", "up", "down")


@dataclass(frozen=True)
class Link:
    """A tile of a branch, with its inner and outer halves."""

    index: int
    near: int
    far: int

    @property
    def is_double(self) -> bool:
        return self.near == self.far


@dataclass(frozen=True)
class Branches:
    """The middle tile's halves, and the tiles of branches by `SIDES`."""

    middle: int
    left: int
    right: int
    sides: Mapping[str, tuple[Link, ...]]

    @property
    def is_double(self) -> bool:
        return self.left == self.right


def branches(line: LineView) -> Branches:
    """Split a line with at least one tile into branches.

    :raises ValueError: if the line is empty, or the spinner is on an arm that is neither left nor right.
    """
    if not line.tiles:
        raise ValueError("an empty line has no branches")
    arms: dict[str, list[Link]] = {side: [] for side in SIDES}
    for index, placed in enumerate(line.tiles[1:], start=1):
        arms[placed.at].append(Link(index, _near(placed), placed.outward))
    middle = line.spinner or 0
    if middle:
        _turn_round(arms, line.tiles[0].tile, line.tiles[middle].at, middle)
    tile = line.tiles[middle].tile
    return Branches(middle, tile.high, tile.low, {side: tuple(arms[side]) for side in SIDES})


def _near(placed: Placed) -> int:
    tile = placed.tile
    return tile.low if placed.outward == tile.high else tile.high


def _turn_round(arms: dict[str, list[Link]], opening: Tile, side: str, middle: int) -> None:
    """Make the double `middle` on `side` the origin of both arms."""
    if side not in ("left", "right"):
        raise ValueError(f"a spinner must be on the left or the right arm, not {side!r}")
    arm = arms[side]
    at = next(place for place, link in enumerate(arm) if link.index == middle)
    towards_left, towards_right = opening.high, opening.low
    if side == "left":
        first, away = Link(0, towards_right, towards_left), "right"
    else:
        first, away = Link(0, towards_left, towards_right), "left"
    back = [Link(link.index, link.far, link.near) for link in reversed([first, *arm[:at]])]
    arms[away] = back + arms[away]
    arms[side] = arm[at + 1 :]


_EDGES: Final = (7.0, 9.0, 11.0)
"""The reach of lengthwise tiles from the middle; a double in the corner reaches at most 1.5 farther.

The first reach whose picture is no taller than `_TALLEST` is used, else the one with the largest tiles.
"""

_TALLEST: Final = 1.3
"""Height over width of a picture that fits a phone."""

_NARROW: Final = (4.0, 5.0, 6.0)
"""Reaches for large tiles, in lines without branches up or down."""

_BESIDE_A_BRANCH: Final = 3.0
"""The reach of the left branch on its way back when a branch goes up or may (and the right one, down)."""

_OWN_SIDE: Final = 0.5
"""The reach of a branch that went up or down when it comes back to the middle."""

_PITCH: Final = 3.0
"""The distance between two rows."""

_ROOM: Final = 0.25
"""The gap round a middle tile with branches up or down."""

_FIRST_RISE: Final = 5.0
"""The height of a branch up or down before its first row."""


@dataclass(frozen=True)
class Slot:
    """A tile's centre, direction and halves (left or top first)."""

    index: int
    x: float
    y: float
    upright: bool
    first: int
    second: int

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        wide, high = (0.5, 1.0) if self.upright else (1.0, 0.5)
        return self.x - wide, self.y - high, self.x + wide, self.y + high

    @property
    def halves(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The centres of its halves."""
        dx, dy = (0.0, 0.5) if self.upright else (0.5, 0.0)
        return (self.x - dx, self.y - dy), (self.x + dx, self.y + dy)


@dataclass(frozen=True)
class Socket:
    """The place of the next tile's touching half.

    :ivar x, y: its centre.
    :ivar dx, dy: its direction; one of them is 1 or -1, the other 0.
    """

    end: OpenEnd
    x: float
    y: float
    dx: int
    dy: int

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        return self.x - 0.5, self.y - 0.5, self.x + 0.5, self.y + 0.5

    @property
    def whole_box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom, including the end's letter beyond."""
        left, top, right, bottom = self.box
        farther = REACH - 0.5
        return (
            left - farther * (self.dx < 0),
            top - farther * (self.dy < 0),
            right + farther * (self.dx > 0),
            bottom + farther * (self.dy > 0),
        )


@dataclass(frozen=True)
class LineLayout:
    """Slots for tiles in order of placing, and sockets for ends."""

    slots: tuple[Slot, ...] = ()
    sockets: tuple[Socket, ...] = ()

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of everything."""
        boxes = [*(slot.box for slot in self.slots), *(socket.whole_box for socket in self.sockets)]
        if not boxes:
            return 0.0, 0.0, 0.0, 0.0
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)


def touching_halves(one: Slot, other: Slot) -> set[tuple[float, float]]:
    """Return the centres of the halves with which two tiles touch; both halves of a crosswise double."""
    pairs = {(a, b): dist(a, b) for a in one.halves for b in other.halves}
    nearest = min(pairs.values())
    return {half for pair, away in pairs.items() if isclose(away, nearest) for half in pair}


_KEPT: Final = 8
"""The layouts kept: the board and the hands of a turn show the same line."""


@lru_cache(maxsize=_KEPT)
def lay_out(line: LineView) -> LineLayout:
    """Lay out a line; equal lines have equal layouts."""
    if not line.tiles:
        return LineLayout()
    parts = branches(line)
    layouts: list[tuple[float, int, LineLayout]] = []
    for edge in _EDGES:
        layout = _lay_out(line, parts, edge)
        left, top, right, bottom = layout.box
        wide, high = right - left, (bottom - top) / _TALLEST
        if high <= max(wide, 2 * edge):
            return layout
        layouts.append((max(wide, high), len(layouts), layout))
    return min(layouts)[2]


def _with_largest_tiles(line: LineView, width: float, height: float) -> LineLayout:
    """Lay out a line so that its tiles are as large as possible in a box."""
    if not line.tiles:
        return LineLayout()
    parts = branches(line)
    crossed = any(parts.sides[side] or any(end.at == side for end in line.ends) for side in ("up", "down"))
    layouts = [_lay_out(line, parts, edge) for edge in (*(() if crossed else _NARROW), *_EDGES)]

    def size(layout: LineLayout) -> float:
        left, top, right, bottom = layout.box
        return min(width / (right - left), height / (bottom - top))

    return max(layouts, key=size)


def _lay_out(line: LineView, parts: Branches, edge: float) -> LineLayout:
    slots = {parts.middle: Slot(parts.middle, 0, 0, parts.is_double, parts.left, parts.right)}
    ends = {end.at: end for end in line.ends}
    crossing = frozenset(side for side in ("up", "down") if parts.sides[side] or side in ends)
    sockets = []
    for side, links in parts.sides.items():
        walker = _walker(side, parts, edge, crossing)
        for slot in walker.walk(links):
            slots[slot.index] = slot
        if side in ends:
            sockets.append(walker.socket(ends[side]))
    return LineLayout(tuple(slots[index] for index in range(len(line.tiles))), tuple(sockets))


def _walker(side: str, parts: Branches, edge: float, crossing: frozenset[str]) -> _Walker:
    """Return the walker of a branch, at its start.

    :param crossing: the branches up and down that have begun or may begin.
    """
    room = _ROOM if crossing else 0.0
    along = (0.5 if parts.is_double else 1.0) + room
    double = parts.is_double
    if side == "left":
        lane = (-edge, -_BESIDE_A_BRANCH if "up" in crossing else edge)
        return _Walker((-along, 0), (-1, 0), -1, lane, double=double)
    if side == "right":
        lane = (_BESIDE_A_BRANCH if "down" in crossing else -edge, edge)
        return _Walker((along, 0), (1, 0), 1, lane, double=double)
    # The middle of a branch that goes up or down is a double, seen here from its short end.
    if side == "up":
        return _Walker((0, -1 - room), (0, -1), -1, (_OWN_SIDE, edge), double=False)
    return _Walker((0, 1 + room), (0, 1), 1, (-edge, -_OWN_SIDE), double=False)


class _Walker:
    """A walk outwards along a branch that places tiles."""

    def __init__(
        self,
        front: tuple[float, float],
        heading: tuple[int, int],
        drift: int,
        lane: tuple[float, float],
        *,
        double: bool,
    ) -> None:
        self._x, self._y = front
        """The middle of the face that the next tile touches."""
        self._dx, self._dy = heading
        self._drift = drift
        """The direction of new rows: -1 upwards, 1 downwards."""
        self._low, self._high = lane
        self._double = double
        """Whether the last tile is crosswise, with free ends for turns."""
        self._row = 0.0
        self._pitch = _FIRST_RISE if self._dy else _PITCH
        self._sweep = self._dx or -self._drift
        """The direction along the row; a branch that starts upwards or downwards sweeps clockwise."""

    def walk(self, links: Iterable[Link]) -> Iterable[Slot]:
        """Yield the slots of these tiles, one after the other."""
        for link in links:
            self._turn_if_needed(double=link.is_double)
            yield self._place(link)

    def socket(self, end: OpenEnd) -> Socket:
        """Return the place of the next tile, unless a double."""
        self._turn_if_needed(double=False)
        return Socket(end, self._x + self._dx / 2, self._y + self._dy / 2, self._dx, self._dy)

    def _place(self, link: Link) -> Slot:
        length = 1 if link.is_double else 2
        x, y = self._x + self._dx * length / 2, self._y + self._dy * length / 2
        self._x, self._y = self._x + self._dx * length, self._y + self._dy * length
        self._double = link.is_double
        if self._dx:
            self._row = y
        first, second = (link.near, link.far) if self._dx + self._dy > 0 else (link.far, link.near)
        return Slot(link.index, x, y, bool(self._dy) != link.is_double, first, second)

    def _turn_if_needed(self, *, double: bool) -> None:
        if self._dx:
            # A double takes half the length, so it fits the last place before the edge.
            reach = self._x + self._dx * (0 if double else 2)
            if reach > self._high if self._dx > 0 else reach < self._low:
                self._turn_out_of_the_row()
        elif self._double or not double:
            row = self._y + self._drift * (-0.5 if self._double else 0.5)
            if abs(row - self._row) >= self._pitch:
                self._turn_into_a_row()

    def _turn_out_of_the_row(self) -> None:
        """Join the next tile to the last half's side or double's end."""
        self._x -= self._dx / 2
        self._y += self._drift * (1 if self._double else 0.5)
        self._sweep = -self._dx
        self._dx, self._dy = 0, self._drift
        self._double = False

    def _turn_into_a_row(self) -> None:
        """Lay the next tile in a row, beside the last tile."""
        if self._double:
            self._x += self._sweep
            self._y -= self._drift / 2
        else:
            self._x -= self._sweep / 2
            self._y += self._drift / 2
        self._dx, self._dy = self._sweep, 0
        self._pitch = _PITCH
        self._double = False


_PADDING: Final = 14
"""The gap between the frame and the content at the usual width."""
_LARGEST_UNIT: Final = 76
_SHORTEST: Final = 300
_EMPTY_UNIT: Final = 64
_MANY_TILES: Final = 14


def board(line: LineView, *, last: int | None) -> bytes:
    """Return a line of play as a PNG file.

    Each open end has its number and its letter. A full line takes less than 15 kB.

    :param last: the index in the line of the last tile, which is marked; None marks none.
    """
    figure = LineFigure.of(line)
    canvas = Canvas(WIDTH, figure.height, 1)
    figure.draw(canvas, line, last=last)
    return canvas.png(few_colours=len(line.tiles) > _MANY_TILES)


@dataclass(frozen=True)
class LineFigure:
    """A line of play fitted to a picture.

    :ivar unit: half the length of a tile in pixels.
    :ivar x, y: the centre of the middle tile, in pixels.
    :ivar height: the height of the picture in pixels.
    :ivar scale: the size of its parts relative to a usual picture.
    """

    layout: LineLayout
    unit: int
    x: int
    y: int
    height: int
    scale: float

    @classmethod
    def of(
        cls, line: LineView, *, large: bool = False, tallest: float = TALLEST, shortest: float = _SHORTEST
    ) -> LineFigure:
        """Fit a line to a picture.

        :param large: whether narrower rows make larger tiles.
        :param tallest: the greatest height, in pixels of a usual picture.
        :param shortest: the least height, in pixels of a usual picture.
        """
        scale = LARGE if large else 1
        border = FRAME + _PADDING
        room = WIDTH - 2 * border, tallest * scale - 2 * border
        layout = _with_largest_tiles(line, *room) if large else lay_out(line)
        left, top, right, bottom = layout.box
        wide, high = max(right - left, 1.0), max(bottom - top, 1.0)
        unit = min(_LARGEST_UNIT * scale, room[0] / wide, room[1] / high)
        # With an even unit every tile, doubles included, is on whole pixels.
        unit = int(unit) // 2 * 2
        height = max(round(shortest * scale), round(high * unit) + 2 * border)
        x = round(WIDTH / 2 - (left + right) / 2 * unit)
        y = round(height / 2 - (top + bottom) / 2 * unit)
        return cls(layout, unit, x, y, height, scale)

    def draw(
        self,
        canvas: Canvas,
        line: LineView,
        *,
        last: int | None,
        places: Collection[str] | None = None,
        clash: bool = False,
    ) -> None:
        """Draw the line on a table of sufficient size.

        :param places: the ends to choose from, which are lit; None if nothing is asked.
        :param clash: whether the last tile does not fit: the halves with which it touches are marked.
        """
        unit = self.unit
        if not self.layout.slots:
            self._draw_nothing(canvas)
        corners = []
        for slot in self.layout.slots:
            left, top, _, _ = slot.box
            corners.append((slot, self.x + _pixels(left * unit), self.y + _pixels(top * unit)))
        for slot, x, y in corners:
            canvas.lay(shadow(unit, upright=slot.upright), x, y)
        for slot, x, y in corners:
            if slot.index == last:
                canvas.lay(glow(unit, upright=slot.upright), x, y)
        for mark in self.layout.sockets:
            end = mark.end
            picture = socket(unit, end.shown, (mark.dx, mark.dy), END_LETTERS[end.at], State.of(end, places))
            canvas.lay(picture, self.x + _pixels(mark.x * unit), self.y + _pixels(mark.y * unit))
        for slot, x, y in corners:
            look = _look(slot.index, last=last, spinner=line.spinner)
            canvas.lay(tile_sprite(unit, slot.first, slot.second, upright=slot.upright, look=look), x, y)
        if clash:
            self._draw_clash(canvas, line)

    def _draw_clash(self, canvas: Canvas, line: LineView) -> None:
        """Mark the halves with which the last tile touches its neighbour."""
        slots, joined = self.layout.slots, line.tiles[-1].on or 0
        for x, y in touching_halves(slots[-1], slots[joined]):
            corner = self.x + _pixels((x - 0.5) * self.unit), self.y + _pixels((y - 0.5) * self.unit)
            canvas.lay(clash_mark(self.unit), *corner)

    def _draw_nothing(self, canvas: Canvas) -> None:
        """Draw the place of the opening tile."""
        unit = round(_EMPTY_UNIT * self.scale) // 2 * 2
        canvas.lay(empty_place(unit), self.x, self.y)


def _pixels(length: float) -> int:
    """Round halves up, so that equally moved tiles stay together."""
    return floor(length + 0.5)


def _look(index: int, *, last: int | None, spinner: int | None) -> TileLook:
    if index == spinner:
        return TileLook.LAST_SPINNER if index == last else TileLook.SPINNER
    return TileLook.LAST if index == last else TileLook.PLAIN

"""Where each tile of a line of play lies on the table: plain geometry, no pictures.

Lengths are in halves: a tile is 2 long and 1 wide. x grows to the right and y downwards; the middle tile (the spinner
where there is one, else the opening tile) has its centre at (0, 0). With branches up or down there is a little room all
round it; all other tiles touch those that they are joined to. The left and the right branch run along the row
y = 0 to the edge of the table, turn, and come back in rows of their own: the left branch above, the right one below.
Branches that go up and down bend to the right and to the left, so that four branches share the table like the sails of
a windmill. Rows lie 3 apart, so doubles, which lie crosswise, never meet those of the next row.

Where a tile lies depends only on the tiles nearer to the middle and on which branches there are: a line that grows
moves no tile that lies, except when the spinner appears or branches up or down are opened.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.render.drawing.marks import REACH
from games.core.layout.line import LineView, OpenEnd

from .branches import Branches, Link, branches

__all__ = ["Layout", "Slot", "Socket", "lay_out"]

_EDGES: Final = (7.0, 9.0, 11.0)
"""How far from the middle a tile lengthwise may reach (a double in the corner reaches 1.5 farther at most): the first
that gives a picture not taller than `_TALLEST`, else the one that leaves the tiles largest."""

_TALLEST: Final = 1.3
"""Height over width of a picture that fits a phone."""

_BESIDE_A_BRANCH: Final = 3.0
"""Where the left branch stops on its way back when a branch goes up or may (and the right one when one goes down)."""

_OWN_SIDE: Final = 0.5
"""Where a branch that went up or down stops when it comes back to the middle."""

_PITCH: Final = 3.0
"""The distance of a row from the one before."""

_ROOM: Final = 0.25
"""The gap round a middle tile with branches up or down, whose crosswise neighbours would else seem joined."""

_FIRST_RISE: Final = 5.0
"""How far a branch goes up or down before its first row."""


@dataclass(frozen=True)
class Slot:
    """Where one tile lies: its centre, whether it stands upright, its halves (left and right, or top and bottom)."""

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


@dataclass(frozen=True)
class Socket:
    """Where the touching half of the next tile of an open end would lie.

    :ivar x, y: its centre.
    :ivar dx, dy: the way it leads; one of them is 1 or -1, the other 0.
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
        """The same with the letter of the end, which lies farther along the way."""
        left, top, right, bottom = self.box
        farther = REACH - 0.5
        return (
            left - farther * (self.dx < 0),
            top - farther * (self.dy < 0),
            right + farther * (self.dx > 0),
            bottom + farther * (self.dy > 0),
        )


@dataclass(frozen=True)
class Layout:
    """A line of play laid out: a slot for each tile in the order of placing, a socket for each open end."""

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


def lay_out(line: LineView) -> Layout:
    """Lay out a line of play. The same line is always laid out alike."""
    if not line.tiles:
        return Layout()
    parts = branches(line)
    layouts: list[tuple[float, int, Layout]] = []
    for edge in _EDGES:
        layout = _lay_out(line, parts, edge)
        left, top, right, bottom = layout.box
        wide, high = right - left, (bottom - top) / _TALLEST
        if high <= max(wide, 2 * edge):
            return layout
        layouts.append((max(wide, high), len(layouts), layout))
    return min(layouts)[2]


def _lay_out(line: LineView, parts: Branches, edge: float) -> Layout:
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
    return Layout(tuple(slots[index] for index in range(len(line.tiles))), tuple(sockets))


def _walker(side: str, parts: Branches, edge: float, crossing: frozenset[str]) -> _Walker:
    """The walker of a branch: where it starts and how much of the table is its own.

    :param crossing: which of the branches up and down have begun or may begin.
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
    """Walks along a branch from the middle outwards and says where each tile goes."""

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
        """The middle of the face to which the next tile would be joined."""
        self._dx, self._dy = heading
        self._drift = drift
        """Which way new rows are begun: -1 upwards, 1 downwards."""
        self._low, self._high = lane
        self._double = double
        """Whether the last tile lies crosswise, so that its ends are free for a turn."""
        self._row = 0.0
        self._pitch = _FIRST_RISE if self._dy else _PITCH
        self._sweep = self._dx or -self._drift
        """The way along the row; a branch that starts upwards or downwards sweeps clockwise."""

    def walk(self, links: Iterable[Link]) -> Iterable[Slot]:
        """The slots of these tiles, one after the other."""
        for link in links:
            self._turn_if_needed(double=link.is_double)
            yield self._place(link)

    def socket(self, end: OpenEnd) -> Socket:
        """Where the next tile would be joined, were it no double."""
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
            # A double takes half the length, so it may lie in the last place before the edge.
            reach = self._x + self._dx * (0 if double else 2)
            if reach > self._high if self._dx > 0 else reach < self._low:
                self._turn_out_of_the_row()
        elif self._double or not double:
            row = self._y + self._drift * (-0.5 if self._double else 0.5)
            if abs(row - self._row) >= self._pitch:
                self._turn_into_a_row()

    def _turn_out_of_the_row(self) -> None:
        """Join the next tile at the side of the last half, or at the end of a crosswise double."""
        self._x -= self._dx / 2
        self._y += self._drift * (1 if self._double else 0.5)
        self._sweep = -self._dx
        self._dx, self._dy = 0, self._drift
        self._double = False

    def _turn_into_a_row(self) -> None:
        """Lay the next tile across the last half, or join it at the end of a crosswise double."""
        if self._double:
            self._x += self._sweep
            self._y -= self._drift / 2
        else:
            self._x -= self._sweep / 2
            self._y += self._drift / 2
        self._dx, self._dy = self._sweep, 0
        self._pitch = _PITCH
        self._double = False

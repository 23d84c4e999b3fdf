"""Triangle: a solitaire of 28 open tiles that are put into order through the holes of a few taken out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.core.events import Event
from games.core.moves import PLAY, Move
from games.core.refusals import DoesNotFit, NotNow, PlaceNeeded, Refusal
from games.core.solitaire import Layout, Moved, Solitaire, SolitaireView, place_text
from games.core.solution import Budget, Solution
from games.core.tiles import ALL_TILES, HIGHEST, Tile

__all__ = [
    "ABOVE",
    "EXITS",
    "FOLLOWERS",
    "GOAL",
    "HOLE",
    "LAST",
    "PLACES",
    "REMOVE",
    "Triangle",
    "TriangleLayout",
    "TriangleView",
]

_ROWS: Final = 7
REMOVE: Final = "remove"
_CELLS: Final = tuple((row, column) for row in range(_ROWS) for column in range(_ROWS - row))
_NUMBER: Final = {place: number for number, place in enumerate(_CELLS)}
PLACES: Final = tuple(place_text(*place) for place in _CELLS)
_BLANK_TILE: Final = Tile(0, 0)
HOLE: Final = len(ALL_TILES)
"""What a position holds at a hole; elsewhere it holds the index of the tile."""

EXITS: Final = (Tile(1, 1), Tile(2, 2))
"""What may be taken out when the game is stuck, in this order."""

ABOVE: Final = tuple(_NUMBER.get((row - 1, column), -1) for row, column in _CELLS)
"""For each place, in reading order, the place above it; -1 for the top row."""
GOAL: Final = bytes(Tile(HIGHEST - row, column).index for row, column in _CELLS)
"""The position of the final order."""
LAST: Final = GOAL[:-1] + bytes([HOLE])
"""The position in which 0-0 goes back."""


class TakenOut(Event):
    """A tile was taken out and has left a hole at `at`; `seat` did it, None: the deal."""

    seat: int | None
    tiles: tuple[Tile, ...]
    at: str


class _NotAHole(Refusal):
    sentence = "{at!r} is not a hole; the holes are {places}"
    at: str
    places: str


class _UnderAHole(Refusal):
    sentence = "the hole {at} lies under a hole and takes nothing"
    at: str


class _TopRow(Refusal):
    sentence = "the hole {at} in the top row takes {tile} only"
    at: str
    tile: Tile


class _ComesBackLast(Refusal):
    sentence = "0-0 goes back only when that completes the final order"


class _NoExit(Refusal):
    sentence = "{tile} is never taken out: the exits are 1-1 and then 2-2"
    tile: Tile


class _ExitUsed(Refusal):
    sentence = "{tile} has been taken out once already"
    tile: Tile


class _ExitOrder(Refusal):
    sentence = "1-1 is taken out before 2-2"


class _NotStuck(Refusal):
    sentence = "a move is left that leads to a new position, so nothing is taken out"


def _followers(tile: Tile) -> tuple[Tile, ...]:
    """What a hole under the tile takes: one half equal, the other one less; 0-0 has a rule of its own."""
    halves = {(tile.high, tile.low - 1), (tile.high - 1, tile.low)}
    found = {Tile(one, other) for one, other in halves if one >= 0 and other >= 0}
    return tuple(sorted(found - {_BLANK_TILE}))


FOLLOWERS: Final = tuple(map(_followers, ALL_TILES))
"""For each tile, by its index, those that a hole under it takes, but for 0-0."""


@dataclass(frozen=True)
class TriangleLayout(Layout):
    """The tiles in reading order, None for a hole, what has stood before, and the exits used.

    :ivar position: for each place in reading order the index of its tile, 28 for a hole.
    :ivar stood: all positions that have stood, this one too.
    :ivar exits: how many exits have been used.
    """

    position: bytes
    stood: frozenset[bytes]
    exits: int

    def solve(self, budget: Budget) -> Solution:
        from .solver import solve_triangle  # only who asks needs it

        return solve_triangle(self, budget)


@dataclass(frozen=True, kw_only=True)
class TriangleView(SolitaireView):
    """What Triangle shows besides; everything lies open. A place is named ``row.column``, both counted from 1.

    :ivar rows: the rows from the top, each with its places from the left: the tile, or None for a hole.
    :ivar holes: the places of the holes.
    :ivar aside: the tiles that have been taken out and have not come back.
    :ivar exits: how many emergency exits have been used.
    :ivar in_order: how many tiles lie where the final order wants them.
    """

    rows: tuple[tuple[Tile | None, ...], ...]
    holes: tuple[str, ...]
    aside: tuple[Tile, ...]
    exits: int
    in_order: int


class Triangle(Solitaire):
    """A hole takes a tile that follows the one above it; when that leads nowhere new, 1-1 and then 2-2 go out."""

    key = "triangle"
    number = 5
    verbs = frozenset({PLAY, REMOVE})
    fewest_nodes = (360, 890, 1800, 4800)
    mutable = Solitaire.mutable | {"_stood"}

    _position: bytes
    """For each place in reading order the index of its tile, `HOLE` for a hole."""
    _stood: set[bytes]
    """All positions that have stood, the present one too."""
    _exits: int
    """How many exits have been used."""

    # --- The deal --------------------------------------------------------------------------------------------------

    def _lay_out(self, tiles: list[Tile]) -> None:
        self._exits = 0
        self._position = bytes(tile.index for tile in tiles)
        self._stood = set()
        self._tell_layout(tiles)
        self._take_out(None, _BLANK_TILE)

    # --- Legal moves -----------------------------------------------------------------------------------------------

    def _find_moves(self) -> tuple[Move, ...]:
        placements = [
            (tile, hole)
            for hole, content in enumerate(self._position)
            if content == HOLE
            for tile in self._taken_by(hole)
        ]
        found = tuple(Move(PLAY, tile, PLACES[hole]) for tile, hole in placements)
        if self._exits < len(EXITS) and all(self._after(*placement) in self._stood for placement in placements):
            return (*found, Move(REMOVE, EXITS[self._exits]))
        return found

    def _taken_by(self, hole: int) -> tuple[Tile, ...]:
        """The tiles that may go into a hole."""
        if self._position == LAST:
            return (_BLANK_TILE,)
        above = ABOVE[hole]
        if above < 0:
            return (ALL_TILES[GOAL[hole]],)
        return FOLLOWERS[self._position[above]] if self._position[above] != HOLE else ()

    def _after(self, tile: Tile, hole: int) -> bytes:
        """The position once the tile lies in the hole; it came from elsewhere in the layout or from aside."""
        position = bytearray(self._position.replace(bytes([tile.index]), bytes([HOLE])))
        position[hole] = tile.index
        return bytes(position)

    def _reason_of_tile(self, tile: Tile, move: Move) -> Refusal:
        if move.verb == REMOVE:
            return self._reason_of_exit(tile, move)
        holes = [text for text, content in zip(PLACES, self._position, strict=True) if content == HOLE]
        places = ", ".join(holes)
        if not move.at:
            return PlaceNeeded(tile=tile, places=places)
        if move.at not in holes:
            return _NotAHole(at=move.at, places=places)
        if move.value:
            return NotNow(move=move)
        if tile is _BLANK_TILE:
            return _ComesBackLast()
        hole = PLACES.index(move.at)
        if ABOVE[hole] < 0:
            return _TopRow(at=move.at, tile=ALL_TILES[GOAL[hole]])
        if self._position[ABOVE[hole]] == HOLE:
            return _UnderAHole(at=move.at)
        return DoesNotFit(tile=tile, at=move.at)

    def _reason_of_exit(self, tile: Tile, move: Move) -> Refusal:
        if tile not in EXITS:
            return _NoExit(tile=tile)
        if tile in EXITS[: self._exits]:
            return _ExitUsed(tile=tile)
        if tile is not EXITS[self._exits]:
            return _ExitOrder()
        return NotNow(move=move) if move.at or move.value else _NotStuck()

    # --- Doing a move ----------------------------------------------------------------------------------------------

    def _carry_out(self, seat: int, tile: Tile, move: Move) -> None:
        if move.verb == REMOVE:
            self._exits += 1
            self._take_out(seat, tile)
            return
        self._position = self._after(tile, PLACES.index(move.at))
        self._stood.add(self._position)
        self._tell(Moved(seat, (tile,), move.at))

    def _take_out(self, seat: int | None, tile: Tile) -> None:
        hole = self._position.index(tile.index)
        self._position = self._position.replace(bytes([tile.index]), bytes([HOLE]))
        self._stood.add(self._position)
        self._tell(TakenOut(seat, (tile,), PLACES[hole]))

    # --- The end of the match --------------------------------------------------------------------------------------

    def _solved(self) -> bool:
        return self._position == GOAL

    # --- The view and copies ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> TriangleView:
        shown = [None if content == HOLE else ALL_TILES[content] for content in self._position]
        return TriangleView(
            **self._facts(seat),
            rows=tuple(tuple(shown[_NUMBER[row, 0] :][: _ROWS - row]) for row in range(_ROWS)),
            holes=tuple(text for text, tile in zip(PLACES, shown, strict=True) if tile is None),
            aside=self._aside(),
            exits=self._exits,
            in_order=sum(content == wanted for content, wanted in zip(self._position, GOAL, strict=True)),
        )

    def _aside(self) -> tuple[Tile, ...]:
        return tuple(tile for tile in (_BLANK_TILE, *EXITS) if tile.index not in self._position)

    def layout(self) -> TriangleLayout:
        return TriangleLayout(self._position, frozenset(self._stood), self._exits)

    def _whole_set(self) -> list[Tile]:
        return [*(ALL_TILES[content] for content in self._position if content != HOLE), *self._aside()]

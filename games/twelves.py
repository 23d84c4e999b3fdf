"""Twelves, a solitaire of open columns and loose tiles."""

from dataclasses import dataclass
from typing import Final

from games.core.events import Event
from games.core.moves import Move
from games.core.refusals import Alone, Covered, Refusal, Removed, Superfluous
from games.core.solitaire import (
    PAIR,
    SHIFT,
    TWELVE,
    Paired,
    Solitaire,
    SolitaireLayout,
    SolitaireView,
    pair_move,
    pair_refusal,
)
from games.core.solution import NodeBudget, Solution
from games.core.tiles import Tile
from games.solitaires.solver import SearchStep, Trail, groups_of, pairs_on, ready, steps_of

_COLUMNS: Final = 5
_ROWS: Final = 5

Columns = tuple[tuple[Tile, ...], ...]


class Shifted(Event):
    """`seat` shifted a tile to the empty column `at`."""

    seat: int
    tiles: tuple[Tile, ...]
    at: str


class _Loose(Refusal):
    sentence = "{tile} is loose; only the bottom tile of a column is shifted"
    tile: Tile


class _NotEmpty(Refusal):
    sentence = "column {at!r} is not empty; empty are: {places}"
    at: str
    places: str


@dataclass(frozen=True)
class TwelvesLayout(SolitaireLayout):
    """The columns from top to bottom, and the loose tiles."""

    columns: Columns
    loose: tuple[Tile, ...]

    def solve(self, budget: NodeBudget) -> Solution:
        return _solve(self, budget)


@dataclass(frozen=True, kw_only=True)
class TwelvesView(SolitaireView):
    """The view of Twelves, all face up.

    :ivar columns: the columns from the left, each from its top to its bottom; an empty one has no tiles.
    :ivar loose: the remaining loose tiles.
    :ivar removed: the tiles removed, in that order.
    """

    columns: Columns
    loose: tuple[Tile, ...]
    removed: tuple[Tile, ...]


class Twelves(Solitaire):
    """A game of pairing bottom tiles of columns and loose tiles."""

    key = "twelves"
    number = 8
    verbs = frozenset({PAIR, SHIFT})
    most_plays_won = (115, 67, 38, 15)

    _columns: Columns
    """The columns from the left, each from its top to its bottom."""
    _loose: tuple[Tile, ...]
    _removed: tuple[Tile, ...]
    """The tiles removed, in that order."""

    # --- The deal --------------------------------------------------------------------------------------------------

    def _lay_out(self, tiles: list[Tile]) -> None:
        block = tiles[: _ROWS * _COLUMNS]
        self._columns = tuple(tuple(block[column::_COLUMNS]) for column in range(_COLUMNS))
        self._loose = tuple(tiles[len(block) :])
        self._removed = ()
        self._emit_layout(tiles)

    # --- Legal moves -----------------------------------------------------------------------------------------------

    def _free(self) -> tuple[Tile, ...]:
        """Return the removable tiles: bottom tiles, then loose ones."""
        return (*(column[-1] for column in self._columns if column), *self._loose)

    def _find_moves(self) -> tuple[Move, ...]:
        free = self._free()
        pairs = tuple(
            pair_move(tile, other)
            for number, tile in enumerate(free)
            for other in free[number + 1 :]
            if tile.pips + other.pips == TWELVE
        )
        empty = self._empty()
        bottoms = [column[-1] for column in self._columns if column and empty]
        shifts = (Move(SHIFT, tile, at) for tile in bottoms if self._hindrance_of_shift(tile) is None for at in empty)
        return (*pairs, *shifts)

    def _empty(self) -> tuple[str, ...]:
        return tuple(str(number) for number, column in enumerate(self._columns, 1) if not column)

    def _reason_of_tile(self, tile: Tile, move: Move) -> Refusal:
        if move.verb == SHIFT:
            return self._reason_of_shift(tile, move)
        return pair_refusal(move, tile, self._hindrance)

    def _hindrance(self, tile: Tile) -> type[Refusal] | None:
        """Return the reason against removing a tile, if any."""
        if tile in self._free():
            return None
        return Removed if tile in self._removed else Covered

    def _hindrance_of_shift(self, tile: Tile) -> type[Refusal] | None:
        """Return the reason against shifting a tile, if any."""
        for column in self._columns:
            if column and column[-1] is tile:
                return Alone if len(column) == 1 else None
        if tile in self._loose:
            return _Loose
        return Removed if tile in self._removed else Covered

    def _reason_of_shift(self, tile: Tile, move: Move) -> Refusal:
        hindrance = self._hindrance_of_shift(tile)
        if hindrance:
            return hindrance.about(tile=tile)
        if move.at not in self._empty():
            return _NotEmpty(at=move.at, places=", ".join(self._empty()) or "none")
        return Superfluous(f"={move.value}")

    # --- Doing a move ----------------------------------------------------------------------------------------------

    def _carry_out(self, seat: int, tile: Tile, move: Move) -> None:
        if move.verb == SHIFT:
            self._take_away(tile)
            number = int(move.at) - 1
            self._columns = (*self._columns[:number], (tile,), *self._columns[number + 1 :])
            self._emit(Shifted(seat, (tile,), move.at))
            return
        pair = (tile, Tile.parse(move.value))
        for removed in pair:
            self._take_away(removed)
        self._removed += pair
        self._emit(Paired(seat, pair))

    def _take_away(self, tile: Tile) -> None:
        self._columns = tuple(column[:-1] if column and column[-1] is tile else column for column in self._columns)
        self._loose = tuple(other for other in self._loose if other is not tile)

    # --- The end of the match --------------------------------------------------------------------------------------

    def _solved(self) -> bool:
        return not self._free()

    # --- The view and copies ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> TwelvesView:
        return TwelvesView(**self._view_fields(seat), columns=self._columns, loose=self._loose, removed=self._removed)

    def layout(self) -> TwelvesLayout:
        return TwelvesLayout(self._columns, self._loose)

    def _every_tile(self) -> list[Tile]:
        return [*(tile for column in self._columns for tile in column), *self._loose, *self._removed]


# --- The solver -------------------------------------------------------------------------------------------------------
#
# Whether a position of Twelves can be won, and with how few shifts.
#
# A tile shifted to an empty column lies there alone until it is removed: it is as good as loose, but takes up a column.
# So a position is two integers, what is left in the columns and what is loose or shifted. Positions are looked at in
# order of the shifts they took: first all that are reached without, then with one, and so on; safe pairs
# (`games.solitaires.solver`) go at once. The first solution has the fewest shifts.

_STRIDE: Final = 6
"""The bits of a column, its top tile lowest; the last is never set and separates columns."""
_FIELD: Final = (1 << _STRIDE - 1) - 1

_Node = tuple[int, int, Trail]
"""The remaining columns, the loose and shifted tiles, and the moves that led here."""


class _Board:
    """The bit layout of a game."""

    def __init__(self, layout: TwelvesLayout) -> None:
        self.bits = {
            tile: 1 << number * _STRIDE + row
            for number, column in enumerate(layout.columns)
            for row, tile in enumerate(column)
        }
        self.in_columns = sum(self.bits.values())
        first = len(layout.columns) * _STRIDE
        self.bits |= {tile: 1 << first + number for number, tile in enumerate(layout.loose)}
        self.loose = sum(self.bits.values()) ^ self.in_columns
        self.fields = tuple(_FIELD << number * _STRIDE for number in range(len(layout.columns)))
        self.groups = groups_of(self.bits)

    def shifts(self, columns: int, loose: int) -> list[int]:
        """Return the bottom tiles that may move to an empty column."""
        empty = sum(not columns & field for field in self.fields) - (loose & ~self.loose).bit_count()
        if empty < 1:
            return []
        bottoms = columns & ~(columns >> 1)
        return [bottoms & field for field in self.fields if columns & field & ~bottoms]


def _solve(layout: TwelvesLayout, budget: NodeBudget) -> Solution:
    """Search for a winning line with the fewest shifts."""
    board = _Board(layout)
    seen = {(board.in_columns, board.loose)}
    level: list[_Node] = [(board.in_columns, board.loose, None)]
    while level:
        shifted: list[_Node] = []
        while level:
            if not budget.spend():
                return budget.not_won()
            columns, loose, trail = level.pop()
            columns, loose, trail, pairs = _settled(board, columns, loose, trail)
            if not columns | loose:
                return budget.won(_line(layout, board, trail))
            for pair in pairs:
                key = columns & ~pair, loose & ~pair
                if key not in seen:
                    seen.add(key)
                    level.append((*key, (SearchStep(pair), trail)))
            shifted += [
                (columns ^ bit, loose | bit, (SearchStep(bit, shift=True), trail))
                for bit in board.shifts(columns, loose)
            ]
        for node in shifted:
            if node[:2] not in seen:
                seen.add(node[:2])
                level.append(node)
    return budget.not_won()


def _settled(board: _Board, columns: int, loose: int, trail: Trail) -> tuple[int, int, Trail, list[int]]:
    """Return the position without safe pairs, and its removable pairs."""
    while True:
        safe, others = ready(board.groups, columns | loose, columns & ~(columns >> 1) | loose)
        if not safe:
            return columns, loose, trail, others
        for pair in safe:
            columns, loose, trail = columns & ~pair, loose & ~pair, (SearchStep(pair), trail)


def _line(layout: TwelvesLayout, board: _Board, trail: Trail) -> tuple[Move, ...]:
    """Return the steps as moves, with shifts to the first empty column."""
    tiles = {bit: tile for tile, bit in board.bits.items()}
    columns: list[tuple[Tile, ...]] = list(layout.columns)
    line = []
    for step in steps_of(trail):
        if step.shift:
            to = columns.index(())
            move = Move(SHIFT, tiles[step.bits], str(to + 1))
            gone = {tiles[step.bits]}
        else:
            to = None
            move = pairs_on(step, tiles)
            gone = {tile for bit, tile in tiles.items() if bit & step.bits}
        columns = [tuple(tile for tile in column if tile not in gone) for column in columns]
        if to is not None:
            columns[to] = tuple(gone)
        line.append(move)
    return tuple(line)

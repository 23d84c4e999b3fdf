"""Twelves: a solitaire of five open columns and three loose tiles; pairs of twelve pips are removed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.core.events import Event
from games.core.moves import Move
from games.core.refusals import Alone, Covered, NotNow, Refusal, Removed
from games.core.solitaire import PAIR, SHIFT, Layout, Paired, Solitaire, SolitaireView, pair_move, twelve_refusal
from games.core.solution import Budget, Solution
from games.core.tiles import Tile

__all__ = ["Twelves", "TwelvesLayout", "TwelvesView"]

_COLUMNS: Final = 5
_ROWS: Final = 5
_TWELVE: Final = 12

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
class TwelvesLayout(Layout):
    """The columns, each from its top to its bottom, and the loose tiles."""

    columns: Columns
    loose: tuple[Tile, ...]

    def solve(self, budget: Budget) -> Solution:
        from .solver import solve_twelves  # only who asks needs it

        return solve_twelves(self, budget)


@dataclass(frozen=True, kw_only=True)
class TwelvesView(SolitaireView):
    """What Twelves shows besides; everything lies open.

    :ivar columns: the columns from the left, each from its top to its bottom; an empty one has no tiles.
    :ivar loose: the loose tiles that are left.
    :ivar removed: the tiles removed, in that order.
    """

    columns: Columns
    loose: tuple[Tile, ...]
    removed: tuple[Tile, ...]


class Twelves(Solitaire):
    """A pair is made of bottom tiles and loose tiles; a bottom tile may be shifted to an empty column."""

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
        self._tell_layout(tiles)

    # --- Legal moves -----------------------------------------------------------------------------------------------

    def _free(self) -> tuple[Tile, ...]:
        """The tiles that can be removed: bottom tiles, then loose ones."""
        return (*(column[-1] for column in self._columns if column), *self._loose)

    def _find_moves(self) -> tuple[Move, ...]:
        free = self._free()
        pairs = tuple(
            pair_move(tile, other)
            for number, tile in enumerate(free)
            for other in free[number + 1 :]
            if tile.pips + other.pips == _TWELVE
        )
        empty = self._empty()
        shifts = (Move(SHIFT, column[-1], at) for column in self._columns if empty and len(column) > 1 for at in empty)
        return (*pairs, *shifts)

    def _empty(self) -> tuple[str, ...]:
        return tuple(str(number) for number, column in enumerate(self._columns, 1) if not column)

    def _reason_of_tile(self, tile: Tile, move: Move) -> Refusal:
        if move.verb == SHIFT:
            return self._reason_of_shift(tile, move)
        refusal = twelve_refusal(move, tile)
        if refusal:
            return refusal
        for named in (tile, Tile.parse(move.value)):
            if named in self._removed:
                return Removed(tile=named)
            if named not in self._free():
                return Covered(tile=named)
        return NotNow(move=move)

    def _reason_of_shift(self, tile: Tile, move: Move) -> Refusal:
        if tile in self._removed:
            return Removed(tile=tile)
        if tile in self._loose:
            return _Loose(tile=tile)
        column = next(column for column in self._columns if tile in column)
        if column[-1] is not tile:
            return Covered(tile=tile)
        if len(column) == 1:
            return Alone(tile=tile)
        if move.at not in self._empty():
            return _NotEmpty(at=move.at, places=", ".join(self._empty()) or "none")
        return NotNow(move=move)

    # --- Doing a move ----------------------------------------------------------------------------------------------

    def _carry_out(self, seat: int, tile: Tile, move: Move) -> None:
        if move.verb == SHIFT:
            self._take_away(tile)
            number = int(move.at) - 1
            self._columns = (*self._columns[:number], (tile,), *self._columns[number + 1 :])
            self._tell(Shifted(seat, (tile,), move.at))
            return
        pair = (tile, Tile.parse(move.value))
        for removed in pair:
            self._take_away(removed)
        self._removed += pair
        self._tell(Paired(seat, pair))

    def _take_away(self, tile: Tile) -> None:
        self._columns = tuple(column[:-1] if column and column[-1] is tile else column for column in self._columns)
        self._loose = tuple(other for other in self._loose if other is not tile)

    # --- The end of the match --------------------------------------------------------------------------------------

    def _solved(self) -> bool:
        return not self._free()

    # --- The view and copies ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> TwelvesView:
        return TwelvesView(**self._facts(seat), columns=self._columns, loose=self._loose, removed=self._removed)

    def layout(self) -> TwelvesLayout:
        return TwelvesLayout(self._columns, self._loose)

    def _whole_set(self) -> list[Tile]:
        return [*(tile for column in self._columns for tile in column), *self._loose, *self._removed]

"""Seven Columns: a solitaire in which each double gathers three tiles of its number under it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from games.core.moves import PLAY, Move
from games.core.refusals import Alone, Covered, DoesNotFit, FaceDown, NotNow, PlaceNeeded, Refusal
from games.core.solitaire import Layout, Moved, Solitaire, SolitaireView, TurnedFaceUp
from games.core.solution import Budget, Solution
from games.core.tiles import WITH_NUMBER, Tile, mask_of

__all__ = ["MOST", "SevenColumns", "SevenColumnsLayout", "SevenColumnsView"]

_COLUMNS: Final = 7
_FACE_DOWN_ROWS: Final = 3
_DONE: Final = 4
"""Tiles of a finished column."""
MOST: Final = 5
"""Tiles that a column may have."""
_NAMES: Final = tuple(str(number) for number in range(1, _COLUMNS + 1))

Columns = tuple[tuple[Tile, ...], ...]


class _NotAColumn(Refusal):
    sentence = "{at!r} is not a column; the columns are {places}"
    at: str
    places: str


class _SameColumn(Refusal):
    sentence = "{tile} lies in column {at} already"
    tile: Tile
    at: str


class _ColumnFull(Refusal):
    sentence = "column {at} has as many tiles as it may have"
    at: str


class _DoubleOnly(Refusal):
    sentence = "only a double may move to the empty column {at}; {tile} is none"
    at: str
    tile: Tile


@dataclass(frozen=True)
class SevenColumnsLayout(Layout):
    """The columns, each from its top to its bottom, and how many tiles of each, from its top, lie face down."""

    columns: Columns
    face_down: tuple[int, ...]

    def solve(self, budget: Budget) -> Solution:
        from .solver import solve_seven_columns  # only who asks needs it

        return solve_seven_columns(self, budget)


@dataclass(frozen=True, kw_only=True)
class SevenColumnsView(SolitaireView):
    """What Seven Columns shows besides.

    :ivar columns: the columns from the left, each from its top to its bottom; None is a tile that lies face down.
    :ivar finished: the columns, counted from 1, that stand as the goal wants them.
    """

    columns: tuple[tuple[Tile | None, ...], ...]
    finished: tuple[int, ...]


class SevenColumns(Solitaire):
    """A bottom tile moves to another bottom tile that shares a number with it; a double also to an empty column."""

    key = "seven_columns"
    number = 10
    verbs = frozenset({PLAY})
    fewest_nodes = (190, 270, 400, 650)

    _columns: Columns
    """The columns from the left, each from its top to its bottom."""
    _face_down: tuple[int, ...]
    """For each column how many tiles, from its top, lie face down."""

    # --- The deal --------------------------------------------------------------------------------------------------

    def _lay_out(self, tiles: list[Tile]) -> None:
        down = _FACE_DOWN_ROWS * _COLUMNS
        self._columns = tuple(tuple(tiles[column::_COLUMNS]) for column in range(_COLUMNS))
        self._face_down = (_FACE_DOWN_ROWS,) * _COLUMNS
        self._tell_layout(tiles[:down], face_down=True)
        self._tell_layout(tiles[down:])

    # --- Legal moves -----------------------------------------------------------------------------------------------

    def _find_moves(self) -> tuple[Move, ...]:
        return tuple(
            Move(PLAY, source[-1], _NAMES[to])
            for at, source in enumerate(self._columns)
            if source
            for to, target in enumerate(self._columns)
            if to != at and _takes(target, source)
        )

    def _reason_of_tile(self, tile: Tile, move: Move) -> Refusal:
        at = next(number for number, column in enumerate(self._columns) if tile in column)
        source = self._columns[at]
        if tile in source[: self._face_down[at]]:
            return FaceDown(tile=tile)
        if source[-1] is not tile:
            return Covered(tile=tile)
        places = ", ".join(_NAMES)
        if not move.at:
            return PlaceNeeded(tile=tile, places=places)
        if move.at not in _NAMES:
            return _NotAColumn(at=move.at, places=places)
        to = int(move.at) - 1
        if to == at:
            return _SameColumn(tile=tile, at=move.at)
        if not self._columns[to]:
            return self._reason_of_empty(tile, move, source)
        if len(self._columns[to]) == MOST:
            return _ColumnFull(at=move.at)
        if not _takes(self._columns[to], source):
            return DoesNotFit(tile=tile, at=move.at)
        return NotNow(move=move)

    @staticmethod
    def _reason_of_empty(tile: Tile, move: Move, source: tuple[Tile, ...]) -> Refusal:
        if not tile.is_double:
            return _DoubleOnly(tile=tile, at=move.at)
        return Alone(tile=tile) if len(source) == 1 else NotNow(move=move)

    # --- Doing a move ----------------------------------------------------------------------------------------------

    def _carry_out(self, seat: int, tile: Tile, move: Move) -> None:
        to = int(move.at) - 1
        at = next(number for number, column in enumerate(self._columns) if column and column[-1] is tile)
        columns = list(self._columns)
        columns[at] = columns[at][:-1]
        columns[to] += (tile,)
        self._columns = tuple(columns)
        self._tell(Moved(seat, (tile,), move.at))
        left = columns[at]
        if left and len(left) == self._face_down[at]:
            self._face_down = (*self._face_down[:at], len(left) - 1, *self._face_down[at + 1 :])
            self._tell(TurnedFaceUp((left[-1],), _NAMES[at]))

    # --- The end of the match --------------------------------------------------------------------------------------

    def _solved(self) -> bool:
        return not any(self._face_down) and all(map(_finished, self._columns))

    # --- The view and copies ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> SevenColumnsView:
        columns = list(zip(self._columns, self._face_down, strict=True))
        return SevenColumnsView(
            **self._facts(seat),
            columns=tuple((None,) * down + column[down:] for column, down in columns),
            finished=tuple(
                number for number, (column, down) in enumerate(columns, 1) if not down and _finished(column)
            ),
        )

    def layout(self) -> SevenColumnsLayout:
        return SevenColumnsLayout(self._columns, self._face_down)

    def _whole_set(self) -> list[Tile]:
        return [tile for column in self._columns for tile in column]

    def _redeal_face_down(self, rng: Random) -> None:
        columns = list(zip(self._columns, self._face_down, strict=True))
        hidden = sorted(tile for column, down in columns for tile in column[:down])
        rng.shuffle(hidden)
        self._columns = tuple((*(hidden.pop() for _ in range(down)), *column[down:]) for column, down in columns)


def _takes(target: tuple[Tile, ...], source: tuple[Tile, ...]) -> bool:
    """Whether the bottom tile of one column may move to another."""
    tile = source[-1]
    if not target:
        return tile.is_double and len(source) > 1
    bottom = target[-1]
    return len(target) < MOST and (bottom.has(tile.high) or bottom.has(tile.low))


def _finished(column: tuple[Tile, ...]) -> bool:
    """Whether a column, if it lies face up, stands as the goal wants it: a double and three tiles of its number."""
    if len(column) != _DONE or not column[0].is_double:
        return False
    return not mask_of(column) & ~WITH_NUMBER[column[0].high]

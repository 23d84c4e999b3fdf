"""Seven Columns: a solitaire in which each double gathers three tiles of its number under it."""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random
from typing import Final

from games.core.moves import PLAY, Move
from games.core.refusals import Alone, Covered, DoesNotFit, FaceDown, NotNow, PlaceNeeded, Refusal
from games.core.solitaire import Moved, Solitaire, SolitaireLayout, SolitaireView, TurnedFaceUp
from games.core.solution import Budget, Solution
from games.core.tiles import ALL_TILES, WITH_NUMBER, Tile, mask_of

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
class SevenColumnsLayout(SolitaireLayout):
    """The columns, each from its top to its bottom, and how many tiles of each, from its top, lie face down."""

    columns: Columns
    face_down: tuple[int, ...]

    def solve(self, budget: Budget) -> Solution:
        return _solve(self, budget)


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


# --- The solver -------------------------------------------------------------------------------------------------------
#
# A line that wins a position of Seven Columns: best-first search over what the columns hold, in any order of columns.
#
# The next position looked at is the one with the least sum of the moves made and of what is still to be done: for each
# column the tiles that do not yet lie as the goal wants them, the tiles that lie face down, and whether its top is in
# the way. That leads to a line in a few hundred positions, not to the shortest one.

_UNSETTLED: Final = 3
_FACE_DOWN: Final = 4
_WRONG_TOP: Final = 1
_EMPTY: Final = -6
_FINISHED: Final = -2
_FITS: Final = tuple(
    frozenset(other.index for other in ALL_TILES if other.has(tile.high) or other.has(tile.low)) for tile in ALL_TILES
)
"""For each tile, by its index, those that share a number with it."""

_Column = bytes
"""How many tiles of the column, from its top, lie face down; then the indices of its tiles from its top."""
_Position = tuple[_Column, ...]
"""The columns of a position, sorted, because their order means nothing."""


def _solve(layout: SevenColumnsLayout, budget: Budget) -> Solution:
    """A line to the goal, if one is found; only where few positions can be reached is it shown that there is none."""
    start = _position_of(layout)
    came_from: dict[_Position, _Position | None] = {start: None}
    costs: dict[_Column, int] = {}
    heap = [(0, 0, 0, start)]
    while heap and budget.spend():
        _, _, moves, columns = heappop(heap)
        if all(map(_is_finished, columns)):
            return budget.won(_line(layout, came_from, columns))
        for following in _following(columns):
            if following not in came_from:
                came_from[following] = columns
                for column in following:
                    if column not in costs:
                        costs[column] = _cost(column)
                cost = sum([costs[column] for column in following]) + moves + 1
                heappush(heap, (cost, -len(came_from), moves + 1, following))
    return budget.not_won()


def _position_of(layout: SevenColumnsLayout) -> _Position:
    columns = zip(layout.columns, layout.face_down, strict=True)
    return tuple(sorted(bytes([down, *(tile.index for tile in column)]) for column, down in columns))


def _following(columns: _Position) -> Iterator[_Position]:
    """The positions that one move leads to."""
    for at, source in enumerate(columns):
        if len(source) == 1:
            continue
        moved = source[-1:]
        tile = source[-1]
        rest = source[:-1]
        if rest[0] and len(rest) == rest[0] + 1:  # a tile that lies face down at the bottom turns up
            rest = bytes([rest[0] - 1]) + rest[1:]
        for to, target in enumerate(columns):
            if to == at or not _column_takes(target, tile, alone=len(source) == 2):
                continue
            after = list(columns)
            after[at] = rest
            after[to] = target + moved
            after.sort()
            yield tuple(after)


def _column_takes(target: _Column, tile: int, *, alone: bool) -> bool:
    """Whether a tile, which may be alone in its column, may move to the column."""
    if len(target) == 1:
        return not alone and ALL_TILES[tile].is_double
    return len(target) <= MOST and target[-1] in _FITS[tile]


def _settled(column: _Column) -> int:
    """How many tiles, from the top, lie as the goal wants them."""
    if column[0] or len(column) == 1 or not ALL_TILES[column[1]].is_double:
        return 0
    number = ALL_TILES[column[1]].high
    settled = 1
    for index in column[2 : _DONE + 1]:
        if not ALL_TILES[index].has(number):
            break
        settled += 1
    return settled


def _is_finished(column: _Column) -> bool:
    return len(column) == _DONE + 1 and _settled(column) == _DONE


def _cost(column: _Column) -> int:
    """What is still to be done in a column; below zero for an empty or a finished one."""
    length = len(column) - 1
    if not length:
        return _EMPTY
    settled = _settled(column)
    cost = _UNSETTLED * (length - settled) + _FACE_DOWN * column[0]
    if not settled:
        cost += _WRONG_TOP * length
    return cost + _FINISHED if settled == _DONE else cost


def _line(
    layout: SevenColumnsLayout, came_from: dict[_Position, _Position | None], reached: _Position
) -> tuple[Move, ...]:
    """The way to a position as moves between the columns as they stand."""
    way = [reached]
    while before := came_from[way[-1]]:
        way.append(before)
    columns, face_down = list(layout.columns), list(layout.face_down)
    line: list[Move] = []
    for wanted in way[-2::-1]:
        for at, to in ((at, to) for at in range(len(columns)) for to in range(len(columns)) if at != to):
            tried, down = columns.copy(), face_down.copy()
            if not tried[at]:
                continue
            tried[to] += tried[at][-1:]
            tried[at] = tried[at][:-1]
            down[at] = min(down[at], max(0, len(tried[at]) - 1))
            if _position_of(SevenColumnsLayout(tuple(tried), tuple(down))) == wanted:
                line.append(Move(PLAY, columns[at][-1], str(to + 1)))
                columns, face_down = tried, down
                break
    return tuple(line)

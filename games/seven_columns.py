"""Seven Columns, a solitaire that gathers tiles under doubles."""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush, nsmallest
from itertools import pairwise
from math import inf
from random import Random
from typing import Final, NamedTuple

from games.core.moves import PLAY, Move
from games.core.refusals import Alone, Covered, DoesNotFit, FaceDown, PlaceNeeded, Refusal, Superfluous
from games.core.solitaire import Moved, Solitaire, SolitaireLayout, SolitaireView, TurnedFaceUp
from games.core.solution import NodeBudget, Solution
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
    """The columns from top to bottom, with their numbers of face-down tiles."""

    columns: Columns
    face_down: tuple[int, ...]

    def solve(self, budget: NodeBudget) -> Solution:
        return _solve(self, budget)


@dataclass(frozen=True, kw_only=True)
class SevenColumnsView(SolitaireView):
    """The view of Seven Columns.

    :ivar columns: the columns from the left, each from its top to its bottom; None is a face-down tile.
    :ivar finished: the numbers, from 1, of the finished columns.
    """

    columns: tuple[tuple[Tile | None, ...], ...]
    finished: tuple[int, ...]


class SevenColumns(Solitaire):
    """A game in which bottom tiles move to matching bottom tiles."""

    key = "seven_columns"
    number = 10
    verbs = frozenset({PLAY})
    fewest_nodes = (190, 270, 400, 650)

    _columns: Columns
    """The columns from the left, each from its top to its bottom."""
    _face_down: tuple[int, ...]
    """The number of face-down tiles at the top of each column."""

    # --- The deal --------------------------------------------------------------------------------------------------

    def _lay_out(self, tiles: list[Tile]) -> None:
        down = _FACE_DOWN_ROWS * _COLUMNS
        self._columns = tuple(tuple(tiles[column::_COLUMNS]) for column in range(_COLUMNS))
        self._face_down = (_FACE_DOWN_ROWS,) * _COLUMNS
        self._emit_layout(tiles[:down], face_down=True)
        self._emit_layout(tiles[down:])

    # --- Legal moves -----------------------------------------------------------------------------------------------

    def _find_moves(self) -> tuple[Move, ...]:
        return tuple(
            Move(PLAY, source[-1], _NAMES[to])
            for at, source in enumerate(self._columns)
            if source
            for to, target in enumerate(self._columns)
            if to != at and _hindrance(target, source) is None
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
        hindrance = _hindrance(self._columns[to], source)
        return hindrance.about(tile=tile, at=move.at) if hindrance else Superfluous(f"={move.value}")

    # --- Doing a move ----------------------------------------------------------------------------------------------

    def _carry_out(self, seat: int, tile: Tile, move: Move) -> None:
        to = int(move.at) - 1
        at = next(number for number, column in enumerate(self._columns) if column and column[-1] is tile)
        columns = list(self._columns)
        columns[at] = columns[at][:-1]
        columns[to] += (tile,)
        self._columns = tuple(columns)
        self._emit(Moved(seat, (tile,), move.at))
        left = columns[at]
        if left and len(left) == self._face_down[at]:
            self._face_down = (*self._face_down[:at], len(left) - 1, *self._face_down[at + 1 :])
            self._emit(TurnedFaceUp((left[-1],), _NAMES[at]))

    # --- The end of the match --------------------------------------------------------------------------------------

    def _solved(self) -> bool:
        return not any(self._face_down) and all(map(_finished, self._columns))

    # --- The view and copies ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> SevenColumnsView:
        columns = list(zip(self._columns, self._face_down, strict=True))
        return SevenColumnsView(
            **self._view_fields(seat),
            columns=tuple((None,) * down + column[down:] for column, down in columns),
            finished=tuple(
                number for number, (column, down) in enumerate(columns, 1) if not down and _finished(column)
            ),
        )

    def layout(self) -> SevenColumnsLayout:
        return SevenColumnsLayout(self._columns, self._face_down)

    def _every_tile(self) -> list[Tile]:
        return [tile for column in self._columns for tile in column]

    def _redeal_face_down(self, rng: Random) -> None:
        columns = list(zip(self._columns, self._face_down, strict=True))
        hidden = sorted(tile for column, down in columns for tile in column[:down])
        rng.shuffle(hidden)
        self._columns = tuple((*(hidden.pop() for _ in range(down)), *column[down:]) for column, down in columns)


def _hindrance(target: tuple[Tile, ...], source: tuple[Tile, ...]) -> type[Refusal] | None:
    """Return the reason against moving a bottom tile, if any."""
    tile = source[-1]
    if not target:
        if not tile.is_double:
            return _DoubleOnly
        return Alone if len(source) == 1 else None
    if len(target) == MOST:
        return _ColumnFull
    bottom = target[-1]
    return None if bottom.has(tile.high) or bottom.has(tile.low) else DoesNotFit


def _finished(column: tuple[Tile, ...]) -> bool:
    """Return True for a double and three tiles of its number."""
    if len(column) != _DONE or not column[0].is_double:
        return False
    return not mask_of(column) & ~WITH_NUMBER[column[0].high]


# --- The solver -------------------------------------------------------------------------------------------------------
#
# A line that wins a position of Seven Columns: best-first search over what the columns hold, in any order of columns.
#
# The next position looked at is the one with the least sum of the moves made and of what is still to be done: for each
# column the tiles that do not yet lie as the goal wants them, the tiles that lie face down, and whether its top is in
# the way. That leads to a line in a few hundred positions, not to the shortest one. Where it does not, only the best
# few positions of each level are looked at: those that as many moves lead to.

_UNSETTLED: Final = 3
_FACE_DOWN: Final = 4
_WRONG_TOP: Final = 1
_EMPTY: Final = -6
_FINISHED: Final = -2
_SOON: Final = 3_000
"""Positions looked at best first before the search in levels. If they were fewer, other seeds would be found."""
_IN_LEVELS: Final = 5_000
"""Positions looked at in levels before the search goes on best first."""
_BREADTH: Final = 60
"""Positions of a level."""
_TO_EMPTY: Final = 1 << len(ALL_TILES)
"""The bit of a double that may move to an empty column."""

_Column = bytes
"""The number of face-down tiles of the column, then the indices of its tiles, both from its top."""
_Position = tuple[_Column, ...]
"""The columns of a position, sorted, because their order means nothing."""
_CameFrom = dict[_Position, _Position | None]
"""For each position reached the one before it; None where the search begins."""


class _Facts(NamedTuple):
    """The cached facts about a column.

    :ivar column: the column itself, as one shared object, so that positions compare quickly.
    :ivar cost: the estimated moves left in it; below zero for an empty or a finished one.
    :ivar gives: the bit of its bottom tile, and `_TO_EMPTY` if that may move to an empty column.
    :ivar takes: the bits of which a tile must have one to move here.
    :ivar bottom: its bottom tile.
    :ivar rest: the column without it.
    """

    column: _Column
    cost: int
    gives: int
    takes: int
    bottom: bytes
    rest: _Column


class _Known(dict[_Column, _Facts]):
    """The facts of all columns met in a search."""

    def __missing__(self, column: _Column) -> _Facts:
        self[column] = facts = _facts_of(column)
        return facts


def _solve(layout: SevenColumnsLayout, budget: NodeBudget) -> Solution:
    """Search for a line; prove a loss only in small searches."""
    start = tuple(sorted(_columns_of(layout)))
    known = _Known()
    came_from: _CameFrom = {start: None}
    heap = [(0, 0, 0, start)]
    reached = _best_first(heap, came_from, known, budget, _SOON)
    if heap and not reached:
        in_levels: _CameFrom = {start: None}
        if reached := _in_levels(start, in_levels, known, budget):
            came_from = in_levels
        else:
            reached = _best_first(heap, came_from, known, budget)
    return budget.won(_line(layout, came_from, reached, known)) if reached else budget.not_won()


def _best_first(
    heap: list[tuple[int, int, int, _Position]],
    came_from: _CameFrom,
    known: _Known,
    budget: NodeBudget,
    up_to: float = inf,
) -> _Position | None:
    """Return the goal if a best-first search finds it."""
    while heap and budget.nodes < up_to and budget.spend():
        _, _, moves, columns = heappop(heap)
        if all(map(_is_finished, columns)):
            return columns
        for _, _, following, cost in _following(columns, known):
            if following not in came_from:
                came_from[following] = columns
                heappush(heap, (cost + moves + 1, -len(came_from), moves + 1, following))
    return None


def _in_levels(start: _Position, came_from: _CameFrom, known: _Known, budget: NodeBudget) -> _Position | None:
    """Return the goal if a beam search finds it."""
    up_to = budget.nodes + _IN_LEVELS
    level = [start]
    while level:
        found: list[tuple[int, int, _Position]] = []
        for columns in level:
            if budget.nodes >= up_to or not budget.spend():
                return None
            if all(map(_is_finished, columns)):
                return columns
            for _, _, following, cost in _following(columns, known):
                if following not in came_from:
                    came_from[following] = columns
                    found.append((cost, -len(came_from), following))
        level = [following for _, _, following in nsmallest(_BREADTH, found)]
    return None


def _columns_of(layout: SevenColumnsLayout) -> list[_Column]:
    columns = zip(layout.columns, layout.face_down, strict=True)
    return [bytes([down, *(tile.index for tile in column)]) for column, down in columns]


def _following(columns: _Position, known: _Known) -> Iterator[tuple[int, int, _Position, int]]:
    """Yield each move's source, target, position and estimated moves left."""
    facts = [known[column] for column in columns]
    cost = sum([column.cost for column in facts])
    for at, source in enumerate(facts):
        gives = source.gives
        cost_without = cost - source.cost + known[source.rest].cost
        for to, target in enumerate(facts):
            if gives & target.takes and to != at:
                onto = known[columns[to] + source.bottom]
                after = [*columns]
                after[at] = source.rest
                after[to] = onto.column
                after.sort()
                yield at, to, tuple(after), cost_without - target.cost + onto.cost


def _facts_of(column: _Column) -> _Facts:
    if len(column) == 1:
        return _Facts(column, _EMPTY, gives=0, takes=_TO_EMPTY, bottom=b"", rest=column)
    bottom = ALL_TILES[column[-1]]
    rest = column[:-1]
    gives = bottom.bit
    if bottom.is_double and len(rest) > 1:
        gives |= _TO_EMPTY
    takes = WITH_NUMBER[bottom.high] | WITH_NUMBER[bottom.low] if len(column) <= MOST else 0
    if rest[0] and len(rest) == rest[0] + 1:  # a tile that lies face down at the bottom turns up
        rest = bytes([rest[0] - 1]) + rest[1:]
    return _Facts(column, _cost(column), gives, takes, column[-1:], rest)


def _settled(column: _Column) -> int:
    """Return the number of tiles from the top that match the goal."""
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
    """Return the estimated moves left in a non-empty column."""
    length = len(column) - 1
    settled = _settled(column)
    cost = _UNSETTLED * (length - settled) + _FACE_DOWN * column[0]
    if not settled:
        cost += _WRONG_TOP * length
    return cost + _FINISHED if settled == _DONE else cost


def _line(layout: SevenColumnsLayout, came_from: _CameFrom, reached: _Position, known: _Known) -> tuple[Move, ...]:
    """Return the moves that lead to a position, by current columns."""
    way = [reached]
    while before := came_from[way[-1]]:
        way.append(before)
    lying = _columns_of(layout)
    line: list[Move] = []
    for columns, wanted in pairwise(way[::-1]):
        at, to = next((at, to) for at, to, following, _ in _following(columns, known) if following == wanted)
        source, target = lying.index(columns[at]), lying.index(columns[to])
        bottom, lying[source] = known[columns[at]].bottom, known[columns[at]].rest
        lying[target] += bottom
        line.append(Move(PLAY, ALL_TILES[bottom[0]], _NAMES[target]))
    return tuple(line)

"""A line that wins a position of Seven Columns: best-first search over what the columns hold, in any order of columns.

The next position looked at is the one with the least sum of the moves made and of what is still to be done: for each
column the tiles that do not yet lie as the goal wants them, the tiles that lie face down, and whether its top is in
the way. That leads to a line in a few hundred positions, not to the shortest one.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Final

from games.core.moves import PLAY, Move
from games.core.solution import Budget, Solution
from games.core.tiles import ALL_TILES

from .match import MOST, SevenColumnsLayout

__all__ = ["solve_seven_columns"]

_DONE: Final = 4
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
_Columns = tuple[_Column, ...]
"""The columns of a position, sorted, because their order means nothing."""


def solve_seven_columns(layout: SevenColumnsLayout, budget: Budget) -> Solution:
    """A line to the goal, if one is found; only where few positions can be reached is it shown that there is none."""
    start = _position(layout)
    came_from: dict[_Columns, _Columns | None] = {start: None}
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


def _position(layout: SevenColumnsLayout) -> _Columns:
    columns = zip(layout.columns, layout.face_down, strict=True)
    return tuple(sorted(bytes([down, *(tile.index for tile in column)]) for column, down in columns))


def _following(columns: _Columns) -> Iterator[_Columns]:
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
            if to == at or not _takes(target, tile, alone=len(source) == 2):
                continue
            after = list(columns)
            after[at] = rest
            after[to] = target + moved
            after.sort()
            yield tuple(after)


def _takes(target: _Column, tile: int, *, alone: bool) -> bool:
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
    layout: SevenColumnsLayout, came_from: dict[_Columns, _Columns | None], reached: _Columns
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
            if _position(SevenColumnsLayout(tuple(tried), tuple(down))) == wanted:
                line.append(Move(PLAY, columns[at][-1], str(to + 1)))
                columns, face_down = tried, down
                break
    return tuple(line)

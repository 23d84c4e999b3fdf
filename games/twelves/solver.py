"""Whether a position of Twelves can be won, and with how few shifts.

A tile shifted to an empty column lies there alone until it is removed: it is as good as loose, but takes up a column.
So a position is two integers, what is left in the columns and what is loose or shifted. Positions are looked at in
order of the shifts they took: first all that are reached without, then with one, and so on; safe pairs
(`games.solver.pairs`) go at once. The first solution has the fewest shifts.
"""

from __future__ import annotations

from typing import Final

from games.core.moves import Move
from games.core.solitaire import SHIFT
from games.core.solution import Budget, Solution
from games.core.tiles import Tile
from games.solver.pairs import Step, Trail, groups_of, pairs_on, ready, steps_of

from .match import TwelvesLayout

__all__ = ["solve_twelves"]

_STRIDE: Final = 6
"""A column takes six bits, its top tile the lowest; the sixth is never set, so that columns do not touch."""
_FIELD: Final = (1 << _STRIDE - 1) - 1

_Node = tuple[int, int, Trail]
"""What is left in the columns, what is loose or shifted, and how it came about."""


class _Board:
    """The bits of a layout."""

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
        """The bottom tiles that can be shifted: there is an empty column, and they are not alone in theirs."""
        empty = sum(not columns & field for field in self.fields) - (loose & ~self.loose).bit_count()
        if empty < 1:
            return []
        bottoms = columns & ~(columns >> 1)
        return [bottoms & field for field in self.fields if columns & field & ~bottoms]


def solve_twelves(layout: TwelvesLayout, budget: Budget) -> Solution:
    """A line with the fewest shifts that removes everything, if there is one."""
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
                    level.append((*key, (Step(pair), trail)))
            shifted += [
                (columns ^ bit, loose | bit, (Step(bit, shift=True), trail)) for bit in board.shifts(columns, loose)
            ]
        for node in shifted:
            if node[:2] not in seen:
                seen.add(node[:2])
                level.append(node)
    return budget.not_won()


def _settled(board: _Board, columns: int, loose: int, trail: Trail) -> tuple[int, int, Trail, list[int]]:
    """The position once all safe pairs are gone, and the pairs that can be removed from it."""
    while True:
        safe, others = ready(board.groups, columns | loose, columns & ~(columns >> 1) | loose)
        if not safe:
            return columns, loose, trail, others
        for pair in safe:
            columns, loose, trail = columns & ~pair, loose & ~pair, (Step(pair), trail)


def _line(layout: TwelvesLayout, board: _Board, trail: Trail) -> tuple[Move, ...]:
    """The steps as moves; a shift goes to the first empty column."""
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

"""Whether a position of Pyramid can be won: every set of tiles that can be left, each looked at once.

What is free depends on nothing but what is left, and removing tiles never covers any. So a position is one integer,
and safe pairs (`games.solver.pairs`) go at once. A deal comes to a few hundred positions at most.
"""

from __future__ import annotations

from typing import Final

from games.core.solution import Budget, Solution
from games.solver.pairs import Step, Trail, groups_of, pairs_on, ready, steps_of

from .match import PyramidLayout

__all__ = ["solve_pyramid"]

_ROWS: Final = 7
_STRIDE: Final = 8
"""A row of the board takes eight bits, one more than its longest row has places."""
_BITS: Final = tuple(1 << (row * _STRIDE + column) for row in range(_ROWS) for column in range(row + 1))


def solve_pyramid(layout: PyramidLayout, budget: Budget) -> Solution:
    """A line that removes everything, if there is one."""
    bits = {tile: bit for tile, bit in zip(layout.tiles, _BITS, strict=True) if tile}
    groups = groups_of(bits)
    start = sum(bits.values())
    seen = {start}
    stack: list[tuple[int, Trail]] = [(start, None)]
    while stack and budget.spend():
        left, trail = stack.pop()
        while True:
            safe, others = ready(groups, left, _free(left))
            if not safe:
                break
            for pair in safe:
                left ^= pair
                trail = (Step(pair), trail)
        if not left:
            tiles = {bit: tile for tile, bit in bits.items()}
            return budget.won(tuple(pairs_on(step, tiles) for step in steps_of(trail)))
        for pair in others:
            if left ^ pair not in seen:
                seen.add(left ^ pair)
                stack.append((left ^ pair, (Step(pair), trail)))
    return budget.not_won()


def _free(left: int) -> int:
    """The tiles that lie face up: those with nothing at both upper or nothing at both lower corners."""
    below = left >> _STRIDE | left >> _STRIDE + 1
    above = left << _STRIDE | left << _STRIDE + 1
    return left & ~(below & above)

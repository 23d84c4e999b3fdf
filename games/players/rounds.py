"""Choosing between moves by trying all of them on the same redealt copies, round by round.

All moves meet the same deals, so they are comparable early. Now and then the moves that are clearly worse than the best
one are dropped, and the rest get the time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, sqrt
from typing import Final, TypeVar

__all__ = ["best_of"]

_FIRST_COMPARISON: Final = 16
"""Moves are compared after this many rounds, and then each time the number of rounds has doubled."""

_CLEARLY: Final = 3.0
"""A move is dropped if it is worse than the best by this many standard errors of the difference."""

_M = TypeVar("_M")
_D = TypeVar("_D")


def best_of(
    moves: Sequence[_M], deal_afresh: Callable[[], _D], worth: Callable[[_D, _M], float], enough: Callable[[], bool]
) -> _M:
    """The move that is worth most, as far as it was tried; of equals the first.

    :param deal_afresh: deals again, for a round, what the seat cannot know.
    :param worth: what a move brings in one course of that deal, which it must leave as it is.
    :param enough: asked before each trial; every move is tried once whatever it says.
    """
    worths: dict[_M, list[float]] = {move: [] for move in moves}
    considered = list(worths)
    rounds, next_comparison = 0, _FIRST_COMPARISON
    while len(considered) > 1:
        deal = deal_afresh()
        for move in considered:
            if enough() and rounds:
                return _best(considered, worths)
            worths[move].append(worth(deal, move))
        rounds += 1
        if rounds == next_comparison:
            considered = _still_considered(considered, worths)
            next_comparison *= 2
    return considered[0]


def _best(considered: Sequence[_M], worths: dict[_M, list[float]]) -> _M:
    """The move that was worth most over the rounds that all have played; of equals the first."""
    rounds = min(len(worths[move]) for move in considered)
    return max(considered, key=lambda move: sum(worths[move][:rounds]))


def _still_considered(considered: Sequence[_M], worths: dict[_M, list[float]]) -> list[_M]:
    best = _best(considered, worths)
    return [move for move in considered if move == best or _shortfall(worths[best], worths[move]) < _CLEARLY]


def _shortfall(better: Sequence[float], worse: Sequence[float]) -> float:
    """By how many standard errors of the difference one row of worths is below another, compared round by round."""
    differences = [one - other for one, other in zip(better, worse, strict=True)]
    mean = sum(differences) / len(differences)
    spread = sum((difference - mean) ** 2 for difference in differences)
    if not spread:
        return inf if mean else 0.0
    return mean / sqrt(spread / (len(differences) * (len(differences) - 1)))

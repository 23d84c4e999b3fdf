"""The chance to win a match of Seventy-Nine by its scores.

Search maximizes it. `values.json` has it for every way of scoring in steps of the score, computed by
`python -m tests.benchmarks.seventy_nine_values` from deals played by simple rules. Values between are interpolated.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from .suits import ALL_POINTS

TARGETS: Final = {"points": 250, "tricks": 9, "marks": 9}
"""The score that wins the match, for every way of scoring."""

NELLO_WORTH: Final = {"points": ALL_POINTS, "tricks": 9, "marks": 1}
"""The score of a Nel-O for the side that wins it."""


class WinningChances:
    """The chances to win a match with one way of scoring.

    :ivar target: the score that wins the match.
    :ivar rows: the chance to win, for every step of the own score and every step of the other.
    :ivar step: the points of one step.
    """

    __slots__ = ("rows", "scoring", "step", "target")

    def __init__(self, scoring: str, rows: Sequence[Sequence[float]]) -> None:
        self.scoring = scoring
        self.target = TARGETS[scoring]
        self.rows = [list(row) for row in rows]
        self.step = self.target // (len(rows) - 1)

    def chance(self, own: int, other: int, *, bids: bool) -> float:
        """Return a side's chance of a match win after a deal.

        :param bids: whether it has bid in that deal, which decides if both have reached the target.
        """
        if own >= self.target or other >= self.target:
            return float(bids if own >= self.target and other >= self.target else own > other)
        row, column = own // self.step, other // self.step
        down, across = own / self.step - row, other / self.step - column
        upper, lower = self.rows[row], self.rows[row + 1]
        left = upper[column] * (1 - down) + lower[column] * down
        right = upper[column + 1] * (1 - down) + lower[column + 1] * down
        return left * (1 - across) + right * across


@cache
def value_of(scoring: str) -> WinningChances:
    """Return the values for ``points``, ``tricks`` or ``marks``."""
    rows: dict[str, list[list[float]]] = json.loads(files(__package__).joinpath("values.json").read_text("utf-8"))
    return WinningChances(scoring, rows[scoring])

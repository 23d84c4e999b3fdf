"""The chance to win a match of Five to Fourteen by margin.

`values.json` has the spread of the points of one deal for hands of 5 to 14 tiles, learnt by
`python -m tests.benchmarks.chain_values`. The remaining deals of the round add their spread to the margin.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import erf, sqrt
from typing import NamedTuple

from games.chain.value import values_of


@cache
def _spread(one: int, other: int) -> float:
    """Return the standard deviation of a deal's points by hand sizes."""
    spreads = values_of("five_to_fourteen")["2"]["spread"]
    return sqrt(spreads[one - 5] * spreads[other - 5])


class RoundValue(NamedTuple):
    """The value of the running round.

    :ivar coming: the sizes of the hands in the later deals of the round.
    :ivar lost: the chance of side 0 to win the match if it loses the round.
    :ivar drawn: that chance if the round is drawn.
    :ivar won: that chance if side 0 wins the round.
    """

    coming: Sequence[tuple[int, int]]
    lost: float
    drawn: float
    won: float

    def chances(self, scores: Sequence[int], opener: int, caught: Sequence[int] = ()) -> list[float]:  # noqa: ARG002  # who opens matters little
        """Return the chance of each side to win the match."""
        margin = scores[0] - scores[1]
        if not self.coming:
            chance = self.drawn if not margin else self.won if margin > 0 else self.lost
        else:
            chance = self.lost + (self.won - self.lost) * margin_chances(margin, self.coming)
        return [chance, 1 - chance]


def margin_chances(margin: int, sizes: Sequence[tuple[int, int]]) -> float:
    """Return the chance of a lead to last; 0.5 for no lead."""
    spread = sqrt(sum(_spread(one, other) ** 2 for one, other in sizes))
    if not spread:
        return 0.5 if not margin else float(margin > 0)
    return 0.5 + 0.5 * erf(margin / (spread * sqrt(2)))

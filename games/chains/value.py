"""The chance to win a match of a chain game when another deal is to be dealt. All search maximises it.

`values.json` has what `python -m tests.benchmarks.chain_values` learnt from matches that kernels played against
themselves by sensible play. In a game of scores each side has a *strength*: an entry for its score, one for the
doubles with which it was caught, and one for where it sits from the next opener on. A side wins in proportion to the
exponential of its strength. In Five to Fourteen the deals left in a round add to the margin what chance brings.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import erf, exp, sqrt
from typing import Final, NamedTuple


@cache
def _values() -> dict[str, dict[str, list[float]]]:
    found: dict[str, dict[str, list[float]]] = json.loads(files(__package__).joinpath("values.json").read_text("utf-8"))
    return found


class Strengths(NamedTuple):
    """What the strength of a side is made up of.

    :ivar limit: the score at which the match ends.
    :ivar by_score: for each score from 0 up to the limit; a lower score counts as 0, a higher one as the limit.
    :ivar by_caught: for each number of doubles with which it was caught; empty in games that do not ask.
    :ivar by_place: for each place from the next opener on.
    """

    limit: int
    by_score: Sequence[float]
    by_caught: Sequence[float]
    by_place: Sequence[float]

    def chances(self, scores: Sequence[int], opener: int, caught: Sequence[int] = ()) -> list[float]:
        """For each side the chance to win.

        :param opener: the side that opens the next deal.
        :param caught: with how many doubles each side was caught.
        """
        by_score, by_place, limit = self.by_score, self.by_place, self.limit
        sides = len(scores)
        weights = []
        for side, score in enumerate(scores):
            strength = by_score[max(0, min(limit, score))] + by_place[(side - opener) % sides]
            if caught:
                strength += self.by_caught[caught[side]]
            weights.append(exp(strength))
        whole = sum(weights)
        return [weight / whole for weight in weights]


EVEN: Final = Strengths(0, [0.0], [0.0] * 8, [0.0] * 4)
"""All sides are equally strong, whatever their scores."""


@cache
def strengths_of(key: str, sides: int, limit: int) -> Strengths:
    """The strengths of a game with this number of sides. Scores count by their share of the limit."""
    return strengths_from(_values()[f"{key}/{sides}"], limit)


def strengths_from(values: Mapping[str, Sequence[float]], limit: int) -> Strengths:
    """Strengths as the file has them, spread over the scores up to the limit."""
    steps = values["score"]
    by_score = []
    for score in range(limit + 1):
        place = score * (len(steps) - 1) / limit
        lower = min(int(place), len(steps) - 2)
        by_score.append(steps[lower] + (place - lower) * (steps[lower + 1] - steps[lower]))
    return Strengths(limit, by_score, values.get("caught", ()), values["place"])


@cache
def _spreads() -> Callable[[int, int], float]:
    spreads = _values()["five_to_fourteen/2"]["spread"]
    return lambda one, other: sqrt(spreads[one - 5] * spreads[other - 5])


def margin_chances(margin: int, sizes: Sequence[tuple[int, int]]) -> float:
    """The chance that a margin of points is still one after deals with hands of these sizes; of nothing a half."""
    spread = sqrt(sum(_spreads()(one, other) ** 2 for one, other in sizes))
    if not spread:
        return 0.5 if not margin else float(margin > 0)
    return 0.5 + 0.5 * erf(margin / (spread * sqrt(2)))

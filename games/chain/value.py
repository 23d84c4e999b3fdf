"""The chance to win a match of a chain game between deals.

Search maximizes it. `values.json` of a game has the numbers that `python -m tests.benchmarks.chain_values` learnt from
matches of sensible play. Each side has a *strength*: the sum of an entry for its score, one for the doubles with which
it was caught, and one for its place from the next opener on. Winning chances are the softmax of the strengths.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp
from typing import Final, NamedTuple


@cache
def values_of(key: str) -> dict[str, dict[str, list[float]]]:
    """Return a game's learnt values by number of sides, if any."""
    file = files(f"games.{key}").joinpath("values.json")
    values: dict[str, dict[str, list[float]]] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return values


class Strengths(NamedTuple):
    """The parts of the strength of a side.

    :ivar limit: the score at which the match ends.
    :ivar by_score: for each score from 0 to the limit; scores outside count as the nearer bound.
    :ivar by_caught: for each number of doubles with which it was caught; empty in games that do not need it.
    :ivar by_place: for each place from the next opener on.
    """

    limit: int
    by_score: Sequence[float]
    by_caught: Sequence[float]
    by_place: Sequence[float]

    def chances(self, scores: Sequence[int], opener: int, caught: Sequence[int] = ()) -> list[float]:
        """Return each side's winning chance.

        :param opener: the side that opens the next deal.
        :param caught: the number of doubles with which each side was caught.
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
    """Return a game's strengths for this number of sides.

    Scores count by their share of the limit. A game without learnt values gets `EVEN`: its computers then look no
    further than the deal's points.

    :raises ValueError: if the entry for this number of sides is incomplete.
    """
    values = values_of(key).get(str(sides))
    if values is None:
        return EVEN
    missing = [name for name in ("score", "place") if not values.get(name)]
    if missing:
        raise ValueError(f"games/{key}/values.json has no {' and no '.join(missing)} for {sides} sides")
    return strengths_from(values, limit)


def strengths_from(values: Mapping[str, Sequence[float]], limit: int) -> Strengths:
    """Return strengths from file entries, spread over all scores."""
    steps = values["score"]
    by_score = []
    for score in range(limit + 1):
        place = score * (len(steps) - 1) / limit
        lower = min(int(place), len(steps) - 2)
        by_score.append(steps[lower] + (place - lower) * (steps[lower + 1] - steps[lower]))
    return Strengths(limit, by_score, values.get("caught", ()), values["place"])

"""Importance-weighted sampling of hidden deals, independent of the game.

A game supplies equally likely worlds, and the likelihood of the other seats' observed actions in each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum, sqrt
from random import Random
from typing import Final, Generic, TypeVar

_TRUSTED: Final = 0.1
"""The share of the worlds that at least should carry all the weight."""

_HALVINGS: Final = 3
"""The number of times that weights are tempered before each world counts the same."""

_AT_A_TIME: Final = 128
"""The number of worlds weighed at a time."""

World = TypeVar("World")


def trusted(weights: Sequence[float]) -> list[float]:
    """Return the weights of worlds, tempered as long as hardly any world carries all the weight.

    A few worlds say little about the best move, and an opponent who makes most worlds unlikely may not fit the model.
    So square roots are taken first. Only if that does not help do all worlds count the same.
    """
    tempered = list(weights)
    for _ in range(1 + _HALVINGS):
        squares = fsum([weight * weight for weight in tempered])
        if fsum(tempered) ** 2 > _TRUSTED * len(tempered) * squares:  # not if all are too small to tell
            return tempered
        tempered = [sqrt(weight) for weight in tempered]
    return [1.0] * len(weights)


class Worlds(Generic[World]):
    """Worlds in the proportion of their likelihoods.

    :param deal: makes a world in which each that is possible is equally likely.
    :param likelihood: returns the relative likelihood of the observations in a world, above 0; None: all alike.
    """

    def __init__(self, deal: Callable[[], World], likelihood: Callable[[World], float] | None, rng: Random) -> None:
        self._deal = deal
        self._likelihood = likelihood
        self._rng = rng
        self._drawn: list[World] = []

    def next(self) -> World:
        """Return a world."""
        if self._likelihood is None:
            return self._deal()
        if not self._drawn:
            worlds = [self._deal() for _ in range(_AT_A_TIME)]
            weights = trusted([self._likelihood(world) for world in worlds])
            self._drawn = self._rng.choices(worlds, weights, k=_AT_A_TIME)
        return self._drawn.pop()

"""Worlds in which what was seen is as likely as it should be. It knows no game.

A game deals worlds that are all equally likely, and says how likely each makes what others have been seen to do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum, sqrt
from random import Random
from typing import Final, Generic, TypeVar

_TRUSTED: Final = 0.1
"""The share of the worlds that at least should carry all the weight."""

_HALVINGS: Final = 3
"""How often the power to which weights are raised is halved before each world counts the same."""

_AT_A_TIME: Final = 128
"""The number of worlds weighed at a time."""

World = TypeVar("World")


def trusted(weights: Sequence[float]) -> list[float]:
    """The weights of worlds, tempered as long as hardly any world carries all the weight.

    Few worlds say little about what is best, and who makes so many so unlikely may not play as thought. Often the rest
    still tells much: so square roots are taken first, and only where that does not help all worlds count the same.
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
    :param likelihood: how likely a world makes what was seen, in proportion, above 0; None: all alike.
    """

    def __init__(self, deal: Callable[[], World], likelihood: Callable[[World], float] | None, rng: Random) -> None:
        self._deal = deal
        self._likelihood = likelihood
        self._rng = rng
        self._drawn: list[World] = []

    def next(self) -> World:
        """A world."""
        if self._likelihood is None:
            return self._deal()
        if not self._drawn:
            worlds = [self._deal() for _ in range(_AT_A_TIME)]
            weights = trusted([self._likelihood(world) for world in worlds])
            self._drawn = self._rng.choices(worlds, weights, k=_AT_A_TIME)
        return self._drawn.pop()

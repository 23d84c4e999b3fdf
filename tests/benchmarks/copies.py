"""Copies of running matches, dealt afresh and plain."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count, cycle
from random import Random

import games

from .measuring import Effort, Result, Topic, in_turn, rate
from .playouts import random_match

__all__ = ["copies"]


def copies(effort: Effort) -> list[Topic]:
    """Redealt copies a second, of matches about half-way through."""
    contenders: dict[str, Callable[[], int]] = {}
    for key in games.CATALOGUE:
        positions = [half_way(key, number) for number in range(effort.samples)]
        contenders[f"{key}, redealt"] = _redealing(positions)
        contenders[f"{key}, plain"] = _copying(positions)
    values = in_turn({name: partial(rate, work, effort.seconds) for name, work in contenders.items()}, effort.rounds)
    results = tuple(
        Result(name, "copies/s", rounds, (name.replace("redealt", "plain"),) if name.endswith("redealt") else ())
        for name, rounds in values.items()
    )
    return [Topic(f"A copy of a match half-way through ({effort.samples} positions)", results)]


def half_way(key: str, number: int) -> games.Match:
    """Return a half-played random match, with a seat to move."""
    for attempt in count():  # a solitaire may have no move from the first on
        seed = f"position {number}/{attempt}"
        _, plies = random_match(key, seed, Random(number))
        match = random_match(key, seed, Random(number), plies=plies // 2)[0]
        if match.actors():
            break
    return match


def _redealing(positions: list[games.Match]) -> Callable[[], int]:
    rng, here = Random(1), cycle(positions)

    def redeal() -> int:
        match = next(here)
        match.redeal_unseen(match.actors()[0], rng)
        return 1

    return redeal


def _copying(positions: list[games.Match]) -> Callable[[], int]:
    here = cycle(positions)

    def copy() -> int:
        next(here).copy()
        return 1

    return copy

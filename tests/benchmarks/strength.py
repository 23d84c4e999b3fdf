"""How often regular players win against casual ones: of all deals, and of all matches.

The sides change places from match to match. A regular player thinks for `THINKING` seconds about a move, less than at a
table, as otherwise a few matches would take minutes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import sqrt
from random import Random
from typing import Final

import games
from games import players

from .measuring import Aim, Effort, Result, Topic

__all__ = ["THINKING", "Tally", "interval", "play_match", "strength"]

THINKING: Final = 0.1

_LEAST: Final = 20
"""So many playouts are thought about even if there is no time."""

_LONGER: Final = 40
"""A round of one game takes so many times the seconds of other contenders: matches are long."""

_AIMS: Final = {"bingo": 80.0, "domino_square": 65.0, "seventy_nine": 90.0}
"""The share of matches that should be won, in per cent."""

_NORMAL: Final = 1.96
"""Within so many standard deviations lie 95 of 100."""


@dataclass
class Tally:
    """What one side has won. A deal that nobody wins counts as played."""

    matches: int = 0
    matches_won: int = 0
    deals: int = 0
    deals_won: int = 0


def strength(effort: Effort) -> list[Topic]:
    """The shares won of deals and matches, with their intervals."""
    tallies = {key: Tally() for key in _AIMS}
    numbers = {key: count() for key in _AIMS}
    thinking = min(THINKING, effort.seconds)
    for _ in range(effort.rounds):
        for key, tally in tallies.items():
            end = time.monotonic() + _LONGER * effort.seconds
            while True:
                play_match(key, next(numbers[key]), tally, partial(_until, thinking))
                if time.monotonic() >= end:
                    break
    results, remarks = [], [f"a regular player thinks for {thinking:g} s about a move"]
    for key, tally in tallies.items():
        for what, won, of, aim in (
            ("matches", tally.matches_won, tally.matches, Aim(_AIMS[key], at_least=True)),
            ("deals", tally.deals_won, tally.deals, None),
        ):
            low, high = interval(won, of)
            results.append(Result(f"{key}, {what} won", "%", (100 * won / of,), aim=aim))
            remarks.append(f"{key}: {won} of {of} {what}, 95 % interval {100 * low:.1f} to {100 * high:.1f} %")
    return [Topic("Regular players against casual ones", tuple(results), tuple(remarks))]


def play_match(key: str, number: int, tally: Tally, thought: Callable[[], Callable[[], bool]]) -> None:
    """Play a match between a regular and a casual side and add what the regular one won.

    :param thought: for every move an `enough`, as `players.choose` wants it.
    """
    match = games.new_match(key, seats=games.CATALOGUE[key].seat_counts[0], seed=f"strength {number}")
    rng, side = Random(number), number % 2
    while not match.outcome:
        (seat,) = match.actors()
        level = "regular" if match.side_of(seat) == side else "casual"
        before = match.last_deal
        match.play(seat, players.choose(level, match, seat, rng, thought()))
        if match.last_deal is not None and match.last_deal is not before:
            tally.deals += 1
            tally.deals_won += side in match.last_deal.winners
    tally.matches += 1
    tally.matches_won += side in match.outcome.winners


def interval(won: int, of: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of which so many were seen."""
    share, square = won / of, _NORMAL**2
    middle = share + square / (2 * of)
    spread = _NORMAL * sqrt(share * (1 - share) / of + square / (4 * of * of))
    return max(0.0, (middle - spread) / (1 + square / of)), min(1.0, (middle + spread) / (1 + square / of))


def _until(seconds: float) -> Callable[[], bool]:
    end, tried = time.monotonic() + seconds, players.playouts(_LEAST)
    return lambda: tried() and time.monotonic() >= end

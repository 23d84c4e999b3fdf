"""Measuring contenders in turn, so that noise disturbs all equally.

Work that never waits is measured in processor time, so that other programs cost it less; work that waits for a disk or
a server is measured by the clock. A round gives one value for each contender. Several rounds are summed up by their
median; a ratio is the median of the ratios within each round.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Aim", "Effort", "Result", "Topic", "in_turn", "milliseconds", "rate", "ratio"]


@dataclass(frozen=True)
class Effort:
    """The number of rounds and repetitions.

    :ivar rounds: how often everything is measured.
    :ivar seconds: how long each contender works in a round, at least one piece of work.
    :ivar tables: the number of tables in memory.
    :ivar samples: the greatest number of positions or pictures of each kind.
    :ivar folder: for temporary databases; on the kind of disk that the bot's data lie on.
    :ivar deals: the number of solved deals of each solitaire.
    :ivar matches: the number of matches in the large league.
    """

    rounds: int
    seconds: float
    tables: int
    folder: Path
    samples: int = 50
    deals: int = 1000
    matches: int = 200_000


@dataclass(frozen=True)
class Aim:
    """An aim for a value; missing it fails nothing.

    :ivar rival: the result to which the bound is a ratio; "": the bound is in the unit of the value.
    :ivar always: every round must meet the bound, not just the median, because nothing in it is the machine's noise.
    """

    bound: float
    at_least: bool = False
    rival: str = ""
    always: bool = False

    def met_by(self, value: float) -> bool:
        """Return True if a value or its ratio is good enough."""
        return value >= self.bound if self.at_least else value < self.bound


@dataclass(frozen=True)
class Result:
    """One measured thing, with values by round and rivals' names."""

    name: str
    unit: str
    rounds: tuple[float, ...]
    rivals: tuple[str, ...] = ()
    aim: Aim | None = None

    @property
    def value(self) -> float:
        return statistics.median(self.rounds)


@dataclass(frozen=True)
class Topic:
    """A group of results with remarks, such as missing peers."""

    title: str
    results: tuple[Result, ...]
    remarks: tuple[str, ...] = field(default=())

    def ratios(self, result: Result) -> dict[str, float]:
        """Return a result's ratio to each measured rival."""
        found = {other.name: other for other in self.results}
        return {name: ratio(result, found[name]) for name in result.rivals if name in found}

    def meets_aim(self, result: Result) -> bool | None:
        """Return True if a result meets its aim, None if unknown."""
        if result.aim is None:
            return None
        if not result.aim.rival:
            judged = result.rounds if result.aim.always else (result.value,)
            return all(result.aim.met_by(value) for value in judged)
        beside = self.ratios(result).get(result.aim.rival)
        return None if beside is None else result.aim.met_by(beside)


def ratio(one: Result, other: Result) -> float:
    """Return the median of the rounds' ratios."""
    return statistics.median(mine / its for mine, its in zip(one.rounds, other.rounds, strict=True))


def in_turn(contenders: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, tuple[float, ...]]:
    """Return each contender's values; rounds alternate in direction."""
    values: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(rounds):
        for name in list(contenders)[:: -1 if number % 2 else 1]:
            gc.collect()
            values[name].append(contenders[name]())
    return {name: tuple(found) for name, found in values.items()}


def rate(work: Callable[[], int], seconds: float) -> float:
    """Return units per processor second; `work` returns its units."""
    done = 0
    begin = time.process_time()
    while True:
        done += work()
        elapsed = time.process_time() - begin
        if elapsed > seconds:
            return done / elapsed


def milliseconds(work: Callable[[], object], seconds: float) -> float:
    """Return the mean processor time of repeated work."""

    def once() -> int:
        work()
        return 1

    return 1000 / rate(once, seconds)

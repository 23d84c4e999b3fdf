"""Measuring by turns: contenders alternate round by round, so that noise disturbs all alike.

Work that never waits is measured in time of the processor, so that other programs cost it less; what waits for a disk
or a server is measured by the clock. A round gives one value for each contender. What is told of several rounds is
their median; a ratio is the median of the ratios within each round.
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
    :ivar tables: how many tables are held in memory.
    :ivar samples: how many positions or pictures of each kind are worked on in turn, at most.
    :ivar folder: where databases may be put for a while; on the kind of disk that the bot's data lie on.
    :ivar deals: how many deals of each solitaire are solved.
    :ivar matches: how many matches the large league has.
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
    """An aim for a value; a missed aim is marked, but fails nothing.

    :ivar rival: the result to which the bound is a ratio; "": the bound is in the unit of the value.
    :ivar always: every round must meet the bound, not just the median, because nothing in it is the machine's noise.
    """

    bound: float
    at_least: bool = False
    rival: str = ""
    always: bool = False

    def met_by(self, value: float) -> bool:
        """Return True if a value, or its ratio to a rival, is good enough."""
        return value >= self.bound if self.at_least else value < self.bound


@dataclass(frozen=True)
class Result:
    """One thing measured: a value a round. `rivals` are the results of the same topic that it is compared with."""

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
    """A group of results in the report, with remarks such as why a peer is missing."""

    title: str
    results: tuple[Result, ...]
    remarks: tuple[str, ...] = field(default=())

    def ratios(self, result: Result) -> dict[str, float]:
        """Return a result beside each of its rivals that was measured."""
        found = {other.name: other for other in self.results}
        return {name: ratio(result, found[name]) for name in result.rivals if name in found}

    def meets_aim(self, result: Result) -> bool | None:
        """True if a result meets its aim; None without an aim or its rival."""
        if result.aim is None:
            return None
        if not result.aim.rival:
            judged = result.rounds if result.aim.always else (result.value,)
            return all(result.aim.met_by(value) for value in judged)
        beside = self.ratios(result).get(result.aim.rival)
        return None if beside is None else result.aim.met_by(beside)


def ratio(one: Result, other: Result) -> float:
    """Return the ratio of one result to the other by the median round."""
    return statistics.median(mine / its for mine, its in zip(one.rounds, other.rounds, strict=True))


def in_turn(contenders: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, tuple[float, ...]]:
    """Return the values of each contender, one a round; every other round goes in the opposite order."""
    values: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(rounds):
        for name in list(contenders)[:: -1 if number % 2 else 1]:
            gc.collect()
            values[name].append(contenders[name]())
    return {name: tuple(found) for name, found in values.items()}


def rate(work: Callable[[], int], seconds: float) -> float:
    """Units done in a second of the processor by a piece of work, repeated for so long, that says how many it did."""
    done = 0
    begin = time.process_time()
    while True:
        done += work()
        elapsed = time.process_time() - begin
        if elapsed > seconds:
            return done / elapsed


def milliseconds(work: Callable[[], object], seconds: float) -> float:
    """Return the mean processor time of a piece of work, repeated for the given time."""

    def once() -> int:
        work()
        return 1

    return 1000 / rate(once, seconds)

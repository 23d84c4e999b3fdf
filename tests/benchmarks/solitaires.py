"""Solver times and winnable shares of solitaires.

Every deal is solved once, in processor time. So there is one round, whatever is asked for: percentiles show the spread
between deals.
"""

from __future__ import annotations

import time
from collections import Counter

import games
from games.core.solitaire import Solitaire
from games.solitaires import solver

from .measuring import Aim, Effort, Result, Topic

__all__ = ["solitaires"]

_EXACT = Aim(20)
"""Milliseconds for whatever deal of the short solitaires, which are always decided."""
_LONG = Aim(5000)
"""Milliseconds for 95 of 100 deals of the others."""
_ALWAYS_DECIDED = frozenset({"pyramid", "twelves"})


def solitaires(effort: Effort) -> list[Topic]:
    """Measure times, and remark shares won, lost and undecided."""
    results: list[Result] = []
    remarks: list[str] = []
    for key, game in games.CATALOGUE.items():
        if issubclass(game, Solitaire):
            times, verdicts = _solved(game, effort.deals)
            exact = key in _ALWAYS_DECIDED
            results += [
                Result(f"{key}, median", "ms", (_part(times, 50),)),
                Result(f"{key}, 95th", "ms", (_part(times, 95),), aim=None if exact else _LONG),
                Result(f"{key}, slowest", "ms", (times[-1],), aim=_EXACT if exact else None),
            ]
            shares = ", ".join(
                f"{verdict} {100 * verdicts[verdict] / effort.deals:.1f} %" for verdict in solver.SearchVerdict
            )
            remarks.append(f"{key}: {shares} of {effort.deals} deals")
    return [Topic("Solitaires: a deal solved, by time of the processor", tuple(results), tuple(remarks))]


def _solved(game: type[Solitaire], deals: int) -> tuple[list[float], Counter[solver.SearchVerdict]]:
    """Return sorted ms per deal, and counts of verdicts."""
    times: list[float] = []
    verdicts: Counter[solver.SearchVerdict] = Counter()
    for number in range(deals):
        match = game(seats=1, seed=f"benchmark {number}")
        begin = time.process_time()
        solution = solver.solve(match)
        times.append(1000 * (time.process_time() - begin))
        verdicts[solution.verdict] += 1
    return sorted(times), verdicts


def _part(times: list[float], percent: int) -> float:
    return times[min(len(times) - 1, len(times) * percent // 100)]

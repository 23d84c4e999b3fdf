"""Computations on results: the table of a day, streaks, and a player's statistics. Pure functions.

Fewer moves are better. If the moves are equal, less time is better. So in Pyramid, which always takes fourteen moves,
time decides.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from storage.solo import SoloStatus, StoredSolo


@dataclass(frozen=True)
class DayTable:
    """The results of a day in a server.

    :ivar alone: who solved it without help, the best first.
    :ivar helped: who solved it with help, the best first.
    :ivar unsolved: who tried and did not solve it.
    """

    alone: tuple[StoredSolo, ...]
    helped: tuple[StoredSolo, ...]
    unsolved: tuple[StoredSolo, ...]


@dataclass(frozen=True)
class SoloStatistics:
    """A player's statistics in a game; all counts are of results that count.

    :ivar played: how many solitaires.
    :ivar solved: how many were solved, with help or without.
    :ivar alone: how many were solved without help.
    :ivar best: the best result without help.
    :ivar moves: the average number of moves of those solved without help.
    :ivar seconds: the average time of those, in seconds.
    :ivar streak: how many were solved in a row until now.
    :ivar longest: the longest such row.
    """

    played: int
    solved: int
    alone: int
    best: StoredSolo | None
    moves: float
    seconds: float
    streak: int
    longest: int


def day_table(results: Iterable[StoredSolo]) -> DayTable:
    """Return the table of results of a day."""
    results = tuple(results)
    solved = sorted((one for one in results if one.status is SoloStatus.SOLVED), key=_rank)
    return DayTable(
        tuple(one for one in solved if not one.helped),
        tuple(one for one in solved if one.helped),
        tuple(one for one in results if one.status is not SoloStatus.SOLVED),
    )


def _rank(solo: StoredSolo) -> tuple[int, float]:
    return solo.moves, (solo.ended_at or 0.0) - solo.created_at


def solved_days(results: Iterable[StoredSolo], game: str) -> frozenset[date]:
    """Return the days whose deal a player has solved at the first try without help."""
    return frozenset(
        date.fromisoformat(one.day)
        for one in results
        if one.game == game and one.day and one.status is SoloStatus.SOLVED and not one.helped
    )


def day_streak(days: Collection[date], today: date) -> int:
    """Return the number of these days in a row until now. Today cannot break a streak, as it is not over."""
    day = today if today in days else today - timedelta(days=1)
    streak = 0
    while day in days:
        streak += 1
        day -= timedelta(days=1)
    return streak


def standing(results: Sequence[StoredSolo]) -> SoloStatistics:
    """Return the statistics of a player's results in one game, which are given oldest first."""
    solved = [one for one in results if one.status is SoloStatus.SOLVED]
    alone = [one for one in solved if not one.helped]
    streak = longest = 0
    for one in results:
        streak = streak + 1 if one.status is SoloStatus.SOLVED else 0
        longest = max(longest, streak)
    return SoloStatistics(
        played=len(results),
        solved=len(solved),
        alone=len(alone),
        best=min(alone, key=_rank, default=None),
        moves=sum(one.moves for one in alone) / len(alone) if alone else 0.0,
        seconds=sum(one.seconds for one in alone) / len(alone) if alone else 0.0,
        streak=streak,
        longest=longest,
    )

"""Daily tables, streaks and statistics, as pure functions.

Fewer moves are better; ties go to the shorter time. So time decides in Pyramid, which always takes fourteen moves.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from storage.solo import SoloStatus, StoredSolo


@dataclass(frozen=True)
class DayTable:
    """The results of a day in a server.

    :ivar alone: solved without help, the best first.
    :ivar helped: solved with help, the best first.
    :ivar unsolved: tried but not solved.
    """

    alone: tuple[StoredSolo, ...]
    helped: tuple[StoredSolo, ...]
    unsolved: tuple[StoredSolo, ...]


@dataclass(frozen=True)
class SoloStatistics:
    """A player's statistics in a game, of results that count.

    :ivar solved: the number solved, with help or without.
    :ivar alone: the number solved without help.
    :ivar best: the best result without help.
    :ivar moves: the average number of moves without help.
    :ivar seconds: the average time without help, in seconds.
    :ivar streak: the number solved in a row until now.
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
    return solo.moves, solo.spent


def solved_days(results: Iterable[StoredSolo], game: str) -> frozenset[date]:
    """Return the days solved without help at first try."""
    return frozenset(
        date.fromisoformat(one.day)
        for one in results
        if one.game == game and one.day and one.status is SoloStatus.SOLVED and not one.helped
    )


def day_streak(days: Collection[date], today: date) -> int:
    """Return the number of consecutive days; today cannot break it."""
    day = today if today in days else today - timedelta(days=1)
    streak = 0
    while day in days:
        streak += 1
        day -= timedelta(days=1)
    return streak


def standing(results: Sequence[StoredSolo]) -> SoloStatistics:
    """Return the statistics of results given oldest first."""
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

"""What a search answers, and how much it may do."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.core.moves import Move

Cancelled = Callable[[], bool]
"""Asked now and then whether the search is to stop."""

_BETWEEN_QUESTIONS: Final = 256


class SearchVerdict(StrEnum):
    """Whether a position can be won."""

    WON = "won"
    """It can: there is a line."""
    LOST = "lost"
    """It cannot, whatever is played: everything has been looked at."""
    UNKNOWN = "unknown"
    """The search has stopped at its limit, or because it was told to."""


@dataclass(frozen=True)
class Solution:
    """What became of a search.

    :ivar line: the moves from the position to its solution; empty unless the verdict is `Verdict.WON`.
    :ivar nodes: how many positions were looked at; the same position and limit always need equally many.
    """

    verdict: SearchVerdict
    line: tuple[Move, ...] = ()
    nodes: int = 0


class NodeBudget:
    """Counts the positions that a search looks at.

    :ivar exhausted: whether the search had to stop.
    """

    def __init__(self, node_limit: int, cancelled: Cancelled | None = None) -> None:
        self.limit = node_limit
        self.nodes = 0
        self.exhausted = False
        self._cancelled = cancelled

    def spend(self) -> bool:
        """Count one more position; False if the search has to stop before it."""
        if self.nodes >= self.limit or (self._cancelled and not self.nodes % _BETWEEN_QUESTIONS and self._cancelled()):
            self.exhausted = True
            return False
        self.nodes += 1
        return True

    def won(self, line: tuple[Move, ...]) -> Solution:
        """The answer when a line is found."""
        return Solution(SearchVerdict.WON, line, self.nodes)

    def not_won(self) -> Solution:
        """The answer when nothing is left to look at: lost, unless the search had to stop."""
        return Solution(SearchVerdict.UNKNOWN if self.exhausted else SearchVerdict.LOST, (), self.nodes)

"""The result of a solver's search and its node budget."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.core.moves import Move

Cancelled = Callable[[], bool]
"""A function that returns True to stop the search; polled regularly."""

_BETWEEN_QUESTIONS: Final = 256


class SearchVerdict(StrEnum):
    """The results of a search for a win."""

    WON = "won"
    """There is a winning line."""
    LOST = "lost"
    """There is no winning line: the search was exhaustive."""
    UNKNOWN = "unknown"
    """The search reached its limit or was cancelled."""


@dataclass(frozen=True)
class Solution:
    """The result of a search.

    :ivar line: the moves from the position to its solution; empty unless the verdict is `SearchVerdict.WON`.
    :ivar nodes: the number of positions searched; it depends only on the position and the limit.
    """

    verdict: SearchVerdict
    line: tuple[Move, ...] = ()
    nodes: int = 0


class NodeBudget:
    """A limit on the positions that a search visits.

    :ivar exhausted: whether the search had to stop.
    """

    def __init__(self, node_limit: int, cancelled: Cancelled | None = None) -> None:
        self.limit = node_limit
        self.nodes = 0
        self.exhausted = False
        self._cancelled = cancelled

    def spend(self) -> bool:
        """Count one more position; return False if none is left."""
        if self.nodes >= self.limit or (self._cancelled and not self.nodes % _BETWEEN_QUESTIONS and self._cancelled()):
            self.exhausted = True
            return False
        self.nodes += 1
        return True

    def won(self, line: tuple[Move, ...]) -> Solution:
        """Return the solution with this winning line."""
        return Solution(SearchVerdict.WON, line, self.nodes)

    def not_won(self) -> Solution:
        """Return "lost", or "unknown" if the budget ran out."""
        return Solution(SearchVerdict.UNKNOWN if self.exhausted else SearchVerdict.LOST, (), self.nodes)

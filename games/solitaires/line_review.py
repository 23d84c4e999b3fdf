"""The review of a player's line in a solitaire: where the deal was lost, and the shortest solution found.

>>> import games
>>> from games.solitaires import line_review, solver
>>> match = games.new_match("twelves", seats=1, seed="an example")
>>> line = [str(move) for move in solver.solve(match).line]
>>> review = line_review.review(match, line)
>>> review.won == review.moves == len(line), review.lost
(True, None)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.core.moves import Move
from games.core.outcome import EndReason
from games.core.solitaire import Solitaire
from games.core.solution import Cancelled, SearchVerdict, Solution

from .solver import solve

_NODE_LIMIT: Final = 200_000
"""The most positions to search for one question."""

_TOTAL: Final = 1_000_000
"""The most positions to search for all questions about the verdicts."""

_SHORTENING: Final = 100_000
"""The most positions to search for a shorter solution."""


@dataclass(frozen=True)
class LineReview:
    """The verdicts on a line, and a solution.

    A position that can be won can be won from every earlier one, and a lost one stays lost.

    :ivar moves: the number of moves of the line.
    :ivar won: the most moves of the line after which a solution is known to exist; None if none is known.
    :ivar lost: the fewest moves after which none is known to exist; None if that is never known.
    :ivar start: the number of moves of the line before the solution: 0 if the line solves the deal, else `won`.
    :ivar solution: the shortest solution found from there; empty if none is known.
    """

    moves: int
    won: int | None
    lost: int | None
    start: int = 0
    solution: tuple[Move, ...] = ()

    @property
    def losing(self) -> int | None:
        """The number of the move that lost the deal, from 1, if known."""
        return self.lost if self.won is not None and self.lost == self.won + 1 else None


def review(start: Solitaire, played: Sequence[str], *, cancelled: Cancelled | None = None) -> LineReview:
    """Review a line of moves from a position.

    The searches count positions, so the result is deterministic unless it is cancelled.

    :param played: the moves, without those taken back.
    """
    line = _Line(start, played, cancelled)
    end = line.position(len(played)).outcome
    if end is not None and end.reason is EndReason.SOLVED:
        moves = tuple(Move.parse(text) for text in played)
        return LineReview(len(played), len(played), None, 0, _shorter(start, moves, cancelled))
    won = line.last_won()
    lost = line.first_lost(won)
    if won is None:
        return LineReview(len(played), None, lost)
    solution = _shorter(line.position(won), line.solution(won).line, cancelled)
    return LineReview(len(played), won, lost, won, solution)


class _Line:
    """The positions of a line, each searched at most once."""

    def __init__(self, start: Solitaire, played: Sequence[str], cancelled: Cancelled | None) -> None:
        self._start, self._played, self._cancelled = start, played, cancelled
        self._found: dict[int, Solution] = {}
        self._left = _TOTAL

    def position(self, moves: int) -> Solitaire:
        """Return the match after this many moves."""
        match = self._start.copy()
        for text in self._played[:moves]:
            match.play(0, text)
        return match

    def solution(self, moves: int) -> Solution:
        """Return the result of the search after this many moves."""
        if moves not in self._found:
            limit = min(_NODE_LIMIT, self._left)
            found = solve(self.position(moves), limit, cancelled=self._cancelled)
            self._left -= found.nodes
            self._found[moves] = found
        return self._found[moves]

    def last_won(self) -> int | None:
        """Return the most moves with a known solution, by bisection."""
        won, other = -1, len(self._played) + 1
        if self._verdict(len(self._played)) is not SearchVerdict.WON:
            other -= 1
        while other - won > 1:
            middle = (won + other) // 2
            if self._verdict(middle) is SearchVerdict.WON:
                won = middle
            else:
                other = middle
        return won if won >= 0 else None

    def first_lost(self, won: int | None) -> int | None:
        """Return the fewest moves with a proved loss, by bisection."""
        known = [moves for moves, found in self._found.items() if found.verdict is SearchVerdict.LOST]
        end = len(self._played) + 1
        other, lost = -1 if won is None else won, min(known, default=end)
        while lost - other > 1:
            middle = (other + lost) // 2
            if self._verdict(middle) is SearchVerdict.LOST:
                lost = middle
            else:
                other = middle
        return lost if lost < end else None

    def _verdict(self, moves: int) -> SearchVerdict:
        return self.solution(moves).verdict


def _shorter(start: Solitaire, line: Sequence[Move], cancelled: Cancelled | None) -> tuple[Move, ...]:
    """Return the line, or a shorter solution that leaves it somewhere."""
    best, match, left = tuple(line), start.copy(), _SHORTENING
    number = 0
    while number < len(best) and left > 0:
        found = solve(match, left, cancelled=cancelled)
        left -= found.nodes
        if found.verdict is SearchVerdict.WON and number + len(found.line) < len(best):
            best = best[:number] + found.line
        match.play(0, best[number])
        number += 1
    return best

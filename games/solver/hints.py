"""What to do next in a running solitaire, or how many moves to take back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.core.moves import Move
from games.core.outcome import EndReason
from games.core.solitaire import Solitaire
from games.core.solution import Cancelled, Verdict

from .search import NODE_LIMIT, solve

__all__ = ["Hint", "hint"]


@dataclass(frozen=True)
class Hint:
    """What can be said to the player.

    :ivar verdict: whether the position can be won.
    :ivar move: the next move of a line that wins; None unless the verdict is `Verdict.WON`.
    :ivar moves_left: how many moves that line has, this one too.
    :ivar undo: in a lost position the fewest moves to take back so that a line is left; 0 if no number is known to do.
    """

    verdict: Verdict
    move: Move | None = None
    moves_left: int = 0
    undo: int = 0


def hint(match: Solitaire, node_limit: int = NODE_LIMIT, *, cancelled: Cancelled | None = None) -> Hint:
    """The next move of a line that wins, or how many moves to take back because there is none.

    Taking moves back replays the log without them. So in Triangle a position that was undone does not count as reached.

    :param match: a running match, or one that is stuck.
    :param node_limit: how many positions may be looked at for each question.
    :raises ValueError: for a match that is solved or given up.
    """
    if match.outcome and match.outcome.reason is not EndReason.STUCK:
        raise ValueError("the match is over")
    solution = solve(match, node_limit, cancelled=cancelled)
    if solution.verdict is Verdict.WON:
        return Hint(Verdict.WON, solution.line[0], len(solution.line))
    if solution.verdict is Verdict.UNKNOWN:
        return Hint(Verdict.UNKNOWN)
    return Hint(Verdict.LOST, undo=_fewest_to_undo(match, node_limit, cancelled))


def _fewest_to_undo(match: Solitaire, node_limit: int, cancelled: Cancelled | None) -> int:
    """How many moves to take back: steps that double until a line is found, then halving what is in question.

    What can be won after so many moves back can be won after more, too: one plays them again.
    """
    record = match.record()
    played = len(record.log)

    def can_be_won(undone: int) -> bool:
        earlier = type(match).from_record(replace(record, log=record.log[: played - undone]))
        return solve(earlier, node_limit, cancelled=cancelled).verdict is Verdict.WON

    too_few, enough = 0, 1
    while enough < played and not can_be_won(enough):
        too_few, enough = enough, enough * 2
    if enough >= played:
        enough = played
        if not played or not can_be_won(played):
            return 0
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        too_few, enough = (too_few, middle) if can_be_won(middle) else (middle, enough)
    return enough

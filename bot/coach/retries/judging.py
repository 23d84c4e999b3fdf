"""The judgement of a move that is tried again, by the review of the match."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Final, Self

from games import Match, Move
from games.computers.decisions import decision_of
from games.computers.judging import Judgement, judge
from games.computers.reasons import Reason

RIGHT_POINTS: Final = 2.0
"""The greatest loss of a right move, in points of winning chance: 4 chips."""


@dataclass(frozen=True)
class TriedMove:
    """A move tried at a decision of a review.

    :ivar best: the text of the best move; the move itself if no better one was found.
    :ivar before: the worth of the best move, in units.
    :ivar after: the worth of the move.
    :ivar points: the loss in points of winning chance.
    :ivar reasons: facts about a worse move and the best one.
    """

    move: str
    best: str
    before: int
    after: int
    points: float
    reasons: tuple[Reason, ...] = ()

    @property
    def is_right(self) -> bool:
        return self.points <= RIGHT_POINTS

    @classmethod
    def of(cls, text: str, judged: Judgement) -> Self:
        """Return the move that a judgement is about, by the text of an equivalent move."""
        return cls(text, judged.best, judged.before, judged.after, judged.points, judged.reasons)


def try_move(match: Match, seat: int, text: str, name: str, found: Judgement) -> TriedMove | None:
    """Return the judgement of a legal move; None if it is one that reviews do not judge.

    Only the best move, the move played and solved endings are known well enough from the review. Other moves are judged
    by playouts of their own.

    :param match: the match just before the decision.
    :param name: the text from which the randomness of the review comes.
    :param found: the judgement of the decision by the review.
    """
    move = Move.parse(text)
    decision = decision_of(match, seat, Random(f"{name} {found.ply} {seat}"), move)  # noqa: S311  # repeatable
    if decision is None:
        return None

    def number_of(other: str) -> int | None:
        try:
            return decision.number_of(Move.parse(other))
        except KeyError:
            return None

    number = number_of(text)
    if number is None:
        return None
    if number == number_of(found.best):
        return TriedMove(text, text, found.before, found.before, 0.0, found.reasons)
    if number == number_of(found.played):
        return TriedMove.of(text, found)
    worths = (one.worth for one in found.moves if found.solved and number_of(one.move) == number)
    worth = next(worths, None)
    if worth is not None:
        return TriedMove.of(text, replace(found, played=text, after=worth, error=0, reasons=()))
    own = judge(match, seat, move, name, ply=found.ply)
    return None if own is None else TriedMove.of(text, own)

"""Judging the decisions of a match piece by piece, in a process of the lowest priority."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, NamedTuple

import games
from bot.tables.processes import Signals
from games import Match, Move, Record
from games.computers.judging import Judgement, best_two, judge
from games.computers.review import Review, decisions, judgements

PIECE_S: Final = 2.0
"""The seconds of a piece, after which it is saved."""


@dataclass(frozen=True)
class FinishedReview:
    """The review of one seat.

    :ivar summary: the sums, the curve and the moments.
    :ivar judgements: one for each decision, in the order of the log.
    """

    seat: int
    summary: Review
    judgements: tuple[Judgement, ...]


class Piece(NamedTuple):
    """The next judgements of a review.

    :ivar total: the number of decisions of the seat.
    :ivar is_last: whether no decision is left.
    """

    judgements: tuple[dict[str, Any], ...]
    total: int
    is_last: bool


def match_of(record: Record) -> Match:
    """Return the match of a record, at its end."""
    return games.CATALOGUE[record.game].from_record(record)


def judge_piece(
    record: Record,
    seat: int,
    name: str,
    done: Sequence[dict[str, Any]],
    seconds: float,
    since: int = 0,
    *,
    signals: Signals,
) -> Piece:
    """Return the judgements that follow those of `done`, as many as the time allows, at least one.

    :param name: the text from which the randomness comes.
    :param since: the index in the log of the first move to be judged.
    """
    end = monotonic() + seconds
    match = match_of(record)
    found: list[dict[str, Any]] = []
    earlier = [Judgement.from_dict(one) for one in done]
    total = len(decisions(match, seat, since))
    for judgement in judgements(match, seat, name, done=earlier, since=since):
        found.append(judgement.as_dict())
        if monotonic() > end or signals.cancelled():
            return Piece(tuple(found), total, is_last=False)
    return Piece(tuple(found), total, is_last=True)


def judge_best(match: Match, seat: int, name: str, ply: int) -> Judgement | None:
    """Return the judgement of a running match's second-best move, if there are two.

    :param name: the text from which the randomness comes.
    :param ply: the number of entries in the log.
    """
    return best_two(match, seat, name, ply=ply)


def judge_move(match: Match, seat: int, name: str, ply: int, text: str) -> Judgement | None:
    """Return the judgement of a move made after a match stood so, if there was a choice."""
    return judge(match, seat, Move.parse(text), name, ply=ply)

"""Looking for puzzles in a match, in another process; loads no more than the rules."""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

from bot.coach.reviews.judging import match_of
from bot.tables.processes import Signals
from games import Record
from games.computers.puzzles import Puzzle, choices, puzzle_at


class FoundPiece(NamedTuple):
    """The result of looking at some decisions.

    :ivar following: the next index in the log; None if no decision is left.
    """

    puzzle: Puzzle | None
    following: int | None


def look_at_piece(record: Record, name: str, first: int, seconds: float, *, signals: Signals) -> FoundPiece:
    """Return the first puzzle from an index in the log on, as far as the time allows.

    :param name: the text from which the randomness comes.
    """
    end = monotonic() + seconds
    for ply, running, seat in choices(match_of(record)):
        if ply < first:
            continue
        puzzle = puzzle_at(running, ply, seat, name)
        if puzzle is not None or monotonic() > end or signals.cancelled():
            return FoundPiece(puzzle, ply + 1)
    return FoundPiece(None, None)

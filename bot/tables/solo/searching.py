"""The solver's work on a solitaire, in another process; loads no more than the rules."""

from collections.abc import Sequence

import games
from bot.tables.processes import Signals
from games.core.solitaire import Solitaire
from games.solitaires.line_review import LineReview, review
from games.solitaires.solver import NODE_LIMIT, Hint, Solution, hint, solve


def dealt(game: str, seed: str, played: Sequence[str] = ()) -> Solitaire:
    """Return a match with these moves made.

    :raises GameError: if they break the rules.
    """
    match = games.SOLITAIRES[game](seats=1, seed=seed)
    for text in played:
        match.play(0, text)
    return match


def find_hint(match: Solitaire, *, signals: Signals) -> Hint:
    """Return the best move that a bounded search finds."""
    return hint(match, NODE_LIMIT, cancelled=signals.cancelled)


def find_solution(game: str, seed: str, *, signals: Signals) -> Solution:
    """Return the verdict of a bounded search for a solution."""
    return solve(dealt(game, seed), NODE_LIMIT, cancelled=signals.cancelled)


def review_line(game: str, seed: str, played: Sequence[str], *, signals: Signals) -> LineReview:
    """Return the review of the moves made."""
    return review(dealt(game, seed), played, cancelled=signals.cancelled)

"""The regular player: flat Monte Carlo, for any game.

Round by round everything that the seat cannot know is dealt again, and each move still considered is tried on that
same deal: the move, then random play to the end of the deal.

A playout ends with the running deal, with the match, or after `_LONGEST` plies. It is worth what it brought the seat's
side over the others by `Match.standing`, and far more if it won or lost the match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from games.core.events import DealBegan
from games.core.match import Match
from games.core.moves import Move

from .rounds import best_of

__all__ = ["choose"]

_LONGEST: Final = 250
"""Plies of one playout at most; a deal of the chain games takes 10 to 60."""

_MATCH: Final = 1000.0
"""What winning the match is worth, beside points: more than any deal brings."""


def choose(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    """The seat's best move, as far as random play tells; it has at least two."""
    offences = match.offences(seat)
    proper = [move for move in match.moves(seat) if move not in offences] if offences else match.moves(seat)
    return best_of(
        proper or offences,
        lambda: match.redeal_unseen(seat, rng),
        lambda deal, move: _playout(deal.copy(), seat, move, rng),
        enough,
    )


def _playout(match: Match, seat: int, move: Move, rng: Random) -> float:
    """What the move brought in one random course of the deal; the match is used up."""
    side = match.side_of(seat)
    before = _lead(match.standing(), side)
    events = match.play(seat, move)
    for _ in range(_LONGEST):
        if match.outcome:
            return _lead(match.standing(), side) - before + _MATCH * _share(match.outcome.winners, side)
        if len(events) > 1 and any(isinstance(event, DealBegan) for event in events):
            break
        waited_for = match.to_move()
        actor = rng.choice(match.actors()) if waited_for is None else waited_for
        moves = match.sensible(actor)
        if not moves:
            continue
        events = match.play(actor, moves[int(rng.random() * len(moves))])
    return _lead(match.standing(), side) - before


def _lead(standing: Sequence[float], side: int) -> float:
    """How far the side is ahead of the best of the others."""
    others = [worth for other, worth in enumerate(standing) if other != side]
    return standing[side] - (max(others) if others else 0)


def _share(winners: Sequence[int], side: int) -> float:
    """1 for the only winner, less for one of several, -1 for a loser."""
    return 1 / len(winners) if side in winners else -1.0

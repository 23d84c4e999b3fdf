"""The regular player: flat Monte Carlo, for any game.

Round by round everything that the seat cannot know is dealt afresh, and each move still considered is tried on that
same deal: the move, then random play to the end of the deal. That all moves meet the same deals makes them comparable
early; now and then the moves that are clearly worse than the best one are dropped, and the rest get the time.

A playout ends with the running deal, with the match, or after `_LONGEST` plies. It is worth what it brought the seat's
side over the others by `Match.standing`, and far more if it won or lost the match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, sqrt
from random import Random
from typing import Final

from games.core.events import EventKind
from games.core.match import Match
from games.core.moves import Move

__all__ = ["choose"]

_LONGEST: Final = 250
"""Plies of one playout at most; a deal of the chain games takes 10 to 60."""

_MATCH: Final = 1000.0
"""What winning the match is worth, beside points: more than any deal brings."""

_FIRST_COMPARISON: Final = 16
"""After so many rounds, and then whenever they have doubled, moves are compared."""

_CLEARLY: Final = 3.0
"""A move is dropped if it is worse than the best by so many standard errors of the difference."""


def choose(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    """The seat's best move, as far as random play tells; it has at least two."""
    offences = match.offences(seat)
    proper = [move for move in match.moves(seat) if move not in offences] if offences else match.moves(seat)
    worths: dict[Move, list[float]] = {move: [] for move in proper or offences}
    considered = list(worths)
    rounds, next_comparison = 0, _FIRST_COMPARISON
    while len(considered) > 1:
        deal = match.redeal_unseen(seat, rng)
        for move in considered:
            if enough() and rounds:
                return _best(considered, worths)
            worths[move].append(_playout(deal.copy(), seat, move, rng))
        rounds += 1
        if rounds == next_comparison:
            considered = _still_considered(considered, worths)
            next_comparison *= 2
    return considered[0]


def _playout(match: Match, seat: int, move: Move, rng: Random) -> float:
    """What the move brought in one random course of the deal; the match is used up."""
    side = match.side_of(seat)
    before = _lead(match.standing(), side)
    events = match.play(seat, move)
    for _ in range(_LONGEST):
        if match.outcome:
            return _lead(match.standing(), side) - before + _MATCH * _share(match.outcome.winners, side)
        if len(events) > 1 and any(event.kind is EventKind.DEAL for event in events):
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


def _best(considered: Sequence[Move], worths: dict[Move, list[float]]) -> Move:
    """The move that was worth most over the rounds that all have played; of equals the first."""
    rounds = min(len(worths[move]) for move in considered)
    return max(considered, key=lambda move: sum(worths[move][:rounds]))


def _still_considered(considered: Sequence[Move], worths: dict[Move, list[float]]) -> list[Move]:
    best = _best(considered, worths)
    return [move for move in considered if move == best or _shortfall(worths[best], worths[move]) < _CLEARLY]


def _shortfall(better: Sequence[float], worse: Sequence[float]) -> float:
    """By how many standard errors of the difference one row of worths is below another, compared round by round."""
    differences = [one - other for one, other in zip(better, worse, strict=True)]
    mean = sum(differences) / len(differences)
    spread = sum((difference - mean) ** 2 for difference in differences)
    if not spread:
        return inf if mean else 0.0
    return mean / sqrt(spread / (len(differences) * (len(differences) - 1)))

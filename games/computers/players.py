"""Computer players: they choose a legal move from the knowledge of a seat.

A player is handed the real match, which it may ask for the seat's moves and for redealt copies, nothing else. There is
no clock here: the caller says when it is enough.

>>> import random
>>> import games
>>> from games.computers import players
>>> match = games.new_match("block", seats=2, seed="an example", lots=[0])
>>> move = players.choose("regular", match, 0, random.Random(1), players.playouts(100))
>>> move in match.moves(0)
True
"""

from collections.abc import Callable, Mapping, Sequence
from math import inf, sqrt
from random import Random
from types import MappingProxyType
from typing import Final, TypeVar

from games.core.events import DealBegan
from games.core.match import Computer, Match
from games.core.moves import Move


def choose(level: str, match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    """Return a legal move of the seat, chosen from the seat's knowledge.

    The same match, `rng` and number of playouts give the same move. The match is not changed.

    :param level: one of `LEVELS`.
    :param enough: asked again and again while the player thinks; once it is true, the best move so far is returned.
        Some thinking is always done (a playout for each move). Thinking may also end earlier.
    :raises ValueError: for an unknown level, or if the seat has no legal move now.
    """
    if level not in _PLAYERS:
        raise ValueError(f"there is no level {level!r}; the levels are {', '.join(LEVELS)}")
    moves = match.moves(seat)
    if not moves:
        raise ValueError(f"seat {seat} has no move now")
    if len(moves) == 1:
        return moves[0]
    player = match.computer(level) or _PLAYERS[level]
    return player(match, seat, rng, enough)


def playouts(count: int) -> Callable[[], bool]:
    """Return an `enough` that says so after `count` playouts."""
    left = count

    def enough() -> bool:
        nonlocal left
        left -= 1
        return left < 0

    return enough


def at_least_some(enough: Callable[[], bool]) -> Callable[[], bool]:
    """Return an `enough` that lets some playouts be tried even if all the time has been spent on something else."""
    some = playouts(_SOME)
    return lambda: some() and enough()


_SOME: Final = 100


def within(most: int, enough: Callable[[], bool]) -> Callable[[], bool]:
    """Return an `enough` that says so with the given one, and after `most` playouts at the latest."""
    tried = playouts(most)
    return lambda: tried() or enough()


# --- The casual player: any sensible move, each equally likely --------------------------------------------------------


def _choose_casual(match: Match, seat: int, rng: Random, _enough: Callable[[], bool]) -> Move:
    """Return a random legal move of the seat, not an offence if there is any other."""
    return rng.choice(match.sensible_moves(seat) or match.moves(seat))


# --- The regular player: flat Monte Carlo, for any game ---------------------------------------------------------------
#
# Each round uses one determinization and tries each move still considered on it, followed by a random playout.
#
# A playout ends with the running deal, with the match, or after `_LONGEST` plies. Its result is the gain of the seat's
# side over the others by `Match.evaluation`, and far more if it won or lost the match.

_LONGEST: Final = 250
"""The most plies of one playout; a deal of the chain games takes 10 to 60."""

_MATCH: Final = 1000.0
"""The worth of winning the match, in points: more than any deal scores."""


def _choose_regular(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    """Return the best move by random playouts of a seat that has at least two."""
    offences = match.offences(seat)
    proper = [move for move in match.moves(seat) if move not in offences] if offences else match.moves(seat)
    return best_of(
        proper or offences,
        lambda: match.redeal_unseen(seat, rng),
        lambda deal, move: _playout(deal.copy(), seat, move, rng),
        enough,
    )


def _playout(match: Match, seat: int, move: Move, rng: Random) -> float:
    """Return the result of the move in one random playout of the deal; the match is used up."""
    side = match.side_of(seat)
    before = _lead(match.evaluation(), side)
    events = match.play(seat, move)
    for _ in range(_LONGEST):
        if match.outcome:
            return _lead(match.evaluation(), side) - before + _MATCH * _share(match.outcome.winners, side)
        if len(events) > 1 and any(isinstance(event, DealBegan) for event in events):
            break
        waited_for = match.to_move()
        actor = rng.choice(match.actors()) if waited_for is None else waited_for
        moves = match.sensible_moves(actor)
        if not moves:
            continue
        events = match.play(actor, moves[int(rng.random() * len(moves))])
    return _lead(match.evaluation(), side) - before


def _lead(standing: Sequence[float], side: int) -> float:
    """Return the side's lead over the best of the others."""
    others = [worth for other, worth in enumerate(standing) if other != side]
    return standing[side] - (max(others) if others else 0)


def _share(winners: Sequence[int], side: int) -> float:
    """1 for the only winner, less for one of several, -1 for a loser."""
    return 1 / len(winners) if side in winners else -1.0


# --- Rounds -----------------------------------------------------------------------------------------------------------
#
# All moves meet the same deals, so they are comparable early. Now and then the moves that are clearly worse than the
# best one are dropped, and the rest get the time.

_FIRST_COMPARISON: Final = 16
"""Moves are compared after this many rounds, and then each time the number of rounds has doubled."""

_CLEARLY: Final = 3.0
"""A move is dropped if it is worse than the best by this many standard errors of the difference."""

_M = TypeVar("_M")
_D = TypeVar("_D")


def best_of(
    moves: Sequence[_M], deal_afresh: Callable[[], _D], worth: Callable[[_D, _M], float], enough: Callable[[], bool]
) -> _M:
    """Return the move with the best results; ties go to the first.

    :param deal_afresh: returns a new determinization for a round.
    :param worth: returns the result of a move in one playout of that deal, which it must not change.
    :param enough: asked before each playout; every move is tried at least once.
    """
    worths: dict[_M, list[float]] = {move: [] for move in moves}
    considered = list(worths)
    rounds, next_comparison = 0, _FIRST_COMPARISON
    while len(considered) > 1:
        deal = deal_afresh()
        for move in considered:
            if enough() and rounds:
                return _best(considered, worths)
            worths[move].append(worth(deal, move))
        rounds += 1
        if rounds == next_comparison:
            considered = _still_considered(considered, worths)
            next_comparison *= 2
    return considered[0]


def _best(considered: Sequence[_M], worths: dict[_M, list[float]]) -> _M:
    """Return the move with the best results over the rounds that all have played; ties go to the first."""
    rounds = min(len(worths[move]) for move in considered)
    return max(considered, key=lambda move: sum(worths[move][:rounds]))


def _still_considered(considered: Sequence[_M], worths: dict[_M, list[float]]) -> list[_M]:
    best = _best(considered, worths)
    return [move for move in considered if move == best or _shortfall(worths[best], worths[move]) < _CLEARLY]


def _shortfall(better: Sequence[float], worse: Sequence[float]) -> float:
    """Return the difference of two rows of worths in standard errors, compared round by round."""
    differences = [one - other for one, other in zip(better, worse, strict=True)]
    mean = sum(differences) / len(differences)
    spread = sum((difference - mean) ** 2 for difference in differences)
    if not spread:
        return inf if mean else 0.0
    return mean / sqrt(spread / (len(differences) * (len(differences) - 1)))


_PLAYERS: Final[Mapping[str, Computer]] = MappingProxyType(
    {
        "casual": _choose_casual,
        "regular": _choose_regular,
        "strong": _choose_regular,  # with more time
        "master": _choose_regular,  # with still more
    }
)

LEVELS: Final = tuple(_PLAYERS)
"""The levels of play, weakest first."""

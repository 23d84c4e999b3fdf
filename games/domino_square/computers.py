"""The computer players of Domino Square.

`casual` lays so that most of its own tiles can still be laid. `regular` tries moves out on redealt copies. `strong` and
`master` work a deal for two out to its end once that is short enough, and search a tree before.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from games.computers.exact import exact
from games.computers.players import at_least_some, best_of, within
from games.computers.search import search
from games.core.match import Computer, Match
from games.core.moves import Move

from .match import DominoSquare, named
from .position import SquarePosition


def computer_of(level: str) -> Computer:
    """Return the computer player of a level."""
    return {"casual": _casual, "regular": _regular}.get(level, _strong)


_WHIM: Final = 1.5
"""The most tiles by which a move may look better to a beginner than it should."""


def _casual(match: Match, seat: int, rng: Random, _enough: Callable[[], bool]) -> Move:
    known = _square(match).position_known_to(seat)

    def looks(number: int) -> float:
        after = known.copy()
        after.play(number)
        return (after.fitting() & after.hands[seat]).bit_count() + _WHIM * rng.random()

    return named(max(known.choices(), key=looks))


_TRIALS: Final = 300
"""The number of trials that a regular player makes at most."""


def _regular(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    square = _square(match)

    def worth(world: SquarePosition, move: int) -> float:
        position = world.copy()
        position.play(move)
        position.finish(rng.random)
        return position.worths()[seat]

    choices = square.position.choices()
    return named(best_of(choices, lambda: square.determinization(seat, rng), worth, within(_TRIALS, enough)))


_WORLDS: Final = 220
"""The most possible hands of the other seat with which an ending is worked out: all that there are at the start."""

_BUDGET: Final = 12_000
"""The number of positions of an ending that are looked at before search takes over."""

_WAYS: Final = 24
"""The most moves with which an ending is tried: with more it would not be finished."""


def _strong(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    square = _square(match)
    choices = square.position.choices()
    best = None
    if match.seats == 2 and len(choices) <= _WAYS:
        best = exact(seat, choices, square.possible_positions(seat, _WORLDS), _BUDGET, enough)
        enough = at_least_some(enough)
    if best is None:
        best = search(seat, choices, lambda: square.determinization(seat, rng), rng.random, enough)
    return named(best)


def _square(match: Match) -> DominoSquare:
    """Return the match as one of Domino Square.

    :raises TypeError: if it is not one.
    """
    if not isinstance(match, DominoSquare):
        raise TypeError(f"this player plays domino_square, not {match.key}")
    return match

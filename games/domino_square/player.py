"""The computer players of Domino Square.

`casual` lays so that most of its own tiles can still be laid. `regular` tries moves out on redealt copies. `strong` and
`master` work a deal for two out to its end once that is short enough, and search a tree before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, Protocol, runtime_checkable

from games.core.match import Computer, Match
from games.core.moves import Move
from games.exact import exact
from games.players import at_least_some, best_of, within
from games.search import search

from .kernel import SquareKernel


@runtime_checkable
class ThinkableSquare(Protocol):
    """What a match of Domino Square offers its computers."""

    def moves(self, seat: int) -> tuple[Move, ...]: ...

    def number_of(self, move: Move) -> int: ...

    def known(self, seat: int) -> SquareKernel: ...

    def world(self, seat: int, rng: Random) -> SquareKernel: ...

    def worlds(self, seat: int, most: int) -> Sequence[SquareKernel]: ...


def computer_of(level: str) -> Computer:
    """The computer player of a level."""
    return {"casual": _casual, "regular": _regular}.get(level, _strong)


_WHIM: Final = 1.5
"""The most tiles by which a move may look better to a beginner than it should."""


def _casual(match: Match, seat: int, rng: Random, _enough: Callable[[], bool]) -> Move:
    square, moves = _numbered(match, seat)
    known = square.known(seat)

    def looks(number: int) -> float:
        after = known.copy()
        after.play(number)
        return after.placeable(seat) + _WHIM * rng.random()

    return moves[max(moves, key=looks)]


_TRIALS: Final = 300
"""How many trials a regular player makes at most."""


def _regular(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    square, moves = _numbered(match, seat)

    def worth(world: SquareKernel, move: int) -> float:
        position = world.copy()
        position.play(move)
        position.finish(rng.random)
        return position.worths()[seat]

    return moves[best_of(list(moves), lambda: square.world(seat, rng), worth, within(_TRIALS, enough))]


_WORLDS: Final = 220
"""The most possible hands of the other seat with which an ending is worked out: all that there are at the start."""

_BUDGET: Final = 12_000
"""How many positions of an ending are looked at before search takes over."""

_WAYS: Final = 24
"""With more moves than this an ending is not tried: it would not be finished."""


def _strong(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    square, moves = _numbered(match, seat)
    best = None
    if match.seats == 2 and len(moves) <= _WAYS:
        best = exact(seat, list(moves), square.worlds(seat, _WORLDS), _BUDGET, enough)
        enough = at_least_some(enough)
    if best is None:
        best = search(seat, list(moves), lambda: square.world(seat, rng), rng.random, enough)
    return moves[best]


def _numbered(match: Match, seat: int) -> tuple[ThinkableSquare, dict[int, Move]]:
    """The match, and the seat's legal moves by their numbers.

    :raises TypeError: if the match is not one of Domino Square.
    """
    if not isinstance(match, ThinkableSquare):
        raise TypeError(f"this player plays domino_square, not {match.key}")
    return match, {match.number_of(move): move for move in match.moves(seat)}

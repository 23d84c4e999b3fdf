"""The computer players of Domino Square.

`casual` keeps most of its own tiles placeable. `regular` tries each move in playouts on redealt copies. `strong` and
`master` solve a deal for two once it is short enough, and search a tree before.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from games.computers.decisions import Searched
from games.computers.players import best_of, within
from games.computers.reasons import AnsweredIn, Fact, LastTileIn, facts_of_match
from games.core.match import Computer, Match
from games.core.moves import Move

from .layout import above_row
from .match import DominoSquare, named
from .position import OVER, SquarePosition


def computer_of(level: str) -> Computer:
    """Return the computer player of a level."""
    return {"casual": _casual, "regular": _regular}.get(level, _strong)


_WHIM: Final = 1.5
"""The most tiles by which a beginner overrates a move."""


def _casual(match: Match, seat: int, rng: Random, _enough: Callable[[], bool]) -> Move:
    known = _square(match).position_known_to(seat)

    def looks(number: int) -> float:
        after = known.copy()
        after.play(number)
        return (after.fitting() & after.hands[seat]).bit_count() + _WHIM * rng.random()

    return named(max(known.choices(), key=looks))


_TRIALS: Final = 300
"""The most playouts of a regular player."""


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
"""The most possible hands of the other seat for an exact solution: all of them at the start."""

_BUDGET: Final = 12_000
"""The positions searched in an ending before tree search takes over."""

_WAYS: Final = 24
"""The most moves of an ending to solve: with more the search would not finish."""


_REVIEWED: Final = 2_000
"""The number of playouts that a review spends on a decision."""


def _strong(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    return decision_of(match, seat, rng).best(enough)


def decision_of(match: Match, seat: int, rng: Random, _played: Move | None = None) -> Searched:
    """Return the decision of the seat to move, of mirror images only one."""
    square = _square(match)
    choices = square.position.choices()
    top, bottom, *_ = square.position.extent
    numbers = {named(number): number for number in choices}
    upper = {move: above_row(move) if top == bottom else move for move in numbers}

    def endings() -> tuple[list[SquarePosition], list[float]]:
        worlds = square.possible_positions(seat, _WORLDS)
        return worlds, [1.0] * len(worlds)

    return Searched(
        seat,
        {numbers[move]: move for move in upper.values()},
        _REVIEWED,
        lambda: square.determinization(seat, rng),
        rng.random,
        {move: numbers[other] for move, other in upper.items()},
        endings=endings if match.seats == 2 and len(choices) <= _WAYS else None,
        budget=_BUDGET,
        watch=_facts,
    )


def _facts(world: SquarePosition, _number: int, after: SquarePosition, end: SquarePosition) -> Iterator[Fact]:
    seat, following = world.turn, after.turn
    if following not in (OVER, seat) and after.hands[following] & after.fitting():
        yield Fact(AnsweredIn)
    if end.last == seat:
        yield Fact(LastTileIn)
    yield from facts_of_match(end.worths()[seat])


def _square(match: Match) -> DominoSquare:
    """Return the match as one of Domino Square.

    :raises TypeError: if it is not one.
    """
    if not isinstance(match, DominoSquare):
        raise TypeError(f"this player plays domino_square, not {match.key}")
    return match

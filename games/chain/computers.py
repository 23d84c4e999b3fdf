"""The computer players of the chain games, from simple rules to search.

`casual` takes what looks best. `regular` tries moves out on redealt copies with sensible play to the end of the deal.
`strong` and `master` search a tree of what could be seen, and weigh a deal's end by the chance to win the match.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from games.computers.exact import exact
from games.computers.players import at_least_some, best_of, within
from games.computers.search import search
from games.computers.worlds import Worlds
from games.core.match import Computer, Match
from games.core.moves import Move

from .inference import weight_of, weights_of
from .match import ChainMatch
from .position import ChainPosition


def computer_of(level: str) -> Computer:
    """The computer player of a level."""
    return {"casual": _casual, "regular": _regular}.get(level, _strong)


# --- Casual: what looks best at first sight ---------------------------------------------------------------------------

_UNSURE: Final = 0.75
"""The greatest part of the softness by which a move may look better to a beginner than it should."""


def _casual(match: Match, seat: int, rng: Random, _enough: Callable[[], bool]) -> Move:
    chain = _chain(match)
    position = chain.position_known_to(seat)
    unsure = _UNSURE * position.SOFTNESS
    return chain.named(max(position.choices(), key=lambda number: position.looks(number) + unsure * rng.random()))


# --- Regular: moves tried out -----------------------------------------------------------------------------------------

_TRIALS: Final = 400
"""How many trials a regular player makes at most."""


def _regular(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    chain = _chain(match)
    random = rng.random

    def worth(world: ChainPosition, move: int) -> float:
        position = world.copy()
        position.play(move)
        position.finish(random)
        return position.worths()[seat]

    choices = chain.determinization(seat, rng).choices()
    return chain.named(best_of(choices, lambda: chain.determinization(seat, rng), worth, within(_TRIALS, enough)))


# --- Strong and master: search ----------------------------------------------------------------------------------------


_WORLDS: Final = 200
"""The most possible hands of the other seat with which an ending is worked out."""

_BUDGET: Final = 40_000
"""How many positions of an ending are looked at before search takes over."""


def _strong(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    chain = _chain(match)
    world = chain.determinization(seat, rng)
    moves = world.choices()
    if len(moves) == 1:
        return chain.named(moves[0])
    choices = chain.choices_of_others(seat)
    for_two = len(world.hands) == 2 and world.boneyard_closed()
    endings = chain.possible_positions(seat, _WORLDS) if for_two else []
    best = None
    if endings:
        best = exact(seat, moves, endings, _BUDGET, enough, weights=weights_of(endings, choices))
        enough = at_least_some(enough)
    if best is None:
        likely = (lambda world: weight_of(world, choices)) if choices else None
        worlds = Worlds(lambda: chain.determinization(seat, rng), likely, rng)
        best = search(seat, moves, worlds.next, rng.random, enough, simply=world.SIMPLE_SHARE)
    return chain.named(best)


def _chain(match: Match) -> ChainMatch:
    """Return the match as one of a chain game.

    :raises TypeError: if it is not one.
    """
    if not isinstance(match, ChainMatch):
        raise TypeError(f"this player plays chain games, not {match.key}")
    return match

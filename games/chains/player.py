"""The computer players of the chain games, from simple rules to search.

`casual` takes what looks best. `regular` tries moves out on redealt copies with sensible play to the end of the deal.
`strong` and `master` search a tree of what could be seen, and weigh a deal's end by the chance to win the match.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, Protocol, runtime_checkable

from games.core.match import Computer, Match
from games.core.moves import Move
from games.core.tiles import Tile, tiles_in
from games.exact import exact
from games.players import at_least_some, best_of, within
from games.search import search
from games.worlds import Worlds

from .inference import ObservedChoice, weight_of, weights_of
from .kernel import ChainKernel


@runtime_checkable
class ThinkableChain(Protocol):
    """What a chain game offers its computers."""

    def moves(self, seat: int) -> tuple[Move, ...]: ...

    def number_of(self, move: Move) -> int: ...

    def kernel(self, hands: Sequence[int], boneyard: Sequence[int]) -> ChainKernel: ...

    def known_hands(self, seat: int) -> list[int]: ...

    def possible_hands(self, seat: int, most: int) -> list[int] | None: ...

    def choices_of_others(self, seat: int) -> list[ObservedChoice]: ...

    def deal_unseen(self, seat: int, rng: Random) -> tuple[list[int], list[Tile]]: ...


def computer_of(level: str) -> Computer:
    """The computer player of a level."""
    return {"casual": _casual, "regular": _regular}.get(level, _strong)


# --- Casual: what looks best at first sight ---------------------------------------------------------------------------

_UNSURE: Final = 0.75
"""The greatest part of the softness by which a move may look better to a beginner than it should."""


def _casual(match: Match, seat: int, rng: Random, _enough: Callable[[], bool]) -> Move:
    chain = _chain(match)
    position = chain.kernel(chain.known_hands(seat), ())
    moves = _told_apart(chain, position, seat)
    unsure = _UNSURE * position.SOFTNESS
    return moves[max(moves, key=lambda number: position.looks(number) + unsure * rng.random())]


# --- Regular: moves tried out -----------------------------------------------------------------------------------------

_TRIALS: Final = 400
"""How many trials a regular player makes at most."""


def _regular(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    chain = _chain(match)
    random = rng.random

    def worth(world: ChainKernel, move: int) -> float:
        position = world.copy()
        position.play(move)
        position.finish(random)
        return position.worths()[seat]

    moves = _told_apart(chain, _world(chain, seat, rng), seat)
    return moves[best_of(list(moves), lambda: _world(chain, seat, rng), worth, within(_TRIALS, enough))]


# --- Strong and master: search ----------------------------------------------------------------------------------------


_WORLDS: Final = 200
"""The most possible hands of the other seat with which an ending is worked out."""

_BUDGET: Final = 40_000
"""How many positions of an ending are looked at before search takes over."""


def _strong(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    chain = _chain(match)
    world = _world(chain, seat, rng)
    moves = _told_apart(chain, world, seat)
    if len(moves) == 1:
        return next(iter(moves.values()))
    choices = chain.choices_of_others(seat)
    ending = _worlds(chain, seat, world) if len(world.hands) == 2 and world.nothing_drawn() else []
    best = None
    if ending:
        best = exact(seat, list(moves), ending, _BUDGET, enough, weights=weights_of(ending, choices))
        enough = at_least_some(enough)
    if best is None:
        likely = (lambda world: weight_of(world, choices)) if choices else None
        worlds = Worlds(lambda: _world(chain, seat, rng), likely, rng)
        best = search(seat, list(moves), worlds.next, rng.random, enough, simply=world.SIMPLE_SHARE)
    return moves[best]


def _worlds(chain: ThinkableChain, seat: int, world: ChainKernel) -> list[ChainKernel]:
    """Every world for two that is possible; none if there are too many."""
    hidden = world.hands[1 - seat] | sum(1 << tile for tile in world.boneyard)
    worlds = []
    for hand in chain.possible_hands(seat, _WORLDS) or ():
        hands = [hand, hand]
        hands[seat] = world.hands[seat]
        worlds.append(chain.kernel(hands, [tile.index for tile in tiles_in(hidden & ~hand)]))
    return worlds


# --- What they share --------------------------------------------------------------------------------------------------


def _chain(match: Match) -> ThinkableChain:
    """The match as a chain game.

    :raises TypeError: if it is not one.
    """
    if not isinstance(match, ThinkableChain):
        raise TypeError(f"this player plays chain games, not {match.key}")
    return match


def _world(chain: ThinkableChain, seat: int, rng: Random) -> ChainKernel:
    """The running deal with all that the seat cannot know dealt again."""
    hands, boneyard = chain.deal_unseen(seat, rng)
    return chain.kernel(hands, [tile.index for tile in boneyard])


def _told_apart(chain: ThinkableChain, position: ChainKernel, seat: int) -> dict[int, Move]:
    """The seat's legal moves by their numbers; of those that come to the same thing only one."""
    worth_trying = set(position.choices())
    numbered = {chain.number_of(move): move for move in chain.moves(seat)}
    return {number: move for number, move in numbered.items() if number in worth_trying}

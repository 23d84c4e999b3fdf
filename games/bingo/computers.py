"""The computer players of Bingo, from simple rules to search.

`casual` plays by simple rules and is not always sure. `regular` tries moves out on redealt copies, with those rules to
the end of the deal. `strong` and `master` search a tree of what could be seen. Once few worlds are possible, and always
once the boneyard is used up, they work the deal out. All but `casual` maximize the chance to win the match.
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

from .inference import likelihood
from .match import Bingo
from .position import BingoPosition

_WHIM: Final = 0.15
"""The share of moves that a casual player makes at random."""

_TRIALS: Final = 400
"""The most trials of a regular player."""

_A_POINT: Final = 0.0005
"""The worth of a point relative to the chance to win the match in trials, whose courses are only likely."""

_WORLDS: Final = 40
"""The most possible hands of the other seat with which the deal is worked out."""

_BUDGET: Final = 40_000
"""The number of positions looked at before search takes over."""


def computer_of(level: str) -> Computer:
    """Return the computer player of a level."""
    return {"casual": _casual, "regular": _regular}.get(level, _strong)


def _casual(match: Match, seat: int, rng: Random, _enough: Callable[[], bool]) -> Move:
    if rng.random() < _WHIM:
        return rng.choice(match.sensible(seat))
    bingo = _bingo(match)
    return bingo.named(_world(bingo, seat, rng, patient=False).simple())


def _regular(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    bingo = _bingo(match)

    def worth(world: BingoPosition, move: int) -> float:
        position = world.copy()
        position.play(move)
        position.finish(rng.random)
        return position.worths()[seat]

    def deal_again() -> BingoPosition:
        return _world(bingo, seat, rng, patient=False)

    return bingo.named(best_of(deal_again().choices(), deal_again, worth, within(_TRIALS, enough)))


def _strong(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    bingo = _bingo(match)
    moves = _world(bingo, seat, rng, patient=True).choices()
    if len(moves) == 1:
        return bingo.named(moves[0])
    endings = bingo.possible_positions(seat, _WORLDS)
    for ending in endings:
        ending.ends_when_decided = True
    best = None
    if endings:
        best = exact(seat, moves, endings, _BUDGET, enough)
        enough = at_least_some(enough)
    if best is None:
        best = search(seat, moves, likely_worlds(bingo, seat, rng).next, rng.random, enough)
    return bingo.named(best)


def likely_worlds(match: Bingo, seat: int, rng: Random) -> Worlds[BingoPosition]:
    """Return worlds in which the other seat could probably not do what it has not done."""
    other = 1 - seat
    omitted, opened = match.omissions_of(other), match.open_tiles(other)

    def likely(world: BingoPosition) -> float:
        return likelihood(world.hands[other] & ~opened, omitted)

    return Worlds(lambda: _world(match, seat, rng, patient=True), likely if omitted else None, rng)


def _world(match: Bingo, seat: int, rng: Random, *, patient: bool) -> BingoPosition:
    """Return the running deal with everything that the seat cannot know dealt again, for trials.

    :param patient: whether it assumes that doubles are kept until many can be declared.
    """
    world = match.determinization(seat, rng)
    world.ends_when_decided, world.a_point, world.patient = True, _A_POINT, patient
    return world


def _bingo(match: Match) -> Bingo:
    """Return the match as one of Bingo.

    :raises TypeError: if it is not one.
    """
    if not isinstance(match, Bingo):
        raise TypeError(f"this player plays bingo, not {match.key}")
    return match

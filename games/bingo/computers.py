"""The computer players of Bingo.

`casual` plays by simple rules, with some randomness. `regular` tries each move in playouts by those rules on redealt
copies. `strong` and `master` search a tree of information sets. They solve the rest of the deal once few hands are
possible, and always once the boneyard is used up. All but `casual` maximize the chance to win the match.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from games.computers.decisions import Searched
from games.computers.players import best_of, within
from games.computers.reasons import (
    ClaimRightIn,
    Effect,
    Fact,
    LeadGained,
    ScoredAtOnce,
    TookTrickIn,
    WonDealIn,
    facts_of_match,
)
from games.computers.worlds import Worlds
from games.core.match import Computer, Match
from games.core.moves import Move
from games.core.tiles import DOUBLES

from .inference import likelihood
from .match import Bingo
from .position import CLOSE, MELD, TO_REACH, BingoPosition, meld_score

_WHIM: Final = 0.15
"""The share of moves that a casual player makes at random."""

_TRIALS: Final = 400
"""The most playouts of a regular player."""

_A_POINT: Final = 0.0005
"""The worth of a point in playouts, relative to the chance to win the match."""

_WORLDS: Final = 40
"""The most possible hands of the other seat for an exact solution."""

_REVIEWED: Final = 3_000
"""The number of playouts that a review spends on a decision."""


def computer_of(level: str) -> Computer:
    """Return the computer player of a level."""
    return {"casual": _casual, "regular": _regular}.get(level, _strong)


def _casual(match: Match, seat: int, rng: Random, _enough: Callable[[], bool]) -> Move:
    if rng.random() < _WHIM:
        return rng.choice(match.sensible_moves(seat))
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
    return _decision(match, seat, rng, a_point=_A_POINT).best(enough)


def decision_of(match: Match, seat: int, rng: Random, played: Move | None = None) -> Searched:
    """Return the decision of the seat to move, judged by the chance to win the match alone.

    :param played: a legal move that must be among the moves, even the lead of a double that could be declared.
    """
    return _decision(match, seat, rng, played)


def _decision(match: Match, seat: int, rng: Random, played: Move | None = None, *, a_point: float = 0.0) -> Searched:
    bingo = _bingo(match)
    numbers = {bingo.named(number): number for number in bingo.position.moves()}
    moves = {number: bingo.named(number) for number in bingo.position.choices()}
    if played is not None:
        moves.setdefault(numbers[played], played)

    def endings() -> tuple[list[BingoPosition], list[float]]:
        worlds = bingo.possible_positions(seat, _WORLDS)
        for world in worlds:
            world.ends_when_decided = True
        return worlds, [1.0] * len(worlds)

    return Searched(
        seat,
        moves,
        _REVIEWED,
        likely_worlds(bingo, seat, rng, a_point).next,
        rng.random,
        {move: number for move, number in numbers.items() if number in moves},
        endings=endings,
        watch=_facts,
        effects=lambda number: _meld(bingo.position, number, str(moves[number])),
    )


def _facts(world: BingoPosition, number: int, after: BingoPosition, end: BingoPosition) -> Iterator[Fact]:
    seat = world.turn
    if number == CLOSE:  # it leads after that
        after.play(after.simple())
    in_trick = world.led >= 0 or after.led >= 0
    if after.led >= 0:  # the other seat answers by simple rules
        after.play(after.simple())
    if in_trick and after.taker == seat:
        yield Fact(TookTrickIn)
    if end.winner == seat:
        yield Fact(WonDealIn)
    yield from facts_of_match(end.worths()[seat])
    if number == CLOSE:
        yield Fact(ClaimRightIn, worth=end.totals[seat] >= TO_REACH)
    gains = [score - before for score, before in zip(end.scores, world.scores, strict=True)]
    yield Fact(LeadGained, worth=gains[seat] - gains[1 - seat])


def _meld(position: BingoPosition, number: int, move: str) -> Iterator[Effect]:
    """Yield the points of a meld, if its double takes the trick."""
    if MELD <= number < CLOSE:
        doubles = (position.hands[position.turn] & DOUBLES).bit_count()
        points, _ = meld_score(doubles, as_sets=position.tables.meld_sets)
        yield ScoredAtOnce(move, position.turn, points)


def likely_worlds(match: Bingo, seat: int, rng: Random, a_point: float = _A_POINT) -> Worlds[BingoPosition]:
    """Return worlds in which the other seat's omissions are probable.

    :param a_point: the worth of a point in playouts.
    """
    other = 1 - seat
    omitted, opened = match.omissions_of(other), match.open_tiles(other)

    def likely(world: BingoPosition) -> float:
        return likelihood(world.hands[other] & ~opened, omitted)

    return Worlds(lambda: _world(match, seat, rng, patient=True, a_point=a_point), likely if omitted else None, rng)


def _world(match: Bingo, seat: int, rng: Random, *, patient: bool, a_point: float = _A_POINT) -> BingoPosition:
    """Return a determinization of the running deal for playouts.

    :param patient: whether playouts keep doubles until many can be declared.
    :param a_point: the worth of a point.
    """
    world = match.determinization(seat, rng)
    world.ends_when_decided, world.a_point, world.patient = True, a_point, patient
    return world


def _bingo(match: Match) -> Bingo:
    """Return the match as one of Bingo.

    :raises TypeError: if it is not one.
    """
    if not isinstance(match, Bingo):
        raise TypeError(f"this player plays bingo, not {match.key}")
    return match

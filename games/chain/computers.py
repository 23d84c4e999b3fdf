"""The computer players of the chain games.

`casual` takes the best-looking move. `regular` tries each move in playouts by sensible play on redealt copies.
`strong` and `master` search a tree of information sets, and value a deal's end by the chance to win the match.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Final

from games.computers.decisions import Searched
from games.computers.players import best_of, within
from games.computers.reasons import (
    AnsweredIn,
    ClearedScoreIn,
    Effect,
    EndedMatch,
    Fact,
    KeptTile,
    LeadGained,
    ScoredAtOnce,
    WonDealIn,
    facts_of_match,
)
from games.computers.worlds import Worlds
from games.core.match import Computer, Match
from games.core.moves import Move
from games.core.tiles import tiles_in

from .inference import weight_of, weights_of
from .match import ChainMatch
from .position import ARM, NO_SEAT, NUMBERS, OVER, TILE, ChainPosition


def computer_of(level: str) -> Computer:
    """Return the computer player of a level."""
    return {"casual": _casual, "regular": _regular}.get(level, _strong)


# --- Casual: what looks best at first sight ---------------------------------------------------------------------------

_UNSURE: Final = 0.75
"""The most by which a beginner overrates a move, as a part of the softness."""


def _casual(match: Match, seat: int, rng: Random, _enough: Callable[[], bool]) -> Move:
    chain = _chain(match)
    position = chain.position_known_to(seat)
    unsure = _UNSURE * position.SOFTNESS
    return chain.named(max(position.choices(), key=lambda number: position.looks(number) + unsure * rng.random()))


# --- Regular: moves tried out -----------------------------------------------------------------------------------------

_TRIALS: Final = 400
"""The most playouts of a regular player."""


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
"""The most possible hands of the other seat for an exact solution."""

_REVIEWED: Final = 6_000
"""The number of playouts that a review spends on a decision."""


def _strong(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    return _decision(_chain(match), seat, rng).best(enough)


def decision_of(match: Match, seat: int, rng: Random, _played: Move | None = None) -> Searched:
    """Return the decision of the seat to move, over all legal moves."""
    return _decision(_chain(match), seat, rng)


def _decision(chain: ChainMatch, seat: int, rng: Random) -> Searched:
    position = chain.position
    numbers = position.choices()
    choices = chain.choices_of_others(seat)
    likely = (lambda world: weight_of(world, choices)) if choices else None
    for_two = len(position.hands) == 2 and position.boneyard_closed()

    def endings() -> tuple[list[ChainPosition], list[float]]:
        worlds = chain.possible_positions(seat, _WORLDS) if for_two else []
        return worlds, weights_of(worlds, choices)

    return Searched(
        seat,
        {number: chain.named(number) for number in numbers},
        _REVIEWED,
        Worlds(lambda: chain.determinization(seat, rng), likely, rng).next,
        rng.random,
        {chain.named(number): _stand_in(position, number, numbers) for number in position.moves()},
        simply=position.SIMPLE_SHARE,
        endings=endings if for_two else None,
        watch=partial(_facts, sign=-1 if chain.fewer_is_better else 1),
        effects=lambda number: _effects(position, number, str(chain.named(number))),
    )


def _stand_in(position: ChainPosition, number: int, choices: Sequence[int]) -> int:
    """Return the choice that is equivalent to a legal move."""
    if number in choices:
        return number
    codes = position.codes()
    same_tile = [choice for choice in choices if choice & TILE == number & TILE]

    def distance(choice: int) -> tuple[bool, bool]:
        code = codes[choice // ARM]
        return code != codes[number // ARM], code % (NUMBERS + 1) == 0

    return min(same_tile, key=distance)


def _facts(
    world: ChainPosition, _number: int, after: ChainPosition, end: ChainPosition, *, sign: int
) -> Iterator[Fact]:
    """Yield the facts of a playout; `sign` is -1 if the fewest points win, else 1."""
    seat, following = world.turn, after.turn
    if following not in (OVER, seat) and after.hands[following] & after.fitting():
        yield Fact(AnsweredIn)
    own = world.setting.side_of[seat]
    if end.winner != NO_SEAT and world.setting.side_of[end.winner] == own:
        yield Fact(WonDealIn)
        if sign < 0 and world.scores[own] and not end.scores[own]:
            yield Fact(ClearedScoreIn)
    yield from facts_of_match(end.worths()[seat])
    gains = [sign * (score - before) for score, before in zip(end.scores, world.scores, strict=True)]
    yield Fact(LeadGained, worth=gains[own] - (sum(gains) - gains[own]) / (len(gains) - 1))
    for tile in tiles_in(end.hands[seat] & world.hands[seat]):
        if price := world.price_of(tile):
            yield Fact(KeptTile, str(tile), price)


def _effects(position: ChainPosition, number: int, move: str) -> Iterator[Effect]:
    """Yield the immediate score of a placement."""
    after = position.copy()
    after.play(number)
    at_once = [score - before for score, before in zip(after.scores, position.scores, strict=True)]
    if after.turn == OVER and not after.cut_off:
        at_once = [gain - settled for gain, settled in zip(at_once, after.points, strict=True)]
    for side, points in enumerate(at_once):
        if points:
            yield (EndedMatch if after.cut_off else ScoredAtOnce)(move, side, points)


def _chain(match: Match) -> ChainMatch:
    """Return the match as one of a chain game.

    :raises TypeError: if it is not one.
    """
    if not isinstance(match, ChainMatch):
        raise TypeError(f"this player plays chain games, not {match.key}")
    return match

"""The computer players of Nos.

`casual` sheds heavy tiles and says "I close" only when it is certain. `regular` tries moves in playouts on redealt
copies. `strong` and `master` search a tree of their own moves, while the other seats play by simple rules. Worlds are
weighted by the tiles that other seats could not lay when they drew.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import comb
from random import Random
from typing import Final

from games.computers.decisions import Decision, Searched
from games.computers.players import best_of, within
from games.computers.reasons import AnsweredIn, ClaimRightIn, Effect, Fact, KeptTile, ScoredAtOnce, WentOutIn
from games.computers.worlds import Worlds
from games.core.match import Computer, Match
from games.core.moves import Move
from games.core.tiles import FULL_SET, tiles_in

from . import payments, prior
from .deal import MELD, Deal
from .kernel import (
    NosKernel,
    arm_of,
    at_arm,
    is_laying,
    number_of,
    tile_of,
    with_claim,
    without_claim,
    worth_naming,
)
from .match import Nos
from .view import NosPhase


def computer_of(level: str) -> Computer:
    """Return the computer player of a level."""
    think = {"casual": _casual, "regular": _regular}.get(level, _strong)

    def choose(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
        if not isinstance(match, Nos):
            raise TypeError(f"this player plays nos, not {match.key}")
        sensible = match.sensible_moves(seat)
        if not sensible:
            return rng.choice(match.moves(seat))
        phase = match.deal.phase
        if phase is NosPhase.OPENING:
            return opening_move(sensible)
        if phase is NosPhase.MELD:
            return MELD
        return think(match, seat, rng, enough)

    return choose


def opening_move(moves: Sequence[Move]) -> Move:
    """Return the lead of the double that pays most, else a draw."""
    return max(moves, key=lambda move: payments.value(move.tile) if move.tile else 0)


# --- Casual: simple rules ---------------------------------------------------------------------------------------------

_WHIM: Final = 4.0
"""The most pips by which a beginner overrates a tile."""

_WHIM_CHIPS: Final = 10.0
"""The most chips by which a beginner overrates a variant."""


def _casual(match: Nos, seat: int, rng: Random, _enough: Callable[[], bool]) -> Move:
    if match.deal.phase is NosPhase.VARIANT:
        return max(
            match.sensible_moves(seat),
            key=lambda move: _chips_of_variant(match, seat, move) + _WHIM_CHIPS * rng.random(),
        )
    numbered = _numbered(match, seat)
    kernel = match.redeal_unseen(seat, rng).kernel()
    choices = [move for move in map(without_claim, kernel.choices()) if move in numbered]
    best = max(choices, key=lambda move: kernel.appeal(move, 0.0) + _WHIM * rng.random())
    claim = with_claim(best)
    return numbered[claim if claim in numbered and _shut_for_certain(match, kernel, best) else best]


def _chips_of_variant(match: Nos, seat: int, move: Move) -> float:
    """Return a variant's average gain in chips for this hand."""
    deal, kernel = match.deal, match.kernel()
    kernel.play(number_of(deal, move))
    fitting = (kernel.fitting() & deal.hands[seat]).bit_count()
    return prior.chips(len(deal.players), deal.line.tiles[0].tile, move.value, fitting)


def _shut_for_certain(match: Nos, kernel: NosKernel, move: int) -> bool:
    """Return True if only tiles on the table fit after a move."""
    after = kernel.copy()
    after.play(move)
    table = 0
    for placed in match.deal.line.tiles:
        table |= placed.tile.bit
    return not after.fitting() & FULL_SET & ~table & ~(1 << tile_of(move))


# --- Regular: moves tried out -----------------------------------------------------------------------------------------

_TRIALS: Final = 300
"""The most playouts of a regular player."""


def _regular(match: Nos, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:

    def worth(world: NosKernel, move: int) -> float:
        position = world.copy()
        position.play(move)
        position.finish(rng.random, 0.0)
        return position.worths()[seat]

    def world() -> NosKernel:
        return match.redeal_unseen(seat, rng).kernel()

    numbered = _numbered(match, seat)
    moves = _worth_trying(world(), numbered, [world() for _ in range(_FEW)])
    return numbered[moves[0] if len(moves) == 1 else best_of(moves, world, worth, within(_TRIALS, enough))]


# --- Strong and master: search ----------------------------------------------------------------------------------------

_FEW: Final = 12
_MANY: Final = 96
"""The number of worlds searched for a tile that can block the layout."""

_HARDLY: Final = 0.25
"""The share of worlds in which a claim must be right to be tried; below two thirds it loses chips."""

_SIMPLE_SHARE: Final = 1.0
"""The assumed share of simple rules in the others' moves: they do not see the searching seat's hand."""

_AT_WILL: Final = 0.1
"""The assumed frequency of drawing although a tile fits."""


_REVIEWED: Final = 2_000
"""The number of playouts that a review spends on a decision."""

_TRIED: Final = 600
"""The number of playouts that it spends on one that is tried on copies of the match, which take longer."""


def _strong(match: Nos, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    return _decision(match, seat, rng).best(enough)


def decision_of(match: Match, seat: int, rng: Random, played: Move | None = None) -> Decision | None:
    """Return the decision of the seat to move, valued in chips.

    It is None out of turn. Of offences only the one played is in it.

    :param played: a legal move that must be among the moves, even one that computers would not consider.
    :raises TypeError: if the match is not one of Nos.
    """
    if not isinstance(match, Nos):
        raise TypeError(f"this player plays nos, not {match.key}")
    if seat != match.deal.turn:
        return None
    is_offence = played in match.offences(seat)
    if is_offence or match.deal.phase in (NosPhase.OPENING, NosPhase.MELD):
        tried = [*match.sensible_moves(seat), *([played] if played is not None and is_offence else [])]
        return _MatchDecision(seat, dict(enumerate(tried)), _TRIED, match, rng)
    return _decision(match, seat, rng, played, in_chips=True)


@dataclass(frozen=True)
class _MatchDecision(Decision):
    """A decision that no kernel knows, tried on copies of the match: openings, melds and offences."""

    match: Nos
    rng: Random

    def world(self) -> Nos:
        return self.match.redeal_unseen(self.seat, self.rng)

    def worth(self, world: Nos, number: int) -> float:
        after = world.copy()
        after.play(self.seat, self.moves[number])
        while after.deal.phase is NosPhase.OPENING:
            after.play(after.deal.turn, opening_move(after.sensible_moves(after.deal.turn)))
        kernel = after.kernel(in_chips=True)
        kernel.finish(self.rng.random)
        return kernel.worths()[self.seat]

    def certain(self, number: int) -> Iterator[Effect]:
        after = self.match.copy()
        after.play(self.seat, self.moves[number])
        chips = after.scores[self.seat] - self.match.scores[self.seat]
        if chips:
            yield ScoredAtOnce(str(self.moves[number]), self.seat, chips)


def _decision(match: Nos, seat: int, rng: Random, played: Move | None = None, *, in_chips: bool = False) -> Searched:
    worlds = _worlds(match, seat, rng, in_chips=in_chips)
    numbered = _numbered(match, seat)
    sample = [worlds.next() for _ in range(_MANY)]
    moves = {number: numbered[number] for number in _worth_trying(sample[0], numbered, sample)}
    proper = {move: number_of(match.deal, move) for move in match.deal.proper()}
    stand_ins = {move: _stand_in(match, number, moves) for move, number in proper.items()}
    if played in stand_ins and stand_ins[played] is None:
        moves[proper[played]], stand_ins[played] = played, proper[played]
    return Searched(
        seat,
        moves,
        _REVIEWED,
        chain(sample, iter(worlds.next, None)).__next__,
        rng.random,
        {move: number for move, number in stand_ins.items() if number is not None},
        simply=_SIMPLE_SHARE,
        watch=_facts,
        effects=lambda number: _effects(match, number, str(moves[number])),
    )


def _stand_in(match: Nos, number: int, moves: Container[int]) -> int | None:
    """Return the equivalent of a proper move among those tried."""
    if number in moves:
        return number
    if not is_laying(number):
        return None
    line = match.deal.line
    own, last = arm_of(number), line.tiles[-1].at

    def is_equivalent(at: str) -> bool:
        same = line.gates[at] is line.gates[own] and line.rows[at] is line.rows[own]
        return same and (at == last) == (own == last)  # a double pays only on the tile just laid

    return next((other for at in line.gates if is_equivalent(at) and (other := at_arm(number, at)) in moves), None)


def _facts(world: NosKernel, number: int, after: NosKernel, end: NosKernel) -> Iterator[Fact]:
    seat, following = world.turn, after.turn
    if following not in (_OVER, seat) and after.hands[following] & after.fitting():
        yield Fact(AnsweredIn)
    if not end.hands[seat]:
        yield Fact(WentOutIn)
    for tile in tiles_in(end.hands[seat] & world.hands[seat]):
        yield Fact(KeptTile, str(tile), payments.value(tile))
    if number != without_claim(number):
        yield Fact(ClaimRightIn, worth=_blocks(world, without_claim(number)))


def _effects(match: Nos, number: int, move: str) -> Iterator[Effect]:
    """Yield the certain payments of a tile: for a double on a neighbour's, and for going out."""
    kernel = match.kernel()
    seat = kernel.turn
    if is_laying(number):
        kernel.play(without_claim(number))
        if kernel.turn != _OVER and kernel.won[seat]:
            yield ScoredAtOnce(move, seat, round(kernel.won[seat]))


_OVER: Final = -1
"""The turn of a kernel once the deal is over."""


def _worlds(match: Nos, seat: int, rng: Random, *, in_chips: bool) -> Worlds[NosKernel]:
    """Return worlds weighted by the likelihood of the others' draws."""
    drawn = [draw for draw in draws(match.deal) if draw[0] != seat]

    def likely(world: NosKernel) -> float:
        return likelihood(world.hands, drawn)

    return Worlds(lambda: match.redeal_unseen(seat, rng).kernel(in_chips=in_chips), likely if drawn else None, rng)


def draws(deal: Deal) -> list[tuple[int, int, int]]:
    """Return each hidden draw's seat, fitting tiles and tiles still held.

    A player who draws usually has no fitting tile, so a tile laid later that fitted then was drawn later.
    """
    found = []
    for number, (seat, fitting, _) in enumerate(deal.acts):
        if not fitting:
            continue
        later = [(more, laid) for actor, more, laid in deal.acts[number:] if actor == seat]
        old = deal.hands[seat].bit_count() - sum(not laid for _, laid in later)
        old += sum(bool(laid & fitting) for _, laid in later)
        if old > 0:
            found.append((seat, fitting, old))
    return found


def likelihood(hands: Sequence[int], drawn: Sequence[tuple[int, int, int]]) -> float:
    """Return the relative likelihood of the draws given these hands."""
    found = 1.0
    for seat, fitting, old in drawn:
        hand = hands[seat]
        size = hand.bit_count()
        held = min(old, size)
        found *= _AT_WILL + (1 - _AT_WILL) * comb((hand & ~fitting).bit_count(), held) / comb(size, held)
    return found


# --- What they share --------------------------------------------------------------------------------------------------


_VARIANTS_TRIED: Final = 8
"""The number of variants to try: those with the best averages."""


def _numbered(match: Nos, seat: int) -> dict[int, Move]:
    """Return the moves by number, without offences and unpromising variants."""
    proper: Sequence[Move] = match.deal.proper()
    if match.deal.phase is NosPhase.VARIANT:
        worth_it = worth_naming(match.deal.line.tiles[0].tile.index)
        named = [move for move in proper if move.value in worth_it]
        proper = sorted(named, key=lambda move: -_chips_of_variant(match, seat, move))[:_VARIANTS_TRIED]
    return {number_of(match.deal, move): move for move in proper}


def _worth_trying(world: NosKernel, numbered: dict[int, Move], worlds: Sequence[NosKernel]) -> list[int]:
    """Return one move of each equivalent group, without unlikely claims."""
    moves = [without_claim(move) for move in world.choices()]
    for move in list(moves):
        if is_laying(move):
            right = sum(_blocks(each, move) for each in worlds)
            if right > _HARDLY * len(worlds):
                moves.append(with_claim(move))
    return [move for move in moves if move in numbered]


def _blocks(world: NosKernel, move: int) -> bool:
    after = world.copy()
    after.play(move)
    return after.is_blocked()

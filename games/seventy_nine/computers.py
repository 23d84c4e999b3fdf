"""The computer players of Seventy-Nine.

`casual` bids and names trumps by the promise of its hand, and plays by simple rules with a few random tiles. The other
levels try calls, trumps and tiles in playouts by simple rules, and maximize the chance to win the match. `regular`
samples hidden tiles uniformly; `strong` and `master` weight them by the calls, trumps and plays observed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple, Self, TypeVar

from games.computers.decisions import Decision
from games.computers.exact import OutOfBudget, Solver
from games.computers.players import best_of, within
from games.computers.reasons import Fact, LeadGained, LostNelloIn, MadeBidIn, TookTrickIn, WonDealIn, facts_of_match
from games.core.match import Computer, Match
from games.core.moves import PASS, PLAY, Move
from games.core.tiles import ALL_TILES, HIGHEST
from games.core.tricks import indices_in

from .inference import LOWEST_BID, OVERBID_PARTNER, RESERVE, promises
from .match import BID, TRUMP, SeventyNine
from .position import SEATS, SeventyNinePosition
from .suits import ALL_POINTS, NOTHING
from .value import NELLO_WORTH
from .view import NELLO, NELLO_BID, SeventyNinePhase, SeventyNineView

_WHIM: Final = 0.1
"""The share of tiles that a casual player lays at random."""

_TRIALS: Final = 400
"""The most playouts of a regular player."""

_MOST_TRIALS: Final = 40_000
"""The most playouts of a strong player; all results are kept until it chooses."""

_FEWEST_TRIALS: Final = 8
"""With fewer playouts of a move, or deals in the auction, simple rules decide."""

_CLEARLY: Final = 1.0
"""The standard errors by which a move must beat that of simple rules."""

_TRUMPS_TRIED: Final = 2
"""The number of trumps tried for each bid."""

_EXACT_TRICKS: Final = 3
"""The number of last tricks that are solved exactly in every sampled deal."""

_EXACT_POSITIONS: Final = 20_000
"""The positions searched in such a deal; beyond them simple rules play it."""

_RAISES: Final = (0, 2, 5, 10)
"""The raises above the lowest possible bid."""

_BREAKABLE: Final = 0.2
"""The share of Nel-Os made in playouts that better play would break."""


def computer_of(level: str) -> Computer:
    """Return the computer player of a level."""
    return {"casual": _casual, "regular": _regular}.get(level, _strong)


def bid_at_sight(promised: float, highest: int, *, above_partner: bool) -> int:
    """Return the lowest bid that the hand promises, or 0.

    :param promised: the promise of its best trumps.
    :param highest: the highest bid so far; 0 before the first.
    :param above_partner: whether that bid is a partner's, so that more is needed.
    """
    lowest = max(LOWEST_BID, highest + 1)
    sure = promised - RESERVE - (OVERBID_PARTNER if above_partner else 0)
    return lowest if sure >= lowest and lowest <= ALL_POINTS else 0


def _casual(match: Match, seat: int, rng: Random, _enough: Callable[[], bool]) -> Move:
    player = _Seat.of(match, seat, rng, likely=False)
    if player.view.phase is SeventyNinePhase.PLAY and rng.random() < _WHIM:
        return rng.choice(player.view.moves)
    return player.at_sight()


def _regular(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    return _Seat.of(match, seat, rng, likely=False).choice(within(_TRIALS, enough))


def _strong(match: Match, seat: int, rng: Random, enough: Callable[[], bool]) -> Move:
    return _Seat.of(match, seat, rng, likely=True).choice(within(_MOST_TRIALS, enough))


_D = TypeVar("_D")
_M = TypeVar("_M")


def _clearly_best(
    simple: _M,
    moves: Sequence[_M],
    deal: Callable[[], _D],
    worth: Callable[[_D, _M], float],
    enough: Callable[[], bool],
) -> _M:
    """Return the best move if clearly better, else the simple one.

    Few playouts would often favour a move that is worse than the choice of simple rules.
    """
    tried: dict[_M, list[float]] = {move: [] for move in moves}

    def noted(world: _D, move: _M) -> float:
        found = worth(world, move)
        tried[move].append(found)
        return found

    best = best_of(moves, deal, noted, enough)
    gains = [one - other for one, other in zip(tried[best], tried[simple], strict=False)]  # one may have been dropped
    if len(gains) < _FEWEST_TRIALS:
        return simple
    return best if fmean(gains) > _CLEARLY * stdev(gains) / sqrt(len(gains)) else simple


class _Call(NamedTuple):
    """A bid with its trumps, `NELLO_BID`, or 0 for a pass."""

    bid: int
    trump: int = NOTHING

    @property
    def move(self) -> Move:
        """The call as a move of the auction."""
        if not self.bid:
            return PASS
        return Move(BID, value=NELLO if self.bid > ALL_POINTS else str(self.bid))


_PASS: Final = _Call(0)
_BID_NELLO: Final = _Call(NELLO_BID)


class _Seat(NamedTuple):
    """A seat for which a computer chooses.

    :ivar view: the seat's view of the match.
    :ivar deals: endless determinizations of the running deal.
    """

    match: SeventyNine
    view: SeventyNineView
    seat: int
    rng: Random
    deals: Iterator[SeventyNinePosition]

    @classmethod
    def of(cls, match: Match, seat: int, rng: Random, *, likely: bool) -> Self:
        """Return the seat of a match.

        :param likely: whether deals are weighted by the calls, trumps and plays of the other seats.
        :raises TypeError: if the match is not one of Seventy-Nine.
        """
        if not isinstance(match, SeventyNine):
            raise TypeError(f"this player plays seventy_nine, not {match.key}")
        evenly = (match.determinization(seat, rng) for _ in iter(int, 1))
        return cls(match, match.view(seat), seat, rng, match.likely_positions(seat, rng) if likely else evenly)

    @property
    def hand(self) -> list[int]:
        """The indices of the seat's tiles."""
        return [tile.index for tile in self.view.hand]

    def at_sight(self) -> Move:
        """Return the simple rules' move."""
        match self.view.phase:
            case SeventyNinePhase.BIDDING:
                return self.simple_call().move
            case SeventyNinePhase.TRUMP:
                return _naming(self.trumps()[0])
            case SeventyNinePhase.PLAY:
                return _laying(next(self.deals).simple())

    def choice(self, enough: Callable[[], bool]) -> Move:
        """Return the best move of the playouts."""
        match self.view.phase:
            case SeventyNinePhase.BIDDING:
                return self.call(enough)
            case SeventyNinePhase.TRUMP:
                return _naming(self.trump(enough))
            case SeventyNinePhase.PLAY:
                return _laying(self.tile(enough))

    # --- The auction -----------------------------------------------------------------------------------------------

    def highest(self) -> tuple[int, int | None]:
        """Return the highest bid, 0 before the first, and its seat."""
        bids = [(call.points, call.seat) for call in self.view.calls if call.points]
        return bids[-1] if bids else (0, None)

    def trumps(self) -> list[int]:
        """Return the trump numbers, the most promising first."""
        promised = promises(self.hand)
        return sorted(range(HIGHEST + 1), key=lambda number: -promised[number])

    def simple_call(self) -> _Call:
        """Return the simple rules' call."""
        highest, bidder = self.highest()
        above_partner = bidder is not None and (bidder - self.seat) % 2 == 0
        bid = bid_at_sight(max(promises(self.hand)), highest, above_partner=above_partner)
        return _Call(bid, self.trumps()[0]) if bid else _PASS

    def calls(self) -> list[_Call]:
        """Return the calls to try."""
        lowest = max(LOWEST_BID, self.highest()[0] + 1)
        numbers = [lowest + more for more in _RAISES if lowest + more <= ALL_POINTS]
        calls = [_PASS, *(_Call(number, trump) for number in numbers for trump in self.trumps()[:_TRUMPS_TRIED])]
        if _BID_NELLO.move in self.view.moves:
            calls.append(_BID_NELLO)
        return calls

    def call(self, enough: Callable[[], bool]) -> Move:
        """Return the call with the best average chances over shared deals."""
        return _clearly_best(
            self.simple_call(),
            self.calls(),
            lambda: _Deal(self, next(self.deals)),
            lambda deal, call: deal.chance(call),
            enough,
        ).move

    # --- Trumps and tiles ------------------------------------------------------------------------------------------

    def trump(self, enough: Callable[[], bool]) -> int:
        """Return the trumps with the best chances."""
        trumps = [trump for trump in self.trumps() if any(tile.has(trump) for tile in self.view.hand)]

        def worth(world: SeventyNinePosition, trump: int) -> float:
            position = self.with_trump(world, trump)
            position.finish(self.rng.random)
            return position.bidders_chance()

        return _clearly_best(trumps[0], trumps, self.deals.__next__, worth, enough)

    def with_trump(self, world: SeventyNinePosition, trump: int) -> SeventyNinePosition:
        """Return the deal at the first lead with these trumps."""
        return SeventyNinePosition(self.match.contract(self.seat, trump, self.highest()[0]), world.hands, self.seat)

    def tile(self, enough: Callable[[], bool]) -> int:
        """Return the tile with the best chances."""
        world = next(self.deals)
        if len(self.view.hand) <= _EXACT_TRICKS:
            return _clearly_best(
                world.simple(), world.choices(), lambda: _End(next(self.deals), self.seat), _End.after, enough
            )
        seat, random = self.seat, self.rng.random

        def worth(world: SeventyNinePosition, tile: int) -> float:
            position = world.copy()
            position.play(tile)
            position.finish(random)
            return position.worths()[seat]

        return _clearly_best(world.simple(), world.choices(), self.deals.__next__, worth, enough)


# --- Decisions, for the review ----------------------------------------------------------------------------------------

_REVIEWED: Final = 1_500
"""The number of playouts that a review spends on a decision."""


def decision_of(match: Match, seat: int, rng: Random, played: Move | None = None) -> Decision:
    """Return the decision of the seat to move.

    :param played: a legal move that must be among the moves, even a bid that computers would not consider.
    """
    player = _Seat.of(match, seat, rng, likely=True)
    match player.view.phase:
        case SeventyNinePhase.BIDDING:
            calls = player.calls()
            if played is not None and played not in (call.move for call in calls):
                bid = NELLO_BID if played.value == NELLO else int(played.value)
                calls.append(_Call(bid, player.trumps()[0]))
            options = dict.fromkeys(call.move for call in calls)
            return _CallDecision(seat, dict(enumerate(options)), _REVIEWED, player, tuple(calls))
        case SeventyNinePhase.TRUMP:
            trumps = {trump: _naming(trump) for trump in range(HIGHEST + 1)}
            return _TrumpDecision(seat, trumps, _REVIEWED, player)
        case SeventyNinePhase.PLAY:
            tiles = {tile: _laying(tile) for tile in player.match.position.choices()}
            return _TileDecision(seat, tiles, _REVIEWED, player)


@dataclass(frozen=True)
class _SeatDecision(Decision):
    player: _Seat


@dataclass(frozen=True)
class _CallDecision(_SeatDecision):
    """A decision in the auction, with bids for the most promising trumps.

    :ivar calls: the calls; of those with one bid the first names the most promising trumps.
    """

    calls: tuple[_Call, ...]

    def world(self) -> _Deal:
        return _Deal(self.player, next(self.player.deals))

    def worth(self, world: _Deal, number: int) -> float:
        return world.chance(next(call for call in self.calls if call.move == self.moves[number]))

    def facts(self, world: _Deal, number: int) -> Iterator[Fact]:
        self.worth(world, number)
        if world.end is not None:
            yield from _results(world.end, self.seat)


@dataclass(frozen=True)
class _TrumpDecision(_SeatDecision):
    def world(self) -> SeventyNinePosition:
        return next(self.player.deals)

    def worth(self, world: SeventyNinePosition, number: int) -> float:
        return self._end(world, number).bidders_chance()

    def _end(self, world: SeventyNinePosition, number: int) -> SeventyNinePosition:
        position = self.player.with_trump(world, number)
        position.finish(self.player.rng.random)
        return position

    def facts(self, world: SeventyNinePosition, number: int) -> Iterator[Fact]:
        end = self._end(world, number)
        if end.made():
            yield Fact(MadeBidIn)
        yield from _results(end, self.seat)


@dataclass(frozen=True)
class _TileDecision(_SeatDecision):
    def world(self) -> SeventyNinePosition:
        return next(self.player.deals)

    def worth(self, world: SeventyNinePosition, number: int) -> float:
        if len(self.player.view.hand) <= _EXACT_TRICKS:
            return _End(world, self.seat).after(number)
        return self._after(world, number).worths()[self.seat]

    def _after(self, world: SeventyNinePosition, number: int) -> SeventyNinePosition:
        position = world.copy()
        position.play(number)
        position.finish(self.player.rng.random)
        return position

    def facts(self, world: SeventyNinePosition, number: int) -> Iterator[Fact]:
        position = world.copy()
        position.play(number)
        while position.laid:
            position.play(position.simple())
        if position.contract.nello:
            if position.taker == position.contract.bidder:
                yield Fact(LostNelloIn)
        elif (position.taker - self.seat) % 2 == 0:
            yield Fact(TookTrickIn)
        position.finish(self.player.rng.random)
        yield from _results(position, self.seat)


def _results(end: SeventyNinePosition, seat: int) -> Iterator[Fact]:
    """Yield the facts of a finished deal."""
    side = seat % 2
    if end.winner() == side:
        yield Fact(WonDealIn)
    yield from facts_of_match(end.worths()[seat])
    gains = [score - before for score, before in zip(end.scores(), end.contract.scores, strict=True)]
    yield Fact(LeadGained, worth=gains[side] - gains[1 - side])


class _End:
    """The last tricks of a deal, for an exact solution."""

    def __init__(self, world: SeventyNinePosition, seat: int) -> None:
        self._world = world
        self._seat = seat
        partners = sum(1 << other for other in range(seat % 2, SEATS, 2))
        self._solver = Solver(seat, _EXACT_POSITIONS, partners=partners)

    def after(self, tile: int) -> float:
        """Return the seat's chance after a tile, with perfect open play."""
        try:
            return self._solver.after(self._world, tile)
        except OutOfBudget:
            position = self._world.copy()
            position.play(tile)
            position.finish(float)
            return position.worths()[self._seat]


class _Deal:
    """A deal in which calls are tried."""

    def __init__(self, player: _Seat, world: SeventyNinePosition) -> None:
        self._player = player
        self._world = world
        self._promises: dict[int, list[float]] = {}
        self._played: dict[tuple[int, int], SeventyNinePosition] = {}
        self.end: SeventyNinePosition | None = None
        """The end of the deal after the last call that was tried; None if all players passed."""

    def chance(self, call: _Call) -> float:
        """Return the winning chance of a call, with simple calls after it."""
        seat = self._player.seat
        highest, highest_bidder = self._player.highest()
        bid, bidder = (call.bid, seat) if call.bid else (highest, highest_bidder)
        for step in range(1, SEATS - len(self._player.view.calls)):
            other = (seat + step) % SEATS
            above_partner = bidder is not None and (other - bidder) % 2 == 0
            called = bid_at_sight(max(self._promised(other)), bid, above_partner=above_partner)
            if called:
                bid, bidder = called, other
        if bidder is None:
            self.end = None
            scores = self._world.contract.scores
            return self._world.contract.value.chance(scores[seat % 2], scores[1 - seat % 2], bids=True)
        trump = call.trump
        if bidder != seat:
            promised = self._promised(bidder)
            trump = promised.index(max(promised)) if bid <= ALL_POINTS else NOTHING
        chance = self._after(bidder, trump, bid)
        return chance if (bidder - seat) % 2 == 0 else 1 - chance

    def _promised(self, seat: int) -> list[float]:
        if seat not in self._promises:
            self._promises[seat] = promises(indices_in(self._world.hands[seat]))
        return self._promises[seat]

    def _after(self, bidder: int, trump: int, bid: int) -> float:
        """Return the match chance of the bidder's side."""
        played = self._played.get((bidder, trump))
        if played is None:
            contract = self._player.match.contract(bidder, trump, bid)
            played = SeventyNinePosition(contract, self._world.hands, bidder)
            played.finish(self._player.rng.random)
            self._played[bidder, trump] = played
        contract, side = played.contract, bidder % 2
        contract.bid, self.end = bid, played
        chance = played.bidders_chance()
        if trump != NOTHING or not played.made():
            return chance
        worth = NELLO_WORTH[contract.value.scoring]
        lost = contract.value.chance(contract.scores[side], contract.scores[1 - side] + worth, bids=True)
        return lost + (1 - _BREAKABLE) * (chance - lost)


def _naming(trump: int) -> Move:
    return Move(TRUMP, value=str(trump))


def _laying(tile: int) -> Move:
    return Move(PLAY, ALL_TILES[tile])

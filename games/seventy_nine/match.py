"""A match of Seventy-Nine. Read `SeventyNine` first.

`SeventyNine` runs the auction. From the first lead on it wraps a position (`games.seventy_nine.position`), the single
truth for legality, tricks, points and turns.
"""

from collections.abc import Iterator
from random import Random
from typing import Final

from games.core.dealt import DealtMatch
from games.core.events import CutOff, DealBegan, Dealt, Event, ScoreReason, passed, played, scored
from games.core.match import Family, GameInfo
from games.core.moves import PASS, PLAY, Move
from games.core.options import Option
from games.core.outcome import DealEndReason, EndReason
from games.core.refusals import MustFollow, NotInHand, Refusal, TileNeeded, UnknownVerb, superfluous
from games.core.tiles import ALL_TILES, HIGHEST, Tile
from games.core.tricks import (
    TWO_SETS,
    Counted,
    PlayedOut,
    PlayedTile,
    Trick,
    TrickTaken,
    all_tiles_in,
    count_in,
    shown_void,
    two_sets_of,
)
from games.core.voids import deal_around_voids

from .inference import LOWEST_BID, LikelyDeals, calls_of, plays_of_others
from .position import NO_SIDE, Contract, SeventyNinePosition
from .suits import ALL_POINTS, DOUBLES_SUIT, NOTHING, suits
from .value import TARGETS, value_of
from .view import NELLO, NELLO_BID, AuctionCall, SeventyNineDealEnd, SeventyNinePhase, SeventyNineView

BID: Final = "bid"
TRUMP: Final = "trump"

_SIDES: Final = 2
_HAND: Final = 9

_NUMBERS: Final = tuple(Move(BID, value=str(bid)) for bid in range(LOWEST_BID, ALL_POINTS + 1))
_BID_NELLO: Final = Move(BID, value=NELLO)
_TRUMPS: Final = tuple(Move(TRUMP, value=str(number)) for number in range(HIGHEST + 1))
_PLAYS: Final = [Move(PLAY, tile) for tile in ALL_TILES]
"""The moves by their numbers in a position."""

_REASONS: Final = {"points": ScoreReason.DEAL, "marks": ScoreReason.MARK}
"""For the ways of scoring the reason of the points for a deal with trumps."""


class Shaker(Event):
    """`seat` is the shaker of the deal that begins."""

    prepares = True
    seat: int


class Bid(Event):
    """`seat` bids `points`, one above the highest number for Nel-O."""

    seat: int
    bid: int
    nello: bool


class AllPassed(Event):
    """All six have passed; the deal is dealt again."""


class AuctionOver(Event):
    """The bidding is over, and `seat` has bid highest."""

    kind = "auction"
    seat: int
    bid: int
    nello: bool


class TrumpNamed(Event):
    """`seat` names the `trump` number."""

    kind = "trump"
    seat: int
    trump: int


class SitOut(Event):
    """`seats`, the partners of the bidder `seat`, sit out face down."""

    seat: int
    seats: tuple[int, ...]


class Made(Event):
    """`side` has made the bid of `seat`."""

    seat: int | None
    side: int
    bid: int
    nello: bool


class Missed(Event):
    """`side` has missed the bid of `seat`."""

    seat: int | None
    side: int
    bid: int
    nello: bool


class _MustFollowDouble(Refusal):
    sentence = "{tile} does not follow: a double was led, and there is a double in hand"
    tile: Tile


class _BidFirst(Refusal):
    sentence = "the bidding is not over: bid or pass"


class _BidOutOfRange(Refusal):
    sentence = "a bid is a number from 50 to 79, or nello"


class _BidHigher(Refusal):
    sentence = "a bid must be higher than those before: {text} at least"
    text: str


class _OnlyPass(Refusal):
    sentence = "no bid is higher than those before, so pass"


class _NoNello(Refusal):
    sentence = "Nel-O is not played at this table"


class _BiddingOver(Refusal):
    sentence = "the bidding is over"


class _NameTrump(Refusal):
    sentence = "name trumps first"


class _UnknownTrump(Refusal):
    sentence = "trumps are one of the numbers from 0 to 6"


class _TrumpNamed(Refusal):
    sentence = "trumps are not named any more in this deal"


class SeventyNine(DealtMatch):
    """A match of the seats 0, 2, 4 against 1, 3, 5."""

    key = "seventy_nine"
    number = 3
    info = GameInfo(Family.TRICKS, minutes=40, teams=_SIDES)
    seat_counts = (6,)
    tile_set = TWO_SETS
    option_list = (
        Option("scoring", tuple(TARGETS), "points"),
        Option(NELLO, (True, False), default=True),
        Option("nello_doubles", ("high", "own"), "high"),
    )
    computers = "games.seventy_nine.computers"
    last_deal: SeventyNineDealEnd | None
    mutable = DealtMatch.mutable | {"position", "_made", "_taken", "_voids"}

    position: SeventyNinePosition
    """The running deal, secrets included. Before the first lead only its hands, turn and scores have a meaning."""
    _shaker: int
    """The shaker of this deal, who calls last."""
    _boneyard: list[Tile]
    """The two tiles that were not dealt."""
    _phase: SeventyNinePhase
    """The task of the seat to move."""
    _calls: tuple[AuctionCall, ...]
    """The auction so far, in order."""
    _highest: AuctionCall | None
    """The highest bid so far."""
    _made: list[PlayedTile]
    """The tiles laid in this deal, in order."""
    _taken: list[tuple[Tile, ...]]
    """The tiles that each side has taken in this deal, in order."""
    _last_trick: Trick | None
    _voids: list[int]
    """For each seat the tiles that it cannot hold, as a mask."""
    _scores: list[int]
    """The scores when the running deal began."""

    # --- The deal --------------------------------------------------------------------------------------------------

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.position.scores())

    def _sides(self) -> int:
        return _SIDES

    def side_of(self, seat: int) -> int:
        return seat % _SIDES

    def _begin(self) -> None:
        self._deal_number = 1
        self._begin_deal(self._draw_lot("shaker"))

    def _begin_deal(self, shaker: int) -> None:
        self._shaker = shaker
        self._opener = opener = (shaker + 1) % self.seats
        self._emit(DealBegan(opener, self._deal_number))
        self._emit(Shaker(shaker))
        tiles = self._next_permutation()
        hands = [two_sets_of(tiles[seat * _HAND : (seat + 1) * _HAND]) for seat in range(self.seats)]
        for seat, hand in enumerate(hands):
            self._emit(Dealt(seat, all_tiles_in(hand), _HAND, (seat,)))
        self._boneyard = tiles[self.seats * _HAND :]
        self._phase, self._calls, self._highest = SeventyNinePhase.BIDDING, (), None
        self.position = SeventyNinePosition(self.contract(opener, NOTHING, 0), hands, opener)
        self._made, self._taken, self._last_trick = [], [()] * _SIDES, None
        self._voids = [0] * self.seats

    def contract(self, bidder: int, trump: int, bid: int) -> Contract:
        """Return a bid's contract with these trumps (Nel-O: `NOTHING`)."""
        own_doubles = trump == NOTHING and self.options["nello_doubles"] == "own"
        value = value_of(str(self.options["scoring"]))
        return Contract(bidder, bid, suits(trump, own_doubles=own_doubles), self._scores, value)

    # --- Legal moves -----------------------------------------------------------------------------------------------

    def actors(self) -> tuple[int, ...]:
        return () if self.outcome else (self.position.turn,)

    def moves(self, seat: int) -> tuple[Move, ...]:
        if seat != self.position.turn or self.outcome:
            return ()
        if self._phase is SeventyNinePhase.PLAY:
            return tuple([_PLAYS[number] for number in self.position.choices()])
        return _TRUMPS if self._phase is SeventyNinePhase.TRUMP else (PASS, *self._bids())

    def sensible_moves(self, seat: int) -> tuple[Move, ...]:
        """Return all moves, but no high bids, which would be gambles."""
        moves = self.moves(seat)
        if self._phase is SeventyNinePhase.BIDDING:
            return tuple([move for move in moves[:2] if move != _BID_NELLO])
        return moves

    def _bids(self) -> tuple[Move, ...]:
        bid = self._bid()
        numbers = _NUMBERS[max(0, bid - LOWEST_BID + 1) :]
        return (*numbers, _BID_NELLO) if self.options[NELLO] and bid < NELLO_BID else numbers

    def _refusal_of(self, seat: int, move: Move) -> Refusal:
        if move.verb not in {BID, PASS.verb, PLAY, TRUMP}:
            return UnknownVerb(verb=move.verb)
        if self._phase is SeventyNinePhase.BIDDING:
            return self._reason_of_call(move)
        if move.verb in {BID, PASS.verb}:
            return _BiddingOver()
        if self._phase is SeventyNinePhase.TRUMP:
            return _NameTrump() if move.verb == PLAY else _UnknownTrump()
        return _TrumpNamed() if move.verb == TRUMP else self._reason_of_play(seat, move)

    def _reason_of_call(self, move: Move) -> Refusal:
        if move.verb in {PLAY, TRUMP}:
            return _BidFirst()
        extra = superfluous(move, *(("value",) if move.verb == BID else ()))
        if extra:
            return extra
        if move.value == NELLO and not self.options[NELLO]:
            return _NoNello()
        if move.value != NELLO and move not in _NUMBERS:
            return _BidOutOfRange()
        bids = self._bids()
        return _BidHigher(text=bids[0].value) if bids else _OnlyPass()

    def _reason_of_play(self, seat: int, move: Move) -> Refusal:
        if move.tile is None:
            return TileNeeded(verb=move.verb)
        if not self.position.hands[seat] & move.tile.bit:
            return NotInHand(tile=move.tile, seat=seat)
        extra = superfluous(move, "tile")
        if extra:
            return extra
        if self.position.led == DOUBLES_SUIT:
            return _MustFollowDouble(tile=move.tile)
        return MustFollow(tile=move.tile, text=self.position.led)

    # --- The auction -----------------------------------------------------------------------------------------------

    def _apply_move(self, seat: int, move: Move) -> None:
        if move.tile is not None:
            self._lay(seat, move.tile)
        elif self._phase is SeventyNinePhase.BIDDING:
            self._call(seat, move)
        else:
            self._begin_play(seat, int(move.value))

    def _call(self, seat: int, move: Move) -> None:
        call = AuctionCall(seat, move.value or move.verb)
        self._calls += (call,)
        if move == PASS:
            self._emit(passed(seat))
        else:
            self._highest = call
            self._emit(Bid(seat, call.points, call.bid == NELLO))
        if self._auction_runs():
            self.position.turn = (seat + 1) % self.seats
        elif self._highest is None:
            self._emit(AllPassed())
            self._begin_deal((self._shaker + 1) % self.seats)
        else:
            self._end_auction(self._highest)

    def _end_auction(self, highest: AuctionCall) -> None:
        nello = highest.bid == NELLO
        self._emit(AuctionOver(highest.seat, highest.points, nello))
        if nello:
            self._begin_play(highest.seat, NOTHING)
            self._emit(SitOut(highest.seat, self.position.contract.sitting_out()))
        else:
            self._phase = SeventyNinePhase.TRUMP
            self.position.turn = self.position.taker = highest.seat

    def _begin_play(self, bidder: int, trump: int) -> None:
        self._phase = SeventyNinePhase.PLAY
        self.position = SeventyNinePosition(self.contract(bidder, trump, self._bid()), self.position.hands, bidder)
        if trump != NOTHING:
            self._emit(TrumpNamed(bidder, trump))

    def _bid(self) -> int:
        """Return the highest bid so far; 0 before the first."""
        return self._highest.points if self._highest else 0

    def _auction_runs(self) -> bool:
        return len(self._calls) < self.seats

    # --- Tricks ----------------------------------------------------------------------------------------------------

    def _lay(self, seat: int, tile: Tile) -> None:
        position = self.position
        if position.laid:
            self._voids[seat] |= shown_void(tile, position.contract.suits.tiles[position.led])
        self._made.append(PlayedTile(seat, tile))
        self._emit(played(seat, tile, ""))
        position.play(tile.index)
        if not position.laid:
            self._take(position.contract, position.taker)

    def _take(self, contract: Contract, taker: int) -> None:
        """Emit the events of a complete trick and the deal's end."""
        laid = tuple(self._made[-contract.players :])
        tiles = tuple([tile for _, tile in laid])
        self._last_trick = Trick(laid, taker, 1 + self.position.lying)
        self._emit(TrickTaken(taker, tiles, 1 + self.position.lying, tuple([seat for seat, _ in laid])))
        self._taken[self.side_of(taker)] += tiles
        if contract.by_tricks:
            self._emit(scored(self.side_of(taker), 1, ScoreReason.TRICK))
        if self.position.turn < 0:
            self._end_deal(contract)

    # --- The end of a deal and of the match ------------------------------------------------------------------------

    def _end_deal(self, contract: Contract) -> None:
        position, first = self.position, len(self.events)
        made = None if contract.by_tricks else position.made()
        reason = DealEndReason.PLAYED_OUT
        if position.is_cut_off():
            reason = DealEndReason.CUT_OFF
            self._emit(CutOff())
        elif contract.nello and not made:
            reason = DealEndReason.TOOK_TRICK
        else:
            self._emit(PlayedOut())
            if not contract.nello:
                self.events.extend(Counted(side, total) for side, total in enumerate(position.totals()))
        if made is not None:
            self._emit_result(contract, made=made)
        winner = position.winner()
        self.last_deal = SeventyNineDealEnd(
            number=self._deal_number,
            reason=reason,
            winners=() if winner == NO_SIDE else (winner,),
            hands=tuple(map(all_tiles_in, position.hands)),
            points=tuple(position.points()),
            scores=self.scores,
            events=tuple(self.events[first:]),
            shaker=self._shaker,
            calls=self._calls,
            bidder=contract.bidder,
            bid=self._bid_text(),
            trump=self._trump(),
            made=made,
            tricks=tuple(position.tricks),
            count_points=tuple(position.counts),
            totals=tuple(position.totals()),
            taken=tuple(self._taken),
        )
        if max(self.scores) >= contract.value.target:
            best = position.worths().index(1.0)
            self._finish((frozenset({best}), frozenset({1 - best})), EndReason.TARGET)
        else:
            self._scores = position.scores()
            self._deal_number += 1
            self._begin_deal((self._shaker + 1) % self.seats)

    def _emit_result(self, contract: Contract, *, made: bool) -> None:
        result = Made if made else Missed
        self._emit(result(contract.bidder, self.side_of(contract.bidder), contract.bid, contract.nello))
        reason = ScoreReason.NELLO if contract.nello else _REASONS[contract.value.scoring]
        for side, points in enumerate(self.position.points()):
            if points:
                self._emit(scored(side, points, reason))

    # --- The view --------------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> SeventyNineView:
        position, contract = self.position, self.position.contract
        highest = None if self._auction_runs() else self._highest
        in_play = self._phase is SeventyNinePhase.PLAY
        table = tuple(self._made[-position.laid :]) if position.laid else ()
        return SeventyNineView(
            shaker=self._shaker,
            phase=self._phase,
            calls=self._calls,
            highest=self._bid_text(),
            bidder=highest.seat if highest else None,
            trump=self._trump(),
            nello=in_play and contract.nello,
            sitting_out=contract.sitting_out() if in_play else (),
            leader=None if highest is None else table[0].seat if table else position.taker,
            table=table,
            winning=position.taker if table else None,
            led=position.led if table else None,
            last_trick=self._last_trick,
            taken=tuple(self._taken),
            tricks=tuple(position.tricks),
            count_points=tuple(position.counts),
            totals=tuple(position.totals()),
            needed=self._needed(highest),
            target=contract.value.target,
            **self._view_fields(seat),
        )

    def _bid_text(self) -> str:
        return self._highest.bid if self._highest else ""

    def _trump(self) -> int | None:
        trump = self.position.contract.suits.trump
        return None if trump == NOTHING else trump

    def _needed(self, highest: AuctionCall | None) -> int | None:
        """Return the points still needed for the bid, if they matter."""
        if highest is None or highest.bid == NELLO or self.options["scoring"] == "tricks":
            return None
        return max(0, highest.points - self.position.totals()[self.side_of(highest.seat)])

    def _held(self) -> list[int]:
        return self.position.hands

    def _hand(self, seat: int, /) -> tuple[Tile, ...]:
        return all_tiles_in(self.position.hands[seat])

    def _boneyard_tiles(self) -> list[Tile]:
        return self._boneyard

    def _table_tiles(self) -> list[Tile]:
        return [tile for _, tile in self._made]

    def _every_tile(self) -> list[Tile]:
        hands = [tile for seat in range(self.seats) for tile in self._hand(seat)]
        return [*hands, *self._boneyard_tiles(), *self._table_tiles()]

    # --- Hidden tiles, for computers -------------------------------------------------------------------------------

    def determinization(self, seat: int, rng: Random) -> SeventyNinePosition:
        """Return a random determinization of the running deal for a seat."""
        world = self.position.copy()
        world.hands, _ = self._deal_hidden(seat, rng)
        return world

    def _redeal(self, seat: int, rng: Random) -> None:
        self.position.hands, self._boneyard = self._deal_hidden(seat, rng)

    def _deal_hidden(self, seat: int, rng: Random) -> tuple[list[int], list[Tile]]:
        """Return all hands and the boneyard with unseen tiles redealt."""
        hands = self.position.hands.copy()
        others = [other for other in range(self.seats) if other != seat]
        hidden = [tile for other in others for tile in all_tiles_in(hands[other])] + self._boneyard
        dealt, boneyard = deal_around_voids(
            [count_in(hands[other]) for other in others], [self._voids[other] for other in others], hidden, rng
        )
        for other, hand in zip(others, dealt, strict=True):
            hands[other] = two_sets_of(hand)
        return hands, boneyard

    def likely_positions(self, seat: int, rng: Random) -> Iterator[SeventyNinePosition]:
        """Return endless determinizations, sampled by the others' moves."""
        hands, boneyard = self._deal_hidden(seat, rng)
        contract, calls = self.position.contract, calls_of(self._calls)
        calls[seat] = None
        hidden = LikelyDeals(
            [0 if other == seat else hand for other, hand in enumerate(hands)],
            two_sets_of(boneyard),
            self._voids,
            plays_of_others(seat, contract, hands, self._made),
            calls,
            contract.suits.trump,
            contract.bidder,
            rng,
        )
        while True:
            world = self.position.copy()
            world.hands = hidden.draw()
            world.hands[seat] = hands[seat]
            yield world

"""A match of Seventy-Nine: the auction, the naming of trumps, nine tricks, and Nel-O."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from games.core.dealt import DealtMatch
from games.core.events import CutOff, DealBegan, Dealt, Event, ScoreReason, passed, played, scored
from games.core.match import Computer, Family
from games.core.moves import PASS, PLAY, Move
from games.core.options import Option
from games.core.outcome import DealEndReason, EndReason, ranked
from games.core.refusals import Refusal
from games.core.tiles import ALL_TILES, FULL_SET, HIGHEST, Tile, tiles_in
from games.core.tricks import (
    TWO_SETS,
    Counted,
    Laid,
    PlayedOut,
    Trick,
    TrickTaken,
    all_tiles_in,
    count_in,
    must_play,
    shown_void,
    taker,
    two_sets_of,
    without,
)
from games.core.voids import deal_around_voids

from . import refusals
from .inference import LOWEST_BID, OVERBID_PARTNER, RESERVE, AuctionCall, LikelyDeals, ObservedPlay
from .kernel import NOTHING, Contract, SeventyNineKernel, suits_of
from .player import computer_of
from .refusals import BID, NELLO, TRUMP
from .suits import COUNTS, Suits, suits
from .value import NELLO_WORTH, TARGETS, value_of
from .view import Call, Phase, SeventyNineDealEnd, SeventyNineView

_SIDES: Final = 2
_HAND: Final = 9
_HIGHEST_BID: Final = 79
_ABOVE_ALL: Final = _HIGHEST_BID + 1
"""How high Nel-O is as a bid."""

_BIDS: Final = tuple(Move(BID, value=str(bid)) for bid in range(LOWEST_BID, _HIGHEST_BID + 1))
_BID_NELLO: Final = Move(BID, value=NELLO)
_TRUMPS: Final = tuple(Move(TRUMP, value=str(number)) for number in range(HIGHEST + 1))
_PLAYS: Final = tuple(Move(PLAY, tile) for tile in ALL_TILES)


class Shaker(Event):
    """`seat` is the shaker of the deal that begins."""

    prepares = True
    seat: int


class Bid(Event):
    """`seat` bids: the points undertaken, or one more than the highest number for Nel-O."""

    seat: int
    bid: int
    nello: bool


class AllPassed(Event):
    """All six have passed, and it is dealt again."""


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
    """`seats`, the partners of the bidder `seat`, turn their tiles face down and sit out."""

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


class SeventyNine(DealtMatch):
    """Nine tiles each; the highest bidder names trumps and leads. The seats 0, 2, 4 play against 1, 3, 5."""

    key = "seventy_nine"
    number = 3
    family = Family.TRICKS
    minutes = 40
    teams = _SIDES
    seat_counts = (6,)
    tile_set = TWO_SETS
    option_list = (
        Option("scoring", tuple(TARGETS), "points"),
        Option(NELLO, (True, False), default=True),
        Option("nello_doubles", ("high", "own"), "high"),
    )
    last_deal: SeventyNineDealEnd | None
    mutable = DealtMatch.mutable | {"_hands", "_tricks", "_counts", "_taken", "_voids"}

    _scoring: str
    """What is counted: ``points``, ``tricks`` or ``marks``."""
    _target: int
    """The score that wins the match."""
    _first_entry: int
    """The index in the log of the running deal's first move."""
    _shaker: int
    """Who was the shaker of this deal, and calls last."""
    _hands: list[int]
    """The hand of each seat, in the form of `two_sets_of`."""
    _boneyard: list[Tile]
    """The two tiles that nobody was dealt."""
    _phase: Phase
    """What the seat to move has to do."""
    _turn: int
    """The seat to move."""
    _calls: tuple[Call, ...]
    """The auction so far, in order."""
    _bid: int
    """The highest bid so far; 0 before the first."""
    _bidder: int | None
    """Whose bid that is."""
    _suits: Suits
    """The suits by the trumps named; without trumps before that."""
    _table: tuple[Laid, ...]
    """The tiles of the running trick."""
    _led: int
    """The suit that was led to it."""
    _last_trick: Trick | None
    _tricks: list[int]
    """How many tricks each side has taken in this deal."""
    _counts: list[int]
    """What the count tiles that each side has taken are worth."""
    _taken: list[tuple[Tile, ...]]
    """The tiles that each side has taken in this deal, in order."""
    _voids: list[int]
    """For each seat the tiles that it has been shown not to hold, as a mask."""

    @classmethod
    def computer(cls, level: str) -> Computer | None:
        return computer_of(level)

    # --- The deal --------------------------------------------------------------------------------------------------

    def _reset(self) -> None:
        super()._reset()
        self._scoring = str(self.options["scoring"])
        self._target = TARGETS[self._scoring]

    def _sides(self) -> int:
        return _SIDES

    def _begin(self) -> None:
        self._deal_number = 1
        self._begin_deal(self._draw_lot("shaker"))

    def _begin_deal(self, shaker: int) -> None:
        self._first_entry = len(self._log)
        self._shaker = shaker
        self._opener = self._turn = (shaker + 1) % self.seats
        self._tell(DealBegan(self._opener, self._deal_number))
        self._tell(Shaker(shaker))
        tiles = self._next_permutation()
        self._hands = []
        for seat in range(self.seats):
            hand = two_sets_of(tiles[seat * _HAND : (seat + 1) * _HAND])
            self._hands.append(hand)
            self._tell(Dealt(seat, all_tiles_in(hand), _HAND, (seat,)))
        self._boneyard = tiles[self.seats * _HAND :]
        self._phase = Phase.BIDDING
        self._calls = ()
        self._bid = 0
        self._bidder = None
        self._suits = suits(None)
        self._table = ()
        self._led = 0
        self._last_trick = None
        self._tricks = [0] * _SIDES
        self._counts = [0] * _SIDES
        self._taken = [()] * _SIDES
        self._voids = [0] * self.seats

    # --- Legal moves -----------------------------------------------------------------------------------------------

    def actors(self) -> tuple[int, ...]:
        return () if self.outcome else (self._turn,)

    def moves(self, seat: int) -> tuple[Move, ...]:
        if seat != self._turn or self.outcome:
            return ()
        if self._phase is Phase.PLAY:
            return tuple([_PLAYS[tile.index] for tile in tiles_in(self._playable())])
        return _TRUMPS if self._phase is Phase.TRUMP else (PASS, *self._bids())

    def sensible(self, seat: int) -> tuple[Move, ...]:
        """All moves; but in the auction only a pass and the next number. A high bid at random would be a gamble."""
        moves = self.moves(seat)
        if self._phase is Phase.BIDDING:
            return tuple([move for move in moves[:2] if move != _BID_NELLO])
        return moves

    def side_of(self, seat: int) -> int:
        return seat % _SIDES

    def _bids(self) -> tuple[Move, ...]:
        numbers = _BIDS[max(0, self._bid - LOWEST_BID + 1) :]
        return (*numbers, _BID_NELLO) if self.options[NELLO] and self._bid < _ABOVE_ALL else numbers

    def _playable(self) -> int:
        """The tiles that the seat to move may lay, each once."""
        hand = self._hands[self._turn] & FULL_SET
        return must_play(hand, self._led_suit()) if self._table else hand

    def _led_suit(self) -> int:
        """The tiles of the suit that was led."""
        return self._suits.tiles[self._led]

    def _reason(self, seat: int, move: Move) -> Refusal:
        if self._phase is Phase.BIDDING:
            return refusals.of_call(move, self._bids(), _BIDS, nello=bool(self.options[NELLO]))
        if self._phase is Phase.TRUMP:
            return refusals.of_trump(move)
        return refusals.of_play(move, seat, held=self._hands[seat], led=self._led)

    # --- The auction -----------------------------------------------------------------------------------------------

    def _do(self, seat: int, move: Move) -> None:
        if move.tile is not None:
            self._lay(seat, move.tile)
        elif self._phase is Phase.BIDDING:
            self._call(seat, move)
        else:
            self._begin_play(int(move.value))

    def _call(self, seat: int, move: Move) -> None:
        self._calls += (Call(seat, move.value or move.verb),)
        if move == PASS:
            self._tell(passed(seat))
        else:
            self._bid = _ABOVE_ALL if move == _BID_NELLO else int(move.value)
            self._bidder = seat
            self._tell(Bid(seat, self._bid, self._is_nello()))
        if len(self._calls) < self.seats:
            self._turn = (seat + 1) % self.seats
        elif self._bidder is None:
            self._tell(AllPassed())
            self._begin_deal((self._shaker + 1) % self.seats)
        else:
            self._end_auction(self._bidder)

    def _end_auction(self, bidder: int) -> None:
        self._tell(AuctionOver(bidder, self._bid, self._is_nello()))
        self._turn = bidder
        if self._is_nello():
            self._tell(SitOut(bidder, self._sitting_out()))
            self._begin_play(None)
        else:
            self._phase = Phase.TRUMP

    def _begin_play(self, trump: int | None) -> None:
        own_doubles = trump is None and self.options["nello_doubles"] == "own"
        self._suits = suits(trump, own_doubles=own_doubles)
        self._phase = Phase.PLAY
        if trump is not None:
            self._tell(TrumpNamed(self._turn, trump))

    def _is_nello(self) -> bool:
        return self._bid == _ABOVE_ALL

    def _bid_text(self) -> str:
        return NELLO if self._is_nello() else str(self._bid or "")

    def _sitting_out(self) -> tuple[int, ...]:
        """The partners of the bidder of a Nel-O."""
        if self._bidder is None or self._auction_runs() or not self._is_nello():
            return ()
        return tuple((self._bidder + step) % self.seats for step in range(_SIDES, self.seats, _SIDES))

    def _auction_runs(self) -> bool:
        return len(self._calls) < self.seats

    # --- Tricks ----------------------------------------------------------------------------------------------------

    def _lay(self, seat: int, tile: Tile) -> None:
        if self._table:
            self._voids[seat] |= shown_void(tile, self._led_suit())
        else:
            self._led = self._suits.led(tile)
        self._hands[seat] = without(self._hands[seat], tile)
        self._table += (Laid(seat, tile),)
        self._tell(played(seat, tile, ""))
        sitting_out = self._sitting_out()
        if len(self._table) < self.seats - len(sitting_out):
            self._turn = (seat + 1) % self.seats
            while self._turn in sitting_out:
                self._turn = (self._turn + 1) % self.seats
        else:
            self._take(self._winning())

    def _winning(self) -> int:
        """The seat that takes the trick as it lies."""
        strengths = self._suits.strengths[self._led]
        return taker(self._table, lambda tile: strengths[tile.index])

    def _take(self, seat: int) -> None:
        side = self.side_of(seat)
        tiles = tuple(laid.tile for laid in self._table)
        counts = sum(COUNTS.get(tile, 0) for tile in tiles)
        self._last_trick = Trick(self._table, seat, 1 + counts)
        seats = tuple(laid.seat for laid in self._table)
        self._tell(TrickTaken(seat, tiles, 1 + counts, seats))
        self._table = ()
        self._turn = seat
        self._tricks[side] += 1
        self._counts[side] += counts
        self._taken[side] += tiles
        if self._is_nello():
            if seat == self._bidder:
                self._end_nello(made=False)
            elif sum(self._tricks) == _HAND:
                self._end_nello(made=True)
            return
        if self._scoring == "tricks":
            self._book(side, 1, ScoreReason.TRICK)
        if sum(self._tricks) == _HAND:
            self._end_deal()
        elif max(self._scores) >= self._target and self._scoring == "tricks":
            first = len(self.events)
            self._tell(CutOff())
            self._close_deal(DealEndReason.CUT_OFF, tuple(self._tricks), (), first, made=None)

    def _book(self, side: int, points: int, reason: ScoreReason) -> None:
        self._scores[side] += points
        self._tell(scored(side, points, reason))

    # --- The end of a deal and of the match ------------------------------------------------------------------------

    def _end_deal(self) -> None:
        """End a deal of nine tricks with trumps."""
        first = len(self.events)
        self._tell(PlayedOut())
        totals, bidders = self._totals(), self._bidders()
        for side, points in enumerate(totals):
            self._tell(Counted(side, points))
        if self._scoring == "tricks":
            winners = (int(self._tricks[1] > self._tricks[0]),)
            self._close_deal(DealEndReason.PLAYED_OUT, tuple(self._tricks), winners, first, made=None)
            return
        made = totals[bidders] >= self._bid
        self._tell_result(made=made)
        winner = bidders if made else 1 - bidders
        written = [0] * _SIDES
        if self._scoring == "marks":
            written[winner] = 1
        elif made:
            written = list(totals)
        else:
            written[winner] = self._bid + totals[winner]
        for side, points in enumerate(written):
            if points:
                self._book(side, points, ScoreReason.MARK if self._scoring == "marks" else ScoreReason.DEAL)
        self._close_deal(DealEndReason.PLAYED_OUT, tuple(written), (winner,), first, made=made)

    def _end_nello(self, *, made: bool) -> None:
        first = len(self.events)
        if made:
            self._tell(PlayedOut())
        self._tell_result(made=made)
        winner = self._bidders() if made else 1 - self._bidders()
        worth = NELLO_WORTH[self._scoring]
        self._book(winner, worth, ScoreReason.NELLO)
        written = tuple(worth if side == winner else 0 for side in range(_SIDES))
        self._close_deal(
            DealEndReason.PLAYED_OUT if made else DealEndReason.TOOK_TRICK, written, (winner,), first, made=made
        )

    def _bidders(self) -> int:
        """The side of the highest bidder."""
        return self.side_of(self._bidder or 0)

    def _tell_result(self, *, made: bool) -> None:
        result = Made if made else Missed
        self._tell(result(self._bidder, self._bidders(), self._bid, self._is_nello()))

    def _totals(self) -> tuple[int, ...]:
        return tuple(map(sum, zip(self._tricks, self._counts, strict=True)))

    def _close_deal(
        self, reason: DealEndReason, points: tuple[int, ...], winners: tuple[int, ...], first: int, *, made: bool | None
    ) -> None:
        """Save how the deal ended, and go on. The events from the index `first` on tell of its end."""
        self.last_deal = SeventyNineDealEnd(
            number=self._deal_number,
            reason=reason,
            winners=winners,
            hands=tuple(map(all_tiles_in, self._hands)),
            points=points,
            scores=self.scores,
            events=tuple(self.events[first:]),
            shaker=self._shaker,
            calls=self._calls,
            bidder=self._bidder or 0,
            bid=self._bid_text(),
            trump=self._suits.trump,
            made=made,
            tricks=tuple(self._tricks),
            count_points=tuple(self._counts),
            totals=self._totals(),
            taken=tuple(self._taken),
        )
        if max(self._scores) >= self._target:
            self._finish(self._ranking(), EndReason.TARGET)
        else:
            self._deal_number += 1
            self._begin_deal((self._shaker + 1) % self.seats)

    def _ranking(self) -> tuple[frozenset[int], ...]:
        """The sides from best to worst; of two at the target the side that bid is the better."""
        if min(self._scores) < self._target:
            return ranked(self._scores)
        return frozenset({self._bidders()}), frozenset({1 - self._bidders()})

    # --- The view and copies ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> SeventyNineView:
        auction_over = not self._auction_runs()
        return SeventyNineView(
            shaker=self._shaker,
            phase=self._phase,
            calls=self._calls,
            highest=self._bid_text(),
            bidder=self._bidder if auction_over else None,
            trump=self._suits.trump,
            nello=auction_over and self._is_nello(),
            sitting_out=self._sitting_out(),
            leader=(self._table[0].seat if self._table else self._turn) if auction_over else None,
            table=self._table,
            winning=self._winning() if self._table else None,
            led=self._led if self._table else None,
            last_trick=self._last_trick,
            taken=tuple(self._taken),
            tricks=tuple(self._tricks),
            count_points=tuple(self._counts),
            totals=self._totals(),
            needed=self._needed(),
            target=self._target,
            **self._facts(seat),
        )

    def _needed(self) -> int | None:
        """What the bidder's side still needs to make its bid, where that matters."""
        if self._auction_runs() or self._is_nello() or self._scoring == "tricks":
            return None
        return max(0, self._bid - self._totals()[self._bidders()])

    def _held(self) -> list[int]:
        return self._hands

    def _hand(self, seat: int, /) -> tuple[Tile, ...]:
        return all_tiles_in(self._hands[seat])

    def _undrawn(self) -> list[Tile]:
        return self._boneyard

    def _lying(self) -> list[Tile]:
        return [*(tile for tiles in self._taken for tile in tiles), *(laid.tile for laid in self._table)]

    def _whole_set(self) -> list[Tile]:
        hands = [tile for seat in range(self.seats) for tile in self._hand(seat)]
        return [*hands, *self._undrawn(), *self._lying()]

    def _redeal(self, seat: int, rng: Random) -> None:
        self._hands, self._boneyard = self.deal_unseen(seat, rng)

    # --- What its computers ask ------------------------------------------------------------------------------------

    def deal_unseen(self, seat: int, rng: Random) -> tuple[list[int], list[Tile]]:
        """All hands, as masks of both sets, and the boneyard, with everything that the seat cannot know dealt again."""
        others = [other for other in range(self.seats) if other != seat]
        hidden = [tile for other in others for tile in all_tiles_in(self._hands[other])] + self._boneyard
        dealt, boneyard = deal_around_voids(
            [count_in(self._hands[other]) for other in others], [self._voids[other] for other in others], hidden, rng
        )
        hands = self._hands.copy()
        for other, hand in zip(others, dealt, strict=True):
            hands[other] = two_sets_of(hand)
        return hands, boneyard

    def likely_hands(self, seat: int, rng: Random) -> Iterator[list[int]]:
        """All hands as they may be dealt, without end, the likelier the more what the others have done fits them."""
        hands, boneyard = self.deal_unseen(seat, rng)
        trump = self._suits.trump
        hidden = LikelyDeals(
            [0 if other == seat else hand for other, hand in enumerate(hands)],
            two_sets_of(boneyard),
            self._voids,
            self._laid_by_others(seat, hands),
            [None if other == seat else called for other, called in enumerate(self._called())],
            NOTHING if trump is None else trump,
            -1 if self._bidder is None else self._bidder,
            rng,
        )
        while True:
            drawn = hidden.draw()
            drawn[seat] = hands[seat]
            yield drawn

    def _laid_by_others(self, seat: int, hands: Sequence[int]) -> list[list[ObservedPlay]]:
        """What the other seats have laid in the running deal, if these are the hands that are left."""
        moves = [(actor, move.tile) for actor, move in self._log[self._first_entry :] if move.tile is not None]
        laid: list[list[ObservedPlay]] = [[] for _ in range(self.seats)]
        if not moves:
            return laid
        dealt = [
            two_sets_of([*all_tiles_in(hand), *[tile for actor, tile in moves if actor == other]])
            for other, hand in enumerate(hands)
        ]
        deal = SeventyNineKernel(self._contract_of_play(), dealt, moves[0][0])
        self._seat_out(deal)
        for actor, tile in moves:
            if actor != seat:
                laid[actor].append(ObservedPlay(deal.copy(), tile.index))
            deal.play(tile.index)
        return laid

    def _contract_of_play(self) -> Contract:
        trump = self._suits.trump
        return self.contract(self._bidder or 0, NOTHING if trump is None else trump, self._bid)

    def _seat_out(self, deal: SeventyNineKernel) -> None:
        for seat in self._sitting_out():
            deal.hands[seat] = 0

    def _called(self) -> list[AuctionCall | None]:
        """What each seat has called in the running deal."""
        called: list[AuctionCall | None] = [None] * self.seats
        highest, bidder = LOWEST_BID - 1, -1
        for seat, text in self._calls:
            above_partner = bidder >= 0 and self.side_of(seat) == self.side_of(bidder)
            asked = highest + 1 + RESERVE + (OVERBID_PARTNER if above_partner else 0)
            bid = 0 if text == PASS.verb else _ABOVE_ALL if text == NELLO else int(text)
            called[seat] = AuctionCall(bid, asked)
            if bid:
                highest, bidder = bid, seat
        return called

    def kernel(self, hands: Sequence[int]) -> SeventyNineKernel:
        """The running play with these hands."""
        now = SeventyNineKernel(self._contract_of_play(), hands, self._turn)
        self._seat_out(now)
        now.tricks, now.counts = self._tricks.copy(), self._counts.copy()
        for tile in self._lying():
            now.left = without(now.left, tile)
        if self._table:
            now.laid = len(self._table)
            now.lying = sum(COUNTS.get(laid.tile, 0) for laid in self._table)
            now.led = self._led
            now.taker = self._winning()
            now.best = next(laid.tile.index for laid in self._table if laid.seat == now.taker)
        return now

    def contract(self, bidder: int, trump: int, bid: int) -> Contract:
        """The contract of a bid, with these trumps or as a Nel-O."""
        suits = suits_of(trump, own_doubles=trump == NOTHING and self.options["nello_doubles"] == "own")
        scores = self._scores
        if self._scoring == "tricks":  # they are booked as they fall
            scores = [score - tricks for score, tricks in zip(scores, self._tricks, strict=True)]
        return Contract(bidder, bid, suits, scores, value_of(self._scoring))

"""Inference from calls, trumps and plays in a deal.

The weight of a deal is the probability of the observed actions in it: seats bid by the promise of their hands, and
mostly play by simple rules. The Metropolis algorithm samples deals with these weights: it exchanges two hidden tiles
again and again, and accepts an unlikelier deal only with the ratio of the weights.
"""

from collections.abc import Sequence
from math import exp, log
from random import Random
from typing import Final, NamedTuple

from games.core.tiles import ALL_TILES, HIGHEST, Tile
from games.core.tricks import PlayedTile, all_tiles_in, indices_in, two_sets_of

from .position import SEATS, UPPER, Contract, SeventyNinePosition
from .suits import ALL_POINTS, BIT, NOTHING
from .view import AuctionCall

# Fitted to what the side of the bidder took in 3,000 playouts, where it took 46 points on average. What a single deal
# scores is 16 points away from that, in the mean square.
_PROMISED: Final = 23.0
_A_TRUMP: Final = 4.0
_TRUMP_DOUBLE: Final = 4.5
_SECOND_TRUMP: Final = 2.0
_OTHER_DOUBLE: Final = 3.0

LOWEST_BID: Final = 50

RESERVE: Final = 2
"""The points by which a hand bids below its promise."""

OVERBID_PARTNER: Final = 10
"""The margin of the promise over a partner's bid that justifies a higher one."""

_SOFTNESS: Final = 4.0
"""The points above a call's demand at which a bid is e times as likely as a pass."""

_TRUMP_SOFTNESS: Final = 3.0
"""The softness for the choice of trumps by their promise."""

_WHIM: Final = 0.03
"""The share of random calls."""

_AS_SAID: Final = log(0.75)
_OTHERWISE: Final = log(0.08)
"""The probability of the tile that simple rules choose, and that of another one."""

_LOW: Final = 27.0
"""The usual upper limit of the higher halves' pips in a Nel-O hand."""

_BURNING_IN: Final = 8
"""The number of exchanges tried for each hidden tile before the first sample."""

_BONEYARD: Final = SEATS
"""The holder of the tiles of the boneyard."""


def _weight(tile: Tile, trump: int) -> float:
    if not tile.has(trump):
        return _OTHER_DOUBLE if tile.is_double else 0.0
    if tile.is_double:
        return _A_TRUMP + _TRUMP_DOUBLE
    second = HIGHEST if trump != HIGHEST else HIGHEST - 1
    return _A_TRUMP + (_SECOND_TRUMP if tile.has(second) else 0.0)


_WEIGHTS: Final[list[list[float]]] = [[_weight(tile, trump) for trump in range(HIGHEST + 1)] for tile in ALL_TILES]
"""The contribution of each tile to the promise of a hand, by the trumps."""

_HIGHER: Final[list[int]] = [tile.high for tile in ALL_TILES]


def promises(hand: Sequence[int]) -> list[float]:
    """Return the expected points of a bidder's side by trump number."""
    found = [_PROMISED] * (HIGHEST + 1)
    for tile in hand:
        found = [promise + weight for promise, weight in zip(found, _WEIGHTS[tile], strict=True)]
    return found


class ObservedCall(NamedTuple):
    """A call in the auction.

    :ivar bid: 0 for a pass; above 79: a Nel-O.
    :ivar asked: the promise that the hand needs for the lowest possible bid.
    """

    bid: int
    asked: int


class ObservedPlay(NamedTuple):
    """A tile laid by another seat.

    :ivar before: the deal before it. Inference may change that seat's hand; the other hands do not matter.
    """

    before: SeventyNinePosition
    tile: int


def calls_of(calls: Sequence[AuctionCall]) -> list[ObservedCall | None]:
    """Return each seat's call; None before it."""
    found: list[ObservedCall | None] = [None] * SEATS
    highest, bidder = LOWEST_BID - 1, -1
    for call in calls:
        above_partner = bidder >= 0 and (call.seat - bidder) % 2 == 0
        found[call.seat] = ObservedCall(call.points, highest + 1 + RESERVE + (OVERBID_PARTNER if above_partner else 0))
        if call.points:
            highest, bidder = call.points, call.seat
    return found


def plays_of_others(
    seat: int, contract: Contract, hands: Sequence[int], made: Sequence[PlayedTile]
) -> list[list[ObservedPlay]]:
    """Return each other seat's plays in the running deal.

    :param hands: the hands that are left.
    :param made: the tiles laid since the deal began.
    """
    found: list[list[ObservedPlay]] = [[] for _ in range(SEATS)]
    dealt = [
        two_sets_of([*all_tiles_in(hand), *[tile for actor, tile in made if actor == other]])
        for other, hand in enumerate(hands)
    ]
    position = SeventyNinePosition(contract, dealt, contract.bidder)
    for actor, tile in made:
        if actor != seat:
            found[actor].append(ObservedPlay(position.copy(), tile.index))
        position.play(tile.index)
    return found


class LikelyDeals:
    """The possible deals for one seat, sampled by likelihood.

    :param hands: a possible deal of the hidden tiles to the seats, as masks; nothing for the seat itself.
    :param boneyard: the hidden tiles of the boneyard in that deal.
    :param voids: for each seat the mask of the tiles that it cannot hold.
    :param laid: for each seat the tiles that it has laid.
    :param calls: for each seat its call; None before it.
    :param trump: the trumps named; `NOTHING` if there are none.
    :param bidder: the seat that named them.
    """

    def __init__(
        self,
        hands: Sequence[int],
        boneyard: int,
        voids: Sequence[int],
        laid: Sequence[Sequence[ObservedPlay]],
        calls: Sequence[ObservedCall | None],
        trump: int,
        bidder: int,
        rng: Random,
    ) -> None:
        self._hands = [*hands, boneyard]
        self._tiles: list[int] = []
        self._holders: list[int] = []
        for holder, hand in enumerate(self._hands):
            held = indices_in(hand)
            self._tiles += held
            self._holders += [holder] * len(held)
        self._voids = [*voids, 0]
        self._laid = [list(reversed(plays)) for plays in laid]
        self._calls = [*calls, None]
        self._trump = trump
        self._bidder = bidder
        self._random = rng.random
        self._promises: list[list[float]] = []
        self._pips: list[int] = []
        self._likely: list[float] = []
        for seat in range(SEATS):
            dealt = [*indices_in(hands[seat]), *[play.tile for play in laid[seat]]]
            self._promises.append(promises(dealt))
            self._pips.append(sum([_HIGHER[tile] for tile in dealt]))
            self._likely.append(self._likelihood(seat, self._hands[seat], self._promises[seat], self._pips[seat]))
        self._promises.append([])
        self._pips.append(0)
        self._likely.append(0.0)
        for _ in range(_BURNING_IN * len(self._tiles)):
            self._exchange()

    def draw(self) -> list[int]:
        """Return each seat's hidden tiles in the next sample, as masks."""
        for _ in self._tiles:
            self._exchange()
        return self._hands[:SEATS]

    def _exchange(self) -> None:
        tiles, holders, voids = self._tiles, self._holders, self._voids
        one, other = int(self._random() * len(tiles)), int(self._random() * len(tiles))
        giver, taker = holders[one], holders[other]
        given, taken = tiles[one], tiles[other]
        if giver == taker or given == taken or voids[taker] & BIT[given] or voids[giver] & BIT[taken]:
            return
        hand = _exchanged(self._hands[giver], given, taken)
        promised = self._promised(giver, given, taken)
        pips = self._pips[giver] + _HIGHER[taken] - _HIGHER[given]
        likely = self._likelihood(giver, hand, promised, pips)
        hand_too = _exchanged(self._hands[taker], taken, given)
        promised_too = self._promised(taker, taken, given)
        pips_too = self._pips[taker] + _HIGHER[given] - _HIGHER[taken]
        likely_too = self._likelihood(taker, hand_too, promised_too, pips_too)
        gain = likely + likely_too - self._likely[giver] - self._likely[taker]
        if gain < 0 and self._random() >= exp(gain):
            return
        tiles[one], tiles[other] = taken, given
        self._hands[giver], self._hands[taker] = hand, hand_too
        self._promises[giver], self._promises[taker] = promised, promised_too
        self._pips[giver], self._pips[taker] = pips, pips_too
        self._likely[giver], self._likely[taker] = likely, likely_too

    def _promised(self, holder: int, given: int, taken: int) -> list[float]:
        """Return a hand's promises after an exchange of two tiles."""
        if holder == _BONEYARD:
            return []
        return [
            promise - lost + won
            for promise, lost, won in zip(self._promises[holder], _WEIGHTS[given], _WEIGHTS[taken], strict=True)
        ]

    def _likelihood(self, holder: int, hand: int, promised: list[float], pips: int) -> float:
        """Return the log-likelihood of a seat's actions with this hand."""
        if holder == _BONEYARD:
            return 0.0
        found = 0.0
        for before, tile in self._laid[holder]:
            hand = _with(hand, tile)
            before.hands[holder] = hand
            found += _AS_SAID if before.simple() == tile else _OTHERWISE
        call = self._calls[holder]
        if call is None:
            return found
        if call.bid > ALL_POINTS:
            return found + log(_WHIM + (1 - _WHIM) / (1 + exp((pips - _LOW) / 2)))
        best = max(promised)
        bids = 1 / (1 + exp((max(call.asked, call.bid) - best) / _SOFTNESS))
        found += log(_WHIM + (1 - _WHIM) * (bids if call.bid else 1 - bids))
        if holder == self._bidder and self._trump != NOTHING:
            found += (promised[self._trump] - best) / _TRUMP_SOFTNESS
        return found


def _with(hand: int, tile: int) -> int:
    bit = BIT[tile]
    return hand | (bit << UPPER if hand & bit else bit)


def _exchanged(hand: int, given: int, taken: int) -> int:
    upper = BIT[given] << UPPER
    return _with(hand ^ (upper if hand & upper else BIT[given]), taken)

"""A deal of Seventy-Nine on integers, for computers that try moves out: all hands known, nothing checked or told.

Tiles are their indices. Hands are masks of both sets, as `two_sets_of` makes them. Search plays a deal by its own
moves, and simple rules play it to the end. They use nothing but the hand of the seat to move and what has been laid.
Tests play random deals in a kernel and in the engine and compare both at every ply.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from games.core.tiles import ALL_TILES, FULL_SET, tiles_in

from .suits import COUNTS, suits
from .value import MatchValue

SEATS: Final = 6
OVER: Final = -1
"""Whose turn it is when the deal is over."""

NOTHING: Final = -1
"""What leads a trick that is not begun, and the trumps of a Nel-O."""

UPPER: Final = len(ALL_TILES)
BOTH_SETS: Final = FULL_SET | FULL_SET << UPPER

BIT: Final[list[int]] = [tile.bit for tile in ALL_TILES]
COUNT: Final[list[int]] = [COUNTS.get(tile, 0) for tile in ALL_TILES]
"""The points of every tile."""

_QUARTER: Final = 0b1111111


def _in_quarter(number: int) -> list[tuple[int, ...]]:
    """For every set of tiles in a quarter of all these tiles."""
    return [tuple([7 * number + place for place in range(7) if tiles >> place & 1]) for tiles in range(_QUARTER + 1)]


_FIRST_QUARTER: Final[list[tuple[int, ...]]] = _in_quarter(0)
_SECOND_QUARTER: Final[list[tuple[int, ...]]] = _in_quarter(1)
_THIRD_QUARTER: Final[list[tuple[int, ...]]] = _in_quarter(2)
_LAST_QUARTER: Final[list[tuple[int, ...]]] = _in_quarter(3)

TENS: Final = sum([BIT[tile] for tile, count in enumerate(COUNT) if count == 10])
FIVES: Final = sum([BIT[tile] for tile, count in enumerate(COUNT) if count == 5])

_WORTH_TAKING: Final = 5
"""The points on the table for which a tile that may still be beaten is risked."""

_SOME: Final = 3
"""The number of tiles in a trick from which the weakest that takes it will do."""


class SuitTables:
    """Look-up tables for one deal; a suit is its number, and rows of tiles are indexed by a tile.

    :ivar trump: the trump number; `NOTHING` in a Nel-O.
    :ivar led: the suit that a tile asks for.
    :ivar members: for each suit the mask of its tiles.
    :ivar beats: for each suit led and each tile the mask of those that would take the trick from it.
    :ivar above: the same without the trumps that would take it from a tile of the suit.
    :ivar weakest: the bits of the tiles, the weakest first.
    :ivar strengths: for each suit led how strong each tile is.
    :ivar danger: how easily a tile takes a trick against one's will.
    """

    __slots__ = ("above", "beats", "danger", "led", "members", "strengths", "trump", "weakest")

    def __init__(self, trump: int, *, own_doubles: bool) -> None:
        these = suits(None if trump == NOTHING else trump, own_doubles=own_doubles)
        self.trump = trump
        self.led = [these.led(tile) for tile in ALL_TILES]
        self.members = list(these.tiles)
        trumps = 0 if trump == NOTHING else self.members[trump]
        self.strengths = [list(row) for row in these.strengths]
        self.beats: list[list[int]] = []
        self.above: list[list[int]] = []
        for row in these.strengths:
            beats = [sum([BIT[other] for other, power in enumerate(row) if power > mine]) for mine in row]
            self.beats.append(beats)
            self.above.append([mask if BIT[tile] & trumps else mask & ~trumps for tile, mask in enumerate(beats)])
        might = [these.strengths[suit][tile] for tile, suit in enumerate(self.led)]
        self.weakest = [BIT[tile] for tile in sorted(range(len(might)), key=might.__getitem__)]
        self.danger = [max([row[tile] for row in these.strengths]) for tile in range(len(might))]

    def waste(self, tiles: int) -> int:
        """The bit of the tile of these that is rather thrown away: one that counts little, and then the weakest."""
        return self.first(tiles & ~(TENS | FIVES) or tiles & ~TENS or tiles)

    def gift(self, tiles: int) -> int:
        """The bit of the tile of these that is rather given to a partner: what counts most, and then the weakest."""
        return self.first(tiles & TENS or tiles & FIVES or tiles)

    def first(self, tiles: int) -> int:
        """The bit of the weakest of these tiles."""
        for bit in self.weakest:
            if tiles & bit:
                return bit
        raise ValueError("there is no tile")


@cache
def suits_of(trump: int, *, own_doubles: bool = False) -> SuitTables:
    """The tables with these trumps; `NOTHING`: those of a Nel-O, in which doubles may be a suit by themselves."""
    return SuitTables(trump, own_doubles=own_doubles)


class Contract:
    """What does not change while a deal is played.

    :ivar bidder: who has bid highest.
    :ivar bid: the points undertaken; a Nel-O has none.
    :ivar nello: whether it is a Nel-O.
    :ivar suits: the suits by the trumps named.
    :ivar scores: of the sides when the deal began.
    :ivar value: what scores are worth.
    """

    __slots__ = ("bid", "bidder", "following", "nello", "players", "scores", "suits", "value")

    def __init__(self, bidder: int, bid: int, suits: SuitTables, scores: Sequence[int], value: MatchValue) -> None:
        self.bidder = bidder
        self.bid = bid
        self.nello = suits.trump == NOTHING
        self.suits = suits
        self.scores = list(scores)
        self.value = value
        self.players = 4 if self.nello else SEATS
        self.following = [(seat + 1) % SEATS for seat in range(SEATS)]
        if self.nello:
            for seat in range(bidder + 1, bidder + SEATS, 2):
                self.following[seat % SEATS] = bidder if seat == bidder + 5 else (seat + 2) % SEATS
            self.following[bidder] = (bidder + 1) % SEATS


class SeventyNineKernel:
    """A deal from some point of its play on.

    :ivar hands: for each seat the mask of its tiles; nothing for who sits out.
    :ivar turn: the seat to move; `OVER` once the deal is over.
    :ivar tricks: how many each side has taken.
    :ivar counts: the points of the count tiles that each side has taken.
    :ivar left: the mask of the tiles that have not been laid yet.
    :ivar laid: how many tiles lie in the running trick.
    :ivar lying: what its tiles count.
    :ivar led: the suit led to it.
    :ivar best: the tile that would take it.
    :ivar taker: who laid that tile.
    """

    __slots__ = ("best", "contract", "counts", "hands", "laid", "led", "left", "lying", "taker", "tricks", "turn")

    def __init__(self, contract: Contract, hands: Sequence[int], turn: int) -> None:
        self.contract = contract
        self.hands = list(hands)
        self.turn = turn
        self.tricks = [0, 0]
        self.counts = [0, 0]
        self.left = BOTH_SETS
        self.laid = 0
        self.lying = 0
        self.led = NOTHING
        self.best = NOTHING
        self.taker = NOTHING

    def copy(self) -> "SeventyNineKernel":
        """An independent deal in the same state."""
        twin = SeventyNineKernel(self.contract, self.hands, self.turn)
        twin.tricks, twin.counts, twin.left = self.tricks.copy(), self.counts.copy(), self.left
        twin.laid, twin.lying, twin.led = self.laid, self.lying, self.led
        twin.best, twin.taker = self.best, self.taker
        return twin

    def key(self) -> tuple[int, ...]:
        """What its further course and its end depend on, besides what does not change in a deal."""
        # What the side 1 has taken follows: the tiles that are not in a hand, on the table or with side 0.
        taken = self.tricks[0] << 8 | self.counts[0]
        if not self.laid:
            return (self.turn, taken, *self.hands)
        trick = ((self.laid << 8 | self.lying) << 5 | self.best) << 3 | self.taker
        return (self.turn, taken, trick << 3 | self.led, *self.hands)

    # --- Moves -----------------------------------------------------------------------------------------------------

    def choices(self) -> tuple[int, ...]:
        """The tiles that the seat to move may lay, each once."""
        tiles = self.legal()
        return (
            _FIRST_QUARTER[tiles & _QUARTER]
            + _SECOND_QUARTER[tiles >> 7 & _QUARTER]
            + _THIRD_QUARTER[tiles >> 14 & _QUARTER]
            + _LAST_QUARTER[tiles >> 21 & _QUARTER]
        )

    def legal(self) -> int:
        """The mask of these tiles."""
        hand = self.hands[self.turn] & FULL_SET
        if not self.laid:
            return hand
        return hand & self.contract.suits.members[self.led] or hand

    def play(self, tile: int) -> int:
        """Lay a tile for the seat to move. Everybody sees it, so nothing is seen by this seat alone."""
        seat, contract, bit = self.turn, self.contract, BIT[tile]
        upper = bit << UPPER
        hand = self.hands[seat]
        self.hands[seat] = hand ^ (upper if hand & upper else bit)
        self.left ^= upper if self.left & upper else bit
        if not self.laid:
            self.led = contract.suits.led[tile]
            self.best, self.taker = tile, seat
        elif contract.suits.beats[self.led][self.best] & bit:
            self.best, self.taker = tile, seat
        self.lying += COUNT[tile]
        self.laid += 1
        if self.laid < contract.players:
            self.turn = contract.following[seat]
        else:
            self._take()
        return 0

    def _take(self) -> None:
        taker = self.taker
        side = taker % 2
        self.tricks[side] += 1
        self.counts[side] += self.lying
        self.laid = self.lying = 0
        self.turn = OVER if self._is_over() else taker

    def _is_over(self) -> bool:
        contract = self.contract
        if not self.hands[self.taker]:
            return True
        if contract.nello:
            return self.taker == contract.bidder
        return contract.value.cut_off(contract.scores, self.tricks)

    def worths(self) -> Sequence[float]:
        """Once the deal is over: for each seat the chance that its side wins the match."""
        chance = self.bidders_chance()
        both = [chance, 1 - chance] if self.contract.bidder % 2 == 0 else [1 - chance, chance]
        return both * 3

    def bidders_chance(self) -> float:
        """Once the deal is over: the chance that the bidder's side wins the match."""
        contract, side = self.contract, self.contract.bidder % 2
        if contract.nello:
            return contract.value.after_nello(contract.scores, side, held=not self.tricks[side])
        return contract.value.after(contract.scores, side, contract.bid, self.tricks, self.counts)

    # --- Sensible play ---------------------------------------------------------------------------------------------

    def weight(self, move: int) -> float:
        """How good a move looks by simple rules: they name one."""
        return float(move == self.simple())

    def finish(self, _random: Callable[[], float]) -> None:
        """Play to the end of the deal by simple rules."""
        while self.turn >= 0:
            self.play(self.simple())

    def simple(self) -> int:
        """The tile that simple rules lay: count tiles to their own side, none to the other."""
        legal = self.legal()
        if legal & (legal - 1) == 0:
            return legal.bit_length() - 1
        if self.contract.nello:
            return self._simple_in_nello(legal)
        bit = self._follow(legal) if self.laid else self._lead(legal)
        return bit.bit_length() - 1

    def _lead(self, hand: int) -> int:
        suits, left = self.contract.suits, self.left
        trumps = hand & suits.members[suits.trump]
        rest = hand
        best = 0
        while rest:
            bit = rest & -rest
            rest ^= bit
            tile = bit.bit_length() - 1
            suit = suits.led[tile]
            if not left & suits.above[suit][tile]:
                best |= bit
        if best & trumps:
            held = self.hands[self.turn] & (suits.members[suits.trump] | suits.members[suits.trump] << UPPER)
            out = left & (suits.members[suits.trump] | suits.members[suits.trump] << UPPER)
            if out.bit_count() > held.bit_count() or not best & ~trumps:
                return best & trumps
        if best & ~trumps:
            return suits.gift(best & ~trumps)
        return suits.waste(hand)

    def _follow(self, legal: int) -> int:
        suits, best = self.contract.suits, self.best
        last = self.laid == SEATS - 1
        ours = (self.taker - self.turn) % 2 == 0
        if ours and (last or not self.left & suits.above[self.led][best]):
            return suits.gift(legal)
        winners = legal & suits.beats[self.led][best]
        if not winners:
            return suits.waste(legal)
        if last:
            return suits.gift(winners)
        if not legal & suits.members[self.led]:  # with trumps, which only a partner's trick is spared
            return suits.waste(legal & ~suits.members[suits.trump] or legal) if ours else suits.first(winners)
        strongest = self.strongest(winners)
        if not self.left & suits.above[self.led][strongest.bit_length() - 1]:
            return strongest
        if not ours and self.lying >= _WORTH_TAKING:
            return suits.waste(winners) if self.laid >= _SOME else strongest
        return suits.waste(legal)

    def strongest(self, tiles: int) -> int:
        """The bit of the tile of these that is the strongest in the running trick."""
        beats = self.contract.suits.beats[self.led]
        while True:
            bit = tiles & -tiles
            tiles &= beats[bit.bit_length() - 1]
            if not tiles:
                return bit

    def _simple_in_nello(self, legal: int) -> int:
        """The bidder tries to stay below the others, and they below the bidder."""
        suits, bidder = self.contract.suits, self.contract.bidder
        tiles = [tile.index for tile in tiles_in(legal)]
        danger = suits.danger
        if not self.laid:
            return min(tiles, key=lambda tile: 100 * suits.strengths[suits.led[tile]][tile] - danger[tile])
        if not legal & suits.members[self.led]:
            return max(tiles, key=danger.__getitem__)
        strength = suits.strengths[self.led].__getitem__
        under = [tile for tile in tiles if strength(tile) <= strength(self.best)]
        if bidder in {self.turn, self.taker}:
            return max(under, key=strength) if under else min(tiles, key=strength)
        bidder_has_laid = self.hands[bidder].bit_count() < self.hands[self.turn].bit_count()
        return max(tiles, key=strength) if bidder_has_laid else min(tiles, key=strength)

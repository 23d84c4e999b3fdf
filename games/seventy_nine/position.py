"""The running deal of Seventy-Nine on integers. Read `SeventyNinePosition` first.

A position is the single truth for legal moves, tricks, points and turns. A match (`games.seventy_nine.match`) wraps
one, runs the auction before it and names its moves; computers search in copies.

Tiles are their indices, and a move is the tile laid. Hands are masks of both sets, as `two_sets_of` makes them.
"""

from collections.abc import Callable, Sequence
from typing import Final

from games.core.tiles import ALL_TILES, FULL_SET, tiles_in

from .suits import BIT, COUNT, NOTHING, Suits
from .value import NELLO_WORTH, WinningChances

SEATS: Final = 6
OVER: Final = -1
"""The value of `SeventyNinePosition.turn` once the deal is over."""

NO_SIDE: Final = -1
"""The winner of a deal that was cut off."""

UPPER: Final = len(ALL_TILES)
BOTH_SETS: Final = FULL_SET | FULL_SET << UPPER

_QUARTER: Final = 0b1111111


def _in_quarter(number: int) -> list[tuple[int, ...]]:
    """Return the tile indices of each set in a quarter."""
    return [tuple([7 * number + place for place in range(7) if tiles >> place & 1]) for tiles in range(_QUARTER + 1)]


_FIRST_QUARTER: Final[list[tuple[int, ...]]] = _in_quarter(0)
_SECOND_QUARTER: Final[list[tuple[int, ...]]] = _in_quarter(1)
_THIRD_QUARTER: Final[list[tuple[int, ...]]] = _in_quarter(2)
_LAST_QUARTER: Final[list[tuple[int, ...]]] = _in_quarter(3)

_WORTH_TAKING: Final = 5
"""The points on the table for which a tile that may still be beaten is risked."""

_SOME: Final = 3
"""The number of tiles in a trick from which the weakest that takes it will do."""


class Contract:
    """The fixed facts of a deal in play.

    :ivar bidder: the seat that has bid highest.
    :ivar bid: the points undertaken; a Nel-O has none.
    :ivar suits: the suits by the trumps named.
    :ivar scores: the score of each side when the deal began.
    :ivar value: the target and the way of scoring, and the chances to win the match from the scores.
    :ivar nello: whether it is a Nel-O.
    :ivar by_tricks: whether tricks are scored as they fall, and nothing else.
    :ivar players: the number of seats that lay tiles.
    :ivar following: for each of these seats the next one.
    """

    __slots__ = ("bid", "bidder", "by_tricks", "following", "nello", "players", "scores", "suits", "value")

    def __init__(self, bidder: int, bid: int, suits: Suits, scores: Sequence[int], value: WinningChances) -> None:
        self.bidder = bidder
        self.bid = bid
        self.suits = suits
        self.scores = list(scores)
        self.value = value
        self.nello = suits.trump == NOTHING
        self.by_tricks = value.scoring == "tricks" and not self.nello
        self.players = SEATS - len(self.sitting_out())
        self.following = [(seat + 1) % SEATS for seat in range(SEATS)]
        for seat in self.sitting_out():
            self.following[seat - 1] = (seat + 1) % SEATS

    def sitting_out(self) -> tuple[int, ...]:
        """Return the partners of a Nel-O's bidder, who lay no tiles."""
        return ((self.bidder + 2) % SEATS, (self.bidder + 4) % SEATS) if self.nello else ()


class SeventyNinePosition:
    """A deal in play.

    :ivar hands: for each seat the mask of its tiles.
    :ivar turn: the seat to move; `OVER` once the deal is over.
    :ivar tricks: the number of tricks that each side has taken.
    :ivar counts: the points of the count tiles that each side has taken.
    :ivar left: the mask of the tiles that have not been laid yet.
    :ivar laid: the number of tiles in the running trick.
    :ivar lying: the points of the count tiles in the running trick; between tricks, of the last one.
    :ivar led: the suit led to it.
    :ivar best: the tile that would take it.
    :ivar taker: the seat that laid that tile; between tricks, the seat that leads.
    """

    __slots__ = ("best", "contract", "counts", "hands", "laid", "led", "left", "lying", "taker", "tricks", "turn")

    def __init__(self, contract: Contract, hands: Sequence[int], turn: int) -> None:
        self.contract = contract
        self.hands = list(hands)
        self.turn = self.taker = turn
        self.tricks = [0, 0]
        self.counts = [0, 0]
        self.left = BOTH_SETS
        self.laid = 0
        self.lying = 0
        self.led = NOTHING
        self.best = NOTHING

    def copy(self) -> "SeventyNinePosition":
        """Return an independent position in the same state."""
        twin = SeventyNinePosition(self.contract, self.hands, self.turn)
        twin.tricks, twin.counts, twin.left = self.tricks.copy(), self.counts.copy(), self.left
        twin.laid, twin.lying, twin.led = self.laid, self.lying, self.led
        twin.best, twin.taker = self.best, self.taker
        return twin

    def key(self) -> tuple[int, ...]:
        """Return a transposition key, without the deal's fixed facts."""
        # The tricks and counts of side 1 follow from the tiles that are not in a hand, on the table or with side 0.
        taken = self.tricks[0] << 8 | self.counts[0]
        if not self.laid:
            return (self.turn, taken, *self.hands)
        trick = ((self.laid << 8 | self.lying) << 5 | self.best) << 3 | self.taker
        return (self.turn, taken, trick << 3 | self.led, *self.hands)

    # --- Moves -----------------------------------------------------------------------------------------------------

    def choices(self) -> tuple[int, ...]:
        """Return the legal moves, lowest first, without repeated tiles."""
        tiles = self.legal()
        return (
            _FIRST_QUARTER[tiles & _QUARTER]
            + _SECOND_QUARTER[tiles >> 7 & _QUARTER]
            + _THIRD_QUARTER[tiles >> 14 & _QUARTER]
            + _LAST_QUARTER[tiles >> 21 & _QUARTER]
        )

    def legal(self) -> int:
        """Return the mask of the legal moves, which follow suit."""
        hand = self.hands[self.turn] & FULL_SET
        if not self.laid:
            return hand
        return hand & self.contract.suits.tiles[self.led] or hand

    def play(self, tile: int) -> int:
        """Play a legal move; return 0, as no move shows secrets."""
        seat, contract, bit = self.turn, self.contract, BIT[tile]
        upper = bit << UPPER
        hand = self.hands[seat]
        self.hands[seat] = hand ^ (upper if hand & upper else bit)
        self.left ^= upper if self.left & upper else bit
        if not self.laid:
            self.led, self.lying = contract.suits.led[tile], 0
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
        self.laid = 0
        self.turn = OVER if self._is_over() else taker

    def _is_over(self) -> bool:
        contract = self.contract
        if contract.nello and self.taker == contract.bidder:
            return True
        return not self.hands[self.taker] or (contract.by_tricks and max(self.scores()) >= contract.value.target)

    # --- Points ----------------------------------------------------------------------------------------------------

    def totals(self) -> list[int]:
        """Return each side's points: tricks and count tiles."""
        return [self.tricks[0] + self.counts[0], self.tricks[1] + self.counts[1]]

    def scores(self) -> list[int]:
        """Return each side's match score, including this deal so far."""
        before, points = self.contract.scores, self.points()
        return [before[0] + points[0], before[1] + points[1]]

    def points(self) -> list[int]:
        """Return the points scored; before the end only for tricks."""
        contract = self.contract
        if contract.by_tricks:
            return self.tricks.copy()
        points = [0, 0]
        if self.turn != OVER:
            return points
        winner, scoring = self.winner(), contract.value.scoring
        if contract.nello:
            points[winner] = NELLO_WORTH[scoring]
        elif scoring == "marks":
            points[winner] = 1
        elif self.made():
            return self.totals()
        else:
            points[winner] = contract.bid + self.totals()[winner]
        return points

    def made(self) -> bool:
        """Return True if the bid was made, after the deal."""
        contract = self.contract
        side = contract.bidder % 2
        return not self.tricks[side] if contract.nello else self.totals()[side] >= contract.bid

    def is_cut_off(self) -> bool:
        """Return True if tricks decided the match in mid-deal."""
        return self.turn == OVER and self.contract.by_tricks and self.hands[self.taker] > 0

    def winner(self) -> int:
        """Return the side that won the deal; `NO_SIDE` if cut off."""
        if self.contract.by_tricks:
            return NO_SIDE if self.is_cut_off() else int(self.tricks[1] > self.tricks[0])
        return (self.contract.bidder + (not self.made())) % 2

    def worths(self) -> Sequence[float]:
        """Return each seat's chance of a match win after the deal."""
        chance = self.bidders_chance()
        both = [chance, 1 - chance] if self.contract.bidder % 2 == 0 else [1 - chance, chance]
        return both * 3

    def bidders_chance(self) -> float:
        """Return the bidder's chance of a match win after the deal."""
        scores, side = self.scores(), self.contract.bidder % 2
        return self.contract.value.chance(scores[side], scores[1 - side], bids=True)

    # --- Sensible play ---------------------------------------------------------------------------------------------

    def weight(self, move: int) -> float:
        """Return 1 for the simple rules' move, else 0."""
        return float(move == self.simple())

    def finish(self, _random: Callable[[], float]) -> None:
        """Play the deal to its end by simple rules."""
        while self.turn >= 0:
            self.play(self.simple())

    def simple(self) -> int:
        """Return the simple rules' move: count tiles to the own side only.

        It depends only on the mover's hand and the tiles laid.
        """
        legal = self.legal()
        if legal & (legal - 1) == 0:
            return legal.bit_length() - 1
        if self.contract.nello:
            return self._simple_in_nello(legal)
        bit = self._follow(legal) if self.laid else self._lead(legal)
        return bit.bit_length() - 1

    def _lead(self, hand: int) -> int:
        suits, left = self.contract.suits, self.left
        trumps = hand & suits.tiles[suits.trump]
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
            held = self.hands[self.turn] & (suits.tiles[suits.trump] | suits.tiles[suits.trump] << UPPER)
            out = left & (suits.tiles[suits.trump] | suits.tiles[suits.trump] << UPPER)
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
        if not legal & suits.tiles[self.led]:  # with trumps, which only a partner's trick is spared
            return suits.waste(legal & ~suits.tiles[suits.trump] or legal) if ours else suits.first(winners)
        strongest = self.strongest(winners)
        if not self.left & suits.above[self.led][strongest.bit_length() - 1]:
            return strongest
        if not ours and self.lying >= _WORTH_TAKING:
            return suits.waste(winners) if self.laid >= _SOME else strongest
        return suits.waste(legal)

    def strongest(self, tiles: int) -> int:
        """Return the bit of the strongest tile in the running trick."""
        beats = self.contract.suits.beats[self.led]
        while True:
            bit = tiles & -tiles
            tiles &= beats[bit.bit_length() - 1]
            if not tiles:
                return bit

    def _simple_in_nello(self, legal: int) -> int:
        """Return the tile with which a side stays below the other."""
        suits, bidder = self.contract.suits, self.contract.bidder
        tiles = [tile.index for tile in tiles_in(legal)]
        danger = suits.danger
        if not self.laid:
            return min(tiles, key=lambda tile: 100 * suits.strengths[suits.led[tile]][tile] - danger[tile])
        if not legal & suits.tiles[self.led]:
            return max(tiles, key=danger.__getitem__)
        strength = suits.strengths[self.led].__getitem__
        under = [tile for tile in tiles if strength(tile) <= strength(self.best)]
        if bidder in {self.turn, self.taker}:
            return max(under, key=strength) if under else min(tiles, key=strength)
        bidder_has_laid = self.hands[bidder].bit_count() < self.hands[self.turn].bit_count()
        return max(tiles, key=strength) if bidder_has_laid else min(tiles, key=strength)

"""The rest of a deal of Seventy-Nine as a player imagines it: all hands known, every seat playing by simple rules.

Tiles are their indices, and nothing is checked or told, so that hundreds of playouts can be tried in a blink.
"""

from functools import cache
from typing import Final, NamedTuple, Self

from games.core.tiles import ALL_TILES, FULL_SET, HIGHEST, tiles_in

from .suits import COUNTS, Suits, suits

COUNT: Final = tuple(COUNTS.get(tile, 0) for tile in ALL_TILES)
"""The points of every tile, by index."""

_SEATS: Final = 6
_DOUBLE: Final = HIGHEST + 1
"""The strength of a double of the led suit; only trumps are above it."""

_WORTH_TAKING: Final = 5
"""The points on the table for which a tile that may still be beaten is risked."""


class _Table(NamedTuple):
    """What is looked up again and again while certain suits hold; all lists are by the index of a tile.

    :ivar led: the suit that a tile asks for.
    :ivar follows: for each suit whether a tile is of it.
    :ivar strengths: for each led suit how strong a tile is; -1: it cannot take the trick.
    :ivar order: for each suit its tiles, the highest first.
    :ivar gift: the greater, the rather a tile is given to a partner.
    :ivar waste: the smaller, the rather a tile is thrown away.
    :ivar danger: how easily a tile takes a trick against one's will.
    """

    trump: int
    led: tuple[int, ...]
    follows: tuple[tuple[bool, ...], ...]
    strengths: tuple[tuple[int, ...], ...]
    order: tuple[tuple[int, ...], ...]
    gift: tuple[int, ...]
    waste: tuple[int, ...]
    danger: tuple[int, ...]


def suits_of(trump: int | None, *, own_doubles: bool) -> _Table:
    """The suits with these trumps; None: a Nel-O, in which doubles may be a suit by themselves."""
    return _table(suits(trump, own_doubles=own_doubles))


@cache
def _table(these: Suits) -> _Table:
    led = tuple(these.led(tile) for tile in ALL_TILES)
    follows = tuple(tuple(bool(tile.bit & mask) for tile in ALL_TILES) for mask in these.tiles)
    order = tuple(
        tuple(sorted((tile.index for tile in tiles_in(mask & FULL_SET)), key=lambda index: -strengths[index]))
        for mask, strengths in zip(these.tiles, these.strengths, strict=True)
    )
    might = tuple(these.strengths[suit][index] for index, suit in enumerate(led))
    return _Table(
        -1 if these.trump is None else these.trump,
        led,
        follows,
        these.strengths,
        order,
        tuple(100 * count - power for count, power in zip(COUNT, might, strict=True)),
        tuple(100 * count + power for count, power in zip(COUNT, might, strict=True)),
        tuple(max(strengths[index] for strengths in these.strengths) for index in range(len(ALL_TILES))),
    )


class SeventyNinePlayout:
    """A deal from some point of its play on.

    :ivar hands: for each seat the indices of its tiles; empty for who sits out.
    :ivar tricks: how many each side has taken.
    :ivar counts: the points of the count tiles that each side has taken.
    :ivar bidder: who plays a Nel-O; -1 with trumps.
    """

    __slots__ = (
        "_best", "_laid", "_led", "_left", "_players", "_table", "_taker", "_tops", "_trumps_left", "_worth",
        "bidder", "counts", "hands", "tricks", "turn",
    )  # fmt: skip

    def __init__(self, table: _Table, hands: list[list[int]], turn: int, *, bidder: int = -1) -> None:
        self._table = table
        self.hands = hands
        self.turn = turn
        self.bidder = bidder
        self._players = _SEATS if bidder < 0 else 4
        self.tricks = [0, 0]
        self.counts = [0, 0]
        self._left = [0] * len(ALL_TILES)
        for hand in hands:
            for tile in hand:
                self._left[tile] += 1
        self._tops = [0] * len(table.order)
        self._trumps_left = sum(self._left[tile] for tile in table.order[table.trump]) if bidder < 0 else 0
        self._laid = 0
        self._worth = 0
        self._led = 0
        self._best = -1
        self._taker = -1

    def copy(self) -> Self:
        """An independent playout from the same point."""
        twin: Self = object.__new__(type(self))
        twin._table, twin.turn, twin.bidder, twin._players = self._table, self.turn, self.bidder, self._players
        twin.hands = [hand.copy() for hand in self.hands]
        twin.tricks, twin.counts = self.tricks.copy(), self.counts.copy()
        twin._left, twin._tops, twin._trumps_left = self._left.copy(), self._tops.copy(), self._trumps_left
        twin._laid, twin._worth, twin._led = self._laid, self._worth, self._led
        twin._best, twin._taker = self._best, self._taker
        return twin

    def lay(self, tile: int) -> None:
        """Lay a tile for the seat whose turn it is."""
        seat, table = self.turn, self._table
        self.hands[seat].remove(tile)
        self._left[tile] -= 1
        if not self._laid:
            self._led = table.led[tile]
        strength = table.strengths[self._led][tile]
        if strength > self._best:
            self._best, self._taker = strength, seat
        if self._trumps_left and table.led[tile] == table.trump:
            self._trumps_left -= 1
        self._worth += COUNT[tile]
        self._laid += 1
        if self._laid < self._players:
            self.turn = self._next(seat)
            return
        side = self._taker % 2
        self.tricks[side] += 1
        self.counts[side] += self._worth
        self.turn = self._taker
        self._laid = self._worth = 0
        self._best = -1

    def _next(self, seat: int) -> int:
        following = (seat + 1) % _SEATS
        if self.bidder >= 0 and following != self.bidder and (following - self.bidder) % 2 == 0:
            following = (following + 1) % _SEATS
        return following

    def to_end(self) -> None:
        """Play all tricks; a Nel-O until its bidder has taken one."""
        choice = self.choice if self.bidder < 0 else self.choice_in_nello
        hands = self.hands
        own = self.bidder % 2 if self.bidder >= 0 else -1
        while hands[self.turn] and (own < 0 or not self.tricks[own]):
            self.lay(choice())

    # --- With trumps -------------------------------------------------------------------------------------------------

    def choice(self) -> int:
        """The tile that the seat to move lays: count tiles to its own side, none to the other."""
        hand, table = self.hands[self.turn], self._table
        if len(hand) == 1:
            return hand[0]
        if not self._laid:
            return self._lead(hand)
        follows = table.follows[self._led]
        legal = [tile for tile in hand if follows[tile]] or hand
        if len(legal) == 1:
            return legal[0]
        last = self._laid == _SEATS - 1
        ours = (self._taker - self.turn) % 2 == 0
        if ours and (last or self._is_top(self._best)):
            return max(legal, key=table.gift.__getitem__)
        return self._contest(legal, last=last, ours=ours)

    def _contest(self, legal: list[int], *, last: bool, ours: bool) -> int:
        """The tile to lay to a trick that the seat's own side may still lose."""
        table, best = self._table, self._best
        strengths = table.strengths[self._led]
        winners = [tile for tile in legal if strengths[tile] > best]
        if not winners:
            return min(legal, key=table.waste.__getitem__)
        if last:
            return max(winners, key=table.gift.__getitem__)
        strongest = max(winners, key=strengths.__getitem__)
        if self._is_top(strengths[strongest]):
            return strongest
        if not ours and self._worth >= _WORTH_TAKING:
            return min(winners, key=table.waste.__getitem__) if self._laid > 2 else strongest
        return min(legal, key=table.waste.__getitem__)

    def _lead(self, hand: list[int]) -> int:
        table = self._table
        tops = [tile for tile in hand if table.strengths[table.led[tile]][tile] >= self._top(table.led[tile])]
        if tops:
            trumps = [tile for tile in tops if table.led[tile] == table.trump]
            others = [tile for tile in tops if table.led[tile] != table.trump]
            held = sum(table.led[tile] == table.trump for tile in hand)
            if trumps and (self._trumps_left > held or not others):
                return trumps[0]
            if others:
                return max(others, key=table.gift.__getitem__)
        return min(hand, key=table.waste.__getitem__)

    def _is_top(self, strength: int) -> bool:
        """Whether nothing of its own suit beats a tile of this strength in the running trick."""
        return strength >= self._top(self._table.trump if strength > _DOUBLE else self._led)

    def _top(self, suit: int) -> int:
        """The strength of the highest tile of a suit that is still in a hand."""
        order, left = self._table.order[suit], self._left
        place = self._tops[suit]
        while place < len(order) and not left[order[place]]:
            place += 1
        self._tops[suit] = place
        return self._table.strengths[suit][order[place]] if place < len(order) else -1

    # --- Nel-O -------------------------------------------------------------------------------------------------------

    def choice_in_nello(self) -> int:
        """The tile that the seat to move lays: the bidder tries to stay below the others, and they below the bidder."""
        hand, table, bidder = self.hands[self.turn], self._table, self.bidder
        danger = table.danger.__getitem__
        if not self._laid:
            return min(hand, key=lambda tile: (table.strengths[table.led[tile]][tile], -danger(tile)))
        follows = table.follows[self._led]
        legal = [tile for tile in hand if follows[tile]]
        if not legal:
            return max(hand, key=danger)
        strengths, best = table.strengths[self._led], self._best
        under = [tile for tile in legal if strengths[tile] <= best]
        if bidder in {self.turn, self._taker}:
            return max(under, key=strengths.__getitem__) if under else min(legal, key=strengths.__getitem__)
        if len(self.hands[bidder]) < len(hand):  # the bidder has laid already, and does not take this one
            return max(legal, key=strengths.__getitem__)
        return min(legal, key=strengths.__getitem__)

"""The rest of a deal of Bingo as a player imagines it: all tiles known, both seats playing by simple rules.

Tiles are their indices, and nothing is checked or told, so that hundreds of playouts take almost no time.
"""

from functools import cache
from typing import Final, NamedTuple, Self

from games.core.tiles import ALL_TILES, WITH_NUMBER, Tile
from games.core.tricks import led_number, must_play

from .worth import BINGO, MELD_SETS, MELDS, TO_REACH, points_of, strength

_WORTH_A_TRUMP: Final = 8
"""From this many points on the table on, a trump is spent in the first part."""

_SURE_TO_TRY: Final = 10
"""Doubles with this many pips are led with a meld, though a trump would take them."""


class Rules(NamedTuple):
    """Look-up tables for one deal; all lists are indexed by the index of a tile.

    :ivar points: what a tile counts.
    :ivar takes: for each led tile whether another takes the trick.
    :ivar beaten_by: for each led tile the mask of those that take the trick.
    :ivar follows: for each led tile whether another has its number.
    :ivar asked_by: for each led tile the mask of those that have its number.
    :ivar trumps: whether a tile is a trump.
    :ivar trump_mask: the trumps.
    :ivar might: the strength of a tile, led.
    :ivar waste: the smaller, the rather a tile is thrown away.
    """

    points: tuple[int, ...]
    takes: tuple[tuple[bool, ...], ...]
    beaten_by: tuple[int, ...]
    follows: tuple[tuple[bool, ...], ...]
    asked_by: tuple[int, ...]
    trumps: tuple[bool, ...]
    trump_mask: int
    might: tuple[int, ...]
    waste: tuple[int, ...]
    meld_sets: bool


@cache
def rules_of(trump: int, *, doubles_high: bool, meld_sets: bool) -> Rules:
    """The rules with these trumps and options."""

    def takes(led: Tile, answer: Tile) -> bool:
        return strength(answer, led, trump, doubles_high=doubles_high) > strength(
            led, answer, trump, doubles_high=doubles_high
        )

    taken = tuple(tuple(takes(led, answer) for answer in ALL_TILES) for led in ALL_TILES)
    points = tuple(points_of(tile, trump) for tile in ALL_TILES)
    might = tuple(strength(tile, tile, trump, doubles_high=doubles_high) for tile in ALL_TILES)
    return Rules(
        points,
        taken,
        tuple(sum(tile.bit for tile, can in zip(ALL_TILES, row, strict=True) if can) for row in taken),
        tuple(tuple(tile.has(led_number(led, trump)) for tile in ALL_TILES) for led in ALL_TILES),
        tuple(WITH_NUMBER[led_number(led, trump)] for led in ALL_TILES),
        tuple(tile.has(trump) for tile in ALL_TILES),
        WITH_NUMBER[trump],
        might,
        tuple(3 * count + power for count, power in zip(points, might, strict=True)),
        meld_sets,
    )


class BingoPlayout:
    """A deal from some point of its play on.

    :ivar hands: for each seat the indices of its tiles.
    :ivar boneyard: the indices of the tiles left, drawn from the end.
    :ivar totals: the points of both sides.
    :ivar sets: the sets that melds have brought from here on.
    :ivar led: the tile led; -1 between tricks.
    :ivar closer: who has closed the boneyard; -1 if nobody.
    """

    __slots__ = (
        "_first", "_meld", "_rules", "boneyard", "closer", "hands", "led", "sets", "totals", "turn",
    )  # fmt: skip

    def __init__(
        self,
        rules: Rules,
        hands: list[list[int]],
        boneyard: list[int],
        turn: int,
        *,
        totals: tuple[int, ...] = (0, 0),
        closer: int = -1,
        first: bool = False,
    ) -> None:
        self._rules = rules
        self.hands = hands
        self.boneyard = boneyard
        self.turn = turn
        self.totals = list(totals)
        self.sets = [0, 0]
        self.closer = closer
        self._first = first
        self.led = -1
        self._meld = 0

    def copy(self) -> Self:
        """An independent playout from the same point."""
        twin: Self = object.__new__(type(self))
        twin._rules, twin.turn, twin.closer = self._rules, self.turn, self.closer
        twin.hands = [hand.copy() for hand in self.hands]
        twin.boneyard, twin.totals, twin.sets = self.boneyard.copy(), self.totals.copy(), self.sets.copy()
        twin._first, twin.led, twin._meld = self._first, self.led, self._meld
        return twin

    def close(self) -> None:
        """Close the boneyard for the seat on lead."""
        self.closer = self.turn

    def lay(self, tile: int, *, doubles: int = 0) -> None:
        """Lay a tile for the seat whose turn it is; with a meld of so many doubles, if there are any."""
        self.hands[self.turn].remove(tile)
        if self.led < 0:
            self.led, self._meld = tile, doubles
            self.turn = 1 - self.turn
            return
        rules, led = self._rules, self.led
        answered = rules.takes[led][tile]
        taker = self.turn if answered else 1 - self.turn
        self.totals[taker] += rules.points[led] + rules.points[tile]
        if self._meld and not answered:
            self._count_meld(taker)
        self.led, self._meld, self._first = -1, 0, False
        self.turn = taker
        if self.boneyard and self.closer < 0:
            self.hands[1 - taker].append(self.boneyard.pop())
            self.hands[taker].append(self.boneyard.pop())

    def _count_meld(self, taker: int) -> None:
        sets = MELD_SETS.get(self._meld, 0) if self._rules.meld_sets else 0
        if sets:
            self.sets[taker] += sets
        else:
            self.totals[taker] += MELDS[self._meld]

    def to_end(self) -> None:
        """Play all tricks."""
        hands = self.hands
        while hands[self.turn]:
            if self.led < 0:
                self._lead()
            else:
                self.lay(self.answer())

    def choice(self) -> tuple[bool, int, int]:
        """Whether the seat on lead closes the boneyard, or else the tile it leads and the doubles it declares."""
        hand = self.hands[self.turn]
        open_ = bool(self.boneyard) and self.closer < 0
        if open_ and not self._first and self.totals[self.turn] >= TO_REACH:
            return True, -1, 0
        might = self._rules.might.__getitem__
        doubles = [tile for tile in hand if ALL_TILES[tile].is_double]
        outside = self._outside(hand)
        if len(doubles) > 1:
            best = max(doubles, key=might)
            if self._is_sure(best, outside, open_=open_) or (open_ and ALL_TILES[best].pips >= _SURE_TO_TRY):
                return False, best, len(doubles)
        if not open_:
            sure = [tile for tile in hand if self._is_sure(tile, outside, open_=False)]
            if sure:
                return False, max(sure, key=might), 0
        return False, min(hand, key=self._rules.waste.__getitem__), 0

    def _lead(self) -> None:
        closes, tile, doubles = self.choice()
        if closes:
            self.close()
            closes, tile, doubles = self.choice()
        self.lay(tile, doubles=doubles)

    def _outside(self, hand: list[int]) -> int:
        """The tiles in the other hand."""
        mask = 0
        for tile in self.hands[0] if hand is self.hands[1] else self.hands[1]:
            mask |= 1 << tile
        return mask

    def _is_sure(self, tile: int, outside: int, *, open_: bool) -> bool:
        """Whether the other hand has nothing that takes this tile, or may not lay it where suits are followed."""
        rules = self._rules
        beating = outside & rules.beaten_by[tile]
        if not beating or open_:
            return not beating
        return not must_play(outside, rules.asked_by[tile], rules.trump_mask) & beating

    def answer(self) -> int:
        """The tile that the seat to move lays to the one led."""
        rules, led = self._rules, self.led
        hand = self.hands[self.turn]
        first_part = bool(self.boneyard) and self.closer < 0
        legal = hand if first_part else self._following(hand)
        takes = rules.takes[led]
        waste = rules.waste.__getitem__
        winners = [tile for tile in legal if takes[tile]]
        if not winners:
            return min(legal, key=waste)
        if not first_part:
            return min(winners, key=rules.might.__getitem__)
        plain = [tile for tile in winners if not rules.trumps[tile] and tile != BINGO.index]
        if plain:
            return max(plain, key=rules.points.__getitem__)
        if rules.points[led] >= _WORTH_A_TRUMP or self._meld:
            return min(winners, key=rules.might.__getitem__)
        return min(legal, key=waste)

    def _following(self, hand: list[int]) -> list[int]:
        """What may be laid in the second part."""
        follows = self._rules.follows[self.led]
        trumps = self._rules.trumps
        return [tile for tile in hand if follows[tile]] or [tile for tile in hand if trumps[tile]] or hand

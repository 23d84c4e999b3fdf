"""What the table may conclude about the hidden tiles of a deal of Nos, and dealing these afresh.

A proper pass shows that nothing fits; drawing shows nothing, as everybody may draw at will. An opener who draws has no
double. Who is asked for a meld has enough doubles, who is not asked has too few. In the first deal the opener holds the
highest double dealt. Declared doubles and tiles lying face up are known and no part of the hidden hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, Self

from games.core.tiles import DOUBLES, Tile, mask_of, tiles_in
from games.core.unseen import Limits, deal_hidden, drawn, played, shown_to_lack

__all__ = ["Knowledge"]

_TRIES: Final = 200


class Knowledge:
    """What has been seen of each seat's hidden hand.

    :param dealt: the hands as they were dealt, as masks.
    :param holder: the seat that holds the highest double of all hands, if that is known.
    """

    __slots__ = ("_dealt", "_draws", "_holder", "_least_doubles", "_limits", "_shown_doubles")

    def __init__(self, dealt: Sequence[int], holder: int | None) -> None:
        self._dealt = tuple(dealt)
        self._holder = holder
        self._limits: list[Limits] = [{} for _ in dealt]
        self._least_doubles = [0] * len(dealt)
        self._shown_doubles = [0] * len(dealt)
        self._draws = [0] * len(dealt)

    def copy(self) -> Self:
        """Independent knowledge of the same."""
        twin: Self = object.__new__(type(self))
        twin._dealt, twin._holder = self._dealt, self._holder
        twin._limits = [limits.copy() for limits in self._limits]
        twin._least_doubles = self._least_doubles.copy()
        twin._shown_doubles = self._shown_doubles.copy()
        twin._draws = self._draws.copy()
        return twin

    # --- What is seen ----------------------------------------------------------------------------------------------

    def drew(self, seat: int) -> None:
        """A hidden tile has come into the hand."""
        self._draws[seat] += 1
        if self._limits[seat]:
            drawn(self._limits[seat])

    def lacks(self, seat: int, tiles: int) -> None:
        """The hidden hand holds none of the tiles of this mask."""
        shown_to_lack(self._limits[seat], tiles)

    def has_doubles(self, seat: int, least: int) -> None:
        """The hidden hand holds at least so many doubles."""
        self._least_doubles[seat] = max(least, self._least_doubles[seat])

    def lacks_doubles(self, seat: int, most: int) -> None:
        """The hidden hand holds at most so many doubles, said before anything else but of doubles has been seen."""
        limits = self._limits[seat]
        limits[DOUBLES] = min(most, limits.get(DOUBLES, most))

    def uncovered(self, seat: int, tile: Tile) -> None:
        """A hidden tile has been played, declared or put face up."""
        if self._limits[seat]:
            played(self._limits[seat], tile)
        if tile.is_double:
            self._shown_doubles[seat] |= tile.bit
            if self._least_doubles[seat]:
                self._least_doubles[seat] -= 1

    # --- Dealing afresh --------------------------------------------------------------------------------------------

    def deal_afresh(
        self, observer: int, hidden: Sequence[int], boneyard: Sequence[Tile], rng: Random
    ) -> tuple[list[int], list[Tile]]:
        """The hidden tiles of all hands but the observer's and the boneyard, dealt again.

        :param hidden: the hidden part of every seat's hand, as masks; that of the observer stays as it is.
        """
        best: tuple[list[int], list[Tile]] | None = None
        for _ in range(_TRIES):
            found = self._some_deal(observer, hidden, boneyard, rng)
            if found and self._fits_the_first_opener(observer, found[0]):
                return found
            best = best or found
        return best or self._plain_deal(observer, hidden, boneyard, [0] * len(hidden), rng)

    def _some_deal(
        self, observer: int, hidden: Sequence[int], boneyard: Sequence[Tile], rng: Random
    ) -> tuple[list[int], list[Tile]] | None:
        """A deal within what is known of each hand alone; None if the doubles cannot be had where they must be."""
        first = [0] * len(hidden)
        pool = [tile for tile in tiles_in(self._pool(observer, hidden, boneyard)) if tile.is_double]
        rng.shuffle(pool)
        for seat, least in enumerate(self._least_doubles):
            if seat == observer or not hidden[seat]:
                continue
            given = [tile for tile in pool if self._may_hold(seat, tile)][:least]
            if len(given) < least:
                return None
            first[seat] = mask_of(given)
            pool = [tile for tile in pool if tile not in given]
        deal = self._plain_deal(observer, hidden, boneyard, first, rng)
        sizes_kept = all(new.bit_count() == old.bit_count() for new, old in zip(deal[0], hidden, strict=True))
        return deal if sizes_kept else None

    def _may_hold(self, seat: int, tile: Tile) -> bool:
        return all(most or not mask & tile.bit for mask, most in self._limits[seat].items())

    def _pool(self, observer: int, hidden: Sequence[int], boneyard: Sequence[Tile]) -> int:
        pool = mask_of(boneyard)
        for seat, hand in enumerate(hidden):
            if seat != observer:
                pool |= hand
        return pool

    def _plain_deal(
        self, observer: int, hidden: Sequence[int], boneyard: Sequence[Tile], first: Sequence[int], rng: Random
    ) -> tuple[list[int], list[Tile]]:
        """Every hand gets the tiles of its mask in `first`; the rest is dealt within the limits that remain."""
        pool = list(tiles_in(self._pool(observer, hidden, boneyard) & ~sum(first)))
        seats = [seat for seat in range(len(hidden)) if seat != observer]
        shares, limits = [], []
        for seat in seats:
            size = hidden[seat].bit_count() - first[seat].bit_count()
            shares.append(pool[:size])
            del pool[:size]
            limits.append(
                {mask: max(0, most - (mask & first[seat]).bit_count()) for mask, most in self._limits[seat].items()}
            )
        dealt, rest = deal_hidden(shares, limits, pool, rng)
        hands = list(hidden)
        for seat, share in zip(seats, dealt, strict=True):
            hands[seat] = mask_of(share) | first[seat]
        return hands, rest

    def _fits_the_first_opener(self, observer: int, hands: Sequence[int]) -> bool:
        """Whether the opener's highest double can have been the highest one dealt."""
        holder = self._holder
        if holder is None:
            return True
        own = self._dealt[holder] if holder == observer else self._shown_doubles[holder] | hands[holder]
        highest = (own & DOUBLES).bit_length()
        for seat, hand in enumerate(hands):
            if seat == holder:
                continue
            if seat == observer:
                above, most = (self._dealt[seat] & DOUBLES) >> highest, 0
            else:
                above, most = ((self._shown_doubles[seat] | hand) & DOUBLES) >> highest, self._draws[seat]
            if above.bit_count() > most:
                return False
        return True

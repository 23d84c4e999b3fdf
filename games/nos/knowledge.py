"""Public knowledge of hidden tiles at Nos, and redealing them.

A proper pass shows that nothing fits, and comes only when no more hidden tiles can be drawn. Drawing shows nothing,
because all players may draw at will. An opener who draws has no double. A player asked for a meld was dealt enough
doubles; a player who is not asked was dealt too few. In the first deal the opener was dealt the highest double of all
hands: higher ones that turn up were drawn. A wrong claim shows that some tile fits. Declared doubles and face-up tiles
are known and no part of the hidden hands.

All consistent deals are equally likely. So each hidden hand is weighted by the ways to split its tiles, and those that
its holder has shown since, into tiles that were dealt and tiles drawn at each time.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb, factorial, perm
from random import Random
from typing import Final, NamedTuple, Self

from games.core.tiles import DOUBLES, Tile, mask_of, tiles_in
from games.core.ways import Counts, HiddenHand, Ways

_REMEMBERED: Final = 32
"""The number of cached positions: a computer redeals one hundreds of times."""

_DOUBLES: Final = tiles_in(DOUBLES)


class _Seen(NamedTuple):
    """The observations of a hidden hand.

    :ivar dealt: the number of tiles that it was dealt.
    :ivar history: the uncovered tiles and hidden draws (None), in order.
    :ivar least: the least number of doubles that it was dealt, including uncovered ones.
    :ivar most: the greatest number of them.
    :ivar barred: the tiles that it has been shown to lack when no more could be drawn.
    """

    dealt: int
    history: tuple[Tile | None, ...] = ()
    least: int = 0
    most: int = len(_DOUBLES)
    barred: int = 0

    def uncovered_doubles(self) -> int:
        """Return the number of uncovered doubles."""
        return sum(tile is not None and tile.is_double for tile in self.history)


class NosKnowledge:
    """The observations of each seat's hidden hand.

    :param dealt: the hands as they were dealt, as masks.
    :param holder: the seat that was dealt the highest double, if that is known.
    """

    __slots__ = ("_claims", "_dealt", "_holder", "_seen")

    def __init__(self, dealt: Sequence[int], holder: int | None) -> None:
        self._dealt = tuple(dealt)
        self._holder = holder
        self._seen = [_Seen(hand.bit_count()) for hand in dealt]
        self._claims: tuple[int, ...] = ()

    def copy(self) -> Self:
        """Return an independent copy."""
        twin: Self = object.__new__(type(self))
        twin._dealt, twin._holder, twin._claims = self._dealt, self._holder, self._claims
        twin._seen = self._seen.copy()
        return twin

    # --- What is seen ----------------------------------------------------------------------------------------------

    def drew(self, seat: int) -> None:
        """Note that the hand drew a hidden tile."""
        seen = self._seen[seat]
        self._seen[seat] = seen._replace(history=(*seen.history, None))

    def lacks(self, seat: int, tiles: int) -> None:
        """Note that a hand lacks these tiles, after the last hidden draw."""
        seen = self._seen[seat]
        self._seen[seat] = seen._replace(barred=seen.barred | tiles)

    def has_doubles(self, seat: int, least: int) -> None:
        """Note the least number of doubles dealt and still hidden."""
        seen = self._seen[seat]
        self._seen[seat] = seen._replace(least=max(seen.least, seen.uncovered_doubles() + least))

    def lacks_doubles(self, seat: int, most: int) -> None:
        """Note the greatest number of doubles dealt and still hidden."""
        seen = self._seen[seat]
        self._seen[seat] = seen._replace(most=min(seen.most, seen.uncovered_doubles() + most))

    def uncovered(self, seat: int, tile: Tile) -> None:
        """Note that a hidden tile was played, declared or turned up."""
        seen = self._seen[seat]
        self._seen[seat] = seen._replace(history=(*seen.history, tile))

    def drew_from_the_reserve(self, tile: Tile) -> None:
        """Note that an undrawable tile was seen."""
        self._claims = tuple(claim & ~tile.bit for claim in self._claims)

    def claimed_wrongly(self, fitting: int) -> None:
        """Note that not all of these fitting tiles are out of reach."""
        self._claims = (*self._claims, fitting)

    # --- Dealing again ---------------------------------------------------------------------------------------------

    def deal_afresh(
        self, observer: int, hidden: Sequence[int], boneyard: Sequence[Tile], out_of_reach: int, rng: Random
    ) -> tuple[list[int], list[Tile]]:
        """Return the hands and the boneyard with hidden tiles redealt.

        :param hidden: the hidden part of every seat's hand, as masks; the observer's is kept.
        :param boneyard: its tiles; the next to draw is the last of the list.
        :param out_of_reach: the number of undrawable boneyard tiles, at the beginning of the list.
        """
        others = [seat for seat in range(len(hidden)) if seat != observer]
        pool = mask_of(boneyard)
        for seat in others:
            pool |= hidden[seat]
        ways = _ways_by_top(
            pool,
            tuple(self._seen[seat] for seat in others),
            tuple(hidden[seat].bit_count() for seat in others),
            *self._highest_dealt(observer, others),
        )
        while True:
            dealt, rest = ways.draw(rng)
            if all(claim & ~mask_of(rest[:out_of_reach]) for claim in self._claims):
                break
        hands = list(hidden)
        for seat, hand in zip(others, dealt, strict=True):
            hands[seat] = hand
        return hands, rest

    def _highest_dealt(self, observer: int, others: Sequence[int]) -> tuple[int | None, tuple[Tile | None, ...]]:
        """Return the other hand dealt the highest double, and its candidates.

        The hand is None if there is no such fact about another hand; a candidate None means any double.
        """
        if self._holder is None:
            return None, (None,)
        own = [tile for tile in _DOUBLES if tile.bit & self._dealt[observer]]
        if self._holder == observer:
            return None, (own[-1],)
        return others.index(self._holder), tuple(tile for tile in _DOUBLES if not own or own[-1] < tile)


class _WaysByTop:
    """The ways to deal the hidden tiles, by highest double dealt."""

    def __init__(self, ways: Sequence[tuple[int, Ways]]) -> None:
        self._ways = ways
        self._total = sum(count for count, _ in ways)

    def draw(self, rng: Random) -> tuple[list[int], list[Tile]]:
        """Return the hidden hands and the rest of a random way.

        :raises ValueError: if there is none.
        """
        if not self._total:
            raise ValueError("no deal can have led to what was seen")
        point = rng.randrange(self._total)
        for count, ways in self._ways:
            if point < count:
                return ways.draw(rng)
            point -= count
        raise ValueError(f"{self._total} is not the sum of the ways")


@lru_cache(maxsize=_REMEMBERED)
def _ways_by_top(
    pool: int, seen: tuple[_Seen, ...], sizes: Counts, holder: int | None, highest: tuple[Tile | None, ...]
) -> _WaysByTop:
    """Return the ways to deal a mask's tiles to these hands.

    :param holder: the index of the hand that was dealt the highest double of all; None: none of them.
    :param highest: the candidates for that double; None in its place: any.
    """
    found = []
    for top in highest:
        if holder is not None and top and not pool & top.bit and top not in seen[holder].history:
            continue
        hands = [
            _hidden_hand(known, size, top, holds_top=index == holder)
            for index, (known, size) in enumerate(zip(seen, sizes, strict=True))
        ]
        ways = Ways(pool, hands)
        if ways.total:
            found.append((ways.total, ways))
    return _WaysByTop(found)


def _hidden_hand(seen: _Seen, size: int, top: Tile | None, *, holds_top: bool) -> HiddenHand:
    """Return a hand with kinds for barred tiles and for doubles."""
    lower = DOUBLES & ((1 << top.index) - 1) if top else DOUBLES
    higher = DOUBLES & ~lower & ~top.bit if top else 0
    may_have = ~seen.barred
    barred = seen.barred | (top.bit if top and not holds_top else 0)
    kinds = (barred, higher & may_have, top.bit & may_have if top and holds_top else 0, lower & may_have)
    hidden_top = holds_top and top not in seen.history
    shown = _origins(seen, top, holds_top=holds_top)

    def weight(counts: Counts) -> int:
        _, drawn, topmost, doubles = counts
        if topmost != hidden_top:
            return 0
        plain = size - drawn - topmost - doubles
        return factorial(plain) * sum(
            ways
            * perm(from_deal, topmost)
            * perm(from_boneyard, drawn)
            * comb(doubles, dealt)
            * perm(from_deal - topmost, dealt)
            * perm(from_boneyard - drawn, doubles - dealt)
            for (from_deal, from_boneyard, already), ways in shown.items()
            for dealt in range(doubles + 1)
            if seen.least <= already + topmost + dealt <= seen.most and from_deal >= topmost and from_boneyard >= drawn
        )

    draws = seen.history.count(None)
    return HiddenHand(size, kinds, (0, draws, 1, min(seen.most + draws, len(_DOUBLES))), weight)


def _origins(seen: _Seen, top: Tile | None, *, holds_top: bool) -> dict[tuple[int, int, int], int]:
    """Count the ways in which uncovered tiles were dealt or drawn.

    The key has the number of hidden tiles now that were dealt, of those that were drawn, and of uncovered doubles that
    were dealt. No double above `top` was dealt; `top` was dealt to the hand that holds it.
    """
    found = {(seen.dealt, 0, 0): 1}
    for tile in seen.history:
        following: dict[tuple[int, int, int], int] = {}
        for (dealt, drawn, doubles), ways in found.items():
            if tile is None:
                _add(following, (dealt, drawn + 1, doubles), ways)
                continue
            too_high = top and tile.is_double and (top < tile or (tile == top and not holds_top))
            if dealt and not too_high:
                _add(following, (dealt - 1, drawn, doubles + tile.is_double), ways * dealt)
            if drawn and not (holds_top and tile == top):
                _add(following, (dealt, drawn - 1, doubles), ways * drawn)
        found = following
    return found


def _add(ways: dict[tuple[int, int, int], int], state: tuple[int, int, int], more: int) -> None:
    ways[state] = ways.get(state, 0) + more

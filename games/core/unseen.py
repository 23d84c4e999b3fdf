"""A seat's knowledge of hidden hands, and redealing those hands.

A player who draws or passes shows that they hold none of the tiles that would have fitted. `Limits` keeps that for one
hand as "at most n of these tiles". At first n is 0; it grows with each tile drawn later and shrinks with each
such tile played. Redealing depends only on the seat's knowledge, never on the true deal.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import Final

from games.core.tiles import Tile, mask_of, tiles_in

from .ways import Counts, HiddenHand, Ways

_REMEMBERED: Final = 32
"""The number of cached positions: a computer redeals one hundreds of times."""

Limits = Mapping[int, int]
"""For each mask the most of its tiles that a hand may hold. The masks are nested."""

Deal = tuple[list[list[Tile]], list[Tile]]
"""The hidden hands and the rest."""

_Bounds = tuple[tuple[int, int], ...]
"""The limits that matter for a hand, the narrowest mask first."""


def shown_to_lack(limits: Limits, fitting: int) -> Limits:
    """Return the limits after the `fitting` tiles are ruled out.

    Earlier limits now cover these tiles, too: "at most two fives" and "no six" become "at most two fives and sixes".
    """
    wider: dict[int, int] = {}
    for mask, most in limits.items():
        wider[mask | fitting] = min(most, wider.get(mask | fitting, most))
    if 0 not in wider.values():
        wider[fitting] = 0
    return wider


def drawn(limits: Limits) -> Limits:
    """Return the limits after the hand draws an unknown tile."""
    return {mask: most + 1 for mask, most in limits.items()}


def played(limits: Limits, tile: Tile) -> Limits:
    """Return the limits after the hand plays this tile."""
    return {mask: most - 1 if most and mask & tile.bit else most for mask, most in limits.items()}


def deal_hidden(
    true_hands: Sequence[Sequence[Tile]], limits: Sequence[Limits], rest: Sequence[Tile], rng: Random
) -> Deal:
    """Return a uniformly random redeal of the hidden tiles.

    Each hand keeps its size and its limits. The rest is in random order.

    :raises ValueError: if there is no such deal; the true one is one, unless the limits are wrong.
    """
    pool = mask_of(rest)
    for hand in true_hands:
        pool |= mask_of(hand)
    sizes = tuple(map(len, true_hands))
    bounds = tuple(_bounds(known, pool, size) for known, size in zip(limits, sizes, strict=True))
    hands, left = _ways(pool, sizes, bounds).draw(rng)
    return [list(tiles_in(hand)) for hand in hands], left


def _bounds(limits: Limits, pool: int, size: int) -> _Bounds:
    """Return the limits that restrict a hand of this size."""
    found: list[tuple[int, int]] = []
    for mask, most in sorted(limits.items(), key=lambda item: -item[0].bit_count()):
        held = mask & pool
        if most < min(size, held.bit_count()) and (not found or most < found[-1][1]):
            found.append((held, most))
    return tuple(reversed(found))


@lru_cache(maxsize=_REMEMBERED)
def _ways(pool: int, sizes: Counts, bounds: tuple[_Bounds, ...]) -> Ways:
    return Ways(pool, [_hidden_hand(size, known) for size, known in zip(sizes, bounds, strict=True)])


def _hidden_hand(size: int, bounds: _Bounds) -> HiddenHand:
    """Return a hand whose kinds are the rings between nested masks."""
    kinds, inner = [], 0
    for mask, _ in bounds:
        kinds.append(mask & ~inner)
        inner |= mask
    most = tuple(most for _, most in bounds)

    def kept(counts: Counts) -> int:
        return int(all(held <= bound for held, bound in zip(accumulate(counts), most, strict=True)))

    return HiddenHand(size, tuple(kinds), most, kept if len(most) > 1 else None)

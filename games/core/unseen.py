"""What a seat may conclude about hidden hands, and dealing these afresh.

Whoever draws or passes shows that he holds none of the tiles that would have fitted. `Limits` keeps that for one
hand as "at most n of these tiles": n is 0 when it is shown, grows with each tile drawn later and shrinks with each
such tile played.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from .tiles import Tile, mask_of

__all__ = ["Limits", "deal_hidden", "drawn", "played", "shown_to_lack"]

_TRIES: Final = 50
_SWAPS: Final = 400

Limits = dict[int, int]
"""For a mask of tiles the most that a hand may hold of them."""


def shown_to_lack(limits: Limits, fitting: int) -> None:
    """The hand has been shown to hold none of the `fitting` tiles."""
    limits[fitting] = 0


def drawn(limits: Limits) -> None:
    """One unknown tile has come into the hand."""
    for mask in limits:
        limits[mask] += 1


def played(limits: Limits, tile: Tile) -> None:
    """The tile has left the hand for all to see."""
    for mask, most in limits.items():
        if most and mask & tile.bit:
            limits[mask] = most - 1


def _allowed(hand: int, limits: Limits) -> bool:
    return all((hand & mask).bit_count() <= most for mask, most in limits.items())


def deal_hidden(
    true_hands: Sequence[Sequence[Tile]], limits: Sequence[Limits], rest: Sequence[Tile], rng: Random
) -> tuple[list[list[Tile]], list[Tile]]:
    """The hidden tiles dealt afresh.

    Each hidden hand gets as many tiles as it truly holds, within its limits; the rest is in random order.
    Hands are filled from a random order of all hidden tiles, the most limited hand first. Should that fail again and
    again, the true deal is mixed by many random exchanges that keep within the limits.
    """
    hidden = [tile for hand in true_hands for tile in hand] + list(rest)
    order = sorted(range(len(true_hands)), key=lambda index: -len(limits[index]))
    for _ in range(_TRIES):
        rng.shuffle(hidden)
        filled = _fill(order, [len(hand) for hand in true_hands], limits, hidden)
        if filled:
            return filled
    return _mix([list(hand) for hand in true_hands], limits, list(rest), rng)


def _fill(
    order: Sequence[int], sizes: Sequence[int], limits: Sequence[Limits], hidden: Sequence[Tile]
) -> tuple[list[list[Tile]], list[Tile]] | None:
    hands: list[list[Tile]] = [[] for _ in sizes]
    left = list(hidden)
    for index in order:
        hand, kept, mask = hands[index], [], 0
        for tile in left:
            if len(hand) < sizes[index] and _allowed(mask | tile.bit, limits[index]):
                hand.append(tile)
                mask |= tile.bit
            else:
                kept.append(tile)
        if len(hand) < sizes[index]:
            return None
        left = kept
    return hands, left


def _mix(
    hands: list[list[Tile]], limits: Sequence[Limits], rest: list[Tile], rng: Random
) -> tuple[list[list[Tile]], list[Tile]]:
    piles = [*hands, rest]
    bounds: list[Limits] = [*limits, {}]
    places = [(pile, slot) for pile, tiles in enumerate(piles) for slot in range(len(tiles))]
    for _ in range(_SWAPS):
        (one, here), (other, there) = rng.choice(places), rng.choice(places)
        piles[one][here], piles[other][there] = piles[other][there], piles[one][here]
        if not all(_allowed(mask_of(piles[pile]), bounds[pile]) for pile in (one, other)):
            piles[one][here], piles[other][there] = piles[other][there], piles[one][here]
    return hands, rest

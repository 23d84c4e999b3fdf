"""What a seat may conclude about hidden hands, and dealing these afresh.

Whoever draws or passes shows that he holds none of the tiles that would have fitted. `Limits` keeps that for one
hand as "at most n of these tiles": n is 0 when it is shown, grows with each tile drawn later and shrinks with each
such tile played. What is dealt afresh depends on what may be known and on nothing else, not on the true deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from random import Random
from typing import Final

from .tiles import FULL_SET, Tile, mask_of

__all__ = ["Limits", "deal_hidden", "drawn", "played", "shown_to_lack"]

_TRIES: Final = 50
_SWAPS: Final = 400

Limits = dict[int, int]
"""For a mask of tiles the most that a hand may hold of them. Of any two masks one is within the other."""

Deal = tuple[list[list[Tile]], list[Tile]]
"""The hidden hands and the rest."""


def shown_to_lack(limits: Limits, fitting: int) -> None:
    """The hand has been shown to hold none of the `fitting` tiles.

    What was known of other tiles is from now on known of both together: at most two fives, and now no six, is at most
    two fives and sixes.
    """
    wider: Limits = {}
    for mask, most in limits.items():
        wider[mask | fitting] = min(most, wider.get(mask | fitting, most))
    if 0 not in wider.values():
        wider[fitting] = 0
    limits.clear()
    limits.update(wider)


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
) -> Deal:
    """The hidden tiles dealt afresh.

    Each hidden hand gets as many tiles as it truly holds, within its limits; the rest is in random order.
    Hands are filled from a random order of all hidden tiles, the most limited hand first. Should that fail again and
    again, some deal within the limits is worked out and mixed by many random exchanges that keep within them.
    """
    hidden = sorted([tile for hand in true_hands for tile in hand] + list(rest), key=attrgetter("index"))
    sizes = [len(hand) for hand in true_hands]
    order = sorted(range(len(sizes)), key=lambda index: -len(limits[index]))
    for _ in range(_TRIES):
        rng.shuffle(hidden)
        filled = _fill(order, sizes, limits, hidden)
        if filled:
            return filled
    return _mix(_some_deal(sizes, limits, hidden), limits, rng)


def _fill(order: Sequence[int], sizes: Sequence[int], limits: Sequence[Limits], hidden: Sequence[Tile]) -> Deal | None:
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


# --- The hard case: a maximum flow from the tiles through the limits of each hand, the narrowest first, to its slots

_Node = Tile | tuple[int, int]
_SLOTS: Final = (-1, 0)


def _some_deal(sizes: Sequence[int], limits: Sequence[Limits], hidden: Sequence[Tile]) -> Deal:
    """A deal within the limits. There is one: the true deal is one."""
    room: dict[_Node, dict[_Node, int]] = {_SLOTS: {}, **{tile: {} for tile in hidden}}
    for index, size in enumerate(sizes):
        narrowing = sorted(limits[index].items(), key=lambda item: -item[0].bit_count())
        stages = [(FULL_SET, size), *narrowing]
        for depth, (_, most) in enumerate(stages):
            room[index, depth] = {(index, depth - 1) if depth else _SLOTS: most}
        for tile in hidden:
            innermost = max(depth for depth, (mask, _) in enumerate(stages) if mask & tile.bit)
            room[tile][index, innermost] = 1
    dealt = {tile for tile in hidden if _push(tile, room, set())}
    hands: list[list[Tile]] = [[] for _ in sizes]
    for tile in dealt:
        for node, left in room[tile].items():
            if isinstance(node, tuple) and not left:
                hands[node[0]].append(tile)
    return [sorted(hand) for hand in hands], [tile for tile in hidden if tile not in dealt]


def _push(node: _Node, room: dict[_Node, dict[_Node, int]], seen: set[_Node]) -> bool:
    """Bring one more tile from this node to a slot, if there is a way; earlier tiles may be moved elsewhere for it."""
    if node == _SLOTS:
        return True
    seen.add(node)
    for following, left in room[node].items():
        if left and following not in seen and _push(following, room, seen):
            room[node][following] -= 1
            room[following][node] = room[following].get(node, 0) + 1
            return True
    return False


def _mix(deal: Deal, limits: Sequence[Limits], rng: Random) -> Deal:
    hands, rest = deal
    piles = [*hands, rest]
    bounds: list[Limits] = [*limits, {}]
    places = [(pile, slot) for pile, tiles in enumerate(piles) for slot in range(len(tiles))]
    for _ in range(_SWAPS):
        (one, here), (other, there) = rng.choice(places), rng.choice(places)
        piles[one][here], piles[other][there] = piles[other][there], piles[one][here]
        if not all(_allowed(mask_of(piles[pile]), bounds[pile]) for pile in (one, other)):
            piles[one][here], piles[other][there] = piles[other][there], piles[one][here]
    return hands, rest

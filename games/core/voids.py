"""Uniform redealing of hidden tiles around known voids.

A hand that did not follow a suit is void: it holds no tile of the suit and gets none later. All deals that respect the
voids are equally likely. They are counted exactly, tile by tile, over pools of hands with equal voids. If that takes
too many counts, the pools with the smallest voids are dealt by rejection sampling, which keeps deals equally likely.
The result depends only on public knowledge, never on the true deal.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import prod
from operator import attrgetter
from random import Random
from typing import Final, NamedTuple

from games.core.tiles import Tile, mask_of

_STATES: Final = 1500
"""The most states to count. With more, rejection sampling is tried first."""

_TRIES: Final = 300
"""The number of rejected deals before all pools are counted."""

_FIELD: Final = 6
"""The bits for the room left in one pool, which has fewer than 64 tiles."""


class _Pool(NamedTuple):
    """The combined hands with one void."""

    void: int
    room: int


def deal_around_voids(
    sizes: Sequence[int], voids: Sequence[int], hidden: Sequence[Tile], rng: Random
) -> tuple[list[list[Tile]], list[Tile]]:
    """Return the hidden hands and the rest, dealt again.

    :param sizes: the size of each hidden hand.
    :param voids: for each hidden hand the mask of the tiles that it cannot hold.
    :param hidden: all hidden tiles, including the rest; a tile may occur twice.
    :raises ValueError: if no deal respects the voids.
    """
    tiles = sorted(hidden, key=attrgetter("index"))
    present = mask_of(tiles)
    members: dict[int, list[int]] = {}
    for hand, void in enumerate(voids):
        members.setdefault(void & present, []).append(hand)
    rooms = {void: sum(sizes[hand] for hand in hands) for void, hands in members.items() if void}
    pools = sorted(
        (_Pool(void, room) for void, room in rooms.items() if room),
        key=lambda pool: (-(pool.void.bit_count()), pool.void),
    )
    filled, free = _filled(tiles, pools, rng)
    rng.shuffle(free)
    hands: list[list[Tile]] = [[] for _ in sizes]
    for void, sharing in members.items():
        pool = filled.get(void, free)
        if pool is not free:
            rng.shuffle(pool)
        for hand in sharing:
            hands[hand] = [pool.pop() for _ in range(sizes[hand])]
    return hands, free


_Filling = tuple[dict[int, list[Tile]], list[Tile]]
"""The tiles of each pool by its void, and the tiles in no pool."""


def _filled(tiles: list[Tile], pools: Sequence[_Pool], rng: Random) -> _Filling:
    counted = len(pools)
    while prod(pool.room + 1 for pool in pools[:counted]) > _STATES:
        counted -= 1
    if counted < len(pools):
        for _ in range(_TRIES):
            filled, free = _fill(tiles, pools[:counted], rng)
            rng.shuffle(free)
            for pool in pools[counted:]:
                filled[pool.void] = [free.pop() for _ in range(pool.room)]
            if not any(mask_of(filled[pool.void]) & pool.void for pool in pools[counted:]):
                return filled, free
    return _fill(tiles, pools, rng)


def _fill(tiles: list[Tile], pools: Sequence[_Pool], rng: Random) -> _Filling:
    """Fill these pools uniformly; return the other tiles, too."""
    filled: dict[int, list[Tile]] = {pool.void: [] for pool in pools}
    if not pools:
        return filled, list(tiles)
    free: list[Tile] = []
    counts = _counts(tuple(tiles), tuple(pools))
    state = sum(pool.room << place * _FIELD for place, pool in enumerate(pools))
    if not counts[0].get(state):
        raise ValueError("no deal goes around the voids")
    for tile, after in zip(tiles, counts[1:], strict=True):
        ways = [(after.get(state, 0), state, free)]
        for place, pool in enumerate(pools):
            if not pool.void & tile.bit and state >> place * _FIELD & (1 << _FIELD) - 1:
                following = state - (1 << place * _FIELD)
                ways.append((after.get(following, 0), following, filled[pool.void]))
        chosen = rng.randrange(sum(count for count, _, _ in ways))
        for count, following, pile in ways:
            if chosen < count:
                pile.append(tile)
                state = following
                break
            chosen -= count
    return filled, free


@lru_cache(maxsize=8)
def _counts(tiles: tuple[Tile, ...], pools: tuple[_Pool, ...]) -> tuple[dict[int, int], ...]:
    """Return the number of fillings by room left, for each tile.

    The last entry is for no more tiles. The room left in all pools is one number with `_FIELD` bits a pool. A tile in
    no pool is free.
    """
    free_room = len(tiles) - sum(pool.room for pool in pools)
    levels: list[dict[int, int]] = [{0: 1}]
    placed: dict[int, int] = {0: 0}
    """The number of tiles in the pools, by state."""
    for number, tile in enumerate(reversed(tiles), 1):
        level: dict[int, int] = {}
        steps = [
            (1 << place * _FIELD, pool.room << place * _FIELD, (1 << _FIELD) - 1 << place * _FIELD)
            for place, pool in enumerate(pools)
            if not pool.void & tile.bit
        ]
        for state, count in levels[-1].items():
            held = placed[state]
            if number - held <= free_room:
                level[state] = level.get(state, 0) + count
            for one, full, field in steps:
                if state & field != full:
                    following = state + one
                    placed[following] = held + 1
                    level[following] = level.get(following, 0) + count
        levels.append(level)
    levels.reverse()
    return tuple(levels)

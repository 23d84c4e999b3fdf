"""Pairs of twelve pips on bit boards, for the two solitaires that remove such pairs.

The tiles of 12 - p pips are the only partners of those of p pips, so the tiles fall into seven groups that never mix.
A pair that is all that is left of its group has to go together some time; as removing it at once only frees other
tiles, it goes without being weighed against anything: it is *safe*.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

from games.core.moves import Move
from games.core.solitaire import pair_move
from games.core.tiles import Tile

__all__ = ["Group", "Step", "Trail", "groups_of", "pairs_on", "ready", "steps_of"]

_TWELVE = 12


class Group(NamedTuple):
    """The tiles of p and of 12 - p pips.

    :ivar tiles: the bits of all its tiles.
    :ivar pairs: the bits of each two that make a pair.
    """

    tiles: int
    pairs: tuple[int, ...]


class Step(NamedTuple):
    """One step of a search: the bits of a pair removed, or the bit of a tile shifted."""

    bits: int
    shift: bool = False


Trail = tuple[Step, "Trail"] | None
"""The steps that led to a position, the last first."""


def groups_of(bits: Mapping[Tile, int]) -> tuple[Group, ...]:
    """The groups of the tiles that have a bit each."""
    found = []
    for pips in range(_TWELVE // 2 + 1):
        members = [tile for tile in bits if tile.pips in {pips, _TWELVE - pips}]
        pairs = [bits[one] | bits[other] for one, other in combinations(members, 2) if one.pips + other.pips == _TWELVE]
        if members:
            found.append(Group(sum(bits[tile] for tile in members), tuple(pairs)))
    return tuple(found)


def ready(groups: tuple[Group, ...], left: int, free: int) -> tuple[list[int], list[int]]:
    """The pairs whose tiles are both free: the safe ones, and the others.

    :param left: the tiles that are left.
    :param free: those of them that can be removed.
    """
    safe: list[int] = []
    others: list[int] = []
    for group in groups:
        among = group.tiles & free
        if not among & (among - 1):  # fewer than two
            continue
        alone = (group.tiles & left).bit_count() == 2
        (safe if alone else others).extend([pair for pair in group.pairs if pair & among == pair])
    return safe, others


def steps_of(trail: Trail) -> list[Step]:
    """The steps of a trail, the first first."""
    steps: list[Step] = []
    while trail:
        step, trail = trail
        steps.append(step)
    return steps[::-1]


def pairs_on(step: Step, tiles: Mapping[int, Tile]) -> Move:
    """The move that removes the pair of a step; `tiles` says which tile has which bit."""
    low = step.bits & -step.bits
    return pair_move(tiles[low], tiles[step.bits ^ low])

"""Joins: what an open end of the line of play takes, and which half then lies open.

A `Gate` is made once for each kind of join and number and shared by all matches. It knows the mask of the tiles that
may pass and remembers the moves for every subset of them, so that the legal moves of a hand are a look-up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .moves import PLAY, Move
from .tiles import HIGHEST, WITH_NUMBER, Tile, mask_of, tiles_in

__all__ = ["TRADITIONAL", "Gate"]


class Gate:
    """What one open end takes.

    :param number: the half that lies open, to which tiles are joined.
    :param ways: for each tile that may be joined, the ways to do so: the value part of the move's text ("" where there
        is only one way) and the half that then lies open.
    :param locked: whether ordinary tiles are shut out for now.
    """

    __slots__ = ("_offers", "locked", "mask", "number", "ways")

    def __init__(self, number: int, ways: Mapping[Tile, Mapping[str, int]], *, locked: bool = False) -> None:
        self.number = number
        self.ways = ways
        self.locked = locked
        self.mask = mask_of(ways)
        self._offers: dict[str, dict[int, tuple[Move, ...]]] = {}

    def offers(self, at: str) -> dict[int, tuple[Move, ...]]:
        """The moves at the place `at` for every set of fitting tiles (a mask within `mask`), filled as they are met."""
        return self._offers.setdefault(at, {})

    def moves(self, at: str, fitting: int) -> tuple[Move, ...]:
        """The moves that lay one of the `fitting` tiles (a mask within `mask`) at the place `at`, in a fixed order."""
        offers = self.offers(at)
        moves = offers.get(fitting)
        if moves is None:
            moves = offers[fitting] = tuple(
                Move(PLAY, tile, at, value) for tile in tiles_in(fitting) for value in self.ways[tile]
            )
        return moves


def _traditional(number: int) -> Gate:
    return Gate(number, {tile: {"": tile.other(number)} for tile in tiles_in(WITH_NUMBER[number])})


TRADITIONAL: Final = tuple(_traditional(number) for number in range(HIGHEST + 1))
"""Touching halves are equal: the gate of each number."""

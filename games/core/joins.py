"""Joins: what an open end of the line of play takes, and which half then lies open.

A `Gate` is made once for each kind of join and number and shared by all matches. It knows the mask of the tiles that
may pass and remembers the moves for every subset of them, so that the legal moves of a hand are a look-up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .moves import PLAY, Move
from .tiles import HIGHEST, WITH_NUMBER, Tile, mask_of, tiles_in

__all__ = ["ARMS", "TRADITIONAL", "Gate"]

ARMS: Final = ("left", "right", "up", "down")


class Gate:
    """What one open end takes.

    :param number: the half that lies open, to which tiles are joined.
    :param ways: for each tile that may be joined, the ways to do so: the value part of the move's text ("" where there
        is only one way) and the half that then lies open.
    :param locked: whether ordinary tiles are shut out for now.
    """

    __slots__ = ("locked", "mask", "moves", "number", "ways")

    def __init__(self, number: int, ways: Mapping[Tile, Mapping[str, int]], *, locked: bool = False) -> None:
        self.number = number
        self.ways = ways
        self.locked = locked
        self.mask = mask_of(ways)
        self.moves = {at: _Offers(at, ways) for at in ARMS}
        """For each arm and each set of fitting tiles (a mask within `mask`) the moves that lay one of them there."""


class _Offers(dict[int, tuple[Move, ...]]):
    """The moves at one place for every set of fitting tiles, made when they are first asked for."""

    __slots__ = ("_at", "_ways")

    def __init__(self, at: str, ways: Mapping[Tile, Mapping[str, int]]) -> None:
        super().__init__()
        self._at = at
        self._ways = ways

    def __missing__(self, fitting: int) -> tuple[Move, ...]:
        moves = tuple(Move(PLAY, tile, self._at, value) for tile in tiles_in(fitting) for value in self._ways[tile])
        self[fitting] = moves
        return moves


def _traditional(number: int) -> Gate:
    return Gate(number, {tile: {"": tile.other(number)} for tile in tiles_in(WITH_NUMBER[number])})


TRADITIONAL: Final = tuple(_traditional(number) for number in range(HIGHEST + 1))
"""Touching halves are equal: the gate of each number."""

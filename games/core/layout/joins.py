"""Joins: what an open end of the line of play takes, and which half then lies open.

A `Gate` is made once for each kind of join and number and shared by all matches. It knows the mask of the tiles that
may pass and remembers the moves for every subset of them, so that the legal moves of a hand are a look-up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.core.moves import PLAY, Move
from games.core.tiles import ALL_TILES, BLANK, HIGHEST, WITH_NUMBER, Tile, mask_of, tiles_in

__all__ = ["ARMS", "MATADORS", "TRADITIONAL", "Gate", "Ways", "matador", "traditional"]

ARMS: Final = ("left", "right", "up", "down")

_SEVEN: Final = 7

Ways = Mapping[Tile, Mapping[str, int]]
"""For each tile that may be joined, the ways to do so: the value part of the move's text ("" where there is only one
way) and the half that then lies open."""


class Gate:
    """What one open end takes.

    :param number: the half that lies open, to which tiles are joined.
    :param ways: the tiles that may be joined, and how; without any, the end is shut.
    :param locked: whether ordinary tiles are shut out for now.
    :param demanded: whether this end must be served before others.
    :param verbs: the verbs of the moves that lay a tile there.
    """

    __slots__ = ("demanded", "locked", "mask", "moves", "number", "ways")

    def __init__(
        self,
        number: int,
        ways: Ways,
        *,
        locked: bool = False,
        demanded: bool = False,
        verbs: Sequence[str] = (PLAY,),
    ) -> None:
        self.number = number
        self.ways = ways
        self.locked = locked
        self.demanded = demanded
        self.mask = mask_of(ways)
        self.moves = {at: _Offers(at, ways, verbs) for at in ARMS}
        """For each arm and each set of fitting tiles (a mask within `mask`) the moves that lay one of them there."""


class _Offers(dict[int, tuple[Move, ...]]):
    """The moves at one place for every set of fitting tiles, made when they are first asked for."""

    __slots__ = ("_at", "_verbs", "_ways")

    def __init__(self, at: str, ways: Ways, verbs: Sequence[str]) -> None:
        super().__init__()
        self._at = at
        self._ways = ways
        self._verbs = verbs

    def __missing__(self, fitting: int) -> tuple[Move, ...]:
        moves = tuple(
            Move(verb, tile, self._at, value)
            for verb in self._verbs
            for tile in tiles_in(fitting)
            for value in self._ways[tile]
        )
        self[fitting] = moves
        return moves


MATADORS: Final = tuple(tile for tile in ALL_TILES if tile.pips in {BLANK, _SEVEN})
"""0-0, 4-3, 5-2 and 6-1."""


def traditional(number: int) -> Ways:
    """The traditional join: touching halves are equal."""
    return {tile: {"": tile.other(number)} for tile in tiles_in(WITH_NUMBER[number])}


def matador(number: int) -> Ways:
    """The matador join: touching halves sum to seven, and a matador goes anywhere, either half outward.

    A matador that is not a double names the half that stays outward.
    """
    return {tile: ways for tile in ALL_TILES if (ways := _matador_ways(tile, number))}


def _matador_ways(tile: Tile, number: int) -> dict[str, int]:
    if tile in MATADORS and not tile.is_double:
        return {str(half): half for half in (tile.high, tile.low)}
    if tile in MATADORS:
        return {"": tile.high}
    return {"": tile.other(_SEVEN - number)} if tile.has(_SEVEN - number) else {}


TRADITIONAL: Final = tuple(Gate(number, traditional(number)) for number in range(HIGHEST + 1))
"""The gate of each number where touching halves are equal."""

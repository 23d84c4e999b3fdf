"""What the open ends of a line of Nos take: the rows of gates between which the stages of a variant change.

A row has one gate for each number that may lie open. At every place where a tile may be played it may also be played
with a claim ("I close").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Final

from games.core.layout.joins import MATADORS, Gate, Ways, matador, traditional
from games.core.moves import PLAY
from games.core.tiles import HIGHEST

__all__ = ["BROKEN", "CLOSE", "DEMANDED", "FREE", "LOCKED", "LOCKED_TO_MATADORS_TOO", "WAITING", "Join", "Row"]

CLOSE: Final = "close"
"""The verb of a tile played with the claim that it blocks the layout."""

Row = tuple[Gate, ...]


class Join(Enum):
    """How tiles are joined; the value is the letter that stands for it in moves."""

    TRADITIONAL = "t"
    MATADOR = "m"


_WAYS: Final[Mapping[Join, Callable[[int], Ways]]] = {Join.TRADITIONAL: traditional, Join.MATADOR: matador}


def _row(ways: Callable[[int], Ways], *, locked: bool = False, demanded: bool = False) -> Row:
    return tuple(
        Gate(number, ways(number), locked=locked, demanded=demanded, verbs=(PLAY, CLOSE))
        for number in range(HIGHEST + 1)
    )


def _nothing(_number: int) -> Ways:
    return {}


def _unlocking(join: Join, *, matadors: bool) -> Callable[[int], Ways]:
    """Of the ways of a join those of the doubles, and of the matadors if they unlock too."""
    return lambda number: {
        tile: ways for tile, ways in _WAYS[join](number).items() if tile.is_double or (matadors and tile in MATADORS)
    }


def _broken(*joins: Join) -> Callable[[int], Ways]:
    """On the sides of an opening double: several joins, named in the move together with the outward half.

    A double there can only be a matador join, as its like has opened, and names nothing.
    """
    return lambda number: {
        tile: found
        for tile in {**traditional(number), **matador(number)}
        if (found := {text: half for join in joins for text, half in _named_ways(join, number).get(tile, {}).items()})
    }


def _named_ways(join: Join, number: int) -> Ways:
    return {
        tile: {"" if tile.is_double else f"{half}{join.value}": half for half in ways.values()}
        for tile, ways in _WAYS[join](number).items()
        if join is Join.MATADOR or not tile.is_double
    }


FREE: Final = {join: _row(_WAYS[join]) for join in Join}
"""Whatever fits by the join."""

DEMANDED: Final = {join: _row(_WAYS[join], demanded=True) for join in Join}
"""The same where the building stage demands a tile."""

WAITING: Final = _row(_nothing)
"""Nothing for now: the building stage demands tiles elsewhere."""

LOCKED: Final = {join: _row(_unlocking(join, matadors=False), locked=True) for join in Join}
"""A fitting double only."""

LOCKED_TO_MATADORS_TOO: Final = {join: _row(_unlocking(join, matadors=True), locked=True) for join in Join}
"""A fitting double or a matador."""

BROKEN: Final = {joins: _row(_broken(*joins), demanded=True) for joins in (tuple(Join), *((join,) for join in Join))}
"""The sides of a broken cross: by the joins that it still lacks."""

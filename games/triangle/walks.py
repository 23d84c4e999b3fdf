"""From ways between positions of Triangle to moves, with what must be played so that the exits open."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Protocol

from games.core.moves import PLAY, Move
from games.core.tiles import ALL_TILES

from .match import EXITS, HOLE, PLACES, REMOVE, TriangleLayout

__all__ = ["line_of", "way_between"]


class _Layer(Protocol):
    """What is needed of a layer: how many exits are used in it, and what can follow each position."""

    exits: int
    follows: dict[bytes, tuple[bytes, ...]]


def line_of(layout: TriangleLayout, layers: Sequence[_Layer], ways: Sequence[Sequence[bytes]]) -> tuple[Move, ...]:
    """The moves of a way through the layers.

    :param ways: for each layer the positions from where it is entered to its door, in the last layer to the goal.
    """
    line: list[Move] = []
    stood = set(layout.stood)
    for layer, way in zip(layers, ways, strict=True):
        stood.update(way)
        rounds = _rounds(layer, way[-1], stood) if layer is not layers[-1] else []
        stood.update(rounds)
        line += [_move(one, other) for one, other in pairwise([*way, *rounds])]
        if layer is not layers[-1]:
            line.append(Move(REMOVE, EXITS[layer.exits]))
    return tuple(line)


def way_between(graph: Mapping[bytes, Sequence[bytes]], start: bytes, ends: Collection[bytes]) -> list[bytes]:
    """The shortest way from a position to the nearest of others, both included; [] if there is none."""
    came_from: dict[bytes, bytes | None] = {start: None}
    for position in (reached := [start]):
        if position in ends:
            way = [position]
            while before := came_from[way[-1]]:
                way.append(before)
            return way[::-1]
        for following in graph.get(position, ()):
            if following not in came_from:
                came_from[following] = position
                reached.append(following)
    return []


def _rounds(layer: _Layer, door: bytes, stood: Collection[bytes]) -> list[bytes]:
    """What is played at a door until everything that can follow it has stood."""
    visited = set(stood)
    rounds: list[bytes] = []
    for other in layer.follows[door]:
        if other not in visited:
            there_and_back = way_between(layer.follows, other, {door})
            rounds += there_and_back
            visited.update(there_and_back)
    return rounds


def _move(one: bytes, other: bytes) -> Move:
    """The move that leads from one position to the next."""
    hole = next(place for place, content in enumerate(one) if content == HOLE != other[place])
    return Move(PLAY, ALL_TILES[other[hole]], PLACES[hole])

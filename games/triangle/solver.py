"""Whether a position of Triangle can be won, with as few exits as can be.

The positions that can be reached with equally many exits used make a graph, a *layer*. A layer is searched, best
positions first, until the goal is found or nothing is left. Then the next layer begins where 1-1, or 2-2, can be
taken out: at the *doors*.

An exit opens when every move leads to a position that has already stood. So it can be opened wherever all moves lead
to positions from which there is a way back: one goes there and returns. In other words, a position is a door if all
that can follow it belongs to its own strongly connected part of the layer, or has stood before.

Beside these sure doors there are doubtful ones, whose remaining followers belong to an earlier layer (1-1 comes back
there): such a door opens only if the way happened to lead through them. The doubtful doors are tried last, each for
itself; if one leads to the goal, a way through those positions is looked for, and without one the door stays shut. If
all that lies behind the doors has been looked at in vain, the position is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import permutations
from operator import eq
from typing import Final

from games.core.solution import Budget, Solution

from .match import ABOVE, EXITS, FOLLOWERS, GOAL, HOLE, LAST, TriangleLayout
from .parts import parts_of
from .walks import line_of, way_between

__all__ = ["solve_triangle"]

_Position = bytes

_OUT_OF_ORDER: Final = 2
"""What a tile out of order weighs against a move made."""
_SHARES: Final = (0.2, 0.4, 1.0)
"""What share of all positions may have been looked at when a layer with 0, 1 or 2 exits used is given up."""

_BYTES: Final = tuple(bytes([content]) for content in range(HOLE + 1))
_TAKES: Final = (*(bytes(tile.index for tile in followers) for followers in FOLLOWERS), b"")
"""For each content of the place above a hole what the hole takes."""


@dataclass
class _Layer:
    """The positions reached with so many exits used.

    :ivar doors: for each position where the layer begins the door of the layer before; None in the first layer.
    :ivar came_from: for each position reached the one before it; None where the layer begins.
    :ivar follows: for each position looked at what can follow it.
    """

    exits: int
    doors: dict[_Position, _Position | None] = field(default_factory=dict)
    came_from: dict[_Position, _Position | None] = field(default_factory=dict)
    follows: dict[_Position, tuple[_Position, ...]] = field(default_factory=dict)

    def way_to(self, position: _Position) -> list[_Position]:
        """The positions from where the layer begins to this one, both included."""
        way = [position]
        while before := self.came_from[way[-1]]:
            way.append(before)
        return way[::-1]

    def forget_since(self, known: int) -> None:
        """Forget all positions reached but the first so many: they lead to the goal, but cannot be reached so."""
        while len(self.came_from) > known:
            position, _ = self.came_from.popitem()
            self.follows.pop(position, None)
            self.doors.pop(position, None)


def solve_triangle(layout: TriangleLayout, budget: Budget) -> Solution:
    """A line to the final order, if there is one."""
    layers: list[_Layer] = []
    beginnings: dict[_Position, _Position | None] = {layout.position: None}
    doubtful: dict[_Position, tuple[_Position, ...]] = {}
    complete = True
    for exits in range(layout.exits, len(EXITS) + 1):
        up_to = int(budget.limit * _SHARES[exits])
        layer = _Layer(exits)
        layers.append(layer)
        if _search(layer, beginnings, budget, up_to):
            return budget.won(line_of(layout, layers, _ways(layers)))
        for door, outside in doubtful.items():
            known = len(layer.came_from)
            if _search(layer, {_without(door, exits - 1): door}, budget, up_to):
                ways = _ways_through(layers, door, outside, layout)
                if ways:
                    return budget.won(line_of(layout, layers, ways))
                layer.forget_since(known)
        complete = complete and len(layer.follows) == len(layer.came_from)
        if exits < len(EXITS) and not budget.exhausted:
            doors, doubtful = _doors(layers, layout.stood)
            beginnings = {_without(door, exits): door for door in doors}
    budget.exhausted = budget.exhausted or not complete
    return budget.not_won()


def _without(position: _Position, exits: int) -> _Position:
    """The position once the next exit is taken."""
    return position.replace(_BYTES[EXITS[exits].index], _BYTES[HOLE])


def _following(position: _Position) -> Iterator[_Position]:
    """The positions that one ordinary move leads to."""
    if position == LAST:
        yield GOAL
        return
    hole = position.find(HOLE)
    while hole >= 0:
        above = ABOVE[hole]
        for index in GOAL[hole : hole + 1] if above < 0 else _TAKES[position[above]]:
            moved = position.replace(_BYTES[index], _BYTES[HOLE])
            yield moved[:hole] + _BYTES[index] + moved[hole + 1 :]
        hole = position.find(HOLE, hole + 1)


def _search(layer: _Layer, beginnings: Mapping[_Position, _Position | None], budget: Budget, up_to: int) -> bool:
    """Look at all that is reached in a layer from where it begins, the best first; whether the goal is among it."""
    came_from, follows = layer.came_from, layer.follows
    new = [position for position in beginnings if position not in came_from]
    layer.doors.update({position: beginnings[position] for position in new})
    came_from.update(dict.fromkeys(new))
    heap = sorted((_disorder(position), number, 0, position) for number, position in enumerate(new))
    while heap and budget.nodes < up_to and budget.spend():
        _, _, moves, position = heappop(heap)
        if position == GOAL:
            return True
        follows[position] = following = tuple(_following(position))
        for reached in following:
            if reached not in came_from:
                came_from[reached] = position
                heappush(heap, (_disorder(reached) + moves + 1, len(came_from), moves + 1, reached))
    return False


def _disorder(position: _Position) -> int:
    in_order: int = sum(map(eq, position, GOAL))
    return -_OUT_OF_ORDER * in_order


def _doors(
    layers: Sequence[_Layer], stood: frozenset[_Position]
) -> tuple[list[_Position], dict[_Position, tuple[_Position, ...]]]:
    """The sure doors of the last layer, and the doubtful ones with what must have stood in an earlier layer."""
    *earlier, layer = layers
    part = parts_of(layer.follows)
    sure: list[_Position] = []
    doubtful: dict[_Position, tuple[_Position, ...]] = {}
    for position, following in layer.follows.items():
        outside = [other for other in following if other not in stood and part.get(other) != part[position]]
        if not outside:
            sure.append(position)
        elif all(any(other in before.came_from for before in earlier) for other in outside):
            doubtful[position] = tuple(outside)
    return sure, doubtful


def _ways(layers: Sequence[_Layer]) -> list[list[_Position]]:
    """For each layer the way to its door, in the last layer to the goal, through sure doors."""
    ways: list[list[_Position]] = []
    end: _Position | None = GOAL
    for layer in reversed(layers):
        if end is not None:
            ways.append(layer.way_to(end))
            end = layer.doors[ways[-1][0]]
    return ways[::-1]


def _ways_through(
    layers: Sequence[_Layer], door: _Position, outside: Sequence[_Position], layout: TriangleLayout
) -> list[list[_Position]]:
    """The ways to the goal that pass all positions of the first layer which the doubtful door needs; [] if none do."""
    first, second, third = layers
    ends = {
        before: way
        for before in _doors([first], layout.stood)[0]
        if (way := way_between(second.follows, _without(before, first.exits), {door}))
    }
    for order in permutations(outside):
        way = [layout.position]
        for goals in (*({position} for position in order), set(ends)):
            onward = way_between(first.follows, way[-1], goals)
            if not onward:
                break
            way += onward[1:]
        else:
            return [way, ends[way[-1]], third.way_to(GOAL)]
    return []

"""Triangle, a solitaire of open tiles put in order through holes."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import pairwise, permutations
from operator import eq
from typing import Final

from games.core.events import Event
from games.core.moves import PLAY, Move
from games.core.refusals import DoesNotFit, PlaceNeeded, Refusal, superfluous
from games.core.solitaire import Moved, Solitaire, SolitaireLayout, SolitaireView, place_text
from games.core.solution import NodeBudget, Solution
from games.core.tiles import ALL_TILES, HIGHEST, Tile

_ROWS: Final = 7
REMOVE: Final = "remove"
_CELLS: Final = tuple((row, column) for row in range(_ROWS) for column in range(_ROWS - row))
_NUMBER: Final = {place: number for number, place in enumerate(_CELLS)}
PLACES: Final = tuple(place_text(*place) for place in _CELLS)
_BLANK_TILE: Final = Tile(0, 0)
HOLE: Final = len(ALL_TILES)
"""The entry of a hole in a position; other entries are indices of tiles."""

EXITS: Final = (Tile(1, 1), Tile(2, 2))
"""The tiles that a stuck player may take out, in this order."""

ABOVE: Final = tuple(_NUMBER.get((row - 1, column), -1) for row, column in _CELLS)
"""For each place, in reading order, the place above it; -1 for the top row."""
GOAL: Final = bytes(Tile(HIGHEST - row, column).index for row, column in _CELLS)
"""The position of the final order."""
LAST: Final = GOAL[:-1] + bytes([HOLE])
"""The position in which 0-0 goes back."""


class TakenOut(Event):
    """A tile was taken out of `at`, by `seat` or by the deal (None)."""

    seat: int | None
    tiles: tuple[Tile, ...]
    at: str


class _NotAHole(Refusal):
    sentence = "{at!r} is not a hole; the holes are {places}"
    at: str
    places: str


class _UnderAHole(Refusal):
    sentence = "the hole {at} lies under a hole and takes nothing"
    at: str


class _TopRow(Refusal):
    sentence = "the hole {at} in the top row takes {tile} only"
    at: str
    tile: Tile


class _ComesBackLast(Refusal):
    sentence = "0-0 goes back only when that completes the final order"


class _NoExit(Refusal):
    sentence = "{tile} is never taken out: the exits are 1-1 and then 2-2"
    tile: Tile


class _ExitUsed(Refusal):
    sentence = "{tile} has been taken out once already"
    tile: Tile


class _ExitOrder(Refusal):
    sentence = "1-1 is taken out before 2-2"


class _NotStuck(Refusal):
    sentence = "a move is left that leads to a new position, so nothing is taken out"


def _followers(tile: Tile) -> tuple[Tile, ...]:
    """Return the tiles for a hole below: one half equal, one less."""
    halves = {(tile.high, tile.low - 1), (tile.high - 1, tile.low)}
    found = {Tile(one, other) for one, other in halves if one >= 0 and other >= 0}
    return tuple(sorted(found - {_BLANK_TILE}))


FOLLOWERS: Final = tuple(map(_followers, ALL_TILES))
"""The tiles that a hole under each tile takes, without 0-0."""


@dataclass(frozen=True)
class TriangleLayout(SolitaireLayout):
    """The position, its predecessors and the exits used.

    :ivar position: for each place in reading order the index of its tile, 28 for a hole.
    :ivar stood: all positions of the game so far, including this one.
    :ivar exits: the number of exits used.
    """

    position: bytes
    stood: frozenset[bytes]
    exits: int

    def solve(self, budget: NodeBudget) -> Solution:
        return _solve(self, budget)


@dataclass(frozen=True, kw_only=True)
class TriangleView(SolitaireView):
    """The view of Triangle; places are named ``row.column`` from 1.

    :ivar rows: the rows from the top, each with its places from the left: the tile, or None for a hole.
    :ivar holes: the places of the holes.
    :ivar aside: the tiles that have been taken out and have not come back.
    :ivar exits: the number of emergency exits used.
    :ivar in_order: the number of tiles at their places in the final order.
    """

    rows: tuple[tuple[Tile | None, ...], ...]
    holes: tuple[str, ...]
    aside: tuple[Tile, ...]
    exits: int
    in_order: int


class Triangle(Solitaire):
    """A game in which holes take tiles that follow those above.

    >>> match = Triangle(seats=1, seed="an example")
    >>> match.refusal(0, "6-6@nowhere").code
    'not_a_hole'
    >>> match.finish()[-1].kind
    'over'
    """

    key = "triangle"
    number = 5
    verbs = frozenset({PLAY, REMOVE})
    fewest_nodes = (360, 890, 1800, 4800)
    mutable = Solitaire.mutable | {"_stood"}

    _position: bytes
    """For each place in reading order the index of its tile, `HOLE` for a hole."""
    _stood: set[bytes]
    """All positions so far, including the present one."""
    _exits: int
    """The number of exits used."""

    # --- The deal --------------------------------------------------------------------------------------------------

    def _lay_out(self, tiles: list[Tile]) -> None:
        self._exits = 0
        self._position = bytes(tile.index for tile in tiles)
        self._stood = set()
        self._emit_layout(tiles)
        self._take_out(None, _BLANK_TILE)

    # --- Legal moves -----------------------------------------------------------------------------------------------

    def _find_moves(self) -> tuple[Move, ...]:
        placements = [
            (tile, hole)
            for hole, content in enumerate(self._position)
            if content == HOLE
            for tile in self._taken_by(hole)[0]
        ]
        found = tuple(Move(PLAY, tile, PLACES[hole]) for tile, hole in placements)
        if self._exits < len(EXITS) and all(self._after(*placement) in self._stood for placement in placements):
            return (*found, Move(REMOVE, EXITS[self._exits]))
        return found

    def _taken_by(self, hole: int) -> tuple[tuple[Tile, ...], type[Refusal]]:
        """Return a hole's legal tiles, and the reason against others."""
        if self._position == LAST:
            return (_BLANK_TILE,), DoesNotFit
        above = ABOVE[hole]
        if above < 0:
            return (ALL_TILES[GOAL[hole]],), _TopRow
        if self._position[above] == HOLE:
            return (), _UnderAHole
        return FOLLOWERS[self._position[above]], DoesNotFit

    def _after(self, tile: Tile, hole: int) -> bytes:
        """Return the position after a tile moves into the hole."""
        position = bytearray(self._position.replace(bytes([tile.index]), bytes([HOLE])))
        position[hole] = tile.index
        return bytes(position)

    def _reason_of_tile(self, tile: Tile, move: Move) -> Refusal:
        if move.verb == REMOVE:
            return self._reason_of_exit(tile, move)
        holes = [text for text, content in zip(PLACES, self._position, strict=True) if content == HOLE]
        places = ", ".join(holes)
        if not move.at:
            return PlaceNeeded(tile=tile, places=places)
        if move.at not in holes:
            return _NotAHole(at=move.at, places=places)
        extra = superfluous(move, "tile", "at")
        if extra:
            return extra
        if tile is _BLANK_TILE:
            return _ComesBackLast()
        taken, hindrance = self._taken_by(PLACES.index(move.at))
        return hindrance.about(tile=taken[0] if hindrance is _TopRow else tile, at=move.at)

    def _reason_of_exit(self, tile: Tile, move: Move) -> Refusal:
        if tile not in EXITS:
            return _NoExit(tile=tile)
        if tile in EXITS[: self._exits]:
            return _ExitUsed(tile=tile)
        if tile is not EXITS[self._exits]:
            return _ExitOrder()
        return superfluous(move, "tile") or _NotStuck()

    # --- Doing a move ----------------------------------------------------------------------------------------------

    def _carry_out(self, seat: int, tile: Tile, move: Move) -> None:
        if move.verb == REMOVE:
            self._exits += 1
            self._take_out(seat, tile)
            return
        self._position = self._after(tile, PLACES.index(move.at))
        self._stood.add(self._position)
        self._emit(Moved(seat, (tile,), move.at))

    def _take_out(self, seat: int | None, tile: Tile) -> None:
        hole = self._position.index(tile.index)
        self._position = self._position.replace(bytes([tile.index]), bytes([HOLE]))
        self._stood.add(self._position)
        self._emit(TakenOut(seat, (tile,), PLACES[hole]))

    # --- The end of the match --------------------------------------------------------------------------------------

    def _solved(self) -> bool:
        return self._position == GOAL

    # --- The view and copies ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> TriangleView:
        shown = [None if content == HOLE else ALL_TILES[content] for content in self._position]
        return TriangleView(
            **self._view_fields(seat),
            rows=tuple(tuple(shown[_NUMBER[row, 0] :][: _ROWS - row]) for row in range(_ROWS)),
            holes=tuple(text for text, tile in zip(PLACES, shown, strict=True) if tile is None),
            aside=self._aside(),
            exits=self._exits,
            in_order=sum(content == wanted for content, wanted in zip(self._position, GOAL, strict=True)),
        )

    def _aside(self) -> tuple[Tile, ...]:
        return tuple(tile for tile in (_BLANK_TILE, *EXITS) if tile.index not in self._position)

    def layout(self) -> TriangleLayout:
        return TriangleLayout(self._position, frozenset(self._stood), self._exits)

    def _every_tile(self) -> list[Tile]:
        return [*(ALL_TILES[content] for content in self._position if content != HOLE), *self._aside()]


# --- The solver -------------------------------------------------------------------------------------------------------
#
# Whether a position of Triangle can be won, with as few exits as can be.
#
# The positions that can be reached with equally many exits used make a graph, a *layer*. A layer is searched, best
# positions first, until the goal is found or nothing is left. Then the next layer begins where 1-1, or 2-2, can be
# taken out: at the *doors*.
#
# An exit opens when every move leads to a position that has already stood. So it can be opened wherever all moves lead
# to positions from which there is a way back: one goes there and returns. In other words, a position is a door if all
# that can follow it belongs to its own strongly connected part of the layer, or has stood before.
#
# Beside these sure doors there are doubtful ones, whose remaining followers belong to an earlier layer (1-1 comes back
# there): such a door opens only if the way happened to lead through them. The doubtful doors are tried last, each for
# itself; if one leads to the goal, a way through those positions is looked for, and without one the door stays shut. If
# all that lies behind the doors has been looked at in vain, the position is lost.
#
# Most positions that are lost are known to be before any search. Suppose that nothing which has become possible ever
# ceases to be: wherever a tile could lie it still lies, and wherever a hole could be there still is one. If even then
# some tile cannot lie where the final order wants it, the position is lost. So is it if that holds behind every door.

_Position = bytes

_OUT_OF_ORDER: Final = 2
"""The weight of a tile out of order against a move made."""
_SHARES: Final = (0.2, 0.4, 1.0)
"""The share of the budget after which a layer with 0, 1 or 2 exits used is given up."""

_BYTES: Final = tuple(bytes([content]) for content in range(HOLE + 1))
_TAKES: Final = (*(bytes(tile.index for tile in followers) for followers in FOLLOWERS), b"")
"""The tiles that a hole takes, by the content of the place above it."""

_DOWN: Final = _ROWS
"""The distance between the bits of a place and of the place below it."""
_BITS: Final = tuple(1 << (_DOWN * row + column) for row, column in _CELLS)
"""For each place, in reading order, its bit."""
_TOP_ROW: Final = sum(_BITS[:_ROWS])
_ORDERED: Final = GOAL[:-1]
"""The tiles that come to lie in order before 0-0 goes back."""
_LEADERS: Final = tuple(
    tuple(above.index for above in ALL_TILES if ALL_TILES[index] in FOLLOWERS[above.index]) for index in _ORDERED
)
"""The tiles under which a hole takes each of them, by place in the final order."""


@dataclass
class _Layer:
    """The positions reached with one number of exits used.

    :ivar doors: for each initial position of the layer the door of the layer before; None in the first layer.
    :ivar came_from: for each position reached its predecessor; None for an initial position.
    :ivar follows: for each expanded position its successors.
    """

    exits: int
    doors: dict[_Position, _Position | None] = field(default_factory=dict)
    came_from: dict[_Position, _Position | None] = field(default_factory=dict)
    follows: dict[_Position, tuple[_Position, ...]] = field(default_factory=dict)

    def way_to(self, position: _Position) -> list[_Position]:
        """Return the path from the layer's beginning to a position, inclusive."""
        way = [position]
        while before := self.came_from[way[-1]]:
            way.append(before)
        return way[::-1]

    def forget_since(self, known: int) -> None:
        """Keep the first `known` positions and forget a failed attempt."""
        while len(self.came_from) > known:
            position, _ = self.came_from.popitem()
            self.follows.pop(position, None)
            self.doors.pop(position, None)


def _solve(layout: TriangleLayout, budget: NodeBudget) -> Solution:
    """Search for a line to the final order."""
    if _out_of_reach(layout.position, layout.exits):
        return budget.not_won()
    layers: list[_Layer] = []
    beginnings: dict[_Position, _Position | None] = {layout.position: None}
    doubtful: dict[_Position, tuple[_Position, ...]] = {}
    complete = True
    for exits in range(layout.exits, len(EXITS) + 1):
        up_to = int(budget.limit * _SHARES[exits])
        layer = _Layer(exits)
        layers.append(layer)
        if _search(layer, beginnings, budget, up_to):
            return budget.won(_line_of(layout, layers, _ways(layers)))
        for door, outside in doubtful.items():
            known = len(layer.came_from)
            if _search(layer, {_without(door, exits - 1): door}, budget, up_to):
                ways = _ways_through(layers, door, outside, layout)
                if ways:
                    return budget.won(_line_of(layout, layers, ways))
                layer.forget_since(known)
        complete = complete and len(layer.follows) == len(layer.came_from)
        if exits < len(EXITS) and not budget.exhausted:
            doors, doubtful = _doors(layers, layout.stood)
            beginnings = {_without(door, exits): door for door in doors}
            behind = (_without(door, exits) for door in (*doors, *doubtful))
            if complete and all(_out_of_reach(position, exits + 1) for position in behind):
                break
    budget.exhausted = budget.exhausted or not complete
    return budget.not_won()


def _out_of_reach(position: _Position, exits: int) -> bool:
    """Return True if a tile cannot come home even under relaxed rules."""
    leaving = {tile.index for tile in EXITS[exits:]}
    lies = [0] * (HOLE + 1)
    put = [0] * HOLE
    for bit, content in zip(_BITS, position, strict=True):
        lies[content] |= bit
    holes = lies[HOLE] | sum(lies[index] for index in leaving)
    grows = True
    while grows:
        grows = False
        for bit, index, leaders in zip(_BITS, _ORDERED, _LEADERS, strict=False):
            below = bit & _TOP_ROW
            for leader in leaders:
                below |= lies[leader] << _DOWN
            if below & holes & ~put[index]:
                grows = True
                put[index] |= below & holes
                lies[index] |= put[index]
                one_only = not put[index] & (put[index] - 1) and index not in leaving
                holes |= lies[index] & ~put[index] if one_only else lies[index]  # it leaves a place for another
    return not all(bit & lies[index] for bit, index in zip(_BITS, _ORDERED, strict=False))


def _without(position: _Position, exits: int) -> _Position:
    """Return the position once the next exit is taken."""
    return position.replace(_BYTES[EXITS[exits].index], _BYTES[HOLE])


def _following(position: _Position) -> Iterator[_Position]:
    """Yield the positions that one ordinary move leads to."""
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


def _search(layer: _Layer, beginnings: Mapping[_Position, _Position | None], budget: NodeBudget, up_to: int) -> bool:
    """Search a layer best-first; return True if the goal is found."""
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
    """Return the sure doors, and the doubtful ones with their conditions."""
    *earlier, layer = layers
    part = _strong_components(layer.follows)
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
    """Return each layer's path to its sure door or the goal."""
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
    """Return the paths to the goal that open a doubtful door."""
    first, second, third = layers
    ends = {
        before: way
        for before in _doors([first], layout.stood)[0]
        if (way := _way_between(second.follows, _without(before, first.exits), {door}))
    }
    for order in permutations(outside):
        way = [layout.position]
        for goals in (*({position} for position in order), set(ends)):
            onward = _way_between(first.follows, way[-1], goals)
            if not onward:
                break
            way += onward[1:]
        else:
            return [way, ends[way[-1]], third.way_to(GOAL)]
    return []


def _line_of(layout: TriangleLayout, layers: Sequence[_Layer], ways: Sequence[Sequence[bytes]]) -> tuple[Move, ...]:
    """Return the moves of a path through the layers.

    :param ways: for each layer the positions from its entry to its door, in the last layer to the goal.
    """
    line: list[Move] = []
    stood = set(layout.stood)
    for layer, way in zip(layers, ways, strict=True):
        stood.update(way)
        rounds = _rounds(layer, way[-1], stood) if layer is not layers[-1] else []
        stood.update(rounds)
        line += [_move_between(one, other) for one, other in pairwise([*way, *rounds])]
        if layer is not layers[-1]:
            line.append(Move(REMOVE, EXITS[layer.exits]))
    return tuple(line)


def _way_between(graph: Mapping[bytes, Sequence[bytes]], start: bytes, ends: Collection[bytes]) -> list[bytes]:
    """Return the shortest path to the nearest end, both included."""
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
    """Return the detours at a door that reach all its successors."""
    visited = set(stood)
    rounds: list[bytes] = []
    for other in layer.follows[door]:
        if other not in visited:
            there_and_back = _way_between(layer.follows, other, {door})
            rounds += there_and_back
            visited.update(there_and_back)
    return rounds


def _move_between(one: bytes, other: bytes) -> Move:
    """Return the move from one position to the next."""
    hole = next(place for place, content in enumerate(one) if content == HOLE != other[place])
    return Move(PLAY, ALL_TILES[other[hole]], PLACES[hole])


def _strong_components(graph: Mapping[bytes, Sequence[bytes]]) -> dict[bytes, int]:
    """Return the number of each node's strongly connected component.

    :param graph: the successors of each node; those that are not keys are left out.
    """
    order: dict[bytes, int] = {}
    lowest: dict[bytes, int] = {}
    part: dict[bytes, int] = {}
    open_nodes: list[bytes] = []
    for root in graph:
        if root in order:
            continue
        work: list[tuple[bytes, Iterator[bytes]]] = [(root, iter(graph[root]))]
        order[root] = lowest[root] = len(order)
        open_nodes.append(root)
        while work:
            node, following = work[-1]
            for other in following:
                if other not in graph:
                    continue
                if other not in order:
                    order[other] = lowest[other] = len(order)
                    open_nodes.append(other)
                    work.append((other, iter(graph[other])))
                    break
                if other not in part:
                    lowest[node] = min(lowest[node], order[other])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[node])
                if lowest[node] == order[node]:
                    while node not in part:
                        part[open_nodes.pop()] = order[node]
    return part

"""The line of play of Nos, whose joins change during a deal.

A `Gate` is the set of tiles that an open end takes. Each arm has a row of following gates, indexed by the open number.

All matches share one gate for each kind of join and number. It caches the moves for every subset of its tiles, so the
legal moves of a hand are a look-up.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, Self

from games.core.line import ARMS, MATADORS_ONLY, NOTHING, LineView, OpenEnd, Placed
from games.core.moves import PLAY, Move
from games.core.tiles import ALL_TILES, BLANK, HIGHEST, WITH_NUMBER, Tile, mask_of, tiles_in

_SEVEN: Final = 7
_DOUBLE_BLANK: Final = Tile(BLANK, BLANK)

MATADORS: Final = tuple(tile for tile in ALL_TILES if tile.pips in {BLANK, _SEVEN})
"""0-0, 4-3, 5-2 and 6-1."""

Ways = Mapping[Tile, Mapping[str, int]]
"""For each tile that may be joined, the ways to do so: the value part of the move's text ("" where there is only one
way) and the half that then lies open."""


class Gate:
    """The tiles that one open end takes.

    :param number: the half that lies open, to which tiles are joined.
    :param ways: the tiles that may be joined, and how; without any, the end is shut.
    :param locked: whether ordinary tiles are shut out for now.
    :param demanded: whether this end must be served before others.
    :param verbs: the verbs of the moves that lay a tile there.
    """

    __slots__ = ("demanded", "locked", "mask", "moves", "number", "takes", "ways")

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
        self.takes = "" if (takes := _needed(number, ways)) == str(number) else takes
        """The half that a tile needs, if it is not `number`; see `OpenEnd`."""
        self.moves = {at: _Offers(at, ways, verbs) for at in ARMS}
        """The moves for each arm and each set of fitting tiles, a mask within `mask`."""


def _needed(number: int, ways: Ways) -> str:
    """Return the halves that a tile needs to be joined, matadors apart."""
    if not ways:
        return NOTHING
    halves = {tile.other(outward) for tile in ways if tile not in MATADORS for outward in ways[tile].values()}
    if not halves and set(ways) == {_DOUBLE_BLANK}:
        return str(BLANK)
    needed = [str(half) for half in sorted(halves, key=lambda half: half != number)]
    joined_anyway = any(tile in MATADORS and not tile.has(number) for tile in ways)
    is_matador_join = not halves or number == BLANK
    return "/".join([*needed, *([MATADORS_ONLY] if joined_anyway and is_matador_join else [])])


class _Offers(dict[int, tuple[Move, ...]]):
    """The cached moves at one place by set of fitting tiles."""

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


def traditional(number: int) -> Ways:
    """Return the tiles of the traditional join: touching halves are equal."""
    return {tile: {"": tile.other(number)} for tile in tiles_in(WITH_NUMBER[number])}


def matador(number: int) -> Ways:
    """Return the tiles of the matador join.

    Touching halves sum to seven. A matador goes anywhere, either half outward; if it is not a double, its move names
    the outward half.
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


@cache
def _placed(tile: Tile, at: str, on: int, outward: int) -> Placed:
    """Return a placed tile, as one object for all matches."""
    return Placed(tile, at, on, outward)


class Line:
    """The line of play of one deal."""

    __slots__ = ("_tips", "gates", "rows", "spinner", "tiles")

    def __init__(self) -> None:
        self.tiles: list[Placed] = []
        self.gates: dict[str, Gate] = {}
        """The gate of every open end."""
        self.rows: dict[str, Sequence[Gate]] = {}
        """The following gates of every arm, one for each open number."""
        self.spinner: int | None = None
        self._tips: dict[str, int] = {}

    def copy(self) -> Self:
        """Return an independent line in the same state."""
        line: Self = type(self).__new__(type(self))
        line.tiles = self.tiles.copy()
        line.gates = self.gates.copy()
        line.rows = self.rows.copy()
        line.spinner = self.spinner
        line._tips = self._tips.copy()
        return line

    def open(self, tile: Tile) -> None:
        """Lay the opening tile with two traditional ends."""
        self.tiles.append(Placed(tile, "", None, tile.low))
        self.open_arm("left", 0, tile.high)
        self.open_arm("right", 0, tile.low)

    def open_arm(self, at: str, on: int, number: int, row: Sequence[Gate] = TRADITIONAL) -> None:
        """Open an arm at the tile `on`, with an open number."""
        self.rows[at] = row
        self.gates[at] = row[number]
        self._tips[at] = on

    def regate(self, at: str, now: Sequence[Gate], after: Sequence[Gate]) -> None:
        """Change an arm's gate to `now`; later ends use `after`."""
        self.rows[at] = after
        self.gates[at] = now[self.gates[at].number]

    def join(self, tile: Tile, at: str, value: str) -> None:
        """Lay a tile that fits; `value` comes from its move."""
        outward = self.gates[at].ways[tile][value]
        on, self._tips[at] = self._tips[at], len(self.tiles)
        self.tiles.append(_placed(tile, at, on, outward))
        self.gates[at] = self.rows[at][outward]

    def fitting(self) -> int:
        """Return the mask of all tiles that fit an open end."""
        mask = 0
        for gate in self.gates.values():
            mask |= gate.mask
        return mask

    def alike(self) -> tuple[tuple[str, ...], ...]:
        """Return groups of equivalent places next to a lone double."""
        if len(self.tiles) != 1 or not self.tiles[0].tile.is_double:
            return ()
        groups: dict[tuple[int, int], list[str]] = {}
        for at, gate in self.gates.items():
            groups.setdefault((id(gate), id(self.rows[at])), []).append(at)
        return tuple(tuple(places) for places in groups.values() if len(places) > 1)

    def view(self) -> LineView:
        """Return the public view of the line."""
        ends = tuple(
            OpenEnd(at, gate.number, self._tips[at], gate.locked, gate.demanded, gate.takes)
            for at, gate in self.gates.items()
        )
        return LineView(tuple(self.tiles), ends, self.spinner)

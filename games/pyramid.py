"""Pyramid, a solitaire of face-down tiles removed in pairs."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from games.core.moves import Move
from games.core.refusals import FaceDown, Refusal, Removed
from games.core.solitaire import (
    PAIR,
    Paired,
    Solitaire,
    SolitaireLayout,
    SolitaireView,
    TurnedFaceUp,
    pair_move,
    pair_refusal,
    place_text,
)
from games.core.solution import NodeBudget, Solution
from games.core.tiles import ALL_TILES, Tile
from games.solitaires.solver import SearchStep, Trail, groups_of, pairs_on, ready, steps_of

_ROWS: Final = 7
_PLACES: Final = tuple((row, column) for row in range(_ROWS) for column in range(row + 1))
_NUMBER: Final = {place: number for number, place in enumerate(_PLACES)}


def _bits(*places: tuple[int, int]) -> int:
    """Return the mask of those places that exist, in reading order."""
    return sum(1 << _NUMBER[place] for place in places if place in _NUMBER)


_CORNERS: Final = tuple(
    (_bits((row - 1, column - 1), (row - 1, column)), _bits((row + 1, column), (row + 1, column + 1)))
    for row, column in _PLACES
)
"""For each place in reading order the masks of its upper and lower neighbours."""

_PARTNERS: Final = tuple(
    tuple(other for other in ALL_TILES if other is not tile and other.pips + tile.pips == 12) for tile in ALL_TILES
)
"""For each tile, by its index, those that make twelve pips with it."""


@dataclass(frozen=True)
class PyramidLayout(SolitaireLayout):
    """All tiles in reading order; None: removed."""

    tiles: tuple[Tile | None, ...]

    def solve(self, budget: NodeBudget) -> Solution:
        return _solve(self, budget)


@dataclass(frozen=True, kw_only=True)
class PyramidView(SolitaireView):
    """The view of Pyramid; places are named ``row.column`` from 1.

    :ivar rows: the rows from the top, each with its places from the left: a face-up tile, else None.
    :ivar face_down: the places of the face-down tiles.
    :ivar holes: the places from which the tile has been removed.
    :ivar removed: the tiles removed, in that order.
    """

    rows: tuple[tuple[Tile | None, ...], ...]
    face_down: tuple[str, ...]
    holes: tuple[str, ...]
    removed: tuple[Tile, ...]


class Pyramid(Solitaire):
    """A game of Pyramid; tiles with free corners turn up."""

    key = "pyramid"
    number = 12
    verbs = frozenset({PAIR})
    most_plays_won = (155, 99, 56, 26)

    _tiles: tuple[Tile, ...]
    """The tile dealt to each place, in reading order."""
    _place_of: Mapping[Tile, int]
    """For each tile the number of its place."""
    _left: int
    """The places that still have their tile, as a mask."""
    _up: int
    """The places whose tile lies face up, as a mask."""
    _removed: tuple[Tile, ...]
    """The tiles removed, in that order."""

    # --- The deal --------------------------------------------------------------------------------------------------

    def _lay_out(self, tiles: list[Tile]) -> None:
        self._tiles = tuple(tiles)
        self._place_of = {tile: number for number, tile in enumerate(tiles)}
        self._left = (1 << len(tiles)) - 1
        self._up = 0
        self._removed = ()
        self._emit_layout(tiles, face_down=True)
        self._turn_up()

    def _turn_up(self) -> None:
        for number, (upper, lower) in enumerate(_CORNERS):
            hidden = self._left & ~self._up & 1 << number
            if hidden and not (self._left & upper and self._left & lower):
                self._up |= hidden
                self._emit(TurnedFaceUp((self._tiles[number],), place_text(*_PLACES[number])))

    # --- Legal moves -----------------------------------------------------------------------------------------------

    def _hindrance(self, tile: Tile) -> type[Refusal] | None:
        """Return the reason against removing a tile, if any."""
        place = 1 << self._place_of[tile]
        if self._up & place:
            return None
        return FaceDown if self._left & place else Removed

    def _find_moves(self) -> tuple[Move, ...]:
        free = [tile for tile in self._tiles if self._hindrance(tile) is None]
        return tuple(
            pair_move(tile, other)
            for tile in free
            for other in _PARTNERS[tile.index]
            if self._place_of[tile] < self._place_of[other] and self._hindrance(other) is None
        )

    def _reason_of_tile(self, tile: Tile, move: Move) -> Refusal:
        return pair_refusal(move, tile, self._hindrance)

    # --- Doing a move ----------------------------------------------------------------------------------------------

    def _carry_out(self, seat: int, tile: Tile, move: Move) -> None:
        pair = (tile, Tile.parse(move.value))
        for removed in pair:
            self._left &= ~(1 << self._place_of[removed])
        self._up &= self._left
        self._removed += pair
        self._emit(Paired(seat, pair))
        self._turn_up()

    # --- The end of the match --------------------------------------------------------------------------------------

    def _solved(self) -> bool:
        return not self._left

    # --- The view and copies ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> PyramidView:
        shown = [tile if self._up >> number & 1 else None for number, tile in enumerate(self._tiles)]
        down = self._left & ~self._up
        return PyramidView(
            **self._view_fields(seat),
            rows=tuple(tuple(shown[_NUMBER[row, 0] : _NUMBER[row, row] + 1]) for row in range(_ROWS)),
            face_down=_texts(down),
            holes=_texts(~self._left),
            removed=self._removed,
        )

    def layout(self) -> PyramidLayout:
        return PyramidLayout(
            tuple(tile if self._left >> number & 1 else None for number, tile in enumerate(self._tiles))
        )

    def _every_tile(self) -> list[Tile]:
        return [*(tile for tile in self.layout().tiles if tile), *self._removed]

    def _redeal_face_down(self, rng: Random) -> None:
        down = [number for number in range(len(_PLACES)) if (self._left & ~self._up) >> number & 1]
        hidden = sorted(self._tiles[number] for number in down)
        rng.shuffle(hidden)
        dealt = dict(zip(down, hidden, strict=True))
        self._tiles = tuple(dealt.get(number, tile) for number, tile in enumerate(self._tiles))
        self._place_of = {tile: number for number, tile in enumerate(self._tiles)}


def _texts(mask: int) -> tuple[str, ...]:
    """Return the places of a mask, in reading order."""
    return tuple(place_text(*place) for number, place in enumerate(_PLACES) if mask >> number & 1)


# --- The solver -------------------------------------------------------------------------------------------------------
#
# Whether a position of Pyramid can be won: every set of tiles that can be left, each looked at once.
#
# What is free depends on nothing but what is left, and removing tiles never covers any. So a position is one integer,
# and safe pairs (`games.solitaires.solver`) go at once. A deal comes to a few hundred positions at most.

_STRIDE: Final = 8
"""The bits of a row: one more than the places of the longest row."""
_BITS: Final = tuple(1 << (row * _STRIDE + column) for row in range(_ROWS) for column in range(row + 1))


def _solve(layout: PyramidLayout, budget: NodeBudget) -> Solution:
    """Search for a line that removes all tiles."""
    bits = {tile: bit for tile, bit in zip(layout.tiles, _BITS, strict=True) if tile}
    groups = groups_of(bits)
    start = sum(bits.values())
    seen = {start}
    stack: list[tuple[int, Trail]] = [(start, None)]
    while stack and budget.spend():
        left, trail = stack.pop()
        while True:
            safe, others = ready(groups, left, _free(left))
            if not safe:
                break
            for pair in safe:
                left ^= pair
                trail = (SearchStep(pair), trail)
        if not left:
            tiles = {bit: tile for tile, bit in bits.items()}
            return budget.won(tuple(pairs_on(step, tiles) for step in steps_of(trail)))
        for pair in others:
            if left ^ pair not in seen:
                seen.add(left ^ pair)
                stack.append((left ^ pair, (SearchStep(pair), trail)))
    return budget.not_won()


def _free(left: int) -> int:
    """Return the face-up tiles, whose upper or lower corners are free."""
    below = left >> _STRIDE | left >> _STRIDE + 1
    above = left << _STRIDE | left << _STRIDE + 1
    return left & ~(below & above)

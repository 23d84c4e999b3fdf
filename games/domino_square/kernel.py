"""A running deal of Domino Square on integers and masks, without events: what its computers think on.

A move is a number: the place, the way round and the tile; `PASS` is 0. Places and what they do to each other are those
of the layout.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Final

from games.core.tiles import ALL_TILES

from .layout import LINES, WITH_HIGH, WITH_LOW, Masks, bearing, place_of, within_square

PASS: Final = 0
_TILES: Final = len(ALL_TILES)
_NUMBERS: Final = 0b111_1111
_OPENING: Final = place_of((0, 0), (0, 1)) or 0
_LINES: Final = 1 + max(line for lines in LINES for line in lines)
"""How many rows and columns there are."""

_FITTING: Final = tuple(
    (
        WITH_HIGH[_NUMBERS & ~first] & WITH_LOW[_NUMBERS & ~second],
        WITH_HIGH[_NUMBERS & ~second] & WITH_LOW[_NUMBERS & ~first],
    )
    for first in range(_NUMBERS + 1)
    for second in range(_NUMBERS + 1)
)
"""For the numbers that the first and the second cell of a place rule out: the tiles that fit, by the way round."""

_LONG: Final = 24
"""With more deals to win than this, all seats together, a deal is worth the same to everybody."""


def laying(place: int, tile: int, *, high_first: bool) -> int:
    """The number of the move that lays the tile with this index at a place."""
    return (place * 2 + (not high_first)) * _TILES + tile + 1


OPENINGS: Final = tuple(laying(_OPENING, tile, high_first=True) for tile in range(_TILES))
"""For each tile the move that opens with it."""


@lru_cache(maxsize=4096)
def chances(missing: tuple[int, ...]) -> tuple[float, ...]:
    """The chance of each seat to win the match if every deal is as likely to go to one as to another.

    :param missing: for each seat the number of deals that it still has to win.
    """
    seats = len(missing)
    if 0 in missing:
        return tuple(float(not needed) for needed in missing)
    if sum(missing) > _LONG:
        return (1 / seats,) * seats
    ahead = [chances((*missing[:seat], missing[seat] - 1, *missing[seat + 1 :])) for seat in range(seats)]
    return tuple(sum(column) / seats for column in zip(*ahead, strict=True))


class SquareKernel:
    """A position of a deal, as search sees it (`games.search.Position`, `games.exact.Ending`).

    :param hands: of every seat, as masks.
    :param undealt: while the second starter is still to be placed, the hands that are dealt after it; else empty.
    :param opener: who moves first after the second starter.
    :param missing: for each seat the number of deals that it still has to win.
    :ivar turn: the seat to move; -1 once nobody can place anything.
    """

    __slots__ = (
        "_barred",
        "_columns",
        "_extent",
        "_fits",
        "_last",
        "_missing",
        "_opener",
        "_rows",
        "_touched",
        "_undealt",
        "hands",
        "turn",
    )

    def __init__(
        self,
        masks: Masks | None,
        hands: Sequence[int],
        turn: int,
        *,
        last: int,
        opener: int,
        missing: tuple[int, ...],
        undealt: Sequence[int] = (),
    ) -> None:
        self.hands = list(hands)
        self.turn = turn
        self._last = last
        self._opener = opener
        self._missing = missing
        self._undealt = list(undealt)
        self._touched, self._barred, rows, columns, self._extent = masks or Masks(0, 0, (), (), (0, 0, 0, 0))
        self._rows, self._columns = list(rows), list(columns)
        self._fits: list[tuple[int, int, int]] = []
        if masks is not None:
            self._look()

    def copy(self) -> SquareKernel:
        """An independent position in the same state."""
        twin = SquareKernel(None, self.hands, self.turn, last=self._last, opener=self._opener, missing=self._missing)
        twin._undealt = self._undealt
        twin._touched = self._touched
        twin._barred = self._barred
        twin._extent = self._extent
        twin._rows = self._rows.copy()
        twin._columns = self._columns.copy()
        twin._fits = self._fits
        return twin

    def choices(self) -> list[int]:
        """The moves of the seat to move."""
        hand = self.hands[self.turn]
        if not self._rows:
            return [OPENINGS[tile] for tile in range(_TILES) if hand >> tile & 1]
        found = []
        for first_move, high_first, high_second in self._fits:
            left = high_first & hand
            while left:
                bit = left & -left
                left ^= bit
                found.append(first_move + bit.bit_length())
            left = high_second & hand
            while left:
                bit = left & -left
                left ^= bit
                found.append(first_move + _TILES + bit.bit_length())
        return found or [PASS]

    def play(self, move: int) -> int:
        """Do a move. Nobody sees anything by it that the others do not see, so this is always 0."""
        if move == PASS:
            self.turn = self._after(self.turn)
            return 0
        way, tile = divmod(move - 1, _TILES)
        place, second = divmod(way, 2)
        if not self._rows:
            self._clear()
        row, column, other_row, other_column = LINES[place]
        laid = ALL_TILES[tile]
        high, low = (laid.low, laid.high) if second else (laid.high, laid.low)
        rows, columns = self._rows, self._columns
        rows[row] |= 1 << high
        columns[column] |= 1 << high
        rows[other_row] |= 1 << low
        columns[other_column] |= 1 << low
        lies = bearing(place)
        self._touched |= lies.touching
        self._barred |= lies.overlapping | lies.bricks
        top, bottom, left, right = self._extent
        self._extent = min(top, row), max(bottom, other_row), min(left, column), max(right, other_column)
        seat = self.turn
        self._last = seat
        if self._undealt:
            self.hands, self._undealt = list(self._undealt), []
            self.turn = self._opener
        else:
            self.hands[seat] &= ~(1 << tile)
            self.turn = self._after(seat)
        self._look()
        return 0

    def weight(self, _move: int) -> float:
        """No move looks better than another at first sight."""
        return 0.0

    def finish(self, random: Callable[[], float]) -> None:
        """Play to the end, every place and then every tile that fits there equally likely."""
        while self.turn >= 0:
            hand = self.hands[self.turn]
            open_to = [fit for fit in self._fits if (fit[1] | fit[2]) & hand]
            if not open_to:
                choices = self.choices()
                self.play(choices[int(random() * len(choices))])
                continue
            first_move, high_first, high_second = open_to[int(random() * len(open_to))]
            ways = [(first_move, high_first & hand), (first_move + _TILES, high_second & hand)]
            moves = [way + tile + 1 for way, tiles in ways for tile in range(_TILES) if tiles >> tile & 1]
            self.play(moves[int(random() * len(moves))])

    def worths(self) -> tuple[float, ...]:
        """The chance of each seat to win the match, once the deal is over."""
        last = self._last
        return chances((*self._missing[:last], self._missing[last] - 1, *self._missing[last + 1 :]))

    def key(self) -> Hashable:
        """What the further course and the end of the deal depend on."""
        return (
            self.turn,
            self._last,
            self._touched & ~self._barred,
            *self._extent,
            *self.hands,
            *self._rows,
            *self._columns,
        )

    def placeable(self, seat: int) -> int:
        """How many tiles of a seat can be laid somewhere."""
        found = 0
        for _, high_first, high_second in self._fits:
            found |= high_first | high_second
        return (found & self.hands[seat]).bit_count()

    def _clear(self) -> None:
        """Make the board empty, for the opening."""
        self._rows, self._columns = [0] * _LINES, [0] * _LINES
        row, column, _, other_column = LINES[_OPENING]
        self._extent = row, row, column, other_column

    def _after(self, seat: int) -> int:
        """The next seat that has tiles; the same seat if no other has."""
        seats = len(self.hands)
        for step in range(1, seats):
            following = (seat + step) % seats
            if self.hands[following]:
                return following
        return seat

    def _look(self) -> None:
        """Find where the tiles held can be laid. The deal is over where none can."""
        held = 0
        for hand in self._undealt or self.hands:
            held |= hand
        if self._undealt:
            held |= self.hands[self.turn]
        rows, columns = self._rows, self._columns
        left = self._touched & ~self._barred & _within(*self._extent)
        found, lost = [], 0
        while left:
            bit = left & -left
            left ^= bit
            place = bit.bit_length() - 1
            row, column, other_row, other_column = LINES[place]
            high_first, high_second = _FITTING[
                (rows[row] | columns[column]) << 7 | rows[other_row] | columns[other_column]
            ]
            high_first &= held
            high_second &= held
            if high_first or high_second:
                found.append((place * 2 * _TILES, high_first, high_second))
            else:
                lost |= bit
        self._barred |= lost
        self._fits = found
        if not found:
            self.turn = -1


_within = lru_cache(maxsize=None)(within_square)

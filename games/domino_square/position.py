"""The running deal of Domino Square on integers. Read `SquarePosition` first.

A position is the single truth for legal moves, turns, and the end and winner of a deal. A match
(`games.domino_square.match`) wraps one and names its moves; computers search in copies.

Tiles are their indices, hands are masks, places have the numbers of the layout. A move is a number, made of the place,
the way round and the tile (`placement`); `PASS` is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Final

from games.core.tiles import ALL_TILES

from .layout import IN_PLAY, LINES, OPENING_PLACE, WIDTH, bearing, within_square

PASS: Final = 0
OVER: Final = -1
"""The value of `SquarePosition.turn` once the deal is over."""

TILES: Final = len(ALL_TILES)
"""The distance between the moves that lay one tile at the same place either way round."""

_NUMBERS: Final = 0b111_1111
_HIGH: Final[list[int]] = [1 << tile.high for tile in ALL_TILES]
_LOW: Final[list[int]] = [1 << tile.low for tile in ALL_TILES]


def placement(place: int, tile: int, *, high_first: bool) -> int:
    """Return the move that lays a tile at a place.

    :param high_first: whether the higher half is in the place's first cell.
    """
    return (place * 2 + (not high_first)) * TILES + tile + 1


OPENINGS: Final = tuple(placement(OPENING_PLACE, tile, high_first=True) for tile in range(TILES))
"""For each tile the move that opens with it."""


def _carriers(halves: list[int]) -> list[int]:
    """Return, by mask of numbers, the tiles whose half avoids them."""
    return [sum(tile.bit for tile in IN_PLAY if not halves[tile.index] & numbers) for numbers in range(_NUMBERS + 1)]


_HIGH_FREE: Final = _carriers(_HIGH)
_LOW_FREE: Final = _carriers(_LOW)
_FITTING: Final = tuple(
    (_HIGH_FREE[first] & _LOW_FREE[second], _HIGH_FREE[second] & _LOW_FREE[first])
    for first in range(_NUMBERS + 1)
    for second in range(_NUMBERS + 1)
)
"""For the numbers that the first and the second cell of a place rule out: the tiles that fit, by the way round."""

_LONG: Final = 24
"""The number of deals to win, all seats together, beyond which all seats have the same chance."""


@lru_cache(maxsize=4096)
def chances(missing: tuple[int, ...]) -> tuple[float, ...]:
    """Return each seat's winning chance if deals are even.

    :param missing: for each seat the number of deals that it still has to win.
    """
    seats = len(missing)
    if 0 in missing:
        return tuple(float(not needed) for needed in missing)
    if sum(missing) > _LONG:
        return (1 / seats,) * seats
    ahead = [chances((*missing[:seat], missing[seat] - 1, *missing[seat + 1 :])) for seat in range(seats)]
    return tuple(sum(column) / seats for column in zip(*ahead, strict=True))


class SquarePosition:
    """A deal in play (`games.computers.search.Position`, `games.computers.exact.Ending`).

    :ivar hands: the hand of each seat, as a mask.
    :ivar undealt: while the second starter is still to be placed, the hands that are dealt after it; else empty.
    :ivar turn: the seat to move; `OVER` once no one can place a tile.
    :ivar opener: the seat that opened the deal; it moves first after the second starter.
    :ivar last: the seat that placed the last tile, or the opener. It wins the deal.
    :ivar scores: the deals won by each seat, this one included once it is over.
    :ivar target: the number of deals to win.
    :ivar pool: the tiles that are not laid, as a mask; after `narrow` only those of the hands.
    :ivar touched: the places that touch a tile legally, free or not; none before the opening.
    :ivar barred: the places where no tile can be laid any more.
    :ivar rows: for each row of the board the numbers in it, as a mask; `columns` likewise.
    :ivar extent: the first and the last row in use, the first and the last column, counted from 0.
    :ivar fits: the places where a tile fits: the number before their first move, and the tiles by the way round.
    """

    __slots__ = (
        "barred",
        "columns",
        "extent",
        "fits",
        "hands",
        "last",
        "opener",
        "pool",
        "rows",
        "scores",
        "target",
        "touched",
        "turn",
        "undealt",
    )

    def __init__(
        self,
        hands: Sequence[int],
        turn: int,
        pool: int,
        *,
        opener: int,
        scores: tuple[int, ...],
        target: int,
        undealt: Sequence[int] = (),
    ) -> None:
        self.hands = list(hands)
        self.turn = turn
        self.pool = pool
        self.opener = self.last = opener
        self.scores = scores
        self.target = target
        self.undealt = tuple(undealt)
        self.touched = self.barred = 0
        self.rows, self.columns = [0] * WIDTH, [0] * WIDTH
        row, column, _, other_column = LINES[OPENING_PLACE]
        self.extent = row, row, column, other_column
        self.fits: list[tuple[int, int, int]] = []

    def copy(self) -> SquarePosition:
        """Return an independent position in the same state."""
        twin = SquarePosition(
            self.hands,
            self.turn,
            self.pool,
            opener=self.opener,
            scores=self.scores,
            target=self.target,
            undealt=self.undealt,
        )
        twin.last = self.last
        twin.touched, twin.barred = self.touched, self.barred
        twin.rows, twin.columns = self.rows.copy(), self.columns.copy()
        twin.extent, twin.fits = self.extent, self.fits
        return twin

    # --- Moves -----------------------------------------------------------------------------------------------------

    def choices(self) -> list[int]:
        """Return the legal moves in a fixed order."""
        hand = self.hands[self.turn]
        if not self.touched:
            return [OPENINGS[tile] for tile in range(TILES) if hand >> tile & 1]
        found = []
        for first_move, high_first, high_second in self.fits:
            left = high_first & hand
            while left:
                bit = left & -left
                left ^= bit
                found.append(first_move + bit.bit_length())
            left = high_second & hand
            while left:
                bit = left & -left
                left ^= bit
                found.append(first_move + TILES + bit.bit_length())
        return found or [PASS]

    def play(self, move: int) -> int:
        """Play a legal move; return 0, as no move shows secrets."""
        seat = self.turn
        if move == PASS:
            self.turn = self._after(seat)
            return 0
        self.last = seat
        self.lay(move)
        if self.undealt:
            self.hands, self.undealt = list(self.undealt), ()
            self.turn = self.opener
        else:
            self.hands[seat] &= ~(1 << (move - 1) % TILES)
            self.turn = self._after(seat)
        held = 0
        for hand in self.hands:
            held |= hand
        for _, high_first, high_second in self.fits:
            if (high_first | high_second) & held:
                return 0
        self.turn = OVER
        self.scores = (*self.scores[:seat], self.scores[seat] + 1, *self.scores[seat + 1 :])
        return 0

    def lay(self, move: int) -> None:
        """Lay a move's tile, whoever holds it, and update the fits."""
        way, tile = divmod(move - 1, TILES)
        place, second = divmod(way, 2)
        row, column, other_row, other_column = LINES[place]
        high, low = (_LOW[tile], _HIGH[tile]) if second else (_HIGH[tile], _LOW[tile])
        rows, columns = self.rows, self.columns
        rows[row] |= high
        columns[column] |= high
        rows[other_row] |= low
        columns[other_column] |= low
        lies = bearing(place)
        self.touched |= lies.touching
        self.barred |= lies.overlapping | lies.bricks
        top, bottom, left, right = self.extent
        self.extent = min(top, row), max(bottom, other_row), min(left, column), max(right, other_column)
        self.pool &= ~(1 << tile)
        self._find_fits()

    def fitting(self) -> int:
        """Return the mask of placeable tiles, empty before the opening."""
        found = 0
        for _, high_first, high_second in self.fits:
            found |= high_first | high_second
        return found

    def narrow(self) -> None:
        """Ignore tiles outside the hands, for faster play.

        The deal is over if no other tile fits. Only for determinizations: a match needs the boneyard's tiles, which
        passes rule out.
        """
        pool = 0
        for hand in (*self.hands, *self.undealt):
            pool |= hand
        self.pool = pool
        if self.touched:
            self.fits = [
                (first_move, high_first & pool, high_second & pool)
                for first_move, high_first, high_second in self.fits
                if (high_first | high_second) & pool
            ]
            if not self.fits:
                self.turn = OVER

    def _after(self, seat: int) -> int:
        """Return the next seat with tiles, possibly this one."""
        seats = len(self.hands)
        for step in range(1, seats):
            following = (seat + step) % seats
            if self.hands[following]:
                return following
        return seat

    def _find_fits(self) -> None:
        """Find the places where tiles fit; bar the others for good."""
        pool, rows, columns = self.pool, self.rows, self.columns
        left = self.touched & ~self.barred & _within(*self.extent)
        found, lost = [], 0
        while left:
            bit = left & -left
            left ^= bit
            place = bit.bit_length() - 1
            row, column, other_row, other_column = LINES[place]
            high_first, high_second = _FITTING[
                (rows[row] | columns[column]) << 7 | rows[other_row] | columns[other_column]
            ]
            high_first &= pool
            high_second &= pool
            if high_first or high_second:
                found.append((place * 2 * TILES, high_first, high_second))
            else:
                lost |= bit
        self.barred |= lost
        self.fits = found

    # --- The end of the deal, and what search needs ------------------------------------------------------------------

    def worths(self) -> tuple[float, ...]:
        """Return each seat's chance of a match win after the deal."""
        return chances(tuple([max(0, self.target - score) for score in self.scores]))

    def key(self) -> Hashable:
        """Return a transposition key."""
        return (
            self.turn,
            self.last,
            self.touched & ~self.barred,
            *self.extent,
            *self.hands,
            *self.rows,
            *self.columns,
        )

    def weight(self, _move: int) -> float:
        """Return 0: no move looks better at first sight."""
        return 0.0

    def finish(self, random: Callable[[], float]) -> None:
        """Play the deal out with uniform places, then uniform tiles."""
        while self.turn >= 0:
            hand = self.hands[self.turn]
            open_to = [fit for fit in self.fits if (fit[1] | fit[2]) & hand]
            if not open_to:
                choices = self.choices()
                self.play(choices[int(random() * len(choices))])
                continue
            first_move, high_first, high_second = open_to[int(random() * len(open_to))]
            ways = [(first_move, high_first & hand), (first_move + TILES, high_second & hand)]
            moves = [way + tile + 1 for way, tiles in ways for tile in range(TILES) if tiles >> tile & 1]
            self.play(moves[int(random() * len(moves))])


_within = lru_cache(maxsize=None)(within_square)

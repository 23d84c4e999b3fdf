"""The running deal of Plus-Minus on integers."""

from __future__ import annotations

from typing import Final, Self

from games.chain.position import (
    AFTER,
    ARM,
    DRAW,
    DRAWS,
    EMPTY,
    FITTING,
    IS_DOUBLE,
    NO_SEAT,
    NUMBERS,
    OFFERS,
    PASSES,
    SHEDDING,
    TILE,
    WEIGHT,
    ChainPosition,
    code_of,
)
from games.core.tiles import ALL_TILES, Tile, pips_in

_LONG_ARMS: Final = 2

_COUNT: Final[list[int]] = [
    code // NUMBERS * (2 if code % (NUMBERS + 1) == 0 else 1) for code in range(NUMBERS * NUMBERS)
]
"""For each code the value of the end: a double counts whole."""

_PIPS: Final[list[int]] = [tile.pips for tile in ALL_TILES]
_CODE_OF_DOUBLE: Final[list[int]] = [code_of(tile.high, tile.low) for tile in ALL_TILES]


def half_if_even(total: int) -> int:
    """Return the penalty for a sum: half if even, else 0."""
    return 0 if total % 2 else total // 2


class PlusMinusPosition(ChainPosition):
    """A deal in play, with a spinner.

    :ivar spinner: the code of the spinner's sides; `EMPTY` while there is none.
    :ivar up: the code of the upper end, the spinner's while nothing was added there; `EMPTY` until it opens.
    :ivar down: the code of the lower end.
    """

    __slots__ = ("down", "spinner", "up")
    KEEPING = 1.0  # beside penalties
    SOFTNESS = 6.0

    def begin(self) -> None:
        super().begin()
        self.spinner = self.up = self.down = EMPTY

    def copy(self) -> Self:
        twin = super().copy()
        twin.spinner, twin.up, twin.down = self.spinner, self.up, self.down
        return twin

    # --- Moves -----------------------------------------------------------------------------------------------------

    def moves(self) -> tuple[int, ...]:
        if self.up == EMPTY:
            return super().moves()
        hand = self.hands[self.turn]
        found: tuple[int, ...] = ()
        for arm, code in enumerate(self.codes()):
            found += OFFERS[arm][code][hand & FITTING[code]]
        if found:
            return found
        return PASSES if self.boneyard_closed() else DRAWS

    def choices(self) -> tuple[int, ...]:
        if self.left == EMPTY:
            return self.moves()
        hand = self.hands[self.turn]
        found: tuple[int, ...] = ()
        codes = self.codes()
        for arm, code in enumerate(codes):
            if not any(self._are_equivalent(code, earlier) for earlier in codes[:arm]):
                found += OFFERS[arm][code][hand & FITTING[code]]
        return found or self.moves()

    def codes(self) -> list[int]:
        if self.up == EMPTY:
            return super().codes()
        return [self.left, self.right, self.up, self.down]

    def _are_equivalent(self, one: int, other: int) -> bool:
        """Return True if two ends are equivalent, as short sides are."""
        if one == other:
            return True
        if self.spinner in (one, other):
            return False
        return one // NUMBERS == other // NUMBERS and _COUNT[one] == _COUNT[other]

    def play(self, move: int) -> int:
        if move >= DRAW:
            return super().play(move)
        turn = self.turn
        penalty = self.penalty(move)
        self.lay(move)
        self._turn_at_first_double(move & TILE)
        self.scores[turn] += penalty
        if penalty and self.scores[turn] >= self.setting.limit:
            self.cut_off_match()
        else:
            self.end_turn(turn)
        return 0

    def lay(self, move: int) -> None:
        arm = move // ARM
        if arm < _LONG_ARMS:
            super().lay(move)
            return
        self.remove_from_hand(move)
        if arm == _LONG_ARMS:
            self.up = AFTER[self.up][move & TILE]
        else:
            self.down = AFTER[self.down][move & TILE]

    def _turn_at_first_double(self, tile: int) -> None:
        """Set the spinner; open its short sides after the long ones."""
        spinner = self.spinner
        if spinner == EMPTY:
            if IS_DOUBLE[tile]:
                self.spinner = _CODE_OF_DOUBLE[tile]
        elif self.up == EMPTY and spinner not in (self.left, self.right):
            self.up = self.down = spinner

    # --- Scoring ---------------------------------------------------------------------------------------------------

    def penalty(self, move: int) -> int:
        """Return a placement's immediate penalty for its player."""
        if self.left == EMPTY:
            return half_if_even(_PIPS[move & TILE])
        codes = self.codes()
        arm = move // ARM
        codes[arm] = AFTER[codes[arm]][move & TILE]
        return half_if_even(self._sum_of(codes))

    def sum_of_ends(self) -> int:
        """Return the sum of the open ends, a lone double counting once."""
        number, inner = divmod(self.left, NUMBERS)
        if self.right == code_of(inner, number):  # one tile alone
            return number + inner
        return self._sum_of(self.codes())

    def _sum_of(self, codes: list[int]) -> int:
        """Return the sum of these ends, without bare short sides."""
        total = _COUNT[codes[0]] + _COUNT[codes[1]]
        for code in codes[_LONG_ARMS:]:
            if code != self.spinner:
                total += _COUNT[code]
        return total

    def settlement(self, winner: int) -> list[int]:
        """Return the loser's penalty: half of an even number of pips."""
        points = [0, 0]
        if winner != NO_SEAT:
            points[1 - winner] = half_if_even(pips_in(self.hands[1 - winner]))
        return points

    def price_of(self, _tile: Tile) -> int:
        """Return 0: half of an even sum is no sum of prices."""
        return 0

    def chances(self) -> list[float]:
        if max(self.scores) >= self.setting.limit:
            return [1.0, 0.0] if self.scores[0] < self.scores[1] else [0.0, 1.0]
        return self.setting.value.chances(self.scores, self.next_opener())

    def key(self) -> tuple[int, ...]:
        return (*super().key(), self.spinner, self.up, self.down)

    def weight(self, move: int) -> float:
        """Return a move's relief for the hand minus its immediate penalty."""
        return WEIGHT[move] * SHEDDING - self.penalty(move)

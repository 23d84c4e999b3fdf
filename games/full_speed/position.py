"""The running deal of Full Speed on integers."""

from __future__ import annotations

from typing import Final, Self

from games.chain.position import (
    CHOICE,
    DRAW,
    EMPTY,
    FITTING,
    LEFT,
    NO_SEAT,
    NUMBERS,
    SHEDDING,
    WEIGHT,
    ChainPosition,
)
from games.core.tiles import Tile, pips_in

from .patterns import THIRTEEN, EndPatterns, patterns_of_ends

TARGET: Final = 121
"""The score that wins the match."""

NO_SIDE: Final = -1
"""The side of an award for no one: an opening tile without a pattern."""

TO_CHOOSE: Final = -2
"""The side of an award about which the player decides: a thirteen."""

_WINS: Final = 1000.0
"""The weight of a move that wins the match."""

_PATTERN: Final = 1000
_THIRTEEN: Final = -1


def _tile_of(code: int) -> Tile:
    return Tile(*divmod(code, NUMBERS))


MADE: Final[list[list[EndPatterns]]] = [
    [
        patterns_of_ends(_tile_of(left), left // NUMBERS, _tile_of(right), right // NUMBERS)
        for right in range(NUMBERS * NUMBERS)
    ]
    for left in range(NUMBERS * NUMBERS)
]
"""For the codes of the left and the right end the patterns that they make. No two tiles have the same code, so ends on
one tile mean that it is alone on the table."""


def _scored(made: EndPatterns) -> int:
    if made.patterns:
        return _PATTERN + made.worth
    return _THIRTEEN if made.total == THIRTEEN else made.total


_SCORED: Final[list[list[int]]] = [[_scored(made) for made in row] for row in MADE]
"""`MADE` as one number: `_PATTERN` plus the worth of patterns, `_THIRTEEN`, or the sum of the ends (nico)."""


class FullSpeedPosition(ChainPosition):
    """A deal in play, with points for patterns of the ends.

    :ivar choosing: whether the seat to move has to decide about a thirteen.
    """

    __slots__ = ("choosing",)
    SOFTNESS = 4.0  # of points
    TRUST = 0.4

    def begin(self) -> None:
        super().begin()
        self.choosing = False

    def copy(self) -> Self:
        twin = super().copy()
        twin.choosing = self.choosing
        return twin

    # --- Moves -----------------------------------------------------------------------------------------------------

    def moves(self) -> tuple[int, ...]:
        """Return the legal moves, or the options for a thirteen."""
        if not self.choosing:
            return super().moves()
        own = self.setting.side_of[self.turn]
        return (CHOICE, *[CHOICE + 1 + side for side in range(len(self.scores)) if side != own])

    def choices(self) -> tuple[int, ...]:
        if self.left != EMPTY and self.left == self.right and not self.choosing:
            return LEFT[self.left][self.hands[self.turn] & FITTING[self.left]] or self.moves()
        return self.moves()

    def play(self, move: int) -> int:
        turn = self.turn
        if move < DRAW:
            side, points = self.award(move)
            self.lay(move)
            if side == TO_CHOOSE:
                self.choosing = True
                return 0
            if side != NO_SIDE:
                self._credit(side, points)
        elif move >= CHOICE:
            self.choosing = False
            if move == CHOICE:
                self._credit(self.setting.side_of[turn], THIRTEEN)
            else:
                self.scores[move - CHOICE - 1] -= THIRTEEN
        else:
            return super().play(move)
        if not self.cut_off:
            self.end_turn(turn)
        return 0

    # --- Scoring ---------------------------------------------------------------------------------------------------

    def award(self, move: int) -> tuple[int, int]:
        """Return a placement's side and points, unchecked against 121.

        The previous player scores a placement without a pattern (nico). The side is `TO_CHOOSE` for a thirteen and
        `NO_SIDE` for an opening tile without a pattern.
        """
        left, right = self.ends_after(move)
        scored = _SCORED[left][right]
        if scored >= _PATTERN:
            return self.setting.side_of[self.turn], scored - _PATTERN
        if scored == _THIRTEEN:
            return TO_CHOOSE, THIRTEEN
        if self.left == EMPTY:
            return NO_SIDE, 0
        return self.setting.side_of[self.turn - 1], scored

    def busts(self, side: int, points: int) -> bool:
        """Return True if the points would take a side above 121."""
        return self.scores[side] + points > TARGET

    def _credit(self, side: int, points: int) -> None:
        if not self.busts(side, points):
            self.scores[side] += points
            if self.scores[side] == TARGET:
                self.cut_off_match()

    def settlement(self, winner: int) -> list[int]:
        """Return the opponents' pips for the winner's side, unless they bust."""
        points = [0] * len(self.scores)
        if winner != NO_SEAT:
            own, gain = self.setting.side_of[winner], self.left_to_opponents(winner)
            if not self.busts(own, gain):
                points[own] = gain
        return points

    def left_to_opponents(self, seat: int) -> int:
        """Return the pips in the hands of the other sides."""
        side_of = self.setting.side_of
        own = side_of[seat]
        return sum([pips_in(hand) for other, hand in enumerate(self.hands) if side_of[other] != own])

    def key(self) -> tuple[int, ...]:
        return (*super().key(), int(self.choosing))

    # --- Sensible play ---------------------------------------------------------------------------------------------

    def weight(self, move: int) -> float:
        """Return a move's immediate net points, plus a little for pips laid."""
        if move >= CHOICE:
            return self._weight_of_thirteen(move)
        shed = WEIGHT[move] * SHEDDING
        own = self.setting.side_of[self.turn]
        side, gain = self.award(move)
        if side == NO_SIDE:
            return shed
        if side not in (TO_CHOOSE, own):
            return shed - (0 if self.busts(side, gain) else gain)
        if self.scores[own] + gain == TARGET:
            return _WINS
        return shed + (0 if self.busts(own, gain) else gain)

    def _weight_of_thirteen(self, move: int) -> float:
        if move > CHOICE:
            return float(self.scores[move - CHOICE - 1]) / TARGET
        own = self.setting.side_of[self.turn]
        if self.busts(own, THIRTEEN):
            return -1.0
        return _WINS if self.scores[own] + THIRTEEN == TARGET else 1.0

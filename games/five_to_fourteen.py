"""Five to Fourteen: a draw game for two in rounds of ten deals, with hands from 5 to 14 tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .core.chain import ChainMatch
from .core.match import ranked
from .core.options import Option
from .core.view import ChainView

__all__ = ["FiveToFourteen", "RoundsView"]

_RISING: Final = tuple(range(5, 15))
_FALLING: Final = _RISING[::-1]
_DEALS: Final = len(_RISING)
_ROUNDS: Final = 2
_ROUND_WORTH: Final = 100.0
"""What a computer player thinks a won round worth, in points: more than one deal brings."""


@dataclass(frozen=True, kw_only=True)
class RoundsView(ChainView):
    """`scores` are the points of the running round.

    :ivar round: 1 and 2, from 3 on the play-offs.
    :ivar rounds_won: by each side.
    :ivar points: of all rounds together, by each side.
    :ivar hand_sizes: the tiles dealt to each seat in this deal.
    :ivar rising: in a play-off the seat whose hands grow.
    """

    round: int
    rounds_won: tuple[int, ...]
    points: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    rising: int | None


class FiveToFourteen(ChainMatch):
    """Ten deals of 5 to 14 tiles, ten of 14 to 5; if the rounds are level, play-offs with unequal hands."""

    key = "five_to_fourteen"
    number = 4
    seat_counts = (2,)
    option_list = (Option("rounds", ("full", "one"), "full"),)

    # --- The deal --------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self._round = 1
        self._deal_in_round = 0
        self._rounds_won = [0, 0]
        self._points = [0, 0]
        self._rising: int | None = None
        super()._begin()

    def _hand_sizes(self) -> tuple[int, ...]:
        up, down = _RISING[self._deal_in_round], _FALLING[self._deal_in_round]
        if self._rising is not None:
            return (up, down) if self._rising == 0 else (down, up)
        return (up, up) if self._round == 1 else (down, down)

    def _draws(self) -> bool:
        return True

    # --- The end of a deal and of the match ------------------------------------------------------------------------

    def _settle(self, winner: int | None) -> tuple[int, ...]:
        """The winner scores all pips left in the opponent's hand."""
        pips = self._pips()
        gains = tuple(pips[1 - seat] if seat == winner else 0 for seat in range(2))
        for side, gain in enumerate(gains):
            self._points[side] += gain
        return gains

    def _next_opener(self) -> int:
        return 1 - self._opener

    def _ranking(self) -> list[frozenset[int]]:
        self._deal_in_round += 1
        return self._end_round() if self._deal_in_round == _DEALS else []

    def _end_round(self) -> list[frozenset[int]]:
        """Book the round; the ranking if it decides the match, else an empty list and the next round is prepared."""
        order = ranked(self._scores)
        winner = next(iter(order[0])) if len(order) == 2 else None
        self._tell("round", winner, value=self._round)
        if winner is not None:
            self._rounds_won[winner] += 1
        if self.options["rounds"] == "one":
            return order
        if self._round >= _ROUNDS and self._rounds_won[0] != self._rounds_won[1]:
            return ranked(self._rounds_won)
        self._round += 1
        self._deal_in_round = 0
        self._scores = [0, 0]
        if self._round > _ROUNDS:
            self._rising = self._draw_lot("play_off") if self._rising is None else 1 - self._rising
        return []

    # --- The view and copies ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> RoundsView:
        return RoundsView(
            round=self._round,
            rounds_won=tuple(self._rounds_won),
            points=tuple(self._points),
            hand_sizes=self._hand_sizes() if self._deal_in_round < _DEALS else (),
            rising=self._rising,
            **self._facts(seat),
        )

    def standing(self) -> tuple[float, ...]:
        return tuple(
            points + _ROUND_WORTH * rounds for points, rounds in zip(self._points, self._rounds_won, strict=True)
        )

    def _fork(self) -> None:
        super()._fork()
        self._rounds_won = self._rounds_won.copy()
        self._points = self._points.copy()

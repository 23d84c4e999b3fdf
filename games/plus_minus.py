"""Plus-Minus: a draw game for two with a spinner, where an even sum of the open ends is a penalty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .core.chain import ChainMatch
from .core.events import EventKind, scored
from .core.match import ranked
from .core.options import Option
from .core.outcome import EndReason
from .core.view import ChainView

__all__ = ["PlusMinus", "PlusMinusView"]

_HAND: Final = 7


@dataclass(frozen=True, kw_only=True)
class PlusMinusView(ChainView):
    """`scores` are penalty points: the fewer the better.

    :ivar ends: the sum of the open ends; None while no tile lies.
    :ivar limit: who reaches it has lost.
    """

    ends: int | None
    limit: int


class PlusMinus(ChainMatch):
    """Seven tiles each; any tile opens; the opening alternates. The first double is the spinner."""

    key = "plus_minus"
    number = 14
    seat_counts = (2,)
    option_list = (Option("limit", (60, 100, 120), 100),)

    # --- The deal --------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self._limit = int(self.options["limit"])
        super()._begin()

    def _hand_sizes(self) -> tuple[int, ...]:
        return (_HAND, _HAND)

    def _draws(self) -> bool:
        return True

    # --- Doing a move ----------------------------------------------------------------------------------------------

    def _placed(self, seat: int) -> bool:
        """The first double becomes the spinner; then half of an even sum of the ends is written down."""
        line = self._line
        if line.spinner is not None:
            line.open_short_sides()
        elif line.tiles[-1].tile.is_double:
            line.spinner = len(line.tiles) - 1
        ends = line.pips_of_ends()
        if ends % 2 == 0 and ends:
            self._scores[seat] += ends // 2
            self.events.append(scored(seat, ends // 2, "ends"))
            if self._scores[seat] >= self._limit:
                self._cut_off(EndReason.LIMIT)
        return self.outcome is None

    # --- The end of a deal and of the match ------------------------------------------------------------------------

    def _settle(self, winner: int | None) -> tuple[int, ...]:
        """The loser writes half of an even number of pips left in his hand."""
        if winner is None:
            return (0, 0)
        pips = self._pips()[1 - winner]
        penalty = 0 if pips % 2 else pips // 2
        return (0, penalty) if winner == 0 else (penalty, 0)

    def _tell_points(self, points: tuple[int, ...], winner: int | None) -> None:
        if winner is None:
            self._tell(EventKind.NO_SCORE)
            return
        loser = 1 - winner
        pips = self._pips()[loser]
        if pips % 2:
            self._tell(EventKind.ODD, loser, value=pips)
        else:
            self.events.append(scored(loser, points[loser], "left"))

    def _next_opener(self) -> int:
        return 1 - self._opener

    def _end_reason(self) -> EndReason | None:
        return EndReason.LIMIT if max(self._scores) >= self._limit else None

    def _ranking(self) -> tuple[frozenset[int], ...]:
        return ranked(self._scores, fewest_first=True)

    # --- The view and copies ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> PlusMinusView:
        return PlusMinusView(
            ends=self._line.pips_of_ends() if self._line.tiles else None,
            limit=self._limit,
            **self._facts(seat),
        )

    def standing(self) -> tuple[float, ...]:
        return tuple(-score for score in self._scores)

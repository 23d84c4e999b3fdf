"""Block with Bonus: a chain game for two without drawing, to 100 points."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .chains.kernel import BlockKernel, Setting
from .chains.match import SearchedChain
from .chains.value import strengths_of
from .core.events import Event
from .core.outcome import EndReason, ranked
from .core.tiles import DOUBLES, Tile, pips_in, tiles_in
from .core.view import ChainView

_HAND: Final = 7
_TARGET: Final = 100
_BONUS: Final = 10


class Bonus(Event):
    """A double left in the hand of `seat` counts `worth` instead of its pips."""

    seat: int
    tiles: tuple[Tile, ...]
    worth: int


@dataclass(frozen=True, kw_only=True)
class BlockView(ChainView):
    """:ivar target: the match ends as soon as somebody has so many points."""

    target: int


class Block(SearchedChain):
    """Seven tiles each; the opener leads any tile; the opening alternates."""

    key = "block"
    number = 13
    minutes = 10
    seat_counts = (2,)

    # --- The deal --------------------------------------------------------------------------------------------------

    def _hand_sizes(self) -> tuple[int, ...]:
        return (_HAND, _HAND)

    def _draws(self) -> bool:
        return False

    # --- The end of a deal and of the match ------------------------------------------------------------------------

    def _settle(self, winner: int | None) -> tuple[int, ...]:
        """The winner scores the value of the loser's hand minus that of their own. Plain pips decide who won."""
        if winner is None:
            return (0, 0)
        values = self._counted()
        gain = values[1 - winner] - values[winner]
        return (gain, 0) if winner == 0 else (0, gain)

    def _tell_points(self, points: tuple[int, ...], winner: int | None) -> None:
        if winner is not None:
            self._tell_bonus()
        super()._tell_points(points, winner)

    def _tell_bonus(self) -> None:
        """Say which double counts more than its pips."""
        double = self._highest_double()
        for seat, hand in enumerate(self._hands):
            if hand & double and pips_in(double):
                self._tell(Bonus(seat, tiles_in(double), pips_in(double) // 2 * _BONUS))

    def _highest_double(self) -> int:
        """The mask of the highest double left in either hand; 0 if none is left."""
        doubles = (self._hands[0] | self._hands[1]) & DOUBLES
        return 1 << (doubles.bit_length() - 1) if doubles else 0

    def _counted(self) -> tuple[int, ...]:
        """The value of each hand: its pips, but the highest double of both hands counts ten times one of its halves."""
        highest = self._highest_double()
        return tuple(
            pips_in(hand) + (pips_in(highest) // 2 * _BONUS - pips_in(highest) if hand & highest else 0)
            for hand in self._hands
        )

    def _next_opener(self) -> int:
        return 1 - self._opener

    def _end_reason(self) -> EndReason | None:
        return EndReason.TARGET if max(self._scores) >= _TARGET else None

    def _ranking(self) -> tuple[frozenset[int], ...]:
        return ranked(self._scores)

    # --- The view and the computer -----------------------------------------------------------------------------------

    def view(self, seat: int | None) -> BlockView:
        return BlockView(target=_TARGET, **self._facts(seat))

    def kernel(self, hands: Sequence[int], boneyard: Sequence[int]) -> BlockKernel:
        setting = Setting(
            range(2), self._opener, range(2), limit=_TARGET, strengths=strengths_of(self.key, 2, _TARGET), draws=False
        )
        return self._running(BlockKernel, setting, hands, boneyard)

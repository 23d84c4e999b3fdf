"""The running deal of Five to Fourteen on integers."""

from __future__ import annotations

from games.chain.position import NO_SEAT, ChainPosition
from games.core.tiles import pips_in


class FiveToFourteenPosition(ChainPosition):
    """A deal in play, whose winner scores the opponent's pips."""

    __slots__ = ()

    def settlement(self, winner: int) -> list[int]:
        """Return the opponent's pips as the winner's points."""
        points = [0, 0]
        if winner != NO_SEAT:
            points[winner] = pips_in(self.hands[1 - winner])
        return points

    def key(self) -> tuple[int, ...]:
        return self.key_without_points()

    def chances(self) -> list[float]:
        """Return each side's winning chance by points of the round."""
        return self.setting.value.chances(self.scores, self.next_opener())

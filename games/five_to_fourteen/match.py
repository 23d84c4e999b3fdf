"""A match of Five to Fourteen, in rounds of ten deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.chain.match import ChainMatch
from games.chain.position import DealSetting
from games.core.events import Event
from games.core.match import Family, GameInfo
from games.core.options import Option
from games.core.outcome import EndReason, ranked
from games.core.view import ChainView

from .position import FiveToFourteenPosition
from .value import RoundValue

_RISING: Final = tuple(range(5, 15))
_FALLING: Final = _RISING[::-1]
_DEALS: Final = len(_RISING)
_ROUNDS: Final = 2
_ROUND_WORTH: Final = 100.0
"""The worth of a won round in points, for computers: more than one deal scores."""


class RoundOver(Event):
    """`side` (None: no side) has won a round, counted from 1."""

    kind = "round"
    side: int | None
    number: int


@dataclass(frozen=True, kw_only=True)
class RoundsView(ChainView):
    """The view of a match; `scores` are those of the running round.

    :ivar round: 1 and 2, from 3 on the play-offs.
    :ivar rounds_won: by each side.
    :ivar points: of all rounds together, by each side.
    :ivar hand_sizes: the tiles dealt to each seat in this deal.
    :ivar deal_in_round: the number of the running deal in its round, from 1.
    :ivar deals_in_round: the number of deals in a round.
    :ivar rising: in a play-off the seat whose hands grow.
    """

    round: int
    rounds_won: tuple[int, ...]
    points: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    deal_in_round: int
    deals_in_round: int
    rising: int | None


class FiveToFourteen(ChainMatch):
    """A match of rounds of ten deals with changing hand sizes."""

    key = "five_to_fourteen"
    number = 4
    info = GameInfo(Family.CHAIN, minutes=60)
    seat_counts = (2,)
    option_list = (Option("rounds", ("full", "one"), "full"),)
    mutable = ChainMatch.mutable | {"_rounds_won", "_points"}

    _round: int
    """1 and 2, from 3 on the play-offs."""
    _deal_in_round: int
    """The number of finished deals of the round."""
    _rounds_won: list[int]
    """By each side."""
    _points: list[int]
    """Each side's sum of all rounds; the scores are those of the running round."""
    _rising: int | None
    """In a play-off the seat whose hands grow."""

    # --- The deal --------------------------------------------------------------------------------------------------

    def _reset(self) -> None:
        super()._reset()
        self._round = 1
        self._deal_in_round = 0
        self._rounds_won = [0, 0]
        self._points = [0, 0]
        self._rising = None

    def _hand_sizes(self) -> tuple[int, ...]:
        return self._sizes(self._deal_in_round)

    def _sizes(self, number: int) -> tuple[int, int]:
        """Return the hand sizes of a deal, counted from 0."""
        up, down = _RISING[number], _FALLING[number]
        if self._rising is not None:
            return (up, down) if self._rising == 0 else (down, up)
        return (up, up) if self._round == 1 else (down, down)

    def _new_position(self, opener: int, hands: Sequence[int], boneyard: Sequence[int]) -> FiveToFourteenPosition:
        coming = [self._sizes(number) for number in range(self._deal_in_round + 1, _DEALS)]
        setting = DealSetting(range(2), opener, range(2), limit=0, value=RoundValue(coming, *self._worth_of_round()))
        return FiveToFourteenPosition(setting, hands, boneyard, self._scores, opener)

    # --- The end of a deal and of the match ------------------------------------------------------------------------

    def _close_deal(self) -> None:
        """Count the deal; after the tenth award the round."""
        for side, value in enumerate(self.position.points):
            self._points[side] += value
        self._deal_in_round += 1
        if self._deal_in_round == _DEALS:
            one, other = self.scores
            winner = None if one == other else int(one < other)
            self._emit(RoundOver(winner, self._round))
            if winner is not None:
                self._rounds_won[winner] += 1

    def _begin_deal(self, opener: int) -> None:
        if self._deal_in_round == _DEALS:
            self._begin_round()
        super()._begin_deal(opener)

    def _begin_round(self) -> None:
        """Prepare the next round; a lot assigns the first play-off's hands."""
        self._round += 1
        self._deal_in_round = 0
        self._scores = [0, 0]
        if self._round > _ROUNDS:
            self._rising = self._draw_lot("play_off") if self._rising is None else 1 - self._rising

    def _end_reason(self) -> EndReason | None:
        """Return a reason after the round that decides the match."""
        if self._deal_in_round < _DEALS:
            return None
        decided = self._round >= _ROUNDS and self._rounds_won[0] != self._rounds_won[1]
        return EndReason.ROUNDS if decided or self.options["rounds"] == "one" else None

    def _ranking(self) -> tuple[frozenset[int], ...]:
        return ranked(self._rounds_won)

    # --- The view and copies ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> RoundsView:
        return RoundsView(
            round=self._round,
            rounds_won=tuple(self._rounds_won),
            points=tuple(self._points),
            hand_sizes=self._hand_sizes() if self._deal_in_round < _DEALS else (),
            deal_in_round=min(self._deal_in_round + 1, _DEALS),
            deals_in_round=_DEALS,
            rising=self._rising,
            **self._view_fields(seat),
        )

    def evaluation(self) -> tuple[float, ...]:
        return tuple(
            points + _ROUND_WORTH * rounds for points, rounds in zip(self._points, self._rounds_won, strict=True)
        )

    def _worth_of_round(self) -> tuple[float, float, float]:
        """Return the match chances of side 0 after losing, drawing, winning."""
        lead = self._rounds_won[0] - self._rounds_won[1]
        if self._round < _ROUNDS and self.options["rounds"] == "full":
            return 0.25, 0.5, 0.75
        level = 0.5 + lead / 2
        return max(0.0, level - 0.5), level, min(1.0, level + 0.5)

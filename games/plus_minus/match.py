"""A match of Plus-Minus, with penalties for even sums."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.chain.line import codes_of
from games.chain.match import ChainMatch
from games.chain.position import EMPTY, DealSetting, code_of, placement
from games.chain.value import strengths_of
from games.core.events import Event, NoScore, ScoreReason, scored
from games.core.line import ARMS
from games.core.match import Family, GameInfo
from games.core.moves import Move
from games.core.options import Option
from games.core.outcome import EndReason
from games.core.tiles import pips_in
from games.core.view import ChainView

from .position import PlusMinusPosition


class Odd(Event):
    """`seat` writes nothing: the `pips` left in hand are odd."""

    seat: int
    pips: int


@dataclass(frozen=True, kw_only=True)
class PlusMinusView(ChainView):
    """The view of a match; low `scores` are good.

    :ivar ends: the sum of the open ends; None while no tile lies.
    :ivar limit: the score at which a player has lost.
    """

    ends: int | None
    limit: int


def penalty(view: PlusMinusView, move: Move) -> int | None:
    """Return a move's immediate penalty if it lays a tile."""
    if move.tile is None or view.seat is None:
        return None
    setting = DealSetting(range(view.seats), view.opener, range(view.seats), limit=view.limit)
    position = PlusMinusPosition(setting, [0] * view.seats, (), view.scores, view.seat)
    line = view.line
    if line.tiles:
        position.left, position.right, position.up, position.down = (*codes_of(line), EMPTY, EMPTY)[:4]
    if line.spinner is not None:
        double = line.tiles[line.spinner].tile
        position.spinner = code_of(double.high, double.low)
    return position.penalty(placement(move.tile.index, ARMS.index(move.at) if move.at else 0))


class PlusMinus(ChainMatch):
    """A match with alternate opening and a spinner in each deal."""

    key = "plus_minus"
    number = 14
    info = GameInfo(Family.CHAIN, minutes=15)
    seat_counts = (2,)
    fewer_is_better = True
    has_spinner = True
    option_list = (Option("limit", (60, 100, 120), 100, between=(20, 500)),)

    position: PlusMinusPosition
    _limit: int
    """The score at which a player has lost."""

    def _reset(self) -> None:
        super()._reset()
        self._limit = int(self.options["limit"])

    def _new_position(self, opener: int, hands: Sequence[int], boneyard: Sequence[int]) -> PlusMinusPosition:
        value = strengths_of(self.key, 2, self._limit)
        setting = DealSetting(range(2), opener, range(2), limit=self._limit, value=value)
        return PlusMinusPosition(setting, hands, boneyard, self._scores, opener)

    def _play_placement(self, seat: int, number: int) -> None:
        points = self.position.penalty(number)
        super()._play_placement(seat, number)
        if points:
            self.events.append(scored(seat, points, ScoreReason.ENDS))

    def _emit_end(self, points: tuple[int, ...], winner: int | None) -> None:
        if winner is None:
            self._emit(NoScore())
            return
        loser = 1 - winner
        pips = pips_in(self.position.hands[loser])
        if pips % 2:
            self._emit(Odd(loser, pips))
        else:
            self.events.append(scored(loser, points[loser], ScoreReason.LEFT))

    def _end_reason(self) -> EndReason | None:
        return EndReason.LIMIT if max(self.scores) >= self._limit else None

    def view(self, seat: int | None) -> PlusMinusView:
        ends = None if self.position.left == EMPTY else self.position.sum_of_ends()
        return PlusMinusView(ends=ends, limit=self._limit, **self._view_fields(seat))

    def evaluation(self) -> tuple[float, ...]:
        return tuple(-score for score in self.scores)

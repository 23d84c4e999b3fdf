"""Plus-Minus: a draw game for two with a spinner, where an even sum of the open ends is a penalty."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.core.line import Line

from .chains.kernel import EMPTY, PlusMinusKernel, Setting, code_of
from .chains.match import SearchedChain
from .chains.value import strengths_of
from .core.events import Event, NoScore, ScoreReason, scored
from .core.moves import Move
from .core.options import Option
from .core.outcome import EndReason, ranked
from .core.view import ChainView

_HAND: Final = 7


class Odd(Event):
    """`seat` writes nothing, because the `pips` left in hand are an odd number."""

    seat: int
    pips: int


@dataclass(frozen=True, kw_only=True)
class PlusMinusView(ChainView):
    """`scores` are penalty points: the fewer the better.

    :ivar ends: the sum of the open ends; None while no tile lies.
    :ivar limit: the score at which a player has lost.
    """

    ends: int | None
    limit: int


def penalty(view: PlusMinusView, move: Move) -> int | None:
    """What one of the view's moves would write down for its player at once; None if it lays no tile."""
    if move.tile is None:
        return None
    line = Line()
    for tile, at in (*((placed.tile, placed.at) for placed in view.line.tiles), (move.tile, move.at)):
        if line.tiles:
            line.join(tile, at, "")
        else:
            line.open(tile)
        turn_at_the_first_double(line)
    return _penalty_of(line)


def turn_at_the_first_double(line: Line) -> None:
    """The first double becomes the spinner, whose short sides open once both its long ones are taken."""
    if line.spinner is not None:
        line.open_short_sides()
    elif line.tiles[-1].tile.is_double:
        line.spinner = len(line.tiles) - 1


def _penalty_of(line: Line) -> int:
    """Half of an even sum of the ends; an odd sum costs nothing."""
    ends = line.pips_of_ends()
    return 0 if ends % 2 else ends // 2


class PlusMinus(SearchedChain):
    """Seven tiles each; any tile opens; the opening alternates. The first double is the spinner."""

    key = "plus_minus"
    number = 14
    minutes = 15
    seat_counts = (2,)
    fewer_is_better = True
    option_list = (Option("limit", (60, 100, 120), 100, between=(20, 500)),)

    _limit: int
    """The score at which a player has lost."""

    # --- The deal --------------------------------------------------------------------------------------------------

    def _reset(self) -> None:
        super()._reset()
        self._limit = int(self.options["limit"])

    def _hand_sizes(self) -> tuple[int, ...]:
        return (_HAND, _HAND)

    def _draws(self) -> bool:
        return True

    # --- Doing a move ----------------------------------------------------------------------------------------------

    def _placed(self, seat: int) -> bool:
        """The first double becomes the spinner; then half of an even sum of the ends is written down."""
        turn_at_the_first_double(self._line)
        points = _penalty_of(self._line)
        if points:
            self._scores[seat] += points
            self.events.append(scored(seat, points, ScoreReason.ENDS))
            if self._scores[seat] >= self._limit:
                self._cut_off(EndReason.LIMIT)
        return self.outcome is None

    # --- The end of a deal and of the match ------------------------------------------------------------------------

    def _settle(self, winner: int | None) -> tuple[int, ...]:
        """The loser writes half of an even number of pips left in hand."""
        if winner is None:
            return (0, 0)
        pips = self._pips()[1 - winner]
        penalty = 0 if pips % 2 else pips // 2
        return (0, penalty) if winner == 0 else (penalty, 0)

    def _tell_points(self, points: tuple[int, ...], winner: int | None) -> None:
        if winner is None:
            self._tell(NoScore())
            return
        loser = 1 - winner
        pips = self._pips()[loser]
        if pips % 2:
            self._tell(Odd(loser, pips))
        else:
            self.events.append(scored(loser, points[loser], ScoreReason.LEFT))

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

    def kernel(self, hands: Sequence[int], boneyard: Sequence[int]) -> PlusMinusKernel:
        setting = Setting(
            range(2), self._opener, range(2), limit=self._limit, strengths=strengths_of(self.key, 2, self._limit)
        )
        spinner = self._line.spinner
        number = None if spinner is None else self._line.tiles[spinner].outward
        now = self._running(PlusMinusKernel, setting, hands, boneyard)
        now.spinner = EMPTY if number is None else code_of(number, number)
        now.up, now.down = self._code("up"), self._code("down")
        return now

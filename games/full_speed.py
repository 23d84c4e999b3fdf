"""Full Speed: a draw game for two to four, singly or in pairs, with points for what the ends show, to exactly 121."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from .chains.kernel import CHOICE, FullSpeedKernel, Setting
from .chains.match import SearchedChain
from .chains.patterns import THIRTEEN, Pattern, Patterns, made_by
from .chains.value import strengths_of
from .core.events import Event, scored
from .core.moves import Move
from .core.options import Option
from .core.outcome import EndReason, ranked
from .core.refusals import NoOpponent, NotNow, Refusal
from .core.view import ChainView

_HAND: Final = 7
_TARGET: Final = 121
_RESERVE: Final = 2
_TWO_SIDES: Final = 2
_THIRTEEN_OWN: Final = Move("thirteen")
_THIRTEEN_OFF: Final = tuple(Move("thirteen", at=str(side)) for side in range(4))


class Thirteen(Event):
    """The ends sum to 13: `seat` is to choose who gets or loses `points`."""

    seat: int
    points: int


class Lost(Event):
    """`side` loses `points` for `reason`, by the choice of the seat `by`."""

    side: int
    points: int
    reason: Pattern
    by: int


class Bust(Event):
    """`side` is not credited `points`, which would be too many.

    :ivar reason: what they would have been for; several reasons have dots between them.
    :ivar by: the seat whose move would have brought them, if it is another side's.
    """

    side: int
    points: int
    reason: str
    by: int | None = None


class _ThirteenFirst(Refusal):
    sentence = "first decide about the thirteen"


@dataclass(frozen=True, kw_only=True)
class FullSpeedView(ChainView):
    """`scores` has an entry for each side.

    :ivar sides: the seats of each side.
    :ivar ends: the sum of the open ends; None while no tile lies.
    :ivar choosing: the seat that has to decide about a thirteen.
    :ivar target: the score that must be reached exactly.
    """

    sides: tuple[tuple[int, ...], ...]
    ends: int | None
    choosing: int | None
    target: int


class Brings(NamedTuple):
    """What a placement would bring.

    :ivar side: the side that it is booked for; None if nothing is: an opening tile without a pattern, or a thirteen,
        which is yet to be decided.
    :ivar amount: the sum of the patterns, or of the ends for a nico; 13 for a thirteen.
    :ivar nico: whether the previous player gets it.
    :ivar thirteen: whether its player chooses who gets or loses it.
    :ivar busts: whether it is too much to be booked.
    """

    side: int | None
    amount: int
    nico: bool = False
    thirteen: bool = False
    busts: bool = False


def brings(view: FullSpeedView, move: Move) -> Brings | None:
    """What one of the view's moves would bring at once; None if it lays no tile."""
    tile, seat = move.tile, view.seat
    if tile is None or seat is None:
        return None
    ends = {end.at: (view.line.tiles[end.on].tile, end.number) for end in view.line.ends}
    if ends:
        ends[move.at] = (tile, tile.other(ends[move.at][1]))
    else:
        ends = {"left": (tile, tile.high), "right": (tile, tile.low)}
    made = made_by(*ends["left"], *ends["right"])
    if not made.patterns and made.total == THIRTEEN:
        return Brings(None, THIRTEEN, thirteen=True)
    if not made.patterns and not view.line.tiles:
        return Brings(None, 0)
    scorer = seat if made.patterns else (seat - 1) % view.seats
    side = next(index for index, seats in enumerate(view.sides) if scorer in seats)
    amount = made.worth if made.patterns else made.total
    return Brings(side, amount, nico=not made.patterns, busts=view.scores[side] + amount > view.target)


class FullSpeed(SearchedChain):
    """Seven tiles each; any tile opens; the opening goes round to the left."""

    key = "full_speed"
    number = 2
    minutes = 25
    seat_counts = (2, 3, 4)
    option_list = (
        Option("pairs", (False, True), default=False, seat_counts=(4,)),
        Option("closed_boneyard", (False, True), default=False),
    )

    _side_of: tuple[int, ...]
    """For each seat its side."""
    _choosing: bool
    """Whether the seat to move has to decide about a thirteen."""

    # --- The deal --------------------------------------------------------------------------------------------------

    def _reset(self) -> None:
        super()._reset()
        self.reserve = _RESERVE if self.options["closed_boneyard"] else 0
        self._side_of = tuple(seat % self._sides() for seat in range(self.seats))
        self._choosing = False

    def _sides(self) -> int:
        return _TWO_SIDES if self.options["pairs"] else self.seats

    def side_of(self, seat: int) -> int:
        return self._side_of[seat]

    def _hand_sizes(self) -> tuple[int, ...]:
        return (_HAND,) * self.seats

    def _draws(self) -> bool:
        return True

    # --- Legal moves -----------------------------------------------------------------------------------------------

    def _find_moves(self) -> tuple[Move, ...]:
        return self._choices() if self._choosing else super()._find_moves()

    def _choices(self) -> tuple[Move, ...]:
        """The thirteen for oneself, or off each of the opponents' sides."""
        own = self._side_of[self._turn]
        return (_THIRTEEN_OWN, *(_THIRTEEN_OFF[side] for side in range(self._sides()) if side != own))

    def _reason(self, seat: int, move: Move) -> Refusal:
        if move.verb == _THIRTEEN_OWN.verb and self._choosing:
            return NoOpponent(at=move.at, places=", ".join(choice.at for choice in self._choices()[1:]))
        if move.verb == _THIRTEEN_OWN.verb:
            return NotNow(move=move)
        return _ThirteenFirst() if self._choosing else super()._reason(seat, move)

    # --- Doing a move ----------------------------------------------------------------------------------------------

    def _placed(self, seat: int) -> bool:
        line = self._line
        made = made_by(line.tip("left"), line.gates["left"].number, line.tip("right"), line.gates["right"].number)
        if made.patterns:
            self._credit(self._side_of[seat], made.patterns, made.worth)
        elif made.total == THIRTEEN:
            self._choosing = True
            self._tell(Thirteen(seat, THIRTEEN))
        elif len(line.tiles) > 1:
            self._credit(self._side_of[seat - 1], ((Pattern.NICO, made.total),), made.total, by=seat)
        return not self._choosing and self.outcome is None

    def _decide(self, seat: int, move: Move) -> None:
        self._choosing = False
        if move.at:
            side = int(move.at)
            self._scores[side] -= THIRTEEN
            self._tell(Lost(side, THIRTEEN, Pattern.THIRTEEN, seat))
        else:
            self._credit(self._side_of[seat], ((Pattern.THIRTEEN, THIRTEEN),), THIRTEEN)
        if self.outcome is None:
            self._end_turn(seat)

    def _credit(self, side: int, reasons: Patterns, amount: int, *, by: int | None = None) -> None:
        """Book what a placement brought as one amount, unless it busts; exactly 121 wins at once.

        :param by: who made the placement, if somebody else scores it.
        """
        score = self._scores[side] + amount
        if score > _TARGET:
            self._tell(Bust(side, amount, ".".join(name for name, _ in reasons), by))
            return
        self._scores[side] = score
        for name, value in reasons:
            self.events.append(scored(side, value, name, by))
        if score == _TARGET:
            self._cut_off(EndReason.TARGET)

    # --- The end of a deal and of the match ------------------------------------------------------------------------

    def _settle(self, winner: int | None) -> tuple[int, ...]:
        """The winner's side scores all pips left in the opponents' hands, unless that busts."""
        points = [0] * self._sides()
        if winner is not None:
            own, gain = self._side_of[winner], self._left_to_opponents(winner)
            points[own] = gain if self._scores[own] + gain <= _TARGET else 0
        return tuple(points)

    def _left_to_opponents(self, seat: int) -> int:
        """The pips in the hands of the other sides."""
        own = self._side_of[seat]
        return sum(pips for other, pips in enumerate(self._pips()) if self._side_of[other] != own)

    def _tell_points(self, points: tuple[int, ...], winner: int | None) -> None:
        gain = 0 if winner is None else self._left_to_opponents(winner)
        if winner is not None and gain > points[self._side_of[winner]]:
            self._tell(Bust(self._side_of[winner], gain, "deal"))
        else:
            super()._tell_points(points, winner)

    def _next_opener(self) -> int:
        return (self._opener + 1) % self.seats

    def _end_reason(self) -> EndReason | None:
        return EndReason.TARGET if max(self._scores) == _TARGET else None

    def _ranking(self) -> tuple[frozenset[int], ...]:
        return ranked(self._scores)

    # --- The view and copies ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> FullSpeedView:
        seats = range(self.seats)
        return FullSpeedView(
            sides=tuple(tuple(s for s in seats if self._side_of[s] == side) for side in range(self._sides())),
            ends=self._line.pips_of_ends() if self._line.tiles else None,
            choosing=self._turn if self._choosing else None,
            target=_TARGET,
            **self._facts(seat),
        )

    def number_of(self, move: Move) -> int:
        if move.verb == _THIRTEEN_OWN.verb:
            return CHOICE + 1 + int(move.at) if move.at else CHOICE
        return super().number_of(move)

    def kernel(self, hands: Sequence[int], boneyard: Sequence[int]) -> FullSpeedKernel:
        setting = Setting(
            self._side_of,
            self._opener,
            range(self.seats),
            limit=_TARGET,
            strengths=strengths_of(self.key, self._sides(), _TARGET),
            reserve=self.reserve,
        )
        now = self._running(FullSpeedKernel, setting, hands, boneyard)
        now.choosing = self._choosing
        return now

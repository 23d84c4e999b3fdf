"""A match of Full Speed, to exactly 121 points."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.chain.line import codes_of
from games.chain.match import ChainMatch
from games.chain.position import CHOICE, EMPTY, DealSetting, placement
from games.chain.value import strengths_of
from games.core.events import Event, Lost, scored
from games.core.line import ARMS
from games.core.match import Family, GameInfo
from games.core.moves import Move
from games.core.options import Option
from games.core.outcome import EndReason
from games.core.refusals import NoOpponent, Refusal, superfluous
from games.core.view import ChainView

from .patterns import THIRTEEN, Pattern, Patterns
from .position import MADE, NO_SIDE, TARGET, TO_CHOOSE, FullSpeedPosition

_RESERVE: Final = 2
_TWO_SIDES: Final = 2
_DECISIONS: Final = (Move("thirteen"), *(Move("thirteen", at=str(side)) for side in range(4)))
"""The moves about a thirteen: score it, or take it off a side."""


class Thirteen(Event):
    """The ends sum to 13; `seat` chooses who gains or loses `points`."""

    seat: int
    points: int


class Bust(Event):
    """`side` does not get `points`, which would pass the target.

    :ivar reason: the reasons for them, separated by dots.
    :ivar by: the seat whose move would have scored them, if it belongs to another side.
    """

    side: int
    points: int
    reason: str
    by: int | None = None


class _ThirteenFirst(Refusal):
    sentence = "first decide about the thirteen"


class _NoThirteen(Refusal):
    sentence = "there is no thirteen to decide about"


@dataclass(frozen=True, kw_only=True)
class FullSpeedView(ChainView):
    """The view of a match. `scores` has an entry for each side.

    :ivar sides: the seats of each side.
    :ivar ends: the sum of the open ends; None while no tile lies.
    :ivar choosing: the seat that has to decide about a thirteen.
    :ivar target: the score that must be reached exactly.
    """

    sides: tuple[tuple[int, ...], ...]
    ends: int | None
    choosing: int | None
    target: int


class PlacementScore(NamedTuple):
    """The score of a placement.

    :ivar side: the side that scores; None for an opening tile without a pattern and for an undecided thirteen.
    :ivar amount: the sum of the patterns, or of the ends for a nico; 13 for a thirteen.
    :ivar nico: whether the previous player scores.
    :ivar thirteen: whether its player chooses the side that gains or loses it.
    :ivar busts: whether the score would pass the target.
    """

    side: int | None
    amount: int
    nico: bool = False
    thirteen: bool = False
    busts: bool = False


def placement_score(view: FullSpeedView, move: Move) -> PlacementScore | None:
    """Return a move's immediate score if it lays a tile."""
    if move.tile is None or view.seat is None:
        return None
    sides = range(len(view.sides))
    side_of = [next(side for side in sides if seat in view.sides[side]) for seat in range(view.seats)]
    setting = DealSetting(side_of, view.opener, range(view.seats), limit=view.target)
    position = FullSpeedPosition(setting, [0] * view.seats, (), view.scores, view.seat)
    if view.line.tiles:
        position.left, position.right = codes_of(view.line)
    side, amount = position.award(placement(move.tile.index, ARMS.index(move.at) if move.at else 0))
    if side in (NO_SIDE, TO_CHOOSE):
        return PlacementScore(None, amount, thirteen=side == TO_CHOOSE)
    return PlacementScore(side, amount, nico=side != side_of[view.seat], busts=position.busts(side, amount))


class FullSpeed(ChainMatch):
    """A match in which the opening goes round to the left."""

    key = "full_speed"
    number = 2
    info = GameInfo(Family.CHAIN, minutes=25)
    seat_counts = (2, 3, 4)
    option_list = (
        Option("pairs", (False, True), default=False, seat_counts=(4,)),
        Option("closed_boneyard", (False, True), default=False),
    )
    position: FullSpeedPosition

    def _sides(self) -> int:
        return _TWO_SIDES if self.options["pairs"] else self.seats

    def side_of(self, seat: int) -> int:
        return seat % self._sides()

    def _new_position(self, opener: int, hands: Sequence[int], boneyard: Sequence[int]) -> FullSpeedPosition:
        setting = DealSetting(
            list(map(self.side_of, range(self.seats))),
            opener,
            range(self.seats),
            limit=TARGET,
            value=strengths_of(self.key, self._sides(), TARGET),
            reserve=_RESERVE if self.options["closed_boneyard"] else 0,
        )
        return FullSpeedPosition(setting, hands, boneyard, self._scores, opener)

    # --- Moves -----------------------------------------------------------------------------------------------------

    def _decision(self, number: int) -> Move:
        return _DECISIONS[number - CHOICE]

    def _refusal_of(self, seat: int, move: Move) -> Refusal:
        choosing = self.position.choosing
        if move.verb == _DECISIONS[0].verb and choosing:
            places = ", ".join(choice.at for choice in self.moves(seat)[1:])
            return superfluous(move, "at") or NoOpponent(at=move.at, places=places)
        if move.verb == _DECISIONS[0].verb:
            return _NoThirteen()
        return _ThirteenFirst() if choosing else super()._refusal_of(seat, move)

    def _play_placement(self, seat: int, number: int) -> None:
        position = self.position
        side, amount = position.award(number)
        busts = side >= 0 and position.busts(side, amount)
        super()._play_placement(seat, number)
        patterns = MADE[position.left][position.right].patterns
        if side == TO_CHOOSE:
            self._emit(Thirteen(seat, amount))
        elif patterns:
            self._emit_award(side, patterns, amount, busts=busts)
        elif side != NO_SIDE:
            self._emit_award(side, ((Pattern.NICO, amount),), amount, busts=busts, by=seat)

    def _decide(self, seat: int, number: int) -> None:
        own = self.side_of(seat)
        busts = self.position.busts(own, THIRTEEN)
        self.position.play(number)
        if number == CHOICE:
            self._emit_award(own, ((Pattern.THIRTEEN, THIRTEEN),), THIRTEEN, busts=busts)
        else:
            self._emit(Lost(number - CHOICE - 1, THIRTEEN, Pattern.THIRTEEN, seat))

    def _emit_award(self, side: int, reasons: Patterns, amount: int, *, busts: bool, by: int | None = None) -> None:
        """Emit the events of an award, which is booked whole or busts.

        :param by: the seat that made the placement, if another seat scores it.
        """
        if busts:
            self._emit(Bust(side, amount, ".".join(name for name, _ in reasons), by))
        else:
            self.events.extend(scored(side, value, name, by) for name, value in reasons)

    # --- The end of a deal and of the match ------------------------------------------------------------------------

    def _emit_end(self, points: tuple[int, ...], winner: int | None) -> None:
        gain = 0 if winner is None else self.position.left_to_opponents(winner)
        if winner is not None and gain > points[self.side_of(winner)]:
            self._emit(Bust(self.side_of(winner), gain, "deal"))
        else:
            super()._emit_end(points, winner)

    def _end_reason(self) -> EndReason | None:
        return EndReason.TARGET if max(self.scores) == TARGET else None

    # --- The view --------------------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> FullSpeedView:
        seats, position = range(self.seats), self.position
        return FullSpeedView(
            sides=tuple(tuple(s for s in seats if self.side_of(s) == side) for side in range(self._sides())),
            ends=None if position.left == EMPTY else MADE[position.left][position.right].total,
            choosing=position.turn if position.choosing else None,
            target=TARGET,
            **self._view_fields(seat),
        )

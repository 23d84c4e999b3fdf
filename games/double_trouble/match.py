"""A match of Double Trouble, where doubles left in hand are costly."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

from games.chain.match import HAND, ChainMatch
from games.chain.value import strengths_of
from games.core.events import Event, ScoreReason, scored
from games.core.match import Family, GameInfo
from games.core.moves import Move
from games.core.options import Option
from games.core.outcome import EndReason
from games.core.tiles import ALL_TILES, DOUBLES, Tile, mask_of, tiles_in
from games.core.view import ChainView

from .position import CAUGHT, DoubleTroublePosition, DoubleTroubleSetting, counts_twice, hand_value

_LIMITS: Final = {2: 999, 3: 666, 4: 333}
_CAUGHT_WORTH: Final = 10.0
"""The weight of a caught double in points, for computers: seven eliminate a player."""


class Caught(Event):
    """`seat` is caught with a double, which counts `points`.

    :ivar twice: whether it counts twice because all other tiles of its number lie on the table.
    """

    seat: int
    tiles: tuple[Tile, ...]
    points: int
    twice: bool


class Zeroed(Event):
    """The score of `seat`, which was `points`, is set to zero."""

    seat: int
    points: int


class Eliminated(Event):
    """`seat` is out of the match."""

    seat: int


@dataclass(frozen=True, kw_only=True)
class DoubleTroubleView(ChainView):
    """The view of a match; low `scores` are good.

    :ivar caught: for each seat the doubles with which it has been caught.
    :ivar eliminated: the seats that are out of the match.
    :ivar limit: the points above which the match ends.
    """

    caught: tuple[tuple[Tile, ...], ...]
    eliminated: tuple[int, ...]
    limit: int


def left_worth(view: DoubleTroubleView) -> int:
    """Return the penalty for the viewer's hand if the deal ended now."""
    return hand_value(mask_of(view.hand), mask_of(placed.tile for placed in view.line.tiles))


def wins_match(view: DoubleTroubleView, move: Move) -> bool:
    """Return True if going out with a move certainly wins the match.

    The other hands are at least as costly as the cheapest tiles that the viewer does not see.
    """
    if move.tile is None or view.seat is None or view.hand != (move.tile,):
        return False
    laid = mask_of((move.tile, *(placed.tile for placed in view.line.tiles)))
    unseen = sorted(hand_value(tile.bit, laid) for tile in ALL_TILES if not tile.bit & laid)
    others = [
        score + sum(unseen[:count])
        for seat, (score, count) in enumerate(zip(view.scores, view.counts, strict=True))
        if seat != view.seat and seat not in view.eliminated
    ]
    own = 0 if move.tile.is_double else view.scores[view.seat]
    return own < min(others) and max(others) > view.limit


class DoubleTrouble(ChainMatch):
    """A match in which the lowest score opens the next deal.

    The player who goes out wins the deal and is the only one without a penalty. A blocked deal has no winner, and all
    players write their penalties.
    """

    key = "double_trouble"
    number = 6
    info = GameInfo(Family.CHAIN, minutes=45)
    seat_counts = (2, 3, 4)
    fewer_is_better = True
    option_list = (Option("draw", ("playable", "none"), "playable"),)
    mutable = ChainMatch.mutable | {"_fell_in"}

    position: DoubleTroublePosition
    _limit: int
    """The points above which the match ends."""
    _fell_in: list[int]
    """For each seat the number of the deal in which it was eliminated; 0 while it is in."""

    # --- The deal --------------------------------------------------------------------------------------------------

    def _reset(self) -> None:
        super()._reset()
        self._limit = _LIMITS[self.seats]
        self._fell_in = [0] * self.seats

    def _hand_sizes(self) -> tuple[int, ...]:
        return tuple(0 if fell else HAND for fell in self._fell_in)

    def _new_position(self, opener: int, hands: Sequence[int], boneyard: Sequence[int]) -> DoubleTroublePosition:
        setting = DoubleTroubleSetting(
            opener,
            self.position.caught if self._deal_number > 1 else [0] * self.seats,
            self._playing(),
            limit=self._limit,
            value=strengths_of(self.key, self.seats, self._limit),
            draws=self.options["draw"] == "playable",
        )
        return DoubleTroublePosition(setting, hands, boneyard, self._scores, opener)

    # --- The end of a deal and of the match ------------------------------------------------------------------------

    def _emit_end(self, points: tuple[int, ...], winner: int | None) -> None:
        position = self.position
        for seat, hand in enumerate(position.hands):
            for double in tiles_in(hand & DOUBLES):
                twice = counts_twice(double.high, position.laid)
                self._emit(Caught(seat, (double,), CAUGHT[double.high] * (2 if twice else 1), twice))
        for seat in position.played():
            if seat != winner:
                self.events.append(scored(seat, points[seat], ScoreReason.LEFT))
        if winner is not None and position.out_with_double(winner):
            self._emit(Zeroed(winner, -points[winner]))
        for seat in sorted(set(position.played()) - set(position.still_in())):
            self._fell_in[seat] = self._deal_number
            self._emit(Eliminated(seat))

    def _end_reason(self) -> EndReason | None:
        """Return a reason if elimination or the limit ends the match."""
        if self._fell_in.count(0) <= 1:
            return EndReason.LAST_LEFT
        return EndReason.LIMIT if self.position.is_decided() else None

    def _ranking(self) -> tuple[frozenset[int], ...]:
        order = sorted({self._rank(seat) for seat in range(self.seats)})
        return tuple(frozenset(seat for seat in range(self.seats) if self._rank(seat) == rank) for rank in order)

    def _rank(self, seat: int) -> tuple[float, int]:
        """Return the sort key: survivors, later eliminations, lower scores."""
        return -(self._fell_in[seat] or inf), self.scores[seat]

    # --- The view and copies ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> DoubleTroubleView:
        return DoubleTroubleView(
            caught=tuple(tiles_in(doubles) for doubles in self.position.caught),
            eliminated=tuple(seat for seat, fell in enumerate(self._fell_in) if fell),
            limit=self._limit,
            **self._view_fields(seat),
        )

    def evaluation(self) -> tuple[float, ...]:
        return tuple(
            -score - _CAUGHT_WORTH * caught.bit_count()
            for score, caught in zip(self.scores, self.position.caught, strict=True)
        )

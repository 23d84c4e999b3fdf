"""Double Trouble: a chain game for two to four, where points are bad and doubles left in hand are very bad."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Final, NamedTuple

from .chains.kernel import DoubleTroubleKernel, Setting
from .chains.match import SearchedChain
from .chains.value import strengths_of
from .core.events import Event, ScoreReason, scored
from .core.options import Option
from .core.outcome import EndReason
from .core.tiles import DOUBLES, WITH_NUMBER, Tile, mask_of, pips_in, tiles_in
from .core.view import ChainView

_HAND: Final = 7
_LIMITS: Final = {2: 999, 3: 666, 4: 333}
_DOUBLE_WORTH: Final = 11
_BLANKS_WORTH: Final = 100
_CAUGHT_WORTH: Final = 10.0
"""How many points a caught double is worth to a computer player: seven of them put a player out."""


class Caught(Event):
    """`seat` is caught with a double, which counts `points`.

    :ivar twice: whether it counts twice because all other tiles of its number lie on the table.
    """

    seat: int
    tiles: tuple[Tile, ...]
    points: int
    twice: bool


class Zeroed(Event):
    """The account of `seat`, which held `points`, is set to zero."""

    seat: int
    points: int


class Eliminated(Event):
    """`seat` is out of the match."""

    seat: int


@dataclass(frozen=True, kw_only=True)
class DoubleTroubleView(ChainView):
    """`scores` are penalty points: the fewer the better.

    :ivar caught: for each seat the doubles with which it has been caught.
    :ivar eliminated: the seats that are out of the match.
    :ivar limit: the match ends as soon as somebody has more points.
    """

    caught: tuple[tuple[Tile, ...], ...]
    eliminated: tuple[int, ...]
    limit: int


class _Catch(NamedTuple):
    """A double left in a hand at a deal's end, and what it counts."""

    seat: int
    double: Tile
    worth: int
    twice: bool
    """Whether it counts so much because all other tiles of its number lie on the table."""


def _caught_worth(double: Tile, lying: int) -> tuple[int, bool]:
    """What a double left in a hand counts, and whether that is twice its usual worth.

    :param lying: the tiles on the table, as a mask.
    """
    others = WITH_NUMBER[double.high] & ~double.bit
    twice = others & lying == others
    worth = _DOUBLE_WORTH * double.high or _BLANKS_WORTH
    return 2 * worth if twice else worth, twice


def left_worth(view: DoubleTroubleView) -> int:
    """What the hand of the view's seat would count if the deal ended now."""
    lying = mask_of(placed.tile for placed in view.line.tiles)
    return sum(_caught_worth(tile, lying)[0] if tile.is_double else tile.pips for tile in view.hand)


class DoubleTrouble(SearchedChain):
    """Seven tiles each; any tile opens; after the first deal the player with the fewest points opens.

    The player who goes out wins the deal and is the only one who writes nothing. A blocked deal has no winner, and all
    write.
    """

    key = "double_trouble"
    number = 6
    minutes = 45
    seat_counts = (2, 3, 4)
    fewer_is_better = True
    option_list = (Option("draw", ("playable", "none"), "playable"),)
    mutable = SearchedChain.mutable | {"_caught", "_fell_in"}

    _limit: int
    """The match ends as soon as somebody has more points."""
    _caught: list[int]
    """For each seat the doubles with which it has been caught, as a mask."""
    _fell_in: list[int]
    """For each seat the number of the deal in which it was eliminated; 0 while it is in."""

    # --- The deal --------------------------------------------------------------------------------------------------

    def _reset(self) -> None:
        super()._reset()
        self._limit = _LIMITS[self.seats]
        self._caught = [0] * self.seats
        self._fell_in = [0] * self.seats

    def _hand_sizes(self) -> tuple[int, ...]:
        return tuple(0 if fell else _HAND for fell in self._fell_in)

    def _draws(self) -> bool:
        return self.options["draw"] == "playable"

    # --- The end of a deal and of the match ------------------------------------------------------------------------

    def _winner_if_blocked(self) -> int | None:
        return None  # everybody writes the tiles left in hand

    def _settle(self, winner: int | None) -> tuple[int, ...]:
        """Everybody writes the tiles left in hand; going out with a double sets the account to zero."""
        points = list(self._counted())
        if winner is not None and self._out_with_a_double():
            points[winner] = -self._scores[winner]
        return tuple(points)

    def _counted(self) -> tuple[int, ...]:
        values = [pips_in(hand & ~DOUBLES) for hand in self._hands]
        for catch in self._catches():
            values[catch.seat] += catch.worth
        return tuple(values)

    def _book(self, points: tuple[int, ...]) -> None:
        """Keep account of the doubles too. A player who has been caught with all seven is out of the match."""
        super()._book(points)
        for seat in self._played():
            self._caught[seat] |= self._hands[seat] & DOUBLES
            if self._caught[seat] == DOUBLES:
                self._fell_in[seat] = self._deal_number

    def _played(self) -> list[int]:
        """The seats that played the running deal, those eliminated at its end included."""
        return [seat for seat, fell in enumerate(self._fell_in) if fell in (0, self._deal_number)]

    def _catches(self) -> list[_Catch]:
        """The doubles left in the hands; one counts twice if all other tiles of its number lie on the table."""
        lying = mask_of(placed.tile for placed in self._line.tiles)
        return [
            _Catch(seat, double, *_caught_worth(double, lying))
            for seat, hand in enumerate(self._hands)
            for double in tiles_in(hand & DOUBLES)
        ]

    def _out_with_a_double(self) -> bool:
        return self._line.tiles[-1].tile.is_double

    def _tell_points(self, points: tuple[int, ...], winner: int | None) -> None:
        for catch in self._catches():
            self._tell(Caught(catch.seat, (catch.double,), catch.worth, catch.twice))
        for seat in self._played():
            if seat != winner:
                self.events.append(scored(seat, points[seat], ScoreReason.LEFT))
        if winner is not None and self._out_with_a_double():
            self._tell(Zeroed(winner, -points[winner]))
        for seat in self._played():
            if self._fell_in[seat]:
                self._tell(Eliminated(seat))

    def _next_opener(self) -> int:
        """The player with the fewest points; of equals the first to the left of the last opener."""
        fewest = min(score for score, fell in zip(self._scores, self._fell_in, strict=True) if not fell)
        to_the_left = [(self._opener + step) % self.seats for step in range(1, self.seats + 1)]
        return next(seat for seat in to_the_left if not self._fell_in[seat] and self._scores[seat] == fewest)

    def _end_reason(self) -> EndReason | None:
        """The match ends when fewer than two seats are in, or a seat that played the deal is above the limit."""
        if self._fell_in.count(0) <= 1:
            return EndReason.LAST_LEFT
        above = any(self._scores[seat] > self._limit for seat in self._played())
        return EndReason.LIMIT if above else None

    def _ranking(self) -> tuple[frozenset[int], ...]:
        order = sorted({self._rank(seat) for seat in range(self.seats)})
        return tuple(frozenset(seat for seat in range(self.seats) if self._rank(seat) == rank) for rank in order)

    def _rank(self, seat: int) -> tuple[float, int]:
        """Those still in come before those who fell, and of these the later; among equals the fewest points count."""
        return -(self._fell_in[seat] or inf), self._scores[seat]

    # --- The view and copies ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> DoubleTroubleView:
        return DoubleTroubleView(
            caught=tuple(tiles_in(doubles) for doubles in self._caught),
            eliminated=tuple(seat for seat, fell in enumerate(self._fell_in) if fell),
            limit=self._limit,
            **self._facts(seat),
        )

    def standing(self) -> tuple[float, ...]:
        return tuple(
            -score - _CAUGHT_WORTH * caught.bit_count()
            for score, caught in zip(self._scores, self._caught, strict=True)
        )

    def kernel(self, hands: Sequence[int], boneyard: Sequence[int]) -> DoubleTroubleKernel:
        setting = Setting(
            range(self.seats),
            self._opener,
            self._playing(),
            limit=self._limit,
            strengths=strengths_of(self.key, self.seats, self._limit),
            draws=self._draws(),
        )
        now = self._running(DoubleTroubleKernel, setting, hands, boneyard)
        now.caught = list(self._caught)
        return now

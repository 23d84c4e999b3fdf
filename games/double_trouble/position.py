"""The running deal of Double Trouble on integers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self

from games.chain.position import (
    BIT,
    DOUBLE_BIT,
    DRAW,
    IS_DOUBLE,
    NO_SEAT,
    OVER,
    TILE,
    ChainPosition,
    DealSetting,
    MatchValue,
    weights,
)
from games.chain.value import EVEN
from games.core.tiles import DOUBLES, WITH_NUMBER, Tile, pips_in, tiles_in

CAUGHT: Final[list[int]] = [100, 11, 22, 33, 44, 55, 66]
"""The points for a double left in hand, by its number."""

_WEIGHT: Final[list[float]] = weights(lambda tile: tile.pips + (CAUGHT[tile.high] if tile.is_double else 0))


def counts_twice(number: int, laid: int) -> bool:
    """Return True if a double's other six tiles are laid.

    :param laid: the tiles on the table, as a mask.
    """
    return not WITH_NUMBER[number] & ~DOUBLE_BIT[number] & ~laid


def hand_value(hand: int, laid: int) -> int:
    """Return a hand's penalty, with much higher values for doubles.

    :param laid: the tiles on the table, as a mask.
    """
    value = pips_in(hand & ~DOUBLES)
    for tile in tiles_in(hand & DOUBLES):
        value += CAUGHT[tile.high] * (2 if counts_twice(tile.high, laid) else 1)
    return value


class DoubleTroubleSetting(DealSetting):
    """The fixed facts of a deal of Double Trouble.

    :ivar caught: for each seat the doubles with which it was caught before this deal, as a mask.
    """

    __slots__ = ("caught",)

    def __init__(
        self,
        opener: int,
        caught: Sequence[int],
        playing: Sequence[int],
        *,
        limit: int,
        value: MatchValue = EVEN,
        draws: bool = True,
    ) -> None:
        super().__init__(range(len(caught)), opener, playing, limit=limit, value=value, draws=draws)
        self.caught = list(caught)


class DoubleTroublePosition(ChainPosition):
    """A deal in play.

    :ivar caught: for each seat the doubles with which it has been caught, as a mask. At the end
        of the deal this deal's are added.
    :ivar laid: the tiles on the table, as a mask.
    :ivar last: the index of the last tile laid.
    """

    __slots__ = ("caught", "laid", "last")
    TRUST = 0.3

    def __init__(
        self,
        setting: DoubleTroubleSetting,
        hands: Sequence[int],
        boneyard: Sequence[int],
        scores: Sequence[int],
        turn: int,
    ) -> None:
        super().__init__(setting, hands, boneyard, scores, turn)
        self.caught = setting.caught.copy()
        self.laid = self.last = 0

    def copy(self) -> Self:
        twin = super().copy()
        twin.caught, twin.laid, twin.last = self.caught.copy(), self.laid, self.last
        return twin

    def play(self, move: int) -> int:
        if move < DRAW:
            self.last = move & TILE
            self.laid |= BIT[move]
        return super().play(move)

    def winner_if_blocked(self) -> int:
        """Return no seat: blocked deals have no winner."""
        return NO_SEAT

    def settlement(self, winner: int) -> list[int]:
        """Return the penalties; going out with a double clears the score."""
        points = self.hand_values()
        if self.out_with_double(winner):
            points[winner] = -self.scores[winner]
        for seat, hand in enumerate(self.hands):
            self.caught[seat] |= hand & DOUBLES
        return points

    def out_with_double(self, winner: int) -> bool:
        """Return True if the winner's last tile was a double."""
        return winner != NO_SEAT and IS_DOUBLE[self.last]

    def hand_values(self) -> list[int]:
        return [hand_value(hand, self.laid) for hand in self.hands]

    def price_of(self, tile: Tile) -> int:
        return hand_value(tile.bit, self.laid)

    def played(self) -> list[int]:
        """Return the seats that were dealt tiles in this deal."""
        return [seat for seat, following in enumerate(self.setting.following) if following != OVER]

    def still_in(self) -> list[int]:
        """Return the seats not yet caught with all seven doubles."""
        return [seat for seat in self.played() if self.caught[seat] != DOUBLES]

    def is_decided(self) -> bool:
        """Return True if the limit or eliminations end the match."""
        above = any(self.scores[seat] > self.setting.limit for seat in self.played())
        return above or len(self.still_in()) < 2

    def chances(self) -> list[float]:
        """Return each seat's winning chance after the deal.

        The fewest points win among the seats still in, else among those that were eliminated last.
        """
        if self.is_decided():
            eligible = self.still_in() or self.played()
            fewest = min([self.scores[seat] for seat in eligible])
            winners = [seat for seat in eligible if self.scores[seat] == fewest]
            return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(self.scores))]
        caught = [doubles.bit_count() for doubles in self.caught]
        return self.setting.value.chances(self.scores, self.next_opener(), caught)

    def next_opener(self) -> int:
        """Return the surviving seat with the fewest points.

        Ties go to the first seat to the left of the last opener.
        """
        seats = len(self.scores)
        best, fewest = self.setting.opener, 10**6
        for step in range(1, seats + 1):
            seat = (self.setting.opener + step) % seats
            if self.caught[seat] != DOUBLES and self.scores[seat] < fewest:
                best, fewest = seat, self.scores[seat]
        return best

    def key(self) -> tuple[int, ...]:
        return self.key_without_points()

    def weight(self, move: int) -> float:
        return _WEIGHT[move]

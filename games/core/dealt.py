"""The base of games with deals, hands and a boneyard."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from .match import Match
from .tiles import Tile, tiles_in


class DealtMatch(Match):
    """A match of several deals, with a hand for each seat."""

    mutable = Match.mutable | {"_scores"}

    _scores: list[int]
    """The score of each side."""
    _deal_number: int
    """Which deal of the match runs, from 1; 0 before the first."""
    _opener: int
    """The seat that opened the running deal."""

    def _reset(self) -> None:
        super()._reset()
        self._scores = [0] * self._sides()
        self._deal_number = 0

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self._scores)

    # --- Implemented by a game -------------------------------------------------------------------------------------

    def _sides(self) -> int:
        """Return the number of sides, by default one a seat."""
        return self.seats

    @abstractmethod
    def _held(self) -> Sequence[int]:
        """Return the hand of each seat, as a mask."""

    @abstractmethod
    def _boneyard_tiles(self) -> Sequence[Tile]:
        """Return the tiles of the boneyard."""

    @abstractmethod
    def _table_tiles(self) -> Sequence[Tile]:
        """Return the tiles on the table or put aside."""

    # --- Derived from these ----------------------------------------------------------------------------------------

    def _hand(self, seat: int, /) -> tuple[Tile, ...]:
        return tiles_in(self._held()[seat])

    def _every_tile(self) -> list[Tile]:
        hands = [tile for hand in self._held() for tile in tiles_in(hand)]
        return [*hands, *self._boneyard_tiles(), *self._table_tiles()]

    def _view_fields(self, seat: int | None) -> dict[str, Any]:
        return {
            **super()._view_fields(seat),
            "counts": tuple(hand.bit_count() for hand in self._held()),
            "boneyard": len(self._boneyard_tiles()),
            "deal": self._deal_number,
            "opener": self._opener,
            "last_deal": self.last_deal,
        }

"""A match of Block with Bonus, to 100 points."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.chain.match import ChainMatch
from games.chain.position import DealSetting
from games.chain.value import strengths_of
from games.core.events import Event
from games.core.match import Family, GameInfo
from games.core.moves import Move
from games.core.outcome import EndReason
from games.core.tiles import ALL_TILES, Tile
from games.core.view import ChainView

from .position import BONUS, BlockPosition

_TARGET: Final = 100


class Bonus(Event):
    """`seat` is left with a double that counts `worth`."""

    seat: int
    tiles: tuple[Tile, ...]
    worth: int


@dataclass(frozen=True, kw_only=True)
class BlockView(ChainView):
    """The view of a match of Block.

    :ivar target: the points at which the match ends.
    """

    target: int


def wins_match(view: BlockView, move: Move) -> bool:
    """Return True if going out with a move certainly wins the match.

    The other hand has at least the pips of the cheapest tiles that the viewer does not see.
    """
    if move.tile is None or view.seat is None or view.hand != (move.tile,):
        return False
    seen = {move.tile, *(placed.tile for placed in view.line.tiles)}
    unseen = sorted(tile.pips for tile in ALL_TILES if tile not in seen)
    return view.scores[view.seat] + sum(unseen[: view.counts[1 - view.seat]]) >= view.target


class Block(ChainMatch):
    """A match of Block, in which the opening alternates.

    >>> match = Block(seats=2, seed="an example", lots=[0])
    >>> [event.kind for event in match.play(0, match.moves(0)[0])]
    ['played']
    >>> match.to_move()
    1
    """

    key = "block"
    number = 13
    info = GameInfo(Family.CHAIN, minutes=10)
    seat_counts = (2,)
    position: BlockPosition

    def _new_position(self, opener: int, hands: Sequence[int], boneyard: Sequence[int]) -> BlockPosition:
        value = strengths_of(self.key, 2, _TARGET)
        setting = DealSetting(range(2), opener, range(2), limit=_TARGET, value=value, draws=False)
        return BlockPosition(setting, hands, boneyard, self._scores, opener)

    def _emit_end(self, points: tuple[int, ...], winner: int | None) -> None:
        double = self.position.highest_double()
        if winner is not None and double:
            tile = ALL_TILES[double.bit_length() - 1]
            holder = 0 if self.position.hands[0] & double else 1
            if tile.pips:
                self._emit(Bonus(holder, (tile,), BONUS * tile.high))
        super()._emit_end(points, winner)

    def _end_reason(self) -> EndReason | None:
        return EndReason.TARGET if max(self.scores) >= _TARGET else None

    def view(self, seat: int | None) -> BlockView:
        return BlockView(target=_TARGET, **self._view_fields(seat))

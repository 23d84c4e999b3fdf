"""The running deal of Block with Bonus on integers."""

from __future__ import annotations

from typing import Final

from games.chain.position import NO_SEAT, ChainPosition, weights
from games.core.tiles import ALL_TILES, DOUBLES, Tile, pips_in

BONUS: Final = 10
"""The value of the highest double in either hand, for each pip of one of its halves."""

_EXTRA: Final = BONUS - 2
"""The excess of that value over plain pips, for each pip of a half."""

_WEIGHT: Final[list[float]] = weights(lambda tile: tile.pips + (_EXTRA * tile.high if tile.is_double else 0))


class BlockPosition(ChainPosition):
    """A deal of seven tiles each, without drawing.

    >>> from games.chain.position import DealSetting
    >>> from games.core.tiles import Tile
    >>> setting = DealSetting(range(2), opener=0, playing=range(2), limit=100, draws=False)
    >>> position = BlockPosition(setting, [Tile(6, 4).bit, Tile(5, 5).bit], (), [0, 0], 0)
    >>> position.play(Tile(6, 4).index)
    0
    >>> position.scores
    [50, 0]
    """

    __slots__ = ()
    KEEPING = 4.0  # nothing is drawn
    SOFTNESS = 24.0
    SIMPLE_SHARE = 0.5

    def settlement(self, winner: int) -> list[int]:
        """Return the difference of the hand values for the winner."""
        if winner == NO_SEAT:
            return [0, 0]
        mine, theirs = self.hand_values() if winner == 0 else self.hand_values()[::-1]
        return [theirs - mine, 0] if winner == 0 else [0, theirs - mine]

    def hand_values(self) -> list[int]:
        """Return the hands' values, with the bonus for the highest double."""
        values = [pips_in(self.hands[0]), pips_in(self.hands[1])]
        double = self.highest_double()
        if double:
            holder = 0 if self.hands[0] & double else 1
            values[holder] += _EXTRA * ALL_TILES[double.bit_length() - 1].high
        return values

    def price_of(self, tile: Tile) -> int:
        """Return the points of a tile, a double as the highest one left."""
        return BONUS * tile.high if tile.is_double else tile.pips

    def highest_double(self) -> int:
        """Return the bit of the highest double in hands, or 0."""
        doubles = (self.hands[0] | self.hands[1]) & DOUBLES
        return 1 << (doubles.bit_length() - 1) if doubles else 0

    def key(self) -> tuple[int, ...]:
        return self.key_without_points()

    def weight(self, move: int) -> float:
        return _WEIGHT[move]

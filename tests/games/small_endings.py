"""Endings so small that every course can be worked out by hand. Seat 0 is to move, and wins the match with the deal."""

from __future__ import annotations

from typing import Final

from games.bingo import Bingo
from games.bingo.position import BingoPosition, tables_of
from games.block import Block
from games.chain.position import code_of
from games.core.tiles import mask_of
from games.domino_square import DominoSquare
from tests.games.deals import tiles
from tests.games.domino_square.tables import late, square


def bits(text: str) -> int:
    """Return the mask of the tiles that a text lists."""
    return mask_of(tiles(text))


def block_ending() -> Block:
    """Seat 0 holds 1-0 and 2-0 at the ends 1 and 2. The other holds one tile of 3-2, 4-2, 3-1 and 5-5.

    The winner of the deal wins the match.
    """
    match = Block(seats=2, seed="a seed", lots=[0])
    position = match.position
    position.hands = [bits("1-0 2-0"), bits("3-2")]
    position.boneyard = [tile.index for tile in tiles("4-2 3-1 5-5")]
    position.left, position.right = code_of(1, 6), code_of(2, 6)
    position.scores = [99, 99]
    return match


def bingo_ending() -> Bingo:
    """Ones are trumps; 1-1 and 5-4 against 6-1 and 3-2, with 0 points against 30. The winner wins the match."""
    match = Bingo(seats=2, seed="a seed", lots=[0])
    match.position = BingoPosition(tables_of(1), [bits("1-1 5-4"), bits("6-1 3-2")], [], [6, 6], 0)
    match.position.totals = [0, 30]
    return match


FIVE_THREE: Final = "5-3@-1,1>-1,0"
SIX_TWO: Final = "6-2@-1,1>-1,0"


def square_ending() -> DominoSquare:
    """Five rows are full; the sixth may be above or below.

    6-2 and 5-3 fit its first place, 3-1 the second, 5-0 the third. Seat 0 holds 6-2 and 5-3, the other two of 3-1,
    5-0, 2-0 and 4-1.
    """
    return late(square(2, target=1), 15, "6-2 5-3", "3-1 5-0", rest="2-0 4-1")

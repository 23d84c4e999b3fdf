"""Views of Seventy-Nine and the results of its deals."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from games.core.tiles import Tile
from games.core.tricks import TrickView
from games.core.view import DealEnd

from .suits import ALL_POINTS

NELLO: Final = "nello"
NELLO_BID: Final = ALL_POINTS + 1
"""The height of Nel-O as a bid."""


class SeventyNinePhase(StrEnum):
    """The tasks of the seat to move."""

    BIDDING = "bidding"
    TRUMP = "trump"
    PLAY = "play"


class AuctionCall(NamedTuple):
    """A call: ``pass``, a number from 50 to 79, or ``nello``."""

    seat: int
    bid: str

    @property
    def points(self) -> int:
        """The points bid; 0 for a pass, `NELLO_BID` for Nel-O."""
        if self.bid == NELLO:
            return NELLO_BID
        return int(self.bid) if self.bid.isdigit() else 0


@dataclass(frozen=True, kw_only=True)
class SeventyNineDealEnd(DealEnd):
    """The result of a deal of Seventy-Nine.

    `reason` is ``played_out``; ``took_trick``: the bidder of a Nel-O took a trick; or ``cut_off``: the match was
    decided in mid-deal. `points` are each side's points for the deal; with `scoring` = ``tricks`` these are
    its tricks, which were scored as they fell. `hands` are the tiles left when a deal ended early.

    :ivar shaker: the seat of the shaker.
    :ivar calls: the auction.
    :ivar bidder: the highest bidder.
    :ivar bid: a number, or ``nello``.
    :ivar trump: the trump number; None in a Nel-O.
    :ivar made: whether the bid was made; None where that does not matter: when tricks are counted, or cut off.
    :ivar tricks: the number of tricks that each side took.
    :ivar count_points: the points of the count tiles that each side took.
    :ivar totals: both together.
    :ivar taken: the tiles that each side took, in order.
    """

    shaker: int
    calls: tuple[AuctionCall, ...]
    bidder: int
    bid: str
    trump: int | None
    made: bool | None
    tricks: tuple[int, ...]
    count_points: tuple[int, ...]
    totals: tuple[int, ...]
    taken: tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True, kw_only=True)
class SeventyNineView(TrickView):
    """The view of a match of Seventy-Nine.

    Side 0 has the seats 0, 2, 4 and side 1 the seats 1, 3, 5. The opener, to the left of the shaker, calls first. Taken
    tiles, the auction and the trumps are public; the hands and the two boneyard tiles are secret. `trump` is None
    before it is named and in a Nel-O, `leader` before the end of the auction. A trick counts 1 and its count tiles;
    `totals` are `tricks` plus `count_points`.

    :ivar shaker: the shaker, who calls last.
    :ivar phase: the task of the seat to move.
    :ivar calls: the auction so far, in order.
    :ivar highest: the highest bid so far: a number, ``nello``, or "" before the first.
    :ivar bidder: the highest bidder, once the auction is over; None before.
    :ivar nello: whether a Nel-O is played.
    :ivar sitting_out: the bidder's partners in a Nel-O.
    :ivar led: the led number, or 7 if doubles are a separate suit and one was led; None between tricks.
    :ivar count_points: the points of the count tiles that each side has taken.
    :ivar needed: the points that the bidder's side still needs to make its bid; None if no such bid runs.
    """

    shaker: int
    phase: SeventyNinePhase
    calls: tuple[AuctionCall, ...]
    highest: str
    bidder: int | None
    nello: bool
    sitting_out: tuple[int, ...]
    led: int | None
    count_points: tuple[int, ...]
    needed: int | None
    last_deal: SeventyNineDealEnd | None

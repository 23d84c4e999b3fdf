"""What happened in a match, as frozen records. The words for them are found elsewhere."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import NamedTuple

from .moves import Move
from .tiles import Tile

__all__ = ["Event", "EventKind", "blocked", "out", "passed", "played", "scored"]


class EventKind(StrEnum):
    """What an event tells. Each kind says which fields its events fill, beside those that mean the same everywhere."""

    # --- Every game ------------------------------------------------------------------------------------------------

    MATCH = "match"
    """The match begins; `commitment` is the SHA-256 of its seed."""
    LOT = "lot"
    """A lot fell on `seat`; `reason` says for what."""
    OVER = "over"
    """The match is over; `sides` have won."""

    # --- Deals -----------------------------------------------------------------------------------------------------

    DEAL = "deal"
    """A deal begins: `value` is its number from 1, `seat` its opener."""
    DEALT = "dealt"
    """`seat` got `tiles`, `value` of them; only that seat knows which, unless they lie open at once."""
    PLAYED = "played"
    """`seat` laid `tiles[0]` at the place `at` ("" for the opening tile), by `move` where there were several ways."""
    DREW = "drew"
    """`seat` drew `value` tiles; only that seat knows which, unless all saw it."""
    PASSED = "passed"
    """`seat` passed."""
    OUT = "out"
    """`seat` went out."""
    BLOCKED = "blocked"
    """The deal is blocked."""
    CUT_OFF = "cut_off"
    """The match ends in the middle of the deal."""
    SHOWN = "shown"
    """`seat` shows the `tiles` in his hand, which count `value` pips; after a call `right` says whether they hold a
    meld."""
    SCORED = "scored"
    """`side` scores `value` points for `reason`; by the doing of `seat`, where that is somebody else's."""
    NO_SCORE = "no_score"
    """Nobody scores the deal."""
    BUST = "bust"
    """`side` is not credited `value` points for `reason` (several with dots between), which would be too many;
    by the doing of `seat`, where that is somebody else's."""
    LOST = "lost"
    """`side` loses `value` points for `reason`, by the doing of `seat`."""

    # --- Block, Five to Fourteen, Full Speed, Double Trouble, Plus-Minus -------------------------------------------

    BONUS = "bonus"
    """`tiles[0]`, left in the hand of `seat`, counts `value` instead of its pips."""
    ROUND = "round"
    """The round with the number `value` has gone to `side`; to None if it is drawn."""
    THIRTEEN = "thirteen"
    """The ends sum to 13: `seat` is to choose who gets or loses `value` points."""
    CAUGHT = "caught"
    """`seat` is caught with the double `tiles[0]`, which counts `value`; the `reason` is ``twice`` if it counts so
    because all other tiles of its number lie on the table."""
    ZEROED = "zeroed"
    """The account of `seat`, which held `value` points, is set to zero."""
    ELIMINATED = "eliminated"
    """`seat` is out of the match."""
    ODD = "odd"
    """`seat` writes nothing, because the `value` pips in his hand are an odd number."""

    # --- Nos -------------------------------------------------------------------------------------------------------

    NO_DOUBLE = "no_double"
    """Nobody was dealt a double: the deal with the number `value` is dealt again."""
    VARIANT = "variant"
    """`seat` names a variant by `move`, whose value is its text."""
    MELD = "meld"
    """`seat` declares the doubles `tiles`, `value` of them."""
    NO_MELD = "no_meld"
    """`seat` was asked for doubles and declares none."""
    STAGE = "stage"
    """The next `stage` of the variant begins, which demands `value` tiles."""
    CLAIM = "claim"
    """`seat` said "I close" with the tile just played; `right` says whether he did close."""
    OFFENCE = "offence"
    """`seat` has offended, with `tiles[0]` at `at` if with a tile; `reason` is the letter of the rule."""
    PAID = "paid"
    """`seat` pays `value` to `seats[0]` for `reason`."""
    LEAVING = "leaving"
    """`seat` will leave when the deal ends."""
    LEFT = "left"
    """`seat` has left."""
    FINISHED = "finished"
    """The table has ended the match; the running deal is dropped."""

    # --- Domino Square ---------------------------------------------------------------------------------------------

    LAST_TILE = "last_tile"
    """Nobody can place anything any more: `seat` placed the last tile."""

    # --- Kent ------------------------------------------------------------------------------------------------------

    PASSED_ON = "passed_on"
    """`seat` passed `tiles[0]` to `seats[0]`; only these two know which."""
    THREW = "threw"
    """`seat` threw away `tiles[0]`, which only that seat knows."""
    RENEWED = "renewed"
    """The thrown tiles, `value` of them, have become the boneyard."""
    CALLED = "called"
    """`seat` called, by `move`, on the pair `side`, for `value` points; `seats` have to show."""
    RIGHT = "right"
    """The call of `seat`, by `move`, was true."""
    WRONG = "wrong"
    """The call of `seat`, by `move`, was false."""

    # --- Bingo, Seventy-Nine ---------------------------------------------------------------------------------------

    TRICK = "trick"
    """`seat` takes the trick `tiles`, which `seats` have laid, both in that order; it counts `value` points."""
    COUNTED = "counted"
    """At the end of a deal `side` has taken `value` points."""
    PLAYED_OUT = "played_out"
    """The last tile of the deal has been played."""

    # --- Bingo -----------------------------------------------------------------------------------------------------

    TURNED_UP = "turned_up"
    """`seat` turns up the tile `tiles[0]` of the boneyard; `value` is the trump number."""
    CLOSED_BONEYARD = "closed_boneyard"
    """`seat` closes the boneyard, in which `value` tiles remain."""
    USED_UP = "used_up"
    """The boneyard is used up, so that from now on the led number is followed."""
    DECLARED = "declared"
    """`seat` leads the double `tiles[0]` and declares `value` doubles."""
    MELD_COUNTS = "meld_counts"
    """The double declared by `seat` has taken its trick; the meld counts `value` points."""
    MELD_LOST = "meld_lost"
    """The double declared by `seat` has lost its trick; the meld counts nothing."""
    FELL_SHORT = "fell_short"
    """`seat` closed the boneyard and has `value` points in the end, too few."""

    # --- Seventy-Nine ----------------------------------------------------------------------------------------------

    SHAKER = "shaker"
    """`seat` is the shaker of the deal that begins."""
    BID = "bid"
    """`seat` bids `value`; for Nel-O `reason` is ``nello``."""
    ALL_PASSED = "all_passed"
    """All six have passed, and it is dealt again."""
    AUCTION = "auction"
    """The bidding is over, `seat` has bid highest: `value`; for Nel-O `reason` is ``nello``."""
    TRUMP = "trump"
    """`seat` names `value` trumps."""
    SIT_OUT = "sit_out"
    """`seats`, the partners of the bidder `seat`, turn their tiles face down and sit out."""
    MADE = "made"
    """`side` has made the bid `value` of `seat`; for Nel-O `reason` is ``nello``."""
    MISSED = "missed"
    """`side` has missed the bid `value` of `seat`; for Nel-O `reason` is ``nello``."""

    # --- Solitaires ------------------------------------------------------------------------------------------------

    LAID_OUT = "laid_out"
    """The layout of a solitaire: `tiles` in dealing order, `value` of them; nobody knows those that lie face down."""
    MOVED = "moved"
    """`seat` moved `tiles[0]` to the place or column `at`."""
    TURNED_FACE_UP = "turned_face_up"
    """`tiles[0]`, at the place or in the column `at`, turned face up."""
    TAKEN_OUT = "taken_out"
    """`tiles[0]` was taken out of the layout and has left a hole at `at`; `seat` did it, None: the deal."""
    PAIRED = "paired"
    """`seat` removed the pair `tiles`, the one named first in the move first."""
    SHIFTED = "shifted"
    """`seat` shifted `tiles[0]` to the empty column `at`."""
    SOLVED = "solved"
    """`seat` has solved the solitaire in `value` moves."""
    STUCK = "stuck"
    """Nothing can move any more: `seat` has lost after `value` moves."""
    GAVE_UP = "gave_up"
    """`seat` has given up after `value` moves."""


class Event(NamedTuple):
    """One fact of a match. What is not said of its kind is empty; all but secret tiles is public.

    :ivar seat: who did it, or to whom it happened.
    :ivar tiles: the tiles concerned.
    :ivar at: a place on the table.
    :ivar value: a number: how many, how much, or the number of a deal.
    :ivar reason: why, as a key: for what points or chips are booked, what a lot is for, which rule was broken.
    :ivar side: the side whose account or standing is concerned.
    :ivar seats: the other seats concerned.
    :ivar sides: the sides that have won.
    :ivar move: the move that was made, where the other fields do not say it all. It tells no secret tile.
    :ivar right: whether what was said or asked is so.
    :ivar stage: the name of the stage that begins.
    :ivar commitment: the SHA-256 of the seed, in hexadecimal.
    :ivar known_to: the seats that may know `tiles`; None: everybody.
    """

    kind: EventKind
    seat: int | None = None
    tiles: tuple[Tile, ...] = ()
    at: str = ""
    value: int = 0
    reason: str = ""
    side: int | None = None
    seats: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()
    move: Move | None = None
    right: bool | None = None
    stage: str = ""
    commitment: str = ""
    known_to: tuple[int, ...] | None = None

    def seen_by(self, seat: int | None) -> Event:
        """The event as `seat` (None: a spectator) may know it: without the tiles, if they are secret."""
        if self.known_to is None or seat in self.known_to:
            return self
        return self._replace(tiles=())


@cache
def played(seat: int, tile: Tile, at: str) -> Event:
    """The event of a tile laid; equal events are one object."""
    return Event(EventKind.PLAYED, seat, (tile,), at)


@cache
def passed(seat: int) -> Event:
    """The event of a pass; equal events are one object."""
    return Event(EventKind.PASSED, seat)


@cache
def out(seat: int) -> Event:
    """The event of going out; equal events are one object."""
    return Event(EventKind.OUT, seat)


@cache
def blocked() -> Event:
    """The event of a blocked deal; equal events are one object."""
    return Event(EventKind.BLOCKED)


@cache
def scored(side: int, value: int, reason: str, by: int | None = None) -> Event:
    """The event of points booked; equal events are one object."""
    return Event(EventKind.SCORED, by, side=side, value=value, reason=reason)

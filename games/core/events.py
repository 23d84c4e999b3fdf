"""What happened in a match, as frozen records. The words for them are found elsewhere."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import NamedTuple

from .tiles import Tile

__all__ = ["Event", "EventKind", "passed", "played", "scored"]


class EventKind(StrEnum):
    """What has happened. Each kind says which fields its events use besides."""

    DEAL = "deal"
    """A deal begins: `value` is its number from 1, `seat` its opener."""
    DEALT = "dealt"
    """`seat` got `tiles` (`value` of them); only that seat knows which."""
    DREW = "drew"
    """`seat` drew `value` tiles; only that seat knows which, unless a tile lay face up."""
    PLAYED = "played"
    """`seat` laid `tiles[0]` at the place `at` ("" for an opening tile, and to a trick)."""
    PASSED = "passed"
    """`seat` passed."""
    CUT_OFF = "cut_off"
    """The match ends in the middle of the deal."""
    SHOWN = "shown"
    """`seat` shows the `tiles` left in his hand; `value` is their pips."""
    SCORED = "scored"
    """`side` scores `value` points; `reason` says what for."""
    NO_SCORE = "no_score"
    """Nobody scores the deal."""

    TRICK = "trick"
    """`seat` takes the trick `tiles`, in the order in which they were laid; it counts `value` points."""
    COUNTED = "counted"
    """At the end of a deal `side` has taken `value` points."""
    PLAYED_OUT = "played_out"
    """The last tile of the deal has been played."""

    TURNED_UP = "turned_up"
    """Bingo: `seat` turns up the tile `tiles[0]` of the boneyard; `value` is the trump number."""
    CLOSED_BONEYARD = "closed_boneyard"
    """Bingo: `seat` closes the boneyard, in which `value` tiles remain."""
    USED_UP = "used_up"
    """Bingo: the boneyard is used up, so that from now on the led number is followed."""
    DECLARED = "declared"
    """Bingo: `seat` leads the double `tiles[0]` and declares `value` doubles."""
    MELD_COUNTS = "meld_counts"
    """Bingo: the double declared by `seat` has taken its trick; the meld counts `value` points."""
    MELD_LOST = "meld_lost"
    """Bingo: the double declared by `seat` has lost its trick; the meld counts nothing."""
    FELL_SHORT = "fell_short"
    """Bingo: `seat` closed the boneyard and has `value` points in the end, too few."""

    SHAKER = "shaker"
    """Seventy-Nine: `seat` is the shaker of the deal that begins."""
    BID = "bid"
    """Seventy-Nine: `seat` bids `value`; for Nel-O `reason` is ``nello``."""
    ALL_PASSED = "all_passed"
    """Seventy-Nine: all six have passed, and it is dealt again."""
    AUCTION = "auction"
    """Seventy-Nine: the bidding is over, `seat` has bid highest: `value`; for Nel-O `reason` is ``nello``."""
    TRUMP = "trump"
    """Seventy-Nine: `seat` names `value` trumps."""
    SIT_OUT = "sit_out"
    """Seventy-Nine: `seats`, the partners of the bidder `seat`, turn their tiles face down and sit out."""
    MADE = "made"
    """Seventy-Nine: `side` has made the bid `value` of `seat`; for Nel-O `reason` is ``nello``."""
    MISSED = "missed"
    """Seventy-Nine: `side` has missed the bid `value` of `seat`; for Nel-O `reason` is ``nello``."""


class Event(NamedTuple):
    """One fact of a match.

    Which fields a kind uses is said where the kind is made; the kinds of the chain games are these:

    ==============  ================================================================================================
    ``match``       the match begins; ``text`` is the SHA-256 of its seed
    ``lot``         a lot fell: ``text`` says for what, ``seat`` on whom
    ``deal``        a deal begins: ``value`` its number from 1, ``seat`` its opener
    ``dealt``       ``seat`` got ``tiles`` (``value`` of them); only that seat knows which
    ``played``      ``seat`` laid ``tiles[0]`` at the place ``at`` ("" for the opening tile)
    ``drew``        ``seat`` drew ``value`` tiles; only that seat knows which
    ``passed``      ``seat`` passed
    ``out``         ``seat`` went out
    ``blocked``     the deal is blocked
    ``cut_off``     the match ends in the middle of the deal
    ``shown``       ``seat`` shows the ``tiles`` left in his hand; ``value`` is their pips
    ``bonus``       ``tiles[0]``, left in the hand of ``seat``, counts ``value`` instead of its pips
    ``scored``      side ``seat`` scores ``value`` points; ``text`` names the reason
    ``no_score``    nobody scores the deal
    ``thirteen``    the ends sum to 13: ``seat`` is to choose who gets or loses ``value`` points
    ``lost``        side ``seat`` loses ``value`` points; ``text`` names the reason, ``seats`` whose doing it is
    ``bust``        side ``seat`` is not credited ``value`` points, because it would get too many; ``text`` names the
                    reasons, with dots between them
    ``caught``      ``seat`` is caught with the double ``tiles[0]``, which counts ``value``; ``text`` is ``twice`` if it
                    counts so because all other tiles of its number lie on the table
    ``zeroed``      the account of ``seat``, which held ``value`` points, is set to zero
    ``eliminated``  ``seat`` is out of the match
    ``odd``         ``seat`` writes nothing, because the ``value`` pips in his hand are an odd number
    ``over``        the match is over; ``seats`` are the winning sides
    ==============  ================================================================================================

    Kent has these besides; in ``shown`` its ``value`` is 1 for a hand with a meld, else 0:

    ==============  ================================================================================================
    ``passed_on``   ``seat`` passed ``tiles[0]`` to ``seats[0]``; only these two know which
    ``threw``       ``seat`` threw away ``tiles[0]``, which only that seat knows
    ``renewed``     the thrown tiles, ``value`` of them, have become the boneyard
    ``called``      ``seat`` called ``text`` on the pair ``at``, for ``value`` points; ``seats`` have to show
    ``right``       the call ``text`` of ``seat`` was true
    ``wrong``       the call ``text`` of ``seat`` was false
    ==============  ================================================================================================
    """

    kind: str
    seat: int | None = None
    tiles: tuple[Tile, ...] = ()
    at: str = ""
    value: int = 0
    text: str = ""
    seats: tuple[int, ...] = ()
    known_to: tuple[int, ...] | None = None
    """The seats that may know `tiles`; None: everybody. All other fields are public."""
    side: int | None = None
    reason: str = ""

    def seen_by(self, seat: int | None) -> Event:
        """The event as `seat` (None: a spectator) may know it: without the tiles, if they are secret."""
        if self.known_to is None or seat in self.known_to:
            return self
        return self._replace(tiles=())


@cache
def played(seat: int, tile: Tile, at: str) -> Event:
    """The event of a tile laid; equal events are one object."""
    return Event("played", seat, (tile,), at)


@cache
def passed(seat: int) -> Event:
    """The event of a pass; equal events are one object."""
    return Event("passed", seat)


@cache
def scored(side: int, value: int, reason: str) -> Event:
    """The event of points booked; equal events are one object."""
    return Event("scored", side, value=value, text=reason)

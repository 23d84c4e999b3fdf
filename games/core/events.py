"""What happened in a match, as frozen records. The words for them are found elsewhere."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import NamedTuple

from .tiles import Tile

__all__ = ["Event", "EventKind", "passed", "played", "scored"]


class EventKind(StrEnum):
    """The kinds of events, and what each field of theirs means."""

    LAID_OUT = "laid_out"
    """The layout of a solitaire: `tiles` in dealing order, `value` of them; nobody knows those that lie face down."""
    MOVED = "moved"
    """`seat` moved `tiles[0]` to the place or column `at`."""
    TURNED_UP = "turned_up"
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

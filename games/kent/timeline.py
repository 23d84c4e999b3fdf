"""The course of each deal of Kent: who held a meld since when, and the call.

>>> import games
>>> from games.kent import timeline
>>> match = games.new_match("kent", seats=4, seed="an example", lots=[0])
>>> _ = match.play(1, "stop@0")
>>> [deal.call for deal in timeline.deals_of(match)]
[(1, 'stop@0'), None]
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from games.core.tiles import Tile, mask_of

from .match import Kent
from .melds import meld_in
from .view import KentDealEnd


class HeldMeld(NamedTuple):
    """A meld that a seat holds for a while.

    :ivar since: the number of entries of the log when the seat gets it.
    :ivar until: the number of entries when the seat has passed a tile of it on; None if it holds it to the end.
    :ivar meld: three tiles that make the meld at its beginning.
    """

    seat: int
    meld: tuple[Tile, ...]
    since: int
    until: int | None = None


@dataclass(frozen=True)
class KentDeal:
    """One deal of a match.

    :ivar start: the number of entries of the log before the deal.
    :ivar last: the number of entries before the call, or before the end of the match without a call.
    :ivar ending: the result of the call; None if the match ended without one.
    :ivar call: the caller and the text of the call.
    """

    start: int
    last: int
    melds: tuple[HeldMeld, ...]
    ending: KentDealEnd | None = None
    call: tuple[int, str] | None = None


def deals_of(match: Kent) -> tuple[KentDeal, ...]:
    """Return the deals of a match in order."""
    record = match.record()
    replayed, deals, start = Kent.from_record(replace(record, log=())), [], 0
    melds = _melds_after(replayed, 0, ())
    for entry, (seat, text) in enumerate(record.log, 1):
        before = replayed.last_deal
        replayed.apply(seat, text)
        if replayed.last_deal is not before:
            deals.append(KentDeal(start, entry - 1, melds, replayed.last_deal, (seat, text)))
            start, melds = entry, ()
        if replayed.outcome is None:
            melds = _melds_after(replayed, entry, melds)
    if start < len(record.log) or replayed.outcome is None:
        deals.append(KentDeal(start, max(start, len(record.log) - (replayed.outcome is not None)), melds))
    return tuple(deals)


def _melds_after(match: Kent, entry: int, melds: Sequence[HeldMeld]) -> tuple[HeldMeld, ...]:
    """Return the melds of a deal so far, after one more entry of the log."""
    held = [meld_in(mask_of(match.view(seat).hand)) for seat in range(match.seats)]
    kept = [one._replace(until=entry) if one.until is None and not held[one.seat] else one for one in melds]
    holders = {one.seat for one in kept if one.until is None}
    found = [HeldMeld(seat, meld, entry) for seat, meld in enumerate(held) if meld and seat not in holders]
    return (*kept, *found)

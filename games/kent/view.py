"""What one seat, or a spectator, may know of a match of Kent, and how its deals end."""

from dataclasses import dataclass

from games.core.tiles import Tile
from games.core.view import DealEnd, DealtView


@dataclass(frozen=True, kw_only=True)
class KentDealEnd(DealEnd):
    """How a deal of Kent ended: by a call.

    `reason` is ``called``. `winners` are the pairs that the call brings points: the caller's, or others if it was
    false. `hands` are the hands that were shown, empty for those that were not. `points` and `scores` have an entry for
    each pair. `events` begin with the event ``called``.

    :ivar caller: the seat that called.
    :ivar call: ``kent``, ``stop``, ``biskent`` or ``stop-biskent``.
    :ivar pair: the pair that was looked at: the caller's own for the calls without ``stop``.
    :ivar right: whether the call was true.
    :ivar melds: for each seat three tiles that make a meld in its shown hand, else none.
    """

    caller: int
    call: str
    pair: int
    right: bool
    melds: tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True, kw_only=True)
class KentView(DealtView):
    """What Kent shows besides. `scores` has an entry for each pair; all seats are actors while the match runs.

    :ivar holder: the seat that holds four tiles and is to pass one on; None when the match is over.
    :ivar pairs: how many pairs play; pair p holds the seats p and p + `pairs`.
    :ivar passes: how many tiles have been passed on in this deal.
    :ivar thrown: how many thrown tiles lie aside, face down.
    :ivar swaps: how many tiles have been thrown away in this deal.
    :ivar may_throw: the tiles of the seat's own hand that it may throw away now; of others nothing is told.
    :ivar target: the score that ends the match.
    """

    holder: int | None
    pairs: int
    passes: int
    thrown: int
    swaps: int
    may_throw: tuple[Tile, ...]
    target: int
    last_deal: KentDealEnd | None

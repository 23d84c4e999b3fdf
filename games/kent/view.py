"""Views of Kent and the results of its deals."""

from dataclasses import dataclass

from games.core.tiles import Tile
from games.core.view import DealEnd, DealtView


@dataclass(frozen=True, kw_only=True)
class KentDealEnd(DealEnd):
    """The result of a deal of Kent, which ends by a call.

    `reason` is ``called``. `winners` are the pairs that score by the call. `hands` are the hands that were shown, else
    empty. `points` and `scores` have an entry for each pair. `events` begin with the event ``called``.

    :ivar caller: the seat that called.
    :ivar call: ``kent``, ``stop``, ``biskent`` or ``stop-biskent``.
    :ivar pair: the pair that the call was about: the caller's own for calls without ``stop``.
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
    """The view of a match of Kent, in which all seats are actors.

    `scores` has an entry for each pair.

    :ivar holder: the seat that holds four tiles and is to pass one on; None when the match is over.
    :ivar pairs: the number of pairs; pair p holds the seats p and p + `pairs`.
    :ivar passes: the number of tiles passed on in this deal.
    :ivar thrown: the number of thrown tiles, face down aside.
    :ivar swaps: the number of tiles thrown away in this deal.
    :ivar may_throw: the tiles of the seat's own hand that it may throw away now; those of other hands are secret.
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

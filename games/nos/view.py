"""Views of Nos and the results of its deals."""

from dataclasses import dataclass
from enum import Enum

from games.core.events import Paid
from games.core.moves import Move
from games.core.tiles import Tile
from games.core.view import ChainView, LineDealEnd

from .variants import VariantChoice


class NosPhase(Enum):
    """The tasks of the seat to move."""

    OPENING = "opening"
    VARIANT = "variant"
    MELD = "meld"
    PLAY = "play"


@dataclass(frozen=True, kw_only=True)
class NosDealEnd(LineDealEnd):
    """The result of a deal of Nos.

    `reason` may also be ``closed``: a player rightly said "I close". `winners` has the first seat to go out, if any
    did, even in a closed deal. `points` are the chips of each seat in the whole deal.

    :ivar variant: the text of the variant that was played.
    :ivar paid: ``paid[payer][receiver]``, the total payments of the deal.
    :ivar payments: the events of these payments, in their order.
    """

    variant: str
    payments: tuple[Paid, ...]
    paid: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, kw_only=True)
class NosView(ChainView):
    """The view of a match of Nos; `scores` are chips won.

    With fines, other seats can be actors too and may offend. The seat to move is first in `actors`.

    :ivar turn: the seat to move; None when the match is over.
    :ivar phase: its task.
    :ivar variant: the text of the variant; "" before it is named.
    :ivar choice: its number and sub-choices.
    :ivar stage: the stage of the variant: ``cross``, ``triangle``, ``fourth``, ``demand``, ``doubles`` or ``free``.
    :ivar stage_left: the number of tiles that the stage still demands.
    :ivar melds: for each seat the declared doubles that it still holds; they lie open.
    :ivar face_up: for each seat the tiles that an offence has put face up; they must be played at the first chance.
    :ivar not_yet: of these the one that cannot be played in this turn.
    :ivar out: the seats that have gone out in this deal, in order.
    :ivar players: the seats that still play the match.
    :ivar leaving: those of them that leave when the deal ends.
    :ivar paid: ``paid[payer][receiver]``, the total payments of the running deal.
    :ivar improper: those of `moves` that are offences.
    """

    turn: int | None
    phase: NosPhase
    variant: str
    choice: VariantChoice | None
    stage: str
    stage_left: int
    melds: tuple[tuple[Tile, ...], ...]
    face_up: tuple[tuple[Tile, ...], ...]
    not_yet: Tile | None
    out: tuple[int, ...]
    players: tuple[int, ...]
    leaving: tuple[int, ...]
    paid: tuple[tuple[int, ...], ...]
    improper: tuple[Move, ...]

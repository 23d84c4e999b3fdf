"""Views: the part of a match that one seat may know.

A view is built field by field from public and own facts, never by blanking out the state. Pictures and messages are
made from views only.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum

from games.core.line import LineView

from .events import Event
from .moves import Move
from .options import OptionValue
from .outcome import DealEndReason, Outcome
from .tiles import Tile


@dataclass(frozen=True, kw_only=True)
class View:
    """The view of a match, with the fields of every game.

    >>> import games
    >>> match = games.new_match("block", seats=2, seed="an example", lots=[0])
    >>> match.view(None).hand
    ()
    >>> len(match.view(0).hand)
    7

    :ivar seat: the seat that the view is for; None: a spectator.
    :ivar actors: the seats that may move now.
    :ivar moves: the legal moves of `seat`.
    :ivar hand: the tiles of `seat`, lowest first; empty where there are none.
    :ivar scores: one entry a side.
    :ivar outcome: the result of the match; None while it runs.
    """

    game: str
    seats: int
    options: Mapping[str, OptionValue]
    seat: int | None
    actors: tuple[int, ...]
    moves: tuple[Move, ...]
    hand: tuple[Tile, ...]
    scores: tuple[int, ...]
    outcome: Outcome | None

    def as_dict(self) -> dict[str, object]:
        """Return the view as plain JSON, with tiles and moves as texts."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}


@dataclass(frozen=True, kw_only=True)
class DealEnd:
    """The public result of a deal.

    :ivar number: the number of the deal, from 1.
    :ivar reason: the reason for its end.
    :ivar winners: the sides that won it, if any.
    :ivar hands: the tiles left in each hand, as far as they are shown.
    :ivar points: the end-of-deal points of each side.
    :ivar scores: the scores after it.
    :ivar events: the events of its end, from the one with the reason on; if a chain game was decided in mid-deal, from
        the last tile on.
    :ivar during: the points of each side before the end of the deal; empty where there can be none.
    """

    number: int
    reason: DealEndReason
    winners: tuple[int, ...]
    hands: tuple[tuple[Tile, ...], ...]
    points: tuple[int, ...]
    scores: tuple[int, ...]
    events: tuple[Event, ...]
    during: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DealtView(View):
    """The view of a game with deals between several players.

    :ivar counts: the number of tiles in each hand.
    :ivar boneyard: the number of tiles in the boneyard.
    :ivar deal: the number of the running deal, from 1.
    :ivar opener: the seat that opened it.
    :ivar last_deal: the result of the previous deal.
    """

    counts: tuple[int, ...]
    boneyard: int
    deal: int
    opener: int
    last_deal: DealEnd | None


@dataclass(frozen=True, kw_only=True)
class LineDealEnd(DealEnd):
    """The result of a deal of a chain game.

    :ivar line: the line of play at the end.
    :ivar counted: the count of the tiles left in each hand: their pips, unless the game counts some otherwise.
    """

    line: LineView
    counted: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class ChainView(DealtView):
    """The view of a chain game.

    :ivar line: the line of play.
    :ivar drawable: the number of tiles that may still be drawn.
    :ivar alike: groups of equivalent places, such as both ends of a lone double: laying a tile at one of them gives the
        mirror image of laying it at another.
    """

    line: LineView
    drawable: int
    alike: tuple[tuple[str, ...], ...]
    last_deal: LineDealEnd | None


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Tile | Move):
        return str(value)
    if isinstance(value, Event):
        return {"kind": value.kind} | {name: _plain(part) for name, part in vars(value).items()}
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(part) for name, part in value._asdict().items()}
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(_plain(part) for part in value)  # type: ignore[type-var]  # sets here hold numbers or texts only
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return value

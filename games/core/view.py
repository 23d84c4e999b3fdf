"""What one seat, or a spectator, may know of a match.

A view is built up from what may be known, field by field; it is never the state with parts blanked out. Pictures and
messages are made from views only.
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
    """What every game shows.

    >>> import games
    >>> match = games.new_match("block", seats=2, seed="an example", lots=[0])
    >>> match.view(None).hand
    ()
    >>> len(match.view(0).hand)
    7

    :ivar seat: whose view it is; None: a spectator's.
    :ivar actors: the seats that may move now.
    :ivar moves: the legal moves of `seat`.
    :ivar hand: the tiles of `seat`, lowest first; empty where there are none.
    :ivar scores: one entry a side.
    :ivar outcome: how the match ended; None while it runs.
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
        """The view as plain JSON: tiles and moves as their texts, tuples as lists."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}


@dataclass(frozen=True, kw_only=True)
class DealEnd:
    """How a deal ended, as it stays on the table for all to see.

    :ivar number: the number of the deal, from 1.
    :ivar reason: why it ended.
    :ivar winners: the sides that won it; none if nobody did.
    :ivar hands: the tiles left in each hand, as far as they are shown.
    :ivar points: what the deal's end brought each side.
    :ivar scores: the scores after it.
    :ivar events: what was told of its end, from the event that says how it ended; if a chain game was decided in the
        middle of a deal, from the last tile on.
    :ivar during: what was booked for each side in the course of the deal, before its end; empty where nothing can be.
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
    """What games with deals between several players show besides.

    :ivar counts: how many tiles each seat holds.
    :ivar boneyard: how many tiles lie in the boneyard.
    :ivar deal: the number of the running deal, from 1.
    :ivar opener: the seat that opened it.
    :ivar last_deal: how the deal before this one ended.
    """

    counts: tuple[int, ...]
    boneyard: int
    deal: int
    opener: int
    last_deal: DealEnd | None


@dataclass(frozen=True, kw_only=True)
class LineDealEnd(DealEnd):
    """How a deal of a chain game ended.

    :ivar line: the line of play as it lay at the end.
    :ivar counted: what the tiles left in each hand counted: their pips, unless the game counts some otherwise.
    """

    line: LineView
    counted: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class ChainView(DealtView):
    """What a chain game shows besides.

    :ivar line: the line of play.
    :ivar drawable: how many tiles may still be drawn.
    :ivar alike: groups of places between which nothing differs, as at the ends of a double that lies alone: whatever is
        laid at one of them leaves, laid at another, the mirror image.
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

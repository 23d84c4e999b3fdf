"""What one seat, or a spectator, may know of a match.

A view is built up from what may be known, field by field; it is never the state with parts blanked out. Pictures and
messages are made from views only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum

from .events import Event
from .line import LineView
from .moves import Move
from .options import OptionValue
from .outcome import Outcome
from .tiles import Tile

__all__ = ["ChainView", "DealEnd", "LineDealEnd", "View"]


@dataclass(frozen=True, kw_only=True)
class View:
    """What every game shows.

    :ivar seat: whose view it is; None: a spectator's.
    :ivar actors: the seats that may move now.
    :ivar moves: the legal moves of `seat`.
    :ivar hand: the tiles of `seat`, lowest first; empty where there are none.
    :ivar counts: how many tiles each seat holds.
    :ivar boneyard: how many tiles lie in the boneyard.
    :ivar deal: the number of the running deal, from 1.
    :ivar opener: the seat that opened it.
    :ivar scores: one entry a side.
    """

    game: str
    seats: int
    options: Mapping[str, OptionValue]
    seat: int | None
    actors: tuple[int, ...]
    moves: tuple[Move, ...]
    hand: tuple[Tile, ...]
    counts: tuple[int, ...]
    boneyard: int
    deal: int
    opener: int
    scores: tuple[int, ...]
    outcome: Outcome | None

    def as_dict(self) -> dict[str, object]:
        """The view as plain JSON: tiles and moves as their texts, tuples as lists."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}


@dataclass(frozen=True, kw_only=True)
class DealEnd:
    """How a deal ended, as it stays on the table for all to see.

    :ivar number: the number of the deal, from 1.
    :ivar reason: ``out``, ``blocked`` or ``cut_off`` (the match ended in its middle); games may add others.
    :ivar winner: the seat that won it, or None.
    :ivar hands: the tiles left in each hand, as far as they are shown.
    :ivar points: what the deal's end brought each side.
    :ivar scores: the scores after it.
    :ivar events: what was told of its end, from the event that says how it ended.
    """

    number: int
    reason: str
    winner: int | None
    hands: tuple[tuple[Tile, ...], ...]
    points: tuple[int, ...]
    scores: tuple[int, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, kw_only=True)
class LineDealEnd(DealEnd):
    """How a deal of a chain game ended.

    :ivar line: the line of play as it lay at the end.
    """

    line: LineView


@dataclass(frozen=True, kw_only=True)
class ChainView(View):
    """What a chain game shows besides.

    :ivar line: the line of play.
    :ivar drawable: how many tiles may still be drawn.
    :ivar last_deal: how the deal before this one ended.
    """

    line: LineView
    drawable: int
    last_deal: LineDealEnd | None


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Tile | Move):
        return str(value)
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

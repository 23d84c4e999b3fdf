"""What is told of a match of Nos beside what other games tell too."""

from __future__ import annotations

from games.core.events import Event, Played
from games.core.moves import Move
from games.core.tiles import Tile

__all__ = [
    "Claimed",
    "Finished",
    "Leaving",
    "Left",
    "MeldDeclared",
    "NoDouble",
    "NoMeld",
    "Offended",
    "PlayedOneWay",
    "StageBegan",
    "VariantNamed",
]


class NoDouble(Event):
    """Nobody was dealt a double: the deal with this number is dealt again."""

    number: int


class VariantNamed(Event):
    """`seat` names a variant by `move`, whose value is its text."""

    kind = "variant"
    seat: int
    move: Move


class MeldDeclared(Event):
    """`seat` declares the doubles `tiles`, `count` of them."""

    kind = "meld"
    seat: int
    tiles: tuple[Tile, ...]
    count: int


class NoMeld(Event):
    """`seat` was asked for doubles and declares none."""

    seat: int


class PlayedOneWay(Played):
    """A tile was laid that could have been laid in several ways; `move` says how."""

    move: Move


class StageBegan(Event):
    """The next stage of the variant begins, which demands `count` tiles."""

    kind = "stage"
    stage: str
    count: int


class Claimed(Event):
    """`seat` said "I close" with the tile just played; `right`: whether it did close."""

    kind = "claim"
    seat: int
    right: bool


class Offended(Event):
    """`seat` has offended, with a tile at `at` if with a tile.

    :ivar letter: the letter of the rule.
    """

    kind = "offence"
    seat: int
    tiles: tuple[Tile, ...]
    at: str
    letter: str


class Leaving(Event):
    """`seat` will leave when the deal ends."""

    seat: int


class Left(Event):
    """`seat` has left."""

    seat: int


class Finished(Event):
    """The table has ended the match; the running deal is dropped."""

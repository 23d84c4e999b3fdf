"""The rules shared by trick games.

Suits are masks of tiles. Each game defines the suits of a tile and the order in which a hand must look for them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.core.events import Event
from games.core.tiles import ALL_TILES, FULL_SET, Tile, tiles_in
from games.core.view import DealtView


class PlayedTile(NamedTuple):
    """A tile on the table and the seat that laid it."""

    seat: int
    tile: Tile


class Trick(NamedTuple):
    """A taken trick, with its tiles in order of play."""

    laid: tuple[PlayedTile, ...]
    taker: int
    points: int


class TrickTaken(Event):
    """`seat` takes a trick worth `points`; `seats` laid its `tiles`."""

    kind = "trick"
    seat: int
    tiles: tuple[Tile, ...]
    points: int
    seats: tuple[int, ...]


class Counted(Event):
    """At the end of a deal `side` has taken `points`."""

    side: int
    points: int


class PlayedOut(Event):
    """The last tile of the deal has been played."""


@dataclass(frozen=True, kw_only=True)
class TrickView(DealtView):
    """The view of a trick game.

    :ivar trump: the trump number; None while there is none.
    :ivar leader: the seat that leads, or led, the running trick; None before the first.
    :ivar table: the tiles of the running trick in order of play.
    :ivar winning: the seat that would take the running trick now; None while it is empty.
    :ivar last_trick: the last trick of the running deal; None before it.
    :ivar taken: the tiles that each side has taken in this deal, in order.
    :ivar tricks: the number of tricks that each side has taken in this deal.
    :ivar totals: the points of each side in this deal, bonuses included.
    :ivar target: the score that wins the match.
    """

    trump: int | None
    leader: int | None
    table: tuple[PlayedTile, ...]
    winning: int | None
    last_trick: Trick | None
    taken: tuple[tuple[Tile, ...], ...]
    tricks: tuple[int, ...]
    totals: tuple[int, ...]
    target: int


def led_number(led: Tile, trump: int | None) -> int:
    """Return a led tile's suit: trumps, else its higher half."""
    return led.high if trump is None or not led.has(trump) else trump


def must_play(hand: int, *suits: int) -> int:
    """Return the playable tiles: the first suit held, else all."""
    for suit in suits:
        if hand & suit:
            return hand & suit
    return hand


def shown_void(laid: Tile, *suits: int) -> int:
    """Return the tiles that a play proves missing from the hand."""
    void = 0
    for suit in suits:
        if laid.bit & suit:
            break
        void |= suit
    return void


def taker(laid: Sequence[PlayedTile], strength: Callable[[Tile], int]) -> int:
    """Return the seat of the strongest tile; ties go to the first."""
    return max(laid, key=lambda each: strength(each.tile)).seat


TWO_SETS: Final = (*ALL_TILES, *ALL_TILES)
"""The 56 tiles of two double-six sets."""

_UPPER: Final = len(ALL_TILES)


def two_sets_of(tiles: Iterable[Tile]) -> int:
    """Return the hand that holds these tiles."""
    held = 0
    for tile in tiles:
        held |= tile.bit << _UPPER if held & tile.bit else tile.bit
    return held


def all_tiles_in(held: int) -> tuple[Tile, ...]:
    """Return a hand's tiles, lowest first; two copies appear twice."""
    twice = held >> _UPPER
    if not twice:
        return tiles_in(held)
    return tuple(sorted((*tiles_in(held & FULL_SET), *tiles_in(twice))))


def indices_in(held: int) -> list[int]:
    """Return the indices of the tiles of a hand."""
    return [tile.index for tile in all_tiles_in(held)]


def count_in(held: int) -> int:
    """Return the number of tiles in a hand."""
    return held.bit_count()


def without(held: int, tile: Tile) -> int:
    """Return the hand without one copy of this tile."""
    upper = tile.bit << _UPPER
    return held ^ (upper if held & upper else tile.bit)

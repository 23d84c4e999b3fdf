"""Events: the facts of a match, one frozen class a kind.

Their texts are elsewhere. An event of a single game is declared in that game's package.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any, ClassVar, Final, Self, dataclass_transform

from .names import snake_case
from .tiles import Tile

_NOT_SAID: Final[dict[str, Any]] = {"seat": None, "tiles": (), "known_to": None}
"""The fields that every event has, with the values for kinds that do not define them."""


@dataclass_transform(frozen_default=True)
class Event:
    """One fact of a match.

    A subclass is a kind of event: a frozen dataclass with the fields of that kind. All but secret tiles is public.

    :ivar kind: the key of its texts: the class name in snake case unless the class sets another. A subclass of a kind
        keeps the name of that kind.
    :ivar prepares: whether it belongs to the preparation of a deal, before the first move.
    :ivar seat: the seat that acted or is affected; None if the event concerns no single seat.
    :ivar tiles: the tiles concerned; none if it concerns no tile, or if they are secret and have been left out.
    :ivar known_to: the seats that may know the tiles; None: all.
    """

    kind: ClassVar[str]
    prepares: ClassVar[bool] = False
    seat: int | None
    tiles: tuple[Tile, ...]
    known_to: tuple[int, ...] | None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True)(cls)
        if not hasattr(cls, "kind"):
            cls.kind = snake_case(cls.__name__)
        for name, answer in _NOT_SAID.items():
            if name not in cls.__match_args__:  # type: ignore[attr-defined]  # a dataclass has it
                setattr(cls, name, answer)
        EVENTS.append(cls)

    def seen_by(self, seat: int | None) -> Self:
        """Return the event as `seat` or a spectator (None) may know it."""
        if self.known_to is None or seat in self.known_to:
            return self
        return replace(self, tiles=())  # type: ignore[type-var]  # every kind is a dataclass


EVENTS: Final[list[type[Event]]] = []
"""All kinds of events, those of the games included once these are imported."""


# --- Every game ------------------------------------------------------------------------------------------------------


class MatchBegan(Event):
    """The match begins; `commitment` is the hexadecimal SHA-256 of its seed."""

    kind = "match"
    commitment: str


class Lot(Event):
    """A lot fell on `seat`.

    :ivar reason: the matter decided by lot: ``opener``, ``shaker``, ``play_off``.
    """

    prepares = True
    seat: int
    reason: str


class Over(Event):
    """The match is over, and `sides` have won."""

    sides: tuple[int, ...]


class Resigned(Event):
    """`seat` resigns."""

    seat: int


# --- Deals -----------------------------------------------------------------------------------------------------------


class DealBegan(Event):
    """Deal `number`, counted from 1, begins; `seat` opens it."""

    kind = "deal"
    seat: int
    number: int


class Dealt(Event):
    """`seat` was dealt `tiles`, `count` of them."""

    prepares = True
    seat: int
    tiles: tuple[Tile, ...]
    count: int
    known_to: tuple[int, ...] | None = None


class Played(Event):
    """`seat` laid the tile in `tiles`.

    :ivar at: its place; "" for the opening tile, and in games without places.
    """

    seat: int
    tiles: tuple[Tile, ...]
    at: str


class Drew(Event):
    """`seat` drew `tiles`, `count` of them."""

    seat: int
    tiles: tuple[Tile, ...]
    count: int = 1
    known_to: tuple[int, ...] | None = None


class Passed(Event):
    """`seat` passed."""

    seat: int


class PassedOn(Event):
    """`seat` passed a tile to `to`, known to these two only."""

    seat: int
    to: int
    tiles: tuple[Tile, ...]
    known_to: tuple[int, ...] | None


class Out(Event):
    """`seat` has played its last tile."""

    seat: int


class Blocked(Event):
    """All seats in play have passed in succession."""


class CutOff(Event):
    """The match is decided in mid-deal; the deal is not played on."""


class Shown(Event):
    """`seat` shows the `tiles` left in hand, which count `pips`."""

    seat: int
    tiles: tuple[Tile, ...]
    pips: int


class ScoreReason(StrEnum):
    """The reasons for points in games without a separate enum."""

    DEAL = "deal"
    """The end of a deal."""
    LEFT = "left"
    """The pips left in hand, against their holder."""
    ENDS = "ends"
    """The sum of the ends, against the player who made it."""
    LAST_TILE = "last_tile"
    MELD = "meld"
    TRICK = "trick"
    """A trick, whatever its tiles."""
    MARK = "mark"
    NELLO = "nello"


class Scored(Event):
    """Points are booked for a side.

    :ivar points: their number; negative if the side loses them.
    :ivar reason: the reason for them.
    :ivar by: the seat whose move scored them, if it belongs to another side.
    """

    side: int
    points: int
    reason: StrEnum
    by: int | None = None


class Lost(Event):
    """`side` loses `points` for `reason`, by the choice of `by`."""

    side: int
    points: int
    reason: StrEnum
    by: int


class NoScore(Event):
    """No one scores the deal."""


class PaymentReason(StrEnum):
    """The reasons for payments. The values are stored."""

    OPENING = "opening"
    DRAWN_OPENING = "drawn_opening"
    MELD = "meld"
    PREMIUM = "premium"
    OUT = "out"
    CLAIM = "claim"
    WRONG_CLAIM = "wrong_claim"
    SETTLEMENT = "settlement"
    FINE = "fine"


class Paid(Event):
    """`payer` pays `receiver` `amount` chips for `reason`."""

    payer: int
    receiver: int
    amount: int
    reason: PaymentReason


# --- What random playouts tell most often: equal events are one object -----------------------------------------------


@cache
def played(seat: int, tile: Tile, at: str) -> Played:
    """Return the event of a tile laid."""
    return Played(seat, (tile,), at)


@cache
def drew(seat: int, tile: Tile) -> Drew:
    """Return the event of a drawn tile, secret from other seats."""
    return Drew(seat, (tile,), known_to=(seat,))


@cache
def passed(seat: int) -> Passed:
    """Return the event of a pass."""
    return Passed(seat)


@cache
def out(seat: int) -> Out:
    """Return the event of going out."""
    return Out(seat)


@cache
def blocked() -> Blocked:
    """Return the event of a blocked deal."""
    return Blocked()


@cache
def scored(side: int, points: int, reason: StrEnum, by: int | None = None) -> Scored:
    """Return the event of points booked."""
    return Scored(side, points, reason, by)

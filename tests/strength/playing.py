"""Contests of two players: equal deals with exchanged seats."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from random import Random
from types import MappingProxyType
from typing import Any, Final

import games
from bot.tables.computers import THINKING_SHARES
from games import Match, Move
from games.computers import players
from storage.matches import COMPUTER_LEVELS, Player

from .kent_signs import SignedMatch

LEVELS: Final = tuple(level.value for level in COMPUTER_LEVELS)
"""The levels of the bot's own computers, weakest first."""

PLAYERS: Final = ("random", *LEVELS, "mixed", "cheater")
"""All who can play here. `random` plays any sensible move; `cheater` is `strong` and sees all tiles.

`mixed` is a side of partners of whom only the first is `strong`; the others are `regular`.
"""

_TABLE_S: Final[Mapping[str, float]] = MappingProxyType(
    {"random": 0.0, "casual": 0.0, **{level.value: share for level, share in THINKING_SHARES.items()}, "cheater": 1.0}
)
"""The seconds of thought for a move at a table."""


@dataclass(frozen=True, order=True)
class Setting:
    """A game with its number of seats.

    :ivar options: those that differ from the usual ones, as sorted pairs.
    """

    game: str
    seats: int
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        pairs = "".join(f", {key}" if value is True else f", {key} {value}" for key, value in self.options)
        return f"{self.game}, {self.seats}{pairs}"


SETTINGS: Final = tuple(
    setting
    for key, game in games.TABLE_GAMES.items()
    for setting in (
        *(Setting(key, seats) for seats in game.seat_counts),
        *(Setting(key, 4, (("pairs", True),)) for option in game.option_list if option.key == "pairs"),
    )
)
"""Every game with every number of seats, and two pairs where they are an option."""


@dataclass(frozen=True)
class Effort:
    """The thinking time of players.

    :ivar scale: a multiple of the time at a table, in processor seconds.
    :ivar playouts: instead of that, the number of playouts of `strong`, and the others in proportion.
    """

    scale: float = 1.0
    playouts: int | None = None

    def enough(self, player: str) -> Callable[[], bool]:
        """Return an `enough` for one move of a player."""
        share = _TABLE_S[player]
        if self.playouts is not None:
            return players.playouts(round(self.playouts * share))
        return spent(self.scale * share)

    @staticmethod
    def table_s(player: str) -> float:
        """Return a player's thinking seconds for a move at a table."""
        return _TABLE_S[player]

    def __str__(self) -> str:
        return f"{self.scale:g} of the time of a table" if self.playouts is None else f"{self.playouts} playouts"


def spent(seconds: float, clock: Callable[[], float] = time.thread_time) -> Callable[[], bool]:
    """Return an `enough` of this thread's processor seconds."""
    end = clock() + seconds
    return lambda: clock() >= end


def play_pair(setting: Setting, one: str, other: str, number: int, effort: Effort) -> tuple[float, float]:
    """Return `one`'s shares of two matches with exchanged seats.

    :param number: of the deals; it also rotates the seating.
    """
    first, second = (
        _play(setting, (one, other) if straight else (other, one), number, effort) for straight in (True, False)
    )
    return first, 1 - second


@cache
def has_partners(setting: Setting) -> bool:
    """Return True if a side has several seats."""
    match = games.new_match(setting.game, seats=setting.seats, options=dict(setting.options), seed="sides")
    return len(match.scores) < match.seats


def seating(sides: int, number: int) -> tuple[int, ...]:
    """Return each side's player, alternating, rotated by number."""
    return tuple((side + number) % sides % 2 for side in range(sides))


def _play(setting: Setting, two: tuple[str, str], number: int, effort: Effort) -> float:
    """Return the first player's share of a match; draws share."""
    match = games.new_match(setting.game, seats=setting.seats, options=dict(setting.options), seed=f"strength {number}")
    rng = Random(f"{setting} {two} {number}")
    sides = seating(len(match.scores), number)
    seated = _seated(match, two, sides)

    def choice(seat: int) -> Move:
        return choose(seated[seat], match, seat, rng, effort)

    if match.info.signs:
        SignedMatch(match, [_LEVEL_OF_SIGNS[player] for player in seated], rng, choice).play()
    while match.outcome is None:
        waited_for = match.to_move()
        seat = rng.choice(match.actors()) if waited_for is None else waited_for
        match.play(seat, choice(seat))
    winners = match.outcome.winners
    return sum(sides[side] == 0 for side in winners) / len(winners)


def _seated(match: Match, two: tuple[str, str], sides: Sequence[int]) -> list[str]:
    """Return the player in each seat.

    :param sides: the player, 0 or 1, of each side.
    """
    found = []
    for seat in range(match.seats):
        side = match.side_of(seat)
        player = two[sides[side]]
        if player == "mixed":
            player = "strong" if seat == side else "regular"
        found.append(player)
    return found


_LEVEL_OF_SIGNS: Final = {"random": Player.CASUAL, **{level.value: level for level in COMPUTER_LEVELS}}
"""Signs and calls of random players and of the levels."""


def choose(player: str, match: Match, seat: int, rng: Random, effort: Effort) -> Move:
    """Return the action of a player.

    :raises KeyError: for `mixed`, which is a side and no player.
    """
    if player == "random":
        return rng.choice(match.sensible_moves(seat) or match.moves(seat))
    enough = effort.enough(player)
    if player == "cheater":
        return players.choose("strong", seeing(match), seat, rng, enough)
    return players.choose(player, match, seat, rng, enough)


# --- The cheater ------------------------------------------------------------------------------------------------------


def seeing(match: Match) -> Match:
    """Return a match copy in which hidden tiles stay known."""
    twin = match.copy()
    twin.__class__ = _open_kind(type(match))
    return twin


@cache
def _open_kind(kind: type[Match]) -> type[Match]:
    def as_it_is(match: Any, _seat: int, _rng: Random) -> Match:
        twin: Match = match.copy()
        return twin

    def position_as_it_is(match: Any, _seat: int, _rng: Random) -> Any:
        return match.position.copy()

    def positions_as_they_are(match: Any, _seat: int, _rng: Random) -> Iterator[Any]:
        return repeat(match.position.copy())

    return type(
        f"Open{kind.__name__}",
        (kind,),
        {
            "redeal_unseen": as_it_is,
            "determinization": position_as_it_is,
            "likely_positions": positions_as_they_are,
        },
    )

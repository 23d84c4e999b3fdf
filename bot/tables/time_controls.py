"""Clocks: the time for a turn and its warning.

Times are unix seconds. Deadlines are in the database, so clocks survive a restart.
"""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from games import CATALOGUE, Match
from storage.matches import StoredMatch

_MINUTE: Final = 60.0
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR


@dataclass(frozen=True)
class Clock:
    """A pace of play.

    :ivar seconds: the time for one turn; None if there is no limit.
    :ivar warning: the seconds from the warning to the deadline.
    """

    key: str
    seconds: float | None
    warning: float


CLOCKS: Final = MappingProxyType(
    {
        clock.key: clock
        for clock in (
            Clock("none", None, 0),
            Clock("quick", 45, 15),
            Clock("normal", 3 * _MINUTE, 45),
            Clock("slow", 2 * _DAY, 6 * _HOUR),
        )
    }
)


def has_own_tempo(game: type[Match]) -> bool:
    """Return True if the game's option replaces the clock."""
    return game.info.tempo_option is not None


def clock_of(stored: StoredMatch) -> Clock:
    """Return the clock that was chosen for a match; see `Table.clock`."""
    game = CATALOGUE.get(stored.game)
    key = game.info.tempo_option if game else None
    if key is None or key not in stored.options:
        return CLOCKS[stored.clock]
    seconds = stored.options[key]
    return Clock(key, float(seconds) if type(seconds) is int else None, 0)


def has_live_clock(stored: StoredMatch) -> bool:
    """Return True if a turn takes minutes, so players must be present."""
    seconds = clock_of(stored).seconds
    return seconds is not None and seconds < _HOUR


CALL_PAUSE_S: Final = _HOUR
"""The pause between two calls for players in the same channel."""

LOBBY_S: Final = 2 * _HOUR
"""The time after which an inactive lobby closes."""

READY_S: Final = 5 * _MINUTE
"""The time without a click in a tournament table's lobby after which its players must confirm that they are there."""

LATE_LIMIT: Final = 2
"""After this many missed turns in a row, the computer keeps the seat until its player comes back."""

DESERTED_TURNS: Final = 10
"""A table is paused when each person at it has missed this many turns in a row."""

DESERTED_S: Final = _DAY
"""The time that a table paused for inactivity waits for a person before the match ends."""

ABSENT_S: Final = 15 * _MINUTE
"""The time without a move after which the match of a person alone among computers is paused."""

GIVES_WAY_S: Final = 30 * _MINUTE
"""The time after which a table paused for inactivity leaves its channel to a new one."""

UNTOUCHED_S: Final = 30 * _DAY
"""The time that a paused match, or a turn without a limit, waits before the match ends."""

GONE_S: Final = 10 * _MINUTE
"""The time after which a player who is no longer in the server, and for whom others wait, has left the match."""

GRACE_S: Final = _MINUTE
"""The least time that is left for a turn when the bot comes back after being down."""

LEAST_LEFT_S: Final = 20.0
"""The least time that is left for a turn when a paused match is resumed."""

COMPUTER_TURN_S: Final = 1.0
"""The pause of a computer player before it plays, so that people can follow the play."""

COMPUTER_TURN_WITH_SIGNS_S: Final = (3.0, 6.5)
"""The least and the most seconds of a computer's turn beside people who watch each other's signs."""

SLOW_FACTOR: Final = 2.0
"""The factor of all times in the first deal of a person, where the game has its own tempo."""

PACT_S: Final = 90.0
"""The time for pairs to agree on their signs."""

AFTER_DEAL_S: Final = 6.0
"""The time for people to read the end of a deal. Computers wait as long before they open the next one."""

AFTER_CALL_S: Final = 8.0
"""The added time of the first turn after a call that ended a deal. For so long computers neither make signs nor call.
"""

TRICK_S: Final = 3.0
"""The time for which a taken trick stays on the table before a computer leads the next one."""

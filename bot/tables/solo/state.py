"""A solitaire: its stored state, counting and undone moves."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple, Self

import games
from bot.tables.state import Person
from games import GameError
from games.core.match import FINISH
from games.core.shuffle import ShuffleOrigin
from games.core.solitaire import Solitaire
from storage.solo import SoloEntry, SoloStatus, StoredSolo

from .searching import dealt

logger = logging.getLogger(__name__)

UNDO: Final = "undo"
"""The log entry that takes moves back: ``undo=3``."""
REDO: Final = "redo"
"""The log entry that repeats the move that was taken back last."""
RESTART: Final = "restart"
"""The log entry that takes all moves back."""
PAUSE_S: Final = 120.0
"""The longest time between two entries of a log that counts as played; the rest is a pause."""
HINT: Final = "hint"
"""The log entry that says that a hint was given."""


class PlayedMoves(NamedTuple):
    """The moves that follow from a log.

    :ivar played: the moves that count, from first to last.
    :ivar undone: the undone moves; the next one to redo is the last.
    """

    played: tuple[str, ...] = ()
    undone: tuple[str, ...] = ()

    def after(self, text: str) -> PlayedMoves:
        """Return the line after one more entry of the log."""
        name, _, number = text.partition("=")
        if name == UNDO:
            kept = max(0, len(self.played) - int(number))
            return PlayedMoves(self.played[:kept], (*self.undone, *reversed(self.played[kept:])))
        if name == RESTART:
            return PlayedMoves((), (*self.undone, *reversed(self.played)))
        if name == REDO:
            return PlayedMoves((*self.played, self.undone[-1]), self.undone[:-1])
        if name in (HINT, FINISH):
            return self
        undone = self.undone[:-1] if self.undone and self.undone[-1] == text else ()
        return PlayedMoves((*self.played, text), undone)


def is_help(entry: str) -> bool:
    """Return True if an entry of a log takes help: a hint, or moves taken back."""
    return entry.partition("=")[0] in (UNDO, RESTART, HINT)


@dataclass(frozen=True)
class Solo:
    """A solitaire.

    :ivar match: the match with the moves that count; None if they no longer fit the rules.
    :ivar acted_at: the time of the last entry of its log, or of its beginning.
    """

    stored: StoredSolo
    match: Solitaire | None
    line: PlayedMoves = field(default_factory=PlayedMoves)
    acted_at: float = 0.0

    @property
    def id(self) -> str:
        return self.stored.id

    @property
    def version(self) -> int:
        return self.stored.version

    @property
    def revision(self) -> int:
        return self.stored.revision

    @property
    def kind(self) -> type[Solitaire]:
        """The class of its match."""
        return games.SOLITAIRES[self.stored.game]

    @property
    def origin(self) -> ShuffleOrigin | None:
        """The shuffle's origin, secret until the end; None for daily deals."""
        stored = self.stored
        return None if stored.server_seed is None else ShuffleOrigin(stored.server_seed, (stored.cut,))

    def is_of(self, person: Person) -> bool:
        """Return True if the solitaire belongs to this person."""
        return self.stored.user_id == person.user_id

    def spent_until(self, now: float) -> float:
        """Return the seconds played, without pauses.

        The times between two clicks that change the solitaire are added. Of each, at most `PAUSE_S` counts, so a
        board that is left open or dismissed for an hour adds two minutes.
        """
        return self.stored.spent + min(PAUSE_S, max(0.0, now - self.acted_at))

    @property
    def is_final(self) -> bool:
        """True if nothing more can be done."""
        return not self.stored.open

    def with_stored(self, **changes: Any) -> Self:
        """Return the solitaire with these columns changed."""
        return replace(self, stored=replace(self.stored, **changes))


@dataclass(frozen=True)
class SoloStep:
    """The solitaire after a step, and new log entries."""

    solo: Solo
    entries: tuple[SoloEntry, ...] = ()


def rebuild(stored: StoredSolo, log: Iterable[SoloEntry]) -> Solo:
    """Replay a solitaire from its log, if the rules allow."""
    line, gave_up, acted_at = PlayedMoves(), False, stored.created_at
    try:
        for entry in log:
            line, acted_at = line.after(entry.move), entry.at
            gave_up = gave_up or entry.move == FINISH
        match = dealt(stored.game, stored.seed, line.played)
        if gave_up and stored.status is SoloStatus.GAVE_UP:
            match.finish()
    except (GameError, ValueError, LookupError):
        logger.exception("solitaire %s cannot be rebuilt from its log", stored.id)
        return Solo(stored, None)
    return Solo(stored, match, line, acted_at)


def day_of(now: float) -> date:
    """Return the day, in UTC, whose deal is current."""
    return datetime.fromtimestamp(now, UTC).date()


def end_of(day: date) -> float:
    """Return the end of a day in unix seconds."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() + timedelta(days=1).total_seconds()

"""Playing on from the middle of a finished match, or from a lesson or puzzle, as private practice.

The new match has the first moves of the other, and its seed or the lesson's deal, so a restart rebuilds it like any.
Its deals are known, so it counts nowhere (`StoredMatch.helped`), pays no chips, and no other person may take a seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from games import Match
from storage.matches import AbandonReason, Continuation, LogEntry, Player, Status, StoredSeat

from .ending import has_entrants
from .errors import TableError
from .lobby import TableSetup, open_lobby
from .persistence import rebuild
from .play import deal_results, rest_of_turn
from .state import Person, Step, Table


@dataclass(frozen=True)
class Beginning:
    """The part of a match that is taken over.

    :ivar seed: the secret of its shuffles.
    :ivar log: its moves so far, each with its seat.
    :ivar by_host: whether the host must be to move after them.
    """

    seed: str | None = field(repr=False)
    log: Sequence[tuple[int, str]]
    continues: Continuation
    by_host: bool = True

    @classmethod
    def of_match(cls, old: Table, log: Sequence[tuple[int, str]]) -> Self:
        """Return the beginning of a finished match."""
        return cls(old.stored.seed, log, Continuation(old.id, len(log)))

    @classmethod
    def of_left(cls, old: Table, match: Match) -> Self:
        """Return the beginning of a match that its players have left; see `can_be_played_on`."""
        log = match.record().log
        return cls(old.stored.seed, log, Continuation(old.id, len(log)), by_host=False)

    @classmethod
    def of_puzzle(cls, match: Match) -> Self:
        """Return all moves of a puzzle's match."""
        log = match.record().log
        return cls(match.seed, log, Continuation("", len(log)))

    @classmethod
    def of_lesson(cls, match: Match, seed: str) -> Self:
        """Return all of a lesson's match, with a secret for its later deals."""
        record = match.record()
        [deal], [opener] = record.deals, record.lots
        return cls(seed, record.log, Continuation("", len(record.log), deal, opener), by_host=False)


def can_be_played_on(table: Table) -> bool:
    """Return True if a match was abandoned because no one came back, and counts for nothing."""
    stored, running = table.stored, table.match is not None and table.match.outcome is None
    free = stored.ladder is None and stored.shared is None and not has_entrants(table)
    return running and free and stored.status is Status.CANCELLED and stored.end_reason is AbandonReason.TIME


def seats_of(host: Person, seat: int, seats: int, level: Player) -> tuple[StoredSeat, ...]:
    """Return the host at one seat and computers at all others."""
    people = {seat: StoredSeat(seat, host.user_id, Player.PERSON, host.name, late=0, away=False)}
    computers = (StoredSeat(number, None, level, "", late=0, away=False) for number in range(seats))
    return tuple(people.get(one.seat, one) for one in computers)


def play_on(host: Person, beginning: Beginning, setup: TableSetup, match_id: str, now: float) -> tuple[Table, Step]:
    """Return an unsaved lobby, and the step that goes on from the middle of a match in it.

    :param setup: the setup with the seats and the options of that match.
    :raises TableError: if the host would not be to move.
    """
    before = open_lobby(host, match_id, setup, now)
    stored = replace(
        before.stored,
        status=Status.PLAYING,
        seed=beginning.seed,
        revision=len(beginning.log),
        options=dict(setup.options),
        started_at=now,
        helped=True,
        continues=beginning.continues,
    )
    entries = tuple(LogEntry(revision, seat, move, None, now) for revision, (seat, move) in enumerate(beginning.log, 1))
    begun = rebuild(Table(stored, before.seats), entries)
    mover = begun.to_move()
    if begun.match is None or mover is None or (beginning.by_host and mover.user_id != host.user_id):
        raise TableError("error.button_unknown")
    nobody = replace(begun, seats=tuple(replace(seat, user_id=None) for seat in begun.seats))
    results = tuple(one for ending in begun.endings for one in deal_results(nobody, begun.match, ending))
    ended = len(begun.endings)
    running = replace(begun.with_stored(deals_ended=ended, announced=ended), endings=())
    return before, Step(rest_of_turn(running, now), entries, results)

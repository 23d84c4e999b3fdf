"""Playing on from the middle of a finished match, as private practice.

The new match has the seed and the first moves of the other, so a restart rebuilds it like any. Its deals are known from
the other match, so it counts nowhere (`StoredMatch.helped`), pays no chips, and no other person may take a seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from storage.matches import Continuation, LogEntry, Player, Status, StoredSeat

from .errors import TableError
from .lobby import TableSetup, open_lobby
from .persistence import rebuild
from .play import deal_results, rest_of_turn
from .state import Person, Step, Table


def seats_of(host: Person, seat: int, seats: int, level: Player) -> tuple[StoredSeat, ...]:
    """Return the host at one seat and computers at all others."""
    people = {seat: StoredSeat(seat, host.user_id, Player.PERSON, host.name, late=0, away=False)}
    computers = (StoredSeat(number, None, level, "", late=0, away=False) for number in range(seats))
    return tuple(people.get(one.seat, one) for one in computers)


def play_on(
    host: Person, old: Table, log: Sequence[tuple[int, str]], setup: TableSetup, match_id: str, now: float
) -> tuple[Table, Step]:
    """Return an unsaved lobby, and the step that goes on from the middle of a match in it.

    :param old: the finished match.
    :param log: the moves to take over, after which the host is to move.
    :param setup: the setup with the seats and the options of the old match.
    :raises TableError: if the host would not be to move.
    """
    before = open_lobby(host, match_id, setup, now)
    stored = replace(
        before.stored,
        status=Status.PLAYING,
        seed=old.stored.seed,
        revision=len(log),
        options=dict(old.stored.options),
        started_at=now,
        helped=True,
        continues=Continuation(old.id, len(log)),
    )
    entries = tuple(LogEntry(revision, seat, move, None, now) for revision, (seat, move) in enumerate(log, 1))
    begun = rebuild(Table(stored, before.seats), entries)
    mover = begun.to_move()
    if begun.match is None or mover is None or mover.user_id != host.user_id:
        raise TableError("error.button_unknown")
    nobody = replace(begun, seats=tuple(replace(seat, user_id=None) for seat in begun.seats))
    results = tuple(one for ending in begun.endings for one in deal_results(nobody, begun.match, ending))
    ended = len(begun.endings)
    running = replace(begun.with_stored(deals_ended=ended, announced=ended), endings=())
    return before, Step(rest_of_turn(running, now), entries, results)

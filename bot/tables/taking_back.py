"""Taking a move back, which unsees nothing: neither a tile that was drawn since, nor one that was shown.

The log keeps the moves with an entry that takes them back, `storage.matches.TAKEN_BACK`, so a revision never comes
again and clicks on older pictures stay too late. What others played since is taken back with the move, and computers
choose again. The match no longer counts anywhere.
"""

from dataclasses import replace

from games import Match
from games.core.events import Played
from games.core.match import TABLE_ENTRIES
from games.core.tricks import TrickTaken
from storage.matches import TAKEN_BACK, LogEntry, StoredSeat

from .ending import has_entrants
from .errors import TableError
from .play import rest_of_turn
from .state import RECENT, Note, Step, Table
from .time_controls import has_own_tempo


def may_take_back(table: Table) -> bool:
    """Return True if moves may be taken back here: players take turns, and no result or chips depend on them.

    The result of a person who has left depends on them, and that person cannot agree.
    """
    if table.match is None:
        return False
    stored = table.stored
    free = stored.ladder is None and stored.shared is None and not has_entrants(table)
    all_here = all(seat.former_id is None for seat in table.seats)
    return free and all_here and not table.pays_chips and not has_own_tempo(table.game)


def match_before(table: Table, seat: int) -> Match:
    """Return the match before a seat's last choice.

    :raises TableError: if moves stand here, the seat has made no choice, or tiles were drawn or shown since.
    """
    if table.match is None:
        raise table.unreadable
    if not may_take_back(table):
        raise TableError("table.back.counts")
    record, given = table.match.record(), table.stored.continues
    for place, (mover, text) in reversed([*enumerate(record.log)]):
        if mover != seat or text in TABLE_ENTRIES:
            continue
        if given is not None and place < given.moves:
            break
        before = type(table.match).from_record(replace(record, log=record.log[:place]))
        since = table.match.events[len(before.events) :]
        if any(event.tiles and not isinstance(event, Played | TrickTaken) for event in since):
            raise TableError("table.back.seen")
        if len(before.moves(seat)) > 1:
            return before
    raise TableError("table.back.none")


def take_back(table: Table, seat: StoredSeat, now: float) -> Step:
    """Take a seat's last choice back, with everything since, bring its player back, and mark the match as helped.

    :raises TableError: as `match_before`.
    """
    before = match_before(table, seat.seat)
    kept = len(before.record().log)
    entry = LogEntry(table.revision + 1, seat.seat, f"{TAKEN_BACK}{kept}", seat.user_id, now)
    recent = tuple(event.seen_by(None) for event in before.events[-RECENT:])
    after = replace(table, match=before, recent=recent).noted(Note("event.table.taken_back", {"name": seat.name}))
    after = after.with_seat(replace(seat, away=False, late=0))
    after = after.with_stored(revision=entry.revision, helped=True, end_request=None)
    return Step(rest_of_turn(after, now), (entry,))

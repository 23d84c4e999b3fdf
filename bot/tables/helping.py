"""Help for a person who plays against computers alone: the match is marked, and counts nowhere.

The mark is saved before any help is shown. So a kill in between can lose the help, but never the mark.
"""

from storage.matches import StoredSeat

from . import play
from .errors import Stale, TableError
from .state import Person, Step, Table


def lone_player(table: Table) -> StoredSeat | None:
    """Return the seat of a person alone among computers, unless the match is of the ladder."""
    return table.persons[0] if table.is_alone and table.stored.ladder is None else None


def require_alone(table: Table, person: Person) -> StoredSeat:
    """Return the seat of a person who may be helped.

    :raises TableError: if they have no seat here, other people play, or the match is of the ladder.
    """
    seat = table.require_seat(person, "hand.you_are_not_at_this_table")
    play.needs_moves(table)
    if table.stored.ladder is not None:
        raise TableError("hint.ladder")
    if table.stored.shared is not None:
        raise TableError("hint.shared")
    if lone_player(table) is None:
        raise TableError("hint.not_alone")
    return seat


def take_hint(table: Table, person: Person, revision: int, now: float) -> Step:
    """Mark the match as helped, before a hint for the turn is shown; see `play.take_help`.

    :raises Stale: if it is not the person's turn at `revision`.
    """
    seat = require_alone(table, person)
    if revision != table.revision or table.to_move() != seat:
        raise Stale
    return play.take_help(play.come_back(table, person, now).table, person, now)

"""Agreements of the people at a table: to end the match, pause it, or take a move back.

A pause is thinking time, so in a match that counts the other sides or an umpire must allow it. An end and a move back
need all people at the table.
"""

from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final

from storage.matches import AbandonReason, EndRequest, RequestKind, Status, StoredSeat

from .ending import end_match, is_at_stake, is_between_people, is_umpire, require_own_seat, without_stake
from .errors import TableError, TableOver
from .play import needs_playing, stop_clock
from .state import Note, Person, Step, Table
from .taking_back import match_before, take_back

REQUEST_S: Final = 15 * 60
"""The seconds for which a request to the table is valid."""


def end_request(table: Table, now: float) -> EndRequest | None:
    """Return the valid request to the table."""
    asked = table.stored.end_request
    valid = asked is not None and asked.deal == table.deal and now - asked.at <= REQUEST_S
    return asked if valid else None


def ask_to_end(table: Table, person: Person, umpires: AbstractSet[int] | None, now: float) -> Step:
    """Ask all people at the table to end the match."""
    return _ask(table, person, _require_asker(table, person, umpires), now, RequestKind.END)


def agree_to_end(table: Table, person: Person, umpires: AbstractSet[int] | None, now: float) -> Step:
    """Agree to end the match, which ends when all agree.

    :raises TableError: if there is no valid request.
    """
    return _add_consent(table, person, _require_asker(table, person, umpires), now, RequestKind.END)


def pause(table: Table, person: Person, umpires: AbstractSet[int] | None, now: float) -> Step:
    """Stop play and the clock, or ask the other sides for a pause.

    An umpire, and the host of a match that does not count, ask no one.

    :param umpires: the hosts of its tournament; None without one.
    """
    if table.status is Status.PAUSED:
        raise TableError("table.pause.already")
    needs_playing(table)
    seat, person = table.seat_of(person.user_id), without_stake(table, person)
    in_charge = person.moderator or person.user_id == table.stored.host_id
    if is_umpire(table, person, umpires) or (in_charge and not is_at_stake(table, umpires)):
        return stop_clock(table, person.name, None if seat is None else seat.seat, now)
    if seat is None or not is_between_people(table):
        table.require_host(person)
    return _ask(table, person, table.require_seat(person), now, RequestKind.PAUSE)


def agree_to_pause(table: Table, person: Person, now: float) -> Step:
    """Agree to a pause, which begins when each side agrees.

    :raises TableError: if there is no valid request.
    """
    needs_playing(table)
    return _add_consent(table, person, table.require_seat(person), now, RequestKind.PAUSE)


def ask_to_take_back(table: Table, person: Person, revision: int, now: float) -> Step:
    """Take the person's last move back, once all people at the table agree.

    :param revision: that of the menu, so that two presses take one move back.
    :raises TableError: if the match counts, has moved on, or there is no move that can be taken back.
    """
    needs_playing(table)
    if revision != table.revision:
        raise TableError("table.back.stale")
    seat, asked = table.require_seat(person), end_request(table, now)
    match_before(table, seat.seat)
    if asked is not None and asked.kind is RequestKind.TAKE_BACK and asked.agreed[0] == seat.seat:
        return Step(table)
    return _agree(table, person, EndRequest(table.deal, now, (seat.seat,), RequestKind.TAKE_BACK), now)


def agree_to_take_back(table: Table, person: Person, asker: int, now: float) -> Step:
    """Agree that a move is taken back, which is done when all agree.

    :param asker: the seat whose move it is.
    :raises TableError: if there is no valid request of that seat.
    """
    needs_playing(table)
    asked = end_request(table, now)
    if asked is not None and asked.agreed[0] != asker:
        raise TableError("table.end.request_over", command="table show")
    return _add_consent(table, person, table.require_seat(person), now, RequestKind.TAKE_BACK)


def _ask(table: Table, person: Person, seat: StoredSeat, now: float, kind: RequestKind) -> Step:
    """Ask the table, or agree if it has been asked; a new request replaces one of another kind."""
    asked = end_request(table, now)
    if asked is not None and asked.kind is kind:
        return _add_consent(table, person, seat, now, kind)
    return _agree(table, person, EndRequest(table.deal, now, (seat.seat,), kind), now)


def _add_consent(table: Table, person: Person, seat: StoredSeat, now: float, kind: RequestKind) -> Step:
    asked = end_request(table, now)
    if asked is None or asked.kind is not kind:
        raise TableError("table.end.request_over", command="table show")
    return _agree(table, person, replace(asked, agreed=tuple(dict.fromkeys((*asked.agreed, seat.seat)))), now)


def still_to_agree(table: Table, asked: EndRequest) -> tuple[StoredSeat, ...]:
    """Return the seats of people whose consent is missing: all, but for a pause one of each side."""
    missing = tuple(seat for seat in table.persons if seat.seat not in asked.agreed)
    if asked.kind is not RequestKind.PAUSE or table.match is None:
        return missing
    agreed = {table.match.side_of(seat) for seat in asked.agreed}
    return tuple(seat for seat in missing if table.match.side_of(seat.seat) not in agreed)


def play_on(table: Table, person: Person, now: float) -> Step:
    """Refuse or withdraw the request to the table.

    :raises TableError: if there is no valid request.
    """
    table.require_seat(person)
    if end_request(table, now) is None:
        raise TableError("table.end.request_over", command="table show")
    return Step(table.with_stored(end_request=None))


def _require_asker(table: Table, person: Person, umpires: AbstractSet[int] | None) -> StoredSeat:
    if table.status not in (Status.PLAYING, Status.PAUSED):
        raise TableOver
    seat = require_own_seat(table, person)
    if umpires is not None:
        raise TableError("table.end.only_umpire")
    if not may_agree(table, umpires):
        raise TableError("table.end.must_resign", command="table show")
    return seat


def may_agree(table: Table, umpires: AbstractSet[int] | None) -> bool:
    """Return True if the people at the table may end the match together: no side is missing, which may be ahead."""
    match = table.match
    missing = match is not None and len({match.side_of(seat.seat) for seat in table.persons}) < len(match.scores)
    return umpires is None and not (missing and is_between_people(table))


def _agree(table: Table, person: Person, asked: EndRequest, now: float) -> Step:
    after = table.with_stored(end_request=asked)
    if still_to_agree(table, asked):
        return Step(after)
    if asked.kind is RequestKind.PAUSE:
        return stop_clock(after, table.seats[asked.agreed[0]].name, asked.agreed[0], now)
    if asked.kind is RequestKind.TAKE_BACK:
        return take_back(table, table.seats[asked.agreed[0]], now)
    return end_match(after.noted(Note("event.table.agreed")), person, AbandonReason.AGREED, now, agreed=True)

"""Who sits at a running match and whether it goes on: leaving, substitution, pause, end."""

from dataclasses import dataclass, replace

from bot.tables.pacts import seat_changed
from bot.tables.time_controls import LATE_LIMIT, UNTOUCHED_S
from storage.matches import Player, Status, StoredSeat

from .chips import given_up, seating
from .errors import OfferOver, SeatRequestOver, TableError, TableOver
from .play import come_back, finish, needs_playing, paused, rest_of_turn, waits_without_limit
from .state import Note, Person, Step, Table, automatic

OFFER_S = 15 * 60
"""For how many seconds the offer of a seat is valid."""

_STAND_IN = Player.REGULAR


@dataclass(frozen=True)
class SeatRequest:
    """A seat that somebody from outside has asked for, or that is offered to them.

    A request can be granted until the next deal is over. An offer is valid only in its deal.

    :ivar owner: the person whose seat it was then; None if it was a computer's own.
    :ivar deal: the number of the deal that was running.
    """

    seat: int
    owner: int | None
    deal: int


def leave(table: Table, person: Person, now: float) -> Step:
    """The person leaves the running match, and a computer takes the seat. If the last person leaves, the match ends.

    At a game with chips the person pays what is at stake in the running deal, see `chips`.
    """
    _needs_match(table)
    seat = table.seat_needed(person)
    note = Note("event.table.left", {"name": seat.name})
    if len(table.persons) == 1:
        return _ended(table.noted(note), person, now)
    stand_in = StoredSeat(seat.seat, None, _STAND_IN, "", 0, away=False)
    return given_up(table, seat, _handed_over(table, seat, stand_in, (note,), now), now)


def replace_by_computer(table: Table, person: Person, number: int, level: Player, now: float) -> Step:
    """A computer takes over a seat.

    People can give up their own seat, which is the same as leaving. The host and moderators can choose any seat.
    """
    _needs_match(table)
    seat = _seat(table, number)
    if person.user_id not in (seat.user_id, table.stored.host_id) and not person.moderator:
        raise TableError("table.replace.own_seat_or_host")
    if seat.user_id is not None and len(table.persons) == 1:
        raise TableError("table.replace.last_person")
    notes = (Note("event.table.left", {"name": seat.name}),) if seat.user_id is not None else ()
    step = _handed_over(table, seat, StoredSeat(seat.seat, None, level, "", 0, away=False), notes, now)
    return given_up(table, seat, step, now)


def replace_by_person(table: Table, person: Person, number: int, now: float) -> Step:
    """The person takes over a seat in which a computer plays, for itself or for somebody who is away.

    The person then sees a hand of the running deal, so the table must have been opened to all. Else see `admit`.
    """
    seat = seat_wanted(table, person, number)
    if not table.stored.open_to_all:
        raise TableError("table.replace.must_ask", command="table replace")
    return _take(table, person, seat, now)


def seat_wanted(table: Table, person: Person, number: int) -> StoredSeat:
    """A seat in which a computer plays, for somebody who wants to take it over.

    :raises TableError: if there is no such seat, a person plays there, or the newcomer sits at the table already.
    """
    _needs_match(table)
    if table.seat_of(person.user_id):
        raise TableError("lobby.refusal.already_sitting")
    seat = _seat(table, number)
    if not automatic(seat):
        raise TableError("table.replace.seat_taken", name=seat.name)
    return seat


def first_automatic(table: Table) -> StoredSeat:
    """The first seat in which a computer plays, for itself or for somebody who is away.

    :raises TableError: if there is none.
    """
    seat = next(filter(automatic, table.seats), None)
    if seat is None:
        raise TableError("table.not_sitting")
    return seat


def admit(table: Table, person: Person, newcomer: Person, request: SeatRequest, now: float) -> Step:
    """Somebody at the table lets a newcomer take over the seat that the newcomer has asked for.

    :raises TableError: if the person does not sit at the table, the newcomer does already, or the request has expired.
    """
    answerable(table, person, request)
    if table.seat_of(newcomer.user_id):
        raise TableError("table.replace.already_sitting", name=newcomer.name)
    return _take(table, newcomer, _seat(table, request.seat), now)


def answerable(table: Table, person: Person, request: SeatRequest) -> None:
    """Check that a person may answer somebody's request for a seat.

    :raises TableError: if the person does not sit at the table, the seat has changed since, or play has moved on.
    """
    _needs_match(table)
    table.seat_needed(person, "table.replace.only_table")
    seat = _seat(table, request.seat)
    if not automatic(seat) or seat.user_id != request.owner or table.deal > request.deal + 1:
        raise SeatRequestOver


def accept_seat(table: Table, person: Person, offer: SeatRequest, now: float) -> Step:
    """The person takes over the seat that its player or the host has offered to them.

    :raises TableError: if the person sits at the table already, the deal is over, or the seat has changed since.
    """
    _needs_match(table)
    if table.seat_of(person.user_id):
        raise TableError("lobby.refusal.already_sitting")
    seat = _seat(table, offer.seat)
    if seat.user_id != offer.owner or table.deal != offer.deal:
        raise OfferOver
    return _take(table, person, seat, now)


def pause(table: Table, person: Person, now: float) -> Step:
    """The host or a moderator stops play and the clock."""
    if table.status is Status.PAUSED:
        raise TableError("table.pause.already")
    needs_playing(table)
    table.host_needed(person)
    return Step(paused(table, now + UNTOUCHED_S).noted(Note("event.table.paused", {"name": person.name})))


def resume(table: Table, person: Person, now: float) -> Step:
    """Somebody at the table, or a moderator, lets a paused match go on."""
    _needs_match(table)
    if table.status is not Status.PAUSED:
        raise TableError("table.resume.not_paused")
    if not person.moderator:
        table.seat_needed(person)
    patient = replace(table, seats=tuple(replace(seat, late=min(seat.late, LATE_LIMIT)) for seat in table.seats))
    running = come_back(patient.with_stored(status=Status.PLAYING), person, now).table
    return Step(rest_of_turn(running, now).noted(Note("event.table.resumed", {"name": person.name})))


def end(table: Table, person: Person, now: float) -> Step:
    """The host or a moderator ends the match: in the regular way if the game can be ended so, else without a winner."""
    if not table.status.is_live:
        raise TableOver
    table.host_needed(person)
    return _ended(table.noted(Note("event.table.ended", {"name": person.name})), person, now)


def expire(table: Table, now: float) -> Step:
    """End the match if nobody has touched it for long. Nothing changes if its time is not over yet."""
    _needs_match(table)
    if not waits_without_limit(table) or table.stored.deadline is None or table.stored.deadline > now:
        return Step(table)
    return _ended(table.noted(Note("event.table.untouched")), None, now)


def ends_regularly(table: Table) -> bool:
    """Whether the match has winners if the table ends it now, because its game can be ended at any time."""
    return table.match is not None and table.match.outcome is None and table.game.can_finish


def abandon(table: Table, now: float) -> Step:
    """The channel of the table is gone: nothing can happen at the table any more, and nothing of it can be shown."""
    ended = _broken_off(table, now).table if table.status.is_live else table
    unshown = ended.with_stored(board_id=None, call_id=None, shown_revision=table.revision)
    return Step(replace(unshown.with_stored(announced=table.stored.deals_ended), endings=()))


def _needs_match(table: Table) -> None:
    if table.status is Status.LOBBY:
        raise TableError("table.not_begun")
    if table.status not in (Status.PLAYING, Status.PAUSED):
        raise TableOver


def _seat(table: Table, number: int) -> StoredSeat:
    if not 0 <= number < len(table.seats):
        raise TableError("refusal.no_such_seat", seat=number)
    return table.seats[number]


def _take(table: Table, person: Person, seat: StoredSeat, now: float) -> Step:
    by_person = seat.player is Player.PERSON
    about = {"name": person.name, **({"former": seat.name} if by_person else {})}
    note = Note("event.table.replaced" if by_person else "event.table.replaced_computer", about)
    new = StoredSeat(seat.seat, person.user_id, Player.PERSON, person.name, 0, away=False)
    return replace(_handed_over(table, seat, new, (note,), now), chips=seating(table, (new,), now))


def _handed_over(table: Table, seat: StoredSeat, new: StoredSeat, notes: tuple[Note, ...], now: float) -> Step:
    after = table.with_seat(new).noted(*notes)
    if seat.user_id == table.stored.host_id and after.persons:
        after = after.with_stored(host_id=after.persons[0].user_id)
    after = seat_changed(after, seat.seat)
    if table.to_move() == seat or ((table.agreeing or after.agreeing) and table.status is Status.PLAYING):
        after = rest_of_turn(after, now)
    return Step(after)


def _ended(table: Table, person: Person | None, now: float) -> Step:
    """The match ends for all. The only person at a table leaves it by that."""
    step = finish(table, person, now) if ends_regularly(table) else _broken_off(table, now)
    seat = table.seat_of(person.user_id) if person is not None else None
    return step if seat is None or len(table.persons) > 1 else given_up(table, seat, step, now)


def _broken_off(table: Table, now: float) -> Step:
    return Step(table.with_stored(status=Status.CANCELLED, ended_at=now, deadline=None))

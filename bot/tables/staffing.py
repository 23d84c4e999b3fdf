"""Changes of players: leaving, resigning, substitution, pause and timeout."""

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from bot.tables.pacts import seat_changed
from bot.tables.time_controls import GIVES_WAY_S, LATE_LIMIT, LEAST_LEFT_S
from storage.matches import AbandonReason, Player, Status, StoredSeat

from . import chips, ending
from .ending import Resignation, end_by_resignation, end_match, end_without_result, is_between_people, resignation_of
from .errors import ChannelTaken, OfferOver, SeatRequestOver, TableError, TableOver
from .play import come_back, is_deserted, patience, paused, rest_of_turn, waits_without_limit
from .state import LEFT_SEAT, Note, Person, Step, Table, automatic

OFFER_S = 15 * 60
"""For how many seconds the offer of a seat is valid."""

_STAND_IN = Player.REGULAR

_MOST_OFFERS: Final = 10
"""The number of seat offers that a table remembers; a newer one replaces the oldest."""


@dataclass(frozen=True)
class SeatRequest:
    """A newcomer's request for a seat, valid until the next deal ends.

    :ivar owner: the seat's person at that time; None for a computer's own seat.
    :ivar deal: the number of the deal that was running.
    """

    seat: int
    owner: int | None
    deal: int


@dataclass(frozen=True)
class SeatOffer:
    """A seat offered in the running deal; only its digest is stored.

    :ivar offer_id: a random id, so that no address can be forged.
    :ivar invited: the person who may take it.
    :ivar by: the person who offers it.
    """

    offer_id: str
    seat: int
    deal: int
    invited: int
    by: int

    def digest(self, owner: int | None) -> str:
        """Return the digest of the offer.

        :param owner: the seat's person; None for a computer.
        """
        parts = (self.offer_id, self.seat, self.deal, self.invited, self.by, owner or 0)
        return sha256("/".join(map(str, parts)).encode()).hexdigest()[:32]


def leave(table: Table, person: Person, now: float) -> Step:
    """Leave the match to a computer; the last person ends it.

    In a match between people the last person resigns by leaving, because those who left before may be ahead. A stand-in
    cannot resign for the entrant: computers play on.

    With chips the person pays the stake of the running deal, see `chips`.
    """
    _needs_match(table)
    seat = table.require_seat(person)
    if len(table.persons) == 1 and not ending.is_stand_in(table, seat):
        after = table.noted(Note("event.table.left", {"name": seat.name}))
        if is_between_people(table):
            return end_by_resignation(after, seat, now)
        return end_match(after, person, AbandonReason.LEFT, now, agreed=True)
    return _left_to_computer(table, table, seat, now)


def count_out(table: Table, person: Person, user_id: int, now: float) -> Step:
    """Let a person for whom the match waits resign or leave, since they are no longer in the server."""
    table.require_seat(person)
    seat = table.to_move()
    if seat is None or seat.user_id != user_id or user_id == person.user_id:
        return Step(table)
    resigns = is_between_people(table) and not ending.is_stand_in(table, seat)
    if resigns and resignation_of(table, seat) is Resignation.MATCH:
        return end_by_resignation(table.noted(Note("event.table.left", {"name": seat.name})), seat, now)
    return _left_to_computer(table, table, seat, now)


def resign(table: Table, person: Person, now: float) -> Step:
    """Resign, with the consequences of `resignation_of`."""
    _needs_match(table)
    seat = ending.require_own_seat(table, person)
    if not is_between_people(table):
        raise TableError("error.button_unknown")
    if resignation_of(table, seat) is Resignation.SEAT:
        return leave(table, person, now)
    return end_by_resignation(table, seat, now)


def replace_by_computer(table: Table, person: Person, number: int, level: Player, now: float) -> Step:
    """Replace the player of a seat by a computer.

    People can give up their own seat, as by leaving. The host and moderators can choose any seat, except an opponent's
    in a match between people. There the computer has the usual level.
    """
    _needs_match(table)
    seat = _seat(table, number)
    _may_give(table, ending.without_stake(table, person), seat)
    if seat.user_id is not None and len(table.persons) == 1:
        raise TableError("table.replace.last_person")
    if table.stored.ladder is not None or table.stored.shared is not None:
        _needs_open_seats(table)
    if is_between_people(table) and level is not _STAND_IN:
        raise TableError("table.replace.usual_level", level=level)
    notes = (Note("event.table.left", {"name": seat.name}),) if seat.user_id is not None else ()
    step = _handed_over(table, seat, StoredSeat(seat.seat, None, level, "", 0, away=False), notes, now)
    return chips.given_up(table, seat, step, now)


def replace_by_person(table: Table, person: Person, number: int, now: float) -> Step:
    """Take over a seat in which a computer plays.

    The person sees a hand of the running deal, so the seat must be open. Else see `admit`.
    """
    seat = seat_wanted(table, person, number)
    if not is_open(table, seat, person.user_id):
        raise TableError("table.replace.must_ask", command="table replace")
    return _take(table, person, seat, now)


def seat_wanted(table: Table, person: Person, number: int) -> StoredSeat:
    """Return the seat, played by a computer, that a newcomer wants.

    :raises TableError: if there is no such seat, a person plays there, or the newcomer sits at the table already.
    """
    _needs_match(table)
    _needs_open_seats(table)
    if table.seat_of(person.user_id):
        raise TableError("lobby.refusal.already_sitting")
    seat = _seat(table, number)
    if not automatic(seat):
        raise TableError("table.replace.seat_taken", name=seat.name)
    _needs_no_other_seat(table, person, seat)
    return seat


def is_open(table: Table, seat: StoredSeat, user_id: int = 0) -> bool:
    """Return True if a newcomer takes a seat without asking: its person has left a match that computers began, too.

    :param user_id: who wants it; one who had a seat of the match asks, since they may have been sent away.
    """
    left = seat.user_id is None and seat.former_id is not None
    return left and not ending.is_between_people(table) and not (user_id and table.has_played(user_id))


def deciders(table: Table, seat: StoredSeat) -> tuple[int, ...]:
    """Return the users who decide on a stand-in: the entrants of the seat's side, the seat's own first."""
    match = table.match
    if match is None or not ending.has_entrants(table):
        return (table.stored.host_id,)
    side = sorted(table.seats, key=lambda one: one != seat)
    entrants = (table.entrant_of(one) for one in side if match.side_of(one.seat) == match.side_of(seat.seat))
    return tuple(one for one in entrants if one is not None)


def require_decider(table: Table, person: Person, number: int, newcomer: int = 0) -> StoredSeat:
    """Return the seat into which a person may let another one, or from which they may turn them away.

    :param newcomer: the user who asks, if they may do the same.
    :raises TableError: in a match that counts, unless the seat is of their own side; else unless they have a seat.
    """
    seat = _seat(table, number)
    if person.user_id == newcomer:
        return seat
    if not ending.has_entrants(table):
        table.require_seat(person, "table.replace.only_table")
    elif person.user_id not in deciders(table, seat):
        raise TableError("table.replace.not_yours", name=seat.former_name or seat.name)
    return seat


def free_seat(table: Table) -> StoredSeat | None:
    """Return the seat that a newcomer can ask for, if any: the first open one, else the first."""
    if not table.status.is_live or table.is_solitary:
        return None
    free = sorted(filter(automatic, table.seats), key=lambda seat: not is_open(table, seat))
    return next(iter(free), None)


def first_automatic(table: Table) -> StoredSeat:
    """Return the first seat in which a computer plays.

    :raises TableError: if there is none.
    """
    seat = next(filter(automatic, table.seats), None)
    if seat is None:
        raise TableError("table.not_sitting")
    return seat


def admit(table: Table, person: Person, newcomer: Person, request: SeatRequest, now: float) -> Step:
    """Let a newcomer take over the seat they requested.

    :raises TableError: if the person does not decide on it, the newcomer has a seat, or the request has expired.
    """
    _needs_match(table)
    seat = require_decider(table, person, request.seat)
    if not automatic(seat) or seat.user_id != request.owner or table.deal > request.deal + 1:
        raise SeatRequestOver
    if table.seat_of(newcomer.user_id):
        raise TableError("table.replace.already_sitting", name=newcomer.name)
    return _take(table, newcomer, seat, now)


def offer_seat(table: Table, person: Person, offer: SeatOffer, now: float) -> Step:  # noqa: ARG001  # as all steps
    """Offer one's own seat, or as host a computer's; in a match that counts one of the own side, see `deciders`."""
    _needs_match(table)
    _needs_open_seats(table)
    seat = _seat(table, offer.seat)
    if table.seat_of(offer.invited) is not None:
        raise TableError("lobby.refusal.already_sitting")
    if not ending.has_entrants(table):
        _may_give(table, ending.without_stake(table, person), seat)
    else:
        require_decider(table, person, offer.seat)
        if not automatic(seat) and person.user_id != table.entrant_of(seat):
            raise TableError("table.replace.present", name=seat.name)
    earlier = [one for one in table.stored.offers if one not in table.marks][1 - _MOST_OFFERS :]
    return Step(table.with_stored(offers=(*table.marks, *earlier, offer.digest(seat.user_id))))


def accept_seat(table: Table, person: Person, offer: SeatOffer, now: float) -> Step:
    """Take over an offered seat.

    :raises OfferOver: if the deal has ended, the seat has changed hands, or the offer was withdrawn.
    :raises TableError: if the person sits at the table already.
    """
    _needs_match(table)
    if table.seat_of(person.user_id):
        raise TableError("lobby.refusal.already_sitting")
    if person.user_id != offer.invited:
        raise TableError("table.replace.not_for_you")
    seat, left = _without_offer(table, offer)
    return _take(left, person, seat, now)


def end_offer(table: Table, person: Person, offer: SeatOffer, now: float) -> Step:  # noqa: ARG001  # as all steps
    """Decline an offered seat, or withdraw the offer.

    :raises OfferOver: if the offer is over.
    """
    _needs_match(table)
    _, left = _without_offer(table, offer)
    if person.user_id not in (offer.invited, offer.by):
        raise TableError("table.replace.offer_not_yours")
    return Step(left)


def _without_offer(table: Table, offer: SeatOffer) -> tuple[StoredSeat, Table]:
    """Return the offered seat, and the table without the offer."""
    seat = _seat(table, offer.seat)
    digest = offer.digest(seat.user_id)
    if offer.deal != table.deal or digest not in table.stored.offers:
        raise OfferOver
    return seat, table.with_stored(offers=tuple(one for one in table.stored.offers if one != digest))


def _may_give(table: Table, person: Person, seat: StoredSeat) -> None:
    """Check that a person may give a seat away.

    :raises TableError: if the seat is not theirs, and they are neither host nor moderator. In a match between people,
        no player can give away the seat of a present person.
    """
    if person.user_id == seat.user_id:
        return
    if person.user_id != table.stored.host_id and not person.moderator:
        raise TableError("table.replace.own_seat_or_host")
    if is_between_people(table) and not automatic(seat) and table.seat_of(person.user_id) is not None:
        raise TableError("table.replace.present", name=seat.name)


def resume(table: Table, person: Person, now: float) -> Step:
    """Resume a paused match with the rest of the turn, as a person at the table or a moderator."""
    _needs_match(table)
    if table.status is not Status.PAUSED:
        raise TableError("table.resume.not_paused")
    if not ending.without_stake(table, person).moderator:
        table.require_seat(person)
    patient = replace(table, seats=tuple(replace(seat, late=min(seat.late, LATE_LIMIT)) for seat in table.seats))
    running = patient.with_stored(status=Status.PLAYING, paused_seat=None, turn_left_s=None)
    running = rest_of_turn(come_back(running, person, now).table, now)
    left_s, deadline = table.stored.turn_left_s, running.stored.deadline
    if left_s is not None and deadline is not None:
        running = running.with_stored(deadline=min(deadline, now + max(LEAST_LEFT_S, left_s)))
    return Step(running.noted(Note("event.table.resumed", {"name": person.name})))


def come_back_and_resume(table: Table, person: Person, now: float) -> Step:
    """Return a seat to its person or entrant; resume a match that only its person kept waiting."""
    seat, own = table.seat_of(person.user_id), seat_to_take_back(table, person.user_id)
    if own is not None:
        return _take(table, person, own, now)
    if seat is None or table.status is not Status.PAUSED:
        return come_back(table, person, now)
    others = any(one != seat and one.player is Player.PERSON for one in table.seats)
    if others and table.stored.paused_seat not in (None, seat.seat):
        return come_back(table, person, now)
    return resume(table, person, now)


def seat_to_take_back(table: Table, user_id: int) -> StoredSeat | None:
    """Return the seat that an entrant can have back from a computer or a stand-in."""
    if table.seat_of(user_id) is not None or not table.status.is_live or not ending.has_entrants(table):
        return None
    return next((seat for seat in table.seats if table.entrant_of(seat) == user_id), None)


def expire(table: Table, now: float) -> Step:
    """End the match after its deadline; pause that of a person alone.

    In a match between people the person who let it wait resigns.
    """
    _needs_match(table)
    if not waits_without_limit(table) or table.stored.deadline is None or table.stored.deadline > now:
        return Step(table)
    if table.status is Status.PLAYING and table.is_alone:
        return Step(paused(table, now + patience(table)).noted(Note("event.table.empty")))
    after, quitter = table.noted(Note("event.table.untouched")), _quitter(table)
    stands_in = quitter is not None and table.status is Status.PLAYING and ending.is_stand_in(table, quitter)
    decides = quitter is not None and (resignation_of(table, quitter) is Resignation.MATCH or _has_one_side_left(table))
    if quitter is not None and decides and not stands_in:
        return end_by_resignation(after, quitter, now)
    if quitter is not None and table.status is Status.PLAYING:
        return _left_to_computer(after, table, quitter, now)
    return _with_stake_of_alone(table, end_match(after, None, AbandonReason.TIME, now), now)


def _quitter(table: Table) -> StoredSeat | None:
    """Return the seat of the person who keeps a match waiting."""
    if not is_between_people(table):
        return None
    if table.status is Status.PLAYING:
        return table.to_move()
    if _has_one_side_left(table):
        return table.persons[0]
    return None if table.stored.paused_seat is None else table.seats[table.stored.paused_seat]


def _has_one_side_left(table: Table) -> bool:
    """Return True if all seated people are of one side."""
    match = table.match
    return match is not None and len({match.side_of(seat.seat) for seat in table.persons}) == 1


def gives_way(table: Table, now: float) -> bool:
    """Return True if a table leaves its channel to a new one: it has long been paused, and all players have left.

    A match that counts stays, and one of the ladder, which would be lost.
    """
    paused_at = (table.stored.deadline or now) - patience(table)
    left = table.status is Status.PAUSED and (table.is_alone or is_deserted(table)) and now - paused_at >= GIVES_WAY_S
    stored = table.stored
    return left and not ending.has_entrants(table) and stored.shared is None and stored.ladder is None


def set_aside(table: Table, now: float) -> Step:
    """End a deserted match without a result, so that its channel is free; its people can play on, see `continuing`.

    With chips a person alone pays the stake of the running deal, as for leaving it.

    :raises ChannelTaken: if a player has come back.
    """
    if not table.status.is_live:
        return Step(table)
    if not gives_way(table, now):
        raise ChannelTaken(table.id)
    return _with_stake_of_alone(table, end_without_result(table, AbandonReason.TIME, now), now)


def _with_stake_of_alone(table: Table, step: Step, now: float) -> Step:
    """Return the step in which a person alone, who let a match wait, pays the stake of the running deal."""
    return chips.given_up(table, table.persons[0], step, now) if table.is_alone else step


def abandon(table: Table, now: float) -> Step:
    """Abandon a table whose channel is gone."""
    gone = end_without_result(table, AbandonReason.CHANNEL, now).table if table.status.is_live else table
    unshown = gone.with_stored(board_id=None, call_id=None, shown_revision=table.revision)
    return Step(replace(unshown.with_stored(announced=table.stored.deals_ended), endings=()))


def _needs_match(table: Table) -> None:
    if table.status is Status.LOBBY:
        raise TableError("table.not_begun")
    if table.status not in (Status.PLAYING, Status.PAUSED):
        raise TableOver


def _needs_open_seats(table: Table) -> None:
    """Refuse if the match is for one person."""
    if table.stored.shared is not None:
        raise TableError("table.replace.shared")
    if table.is_solitary:
        raise TableError("table.replace.practice" if table.stored.ladder is None else "table.replace.ladder")


def _seat(table: Table, number: int) -> StoredSeat:
    if not 0 <= number < len(table.seats):
        raise TableError("refusal.no_such_seat", seat=number)
    return table.seats[number]


def _stand_in(seat: StoredSeat) -> StoredSeat:
    """Return the seat with the computer that takes it over."""
    return StoredSeat(seat.seat, None, _STAND_IN, "", 0, away=False)


def _left_to_computer(after: Table, table: Table, seat: StoredSeat, now: float) -> Step:
    """Give a seat to a computer; its person pays the stake of `table`."""
    notes = (Note("event.table.left", {"name": seat.name}),)
    return chips.given_up(table, seat, _handed_over(after, seat, _stand_in(seat), notes, now), now)


def _needs_no_other_seat(table: Table, person: Person, seat: StoredSeat) -> None:
    """Check that a person has left no other seat in this deal, whose hand they would know."""
    own = table.mark_of(person.user_id)
    if any(f"{table.deal}/{one.seat}/{own}" in table.marks for one in table.seats if one.seat != seat.seat):
        raise TableError("table.replace.left_other", name=person.name)


def _take(table: Table, person: Person, seat: StoredSeat, now: float) -> Step:
    _needs_open_seats(table)
    _needs_no_other_seat(table, person, seat)
    by_person = seat.player is Player.PERSON
    about = {"name": person.name, **({"former": seat.name} if by_person else {})}
    note = Note("event.table.replaced" if by_person else "event.table.replaced_computer", about)
    new = StoredSeat(seat.seat, person.user_id, Player.PERSON, person.name, 0, away=False)
    return replace(_handed_over(table, seat, new, (note,), now), chips=chips.seating(table, (new,), now))


def _handed_over(table: Table, seat: StoredSeat, new: StoredSeat, notes: tuple[Note, ...], now: float) -> Step:
    """Give a seat to another player; it stays known who played there first."""
    first = (seat.user_id, seat.name) if seat.former_id is None else (seat.former_id, seat.former_name)
    if first[0] is not None and first[0] != new.user_id:
        new = replace(new, former_id=first[0], former_name=first[1])
    if seat.player is Player.PERSON:
        notes = tuple(replace(note, values={**note.values, LEFT_SEAT: str(seat.seat)}) for note in notes)
    after = table.with_seat(new).noted(*notes).with_stored(end_request=None)
    if seat.user_id is not None:
        mark = f"{table.deal}/{seat.seat}/{table.mark_of(seat.user_id)}"
        after = after.with_stored(offers=tuple(dict.fromkeys((*table.stored.offers, mark))))
    if table.stored.paused_seat == seat.seat:
        after = after.with_stored(paused_seat=None)
    if table.match is not None and table.match.to_move() == seat.seat and not ending.has_entrants(table):
        after = after.with_stored(turn_left_s=None)
    if seat.user_id == table.stored.host_id and after.persons:
        after = after.with_stored(host_id=after.persons[0].user_id)
    after = seat_changed(after, seat.seat)
    if table.to_move() == seat or ((table.agreeing or after.agreeing) and table.status is Status.PLAYING):
        left_s = table.stored.turn_left_s if automatic(seat) else (table.stored.deadline or now) - now
        after = rest_of_turn(after, now)
        if left_s is not None and table.to_move() == seat and ending.has_entrants(table):
            after = _with_rest_of_turn(after, max(0.0, left_s), now)
    return Step(after)


def _with_rest_of_turn(table: Table, left_s: float, now: float) -> Table:
    """Return a table whose player to move has no more time than was left before the seat changed hands."""
    mover, deadline = table.to_move(), table.stored.deadline
    if mover is not None and not automatic(mover) and deadline is not None:
        table = table.with_stored(deadline=min(deadline, now + left_s))
    return table.with_stored(turn_left_s=left_s)

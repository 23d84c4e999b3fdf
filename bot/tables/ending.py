"""Ending a match early without power over others' results.

A person at the table can resign, see `staffing.resign`, or ask all people there to agree, see `agreeing`. An umpire,
who has no seat, can end the match without a result. The host ends a match that counts for nothing.
"""

from collections.abc import Set as AbstractSet
from dataclasses import replace
from enum import StrEnum

from games.core.match import FinishableMatch
from storage.league.results import NotCounted
from storage.matches import AbandonReason, Player, Status, StoredSeat

from . import chips
from .errors import TableError, TableOver
from .play import finish, give_up, stop
from .state import Note, Person, Step, Table


class Resignation(StrEnum):
    """The result of a resignation."""

    MATCH = "match"
    """The match ends, and the side of the person loses."""
    SEAT = "seat"
    """A computer takes the seat, and the others play on."""


def is_between_people(table: Table) -> bool:
    """Return True if people had all seats at the beginning."""
    if table.match is None or table.match.outcome is not None:
        return False
    if table.entry is None:  # it began before that was stored
        return all(seat.player is Player.PERSON for seat in table.seats)
    return table.entry.why_not not in (NotCounted.COMPUTERS, NotCounted.CONTINUED)


def is_at_stake(table: Table, umpires: AbstractSet[int] | None) -> bool:
    """Return True if the match counts, so no person alone ends it.

    :param umpires: the hosts of its tournament; None without one.
    """
    return has_entrants(table) or (is_between_people(table) and umpires is not None)


def has_entrants(table: Table) -> bool:
    """Return True if the match counts, so its seats belong to the people who began it."""
    counts = table.entry is None or table.entry.why_not is None or table.of_pairing
    return is_between_people(table) and counts


def is_stand_in(table: Table, seat: StoredSeat) -> bool:
    """Return True if a person plays for the entrant of a seat."""
    return seat.user_id is not None and has_entrants(table) and table.entrant_of(seat) != seat.user_id


def require_own_seat(table: Table, person: Person) -> StoredSeat:
    """Return the seat of a person whose result it is.

    :raises TableError: if they have no seat, or play for its entrant.
    """
    seat = table.require_seat(person)
    if is_stand_in(table, seat):
        raise TableError("table.replace.not_yours", name=seat.former_name)
    return seat


def without_stake(table: Table, person: Person) -> Person:
    """Return a person without a moderator's rights if they have or had a seat of a match between people."""
    return replace(person, moderator=False) if is_between_people(table) and table.has_played(person.user_id) else person


def is_umpire(table: Table, person: Person, umpires: AbstractSet[int] | None) -> bool:
    """Return True if a person may end others' counting match, in which they have never had a seat."""
    return not table.has_played(person.user_id) and (person.moderator or person.user_id in (umpires or ()))


def resignation_of(table: Table, seat: StoredSeat) -> Resignation:
    """Return the result if a person resigns.

    The match ends only if that decides nothing for others, such as a partner or several opponents. Deals that are
    compared with other tables are always played to their end.
    """
    match = table.match
    others = [one for one in table.persons if one.seat != seat.seat]
    if match is None or not others:
        return Resignation.MATCH
    if table.stored.shared is not None:
        return Resignation.SEAT
    with_partner = any(match.side_of(one.seat) == match.side_of(seat.seat) for one in others)
    return Resignation.SEAT if with_partner or len(match.scores) > 2 else Resignation.MATCH


def winners_after(table: Table, seat: StoredSeat) -> tuple[int, ...]:
    """Return the winning sides if a seat resigns."""
    if table.match is None:
        raise table.unreadable
    ahead = table.match.copy()
    ahead.resign(seat.seat)
    return ahead.outcome.winners if ahead.outcome is not None else ()


def ends_with_result(table: Table) -> bool:
    """Return True if an early end of the match has winners.

    One that shares its deals with other tables has a result only at its end: results must be comparable.
    """
    running = table.match is not None and table.match.outcome is None and table.stored.shared is None
    return running and issubclass(table.game, FinishableMatch) and table.stored.deals_ended > 0


def end(table: Table, person: Person, umpires: AbstractSet[int] | None, now: float) -> Step:
    """End a match that does not count; an umpire may end any."""
    if not table.status.is_live:
        raise TableOver
    umpire, at_stake = is_umpire(table, person, umpires), is_at_stake(table, umpires)
    if at_stake and not umpire:
        table.require_seat(person, "table.end.only_umpire")
        raise TableError("table.end.must_resign", command="table show")
    if not umpire:
        table.require_host(person)
    reason = AbandonReason.HOST if person.user_id == table.stored.host_id else AbandonReason.UMPIRE
    agreed = [seat.user_id for seat in table.persons] == [person.user_id]
    after = table.noted(Note("event.table.ended", {"name": person.name}))
    step = end_match(after, person, reason, now, agreed=agreed)
    return replace(step, umpire=person.user_id) if at_stake else step


def end_match(table: Table, person: Person | None, reason: AbandonReason, now: float, *, agreed: bool = False) -> Step:
    """End the match, with a result if allowed. A lone person leaves.

    :param person: the person who ends it; None for the clock.
    :param reason: the reason if it ends without a result.
    :param agreed: whether all people agree; else only complete deals count.
    """
    if not ends_with_result(table):
        step = end_without_result(table, reason, now, by=person.user_id if person is not None else None)
    else:
        step = finish(table, person, now) if agreed else stop(table, person, now)
    seat = table.seat_of(person.user_id) if person is not None else None
    return step if seat is None or len(table.persons) > 1 else chips.given_up(table, seat, step, now)


def end_without_result(table: Table, reason: AbandonReason, now: float, *, by: int | None = None) -> Step:
    """End the match without a result."""
    over = table.with_stored(status=Status.CANCELLED, ended_at=now, deadline=None, end_request=None, offers=())
    return Step(over.with_stored(end_reason=reason, ended_by=by) if table.status is not Status.LOBBY else over)


def end_by_resignation(table: Table, seat: StoredSeat, now: float) -> Step:
    """End the match by the resignation of a seat; one that shares its deals with other tables without a result."""
    if table.stored.shared is not None:
        step = end_without_result(table, AbandonReason.LEFT, now, by=seat.user_id)
    else:
        step = give_up(table.with_stored(end_request=None, offers=()), seat, now)
    return chips.given_up(table, seat, step, now)

"""Secret signs: agreeing on them, and making them in play.

A pair agrees on its sign before the first deal, after a request for a new one, and after a change of its players. One
partner proposes a sign, and the other proposes the same. Play waits until all pairs have agreed. After `PACT_S`
seconds a pair gets a random sign. A computer accepts any proposal of its partner, and two computers agree
immediately.

Only each seat's last sign in the running deal is kept.
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from bot.tables.errors import TableError, TableOver
from bot.tables.pacts import SIGNS, to_be_drawn
from bot.tables.play import needs_moves, rest_of_turn
from bot.tables.state import Note, Person, Sign, Step, Table
from storage.matches import Player, Status, StoredSeat
from storage.signs import Pact, Pad


class SignDisclosure(StrEnum):
    """The part of a sign that others at the table see."""

    SIGN = "sign"
    GESTURE = "gesture"  # that a sign was made, but not which one
    NONE = "none"


def disclosure(table: Table) -> SignDisclosure:
    """Return the part of a sign that others here see."""
    key = table.game.info.sign_visibility_option
    return (
        SignDisclosure.SIGN if key is None else SignDisclosure(str(table.stored.options.get(key, SignDisclosure.SIGN)))
    )


def signs_seen(table: Table) -> Mapping[int, str]:
    """Return the last public sign of each seat; "" if hidden."""
    match disclosure(table) if table.signs else SignDisclosure.NONE:
        case SignDisclosure.NONE:
            return {}
        case SignDisclosure.GESTURE:
            return {one.seat: "" for one in table.signs}
        case SignDisclosure.SIGN:
            return {one.seat: one.sign for one in table.signs}


def propose(table: Table, person: Person, sign: str, now: float) -> Step:
    """Propose a sign; an equal proposal or a computer makes the pact.

    :raises TableError: if the person has no seat, no match is running, or the pair has agreed already.
    """
    seat, pact = _open_pact(table, person)
    proposals = _with_proposal(table, pact, seat, _known(sign))
    partner = table.seats[table.partner_of(seat.seat)]
    if partner.player is not Player.PERSON or len(set(proposals)) == 1:
        agreed = replace(pact, sign=sign, drawn=False, open=False, proposals=(None, None))
        return Step(_with_fresh_clocks(table.with_pact(agreed), now))
    return Step(table.with_pact(replace(pact, proposals=proposals)))


def withdraw(table: Table, person: Person, sign: str, _now: float) -> Step:
    """Withdraw a proposed sign, if it is the last one."""
    seat = table.seat_of(person.user_id)
    if seat is None or not table.pacts:
        return Step(table)
    pact = table.pact_of(seat.seat)
    if not pact.open or pact.proposals[_member(table, seat)] != sign:
        return Step(table)
    return Step(table.with_pact(replace(pact, proposals=_with_proposal(table, pact, seat, None))))


def draw_overdue(table: Table, now: float) -> Step:
    """Draw signs for pairs that have not agreed in time."""
    if not table.agreeing or table.stored.deadline is None or table.stored.deadline > now:
        return Step(table)
    for pact in table.pacts:
        if pact.open:
            table = table.with_pact(to_be_drawn(pact))
    return Step(_with_fresh_clocks(table, now))


def ask_for_new_sign(table: Table, person: Person, now: float) -> Step:
    """Ask for a new sign: now if nothing was done, else after the deal.

    :raises TableError: if the person has no seat, no match is running, or a pair is agreeing now.
    """
    needs_moves(table)
    seat = table.require_seat(person)
    pact = table.pact_of(seat.seat)
    if table.untouched:
        return Step(rest_of_turn(table.with_pact(Pact(pact.pair)), now))
    if pact.asked:
        return Step(table)
    return Step(table.with_pact(replace(pact, asked=True)).noted(_about_pair(table, pact.pair)))


def give(table: Table, person: Person, deal: int, sign: str, now: float) -> Step:
    """Make a sign to the partner; the options limit its visibility.

    :param deal: the deal in which they made it; in the next one it would mislead.
    :raises TableError: if the person has no seat, no moves can be made now, or that deal is over.
    """
    needs_moves(table)
    if deal != table.deal:
        raise TableError("table.old_deal")
    return _given(table, table.require_seat(person), sign, now)


def give_of_computer(table: Table, seat: StoredSeat, deal: int, sign: str, now: float) -> Step:
    """Make a computer's sign, if seat and deal are unchanged."""
    needs_moves(table)
    return _given(table, seat, sign, now) if (table.seats[seat.seat], table.deal) == (seat, deal) else Step(table)


def pad_sent(table: Table, pad: Pad, _now: float) -> Step:
    """Record a person's pad, or their refusal of direct messages."""
    seat = table.seats[pad.seat] if pad.seat < len(table.seats) else None
    if seat is None or seat.user_id != pad.user_id:
        return Step(table)
    others = tuple(one for one in table.pads if one.seat != pad.seat)
    return Step(replace(table, pads=tuple(sorted((*others, pad), key=lambda one: one.seat))))


def _given(table: Table, seat: StoredSeat, sign: str, now: float) -> Step:
    made = Sign(seat.seat, _known(sign), now, table.signs_made + 1)
    after = replace(
        table,
        signs=(*(one for one in table.signs if one.seat != seat.seat), made),
    )
    return Step(after.noted(*said(table, made)))


def said(table: Table, made: Sign) -> tuple[Note, ...]:
    """Return the public notes about a sign."""
    values = {"seat": str(made.seat)}
    match disclosure(table):
        case SignDisclosure.NONE:
            return ()
        case SignDisclosure.GESTURE:
            return (Note("event.signs.gesture", values),)
        case SignDisclosure.SIGN:
            return (Note("event.signs.shown", {**values, "sign": made.sign}),)


def _about_pair(table: Table, pair: int) -> Note:
    seats = [str(seat.seat) for seat in table.seats if seat.seat % table.pairs == pair]
    return Note("event.signs.new_sign", {"seats": " ".join(seats)})


def _open_pact(table: Table, person: Person) -> tuple[StoredSeat, Pact]:
    seat = table.require_seat(person)
    if not table.pacts or table.status not in (Status.PLAYING, Status.PAUSED):
        raise TableError("table.not_begun") if table.status.is_live else TableOver()
    pact = table.pact_of(seat.seat)
    if not pact.open:
        raise TableError("pact.over")
    return seat, pact


def _known(sign: str) -> str:
    if sign not in SIGNS:
        raise TableError("error.button_unknown")
    return sign


def _member(table: Table, seat: StoredSeat) -> int:
    return seat.seat // table.pairs


def _with_proposal(table: Table, pact: Pact, seat: StoredSeat, sign: str | None) -> tuple[str | None, str | None]:
    first, second = pact.proposals
    return (sign, second) if _member(table, seat) == 0 else (first, sign)


def _with_fresh_clocks(table: Table, now: float) -> Table:
    """Return the table, with fresh clocks once all pairs have agreed."""
    return table if table.agreeing else rest_of_turn(table, now)

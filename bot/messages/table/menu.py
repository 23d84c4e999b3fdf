"""The table menu, and confirmations of irreversible actions."""

from bot.messages.errors import table_error_text
from bot.messages.games import presenter_at
from bot.messages.parts.addresses import parse_level, parse_number, parse_numbers
from bot.messages.parts.components import Button, ClickAddress, ClickKind, Kind, Style
from bot.messages.parts.message import Message
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import bold, code_block
from bot.messages.report import report_button
from bot.messages.table.shuffle import shuffle_button
from bot.tables import ending, staffing
from bot.tables.errors import OfferOver, TableError
from bot.tables.helping import lone_player
from bot.tables.staffing import OFFER_S, SeatOffer, SeatRequest
from bot.tables.state import Person, Table
from bot.tables.taking_back import may_take_back
from storage.matches import Player, Status

from .ending import stake_text, winners_text


def menu_message(table: Table, person: Person, reader: Reader, *, is_umpire: bool, note: str = "") -> Message:
    """Return the menu of a table for a person.

    :param is_umpire: whether the person may end others' counting match.
    :param note: the first line.
    """
    w = reader.words
    seat = table.seat_of(person.user_id)
    seated = seat is not None
    person = ending.without_stake(table, person)
    in_charge = person.user_id == table.stored.host_id or person.moderator or is_umpire

    def button(kind: ClickKind, key: str, style: Style = Style.PLAIN) -> Button:
        return Button(ClickAddress(kind, table.id, table.revision), w(key), style)

    buttons = [button(Kind.SHOW, "table.button.show"), button(Kind.LETTERS, "table.button.text_board")]
    if table.status is Status.PLAYING and (in_charge or (seated and ending.is_between_people(table))):
        buttons.append(button(Kind.PAUSE, "table.button.pause"))
    if table.status is Status.PAUSED and (seated or person.moderator):
        buttons.append(button(Kind.RESUME, "table.button.resume"))
    buttons += [shuffle_button(table.id, w), report_button(table.id, table.revision, reader)]
    danger = [button(Kind.ASK_LEAVE, "table.button.leave", Style.DANGER)] if seated else []
    if seat is not None and table.status is Status.PLAYING and may_take_back(table) and table.has_acted(seat.seat):
        danger.insert(0, button(Kind.TAKE_BACK, "table.button.take_back"))
    is_alone = seated and lone_player(table) is not None  # whose leaving ends the match
    if not is_alone and (in_charge or (seated and ending.is_between_people(table))):
        closes = table.status is Status.LOBBY
        kind, key = (Kind.CANCEL, "lobby.button.cancel") if closes else (Kind.ASK_END, "table.button.end")
        danger.append(button(kind, key, Style.DANGER))
    danger.append(Button(ClickAddress(Kind.TABLES), w("tables.title"), emoji="🪑"))
    return Message("\n".join(filter(None, (note, w("table.menu")))), rows=(buttons, danger))


def confirm_leave(table: Table, person: Person, reader: Reader) -> Message:
    """Return the question before a player leaves."""
    w = reader.words
    seat = table.seat_of(person.user_id)
    if len(table.persons) > 1 or seat is None:
        text = w("table.leave.confirm")
    elif table.stored.shared is not None:
        text = w("table.leave.confirm_shared")
    elif ending.is_stand_in(table, seat):
        text = w("table.leave.confirm")
    elif ending.is_between_people(table):
        text = w("table.leave.confirm_resign", names=winners_text(table, seat, reader))
    else:
        text = w("table.leave.confirm_last")
    return _confirmation(table, f"{text}{stake_text(table, seat, person.user_id, reader)}", Kind.LEAVE, "", reader)


def confirm_take_seat(table: Table, seat: int, person: Person, reader: Reader) -> Message:
    """Return the question before taking or requesting a seat."""
    w, former = reader.words, PlayerNames.at(table, reader.words).spoken[seat]
    if staffing.is_open(table, table.seats[seat], person.user_id):
        text = w("table.replace.confirm", name=bold(person.name), former=former)
    else:
        text = w("table.replace.confirm_ask", former=former)
    return _confirmation(table, text, Kind.TAKE_SEAT, str(seat), reader)


def seat_request(table: Table, request: SeatRequest, user_id: int, reader: Reader) -> Message:
    """Return the public request for a seat."""
    w, asked = reader.words, staffing.deciders(table, table.seats[request.seat])
    former = PlayerNames.at(table, w).spoken[request.seat]
    named = w.list([f"<@{one}>" for one in asked])
    text = w("table.replace.request", host=named, name=f"<@{user_id}>", former=former)
    rest = f"{request.seat}/{user_id}/{request.owner or 0}"  # read by `parse_seat_request`
    yes = Button(ClickAddress(Kind.ADMIT, table.id, request.deal, rest), w("table.button.confirm"), Style.GO)
    no = Button(ClickAddress(Kind.TURN_AWAY, table.id, request.deal, rest), w("table.button.keep"))
    return Message(text, rows=((yes, no),), mentions=(*asked, user_id))


def parse_seat_request(address: ClickAddress) -> tuple[SeatRequest, int]:
    """Return an address's seat request and the requesting user.

    :raises TableError: if the address names none.
    """
    seat, user_id, owner = parse_numbers(address.rest, 3)
    return SeatRequest(seat, owner or None, address.number), user_id


def seat_requested(table: Table, seat: int, reader: Reader) -> Message:
    """Return the answer to a person's request for a seat."""
    return Message(reader.words("table.replace.asked", former=PlayerNames.at(table, reader.words).spoken[seat]))


def seat_request_declined(table: Table, seat: int, user_id: int, reader: Reader) -> Message:
    """Return the replacement of a declined request for a seat."""
    former = PlayerNames.at(table, reader.words).spoken[seat]
    return Message(reader.words("table.replace.declined", name=f"<@{user_id}>", former=former))


def parse_given_seat(address: ClickAddress) -> tuple[int, Player]:
    """Return the seat that a computer takes, and its level.

    :raises TableError: if the address names none.
    """
    seat, _, level = address.rest.partition("/")
    return parse_number(seat), parse_level(level)


def confirm_computer(table: Table, seat: int, level: Player, person: Person, reader: Reader) -> Message:
    """Return the question before a computer takes over a seat."""
    w = reader.words
    former = PlayerNames.at(table, w).spoken[seat]
    text = w("table.replace.confirm", name=w(f"lobby.computer.{level}"), former=former)
    text = f"{text}{stake_text(table, table.seats[seat], person.user_id, reader)}"
    return _confirmation(table, text, Kind.GIVE_SEAT, f"{seat}/{level}", reader)


def parse_seat_offer(address: ClickAddress) -> SeatOffer:
    """Return the seat offer that a button answers.

    :raises OfferOver: if the button is from an earlier version, which stored no offers.
    :raises TableError: if the address names no offer.
    """
    numbers, _, offer_id = address.rest.rpartition("/")
    if numbers.count("/") != 2:
        raise OfferOver
    seat, invited, by = parse_numbers(numbers, 3)
    return SeatOffer(offer_id, seat, address.number, invited, by)


def seat_offer(table: Table, offer: SeatOffer, reader: Reader) -> Message:
    """Return the public seat offer, which either user can end."""
    w = reader.words
    text = w("table.replace.ask", name=f"<@{offer.invited}>", former=PlayerNames.at(table, w).spoken[offer.seat])
    text = f"{text}\n-# {w('table.end.request_holds', minutes=OFFER_S // 60)}"
    rest = f"{offer.seat}/{offer.invited}/{offer.by}/{offer.offer_id}"
    yes = Button(ClickAddress(Kind.ACCEPT_SEAT, table.id, offer.deal, rest), w("table.button.confirm"), Style.GO)
    no = Button(ClickAddress(Kind.END_OFFER, table.id, offer.deal, rest), w("table.button.end_offer"))
    return Message(text, rows=((yes, no),), mentions=(offer.invited,))


def seat_offer_expired(reader: Reader) -> Message:
    """Return the replacement of an expired offer of a seat."""
    return Message(table_error_text(OfferOver(), reader))


def seat_offer_withdrawn(table: Table, seat: int, by: int, reader: Reader) -> Message:
    """Return the replacement of a withdrawn offer of a seat."""
    former = PlayerNames.at(table, reader.words).spoken[seat]
    return Message(reader.words("table.replace.offer_back", name=f"<@{by}>", former=former))


def seat_taken(before: Table, seat: int, person: Person, reader: Reader) -> Message:
    """Return the message that a person took over a seat."""
    former = PlayerNames.at(before, reader.words).spoken[seat]
    return Message(reader.words("table.replace.done", name=bold(person.name), former=former))


def seat_given(before: Table, after: Table, seat: int, reader: Reader) -> Message:
    """Return the message that a computer took over a seat."""
    w = reader.words
    former = PlayerNames.at(before, w).spoken[seat]
    return Message(w("table.replace.done", name=PlayerNames.at(after, w).spoken[seat], former=former))


def text_board(table: Table, reader: Reader) -> Message:
    """Return the table as text.

    :raises TableError: if the match has not begun.
    """
    view = table.view(None)
    if view is None:
        raise TableError("table.not_begun")
    presenter = presenter_at(table, reader)
    text, said = presenter.text_board(view), presenter.description(view)
    return Message(f"{code_block(text)}\n{said}" if text else said)


def _confirmation(table: Table, text: str, kind: ClickKind, rest: str, reader: Reader) -> Message:
    yes = Button(ClickAddress(kind, table.id, table.revision, rest), reader.words("table.button.confirm"), Style.DANGER)
    no = Button(ClickAddress(Kind.KEEP, table.id), reader.words("table.button.keep"))
    return Message(text, rows=((yes, no),))

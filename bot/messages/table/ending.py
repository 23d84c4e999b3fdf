"""Questions before an early end, a pause or a move back: by host, resignation, or agreement."""

from bot.messages.parts.components import Button, ClickAddress, Kind, Style
from bot.messages.parts.message import Message
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import bold
from bot.tables import chips, ending
from bot.tables.agreeing import REQUEST_S, still_to_agree
from bot.tables.ending import Resignation
from bot.tables.state import Table
from bot.tables.time_controls import UNTOUCHED_S
from storage.matches import EndRequest, RequestKind, StoredSeat


def confirm_end(table: Table, reader: Reader, *, agreed: bool = False) -> Message:
    """Return the question before a match is ended or abandoned.

    :param agreed: whether the user is the only person at the table.
    """
    w = reader.words
    if ending.ends_with_result(table):
        key = "table.end.confirm_finish" if agreed else "table.end.confirm_stop"
    else:
        key = "table.end.confirm"
    seat = table.persons[0] if agreed else None
    text = f"{w(key)}{stake_text(table, seat, None if seat is None else seat.user_id, reader)}"
    yes = Button(ClickAddress(Kind.END, table.id, table.revision), w("table.button.confirm"), Style.DANGER)
    return Message(text, rows=((yes, _keep(table, reader)),))


def confirm_resign(table: Table, seat: StoredSeat, reader: Reader, *, can_ask: bool) -> Message:
    """Return the question before a person resigns.

    :param can_ask: whether they may ask the table to end the match instead.
    """
    w, result = reader.words, ending.resignation_of(table, seat)
    if result is Resignation.SEAT:
        text = w("table.resign.confirm_seat")
        text = f"{text}{stake_text(table, seat, seat.user_id, reader)}"
    elif table.stored.shared is not None:
        text = w("table.leave.confirm_shared")
    else:
        text = w("table.resign.confirm", names=winners_text(table, seat, reader))
    resign = Button(ClickAddress(Kind.RESIGN, table.id, table.revision, result), w("table.button.resign"), Style.DANGER)
    ask = Button(ClickAddress(Kind.ASK_ALL, table.id, table.revision), w("table.button.ask_all"))
    text = f"{text}\n{w('table.resign.or_ask')}" if can_ask else text
    return Message(text, rows=((resign, *((ask,) if can_ask else ()), _keep(table, reader)),))


def stake_text(table: Table, seat: StoredSeat | None, user_id: int | None, reader: Reader) -> str:
    """Return the cost of leaving, after a space; "" without chips."""
    if seat is None or seat.user_id is None or not table.pays_chips:
        return ""
    amount = chips.at_stake(table, seat)
    if seat.user_id == user_id:
        return f" {reader.words('table.leave.chips', amount=amount)}"
    return f" {reader.words('event.table.stake_paid', name=bold(seat.name), amount=amount)}"


def winners_text(table: Table, seat: StoredSeat, reader: Reader) -> str:
    """Return the sides that win if a seat resigns."""
    sides = PlayerNames.at(table, reader.words).sides
    return reader.words.list([sides[side] for side in ending.winners_after(table, seat)])


def end_request(table: Table, asked: EndRequest, reader: Reader) -> Message:
    """Return the public question to agree on an end, a pause or a move back."""
    w = reader.words
    asker = table.seats[asked.agreed[0]]
    missing = [seat.user_id for seat in still_to_agree(table, asked) if seat.user_id is not None]
    waiting = w.list([f"<@{user_id}>" for user_id in missing])
    key = "table.end.request_finish" if ending.ends_with_result(table) else "table.end.request"
    key = {RequestKind.PAUSE: "table.pause.request", RequestKind.TAKE_BACK: "table.back.request"}.get(asked.kind, key)
    text = w(key, name=f"<@{asker.user_id}>", names=waiting)
    if asked.kind is not RequestKind.TAKE_BACK:
        text = f"{text}\n-# {w('table.end.request_holds', minutes=REQUEST_S // 60)}"
    style = Style.DANGER if asked.kind is RequestKind.END else Style.GO
    rest = f"{asked.kind}/{asked.agreed[0]}" if asked.kind is RequestKind.TAKE_BACK else asked.kind
    agree = Button(ClickAddress(Kind.AGREE_END, table.id, asked.deal, rest), w("table.button.agree"), style)
    play_on = Button(ClickAddress(Kind.PLAY_ON, table.id, asked.deal), w("table.button.play_on"))
    return Message(text, rows=((agree, play_on),), mentions=tuple(missing))


def request_over(name: str, reader: Reader) -> Message:
    """Return the message after a player refused a request."""
    return Message(reader.words("table.end.played_on", name=name))


def paused_text(table: Table, reader: Reader) -> str:
    """Return the answer to a pause or a request for it, with any resignation deadline."""
    w, number, asked = reader.words, table.stored.paused_seat, table.stored.end_request
    text = w("table.pause.done", command=reader.command("table show"))
    if asked is not None and asked.kind is RequestKind.PAUSE:
        text, number = w("table.pause.asked"), asked.agreed[0]
    if number is None or not ending.is_between_people(table):
        return text
    if ending.resignation_of(table, table.seats[number]) is not Resignation.MATCH:
        return text
    return f"{text} {w.count('table.pause.resigns', int(UNTOUCHED_S // 86_400))}"


def _keep(table: Table, reader: Reader) -> Button:
    return Button(ClickAddress(Kind.KEEP, table.id), reader.words("table.button.keep"))

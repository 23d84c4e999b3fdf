"""The buttons of a table's menu: seeing the board again, leaving, pausing, ending, and seats that change hands."""

from collections.abc import Mapping
from typing import Final

from bot.messages.errors import table_error_text
from bot.messages.parts.components import Kind
from bot.messages.parts.message import Message
from bot.messages.table.board import ON_BOARD
from bot.messages.table.menu import (
    confirm_end,
    confirm_leave,
    confirm_take_seat,
    menu_message,
    seat_given,
    seat_offer_expired,
    seat_offer_withdrawn,
    seat_request,
    seat_request_declined,
    seat_requested,
    seat_taken,
    text_board,
)
from bot.requests.repost import repost_board
from bot.requests.request import Click, Handler
from bot.requests.values import parse_level, parse_number
from bot.tables import staffing
from bot.tables.errors import OfferOver, SeatRequestOver, TableError
from bot.tables.staffing import OFFER_S, SeatRequest
from bot.tables.state import Person, Step, Table
from storage.matches import StoredSeat

_LONGEST_ID: Final = 20
"""How many digits the id of a user may have."""


async def _menu(click: Click) -> None:
    await click.reply.whisper(menu_message(await click.live_table(), click.person, click.reader))


async def _show(click: Click) -> None:
    await click.reply.renew(Message(repost_board(click, await click.live_table())))


async def _letters(click: Click) -> None:
    await click.reply.renew(text_board(await click.table(), click.reader))


async def _pause(click: Click) -> None:
    await click.apply(click.match_id, staffing.pause)
    await click.reply.renew(Message(click.words("table.pause.done", command=click.reader.command("table resume"))))


async def _resume(click: Click) -> None:
    await click.apply(click.match_id, staffing.resume)
    if click.address.rest == ON_BOARD:
        await click.reply.acknowledge()
        return
    await click.reply.renew(Message(click.words("table.resume.done")))


async def _ask_leave(click: Click) -> None:
    table = await click.live_table()
    table.seat_needed(click.person)
    await click.reply.renew(confirm_leave(table, click.person, click.reader))


async def _leave(click: Click) -> None:
    after = await click.apply(click.match_id, staffing.leave)
    done = "table.leave.done" if after.status.is_live else "table.end.done"
    await click.reply.renew(Message(click.words(done)))


async def _ask_end(click: Click) -> None:
    table = await click.live_table()
    table.host_needed(click.person)
    await click.reply.renew(confirm_end(table, click.person, click.reader))


async def _end(click: Click) -> None:
    await click.apply(click.match_id, staffing.end)
    await click.reply.renew(Message(click.words("table.end.done")))


async def _ask_seat(click: Click) -> None:
    """Ask whether to take over, or ask for, the first seat in which a computer plays."""
    table = await click.live_table()
    seat = staffing.seat_wanted(table, click.person, staffing.first_automatic(table).seat)
    await click.reply.whisper(confirm_take_seat(table, seat.seat, click.person, click.reader))


async def _take_seat(click: Click) -> None:
    """Take over the seat of a computer where that is open to all; else ask the people at the table for it."""
    before = await click.table()
    seat = staffing.seat_wanted(before, click.person, click.number)
    if not before.stored.open_to_all:
        request = SeatRequest(seat.seat, seat.user_id, before.deal)
        everybody = click.services.preferences.table_reader(before)
        question = seat_request(before, request, click.user_id, everybody)
        await click.services.channels.send(before.stored.channel_id, question)
        await click.reply.renew(seat_requested(before, seat.seat, click.reader))
        return
    await click.apply(click.match_id, staffing.replace_by_person, click.number)
    await click.reply.renew(seat_taken(before, click.number, click.person, click.reader))


async def _give_seat(click: Click) -> None:
    number, _, level = click.address.rest.partition("/")
    seat, player = parse_number(number), parse_level(level)
    before = await click.table()
    after = await click.apply(click.match_id, staffing.replace_by_computer, seat, player)
    await click.reply.renew(seat_given(before, after, seat, click.reader))


async def _accept_seat(click: Click) -> None:
    """Take over a seat that was offered; an offer that is no longer valid is ended in its message."""
    offer, invited, _ = _offer(click)
    if click.user_id != invited:
        raise TableError("table.replace.not_for_you")
    before = await click.live_table()
    try:
        _needs_fresh(click)
        await click.apply(click.match_id, staffing.accept_seat, offer)
    except OfferOver:
        await click.reply.renew(seat_offer_expired(click.reader))
    else:
        await click.reply.renew(seat_taken(before, offer.seat, click.person, click.reader))


async def _end_offer(click: Click) -> None:
    """Take an offer of a seat back, or decline it."""
    offer, invited, by = _offer(click)
    if click.user_id not in (invited, by):
        raise TableError("table.replace.offer_not_yours")
    table = await click.live_table()
    _seat_at(table, offer.seat)
    if click.user_id == invited:
        await click.reply.renew(seat_request_declined(table, offer.seat, invited, click.reader))
    else:
        await click.reply.renew(seat_offer_withdrawn(table, offer.seat, by, click.reader))


async def _admit(click: Click) -> None:
    """Let somebody take over the seat that they asked for."""
    request, user_id = _seat_request(click)
    mentioned = click.reply.interaction.message.mentions if click.reply.interaction.message is not None else []
    newcomer = next((Person(user.id, user.display_name) for user in mentioned if user.id == user_id), None)
    if newcomer is None:
        raise TableError("error.button_unknown")
    before = await click.live_table()
    _seat_at(before, request.seat)
    everybody = click.services.preferences.table_reader(before)

    def admit(table: Table, person: Person, now: float) -> Step:
        return staffing.admit(table, person, newcomer, request, now)

    try:
        await click.apply(click.match_id, admit)
    except SeatRequestOver as error:
        await click.reply.renew(Message(table_error_text(error, everybody)))
    else:
        await click.reply.renew(seat_taken(before, request.seat, newcomer, everybody))


async def _turn_away(click: Click) -> None:
    """Refuse somebody the seat that they asked for. They may also withdraw the request themselves."""
    request, user_id = _seat_request(click)
    table = await click.live_table()
    if click.user_id != user_id:
        table.seat_needed(click.person, "table.replace.only_table")
    _seat_at(table, request.seat)
    await click.reply.renew(
        seat_request_declined(table, request.seat, user_id, click.services.preferences.table_reader(table))
    )


async def _keep(click: Click) -> None:
    await click.reply.renew(Message(click.words("table.kept")))


HANDLERS: Final[Mapping[Kind, Handler]] = {
    Kind.MENU: _menu,
    Kind.SHOW: _show,
    Kind.LETTERS: _letters,
    Kind.PAUSE: _pause,
    Kind.RESUME: _resume,
    Kind.ASK_LEAVE: _ask_leave,
    Kind.LEAVE: _leave,
    Kind.ASK_END: _ask_end,
    Kind.END: _end,
    Kind.ASK_SEAT: _ask_seat,
    Kind.TAKE_SEAT: _take_seat,
    Kind.GIVE_SEAT: _give_seat,
    Kind.ACCEPT_SEAT: _accept_seat,
    Kind.END_OFFER: _end_offer,
    Kind.ADMIT: _admit,
    Kind.TURN_AWAY: _turn_away,
    Kind.KEEP: _keep,
}


def _seat_request(click: Click) -> tuple[SeatRequest, int]:
    """The seat that a question is about, and who has asked for it."""
    seat, user_id, owner = _numbers(click, 3)
    return SeatRequest(seat, owner or None, click.address.number), user_id


def _offer(click: Click) -> tuple[SeatRequest, int, int]:
    """The seat that is offered, who may take it, and who offers it.

    :raises OfferOver: if an older version offered it, which did not say who offers it.
    """
    if click.address.rest.count("/") == 2:
        raise OfferOver
    seat, invited, owner, by = _numbers(click, 4)
    return SeatRequest(seat, owner or None, click.address.number), invited, by


def _numbers(click: Click, count: int) -> list[int]:
    parts = click.address.rest.split("/")
    if len(parts) != count:
        raise TableError("error.button_unknown")
    return [parse_number(part, _LONGEST_ID) for part in parts]


def _needs_fresh(click: Click) -> None:
    """:raises OfferOver: if the offer that was clicked is too old."""
    offered = click.reply.interaction.message
    if offered is None or click.services.now() - offered.created_at.timestamp() > OFFER_S:
        raise OfferOver


def _seat_at(table: Table, number: int) -> StoredSeat:
    """:raises TableError: if the table has no such seat."""
    if number >= len(table.seats):
        raise TableError("refusal.no_such_seat", seat=number)
    return table.seats[number]

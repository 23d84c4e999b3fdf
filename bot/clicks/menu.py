"""The buttons of a table's menu: seeing the board anew, leaving, pausing, ending, and seats that change hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.messages.parts.addresses import Kind
from bot.messages.parts.message import Message
from bot.messages.parts.names import plain_name
from bot.messages.table.menu import ask_end, ask_leave, given_message, menu_message, taken_message, text_board
from bot.requests.request import Click, Handler
from bot.requests.values import level_in, number_in
from bot.tables import staffing
from bot.tables.errors import TableError
from bot.tables.state import Person, Step, Table

__all__ = ["HANDLERS"]

_LONGEST_ID: Final = 20
"""How many digits the id of a user may have."""


async def _menu(click: Click) -> None:
    await click.reply.whisper(menu_message(await click.live_table(), click.person, click.reader))


async def _show(click: Click) -> None:
    click.services.publisher.post_anew(await click.live_table())
    await click.reply.renew(Message(click.words("table.shown")))


async def _letters(click: Click) -> None:
    await click.reply.renew(text_board(await click.table(), click.reader))


async def _pause(click: Click) -> None:
    await click.take(click.match_id, staffing.pause)
    await click.reply.renew(Message(click.words("table.pause.done", command=click.reader.command("table resume"))))


async def _resume(click: Click) -> None:
    await click.take(click.match_id, staffing.resume)
    await click.reply.renew(Message(click.words("table.resume.done")))


async def _ask_leave(click: Click) -> None:
    table = await click.live_table()
    table.seat_needed(click.person)
    await click.reply.renew(ask_leave(table, click.reader))


async def _leave(click: Click) -> None:
    after = await click.take(click.match_id, staffing.leave)
    done = "table.leave.done" if after.status.is_live else "table.end.done"
    await click.reply.renew(Message(click.words(done)))


async def _ask_end(click: Click) -> None:
    table = await click.live_table()
    table.host_needed(click.person)
    await click.reply.renew(ask_end(table, click.reader))


async def _end(click: Click) -> None:
    await click.take(click.match_id, staffing.end)
    await click.reply.renew(Message(click.words("table.end.done")))


async def _take_seat(click: Click) -> None:
    before = await click.table()
    await click.take(click.match_id, staffing.replace_by_person, click.number)
    await click.reply.renew(taken_message(before, click.number, click.person, click.reader))


async def _give_seat(click: Click) -> None:
    number, _, level = click.address.rest.partition("/")
    seat, player = number_in(number), level_in(level)
    before = await click.table()
    after = await click.take(click.match_id, staffing.replace_by_computer, seat, player)
    await click.reply.renew(given_message(before, after, seat, click.reader))


async def _accept_seat(click: Click) -> None:
    parts = click.address.rest.split("/")
    if len(parts) != 3:
        raise TableError("error.button_unknown")
    number, invited, owner = (number_in(part, _LONGEST_ID) for part in parts)
    if click.user_id != invited:
        raise TableError("table.replace.not_for_you")
    before = await click.live_table()

    def accept(table: Table, person: Person, now: float) -> Step:
        seat = table.seats[number] if number < len(table.seats) else None
        if seat is None:
            raise TableError("refusal.no_such_seat", seat=number)
        if (seat.user_id or 0) != owner:
            raise TableError("table.replace.seat_taken", name=seat.name or plain_name(seat, click.words))
        return staffing.accept_seat(table, person, number, now)

    await click.take(click.match_id, accept)
    await click.reply.renew(taken_message(before, number, click.person, click.reader))


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
    Kind.TAKE_SEAT: _take_seat,
    Kind.GIVE_SEAT: _give_seat,
    Kind.ACCEPT_SEAT: _accept_seat,
    Kind.KEEP: _keep,
}

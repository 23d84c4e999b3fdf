"""The menu of a table: seeing the board anew, leaving, pausing, ending, and what is asked before it hurts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord

from bot.locales import Words
from bot.messages.addresses import Address
from bot.messages.message import Message
from bot.messages.names import escaped, plain_name, spoken_name
from bot.messages.pictures import board_letters, described
from bot.posts.channels import Channels
from bot.posts.components import AddressedButton, button
from bot.requests.request import Click, Handler
from bot.tables import staffing
from bot.tables.errors import TableError
from bot.tables.state import Person, Step, Table
from storage.matches import Player, Status

__all__ = [
    "HANDLERS",
    "ask_computer",
    "ask_end",
    "ask_leave",
    "ask_person",
    "ask_take",
    "board_link",
    "menu_message",
]


def menu_message(table: Table, person: Person, w: Words) -> Message:
    """What this person may do at the table."""
    seated = table.seat_of(person.user_id) is not None
    in_charge = person.user_id == table.stored.host_id or person.moderator
    buttons = [_button(table, "show", w("table.button.show")), _button(table, "letters", w("table.button.text_board"))]
    if table.status is Status.PLAYING and in_charge:
        buttons.append(_button(table, "pause", w("table.button.pause")))
    if table.status is Status.PAUSED and (seated or person.moderator):
        buttons.append(_button(table, "resume", w("table.button.resume")))
    danger = [_button(table, "askleave", w("table.button.leave"), red=True)] if seated else []
    if in_charge:
        danger.append(_button(table, "askend", w("table.button.end"), red=True))
    return Message(w("table.menu"), rows=(buttons, danger) if danger else (buttons,))


def ask_leave(table: Table, w: Words) -> Message:
    """The question before somebody leaves."""
    if len(table.persons) == 1:
        return _question(table, w("table.leave.confirm_last"), "leaveseat", "", w)
    text = w("table.leave.confirm")
    return _question(table, f"{text} {w('table.leave.chips')}" if table.game.chips else text, "leaveseat", "", w)


def ask_end(table: Table, w: Words) -> Message:
    """The question before a match is ended, or broken off."""
    key = "table.end.confirm_finish" if staffing.ends_regularly(table) else "table.end.confirm"
    return _question(table, w(key), "endmatch", "", w)


def ask_take(table: Table, seat: int, person: Person, w: Words) -> Message:
    """The question before somebody takes over a seat."""
    text = w("table.replace.confirm", name=f"**{escaped(person.name)}**", former=spoken_name(table, w, seat))
    return _question(table, text, "takeseat", str(seat), w)


def ask_computer(table: Table, seat: int, level: Player, person: Person, w: Words) -> Message:
    """The question before a computer takes over a seat."""
    name = w(f"lobby.computer.{level}")
    text = w("table.replace.confirm", name=name, former=spoken_name(table, w, seat))
    if table.game.chips and table.seats[seat].user_id == person.user_id:
        text = f"{text} {w('table.leave.chips')}"
    return _question(table, text, "giveseat", f"{seat}/{level}", w)


def ask_person(table: Table, seat: int, user_id: int, w: Words) -> Message:
    """The public question to somebody who is offered a seat; only he can answer it."""
    text = w("table.replace.ask", name=f"<@{user_id}>", former=spoken_name(table, w, seat))
    yes = Address("acceptseat", table.id, 0, f"{seat}/{user_id}/{table.seats[seat].user_id or 0}")
    return Message(
        text,
        rows=((button(yes, w("table.button.confirm"), style=discord.ButtonStyle.success),),),
        mentions=(user_id,),
    )


def text_board(table: Table, w: Words) -> Message:
    """The line of play in letters."""
    view = table.view(None)
    if view is None:
        raise TableError("table.not_begun")
    text, said = board_letters(view, table, w), described(view, table, w)
    return Message(f"```\n{text}\n```{said}" if text else said)


async def _menu(click: Click) -> None:
    table = await _live(click)
    await click.reply.whisper(menu_message(table, click.person, click.words))


async def _show(click: Click) -> None:
    table = await _live(click)
    click.services.publisher.post_anew(table)
    await click.reply.renew(Message(click.words("table.shown")))


async def _letters(click: Click) -> None:
    await click.reply.renew(text_board(await _table(click), click.words))


async def _pause(click: Click) -> None:
    await click.shared.tables.take(click.address.match_id, lambda table, now: staffing.pause(table, click.person, now))
    await click.reply.renew(Message(click.words("table.pause.done", command=click.shared.command("table resume"))))


async def _resume(click: Click) -> None:
    await click.shared.tables.take(click.address.match_id, lambda table, now: staffing.resume(table, click.person, now))
    await click.reply.renew(Message(click.words("table.resume.done")))


async def _ask_leave(click: Click) -> None:
    table = await _live(click)
    table.seat_needed(click.person)
    await click.reply.renew(ask_leave(table, click.words))


async def _leave(click: Click) -> None:
    after = await click.shared.tables.take(
        click.address.match_id, lambda table, now: staffing.leave(table, click.person, now)
    )
    done = "table.leave.done" if after.status.is_live else "table.end.done"
    await click.reply.renew(Message(click.words(done)))


async def _ask_end(click: Click) -> None:
    table = await _live(click)
    table.host_needed(click.person)
    await click.reply.renew(ask_end(table, click.words))


async def _end(click: Click) -> None:
    await click.shared.tables.take(click.address.match_id, lambda table, now: staffing.end(table, click.person, now))
    await click.reply.renew(Message(click.words("table.end.done")))


async def _take_seat(click: Click) -> None:
    number = int(click.address.rest)
    before = await _table(click)
    await click.shared.tables.take(
        click.address.match_id, lambda table, now: staffing.replace_by_person(table, click.person, number, now)
    )
    await click.reply.renew(_taken(click, before, number))


async def _give_seat(click: Click) -> None:
    number, _, level = click.address.rest.partition("/")
    before = await _table(click)
    after = await click.shared.tables.take(
        click.address.match_id,
        lambda table, now: staffing.replace_by_computer(table, click.person, int(number), Player(level), now),
    )
    name = plain_name(after.seats[int(number)], click.words)
    former = spoken_name(before, click.words, int(number))
    await click.reply.renew(Message(click.words("table.replace.done", name=name, former=former)))


async def _accept_seat(click: Click) -> None:
    number, invited, owner = map(int, click.address.rest.split("/"))
    if click.user_id != invited:
        raise TableError("table.replace.not_for_you")
    before = await _live(click)

    def accept(table: Table, now: float) -> Step:
        seat = table.seats[number]
        if (seat.user_id or 0) != owner:
            raise TableError("table.replace.seat_taken", name=seat.name or plain_name(seat, click.words))
        return staffing.accept_seat(table, click.person, number, now)

    await click.shared.tables.take(click.address.match_id, accept)
    await click.reply.renew(_taken(click, before, number))


async def _keep(click: Click) -> None:
    await click.reply.renew(Message(click.words("table.kept")))


HANDLERS: Final[Mapping[str, Handler]] = {
    "menu": _menu,
    "show": _show,
    "letters": _letters,
    "pause": _pause,
    "resume": _resume,
    "askleave": _ask_leave,
    "leaveseat": _leave,
    "askend": _ask_end,
    "endmatch": _end,
    "takeseat": _take_seat,
    "giveseat": _give_seat,
    "acceptseat": _accept_seat,
    "keep": _keep,
}


async def _table(click: Click) -> Table:
    table = await click.shared.tables.find(click.address.match_id)
    if table is None:
        raise TableError("hand.table_unknown")
    return table


async def _live(click: Click) -> Table:
    table = await _table(click)
    if not table.status.is_live:
        raise TableError("hand.table_over")
    return table


def _taken(click: Click, before: Table, number: int) -> Message:
    name, former = f"**{escaped(click.person.name)}**", spoken_name(before, click.words, number)
    return Message(click.words("table.replace.done", name=name, former=former))


def _button(table: Table, kind: str, label: str, *, red: bool = False) -> AddressedButton:
    style = discord.ButtonStyle.danger if red else discord.ButtonStyle.secondary
    return button(Address(kind, table.id, table.revision), label, style=style)


def _question(table: Table, text: str, kind: str, rest: str, w: Words) -> Message:
    yes = button(
        Address(kind, table.id, table.revision, rest), w("table.button.confirm"), style=discord.ButtonStyle.danger
    )
    no = button(Address("keep", table.id), w("table.button.keep"))
    return Message(text, rows=((yes, no),))


def board_link(table: Table) -> str:
    """Where the board of a table is."""
    return Channels.link(table.stored.guild_id, table.stored.channel_id, table.stored.board_id)

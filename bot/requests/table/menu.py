"""The menu of a table: board, letters and pause."""

from bot.messages.parts.components import Kind
from bot.messages.parts.message import Message
from bot.messages.parts.text import message_link, timestamp
from bot.messages.table.board import ON_BOARD
from bot.messages.table.hand import IN_HAND
from bot.messages.table.menu import menu_message, text_board
from bot.posts.publisher import OFTEN_DELETED
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.requests.table.ending import umpires_of
from bot.requests.table.hand import show_hand
from bot.tables import ending, staffing
from bot.tables.state import Table


async def table_menu(request: Request, table: Table, note: str = "") -> Message:
    """Return the menu of a table for the person, with a note as its first line."""
    is_umpire = ending.is_umpire(table, request.person, await umpires_of(request, table.id))
    return menu_message(table, request.person, request.reader, is_umpire=is_umpire, note=note)


def repost_board(request: Request, table: Table) -> str:
    """Post the board anew, unless it was posted just now; return the answer to the person."""
    stored, services = table.stored, request.services
    until = services.limits.cooldowns.until(stored.channel_id, request.user_id)
    if until is not None:
        board = message_link(stored.guild_id, stored.channel_id, stored.board_id)
        return request.words("table.shown_lately", board=board, when=timestamp(until + 1, "R"))
    services.limits.cooldowns.record(stored.channel_id, request.user_id)
    times = services.publisher.repost_backoff.deletions(stored.channel_id)
    services.publisher.repost(table)
    if times < OFTEN_DELETED:
        return request.words("table.shown")
    return request.words.count("table.shown_in_vain", times)


@on(Kind.MENU)
async def _menu(click: Click) -> None:
    await click.reply.whisper(await table_menu(click, await click.live_table()))


@on(Kind.SHOW)
async def _show(click: Click) -> None:
    await click.reply.renew(Message(repost_board(click, await click.live_table())))


@on(Kind.LETTERS)
async def _letters(click: Click) -> None:
    await click.reply.renew(text_board(await click.table(), click.reader))


@on(Kind.RESUME)
async def _resume(click: Click) -> None:
    table = await click.apply(click.match_id, staffing.resume)
    if click.address.rest == ON_BOARD:
        await click.reply.acknowledge()
    elif click.address.rest == IN_HAND:
        await show_hand(click, table)
    else:
        await click.reply.renew(Message(click.words("table.resume.done")))


@on(Kind.KEEP)
async def _keep(click: Click) -> None:
    await click.reply.renew(Message(click.words("table.kept")))

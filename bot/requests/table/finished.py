"""Buttons of finished matches: rematch, record, result and replay."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from bot.messages.errors import table_error_text
from bot.messages.parts.addresses import IN_THREAD, USER_ID_DIGITS, parse_number
from bot.messages.parts.components import Button, ClickAddress, Kind
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.replay.checked import checked_message
from bot.messages.replay.gif import Gif, gif_message
from bot.messages.replay.replay import DEAL_ONLY
from bot.messages.sharing import SharedResult
from bot.messages.table.invitation import rematch_call
from bot.messages.table.shuffle import shuffle_message
from bot.messages.welcome import Wishes, game_page, opened_text
from bot.requests.handlers import on
from bot.requests.people.sharing import post_share, require_posting, show_share
from bot.requests.request import Click
from bot.requests.table.hand import show_hand
from bot.requests.table.opening import open_thread, play_on, post_board, show_opened, show_taken, start_match
from bot.requests.table.welcome import menu_here, show_menu
from bot.tables import lobby
from bot.tables.continuing import Beginning, can_be_played_on
from bot.tables.errors import ChannelTaken, TableError, TableUnknown
from bot.tables.state import Table
from bot.tables.time_controls import has_own_tempo
from storage import matches
from storage.matches import Status


@on(Kind.REMATCH)
async def _rematch(click: Click) -> None:
    """Start a rematch, or offer a thread if another table has the channel.

    A spectator is offered a table of their own.
    """
    before = await click.table()
    if before.seat_of(click.user_id) is None and not before.status.is_live:
        await _offer_own_table(click, before)
        return
    await _require_first(click)
    if click.address.rest == IN_THREAD and click.services.channels.can_open_thread(before.stored.channel_id):
        await _rematch_in_thread(click, before)
        return
    try:
        table = await _open_rematch(click, before, before.stored.channel_id)
    except ChannelTaken as error:
        await _require_first(click)  # it may have opened just now
        address = ClickAddress(Kind.REMATCH, before.id, 0, IN_THREAD)
        await show_taken(click, error, Button(address, click.words("rematch.button.thread")))
        return
    if table.status is Status.PLAYING:
        await post_board(click, table)
        await show_hand(click, await click.services.tables.find(table.id) or table, new=True)
    else:
        await click.reply.acknowledge()


@on(Kind.TAKE_UP)
async def _take_up(click: Click) -> None:
    """Open a table that goes on from where a match was left, against computers."""
    match_id = click.value or click.match_id
    left = await click.services.tables.newest(match_id)
    if left is None or left.stored.guild_id != click.guild_id:
        raise TableUnknown
    seat = left.require_seat(click.person)
    if left.match is None or not can_be_played_on(left):
        raise TableError("table.play_on.over")
    beginning, level = Beginning.of_left(left, left.match), left.stored.computer_level
    try:
        in_thread = click.address.rest == IN_THREAD
        table = await play_on(click, left.match, beginning, seat.seat, level=level, in_thread=in_thread)
    except ChannelTaken as error:
        address = ClickAddress(Kind.TAKE_UP, left.id, 0, IN_THREAD)
        await show_taken(click, error, Button(address, click.words("rematch.button.thread")))
        return
    await show_opened(click, table)


async def _require_first(click: Click) -> None:
    """Check that the match has no live rematch yet.

    :raises ChannelTaken: with that rematch, which may be in a thread.
    """
    other = await click.services.database.run_read(lambda tx: matches.live_rematch(tx, click.match_id))
    if other is not None:
        raise ChannelTaken(other)


async def _offer_own_table(click: Click, before: Table) -> None:
    """Show the page of the game, with the settings of the match."""
    clock = None if has_own_tempo(before.game) else before.stored.clock
    menu = await menu_here(click, wishes=Wishes(before.stored.options, clock))
    page = game_page(click.reader, menu, before.game)
    await show_menu(click, replace(page, content=click.words("rematch.watched")))


async def _rematch_in_thread(click: Click, before: Table) -> None:
    before.require_seat(click.person)
    others = [seat.user_id for seat in before.persons if seat.user_id not in (None, click.user_id)]
    click.services.limits.quotas.mention(click.user_id, others, before.stored.channel_id)
    channel_id = await open_thread(click, before.stored.channel_id, before.stored.game)
    table = await _open_rematch(click, before, channel_id)
    await post_board(click, table)
    await click.reply.renew(Message(opened_text(table, click.channel_id, click.words)))
    if table.status is Status.LOBBY and len(table.persons) > 1:
        reader = click.services.preferences.table_reader(table)
        await click.services.channels.send(channel_id, rematch_call(table, click.person.name, click.user_id, reader))


async def _open_rematch(click: Click, before: Table, channel_id: int) -> Table:
    """Open the lobby of a rematch; against computers alone it starts immediately."""
    async with click.services.publisher.held(channel_id):
        table = await click.services.tables.rematch(before.id, click.person, channel_id)
        return await start_match(click, table.id) if lobby.rematch_is_agreed(table, click.person) else table


@on(Kind.RECORD)
async def _record(click: Click) -> None:
    replays = click.services.replays
    await click.reply.whisper(await replays.load_record(click.guild_id, click.match_id, click.reader, click.user_id))


@on(Kind.SHARE)
async def _share(click: Click) -> None:
    """Show a match's result to copy, or to post here with a link to the clicked message."""
    clicked = click.reply.interaction.message
    message_id = 0 if clicked is None or click.reply.is_on_private else clicked.id
    post = ClickAddress(Kind.SHARE_POST, click.match_id, 0, str(message_id))
    await show_share(click, await _result(click, message_id), post)


@on(Kind.SHARE_POST)
async def _post_result(click: Click) -> None:
    await post_share(click, await _result(click, parse_number(click.address.rest, USER_ID_DIGITS)))


async def _result(click: Click, message_id: int) -> Callable[[Reader], SharedResult]:
    return await click.services.replays.load_result(click.guild_id, click.match_id, click.user_id, message_id)


_DIGITS: Final = 6
"""The most digits in the number of a picture: no match has more pictures."""


@on(Kind.OPEN_REPLAY)
async def _open(click: Click) -> None:
    """Show the replay of a match, in a new message."""
    await _show(click, click.value or click.match_id, click.address.number, in_new_message=True)


@on(Kind.REPLAY)
async def _step(click: Click) -> None:
    await _show(click, click.match_id, click.address.number)


@on(Kind.REPLAY_TO)
async def _jump(click: Click) -> None:
    await _show(click, click.match_id, parse_number(click.value, _DIGITS))


async def _show(click: Click, match_id: str, number: int, *, in_new_message: bool = False) -> None:
    message = await click.services.replays.load_step(click.guild_id, match_id, number, click.reader, click.user_id)
    await (click.reply.whisper(message) if in_new_message else click.reply.show(message))


@on(Kind.ANIMATION)
async def _send_gif(click: Click) -> None:
    """Announce a GIF, then replace the answer by it."""

    async def show(made: Gif) -> Message:
        return gif_message(made, click.match_id, click.reader, asked_at=click.address.number)

    await _make_gif(click, click.words.locale, show)


@on(Kind.POST_ANIMATION)
async def _post_gif(click: Click) -> None:
    """Post a GIF here in the table's language."""
    public_reader = await _needs_posting(click)

    async def post(made: Gif) -> Message:
        message = gif_message(made, click.match_id, public_reader)
        await click.services.channels.send(click.channel_id, message)
        return Message(click.words("share.posted"))

    await _make_gif(click, public_reader.words.locale, post)


async def _make_gif(click: Click, locale: str, then: Callable[[Gif], Awaitable[Message]]) -> None:
    """Make a requested GIF; `then` builds the answer from it."""
    replays, match_id = click.services.replays, click.match_id
    await replays.require(click.guild_id, match_id)
    answer = await click.reply.whisper(click.words("film.working"))
    number, deal_only = click.address.number, click.address.rest == DEAL_ONLY
    try:
        made = await replays.make_gif(click.guild_id, match_id, number, locale, click.user_id, deal_only=deal_only)
    except TableError as error:
        await answer.finish(Message(table_error_text(error, click.reader)))
        return
    except BaseException:
        await answer.finish(Message(click.words("film.failed")))
        raise
    await answer.finish(Message(click.words("look.nothing")) if made is None else await then(made))


@on(Kind.POST_STEP)
async def _post_step(click: Click) -> None:
    """Post a replay's step in the table's language, without buttons."""
    public_reader = await _needs_posting(click)
    replays = click.services.replays
    step = await replays.load_step(click.guild_id, click.match_id, click.address.number, public_reader, click.user_id)
    await click.services.channels.send(click.channel_id, replace(step, rows=()))
    await click.reply.whisper(click.words("share.posted"))


async def _needs_posting(click: Click) -> Reader:
    """Check that a replay may be posted; count the post, and return the reader of the table.

    :raises TableError: if the bot may not post here, or the person has posted too often.
    """
    await click.services.replays.require(click.guild_id, click.match_id)
    await require_posting(click)
    table = await click.services.tables.newest(click.match_id)
    if table is None:
        raise TableUnknown
    return click.services.preferences.table_reader(table)


@on(Kind.SHUFFLE)
async def _show_shuffle(click: Click) -> None:
    """Show all about the shuffle of a table, in whatever state it is."""
    await click.reply.whisper(shuffle_message(await click.table(), click.reader))


@on(Kind.CHECK_SHUFFLE)
async def _check(click: Click) -> None:
    checked, before, continues = await click.services.replays.verify(click.guild_id, click.match_id, click.user_id)
    await click.reply.whisper(checked_message(checked, click.match_id, click.reader, before, continues))

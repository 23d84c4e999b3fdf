"""Opening a table, shared by the command and the menu of games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import games
from bot.messages.parts.components import Button
from bot.messages.parts.message import Message
from bot.messages.parts.text import MAX_THREAD_NAME, truncate
from bot.messages.table.invitation import opening_text
from bot.messages.welcome import NO_WISHES, Wishes, opened_text, taken_message
from bot.posts.channels import FOR_PICTURES, FOR_PRIVATE_THREADS, FOR_THREADS, IN_THREADS, NEEDED
from bot.requests.request import Click, Request, place_of
from bot.requests.table.hand import show_hand
from bot.tables import lobby
from bot.tables.continuing import Beginning, seats_of
from bot.tables.errors import ChannelTaken, TableError
from bot.tables.lobby import TableSetup
from bot.tables.state import Table
from bot.tables.time_controls import has_own_tempo
from games import Match
from storage import matches
from storage.matches import Player, SharedDeals, StoredSeat

_NAMED: Final = 20
"""The most allowed channels that a refusal lists."""


async def open_lobby(
    request: Request,
    game: str,
    wishes: Wishes = NO_WISHES,
    *,
    in_thread: bool = False,
    named: str = "",
    pairing_id: int | None = None,
) -> Table:
    """Open a lobby of the asking person, here or in a thread.

    :param in_thread: whether to create a thread for it.
    :param named: the name of the thread; "" for the game and the host. A thread of this name without any match, left by
        a failed attempt, is reused.
    :param pairing_id: the tournament pairing that the table is for.
    :raises TableError: if no table can be opened here, or the game has too few seats.
    :raises discord.HTTPException: if the thread could not be created.
    """
    computers = wishes.computer is not None
    setup = await _setup(request, game, wishes, computers=computers, in_thread=in_thread, named=named)
    return await request.services.tables.open(request.person, replace(setup, pairing_id=pairing_id))


async def open_match(
    request: Request, game: str, wishes: Wishes = NO_WISHES, *, in_thread: bool = False, ladder: bool = False
) -> Table:
    """Open a table against computers and start its match.

    No lobby is shown. The parameters and errors are those of `open_lobby`.

    :param ladder: whether it is a match of the ladder.
    """
    computers = min(games.TABLE_GAMES[game].seat_counts) - 1
    setup = await _setup(request, game, wishes, computers=computers, in_thread=in_thread)
    setup = replace(setup, ladder=ladder)
    async with request.services.publisher.held(setup.channel_id):
        table = await request.services.tables.open(request.person, setup)
        return await start_match(request, table.id)


async def open_shared_table(
    request: Request,
    game: str,
    wishes: Wishes,
    *,
    named: str,
    people: Sequence[int],
    seats: tuple[StoredSeat, ...],
    pairing_id: int,
    shared: SharedDeals,
) -> Table:
    """Open a table with shared deals in a thread that only its players see.

    :param named: the name of the thread.
    :param people: its players, the asking person first.
    :param seats: the person and the computers of a match that starts; () for a lobby.
    :param pairing_id: the tournament pairing that the table is for.
    :raises TableError: if it cannot be opened here, with the missing permissions.
    :raises discord.HTTPException: if the thread could not be created.
    """
    channels = request.services.channels
    channel_id = channels.parent_of(request.channel_id) or request.channel_id
    await request.services.tables.require_room(request.person, request.guild_id)
    setup = await _setup(request, game, wishes, computers=0, in_thread=False, anywhere=True)
    missing = channels.missing(channel_id, FOR_PRIVATE_THREADS)
    if missing:
        names = request.words.list([request.words(f"permission.{permission}") for permission in missing])
        raise TableError("tournament.refusal.no_private_thread", permissions=names)
    if not channels.can_hold_private_threads(channel_id):
        raise TableError("tournament.refusal.private_place")
    name = truncate(named, MAX_THREAD_NAME)
    thread_id = await channels.open_private_thread(channel_id, name, people)
    setup = replace(setup, channel_id=thread_id, seats=seats or setup.seats, pairing_id=pairing_id, shared=shared)
    async with request.services.publisher.held(thread_id):
        try:
            table = await request.services.tables.open(request.person, setup)
        except TableError:
            await channels.archive_thread(thread_id)
            raise
        return await start_match(request, table.id) if seats else table


async def play_on(
    request: Request,
    match: Match,
    beginning: Beginning,
    seat: int,
    *,
    level: Player | None = None,
    in_thread: bool = False,
) -> Table:
    """Open a table that goes on from the middle of a match, against computers.

    :param match: the match, for its game, seats and options.
    :param seat: the seat for the asking person.
    :param level: how well the computers play; None: as usual.
    :param in_thread: whether to create a thread for it.
    :raises TableError: if no table can be opened here.
    :raises discord.HTTPException: if the thread could not be created.
    """
    wishes = Wishes(computer=level)
    setup = await _setup(request, match.key, wishes, computers=match.seats - 1, in_thread=in_thread)
    seats = seats_of(request.person, seat, match.seats, setup.computer)
    setup = replace(setup, options=match.options, seats=seats, locale=request.words.locale)
    async with request.services.publisher.held(setup.channel_id):
        return await request.services.tables.play_on(request.person, beginning, setup)


async def show_opened(click: Click, table: Table) -> None:
    """Post the board of a table that has begun, and show its hand in place of the clicked message."""
    await post_board(click, table)
    table = await click.services.tables.find(table.id) or table
    if table.stored.channel_id != click.channel_id:
        await click.reply.show(Message(opened_text(table, click.channel_id, click.words)))
    else:
        await show_hand(click, table, new=True)


async def _setup(
    request: Request,
    game: str,
    wishes: Wishes,
    *,
    computers: int,
    in_thread: bool,
    named: str = "",
    anywhere: bool = False,
) -> TableSetup:
    """Return a table's setup; check permission and create its thread.

    :param anywhere: whether the table will be in another channel, so this one may have a table.
    """
    interaction = request.reply.interaction
    if interaction.guild_id is None or interaction.channel_id is None:
        raise TableError("error.not_in_direct_messages")
    await require_channel(request)
    kind = games.TABLE_GAMES[game]
    if wishes.clock is not None and has_own_tempo(kind):
        raise TableError("lobby.refusal.own_tempo")
    if computers + 1 > max(kind.seat_counts):
        raise TableError("lobby.refusal.full")
    server = await request.services.preferences.server(request.guild_id)
    own = await request.services.preferences.player(request.guild_id, request.user_id)
    level = wishes.computer or own.computer or server.computer or Player.REGULAR
    setup = TableSetup(
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id,
        game=game,
        clock=wishes.clock or await request.services.usual_clock(request.guild_id),
        locale=await _server_locale(request),
        options=wishes.options,
        seats=_seats(request, computers, level),
        computer=level,
    )
    if in_thread:  # no thread has threads of its own
        parent_id = request.services.channels.parent_of(setup.channel_id) or setup.channel_id
        if not named:  # a pairing's table has been counted
            request.services.limits.quotas.mention(request.user_id, (), parent_id)
        return replace(setup, channel_id=await open_thread(request, parent_id, setup.game, named))
    taken = None if anywhere else await request.services.tables.in_the_way(setup.channel_id)
    if taken is not None:
        raise ChannelTaken(taken.id)
    return setup


async def open_thread(request: Request, channel_id: int, game: str, named: str = "") -> int:
    """Create a thread, by default named after game and host, and announced in its channel."""
    channels = request.services.channels
    if not channels.can_open_thread(channel_id):
        raise TableError("error.button_unknown")
    await request.services.tables.require_room(request.person, request.guild_id)
    name = truncate(named or f"{request.words(f'game.{game}.name')} · {request.person.name}", MAX_THREAD_NAME)
    if named:
        async with request.services.database.read() as tx:
            for thread_id in channels.own_threads(channel_id, name):
                if not await matches.any_in(tx, request.guild_id, thread_id):
                    return thread_id
        return await channels.open_thread(channel_id, name)
    public = request.services.preferences.reader_in(await _server_locale(request)).words
    return await channels.open_thread(channel_id, name, Message(opening_text(request.person.name, game, public)))


async def show_taken(request: Request, error: ChannelTaken, thread: Button, *others: Button) -> None:
    """Answer that the channel has a table, and offer a thread where one can be opened."""
    link = await place_of(request.services, error)
    offered = thread if request.services.channels.can_open_thread(request.channel_id) else None
    await request.reply.show(taken_message(link, offered, others, request.reader))


async def post_board(request: Request, table: Table) -> None:
    """Post the board of a new table."""
    channels, channel_id = request.services.channels, table.stored.channel_id
    await request.services.publisher.post_with(table, lambda message: channels.send(channel_id, message))


async def start_match(request: Request, match_id: str) -> Table:
    """Start a match; a person alone gets it in their language."""
    own, public = request.words.locale, await _server_locale(request)
    return await request.apply(match_id, lobby.start_in_language, request.services.chance.seed, own, public)


async def _server_locale(request: Request) -> str:
    """Return the language of public messages in this server."""
    preferred = request.reply.interaction.guild_locale
    return await request.services.preferences.server_locale(request.guild_id, preferred.value if preferred else None)


async def require_channel(request: Request) -> None:
    """Refuse a channel that is not allowed or not writable.

    :raises TableError: with the allowed channels, or the missing permissions.
    """
    await require_allowed_channel(request)
    require_permissions(request)


def require_permissions(request: Request) -> None:
    """Check that the bot may write in this channel.

    :raises TableError: with the missing permissions.
    """
    missing = request.services.channels.missing(request.channel_id, NEEDED)
    if missing:
        names = request.words.list([request.words(f"permission.{permission}") for permission in missing])
        raise TableError("error.permissions_missing", permissions=names)


async def require_allowed_channel(request: Request, key: str = "lobby.refusal.channel_not_allowed") -> None:
    """Check that the server allows this channel.

    :raises TableError: with the text `key` and the allowed channels, if the server does not allow this one.
    """
    server = await request.services.preferences.server(request.guild_id)
    parent = getattr(request.reply.interaction.channel, "parent_id", None)
    if server.channels and not {request.channel_id, parent} & set(server.channels):
        allowed = [f"<#{channel}>" for channel in server.channels[:_NAMED]]
        if len(server.channels) > _NAMED:
            allowed.append(request.words("lobby.refusal.more_channels", number=len(server.channels) - _NAMED))
        raise TableError(key, channels=request.words.list(allowed))


def _seats(request: Request, computers: int, level: Player) -> tuple[StoredSeat, ...]:
    """Return the host's seat and those of the computers."""
    host = StoredSeat(0, request.user_id, Player.PERSON, request.person.name, 0, away=False)
    return (host, *(StoredSeat(number, None, level, "", 0, away=False) for number in range(1, computers + 1)))


COMPLETES: Final = {
    "permission.{}": (*NEEDED, *FOR_THREADS, *FOR_PRIVATE_THREADS, *FOR_PICTURES, *IN_THREADS.values()),
}

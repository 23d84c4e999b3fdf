"""Invitations to a lobby: of one person, or of a role; and joining from such a message."""

import logging

from bot.messages.errors import table_error_text
from bot.messages.parts.components import Kind
from bot.messages.parts.message import Message
from bot.messages.parts.text import bold
from bot.messages.table.invitation import invitation, place_of, role_call, thread_card
from bot.posts.discord_components import CHOSEN
from bot.posts.discord_errors import REQUEST_ERRORS
from bot.requests.handlers import on
from bot.requests.limits import INVITATIONS_TO_ONE
from bot.requests.request import Click, Request
from bot.requests.table.lobby import settle, show_lobby_menu
from bot.requests.table.rules import join_table
from bot.tables import lobby
from bot.tables.errors import KeptOutError, TableError
from bot.tables.state import Table
from storage.matches import Status

logger = logging.getLogger(__name__)


async def invite(request: Request, match_id: str, user_id: int, name: str) -> Table:
    """Invite a person to a lobby, by a message with a button.

    :raises TableError: if the person cannot be invited, or has been lately.
    :raises discord.HTTPException: if the message could not be sent.
    """
    quotas, one = request.services.limits.quotas, (match_id, user_id)
    quotas.require(INVITATIONS_TO_ONE, one)
    quotas.mention(request.user_id, (user_id,), request.channel_id)
    table = await request.apply(match_id, lobby.invite, user_id, name)
    quotas.record(INVITATIONS_TO_ONE, one)
    reader = request.services.preferences.table_reader(table)
    message = invitation(table, request.person.name, user_id, reader)
    await request.services.channels.send(table.stored.channel_id, message)
    return table


@on(Kind.INVITE)
async def _invite(click: Click) -> None:
    """Invite the person chosen in the menu of the lobby."""
    chosen = click.filled.people.get(CHOSEN, ())
    if not chosen:
        raise TableError("error.button_unknown")
    if chosen[0].bot:
        raise TableError("table.replace.bot", name=chosen[0].name)
    table = await invite(click, click.match_id, chosen[0].user_id, chosen[0].name)
    await show_lobby_menu(click, table, click.words("invitation.sent", name=bold(chosen[0].name)))


@on(Kind.CALL_PLAYERS)
async def _call_players(click: Click) -> None:
    """Call the role for players; note if no one heard it."""
    guild = click.reply.interaction.guild
    role_id = (await click.services.preferences.server(click.guild_id)).players_role_id
    role = guild.get_role(role_id) if guild is not None and role_id is not None else None
    if guild is None or role is None:
        raise TableError("lobby.refusal.no_role", command="server-settings")
    channel_id = (await click.table()).stored.channel_id
    click.services.limits.quotas.mention(click.user_id, (), channel_id)
    last = await click.services.tables.last_call_in(channel_id)
    table = await click.apply(click.match_id, lobby.call_players, last)
    public_reader = click.services.preferences.table_reader(table)
    await click.services.channels.send(channel_id, role_call(table, role.id, public_reader))
    heard = role.mentionable or not click.services.channels.missing(channel_id, ("mention_everyone",))
    if heard:
        await settle(click)
    else:
        await click.reply.whisper(click.words("lobby.call_unheard", role=role.mention))


@on(Kind.JOIN_INVITED)
async def _join(click: Click) -> None:
    """Take a seat from elsewhere; a message that is out of date loses its button."""
    try:
        table = await join_table(click, click.match_id)
    except KeptOutError:
        raise  # it is for the person alone
    except TableError as error:
        table = await click.table()
        if table.status is not Status.LOBBY:
            await _close(click, table, error)
        await click.reply.whisper(f"{table_error_text(error, click.reader)} {place_of(table)}")
        return
    if click.address.rest == str(click.user_id):
        words = click.services.preferences.table_reader(table).words
        await _add_line(click, f"✅ {words('invitation.accepted', name=bold(click.person.name))}")
    await click.reply.whisper(click.words("invitation.joined", place=place_of(table)))


async def _close(click: Click, table: Table, error: TableError) -> None:
    """Take the button off a message whose table has no lobby any more."""
    reader = click.services.preferences.table_reader(table)
    if click.place.message_id == table.stored.channel_id:
        await _edit(click, thread_card(table, reader))
    else:
        await _add_line(click, table_error_text(error, reader))


async def _add_line(click: Click, line: str) -> None:
    """Replace the button of the clicked message by a line."""
    clicked = click.reply.interaction.message
    if clicked is not None:
        await _edit(click, Message(f"{clicked.content}\n{line}"))


async def _edit(click: Click, message: Message) -> None:
    """Edit the clicked message; the answer to the person does not depend on it."""
    try:
        await click.reply.renew(message)
    except REQUEST_ERRORS as error:
        logger.info("an invitation could not be edited: %s", error)

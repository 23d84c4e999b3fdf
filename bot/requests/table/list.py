"""The list of the tables that a person can see on a server."""

import discord

from bot.messages.parts.components import Kind
from bot.messages.parts.message import Message
from bot.messages.table.table_list import LINES, TablesPage, tables_message
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.tables.errors import TableError
from bot.tables.state import Table
from storage import matches
from storage.database import Transaction
from storage.league import pairing_tables
from storage.matches import Status


async def tables_page(request: Request, number: int) -> Message:
    """Return a page of tables, from 0, clamped to the last.

    :raises TableError: in direct messages.
    """
    if not request.guild_id:
        raise TableError("error.not_in_direct_messages")
    async with request.services.database.read() as tx:
        seen = await tables_seen(tx, request)
        number = min(number, max(0, len(seen) - 1) // LINES)
        found = [await matches.load(tx, match_id) for match_id in seen[number * LINES : (number + 1) * LINES]]
        tables = tuple(Table(*one) for one in found if one is not None)
        lobbies = [table.id for table in tables if table.status is Status.LOBBY]
        kept = frozenset([one for one in lobbies if await pairing_tables.pairing_of_table(tx, one) is not None])
    return tables_message(TablesPage(tables, kept, number, len(seen)), request.reader)


async def tables_seen(tx: Transaction, request: Request) -> list[str]:
    """Return the ids of live tables in channels that the person can see, lobbies first."""
    places = await matches.live_places(tx, request.guild_id)
    return [match_id for match_id, channel_id in places if _can_see(request.reply.interaction, channel_id)]


def _can_see(interaction: discord.Interaction[discord.Client], channel_id: int) -> bool:
    """Return True if the person can see a channel; False for one that the bot does not know."""
    if channel_id == interaction.channel_id:
        return True
    person, guild = interaction.user, interaction.guild
    channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
    if channel is None or not isinstance(person, discord.Member):
        return False
    allowed = channel.permissions_for(person)
    if isinstance(channel, discord.Thread) and channel.is_private():
        return allowed.view_channel and allowed.manage_threads  # Discord does not tell the bot all its members
    return allowed.view_channel


@on(Kind.TABLES)
async def _tables(click: Click) -> None:
    await click.reply.show(await tables_page(click, click.address.number))

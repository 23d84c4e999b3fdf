"""Sharing a result: shown in private first, and posted on demand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import discord

from bot.locales import words
from bot.messages.parts.components import ClickAddress
from bot.messages.parts.reader import Reader
from bot.messages.sharing import SharedResult, posted_message, share_message
from bot.requests.limits import POSTS
from bot.requests.request import Click, Request
from bot.requests.table.opening import require_allowed_channel, require_permissions
from bot.tables.errors import TableError

ResultFor = Callable[[Reader], SharedResult]
"""Returns a result in the language of a reader."""


async def server_reader(request: Request) -> Reader:
    """Return the reader of public messages in the server of a request."""
    interaction = request.reply.interaction
    preferred = interaction.guild_locale.value if interaction.guild_locale else None
    locale = await request.services.preferences.server_locale(request.guild_id, preferred)
    return replace(request.reader, words=words(locale))


async def show_share(click: Click, result: ResultFor, post: ClickAddress) -> None:
    """Show a result to copy, in private.

    :param post: the address of the button that posts it.
    """
    await click.reply.whisper(share_message(result(click.reader), post if click.guild_id else None, click.words))


async def post_share(click: Click, result: ResultFor) -> None:
    """Post a result here in the language of the server.

    :raises TableError: as `require_posting` does.
    """
    await require_posting(click)
    public = replace(await server_reader(click), board="picture")
    await click.services.channels.send(click.channel_id, posted_message(result(public), click.person.name))
    await click.reply.renew(share_message(result(click.reader), None, click.words, posted=True))


async def require_posting(click: Click) -> None:
    """Check that a person may post something here; count the post.

    :raises TableError: if the person or the bot may not write here, or the person has posted too often.
    """
    interaction = click.reply.interaction
    if interaction.guild_id is None:
        raise TableError("error.not_in_direct_messages")
    await require_allowed_channel(click)
    in_thread = isinstance(interaction.channel, discord.Thread)
    may = interaction.permissions
    if not (may.send_messages_in_threads if in_thread else may.send_messages):
        raise TableError("share.refusal.person")
    require_permissions(click)
    who = click.channel_id, click.user_id
    click.services.limits.quotas.require(POSTS, who)
    click.services.limits.quotas.record(POSTS, who)

"""The greeting of a new server."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import discord

from bot.messages.welcome import greeting
from bot.posts.discord_errors import REQUEST_ERRORS

from .channels import Channels

logger = logging.getLogger(__name__)


async def greet(guild: discord.Guild, channels: Channels) -> None:
    """Greet a new server once, where the bot may write."""
    channel = next((one for one in _places(guild) if one.permissions_for(guild.me).send_messages), None)
    if channel is None:
        return
    try:
        await channels.send(channel.id, greeting(guild.preferred_locale.value))
    except REQUEST_ERRORS as error:
        logger.info("a server could not be greeted: %s", error)


def _places(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """The channels in which a greeting may stand, the best first."""
    if guild.system_channel is not None:
        yield guild.system_channel
    yield from guild.text_channels

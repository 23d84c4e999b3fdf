"""Times, links and names in Discord's own notation."""

from __future__ import annotations

import discord

__all__ = ["bold", "code_block", "escaped", "link", "moment"]


def moment(unix: float, style: str = "t") -> str:
    """A time as every reader's Discord shows it."""
    return f"<t:{int(unix)}:{style}>"


def link(guild_id: int, channel_id: int, message_id: int | None) -> str:
    """The address of a message, or of its channel."""
    place = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return f"{place}/{message_id}" if message_id else place


def escaped(text: str) -> str:
    """A text that somebody wrote, so that it neither formats nor mentions anything."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(text))


def code_block(text: str) -> str:
    """Lines in letters of equal width.

    The fence names a language: without one some clients take the first line for it, and it is never seen.
    """
    return f"```text\n{text}\n```"


def bold(text: str) -> str:
    """A name that somebody chose, escaped and bold."""
    return f"**{escaped(text)}**"

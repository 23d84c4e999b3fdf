"""Times, links and names in Discord's own notation."""

from __future__ import annotations

import re
from typing import Final

import discord

__all__ = ["bold", "code_block", "escape", "message_link", "strip_markup", "timestamp"]


_FORMATS: Final = re.compile(r"[\\*_~`|\[]|^\s*(?:[>#-]|(?:\+|[0-9]+[.)])(?=\s|$))", re.MULTILINE)
"""What formats, anywhere or at the beginning of a line. A single mark too: its twin may stand in what follows."""

_POINTS: Final = re.compile(r"<(?=[@#:/+]|[a-z]+:|[^\s<>]+@)|:(?=//)|\bdiscord(?:app)?\.(?=\w)", re.IGNORECASE)
"""What begins a mention, an emoji, a command, a time, a sound or a link, which no backslash disarms everywhere.

An invitation is a link without `https://` too.
"""

_NOTHING: Final = "\u200b"
"""A space of no width."""


def timestamp(unix: float, style: str = "t") -> str:
    """A time as every reader's Discord shows it."""
    return f"<t:{int(unix)}:{style}>"


def message_link(guild_id: int, channel_id: int, message_id: int | None) -> str:
    """The address of a message, or of its channel."""
    place = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return f"{place}/{message_id}" if message_id else place


def escape(text: str) -> str:
    """A text that somebody wrote, so that it neither formats nor mentions anything and leads nowhere."""
    escaped_marks = _FORMATS.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", text)
    return discord.utils.escape_mentions(_POINTS.sub(rf"\g<0>{_NOTHING}", escaped_marks))


def code_block(text: str) -> str:
    """Lines in letters of equal width.

    The fence names a language: without one some clients take the first line for it, and it is never seen.
    """
    return f"```text\n{text}\n```"


def bold(text: str) -> str:
    """A name that somebody chose, escaped and bold."""
    return f"**{escape(text)}**"


def strip_markup(text: str) -> str:
    """A text without what formats it, for places where nothing is formatted."""
    return re.sub(r"\*\*|`|\\", "", text)

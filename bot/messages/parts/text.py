"""Texts for Discord: how long they may be, and its notation for times, links and formatting."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

import discord

MAX_CONTENT: Final = 2000
MAX_TITLE: Final = 256
MAX_DESCRIPTION: Final = 4096
MAX_FIELD_VALUE: Final = 1024
MAX_FIELD_NAME: Final = 256
MAX_EMBED_FIELDS: Final = 25
"""How many fields an embed has."""
MAX_EMBED: Final = 6000
"""All texts of an embed together."""
MAX_FOOTER: Final = 2048
MAX_LAYOUT_TEXT: Final = 4000
"""All texts of a layout together, but those on its buttons."""
MAX_ALT_TEXT: Final = 1024
MAX_BUTTON_LABEL: Final = 80
"""On a button."""
MAX_OPTION_TEXT: Final = 100
"""The label, the value and the description of an option of a select, and the name and the value of a suggestion."""
MAX_PLACEHOLDER: Final = 150
MAX_THREAD_NAME: Final = 100

_FENCE: Final = "```"
_END_OF_BLOCK: Final = f"\n{_FENCE}"


def truncate(text: str, limit: int) -> str:
    """The text, or as much of it as the limit holds, ending in an ellipsis.

    It is cut at the end of a line or between words where there is one near, and a block of code that is cut is closed.
    """
    if len(text) <= limit:
        return text
    if text[: limit - 1].count(_FENCE) % 2 and limit > len(_END_OF_BLOCK):
        return f"{_head(text, limit - 1 - len(_END_OF_BLOCK))}…{_END_OF_BLOCK}"
    return f"{_head(text, limit - 1)}…"


def _head(text: str, room: int) -> str:
    """The beginning of a text that is longer than there is room."""
    for gap in ("\n", " "):
        end = text.rfind(gap, 0, room + 1)
        if end >= room * 3 // 4:
            return text[:end].rstrip()
    return text[:room].rstrip()


def split_into_fields(lines: Iterable[str]) -> list[str]:
    """Lines in as few embed fields as can hold them. A line is split only if one field cannot hold it."""
    filled: list[str] = []
    for line in lines:
        joined = f"{filled[-1]}\n{line}" if filled else line
        if filled and len(joined) <= MAX_FIELD_VALUE:
            filled[-1] = joined
        else:
            filled.append(truncate(line, MAX_FIELD_VALUE))
    return filled


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


_DIRECTIONS: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""The characters that only change the direction of what follows."""

_ISOLATED: Final = "\u2068{}\u2069"
"""A text whose direction is found from its own letters and ends with it."""


def without_directions(text: str) -> str:
    """Return a text without the characters that would reverse what follows it."""
    return _DIRECTIONS.sub("", text)


def _isolated(text: str) -> str:
    """Return a text that leaves the direction of what surrounds it alone, also if it is written from right to left."""
    plain = without_directions(text)
    runs_left = any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in plain)
    return _ISOLATED.format(plain) if runs_left else plain


def escape(text: str) -> str:
    """A text that somebody wrote, so that it formats, mentions and reverses nothing and leads nowhere."""
    escaped_marks = _FORMATS.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", without_directions(text))
    return _isolated(discord.utils.escape_mentions(_POINTS.sub(rf"\g<0>{_NOTHING}", escaped_marks)))


def code_block(text: str) -> str:
    """Lines in letters of equal width.

    The fence names a language: without one some clients take the first line for it, and it is never seen.
    """
    return f"```text\n{text}\n```"


def bold(text: str) -> str:
    """A name that somebody chose, escaped and bold."""
    return f"**{escape(text)}**"


def signed(number: str) -> str:
    """A number with a true minus sign."""
    return number.replace("-", "−")


def strip_markup(text: str) -> str:
    """A text without what formats it, for places where nothing is formatted."""
    return re.sub(r"\*\*|`|\\", "", text)

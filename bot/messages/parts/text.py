"""Texts for Discord: limits, times, links and formatting."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

import discord

from storage.matches import COMPUTER_LEVELS

MAX_CONTENT: Final = 2000
MAX_TITLE: Final = 256
MAX_DESCRIPTION: Final = 4096
MAX_FIELD_VALUE: Final = 1024
MAX_FIELD_NAME: Final = 256
MAX_EMBED_FIELDS: Final = 25
"""The most fields of an embed."""
MAX_EMBED: Final = 6000
"""The most characters of all texts of an embed."""
MAX_FOOTER: Final = 2048
MAX_LAYOUT_TEXT: Final = 4000
"""The most characters of all texts of a layout, without those on buttons."""
MAX_ALT_TEXT: Final = 1024
MAX_BUTTON_LABEL: Final = 80
"""The most characters on a button."""
MAX_OPTION_TEXT: Final = 100
"""The most characters of an option's label, value and description, and of a suggestion's name and value."""
MAX_PLACEHOLDER: Final = 150
MAX_THREAD_NAME: Final = 100

_FENCE: Final = "```"
_END_OF_BLOCK: Final = f"\n{_FENCE}"


def truncate(text: str, limit: int) -> str:
    """Return the text within the limit, with an ellipsis.

    It ends at a line or word if one is near. A cut code block is closed.
    """
    if len(text) <= limit:
        return text
    if text[: limit - 1].count(_FENCE) % 2 and limit > len(_END_OF_BLOCK):
        return f"{_head(text, limit - 1 - len(_END_OF_BLOCK))}…{_END_OF_BLOCK}"
    return f"{_head(text, limit - 1)}…"


def _head(text: str, room: int) -> str:
    """Return the beginning of a text that is too long."""
    for gap in ("\n", " "):
        end = text.rfind(gap, 0, room + 1)
        if end >= room * 3 // 4:
            return text[:end].rstrip()
    return text[:room].rstrip()


def split_into_fields(lines: Iterable[str]) -> list[str]:
    """Return lines in few embed fields, splitting only oversized lines."""
    filled: list[str] = []
    for line in lines:
        joined = f"{filled[-1]}\n{line}" if filled else line
        if filled and len(joined) <= MAX_FIELD_VALUE:
            filled[-1] = joined
        else:
            filled.append(truncate(line, MAX_FIELD_VALUE))
    return filled


_FORMATS: Final = re.compile(r"[\\*_~`|\[]|^\s*(?:[>#-]|(?:\+|[0-9]+[.)])(?=\s|$))", re.MULTILINE)
"""Formatting characters, anywhere or at the beginning of a line; single ones too, as a later text may pair them."""

_POINTS: Final = re.compile(r"<(?=[@#:/+]|[a-z]+:|[^\s<>]+@)|:(?=//)|\bdiscord(?:app)?\.(?=\w)", re.IGNORECASE)
"""The start of a mention, emoji, command, time, sound or link, which a backslash does not always disarm.

An invitation is a link even without `https://`.
"""

_NOTHING: Final = "\u200b"
"""A space of no width."""


def timestamp(unix: float, style: str = "t") -> str:
    """Return a time that Discord shows in local time."""
    return f"<t:{int(unix)}:{style}>"


_MEDALS: Final = ("🥇", "🥈", "🥉")


def place_text(place: int) -> str:
    """Return a place, the first three as medals."""
    return _MEDALS[place - 1] if place <= len(_MEDALS) else f"{place}."


def message_link(guild_id: int, channel_id: int, message_id: int | None) -> str:
    """Return the address of a message, or of its channel."""
    place = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return f"{place}/{message_id}" if message_id else place


def place_link(guild_id: int, channel_id: int, message_id: int | None) -> str:
    """Return a channel's name with an arrow to a message there."""
    return f"<#{channel_id}> [↗]({message_link(guild_id, channel_id, message_id)})"


_DIRECTIONS: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""The characters that only change the direction of the following text."""

_ISOLATED: Final = "\u2068{}\u2069"
"""A text with a direction of its own, found from its letters."""


def without_directions(text: str) -> str:
    """Return a text without characters that reverse its direction."""
    return _DIRECTIONS.sub("", text)


def _isolated(text: str) -> str:
    """Return a text isolated from the direction of its surroundings."""
    plain = without_directions(text)
    runs_left = any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in plain)
    return _ISOLATED.format(plain) if runs_left else plain


def escape(text: str) -> str:
    """Return a user's text with all markup disarmed."""
    escaped_marks = _FORMATS.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", without_directions(text))
    return _isolated(discord.utils.escape_mentions(_POINTS.sub(rf"\g<0>{_NOTHING}", escaped_marks)))


def code_block(text: str) -> str:
    """Return lines in a code block.

    Its fence names a language, or some clients would hide the first line.
    """
    return f"```text\n{text}\n```"


def star_text(stars: int) -> str:
    """Return the won rungs of a ladder: "★★☆☆"."""
    return "★" * stars + "☆" * (len(COMPUTER_LEVELS) - stars)


def bold(text: str) -> str:
    """Return a user-chosen name, escaped and bold."""
    return f"**{escape(text)}**"


def signed(number: str) -> str:
    """Return a number with a true minus sign."""
    return number.replace("-", "−")


def strip_markup(text: str) -> str:
    """Return a text without markup, for places without formatting."""
    return re.sub(r"\*\*|`|\\", "", text)

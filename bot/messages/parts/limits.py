"""Discord's limits for texts, and cutting a text to one of them with an ellipsis."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = [
    "MAX_ALT_TEXT",
    "MAX_BUTTON_LABEL",
    "MAX_CONTENT",
    "MAX_DESCRIPTION",
    "MAX_EMBED",
    "MAX_EMBED_FIELDS",
    "MAX_FIELD_NAME",
    "MAX_FIELD_VALUE",
    "MAX_FOOTER",
    "MAX_OPTION_TEXT",
    "MAX_PLACEHOLDER",
    "MAX_TITLE",
    "split_into_fields",
    "truncate",
]

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
MAX_ALT_TEXT: Final = 1024
MAX_BUTTON_LABEL: Final = 80
"""On a button."""
MAX_OPTION_TEXT: Final = 100
"""The label, the value and the description of an option of a select, and the name and the value of a suggestion."""
MAX_PLACEHOLDER: Final = 150

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
    """Lines in as few fields of an embed as hold them; a line is never parted unless a field cannot hold it."""
    filled: list[str] = []
    for line in lines:
        joined = f"{filled[-1]}\n{line}" if filled else line
        if filled and len(joined) <= MAX_FIELD_VALUE:
            filled[-1] = joined
        else:
            filled.append(truncate(line, MAX_FIELD_VALUE))
    return filled

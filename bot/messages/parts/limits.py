"""Discord's limits for texts, and cutting a text to one of them with an ellipsis."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = [
    "ALT",
    "CONTENT",
    "DESCRIPTION",
    "EMBED",
    "FIELD",
    "FIELDS",
    "FIELD_NAME",
    "FOOTER",
    "LABEL",
    "OPTION",
    "PLACEHOLDER",
    "TITLE",
    "fitted",
    "in_fields",
]

CONTENT: Final = 2000
TITLE: Final = 256
DESCRIPTION: Final = 4096
FIELD: Final = 1024
FIELD_NAME: Final = 256
FIELDS: Final = 25
"""How many fields an embed has."""
EMBED: Final = 6000
"""All texts of an embed together."""
FOOTER: Final = 2048
ALT: Final = 1024
LABEL: Final = 80
"""On a button."""
OPTION: Final = 100
"""The label, the value and the description of an option of a select, and the name and the value of a suggestion."""
PLACEHOLDER: Final = 150

_FENCE: Final = "```"
_END_OF_BLOCK: Final = f"\n{_FENCE}"


def fitted(text: str, limit: int) -> str:
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


def in_fields(lines: Iterable[str]) -> list[str]:
    """Lines in as few fields of an embed as hold them; a line is never parted unless a field cannot hold it."""
    filled: list[str] = []
    for line in lines:
        joined = f"{filled[-1]}\n{line}" if filled else line
        if filled and len(joined) <= FIELD:
            filled[-1] = joined
        else:
            filled.append(fitted(line, FIELD))
    return filled

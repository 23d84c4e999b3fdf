"""Discord's limits for texts, and cutting a text to one of them with an ellipsis."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = [
    "ALT",
    "CONTENT",
    "DESCRIPTION",
    "FIELD",
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
FOOTER: Final = 2048
ALT: Final = 1024
LABEL: Final = 80
"""On a button."""
OPTION: Final = 100
"""The label, the value and the description of an option of a select."""
PLACEHOLDER: Final = 150


def fitted(text: str, limit: int) -> str:
    """The text, or as much of it as the limit holds, ending in an ellipsis."""
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"


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

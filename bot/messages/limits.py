"""Discord's limits for texts, and cutting a text to one of them with an ellipsis."""

from __future__ import annotations

from typing import Final

__all__ = ["ALT", "CONTENT", "DESCRIPTION", "FIELD", "FOOTER", "LABEL", "OPTION", "PLACEHOLDER", "TITLE", "fitted"]

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

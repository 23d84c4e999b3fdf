"""The emojis of the signs that partners make at each other."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

__all__ = ["EMOJIS", "sign_of"]

EMOJIS: Final = MappingProxyType(
    {
        "wink": "😉",
        "nose": "👃",
        "ear": "👂",
        "yawn": "🥱",
        "sneeze": "🤧",
        "think": "🤔",
        "whistle": "😗",
        "nails": "💅",
    }
)
"""The emoji of each sign, in the order in which they are offered."""

_KEYS: Final = {emoji: key for key, emoji in EMOJIS.items()}


def sign_of(emoji: str) -> str | None:
    """The key of the sign that an emoji is; None for any other emoji."""
    return _KEYS.get(emoji)

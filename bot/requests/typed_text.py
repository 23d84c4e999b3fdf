"""Texts as people type them: those that no database can store, and names without a visible character."""

import re
from typing import Any, Final
from unicodedata import category

from bot.tables.errors import TableError

UNSEEN: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""The letters and signs without a picture."""

_HALF: Final = re.compile("[\ud800-\udfff]")


def storable(data: Any) -> Any:
    """Return the data of an interaction with texts that can be stored.

    Half an emoji becomes a replacement character, and NUL, which no one sees, an invisible space.
    """
    if isinstance(data, str):
        return _HALF.sub("\ufffd", data).replace("\0", "\u200b")
    if isinstance(data, dict):
        return {key: storable(value) for key, value in data.items()}
    return [storable(one) for one in data] if isinstance(data, list) else data


def is_visible(name: str) -> bool:
    """Return True if a name has a character that can be seen: marks and variation selectors alone cannot."""
    return any(category(one)[0] not in "CMZ" and one not in UNSEEN for one in name)


def read_name(typed: str) -> str:
    """Return a typed name or title in one line; "" if none was typed.

    :raises TableError: if it has no visible character.
    """
    name = " ".join(typed.split())
    if typed and not is_visible(name):
        raise TableError("tournament.refusal.team_name_empty")
    return name

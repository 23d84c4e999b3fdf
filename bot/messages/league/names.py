"""What people of a league are called where they are not at a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.locales import Words

__all__ = ["called", "called_in"]


def called(names: Mapping[int, str], user_id: int, w: Words) -> str:
    """The name of somebody as it is, not escaped.

    :param names: user id -> name, as far as names are known; a forgotten person has an id below zero and no name.
    """
    if user_id in names:
        return names[user_id]
    return w("name.former") if user_id < 0 else w("league.nameless", digits=f"{user_id % 10_000:04}")


def called_in(row: Mapping[str, Any], w: Words) -> str:
    """The name of somebody in a row of the table that a season ended with."""
    return called({row["user_id"]: row["name"]} if row["name"] else {}, row["user_id"], w)

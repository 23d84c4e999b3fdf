"""What stands in addresses and selects as text: numbers and levels. Whatever may be forged is refused with a word."""

from __future__ import annotations

from bot.tables.errors import TableError
from storage.matches import COMPUTER_LEVELS, Player


def parse_number(text: str, longest: int = 3) -> int:
    """The number that a text is.

    :param longest: how many digits it may have.
    :raises TableError: if it is none.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= longest):
        raise TableError("error.button_unknown")
    return int(text)


def parse_level(text: str) -> Player:
    """The level of a computer player that a text names.

    :raises TableError: if it names none.
    """
    if text not in COMPUTER_LEVELS:
        raise TableError("error.button_unknown")
    return Player(text)

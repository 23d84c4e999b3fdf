"""Parsers for address and select values, refusing forged ones."""

from typing import Final

from bot.tables.errors import TableError
from storage.matches import COMPUTER_LEVELS, Player

USER_ID_DIGITS: Final = 20
"""The most digits of a user's id."""

IN_THREAD: Final = "thread"
"""The rest of an address that opens a table in a thread of its own."""


def parse_number(text: str, longest: int = 3) -> int:
    """Parse a number without a sign.

    :param longest: the most digits it may have.
    :raises TableError: if the text is no such number.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= longest):
        raise TableError("error.button_unknown")
    return int(text)


def parse_numbers(text: str, count: int) -> list[int]:
    """Parse slash-separated numbers of up to `USER_ID_DIGITS` digits.

    :raises TableError: if there are more or fewer.
    """
    parts = text.split("/")
    if len(parts) != count:
        raise TableError("error.button_unknown")
    return [parse_number(part, USER_ID_DIGITS) for part in parts]


def parse_level(text: str) -> Player:
    """Parse the level of a computer player.

    :raises TableError: if there is no such level.
    """
    if text not in COMPUTER_LEVELS:
        raise TableError("error.button_unknown")
    return Player(text)

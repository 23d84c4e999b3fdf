"""Pages: the buttons to turn them."""

from __future__ import annotations

from collections.abc import Callable

from .addresses import Address
from .components import Button, Row
from .reader import Reader

__all__ = ["last_page", "page_buttons", "parse_page"]


def page_buttons(reader: Reader, at: Callable[[int], Address], number: int, pages: int) -> tuple[Row, ...]:
    """The row that turns pages; nothing if there is only one.

    :param at: the address of a page, counted from 0.
    :param number: the page that is shown.
    """
    if pages <= 1:
        return ()
    back = Button(at(max(number - 1, 0)), reader.words("rules.button.previous"), disabled=number == 0)
    on = Button(at(min(number + 1, pages - 1)), reader.words("rules.button.next"), disabled=number == pages - 1)
    return ((back, on),)


def last_page(total: int, lines: int) -> int:
    """The number of the last page, from 0, of so many things, so many lines a page."""
    return max(0, (total - 1) // lines)


def parse_page(text: str) -> int:
    """The number of a page as an address carries it; the first for what is no number."""
    return int(text) if text.isascii() and text.isdecimal() else 0

"""Buttons and selects before they are Discord's: plain values that carry addresses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from .addresses import Address

__all__ = ["IN_A_ROW", "OPTIONS", "ROWS", "Button", "Option", "Row", "Select", "Style", "in_rows"]

ROWS: Final = 5
"""How many rows of components a message holds."""
IN_A_ROW: Final = 5
"""How many buttons a row holds; a select fills a row by itself."""
OPTIONS: Final = 25
"""How many options a select holds."""


class Style(Enum):
    """How a button stands out."""

    PLAIN = "plain"
    MAIN = "main"
    GO = "go"
    DANGER = "danger"


@dataclass(frozen=True)
class Button:
    """A button that sends its clicks to an address.

    :ivar label: None for one that has only an emoji.
    :ivar emoji: a unicode emoji, or one of the application's own as it is written in a text; "" for none.
    """

    address: Address
    label: str | None
    style: Style = Style.PLAIN
    emoji: str = ""
    disabled: bool = False


@dataclass(frozen=True)
class Option:
    """One choice in a select; its value comes with the click."""

    label: str
    value: str
    description: str = ""
    emoji: str = ""
    default: bool = False


@dataclass(frozen=True)
class Select:
    """A select of one of up to `OPTIONS` options that sends the choice to an address."""

    address: Address
    options: tuple[Option, ...]
    placeholder: str


Row = Sequence[Button | Select]


def in_rows(buttons: Sequence[Button]) -> tuple[Row, ...]:
    """Buttons in as few rows as hold them."""
    return tuple(tuple(buttons[start : start + IN_A_ROW]) for start in range(0, len(buttons), IN_A_ROW))

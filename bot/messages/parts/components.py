"""Buttons and selects before they are Discord's: plain values that carry addresses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from .addresses import Address

__all__ = ["MAX_OPTIONS", "MAX_ROWS", "MAX_ROW_BUTTONS", "Button", "Option", "Row", "Select", "Style", "button_rows"]

MAX_ROWS: Final = 5
"""How many rows of components a message holds."""
MAX_ROW_BUTTONS: Final = 5
"""How many buttons a row holds; a select fills a row by itself."""
MAX_OPTIONS: Final = 25
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
    """A select of one of up to `MAX_OPTIONS` options that sends the choice to an address."""

    address: Address
    options: tuple[Option, ...]
    placeholder: str


Row = Sequence[Button | Select]


def button_rows(buttons: Sequence[Button]) -> tuple[Row, ...]:
    """Buttons in as few rows as hold them."""
    return tuple(tuple(buttons[start : start + MAX_ROW_BUTTONS]) for start in range(0, len(buttons), MAX_ROW_BUTTONS))

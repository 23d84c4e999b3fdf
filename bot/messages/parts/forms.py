"""Forms before they are Discord's: plain values that carry addresses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .addresses import Address

__all__ = [
    "MAX_FORM_DESCRIPTION",
    "MAX_FORM_FIELDS",
    "MAX_FORM_LABEL",
    "MAX_FORM_TITLE",
    "Form",
    "PeopleField",
    "TextField",
]

MAX_FORM_FIELDS: Final = 5
"""How many fields a form holds."""
MAX_FORM_TITLE: Final = 45
"""How many letters the title of a form may have."""
MAX_FORM_LABEL: Final = 45
"""How many letters stand over a field,"""
MAX_FORM_DESCRIPTION: Final = 100
"""and below that."""


@dataclass(frozen=True)
class TextField:
    """A field for a text.

    :ivar key: by which the handler finds what was written.
    """

    key: str
    label: str
    longest: int = 200
    required: bool = True


@dataclass(frozen=True)
class PeopleField:
    """A field for people of the server.

    :ivar key: by which the handler finds who was chosen.
    """

    key: str
    label: str
    description: str = ""
    least: int = 1
    most: int = 1
    required: bool = True


@dataclass(frozen=True)
class Form:
    """A form that is sent to an address when it is filled in."""

    address: Address
    title: str
    fields: tuple[TextField | PeopleField, ...]

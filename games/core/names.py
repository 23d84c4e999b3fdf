"""Names of events and refusals, from those of their classes."""

import re
from typing import Final

_BEGINNING: Final = re.compile(r"(?<!^)(?=[A-Z])")


def snake_case(name: str) -> str:
    """Return a class name in snake case: ``last_tile`` for ``_LastTile``."""
    return _BEGINNING.sub("_", name.lstrip("_")).lower()


LONGEST: Final = 80
"""The greatest number of characters of a text that an error repeats."""


def shortened(text: str) -> str:
    """Return a text quoted for an error, shortened if long."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def quoted(value: object) -> str:
    """Return the shortened `repr` of a wrong value, for errors."""
    return shortened(repr(value))

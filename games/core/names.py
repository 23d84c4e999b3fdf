"""Names of events and refusals, from those of their classes."""

import re
from typing import Final

_BEGINNING: Final = re.compile(r"(?<!^)(?=[A-Z])")


def snake_case(name: str) -> str:
    """Return the name of a class in snake case, without a leading underscore: ``last_tile`` for ``LastTile``."""
    return _BEGINNING.sub("_", name.lstrip("_")).lower()


LONGEST: Final = 80
"""The greatest number of characters of a text that an error repeats."""


def shortened(text: str) -> str:
    """Return a text quoted for an error, shortened if it is long."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def quoted(value: object) -> str:
    """Return a wrong value as an error repeats it: its `repr`, shortened."""
    return shortened(repr(value))

"""Names of events and refusals, from those of their classes."""

import re
from typing import Final

_BEGINNING: Final = re.compile(r"(?<!^)(?=[A-Z])")


def snake_case(name: str) -> str:
    """The name of a class in snake case, without a leading underscore: ``last_tile`` for ``LastTile``."""
    return _BEGINNING.sub("_", name.lstrip("_")).lower()

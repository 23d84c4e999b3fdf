"""The letters of the open ends, by which pictures, buttons and sentences all call them.

A line turns at the edge of the table, so that its left end may point to the right: a letter is true wherever it lies.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["END_LETTERS"]

END_LETTERS: Final[Mapping[str, str]] = MappingProxyType({"left": "A", "right": "B", "up": "C", "down": "D"})
"""The letter of each place of the line of play."""

"""Moves and their one-line text form: ``verb tile@place=value``.

Every part after the verb is optional and the verb ``play`` is left out: ``6-4``, ``6-4@left``, ``draw``, ``bid=55``,
``close 6-4@left``, ``4-3@left=4``. The database, records and buttons contain these texts.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from .tiles import Tile

PLAY: Final = "play"

_TEXT: Final = re.compile(
    r"(?:(?P<verb>[a-z][a-z-]*)(?:\s+|(?=[@=]|$)))?"
    r"(?P<tile>\[?[0-6]\s?[-|]?\s?[0-6]\]?(?=[@=]|$))?"
    r"(?:@(?P<at>[^@=\s]+))?"
    r"(?:=(?P<value>[^@=\s]+))?",
    re.ASCII,
)
_LONGEST: Final = 80


class Move(NamedTuple):
    """A verb with an optional tile, place and value.

    ``Move.parse(str(move)) == move`` holds for every move.

    >>> Move.parse("6-4@left")
    Move(verb='play', tile=Tile(6, 4), at='left', value='')
    >>> str(Move("bid", value="55"))
    'bid=55'
    """

    verb: str
    tile: Tile | None = None
    at: str = ""
    value: str = ""

    @classmethod
    def parse(cls, text: str) -> Move:
        """Return the move in a text.

        :raises ValueError: if the text does not have the form of a move.
        """
        text = text.strip()
        found = _TEXT.fullmatch(text) if 0 < len(text) <= _LONGEST else None
        if not found or (not found["tile"] and found["verb"] in {None, PLAY}):
            raise ValueError(f"{text[:_LONGEST]!r} is not a move such as 6-4@left, draw or pass")
        tile = Tile.parse(found["tile"]) if found["tile"] else None
        return cls(found["verb"] or PLAY, tile, found["at"] or "", found["value"] or "")

    def __str__(self) -> str:
        head = " ".join(part for part in ("" if self.verb == PLAY else self.verb, str(self.tile or "")) if part)
        return head + (f"@{self.at}" if self.at else "") + (f"={self.value}" if self.value else "")


DRAW: Final = Move("draw")
PASS: Final = Move("pass")

"""The public line of play: tiles along arms with open ends.

The opening tile has the arms ``left`` (at its higher half) and ``right``. A spinner or a cross opens ``up`` and
``down`` as well.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from games.core.tiles import Tile

ARMS: Final = ("left", "right", "up", "down")

MATADORS_ONLY: Final = "M"
NOTHING: Final = "–"
"""The texts of ends that take only matadors, or nothing for now."""


class Placed(NamedTuple):
    """A tile of the line and its place.

    `at` is its arm ("" for the opening tile), `on` the index in the line of the tile that it was joined to (None for
    the opening tile) and `outward` the half that points away along the arm (of the opening tile: its lower half, which
    is its right end).
    """

    tile: Tile
    at: str
    on: int | None
    outward: int


class OpenEnd(NamedTuple):
    """An open end of the line.

    A `locked` end takes only what unlocks it; a `demanded` end must be served before the others. `takes` is the half
    that a tile needs there, where that is not `number`: ``2``, ``5/2`` for either of two, `MATADORS_ONLY` or `NOTHING`.
    """

    at: str
    number: int
    on: int
    locked: bool = False
    demanded: bool = False
    takes: str = ""

    @property
    def shown(self) -> str:
        """The half that a tile needs at this end."""
        return self.takes or str(self.number)


@dataclass(frozen=True)
class LineView:
    """A line of play as all players see it.

    The tiles are in the order of placement; `spinner` is an index into them.
    """

    tiles: tuple[Placed, ...] = ()
    ends: tuple[OpenEnd, ...] = ()
    spinner: int | None = None

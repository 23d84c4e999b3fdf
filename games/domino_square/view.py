"""Views and deal ends of Domino Square."""

from dataclasses import dataclass

from games.core.tiles import Tile
from games.core.view import DealEnd, DealtView

from .layout import Hindrance, PlacedTile, SquareLayout


@dataclass(frozen=True, kw_only=True)
class SquareDealEnd(DealEnd):
    """The result of a deal of Domino Square.

    `reason` is ``last_tile``, `winners` the seat that placed that tile. `events` begin with the event ``last_tile``.

    :ivar layout: the tiles on the table in order of play.
    """

    layout: tuple[PlacedTile, ...]


@dataclass(frozen=True, kw_only=True)
class DominoSquareView(DealtView):
    """The view of a match of Domino Square.

    `scores` are deals won. Rows are counted downwards from the row of the opening tile, columns to the right from its
    higher half.

    :ivar layout: the tiles on the table in order of play, with the cells of their halves.
    :ivar rows: the first and the last row in use.
    :ivar columns: the first and the last column in use.
    :ivar room: the number of further rows and columns that the layout may take up.
    :ivar starting: whether the second starter is still to be placed; then no other seat holds tiles.
    :ivar placeable: the tiles of the seat's own hand that may be laid somewhere, also when it is not to move.
    :ivar target: the number of deals to win.
    """

    layout: tuple[PlacedTile, ...]
    rows: tuple[int, int]
    columns: tuple[int, int]
    room: tuple[int, int]
    starting: bool
    placeable: tuple[Tile, ...]
    target: int
    last_deal: SquareDealEnd | None


def hindrances(view: DominoSquareView, tile: Tile) -> dict[Hindrance, int]:
    """Return `SquareLayout.hindrances` of the layout shown."""
    return SquareLayout(view.layout).hindrances(tile)

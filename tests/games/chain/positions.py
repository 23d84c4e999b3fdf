"""Matches in the middle of a deal, and the line of play worked out again from what was played."""

from __future__ import annotations

from collections.abc import Sequence

from games import Event, Match, Tile
from games.chain.match import ChainMatch
from games.core.tiles import mask_of
from tests.games.deals import tiles

Oriented = tuple[int, int]
"""A tile of a row, its left half first; of a column, the half towards the spinner first."""


def set_up(match: Match, *hands: str, boneyard: str = "", scores: Sequence[int] = ()) -> None:
    """Go on from here with these hands, this boneyard and these scores."""
    assert isinstance(match, ChainMatch)
    match.position.hands = [mask_of(tiles(hand)) for hand in hands]
    match.position.boneyard = [tile.index for tile in tiles(boneyard)][::-1]
    match.position.scores = list(scores or match.scores)
    match._numbered = None


def reasons(happened: Sequence[Event]) -> list[tuple[str, int, int]]:
    """Return the points booked or not: their reason (or ``bust``), side and number."""
    booked = [(event.kind, vars(event)) for event in happened if event.kind in {"scored", "bust", "lost"}]
    return [(facts["reason"] if kind == "scored" else kind, facts["side"], facts["points"]) for kind, facts in booked]


class Layout:
    """The tiles on the table: a row, and from its first double columns `up` and `down`."""

    def __init__(self) -> None:
        self.row: list[Oriented] = []
        self.columns: dict[str, list[Oriented]] = {"up": [], "down": []}
        self.first_double: int | None = None

    def lay(self, tile: Tile, at: str) -> None:
        """Add a tile; the first lies with its higher half on the left."""
        if tile.high == tile.low and self.first_double is None:
            self.first_double = tile.high
        if not self.row:
            self.row = [(tile.high, tile.low)]
        elif at == "left":
            self.row.insert(0, _turned(tile, self.row[0][0])[::-1])
        elif at == "right":
            self.row.append(_turned(tile, self.row[-1][1]))
        else:
            column = self.columns[at]
            assert self.first_double is not None
            column.append(_turned(tile, column[-1][1] if column else self.first_double))

    def spinner_is_surrounded(self) -> bool:
        """Return True if the first double has a neighbour on both its long sides."""
        return any(self.first_double == left == right for left, right in self.row[1:-1])

    def open_numbers(self, *, spinner: bool) -> dict[str, int]:
        """Return the number at each open end."""
        if not self.row:
            return {}
        numbers = {"left": self.row[0][0], "right": self.row[-1][1]}
        if spinner and self.spinner_is_surrounded():
            assert self.first_double is not None
            numbers |= {at: column[-1][1] if column else self.first_double for at, column in self.columns.items()}
        return numbers


def _turned(tile: Tile, number: int) -> Oriented:
    assert number in (tile.high, tile.low)
    return number, tile.high + tile.low - number

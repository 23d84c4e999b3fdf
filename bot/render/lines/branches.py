"""The line of play as branches: the tile in its middle and the chains of tiles that lead away from it.

The middle is the spinner where there is one, else the opening tile. When the spinner was not the opening tile, the
chain back to the opening tile and beyond it is an ordinary branch, so that whoever draws need not tell the two apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.core.layout.line import LineView, Placed
from games.core.tiles import Tile

__all__ = ["SIDES", "Branches", "Link", "branches"]

SIDES: Final = ("left", "right", "up", "down")


@dataclass(frozen=True)
class Link:
    """One tile of a branch: its index in the line, the half that faces the middle and the half that faces away."""

    index: int
    near: int
    far: int

    @property
    def is_double(self) -> bool:
        return self.near == self.far


@dataclass(frozen=True)
class Branches:
    """The middle tile (its halves `left` and `right`) and, for each of `SIDES`, the tiles that lead away from it."""

    middle: int
    left: int
    right: int
    sides: Mapping[str, tuple[Link, ...]]

    @property
    def is_double(self) -> bool:
        return self.left == self.right


def branches(line: LineView) -> Branches:
    """The branches of a line with at least one tile.

    :raises ValueError: if no tile lies, or the spinner is on an arm that is neither left nor right.
    """
    if not line.tiles:
        raise ValueError("an empty line has no branches")
    arms: dict[str, list[Link]] = {side: [] for side in SIDES}
    for index, placed in enumerate(line.tiles[1:], start=1):
        arms[placed.at].append(Link(index, _near(placed), placed.outward))
    middle = line.spinner or 0
    if middle:
        _turn_round(arms, line.tiles[0].tile, line.tiles[middle].at, middle)
    tile = line.tiles[middle].tile
    return Branches(middle, tile.high, tile.low, {side: tuple(arms[side]) for side in SIDES})


def _near(placed: Placed) -> int:
    tile = placed.tile
    return tile.low if placed.outward == tile.high else tile.high


def _turn_round(arms: dict[str, list[Link]], opening: Tile, side: str, middle: int) -> None:
    """Make the tile `middle`, a double on the arm `side`, the place from which both arms lead away."""
    if side not in ("left", "right"):
        raise ValueError(f"a spinner lies on the left or the right arm, not {side!r}")
    arm = arms[side]
    at = next(place for place, link in enumerate(arm) if link.index == middle)
    towards_left, towards_right = opening.high, opening.low
    if side == "left":
        first, away = Link(0, towards_right, towards_left), "right"
    else:
        first, away = Link(0, towards_left, towards_right), "left"
    back = [Link(link.index, link.far, link.near) for link in reversed([first, *arm[:at]])]
    arms[away] = back + arms[away]
    arms[side] = arm[at + 1 :]

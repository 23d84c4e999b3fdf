"""The line of play as built from the tiles laid."""

from collections.abc import Iterable

from games.core.line import LineView, OpenEnd, Placed
from games.core.tiles import Tile

from .position import code_of


def line_view(placements: Iterable[tuple[Tile, str]], *, has_spinner: bool = False) -> LineView:
    """Return the line built by these placements, in order.

    The opening tile's arm is ignored.

    :param has_spinner: whether the first double opens its short sides once both its long sides are taken.
    """
    tiles: list[Placed] = []
    ends: dict[str, tuple[int, int]] = {}  # for each arm the open number, and the index of the tile there
    spinner = None
    for tile, at in placements:
        if tiles:
            joined, on = ends[at]
            outward = tile.other(joined)
            ends[at] = (outward, len(tiles))
            tiles.append(Placed(tile, at, on, outward))
        else:
            ends = {"left": (tile.high, 0), "right": (tile.low, 0)}
            tiles.append(Placed(tile, "", None, tile.low))
        if has_spinner and spinner is None and tile.is_double:
            spinner = len(tiles) - 1
        elif spinner is not None and "up" not in ends and spinner not in (ends["left"][1], ends["right"][1]):
            ends["up"] = ends["down"] = (tiles[spinner].outward, spinner)
    return LineView(tuple(tiles), tuple(OpenEnd(at, number, on) for at, (number, on) in ends.items()), spinner)


def codes_of(line: LineView) -> list[int]:
    """Return the codes of a line's open ends, arm by arm."""
    return [code_of(end.number, line.tiles[end.on].tile.other(end.number)) for end in line.ends]

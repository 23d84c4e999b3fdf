"""Random lines of play, and a full one."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.core.line import LineView, OpenEnd, Placed
from games.core.tiles import ALL_TILES, Tile

ARMS = {2: ("left", "right"), 3: ("left", "right", "up"), 4: ("left", "right", "up", "down")}


def random_line(rng: random.Random, *, arms: int, tiles: int, lean: int = 0, spinner_later: bool = False) -> LineView:
    """Return a random line of up to `tiles` tiles.

    Tiles join traditionally where one fits, else arbitrarily.

    :param arms: 2, 3 or 4. With 3 and 4 the opening tile is a double, unless the spinner comes later.
    :param lean: how much likelier the first arms grow than the others; 0: all alike.
    :param spinner_later: the first double that is joined is the spinner, from which the arms up and down lead.
    """
    left = list(ALL_TILES)
    rng.shuffle(left)
    if arms > 2 or spinner_later:
        left.sort(key=lambda tile: tile.is_double == spinner_later)
    opening = left.pop(0)
    rng.shuffle(left)
    placed = [Placed(opening, "", None, opening.low)]
    ends = {"left": OpenEnd("left", opening.high, 0), "right": OpenEnd("right", opening.low, 0)}
    spinner = None if spinner_later or arms == 2 else 0
    if spinner == 0:
        ends |= {at: OpenEnd(at, opening.high, 0) for at in ARMS[arms][2:]}
    while len(placed) < tiles:
        at = rng.choices(list(ends), [1 + lean * (at == "right") + lean // 2 * (at == "up") for at in ends])[0]
        number = ends[at].number
        tile = next((tile for tile in left if tile.has(number)), left[0])
        left.remove(tile)
        outward = tile.other(number) if tile.has(number) else rng.choice((tile.high, tile.low))
        placed.append(Placed(tile, at, ends[at].on, outward))
        ends[at] = OpenEnd(at, outward, len(placed) - 1)
        if spinner is None and spinner_later and tile.is_double:
            spinner = len(placed) - 1
            ends |= {turned: OpenEnd(turned, tile.high, spinner) for turned in ARMS[arms][2:]}
    return LineView(tuple(placed), tuple(ends.values()), spinner)


def line_of(texts: Sequence[str]) -> LineView:
    """Return a line from texts such as ``6-4`` and ``4-3@right``."""
    placed: list[Placed] = []
    ends: dict[str, OpenEnd] = {}
    for text in texts:
        name, _, at = text.partition("@")
        tile = Tile.parse(name)
        if not placed:
            placed.append(Placed(tile, "", None, tile.low))
            ends = {"left": OpenEnd("left", tile.high, 0), "right": OpenEnd("right", tile.low, 0)}
            continue
        outward = tile.other(ends[at].number)
        placed.append(Placed(tile, at, ends[at].on, outward))
        ends[at] = OpenEnd(at, outward, len(placed) - 1)
    return LineView(tuple(placed), tuple(ends.values()), None)

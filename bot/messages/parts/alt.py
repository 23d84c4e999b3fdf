"""Alternative texts of pictures."""

from collections.abc import Sequence

from bot.locales import Words
from bot.render import END_LETTERS
from games.core.line import LineView, OpenEnd, Placed
from games.core.tiles import Tile


def line_alt(words: Words, line: LineView) -> str:
    """Return the line of play in words, arm by arm."""
    if not line.tiles:
        return words("alt.empty")
    left_to_right, arms = _along(line)
    parts = [words("alt.line", tiles=" ".join(left_to_right))]
    parts += [words("alt.arm", end=END_LETTERS[at], tiles=" ".join(tiles)) for at, tiles in arms.items()]
    if line.ends:
        parts.append(ends_alt(words, line))
    parts.append(words("alt.last", tile=line.tiles[-1].tile))
    return " ".join(parts)


def hand_alt(words: Words, tiles: Sequence[Tile], playable: Sequence[Tile]) -> str:
    """Return a hand in words."""
    if not tiles:
        return words("alt.hand_empty")
    text = words("alt.hand", tiles=_list(tiles))
    return f"{text} {words('alt.playable', tiles=_list(playable))}" if playable else text


def ends_alt(words: Words, line: LineView) -> str:
    """Return a line's open ends; "" without any."""
    return words("alt.ends", ends=words.list([_end(words, end) for end in line.ends])) if line.ends else ""


def hands_alt(words: Words, hands: Sequence[tuple[str, Sequence[Tile]]]) -> str:
    """Return the hands at a deal's end in words."""
    return " ".join(
        words("alt.hand_of", name=name, tiles=_list(tiles)) if tiles else f"{name}: {words('alt.hand_empty')}"
        for name, tiles in hands
    )


def _list(tiles: Sequence[Tile]) -> str:
    return ", ".join(str(tile) for tile in tiles)


def _end(words: Words, end: OpenEnd) -> str:
    """Return an open end: letter, number, and any restriction."""
    text = f"{END_LETTERS[end.at]} {end.shown}"
    if end.locked:
        return f"{text} ({words('alt.locked')})"
    return f"{text} ({words('alt.demanded')})" if end.demanded else text


def _along(line: LineView) -> tuple[list[str], dict[str, list[str]]]:
    """Return the tiles from left to right and on other arms."""
    arms: dict[str, list[Placed]] = {}
    for placed in line.tiles[1:]:
        arms.setdefault(placed.at, []).append(placed)
    opening = line.tiles[0].tile
    left = [f"{placed.outward}-{placed.tile.other(placed.outward)}" for placed in reversed(arms.pop("left", []))]
    right = [_outwards(placed) for placed in arms.pop("right", [])]
    return [*left, str(opening), *right], {at: [_outwards(placed) for placed in arm] for at, arm in arms.items()}


def _outwards(placed: Placed) -> str:
    return f"{placed.tile.other(placed.outward)}-{placed.outward}"

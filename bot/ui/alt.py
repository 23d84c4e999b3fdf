"""Pictures in words: the alternative texts that say the same as what is drawn."""

from __future__ import annotations

from collections.abc import Sequence

from bot.locales import Words
from games.core.line import LineView, Placed
from games.core.tiles import Tile

__all__ = ["hand_alt", "hands_alt", "line_alt"]


def line_alt(words: Words, line: LineView) -> str:
    """The line of play in words: its tiles along the arms, the open ends, and the last tile."""
    if not line.tiles:
        return words("alt.empty")
    parts = [words("alt.line", tiles=" ".join(_along(line)))]
    ends = {end.at: end.number for end in line.ends}
    if set(ends) == {"left", "right"}:
        parts.append(words("alt.ends", left=ends["left"], right=ends["right"]))
    parts.append(words("alt.last", tile=line.tiles[-1].tile))
    return " ".join(parts)


def hand_alt(words: Words, tiles: Sequence[Tile], playable: Sequence[Tile]) -> str:
    """A hand in words."""
    if not tiles:
        return words("alt.hand_empty")
    text = words("alt.hand", tiles=_list(tiles))
    return f"{text} {words('alt.playable', tiles=_list(playable))}" if playable else text


def hands_alt(words: Words, hands: Sequence[tuple[str, Sequence[Tile]]]) -> str:
    """The hands at the end of a deal in words."""
    return " ".join(
        words("alt.hand_of", name=name, tiles=_list(tiles)) if tiles else f"{name}: {words('alt.hand_empty')}"
        for name, tiles in hands
    )


def _list(tiles: Sequence[Tile]) -> str:
    return ", ".join(str(tile) for tile in tiles)


def _along(line: LineView) -> list[str]:
    """The tiles from the left end to the right, each written as it lies; then the other arms, from the middle out."""
    arms: dict[str, list[Placed]] = {}
    for placed in line.tiles[1:]:
        arms.setdefault(placed.at, []).append(placed)
    opening = line.tiles[0].tile
    left = [f"{placed.outward}-{placed.tile.other(placed.outward)}" for placed in reversed(arms.pop("left", []))]
    right = [_outwards(placed) for placed in arms.pop("right", [])]
    others = [_outwards(placed) for arm in arms.values() for placed in arm]
    return [*left, str(opening), *right, *others]


def _outwards(placed: Placed) -> str:
    return f"{placed.tile.other(placed.outward)}-{placed.outward}"

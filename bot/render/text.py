"""The text board: a line of play in letters, for a code block, where there are no pictures.

At most 34 columns wide, so that a phone does not wrap it. A plain tile is written ``6|4``, a double, which lies
crosswise, ``[6|6]``, and an open end as the number asked for in brackets beside an arrow: ``(4)→``. A locked end is
written ``(4×)`` and a demanded one ``(4!)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from games.core.line import LineView, OpenEnd

from .branches import Branches, branches

__all__ = ["COLUMNS", "board_text"]

COLUMNS: Final = 34
"""The greatest width of a text board."""

_ARROWS: Final = {"left": "←", "right": "→", "up": "↑", "down": "↓"}


def board_text(line: LineView) -> str:
    """A line of play as lines of text, at most `COLUMNS` wide.

    A line with two arms is written from its left end to its right end. With more arms, or with places above and below
    a spinner, the middle tile comes first and then a row for each arm, from the middle outwards. No tile: "".
    """
    if not line.tiles:
        return ""
    parts = branches(line)
    ends = {end.at: end for end in line.ends}
    middle = _tile(parts.left, parts.right)
    if not (parts.sides["up"] or parts.sides["down"] or "up" in ends or "down" in ends):
        left = [_tile(link.far, link.near) for link in reversed(parts.sides["left"])]
        right = [_tile(link.near, link.far) for link in parts.sides["right"]]
        words = [*_end(ends.get("left")), *left, middle, *right, *_end(ends.get("right"))]
        return "\n".join(_wrap(words))
    rows = [f"  {middle}"]
    for side, arrow in _ARROWS.items():
        words = [*_outwards(parts, side), *_end(ends.get(side), arrow=False)]
        if words:
            rows += _wrap([arrow, *words], indent="  ")
    return "\n".join(rows)


def _outwards(parts: Branches, side: str) -> list[str]:
    return [_tile(link.near, link.far) for link in parts.sides[side]]


def _tile(first: int, second: int) -> str:
    return f"[{first}|{second}]" if first == second else f"{first}|{second}"


def _end(end: OpenEnd | None, *, arrow: bool = True) -> Sequence[str]:
    """An open end in at most one word."""
    if end is None:
        return ()
    state = "×" if end.locked else "!" if end.demanded else ""
    number = f"({end.number}{state})"
    if not arrow:
        return (number,)
    return (_ARROWS[end.at] + number,) if end.at == "left" else (number + _ARROWS[end.at],)


def _wrap(words: Iterable[str], indent: str = "") -> list[str]:
    """The words in rows of at most `COLUMNS`; all rows but the first are indented."""
    rows: list[str] = []
    for word in words:
        if rows and len(rows[-1]) + 1 + len(word) <= COLUMNS:
            rows[-1] += " " + word
        else:
            rows.append(indent + word if rows else word)
    return rows

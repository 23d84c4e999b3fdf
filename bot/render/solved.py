"""The picture of a solved solitaire: its name, facts and tiles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.render.drawing import colours
from bot.render.drawing.canvas import FRAME, WIDTH, Canvas
from bot.render.drawing.lettering import fitting_size
from bot.render.drawing.tiles import shadow, tile_sprite
from games.core.tiles import Tile

_EDGE: Final = FRAME + 18
_TITLE: Final = 62
_TITLE_LETTERS: Final = 44
_SUBTITLE: Final = 40
_SUBTITLE_LETTERS: Final = 25
_FACTS: Final = 104
"""The height of the facts, in pixels at the usual width."""
_VALUE_LETTERS: Final = (46, 38, 31)
_NAME_LETTERS: Final = (24, 21, 18)
_GAP: Final = 8
_PAIR_GAP: Final = 3
_CAPTION: Final = 34
_CAPTION_LETTERS: Final = 22
_MOST_ACROSS: Final = 7


class SolvedFact(NamedTuple):
    """A number of the result, with its name."""

    name: str
    value: str


@dataclass(frozen=True)
class SolvedTiles:
    """The tiles of a solved solitaire, row by row.

    :ivar paired: whether each two rows are pairs, one tile above the other, in the order of play.
    """

    rows: tuple[tuple[Tile, ...], ...]
    paired: bool = False


def solved(title: str, subtitle: str, facts: Sequence[SolvedFact], tiles: SolvedTiles) -> bytes:
    """Return a solved solitaire as a PNG file."""
    width, edge, gap = WIDTH, _EDGE, _GAP
    unit = (width - 2 * edge - (_MOST_ACROSS - 1) * gap) // _MOST_ACROSS // 2
    tops = _tops(tiles, unit, gap)
    below = FRAME + 8 + _TITLE + _SUBTITLE + _FACTS + 22
    canvas = Canvas(width, below + tops[-1] + edge, 1)
    middle, top = width // 2, FRAME + 8
    size, inside = _TITLE_LETTERS, width - 2 * edge
    at = (middle, top + _TITLE // 2 + 4)
    canvas.write(title, at, size=size, width=inside, anchor="middle", ink=colours.GLOW)
    top += _TITLE
    at = (middle, top + _SUBTITLE // 2)
    canvas.write(subtitle, at, size=_SUBTITLE_LETTERS, width=inside, anchor="middle")
    _draw_facts(canvas, facts, (edge, top + _SUBTITLE + 4))
    for row, y in zip(tiles.rows, tops, strict=False):
        left = (width - len(row) * (2 * unit + gap) + gap) // 2
        _draw_row(canvas, row, (left, below + y), unit, gap)
    if tiles.paired:
        _number_pairs(canvas, tiles, [below + y for y in tops], unit, gap)
    return canvas.png()


def _tops(tiles: SolvedTiles, unit: int, gap: int) -> list[int]:
    """Return the upper edge of each row from 0, and the lower edge of all."""
    tops, y = [], 0
    for number in range(len(tiles.rows)):
        tops.append(y)
        if not tiles.paired:
            y += unit + gap
        else:
            y += unit + (_CAPTION if number % 2 else _PAIR_GAP)
    return [*tops, y - (0 if tiles.paired else gap)]


def _draw_facts(canvas: Canvas, facts: Sequence[SolvedFact], corner: tuple[int, int]) -> None:
    """Draw the numbers side by side, with their names below."""
    left, top = corner
    gap, height = _GAP, _FACTS
    wide = (canvas.width - 2 * left + gap) // len(facts)
    for number, fact in enumerate(facts):
        x = left + number * wide
        canvas.fill((x, top, x + wide - gap, top + height), colours.FELT_DEEP)
        canvas.fill((x, top, x + wide - gap, top + 4), colours.BRASS)
        middle, inside = x + (wide - gap) // 2, wide - gap - 12
        lines = (
            (fact.value, _VALUE_LETTERS, 0.42, colours.TEXT),
            (fact.name, _NAME_LETTERS, 0.8, colours.MINT),
        )
        for text, sizes, down, ink in lines:
            size = fitting_size(text, sizes, inside)
            at = (middle, top + round(down * height))
            canvas.write(text, at, size=size, width=inside, anchor="middle", ink=ink, ground=colours.FELT_DEEP)


def _draw_row(canvas: Canvas, row: Sequence[Tile], corner: tuple[int, int], unit: int, gap: int) -> None:
    left, y = corner
    for number, tile in enumerate(row):
        x = left + number * (2 * unit + gap)
        canvas.lay(shadow(unit, upright=False), x, y)
        canvas.lay(tile_sprite(unit, tile.high, tile.low, upright=False), x, y)


def _number_pairs(canvas: Canvas, tiles: SolvedTiles, tops: Sequence[int], unit: int, gap: int) -> None:
    """Write the place in the order of play below each pair."""
    number, size = 0, _CAPTION_LETTERS
    for row, top in list(zip(tiles.rows, tops, strict=False))[1::2]:
        left = (canvas.width - len(row) * (2 * unit + gap) + gap) // 2
        for place in range(len(row)):
            number += 1
            at = (left + place * (2 * unit + gap) + unit, top + unit + _CAPTION // 2 - 1)
            canvas.write(str(number), at, size=size, anchor="middle", ink=colours.MINT)

"""The picture of a finished match: winner, scores, highlights."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.charts import Curve, Section, draw_plot, least_height
from bot.render.drawing import colours
from bot.render.drawing.canvas import FRAME, WIDTH, Canvas, line_height
from bot.render.drawing.lettering import LEGIBLE, text_mask, wrapped
from bot.render.drawing.tiles import shadow, tile_sprite
from games.core.tiles import Tile

_TOP: Final = FRAME + 8
_TITLE: Final = 64
"""The least height of the title."""
_TITLE_LETTERS: Final = 38
_LONG_TITLE_LETTERS: Final = 30
_PLOT: Final = 290
_ROW: Final = 56
"""The least height of a highlight."""
_LINES: Final = 4
"""The most lines of a title or a highlight."""
_LEFT: Final = FRAME + 22
_UNIT: Final = 32
"""The unit of the tile beside a highlight."""


@dataclass(frozen=True)
class Highlight:
    """A highlight of a match: a short line and a tile."""

    text: str
    tile: Tile | None = None


def match_end(
    title: str,
    curves: Sequence[Curve],
    deals: int,
    highlights: Sequence[Highlight],
    rounds: Sequence[Section] = (),
) -> bytes:
    """Return the end of a match as a PNG file.

    :param title: the winner.
    :param curves: the score of each side; the time is the number of the deal, 0 at the beginning.
    :param rounds: those in which scores start again from zero.
    """
    size = _TITLE_LETTERS if text_mask(title, _TITLE_LETTERS).width <= WIDTH - 2 * _LEFT else _LONG_TITLE_LETTERS
    title_lines = wrapped(title, size, WIDTH - 2 * _LEFT, _LINES)
    top = _TOP + max(_TITLE, len(title_lines) * line_height(size) + 12)
    below = top + max(_PLOT, least_height(curves))
    told = [wrapped(one.text, LEGIBLE, WIDTH - _LEFT - _left_of(one), _LINES) for one in highlights]
    heights = [max(_ROW, len(lines) * line_height(LEGIBLE) + 20) for lines in told]
    canvas = Canvas(WIDTH, below + sum(heights) + 2 * FRAME, 1)
    at = (WIDTH // 2, (_TOP + top) // 2 + 4)
    canvas.write_lines(title_lines, at, size=size, width=WIDTH - 2 * _LEFT, anchor="middle", ink=colours.GLOW)
    marks = [(float(deal), str(deal)) for deal in range(1, deals + 1)]
    draw_plot(canvas, (top, below), curves, since=0, until=deals, marks=marks, sections=rounds)
    top = below
    for highlight, lines, height in zip(highlights, told, heights, strict=True):
        middle, left = top + height // 2, _left_of(highlight)
        canvas.fill((_LEFT - 8, top, WIDTH - _LEFT + 8, top + height - 4), colours.FELT_DEEP)
        if highlight.tile is not None:
            corner = _LEFT + 4, middle - 2 - _UNIT // 2
            canvas.lay(shadow(_UNIT, upright=False), *corner)
            canvas.lay(tile_sprite(_UNIT, highlight.tile.high, highlight.tile.low, upright=False), *corner)
        canvas.write_lines(lines, (left, middle - 2), width=WIDTH - _LEFT - left, ground=colours.FELT_DEEP)
        top += height
    return canvas.png(few_colours=True)


def _left_of(highlight: Highlight) -> int:
    """Return the left edge of a highlight's text."""
    return _LEFT + 2 * _UNIT + 22 if highlight.tile is not None else _LEFT + 6

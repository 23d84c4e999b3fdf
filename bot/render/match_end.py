"""The picture of a finished match: winner, scores, highlights."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.charts import Curve, Section, draw_plot, least_height
from bot.render.drawing import colours
from bot.render.drawing.canvas import FRAME, WIDTH, Canvas
from bot.render.drawing.lettering import text_mask
from bot.render.drawing.tiles import shadow, tile_sprite
from games.core.tiles import Tile

_TOP: Final = FRAME + 8
_TITLE: Final = 64
_TITLE_LETTERS: Final = 38
_PLOT: Final = 290
_ROW: Final = 56
_LETTERS: Final = 25
_SMALL_LETTERS: Final = 20
"""The size of highlights that are too long otherwise."""
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

    :param title: the winner; names in it are shortened to fit.
    :param curves: the score of each side; the time is the number of the deal, 0 at the beginning.
    :param rounds: those in which scores start again from zero.
    """
    below = _TOP + _TITLE + max(_PLOT, least_height(len(curves)))
    canvas = Canvas(WIDTH, below + len(highlights) * _ROW + 2 * FRAME, 1)
    at = (WIDTH // 2, _TOP + _TITLE // 2 + 4)
    canvas.write(title, at, size=_TITLE_LETTERS, width=WIDTH - 2 * _LEFT, anchor="middle", ink=colours.GLOW)
    marks = [(float(deal), str(deal)) for deal in range(1, deals + 1)]
    draw_plot(canvas, (_TOP + _TITLE, below), curves, since=0, until=deals, marks=marks, sections=rounds)
    for number, highlight in enumerate(highlights):
        top = below + number * _ROW
        middle = top + _ROW // 2
        canvas.fill((_LEFT - 8, top, WIDTH - _LEFT + 8, top + _ROW - 4), colours.FELT_DEEP)
        if highlight.tile is not None:
            corner = _LEFT + 4, middle - 2 - _UNIT // 2
            canvas.lay(shadow(_UNIT, upright=False), *corner)
            canvas.lay(tile_sprite(_UNIT, highlight.tile.high, highlight.tile.low, upright=False), *corner)
        left = _LEFT + 2 * _UNIT + 22 if highlight.tile is not None else _LEFT + 6
        width = WIDTH - _LEFT - left
        size = _LETTERS if text_mask(highlight.text, _LETTERS).width <= width else _SMALL_LETTERS
        canvas.write(highlight.text, (left, middle - 2), size=size, width=width, ground=colours.FELT_DEEP)
    return canvas.png(few_colours=True)

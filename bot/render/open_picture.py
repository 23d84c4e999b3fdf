"""The picture of a table with all hands laid open below it, for a match that is over."""

from __future__ import annotations

import io
from collections.abc import Callable, Collection, Sequence
from typing import Final

from PIL import Image

from bot.render.drawing.canvas import FRAME, Table
from bot.render.lines.count_picture import Row, draw_rows_below, rows_height
from bot.render.lines.line_picture import WIDTH

__all__ = ["with_hands"]

_TOP: Final = FRAME + 10


def with_hands(board: Callable[[], bytes], rows: Sequence[Row], *, lit: Collection[int] = ()) -> bytes:
    """A table above the hands of its players, as a PNG file.

    :param board: draws the table.
    :param rows: name and tiles of each player.
    :param lit: the indices of the rows that stand out.
    """
    with Image.open(io.BytesIO(board())) as upper:
        upper.load()
    lower = Table(WIDTH, _TOP + rows_height(rows), 1)
    draw_rows_below(lower, _TOP, rows, lit, sums=False)
    both = Table(max(WIDTH, upper.width), upper.height + lower.height, 1)
    both.image.paste(upper, ((both.width - upper.width) // 2, 0))
    both.image.paste(lower.image, ((both.width - lower.width) // 2, upper.height))
    return both.png(few_steps=True)

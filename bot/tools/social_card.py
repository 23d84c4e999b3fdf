"""The picture that a link to a page of the site has in previews."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image

from bot.render.drawing import colours
from bot.render.drawing.lettering import text_mask, wrapped

SIZE: Final = (1200, 630)
"""The width and height that previews ask for."""

_BORDER: Final = 40
_TITLE: Final = 84
_LINE: Final = 38
_MOST_LINES: Final = 8
_SPACING: Final = 1.35


def social_card(title: str, line: str, board: bytes) -> bytes:
    """Return a PNG file with a title and a sentence beside a picture of a board."""
    card = Image.new("RGB", SIZE, colours.FELT_DEEP)
    with Image.open(io.BytesIO(board)) as opened:
        shown = opened.convert("RGBA")
    shown.thumbnail((SIZE[0] // 2, SIZE[1] - 2 * _BORDER), Image.Resampling.LANCZOS)
    card.paste(shown, (SIZE[0] - _BORDER - shown.width, (SIZE[1] - shown.height) // 2), shown)
    room = SIZE[0] - 3 * _BORDER - shown.width
    rows = [(row, _TITLE, colours.GLOW) for row in wrapped(title, _TITLE, room, 2)]
    rows += [(row, _LINE, colours.TEXT) for row in wrapped(line, _LINE, room, _MOST_LINES)]
    top = (SIZE[1] - sum(round(size * _SPACING) for _, size, _ in rows)) // 2
    for row, size, ink in rows:
        card.paste(ink, (_BORDER, top), text_mask(row, size, width=room))
        top += round(size * _SPACING)
    file = io.BytesIO()
    card.quantize(256).save(file, "PNG")
    return file.getvalue()

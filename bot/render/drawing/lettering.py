"""Letters and figures: masks of text in the bundled fonts.

Inter has the Latin and Cyrillic alphabets; what it lacks (other scripts, symbols, some emojis) is taken from DejaVu
Sans, and what both lack is left out. A text of which nothing is left is a small lozenge, so that every name is seen.
"""

import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

_FOLDER: Final = Path(__file__).parent / "fonts"
FONT_FILES: Final = (_FOLDER / "Inter-SemiBold.otf", _FOLDER / "DejaVuSans-Bold.ttf")
"""The bundled fonts, the preferred one first."""

_ELLIPSIS: Final = "…"
_STAND_IN: Final = "◆"
_LONGEST: Final = 64
"""No more characters than this are looked at: names are short, and a picture must not cost more for a long text."""


def text_mask(text: str, size: int, *, width: int | None = None) -> Image.Image:
    """One line of text as a mask (mode L), as wide as the text and always as high as the font's line.

    :param size: the font's size in pixels.
    :param width: the greatest width in pixels; a longer text is cut and ends in an ellipsis.
    """
    return _mask(_drawable(text), size, width)


def fitting_size(text: str, sizes: Sequence[int], width: int) -> int:
    """The first of some sizes, the largest first, in which a text is no wider than `width`; else the last."""
    return next((size for size in sizes if text_mask(text, size).width <= width), sizes[-1])


@lru_cache(maxsize=512)
def _mask(text: str, size: int, width: int | None) -> Image.Image:
    runs = _runs(text)
    if width is not None and _width(runs, size) > width:
        while text and _width(_runs(text + _ELLIPSIS), size) > width:
            text = text[:-1].rstrip()
        runs = _runs(text + _ELLIPSIS)
    ascent, descent = _font(0, size).getmetrics()
    mask = Image.new("L", (max(1, round(_width(runs, size))), ascent + descent), 0)
    pen = ImageDraw.Draw(mask)
    x = 0.0
    for which, part in runs:
        font = _font(which, size)
        pen.text((x, ascent), part, fill=255, font=font, anchor="ls")
        x += font.getlength(part)
    return mask


def _drawable(text: str) -> str:
    """The text in one line, without what no font has and what only steers other characters (joiners, selectors)."""
    kept = []
    for character in unicodedata.normalize("NFC", text[:_LONGEST]):
        kind = unicodedata.category(character)
        if kind[0] in "ZC" and kind not in ("Cn", "Co", "Cf"):
            kept.append(" ")
        elif kind[0] == "C" or 0xFE00 <= ord(character) <= 0xFE0F or 0x1F3FB <= ord(character) <= 0x1F3FF:
            continue
        elif _font_for(character) is not None:
            kept.append(character)
    return " ".join("".join(kept).split()) or _STAND_IN


def _runs(text: str) -> tuple[tuple[int, str], ...]:
    """The text in pieces of one font each."""
    runs: list[tuple[int, str]] = []
    for character in text:
        which = _font_for(character) or 0
        if runs and runs[-1][0] == which:
            runs[-1] = which, runs[-1][1] + character
        else:
            runs.append((which, character))
    return tuple(runs)


def _width(runs: tuple[tuple[int, str], ...], size: int) -> float:
    return sum(_font(which, size).getlength(part) for which, part in runs)


@cache
def _font(which: int, size: int) -> ImageFont.FreeTypeFont:
    # The basic layout needs no system library, so that every machine draws the same pixels.
    return ImageFont.truetype(FONT_FILES[which], size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def _font_for(character: str) -> int | None:
    """The first font that has the character, or None."""
    if character.isspace():
        return 0
    for which in range(len(FONT_FILES)):
        if _shape(which, character) != _shape(which, "\U0010ffff"):
            return which
    return None


def _shape(which: int, character: str) -> tuple[tuple[int, int], bytes]:
    """How a font draws a character; what it lacks, it draws like any character that nobody has."""
    mask = _font(which, 24).getmask(character)
    return mask.size, bytes(mask)

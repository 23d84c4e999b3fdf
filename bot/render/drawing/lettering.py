"""Text masks in the bundled fonts.

Inter has the Latin and Cyrillic alphabets. DejaVu Sans has other characters (Greek, Hebrew, Arabic, symbols, some
emojis), and characters in neither font are left out. `drawable` returns the drawable part of a name. Hebrew and Arabic
need Raqm and FriBiDi for shaping and order; without them their letters count as missing.

A sentence contains facts and names. `as_name` marks a name in it: only names are shortened.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont, features

_FOLDER: Final = Path(__file__).parent / "fonts"
FONT_FILES: Final = (_FOLDER / "Inter-SemiBold.otf", _FOLDER / "DejaVuSans-Bold.ttf")
"""The bundled fonts, the preferred one first."""
_LARGE_FONT: Final = 1
"""The index of the font with Hebrew and Arabic as well as Latin and Cyrillic."""

SHAPES: Final = bool(features.check_feature("raqm") and features.check_feature("fribidi"))
"""True if right-to-left text is shaped and ordered on this machine."""

LEGIBLE: Final = 26
"""The least size of letters in pixels: 12 on a phone 390 pixels wide, which shows a picture 341 pixels wide."""

_ELLIPSIS: Final = "…"
_STAND_IN: Final = "◆"
_LONGEST: Final = 64
"""The most characters read of a name, to bound costs."""
_SHORTEST: Final = 3
"""The fewest characters of a shortened name; then letters shrink."""
_OPEN, _CLOSE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
_PART: Final = re.compile(f"{_OPEN}([^{_OPEN}{_CLOSE}]*){_CLOSE}?")


class _Part(NamedTuple):
    """A piece of a text; a name may be shortened."""

    text: str
    is_name: bool


class _Run(NamedTuple):
    """Characters of one font; shaped if written right to left."""

    font: int
    text: str
    is_shaped: bool = False


def as_name(text: str) -> str:
    """Mark a text as a shortenable name, unless already marked."""
    return text if _OPEN in text else f"{_OPEN}{text}{_CLOSE}"


def as_whole(text: str) -> str:
    """Mark a text as a fact, which even `as_name` keeps whole."""
    return f"{_OPEN}{_CLOSE}{text}"


def without_marks(text: str) -> str:
    """Return a text without the marks of names and facts."""
    return text.replace(_OPEN, "").replace(_CLOSE, "")


def drawable(text: str) -> str:
    """Return a name's drawable part, or "" without letters and figures."""
    kept = _drawable(text[:_LONGEST])
    return kept if any(unicodedata.category(character)[0] in "LN" for character in kept) else ""


def text_mask(text: str, size: int, *, width: int | None = None) -> Image.Image:
    """Return a line of text as a mask (mode L).

    :param size: the font's size in pixels, which determines the height.
    :param width: the greatest width in pixels. Names are shortened to fit, the widest first, and end in an ellipsis; if
    that is not enough, the letters become smaller.
    """
    return _mask(_parts(text), size, width)


def fitting_size(text: str, sizes: Sequence[int], width: int) -> int:
    """Return the first of descending `sizes` that fits, or the last."""
    return next((size for size in sizes if text_mask(text, size).width <= width), sizes[-1])


def wrapped(text: str, size: int, width: int, most: int) -> list[str]:
    """Return a text in lines that fit `width`, broken between words where possible.

    :param most: the most lines; the last of them is a name that may have to be shortened.
    """
    lines: list[str] = []
    rest = "".join(part.text for part in _parts(text))
    while text_mask(rest, size).width > width and len(lines) < most - 1:
        end = next(end for end in range(len(rest) - 1, 0, -1) if end == 1 or text_mask(rest[:end], size).width <= width)
        end = rest.rfind(" ", 1, end + 1) if " " in rest[1 : end + 1] else end
        lines.append(rest[:end].rstrip())
        rest = rest[end:].lstrip()
    return [*lines, as_name(rest)]


def _parts(text: str) -> tuple[_Part, ...]:
    """Return the drawable facts and names, or a lozenge."""
    found, end = [], 0
    for match in _PART.finditer(text):
        found += [_Part(text[end : match.start()], is_name=False), _Part(match[1][:_LONGEST], is_name=True)]
        end = match.end()
    found.append(_Part(text[end:], is_name=False))
    parts = [_Part(_spaced(part), part.is_name) for part in found if part.text]
    return tuple(part for part in parts if part.text) or (_Part(_STAND_IN, is_name=False),)


def _spaced(part: _Part) -> str:
    """Return a part's drawable text, with spaces next to names."""
    kept = _drawable(part.text)
    if part.is_name:
        return kept or _STAND_IN
    before, after = part.text[:1].isspace(), part.text[-1:].isspace()
    return f"{' ' * before}{kept}{' ' * (after and bool(kept))}"


@lru_cache(maxsize=512)
def _mask(parts: tuple[_Part, ...], size: int, width: int | None) -> Image.Image:
    if width is not None:
        parts, size = _fitted(parts, size, width)
    runs = _runs(parts)
    ascent, descent = _font(0, size).getmetrics()
    mask = Image.new("L", (max(1, round(_width(runs, size))), ascent + descent), 0)
    pen = ImageDraw.Draw(mask)
    x = 0.0
    for run in runs:
        font = _font_of(run, size)
        pen.text((x, ascent), run.text, fill=255, font=font, anchor="ls")
        x += font.getlength(run.text)
    return mask


def _fitted(parts: tuple[_Part, ...], size: int, width: int) -> tuple[tuple[_Part, ...], int]:
    """Return parts and size fitted to `width`."""
    for smaller in range(size, 1, -1):
        shortened = _shortened(parts, smaller, width)
        if round(_width(_runs(shortened), smaller)) <= width:
            return shortened, smaller
    return parts, 1


def _shortened(parts: tuple[_Part, ...], size: int, width: int) -> tuple[_Part, ...]:
    """Shorten names to fit `width`, but not below `_SHORTEST`."""
    texts = [part.text for part in parts]
    widths = [_width(_runs((part,)), size) for part in parts]
    kept = [len(part.text) for part in parts]
    while round(sum(widths)) > width:
        longer = [index for index, part in enumerate(parts) if part.is_name and kept[index] > _SHORTEST]
        if not longer:
            break
        widest = max(longer, key=lambda index: widths[index])
        kept[widest] -= 1
        texts[widest] = parts[widest].text[: kept[widest]].rstrip() + _ELLIPSIS
        widths[widest] = _width(_runs((_Part(texts[widest], is_name=True),)), size)
    return tuple(_Part(text, part.is_name) for text, part in zip(texts, parts, strict=True))


def _drawable(text: str) -> str:
    """Return the text in one line, without control or missing characters."""
    kept = []
    for character in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(character)
        if kind[0] in "ZC" and kind not in ("Cn", "Co", "Cf", "Cs"):
            kept.append(" ")
        elif kind[0] == "C" or 0xFE00 <= ord(character) <= 0xFE0F or 0x1F3FB <= ord(character) <= 0x1F3FF:
            continue
        else:
            kept.append(character if _font_for(character) is not None else _plainer(character))
    return " ".join("".join(kept).split())


def _plainer(character: str) -> str:
    """Return an ornamental character's plain letters, or "" if not drawable."""
    plain = unicodedata.normalize("NFKC", character)
    return plain if all(_font_for(one) is not None for one in plain) else ""


def _runs(parts: tuple[_Part, ...]) -> tuple[_Run, ...]:
    """Split parts by font; those with right-to-left letters stay whole."""
    runs: list[_Run] = []
    for part in parts:
        if any(map(_is_right_to_left, part.text)):
            runs.append(_Run(_LARGE_FONT, part.text, is_shaped=True))
            continue
        for character in part.text:
            which = _font_for(character) or 0
            if runs and runs[-1].font == which and not runs[-1].is_shaped:
                runs[-1] = _Run(which, runs[-1].text + character)
            else:
                runs.append(_Run(which, character))
    return tuple(runs)


def _is_right_to_left(character: str) -> bool:
    return unicodedata.bidirectional(character) in ("R", "AL")


def _width(runs: tuple[_Run, ...], size: int) -> float:
    return sum(_font_of(run, size).getlength(run.text) for run in runs)


def _font_of(run: _Run, size: int) -> ImageFont.FreeTypeFont:
    return _font(run.font, size, shapes=run.is_shaped)


@cache
def _font(which: int, size: int, *, shapes: bool = False) -> ImageFont.FreeTypeFont:
    # The basic layout needs no system library, so that every machine draws the same pixels.
    layout = ImageFont.Layout.RAQM if shapes else ImageFont.Layout.BASIC
    return ImageFont.truetype(FONT_FILES[which], size, layout_engine=layout)


@lru_cache(maxsize=4096)
def _font_for(character: str) -> int | None:
    """Return the first font that has the character, or None."""
    if character.isspace():
        return 0
    if _is_right_to_left(character):
        return _LARGE_FONT if SHAPES and _has(_LARGE_FONT, character) else None
    return next((which for which in range(len(FONT_FILES)) if _has(which, character)), None)


def _has(which: int, character: str) -> bool:
    """Return True unless the font draws it as an unassigned character."""
    return _shape(which, character) != _shape(which, "\U0010ffff")


def _shape(which: int, character: str) -> tuple[tuple[int, int], bytes]:
    """Return the size and pixels of a character in a font."""
    mask = _font(which, 24).getmask(character)
    return mask.size, bytes(mask)

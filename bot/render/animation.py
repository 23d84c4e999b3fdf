"""Animated GIF files of pictures from this folder.

All frames share one palette. Only the changed part of a frame is written.
"""

import io
from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import GifImagePlugin, Image, ImageChops

from bot.render.drawing import colours
from bot.render.drawing.lettering import text_mask

_STRIP: Final = 48
_LETTERS: Final = 25
"""The height of the strip for captions, and of its letters."""

_LONGEST: Final = 65_535
"""The format's longest frame time in hundredths of a second."""


class AnimationFrame(NamedTuple):
    """A PNG file, its time in milliseconds, and its caption."""

    picture: bytes
    milliseconds: int
    caption: str = ""


def animated_gif(shots: Sequence[AnimationFrame]) -> bytes:
    """Return a looping GIF file; smaller pictures are centred.

    :param shots: one or more.
    """
    sizes = [_size(shot.picture) for shot in shots]
    size = max(width for width, _ in sizes), max(height for _, height in sizes)
    strip = _STRIP if any(shot.caption for shot in shots) else 0
    file = io.BytesIO()
    before: Image.Image | None = None
    for shot in shots:
        canvas = _frame_image(shot, size, strip)
        if before is None:
            header, _ = GifImagePlugin.getheader(canvas, info={"loop": 0, "version": b"89a"})
            file.write(b"".join(header))
        left, top, right, bottom = _changed_box(before, canvas)
        time = min(max(shot.milliseconds, 10), _LONGEST * 10)
        part = canvas.crop((left, top, right, bottom))
        file.write(b"".join(GifImagePlugin.getdata(part, (left, top), duration=time, disposal=1)))
        before = canvas
    file.write(b";")
    return file.getvalue()


def _size(picture: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(picture)) as image:
        return image.size


def _frame_image(shot: AnimationFrame, size: tuple[int, int], strip: int) -> Image.Image:
    """Return the picture centred above its caption."""
    canvas = Image.new("P", (size[0], size[1] + strip), colours.index_of(colours.SHADE))
    canvas.putpalette([value for colour in colours.PALETTE for value in colour])
    if shot.caption:
        mask = text_mask(shot.caption, _LETTERS, width=size[0] - 2 * _LETTERS)
        letters = Image.frombytes("P", mask.size, mask.tobytes().translate(colours.ramp(colours.SHADE, colours.TEXT)))
        canvas.paste(letters, ((size[0] - mask.width) // 2, size[1] + (strip - mask.height) // 2))
    indices = colours.read(shot.picture)
    seen = indices.point([0] + [255] * 255, "1")
    canvas.paste(indices, ((size[0] - indices.width) // 2, (size[1] - indices.height) // 2), seen)
    return canvas


def _changed_box(before: Image.Image | None, canvas: Image.Image) -> tuple[int, int, int, int]:
    """Return the box of changed pixels, or one pixel."""
    if before is None:
        return 0, 0, canvas.width, canvas.height
    old, new = (Image.frombytes("L", one.size, one.tobytes()) for one in (before, canvas))
    return ImageChops.difference(old, new).getbbox() or (0, 0, 1, 1)

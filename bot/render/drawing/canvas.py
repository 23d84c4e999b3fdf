"""A felt table in a wooden frame, and its PNG file.

A canvas is an image of palette indices from the start; see `colours`.
"""

import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple
from zlib import crc32

from PIL import Image, ImageChops, ImageDraw
from zlib_ng import zlib_ng

from bot.render.drawing import colours
from bot.render.drawing.colours import ALPHAS, PALETTE, Colour, index_of, ramp, to_palette
from bot.render.drawing.lettering import LEGIBLE, text_mask

WIDTH: Final = 720
"""The width of all pictures in pixels."""

LARGE: Final = 1.5
"""The size of tiles and letters in large pictures; a phone shows every picture equally wide, so these are higher."""

TALLEST: Final = 960
"""The greatest height of a picture in pixels at the usual width: 4:3."""

FINE: Final = 4
"""Sprites are drawn this many times larger and then reduced."""

FRAME: Final = 12
"""The width of the frame in pixels at a picture width of 720."""

Box = tuple[float, float, float, float]

_SEEN: Final = 14
"""The least alpha that changes the canvas."""
_COVERED: Final = bytes(value >= _SEEN for value in range(256))


class Sprite(NamedTuple):
    """A small picture in palette indices, with mask and origin."""

    image: Image.Image
    mask: Image.Image
    origin: tuple[int, int] = (0, 0)

    def turned(self) -> "Sprite":
        """Return it with columns and rows exchanged: upright if it lies."""
        turn = Image.Transpose.TRANSPOSE
        return Sprite(self.image.transpose(turn), self.mask.transpose(turn), (self.origin[1], self.origin[0]))


def blank(wide: int, high: int) -> Image.Image:
    """Return a transparent image to draw a sprite on in opaque colours.

    Its colours count as multiplied by their alpha, as `reduce` needs them: converting all pixels costs much.
    """
    return Image.new("RGBa", (wide, high), (0, 0, 0, 0))


def sprite(fine: Image.Image, *, ground: Colour = colours.FELT, origin: tuple[int, int] = (0, 0)) -> Sprite:
    """Return what is seen of an image `FINE` times larger, on `ground`."""
    left, top, right, bottom = fine.getbbox() or (0, 0, 1, 1)
    left, top = left // FINE, top // FINE
    box = (left * FINE, top * FINE, -(-right // FINE) * FINE, -(-bottom // FINE) * FINE)
    image = fine.reduce(FINE, box).convert("RGBA")
    flat = Image.new("RGB", image.size, ground)
    flat.paste(image, mask=image)
    return Sprite(to_palette(flat), _covered(image.getchannel("A")), (origin[0] - left, origin[1] - top))


def tinted(alpha: Image.Image, *, ink: Colour, ground: Colour = colours.FELT) -> Sprite:
    """Return a mask (mode L) as a sprite that blends `ink` into `ground`."""
    image = Image.frombytes("P", alpha.size, alpha.tobytes().translate(ramp(ground, ink)))
    return Sprite(image, _covered(alpha))


def _covered(alpha: Image.Image) -> Image.Image:
    """Return the pixels that change the canvas."""
    return Image.frombytes("1", alpha.size, alpha.tobytes().translate(_COVERED), "raw", "1;8")


def line_height(size: int) -> int:
    """Return the distance between lines of letters of this size."""
    return round(1.1 * size)


class Canvas:
    """A table in pixels, `scale` times the usual width."""

    def __init__(self, width: int, height: int, scale: float) -> None:
        self.width, self.height = width, height
        self.image = _surface(width, height, round(FRAME * scale)).copy()

    def lay(self, part: Sprite, x: int, y: int) -> None:
        """Lay a sprite with its origin at (x, y)."""
        self.image.paste(part.image, (x - part.origin[0], y - part.origin[1]), part.mask)

    def fill(self, box: tuple[int, int, int, int], colour: Colour) -> None:
        """Fill a box; its right and lower edges are excluded."""
        self.image.paste(index_of(colour), box)

    def write(
        self,
        text: str,
        at: tuple[int, int],
        *,
        size: int,
        width: int | None = None,
        anchor: str = "left",
        ink: Colour = colours.TEXT,
        ground: Colour = colours.FELT,
    ) -> int:
        """Write a line vertically centred on `at`; return its width.

        :param anchor: the part of the text that is at `at`: ``left``, ``middle`` or ``right``.
        :param width: the greatest width, to which names are shortened; see `text_mask`.
        """
        mask = text_mask(text, size, width=width)
        x = at[0] - {"left": 0, "middle": mask.width // 2, "right": mask.width}[anchor]
        self.tint(mask, (x, at[1] - mask.height // 2), ink=ink, ground=ground)
        return mask.width

    def write_lines(
        self,
        lines: Sequence[str],
        at: tuple[int, int],
        *,
        size: int = LEGIBLE,
        width: int | None = None,
        anchor: str = "left",
        ink: Colour = colours.TEXT,
        ground: Colour = colours.FELT,
    ) -> None:
        """Write lines one below the other, together vertically centred on `at`; see `write`."""
        top = at[1] - (len(lines) - 1) * line_height(size) // 2
        for number, line in enumerate(lines):
            place = at[0], top + number * line_height(size)
            self.write(line, place, size=size, width=width, anchor=anchor, ink=ink, ground=ground)

    def tint(self, mask: Image.Image, at: tuple[int, int], *, ink: Colour, ground: Colour) -> None:
        """Paint a mask (mode L) at `at`, blending `ink` into `ground`."""
        self.lay(tinted(mask, ink=ink, ground=ground), *at)

    def png(self, *, few_colours: bool = False) -> bytes:
        """Return a PNG file without text or dates in it.

        :param few_colours: reduce a complex picture to sixteen colours, which makes the file a quarter smaller.
        """
        if not few_colours:
            return _png(self.image, range(len(PALETTE)))
        chosen, places = colours.reduce_palette(self.image.histogram()[: len(PALETTE)], _FEW)
        return _png(Image.frombytes("P", self.image.size, self.image.tobytes().translate(places)), chosen)


@lru_cache(maxsize=16)
def _surface(width: int, height: int, frame: int) -> Image.Image:
    """Return an empty table."""
    corner = _corner(frame)
    side = corner.width
    image = Image.new("P", (width, height), index_of(colours.FELT))
    edge = corner.crop((side - 1, 0, side, side))
    strip = edge.resize((width - 2 * side, side), Image.Resampling.NEAREST)
    image.paste(strip, (side, 0))
    image.paste(strip.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (side, height - side))
    upright = edge.transpose(Image.Transpose.TRANSPOSE).resize((side, height - 2 * side), Image.Resampling.NEAREST)
    image.paste(upright, (0, side))
    image.paste(upright.transpose(Image.Transpose.FLIP_LEFT_RIGHT), (width - side, side))
    mirrored = corner.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    image.paste(corner, (0, 0))
    image.paste(mirrored, (width - side, 0))
    image.paste(corner.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (0, height - side))
    image.paste(mirrored.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (width - side, height - side))
    return image


@lru_cache(maxsize=4)
def _corner(frame: int) -> Image.Image:
    """Return the upper left corner of the framed table."""
    side, radius = 4 * frame, 2.4 * frame
    # From the outside inwards: the distance of each band from the rim, in widths of the frame.
    bands = (
        (0.0, colours.WOOD_DARK),
        (0.12, colours.WOOD_LIGHT),
        (0.24, colours.WOOD),
        (0.72, colours.WOOD_DARK),
        (0.84, colours.BRASS),
        (1.0, colours.mix(colours.FELT, colours.SHADE, 0.72)),
        (1.16, colours.mix(colours.FELT, colours.SHADE, 0.43)),
        (1.36, colours.mix(colours.FELT, colours.SHADE, 0.15)),
        (1.6, colours.FELT),
    )
    fine = Image.new("RGB", (side * FINE, side * FINE), colours.WOOD_DARK)
    pen = ImageDraw.Draw(fine)
    for begins, colour in bands:
        inset = begins * frame
        box = [value * FINE for value in (inset, inset, 4 * side, 4 * side)]
        pen.rounded_rectangle(box, max(0.0, radius - inset) * FINE, fill=colour)
    corner = to_palette(fine.reduce(FINE))
    outline = Image.new("L", fine.size, 0)
    ImageDraw.Draw(outline).rounded_rectangle((0, 0, 4 * side * FINE, 4 * side * FINE), radius * FINE, fill=255)
    alpha = outline.reduce(FINE)
    steps = len(ALPHAS)
    see_through = Image.frombytes(
        "P", alpha.size, bytes(min(value * steps // 255, steps - 1) for value in alpha.tobytes())
    )
    corner.paste(see_through, (0, 0), ImageChops.invert(alpha).point([0] + [255] * 255, "1"))
    return corner


_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_FEW: Final = 16
"""The colours of four bits a pixel, which halve the data."""
_EFFORTS: Final = {4: 6, 8: 3}
"""The compression level of zlib-ng, from 1 to 9, by the bits of a pixel."""


def _png(image: Image.Image, indices: Sequence[int]) -> bytes:
    """Return a PNG file.

    :param image: of mode P; its pixels are places in `indices`.
    :param indices: the palette indices in use, in order, so that transparent ones come first.
    """
    bits = 4 if len(indices) <= _FEW else 8
    # Each row begins with its filter byte, 0 for none.
    in_byte = 8 // bits
    rows = Image.new("P", (image.width + in_byte + image.width % in_byte, image.height), 0)
    rows.paste(image, (in_byte, 0))
    pixels = rows.tobytes("raw", "P;4") if bits == 4 else rows.tobytes()
    head = struct.pack(
        ">IIBBBBB", *image.size, bits, 3, 0, 0, 0
    )  # palette colour, default compression and filter, no interlace
    chunks = (
        _chunk(b"IHDR", head),
        _palette_chunks(tuple(indices)),
        _chunk(b"IDAT", zlib_ng.compress(pixels, _EFFORTS[bits])),
        _chunk(b"IEND", b""),
    )
    return _SIGNATURE + b"".join(chunks)


@lru_cache(maxsize=32)
def _palette_chunks(indices: tuple[int, ...]) -> bytes:
    colour_values = bytes(value for index in indices for value in PALETTE[index])
    alphas = bytes(ALPHAS[index] for index in indices if index < len(ALPHAS))
    return _chunk(b"PLTE", colour_values) + _chunk(b"tRNS", alphas)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(kind + data))

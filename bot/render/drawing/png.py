"""PNG files of pictures of palette indices.

Most of a picture's time goes into its compression. Pillow takes three times as long for it as zlib-ng for a file of the
same size, so the file is put together here; it is PNG's simplest kind (https://www.w3.org/TR/png-3/): one chunk each of
header, palette, see-through steps and data, without filters, which only harm palette indices.
"""

from __future__ import annotations

import struct
from typing import Final
from zlib import crc32

from PIL import Image
from zlib_ng import zlib_ng

__all__ = ["png_of"]

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_QUICKLY: Final = 5
_WELL: Final = 6
"""How hard zlib-ng tries: a third more time makes a file a thirtieth smaller."""

_INDICES: Final = struct.pack(">BBBBB", 8, 3, 0, 0, 0)
"""Eight bits a pixel, indices of a palette, and the one method that there is of compressing, filtering, interlacing."""


def png_of(image: Image.Image, palette: bytes, alphas: bytes, *, small: bool = False) -> bytes:
    """A PNG file.

    :param image: of mode P; its indices are used, and not its own palette.
    :param palette: red, green and blue of each index, at most 256 times.
    :param alphas: how opaque the first of them are; the others are wholly so.
    :param small: whether the file is worth a little more time.
    """
    # Each row of the data begins with the number of its filter, 0 for none.
    rows = Image.new("P", (image.width + 1, image.height), 0)
    rows.paste(image, (1, 0))
    chunks = (
        _chunk(b"IHDR", struct.pack(">II", *image.size) + _INDICES),
        _chunk(b"PLTE", palette),
        _chunk(b"tRNS", alphas),
        _chunk(b"IDAT", zlib_ng.compress(rows.tobytes(), _WELL if small else _QUICKLY)),
        _chunk(b"IEND", b""),
    )
    return _SIGNATURE + b"".join(chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(kind + data))

"""The colours of the pictures, and their fixed palette.

Pictures are drawn in palette indices, so none has to be quantized. The palette holds the colours and the steps between
those that meet at an edge.
"""

import io
import sys
from collections.abc import Sequence
from functools import cache
from operator import mul
from typing import Final

from PIL import Image

Colour = tuple[int, int, int]

FELT: Final[Colour] = (30, 84, 70)
FELT_DEEP: Final[Colour] = (23, 66, 55)
FELT_LIGHT: Final[Colour] = (41, 102, 86)
SHADE: Final[Colour] = (12, 38, 32)
WOOD: Final[Colour] = (94, 58, 36)
WOOD_DARK: Final[Colour] = (61, 37, 24)
WOOD_LIGHT: Final[Colour] = (133, 88, 56)
IVORY: Final[Colour] = (250, 243, 226)
IVORY_LIGHT: Final[Colour] = (255, 252, 243)
IVORY_EDGE: Final[Colour] = (199, 180, 140)
LINE: Final[Colour] = (176, 157, 117)
PIP: Final[Colour] = (33, 28, 26)
PIP_LIGHT: Final[Colour] = (101, 89, 78)
BRASS: Final[Colour] = (196, 148, 58)
BRASS_LIGHT: Final[Colour] = (243, 212, 133)
BRASS_DARK: Final[Colour] = (128, 90, 30)
GLOW: Final[Colour] = (255, 196, 54)
TEXT: Final[Colour] = (240, 246, 238)
MINT: Final[Colour] = (156, 214, 190)
ROSE: Final[Colour] = (248, 168, 150)
ROSE_DEEP: Final[Colour] = (94, 44, 40)
SKY: Final[Colour] = (130, 192, 244)
LILAC: Final[Colour] = (204, 164, 240)
LEAF: Final[Colour] = (74, 178, 92)
RED: Final[Colour] = (208, 70, 58)
ORANGE: Final[Colour] = (238, 138, 44)

PAIRS: Final = (SKY, ROSE, MINT)
"""The colours of the pairs, by the index of the pair."""

CURVES: Final = (GLOW, SKY, ROSE, MINT, TEXT, LILAC)
"""The colours of the lines in a plot."""

DIM_IVORY: Final[Colour] = (126, 146, 128)
DIM_EDGE: Final[Colour] = (82, 110, 94)
DIM_PIP: Final[Colour] = (35, 68, 57)

_MEETING: Final = (
    (FELT, IVORY_EDGE, 2),
    (FELT, IVORY, 3),
    (FELT, SHADE, 3),
    (FELT, FELT_DEEP, 1),
    (FELT, FELT_LIGHT, 1),
    (IVORY, IVORY_EDGE, 3),
    (IVORY, IVORY_LIGHT, 1),
    (IVORY, LINE, 3),
    (IVORY, PIP, 5),
    (PIP, PIP_LIGHT, 2),
    (IVORY, BRASS, 2),
    (BRASS, BRASS_LIGHT, 1),
    (BRASS, BRASS_DARK, 1),
    (IVORY, GLOW, 3),
    (FELT, GLOW, 7),
    (GLOW, PIP, 5),
    (FELT, TEXT, 7),
    (FELT_DEEP, TEXT, 7),
    (FELT_DEEP, MINT, 3),
    (FELT, MINT, 3),
    (FELT_DEEP, ROSE, 4),
    (FELT, ROSE, 4),
    (ROSE, ROSE_DEEP, 5),
    (FELT_DEEP, GLOW, 5),
    (FELT_LIGHT, TEXT, 5),
    (FELT_LIGHT, GLOW, 5),
    (FELT_LIGHT, SHADE, 3),
    (FELT_LIGHT, IVORY_EDGE, 2),
    (FELT, BRASS, 1),
    (FELT_DEEP, BRASS, 2),
    (FELT, DIM_EDGE, 3),
    (DIM_EDGE, DIM_IVORY, 2),
    (DIM_IVORY, DIM_PIP, 5),
    (FELT_DEEP, SKY, 3),
    (FELT, SKY, 3),
    *((ground, LILAC, 3) for ground in (FELT, FELT_DEEP)),
    *((colour, PIP, 4) for colour in PAIRS),
    (FELT_LIGHT, BRASS, 2),
    *((colour, meets, 3) for colour in (LEAF, RED) for meets in (FELT, IVORY_LIGHT)),
    (ORANGE, SHADE, 2),
    (ORANGE, IVORY_LIGHT, 1),
    (WOOD, WOOD_LIGHT, 3),
    (WOOD, WOOD_DARK, 3),
    (WOOD_DARK, SHADE, 2),
    (WOOD_DARK, FELT, 2),
)

ALPHAS: Final = (0, 36, 73, 109, 146, 182, 219)
"""The transparent steps of the table's rim at its rounded corners; they come first in the palette, after 0."""


def mix(one: Colour, other: Colour, part: float) -> Colour:
    """Return the colour at `part` (0 to 1) between two."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _steps() -> dict[Colour, None]:
    """Return the palette in order: colours and steps between adjacent ones."""
    opaque: dict[Colour, None] = {}
    for one, other, between in _MEETING:
        opaque.update(dict.fromkeys(mix(one, other, step / (between + 1)) for step in range(between + 2)))
    return opaque


PALETTE: Final = (*[WOOD_DARK] * len(ALPHAS), *_steps())
"""The colours by index. The first ``len(ALPHAS)`` are the rim's colour at the alphas of `ALPHAS`."""


@cache
def index_of(colour: Colour) -> int:
    """Return the index of the palette's colour nearest to `colour`."""
    return min(range(len(ALPHAS), len(PALETTE)), key=lambda index: _distance(PALETTE[index], colour))


def _distance(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


_FAR: Final = 10**6
"""A distance greater than between any two colours."""


@cache
def _distances(index: int) -> tuple[int, ...]:
    """Return distances to all colours; transparent and opaque are far apart."""

    def alpha(one: int) -> int:
        return ALPHAS[one] if one < len(ALPHAS) else 255

    return tuple(
        _distance(PALETTE[index], PALETTE[other]) + (alpha(index) - alpha(other)) ** 2 for other in range(len(PALETTE))
    )


def reduce_palette(counts: Sequence[int], most: int) -> tuple[list[int], bytes]:
    """Choose at most `most` palette indices for a picture.

    The first is the most frequent colour. Each further one is the colour with the greatest total error without it. So a
    rare but distinct colour is kept, and steps at edges go.

    :param counts: the number of pixels of each index.
    :return: the indices, and for each index of the palette the place of the chosen one nearest to it.
    """
    used = [index for index, count in enumerate(counts) if count]
    weights = [counts[index] for index in used]
    chosen: list[int] = []
    far, stand_in = [_FAR] * len(used), [0] * len(used)
    while len(chosen) < most and any(far):
        missed = list(map(mul, weights, far))
        newest = used[missed.index(max(missed))]
        distances = _distances(newest)
        chosen.append(newest)
        for place, index in enumerate(used):
            if distances[index] < far[place]:
                far[place], stand_in[place] = distances[index], newest
    chosen.sort()
    places = bytearray(256)
    for index, instead in zip(used, stand_in, strict=True):
        places[index] = chosen.index(instead)
    return chosen, bytes(places)


@cache
def ramp(ground: Colour, ink: Colour) -> bytes:
    """Return the index of `ink` on `ground` for each coverage (0-255)."""
    steps = [index_of(mix(ground, ink, step / 15)) for step in range(16)]
    return bytes(steps[(coverage * 15 + 127) // 255] for coverage in range(256))


class _Indices(dict[int, int]):
    """The nearest index of each packed colour seen so far."""

    def __missing__(self, packed: int) -> int:
        red, green, blue, _ = packed.to_bytes(4, sys.byteorder)
        index = self[packed] = _nearest()[red // _STEP << 12 | green // _STEP << 6 | blue // _STEP]
        return index


_STEP: Final = 4
"""Colours are matched with six bits a channel."""


@cache
def _nearest() -> bytes:
    """Return the indices of all colours in steps of `_STEP`, red first."""
    steps = bytes(range(0, 256, _STEP))
    channels = (
        b"".join(bytes([step]) * 64**2 for step in steps),
        b"".join(bytes([step]) * 64 for step in steps) * 64,
        steps * 64**2,
    )
    every = Image.merge("RGB", [Image.frombytes("L", (512, 512), channel) for channel in channels])
    opaque = PALETTE[len(ALPHAS) :]
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for colour in opaque + opaque[-1:] * (256 - len(opaque)) for value in colour])
    last = len(PALETTE) - 1
    shift = bytes(min(index + len(ALPHAS), last) for index in range(256))
    return every.quantize(palette=palette, dither=Image.Dither.NONE).tobytes().translate(shift)


_indices: Final = _Indices()


def to_palette(image: Image.Image) -> Image.Image:
    """Map an RGB image to the nearest palette indices."""
    packed = memoryview(image.tobytes("raw", "RGBX")).cast("I")
    return Image.frombytes("P", image.size, bytes(map(_indices.__getitem__, packed)))


def read(picture: bytes) -> Image.Image:
    """Read a PNG file with any palette as our indices."""
    with Image.open(io.BytesIO(picture)) as image:
        image.load()
        own, alphas = image.getpalette() or [], image.info.get("transparency", b"")
        if isinstance(alphas, int):  # Pillow gives the index if only one is transparent
            alphas = bytes([255] * alphas + [0])
        rgb = list(zip(own[::3], own[1::3], own[2::3], strict=True))
        places = [
            ALPHAS.index(alphas[value]) if value < len(alphas) else index_of(rgb[value]) for value in range(len(rgb))
        ]
        return Image.frombytes("P", image.size, image.tobytes().translate(bytes(places).ljust(256, b"\0")))

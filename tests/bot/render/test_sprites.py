"""Sprites: colours, pips, halos, marks and turned places."""

from __future__ import annotations

import random

import pytest
from PIL import Image, ImageDraw

from bot.render.drawing import colours
from bot.render.drawing.canvas import FINE, Sprite, blank, sprite
from bot.render.drawing.marks import State, lying_place, socket
from bot.render.drawing.tiles import TileLook, glow, shadow, tile_sprite


def _quantized(image: Image.Image) -> list[colours.Colour]:
    """Return the nearest colours that Pillow finds."""
    opaque = colours.PALETTE[len(colours.ALPHAS) :]
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for colour in opaque for value in colour] + [255] * 3 * (256 - len(opaque)))
    indices = image.quantize(palette=palette, dither=Image.Dither.NONE).tobytes()
    return [colours.PALETTE[index + len(colours.ALPHAS)] for index in indices]


def _at(part: Sprite, x: int, y: int) -> colours.Colour:
    """Return the colour of a sprite laid at (0, 0) in a pixel."""
    column, row = x + part.origin[0], y + part.origin[1]
    return colours.PALETTE[part.image.tobytes()[row * part.image.width + column]]


def _drawn(colour: colours.Colour) -> colours.Colour:
    """Return the colour that an area of `colour` has in a sprite."""
    return colours.PALETTE[colours.to_palette(Image.new("RGB", (1, 1), colour)).tobytes()[0]]


def test_colours_are_those_that_pillow_finds() -> None:
    image = Image.frombytes("RGB", (60, 60), random.Random(1).randbytes(60 * 60 * 3))
    assert [colours.PALETTE[index] for index in colours.to_palette(image).tobytes()] == _quantized(image)


def test_a_sprite_is_as_large_as_what_is_seen_of_it() -> None:
    fine = blank(20 * FINE, 20 * FINE)
    ImageDraw.Draw(fine).rectangle((5 * FINE, 8 * FINE, 7 * FINE - 1, 11 * FINE), fill=colours.RED)
    part = sprite(fine, origin=(10, 10))
    assert part.image.size == part.mask.size == (2, 4)
    assert part.origin == (5, 2)
    assert _at(part, -5, -2) == _at(part, -4, 0) == colours.RED


@pytest.mark.parametrize("look", TileLook)
@pytest.mark.parametrize("upright", [True, False])
def test_pips_are_in_their_places(look: TileLook, *, upright: bool) -> None:
    pip = colours.DIM_PIP if look is TileLook.DIM else colours.PIP
    ivory = colours.DIM_IVORY if look is TileLook.DIM else colours.IVORY
    part = tile_sprite(80, 2, 1, upright=upright, look=look)
    # The middle of a half is 40 pixels from its edges; pips are 20 pixels off, and all are raised by 1.6.
    pips = {(20, 18), (60, 58), (40, 118)} if upright else {(20, 58), (60, 18), (120, 38)}
    spots = {(20, 18), (60, 18), (20, 58), (60, 58)} | pips
    assert {spot for spot in spots if _at(part, *spot) == pip} == pips
    assert {_at(part, *spot) for spot in spots - pips} == {ivory}


@pytest.mark.parametrize("look", TileLook)
@pytest.mark.parametrize("unit", [24, 38, 57, 76])
def test_halves_of_a_tile_are_halves_of_doubles(look: TileLook, unit: int) -> None:
    tile, five, three = (tile_sprite(unit, *halves, upright=True, look=look) for halves in ((5, 3), (5, 5), (3, 3)))
    wide, high = tile.image.size
    border = unit + tile.origin[1]
    upper, lower = (0, 0, wide, border), (0, border, wide, high)
    assert tile.image.crop(upper).tobytes() == five.image.crop(upper).tobytes()
    assert tile.image.crop(lower).tobytes() == three.image.crop(lower).tobytes()


@pytest.mark.parametrize("unit", [24, 50, 76])
def test_a_halo_is_full_below_the_tile_and_fades_outwards(unit: int) -> None:
    light, dark = glow(unit, upright=True), shadow(unit, upright=False)
    row = [_at(light, x, unit) for x in range(-light.origin[0], unit // 2)]
    assert row[0] == colours.FELT
    assert row[-1] == colours.PALETTE[colours.index_of(colours.mix(colours.FELT, colours.GLOW, 235 / 255))]
    assert [red for red, _, _ in row] == sorted(red for red, _, _ in row)
    assert light.image.width == unit + 2 * light.origin[0]
    assert sum(_at(dark, unit, unit)) < sum(colours.FELT_DEEP)


def test_a_turned_place_stands() -> None:
    lying = lying_place(50, lit=True)
    standing = lying.turned()
    assert standing.image.size == lying.image.size[::-1]
    assert standing.origin == lying.origin[::-1]
    assert standing.turned() == lying


@pytest.mark.parametrize(
    ("state", "disc", "box"),
    [
        (State.OPEN, colours.MINT, colours.FELT_DEEP),
        (State.LIT, colours.GLOW, colours.GLOW),
        (State.FADED, colours.FELT_LIGHT, colours.FELT_DEEP),
    ],
)
def test_a_mark_has_its_number_and_its_letter(state: State, disc: colours.Colour, box: colours.Colour) -> None:
    mark, one = socket(50, "5", (1, 0), "B", state), socket(50, "1", (1, 0), "B", state)
    # The box is 36 pixels wide round a middle 5 pixels to the left; the disc's radius is 15, 25.75 to the right.
    assert _at(mark, -20, 0) == _at(mark, 8, 0) == _drawn(box)
    assert _at(mark, 13, -2) == _at(mark, 38, 0) == _drawn(disc)
    changed = [
        (at % mark.image.width - mark.origin[0], at // mark.image.width - mark.origin[1])
        for at, (left, right) in enumerate(zip(mark.image.tobytes(), one.image.tobytes(), strict=True))
        if left != right
    ]
    assert min(changed)[0] > -20
    assert max(changed)[0] < 10
    assert {abs(y) < 15 for _, y in changed} == {True}

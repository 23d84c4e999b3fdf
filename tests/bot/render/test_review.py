"""The picture of a review: a curve, alone or above a position."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import partial

import pytest
from PIL import Image, ImageChops

from bot import render
from bot.render import CurveMoment, ReviewCurve
from bot.render.drawing import colours
from bot.render.drawing.canvas import WIDTH
from games.chain.line import line_view
from games.core.tiles import ALL_TILES, Tile

CURVE = ReviewCurve(
    points=((0, 50), (10, 60), (11, 40), (30, 100)),
    deals=(0, 15),
    lowest=(0, "0%"),
    middle=(50, "50%"),
    highest=(100, "100%"),
    moments=(CurveMoment(11, 40, 2), CurveMoment(12, 45, 0), CurveMoment(30, 100, 1)),
)
LINE = line_view([(Tile.parse("6-4"), ""), (Tile.parse("4-4"), "right")], has_spinner=False)


def open_png(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGBA").convert("RGB")


def count(image: Image.Image, colour: colours.Colour) -> int:
    return sum(number for number, found in image.getcolors(2**16) or [] if found == colour)


def test_the_same_review_is_the_same_file() -> None:
    position = partial(render.board, LINE, last=1)
    assert render.review(CURVE, position, shown=0) == render.review(CURVE, position, shown=0)


def test_the_shown_moment_is_highlighted() -> None:
    first, second = (open_png(render.review(CURVE, shown=shown)) for shown in (0, 1))
    assert ImageChops.difference(first, second).getbbox() is not None


@pytest.mark.parametrize(("grade", "shade"), [(0, colours.GLOW), (1, colours.ORANGE), (2, colours.RED)])
def test_a_moment_has_the_colour_of_its_grade(grade: int, shade: colours.Colour) -> None:
    curve = replace(CURVE, moments=(CurveMoment(11, 40, grade),))
    without = replace(CURVE, moments=())
    assert count(open_png(render.review(curve)), shade) > count(open_png(render.review(without)), shade) + 200


def test_deals_are_separated_by_lines() -> None:
    one, two = (count(open_png(render.review(replace(CURVE, deals=deals))), colours.BRASS) for deals in ((0,), (0, 15)))
    assert two > one


def test_a_curve_fits_any_number_of_deals_and_moments() -> None:
    curve = replace(
        CURVE,
        points=tuple((at, at % 100) for at in range(900)),
        deals=tuple(range(0, 900, 30)),
        moments=tuple(CurveMoment(at, 0, 2) for at in (897, 898, 899)),
    )
    assert open_png(render.review(curve, shown=2)).width == WIDTH


def test_the_position_is_in_the_frame_of_the_curve() -> None:
    lower = open_png(render.board(LINE, last=1))
    whole = open_png(render.review(CURVE, partial(render.board, LINE, last=1), shown=0))
    strip = open_png(render.review(CURVE)).height
    assert whole.width == lower.width
    # The two frames that meet are left out, each with its shade of two thirds; a seam of 8 pixels takes their place.
    assert whole.height == pytest.approx(strip + lower.height - (40 - 8), abs=3)
    edge = whole.crop((2, 60, 3, whole.height - 60))
    assert len(edge.getcolors() or []) == 1  # the frame goes on at the side


def test_ticks_and_crosses_mark_tiles_in_both_hands() -> None:
    judged = ((ALL_TILES[3], True), (ALL_TILES[5], False))
    board = partial(render.board, LINE, last=1)
    for paint in (
        partial(render.hand, ALL_TILES[:7], playable=()),
        partial(render.with_hands, board, [("Ada", ALL_TILES[:7])]),
    ):
        plain, marked = open_png(paint()), open_png(paint(judged=judged))
        for colour in (colours.LEAF, colours.RED):
            assert count(marked, colour) > count(plain, colour) + 100


def test_a_tile_with_both_marks_shows_both() -> None:
    png = render.hand(ALL_TILES[:7], playable=(), judged=((ALL_TILES[3], True), (ALL_TILES[3], False)))
    assert count(open_png(png), colours.LEAF) > 200
    assert count(open_png(png), colours.RED) > 200

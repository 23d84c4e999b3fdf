"""Pictures of a square: view, names, size, text."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot import render
from bot.render import Square, cell_name
from bot.render.drawing.canvas import WIDTH
from bot.render.square import _BAR, _REACH, _THICK, _Figure
from games.core.tiles import Tile
from tests.bot.render.sample_domino_square import random_square, squares
from tests.needs import some_of

OPENING = (Tile(6, 4), (0, 0), (0, 1))
UNDER = (Tile(5, 3), (1, 1), (1, 0))
ABOVE = (Tile(2, 1), (-1, 0), (-2, 0))


def size_of(png: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(png)).size


def test_the_opening_covers_e6_and_f6_and_the_corners_are_a1_and_j11() -> None:
    laid = Square([OPENING])
    assert (cell_name((0, 0)), cell_name((0, 1))) == ("e6", "f6")
    assert (laid.within_rows, laid.within_columns) == ((-5, 5), (-4, 5))
    assert (cell_name((-5, -4)), cell_name((5, 5))) == ("a1", "j11")


def test_each_row_and_column_used_takes_one_from_the_opposite_side() -> None:
    laid = Square([OPENING, UNDER, ABOVE])
    assert (laid.rows, laid.columns) == ((-2, 1), (0, 1))
    assert (laid.within_rows, laid.within_columns) == ((-4, 3), (-4, 5))


@pytest.mark.parametrize("seed", some_of(range(12), 4))
def test_a_square_is_below_15_kilobytes_and_with_twenty_places_below_19(seed: int) -> None:
    for laid, marks in squares(seed, 2 + seed % 3):
        assert len(render.square(laid, last=len(laid.tiles) - 1)) < 15_000
        if marks:
            assert len(render.square_places(laid, marks)) < 15_000


@pytest.mark.parametrize("seed", range(6))
def test_a_half_has_28_pixels_on_a_phone_and_cells_are_inside_the_frame(seed: int) -> None:
    for laid, _ in squares(seed):
        figure = _Figure.of(laid.within_rows, laid.within_columns)
        assert figure.unit * 330 / WIDTH >= 28
        left, top = figure.at((laid.within_rows[0], laid.within_columns[0]))
        right, bottom = figure.at((laid.within_rows[1] + 1, laid.within_columns[1] + 1))
        assert 12 < left < right <= WIDTH - 12
        assert 12 < top < bottom <= figure.height - 12


def test_the_square_is_drawn_with_all_the_room_that_it_may_take() -> None:
    # Eleven rows at the opening; with six rows and columns in use no more than those.
    opening, full = render.square(Square([OPENING]), last=0), render.square(random_square(3), last=None)
    assert size_of(opening)[0] == size_of(full)[0] == WIDTH
    assert size_of(opening)[1] > size_of(full)[1]


def test_the_last_tile_and_each_place_look_unlike() -> None:
    laid = Square([OPENING, UNDER])
    assert len({render.square(laid, last=last) for last in (None, 0, 1)}) == 3
    upright, lying = ((-2, 0), (-1, 0)), ((-1, 0), (-1, 1))
    marked = {
        render.square_places(laid, marks)
        for marks in (
            [("A", upright)],
            [("A", lying)],
            [("B", upright)],
            [("", upright)],
            [("A", upright), ("B", lying)],
        )
    }
    assert len(marked) == 5


def test_letters_and_bars_of_adjacent_places_never_touch() -> None:
    assert 2 * _REACH < 0.5 * 2**0.5  # between the edges of a cell that meet at a corner
    assert _BAR + _THICK < 0.5  # bars end before the middle of a cell, where others would cross
    assert _REACH + _THICK < 0.5 - (0.5 - _BAR)  # a bar that ends beside another letter


def test_an_empty_square_and_a_deals_end_are_drawn() -> None:
    assert size_of(render.square(Square(), last=None))[0] == WIDTH
    rows = [("Łucja", [Tile(6, 5)]), ("Дмитрий", []), ("Ada", [Tile(1, 0), Tile(2, 0)]), ("Bo", [])]
    ended = render.square_end(random_square(1), rows, last=3, best=(2,))
    assert size_of(ended)[1] > size_of(render.square(random_square(1), last=3))[1]
    assert ended != render.square_end(random_square(1), rows, last=3, best=(0,))


# --- In letters -------------------------------------------------------------------------------------------------------


def test_a_square_in_letters_is_named_at_the_edges_and_joins_halves() -> None:
    laid = Square([OPENING, UNDER, ABOVE])
    assert render.square_text(laid).splitlines() == [
        "   a b c d e f g h i j",
        " 2 · · · · · · · · · ·",
        " 3 · · · · · · · · · ·",
        " 4 · · · · 1 · · · · ·",
        "           |",
        " 5 · · · · 2 · · · · ·",
        " 6 · · · · 6-4 · · · ·",
        " 7 · · · · 3-5 · · · ·",
        " 8 · · · · · · · · · ·",
        " 9 · · · · · · · · · ·",
    ]


def test_an_empty_square_is_no_text() -> None:
    assert render.square_text(Square()) == ""


@pytest.mark.parametrize("seed", range(12))
def test_a_square_in_letters_is_at_most_23_columns_wide_and_has_every_half(seed: int) -> None:
    for laid, _ in squares(seed, 2 + seed % 3):
        lines = render.square_text(laid).splitlines()
        assert max(map(len, lines)) <= 23
        halves = sorted(character for line in lines[1:] for character in line[3:] if character.isdecimal())
        assert halves == sorted(str(half) for tile, *_ in laid.tiles for half in (tile.high, tile.low))
        assert "".join(lines[1:]).count("-") + "".join(lines[1:]).count("|") == len(laid.tiles)

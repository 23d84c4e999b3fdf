"""Pictures of pictures keep their colours."""

import io
from collections import Counter

import pytest
from PIL import Image

import games
from bot import render
from bot.render.animation import AnimationFrame, animated_gif
from games import Tile
from tests.bot.messages.tables import presenter, table_of

each = pytest.mark.parametrize("game", ["block", "nos", "kent"])
"""Boards with the common palette and, the last two, with few colours in palettes of their own."""


def board_of(game: str) -> bytes:
    match = games.new_match(game, seats=max(games.CATALOGUE[game].seat_counts), seed="a seed")
    drawing = presenter(table_of(match)).board(match.view(None))
    assert drawing is not None
    return drawing.paint()


def pixels(file: bytes, box: tuple[int, int, int, int]) -> list[object]:
    with Image.open(io.BytesIO(file)) as image:
        shown = image.convert("RGBA").crop(box)
    return [shown.getpixel((x, y)) for x in range(0, shown.width, 5) for y in range(0, shown.height, 5)]


@each
def test_a_film_has_the_colours_of_its_pictures(game: str) -> None:
    board, inside = board_of(game), (20, 20, 700, 90)
    assert pixels(animated_gif([AnimationFrame(board, 100)]), inside) == pixels(board, inside)


@each
def test_a_board_above_hands_keeps_the_colour_of_its_felt(game: str) -> None:
    board, inside = board_of(game), (20, 20, 700, 90)
    both = render.with_hands(lambda: board, [("Ada", [Tile(6, 4)])])
    [(felt, _)] = Counter(pixels(board, inside)).most_common(1)
    assert Counter(pixels(both, inside)).most_common(1)[0][0] == felt

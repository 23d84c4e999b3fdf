"""Brackets: sizes, names, and errors."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.render import BracketBox, BracketColumn, bracket
from bot.render.drawing.canvas import TALLEST, WIDTH

NAMES = ("Święcisława Brzęczyszczykiewicz", "Дмитрий Ёлкин", "👑 Zoë 🇵🇱", "", "שלום", "a\nb", "Ann", "Bo")


def columns(rounds: int) -> list[BracketColumn]:
    """Return a bracket whose first round has been played."""
    found = []
    for number in range(rounds):
        count = 1 << (rounds - 1 - number)
        boxes = [BracketBox((NAMES[one % 8], NAMES[(one + 3) % 8]), one % 2) for one in range(count)]
        found.append(BracketColumn("Ćwierćfinały", tuple(boxes if not number else [BracketBox()] * count)))
    return found


@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
def test_a_bracket_is_as_wide_as_a_board_and_not_too_tall(rounds: int) -> None:
    third = BracketColumn("Полуфинал", (BracketBox(("Ann", "Bo"), 1),))
    for aside in (None, third):
        png = bracket(columns(rounds), aside)
        width, height = Image.open(io.BytesIO(png)).size
        assert width == WIDTH
        assert height <= TALLEST
        assert len(png) < 18_000


def test_who_has_won_is_seen() -> None:
    one, other = (bracket([BracketColumn("Final", (BracketBox(("Ann", "Bo"), winner),))]) for winner in (0, 1))
    assert one != other


def test_rounds_that_do_not_halve_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="half as many"):
        bracket([BracketColumn("", (BracketBox(),) * 3), BracketColumn("", (BracketBox(),))])
    with pytest.raises(ValueError, match="half as many"):
        bracket([])

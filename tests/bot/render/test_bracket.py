"""Brackets: sizes, letters, names, and errors."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from bot.render import BracketBox, BracketColumn, BracketTree, bracket
from bot.render.drawing import canvas, lettering
from bot.render.drawing.canvas import TALLEST, WIDTH

NAMES = ("Święcisława Brzęczyszczykiewicz", "Дмитрий Ёлкин", "👑 Zoë 🇵🇱", "", "שלום", "a\nb", "Ann", "Bo")
STAND_IN = lettering.as_whole("player …0008")
THIRD = BracketColumn("Полуфинал", (BracketBox(("Ann", "Bo"), ("2", "139"), 1),))


def tree(*counts: int, aside: BracketColumn | None = None, heading: str = "") -> BracketTree:
    """Return rounds with so many matches, the first of which has been played."""
    found = []
    for number, count in enumerate(counts):
        boxes = [BracketBox((NAMES[one % 8], NAMES[(one + 3) % 8]), ("139", "87"), one % 2) for one in range(count)]
        found.append(BracketColumn("Ćwierćfinały", tuple(boxes if not number else [BracketBox()] * count)))
    return BracketTree(tuple(found), heading, aside)


@pytest.mark.parametrize(
    "trees",
    [
        (tree(1),),
        (tree(2, 1, aside=THIRD),),
        (tree(4, 2, 1),),
        (tree(8, 4, 2, 1, aside=THIRD, heading="Верхняя сетка"),),
        (tree(4, 2, 1, 1, aside=THIRD, heading="A"), tree(2, 2, 1, 1, heading="B")),
    ],
)
def test_a_bracket_is_as_wide_as_a_board_and_not_too_tall(trees: tuple[BracketTree, ...]) -> None:
    png = bracket(trees)
    width, height = Image.open(io.BytesIO(png)).size
    assert width == WIDTH
    assert height <= TALLEST
    assert len(png) < 18_000


@pytest.mark.parametrize("counts", [(4, 2, 1), (8, 4, 2, 1), (4, 2, 1, 1)])
def test_letters_of_a_bracket_have_11_pixels_on_a_phone(
    counts: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []

    def spy(text: str, size: int, *, width: int | None = None) -> Any:
        assert (
            width is None
            or lettering.text_mask(text, size, width=width).height == lettering.text_mask("A", size).height
        )
        sizes.append(size)
        return lettering.text_mask(text, size, width=width)

    monkeypatch.setattr(canvas, "text_mask", spy)
    names = BracketColumn("Четвертьфиналы", (BracketBox((STAND_IN, NAMES[0]), ("139", "87"), 0),) * counts[0])
    bracket([BracketTree((names, *tree(*counts).columns[1:]), "Сетка проигравших", THIRD)])
    assert min(sizes) * 341 / WIDTH >= 11


@pytest.mark.parametrize(
    "other",
    [
        BracketBox(("Ann", "Bo"), winner=1),
        BracketBox(("Ann", "Bo"), winner=0, is_last=True),
        BracketBox(("Ann", "Bo"), ("2", "1"), winner=0),
        BracketBox(("Ann", "Bo"), quiet=1),
    ],
)
def test_winner_champion_score_and_bye_are_seen(other: BracketBox) -> None:
    one, another = (
        bracket([BracketTree((BracketColumn("Final", (box,)),))])
        for box in (BracketBox(("Ann", "Bo"), winner=0), other)
    )
    assert one != another


@pytest.mark.parametrize("trees", [(), (tree(),), (tree(3, 1),), (tree(1, 2),)])
def test_rounds_that_do_not_halve_cannot_be_drawn(trees: tuple[BracketTree, ...]) -> None:
    with pytest.raises(ValueError, match="half as many"):
        bracket(trees)

"""The rules' short first page, and their example picture."""

from __future__ import annotations

import io

import pytest
from PIL import Image

import games
from bot.messages.help import rules_message
from bot.messages.parts.text import MAX_ALT_TEXT
from tests.bot.messages.tables import READER


@pytest.mark.parametrize("game", games.CATALOGUE)
def test_the_first_page_of_the_rules_is_short_and_may_have_a_picture(game: str) -> None:
    message = rules_message(game, 0, READER)
    assert message.embed is not None
    assert "## In short" in (message.embed.description or "")
    for drawing in message.drawings:
        assert Image.open(io.BytesIO(drawing.paint())).width == 720
        assert 0 < len(drawing.alt) <= MAX_ALT_TEXT
    assert not rules_message(game, 1, READER).drawings


def test_the_example_of_plus_minus_has_four_arms() -> None:
    [drawing] = rules_message("plus_minus", 0, READER).drawings
    assert "Open ends: A 6, B 1, C 2 and D 5." in drawing.alt

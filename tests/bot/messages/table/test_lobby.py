"""What the lobby says of computers."""

import pytest

from bot.locales import words
from bot.messages.parts import computer_ratings
from bot.messages.parts.components import Select
from bot.messages.parts.reader import Reader
from bot.messages.table.lobby import lobby_message
from storage.matches import COMPUTER_LEVELS, Player
from tests.bot.tables.tabletop import ADA, a_lobby


@pytest.fixture
def rated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strong computers have a rating at Block, and at nothing else."""
    monkeypatch.setattr(computer_ratings, "_RATINGS", {"block": {"strong": 1612}})


def test_the_lobby_gives_the_rating_of_a_computer_at_this_game(rated: None) -> None:
    table = a_lobby(ADA, Player.STRONG, game="block")
    shown = lobby_message(table, Reader(words("en"), {}, {}, "picture"))
    seats = shown.embed.fields[0].value if shown.embed else ""
    assert str(seats).splitlines()[1].endswith(" · Computer (strong)** · rating 1612")
    (select,) = [part for row in shown.rows for part in row if isinstance(part, Select)]
    assert [option.value for option in select.options] == [level.value for level in COMPUTER_LEVELS]
    assert [option.description for option in select.options][1:3] == [
        "Thinks for a moment.",
        "Thinks longer. Hard to beat. · rating 1612",
    ]


@pytest.mark.parametrize(("game", "level"), [("block", Player.MASTER), ("bingo", Player.STRONG)])
def test_no_rating_is_shown_that_was_not_measured(rated: None, game: str, level: Player) -> None:
    shown = lobby_message(a_lobby(ADA, level, game=game), Reader(words("en"), {}, {}, "picture"))
    assert "rating" not in str(shown.embed.fields[0].value if shown.embed else "")

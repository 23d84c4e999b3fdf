"""The page of the ladder: from the first rung to the top."""

import pytest

import games
from bot.locales import words
from bot.messages.ladder import ladder_message
from bot.messages.parts.components import Button
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.welcome import Menu
from bot.tables.ladder import Climb, Series
from storage.matches import COMPUTER_LEVELS, Player


def page(*wins: int, losses: int = 0) -> Message:
    """Return the page of Block after these wins on each rung; the last one has the losses."""
    series: dict[Player, Series] = dict(zip(COMPUTER_LEVELS, map(Series, (*wins, 0, 0, 0, 0)), strict=False))
    last = COMPUTER_LEVELS[len(wins) - 1]
    series[last] = Series(wins[-1], losses)
    menu = Menu(1, climbs={"block": Climb(series)})
    return ladder_message(Reader(words("en")), menu, games.TABLE_GAMES["block"])


def buttons(message: Message) -> list[str | None]:
    return [one.label for row in message.rows for one in row if isinstance(one, Button)]


@pytest.mark.parametrize(
    ("shown", "line", "button"),
    [
        (page(0), "☆ **casual** · **0 : 0**", "Match 1 of 3: casual"),
        (page(2, 1, losses=1), "☆ **regular** · **1 : 1**", "Match 3 of 3: regular"),
        (page(2, 2, 1, losses=2), "☆ **strong** · **1 : 2** · lost, begins again", "Match 1 of 3: strong"),
    ],
)
def test_the_page_offers_the_next_match_of_the_series(shown: Message, line: str, button: str) -> None:
    assert shown.embed is not None
    assert line in str(shown.embed.description).splitlines()
    assert buttons(shown) == [button, "Back"]


def test_at_the_top_there_is_no_match_left() -> None:
    shown = page(2, 2, 2, 2)
    assert shown.embed is not None
    assert str(shown.embed.title).endswith("★★★★")
    assert "**All four rungs are won.**" in str(shown.embed.description)
    assert buttons(shown) == ["Back"]

"""Orders of finish that hosts type for tables of more than two sides."""

import pytest

from bot.league.tournaments.hosting.several_results import LONGEST_LINE, ResultLine, refused_lines
from bot.league.tournaments.results.entering import places_in_order
from bot.locales import words
from bot.messages.parts.components import MAX_CUSTOM_ID, Button
from bot.messages.parts.reader import Reader
from tests.bot.league.tournaments.tournament_samples import tournament


@pytest.mark.parametrize(
    ("typed", "places"),
    [
        ("2 1 4 3", (2, 1, 4, 3)),
        ("2143", (2, 1, 4, 3)),
        ("4,3,1,2", (3, 4, 2, 1)),
        ("2=1 4 3", (1, 1, 4, 3)),
        ("2 > 1 = 4 > 3", (2, 1, 4, 2)),
        ("1=2=3=4", (1, 1, 1, 1)),
        ("3", (2, 2, 1, 2)),
        *((typed, ()) for typed in ("", "5", "2 1 4", "2 1 4 4", "2 1 4 3 5", "2 1 1 4 3", "=2143", "2:1", "draw")),
    ],
)
def test_an_order_gives_each_side_its_place(typed: str, places: tuple[int, ...]) -> None:
    assert places_in_order(4, typed) == places


def test_two_sides_have_no_order() -> None:
    assert places_in_order(2, "2 1") == ()


def test_five_lines_of_the_largest_table_fit_into_an_address() -> None:
    order = "2=1=3=4=5"
    assert len(order) == LONGEST_LINE
    lines = [ResultLine(36**5 - number, order, None) for number in range(1, 6)]
    message = refused_lines(tournament(4), lines, {}, {}, Reader(words("en")))
    [[button]] = message.rows
    assert isinstance(button, Button)
    assert len(button.address.custom_id("b")) <= MAX_CUSTOM_ID

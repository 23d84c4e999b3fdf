"""Addresses that buttons of earlier versions carry."""

import pytest

from bot.messages.parts.components import BUTTON, Address, Kind


@pytest.mark.parametrize(
    ("rest", "today"),
    [
        ("latin_square", "domino_square"),
        ("latin_square/2", "domino_square/2"),
        ("11/0/latin_square/3", "11/0/domino_square/3"),
        ("variant=11/a/left/t/m", "variant=11/a/left/t/m"),
    ],
)
def test_a_button_that_names_a_game_by_its_former_key_names_it_by_that_of_today(rest: str, today: str) -> None:
    old = Address(Kind.RULES_PAGE, "", 0, rest).custom_id(BUTTON)
    assert Address.parse(old) == Address(Kind.RULES_PAGE, "", 0, today)

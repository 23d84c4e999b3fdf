"""The options of /play in a button's address."""

import pytest

import games
from bot.messages.parts.components import BUTTON, ClickAddress, Kind
from bot.messages.welcome import NO_WISHES, Menu, Wishes
from bot.tables.time_controls import CLOCKS
from storage.matches import COMPUTER_LEVELS


@pytest.mark.parametrize("key", games.TABLE_GAMES)
def test_every_wish_for_a_game_is_read_again_from_its_address(key: str) -> None:
    game = games.TABLE_GAMES[key]
    for level in (None, *COMPUTER_LEVELS):
        for clock in (None, *CLOCKS):
            wishes = Wishes({option.key: option.values[-1] for option in game.option_list}, clock, level)
            if wishes == NO_WISHES:
                continue  # an address without any is as it always was
            menu = Menu(1, partner=2**64 - 1, taken="link", threads=True, wishes=wishes)
            address = ClickAddress(Kind.PLAY_COMPUTER, rest=menu.opening(game))
            assert ClickAddress.parse(address.custom_id(BUTTON)) == address
            assert Wishes.parse(game, address.rest.split("/")[3]) == wishes


def test_a_limit_that_is_not_offered_is_read_again_from_its_address() -> None:
    game = games.TABLE_GAMES["plus_minus"]
    wishes = Wishes({"limit": 35}, "slow")
    assert Wishes.parse(game, wishes.text(game)) == wishes
    assert Wishes.parse(game, "slow,,0").options == {"limit": 60}, "the address of an earlier version"


@pytest.mark.parametrize(
    "text", [",,=19", ",,=501", ",,=", ",,=x", ",,3", "", "x", "soon,great,99,7", ",,-1", "person,person"]
)
def test_a_forged_address_wishes_for_nothing(text: str) -> None:
    assert Wishes.parse(games.TABLE_GAMES["plus_minus"], text) == NO_WISHES

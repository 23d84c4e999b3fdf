"""Names of players and computers."""

import json
from dataclasses import replace

import pytest

from bot.locales import LOCALES, words
from bot.messages.parts.components import Button, ClickAddress, Kind, Select, SelectOption
from bot.messages.parts.names import COMPUTERS, PlayerNames, names_in_pictures, person_named
from bot.messages.parts.people import called
from bot.posts.discord_components import _row
from bot.render import drawable
from storage.matches import Player, Status
from tests.bot.tables.tabletop import ADA, BORYS, a_lobby


def names(level: Player, computers: int, locale: str, status: Status) -> PlayerNames:
    return PlayerNames.at(a_lobby(ADA, *[level] * computers, game="seventy_nine", status=status), words(locale))


@pytest.mark.parametrize("level", COMPUTERS)
@pytest.mark.parametrize("locale", LOCALES)
def test_no_two_computers_of_a_table_have_the_same_name_or_face(level: Player, locale: str) -> None:
    found = names(level, 5, locale, Status.PLAYING)
    assert len(set(found.plain)) == 6
    faces = {name.split()[0] for name in found.spoken[1:]}
    assert len(faces) == 5
    assert faces <= {computer.face for computer in COMPUTERS[level]}
    assert found.spoken[0] == "**Ada**"


def test_a_computer_keeps_its_name_and_says_in_the_lobby_how_well_it_plays() -> None:
    playing = names(Player.CASUAL, 1, "en", Status.PLAYING).plain[1]
    assert playing in {"Duckling", "Puppy", "Kitten", "Bunny", "Hamster", "Mouse"}
    assert names(Player.CASUAL, 1, "en", Status.LOBBY).plain[1] == f"{playing} · Computer (casual)"


def test_a_name_does_not_turn_the_rest_of_a_line_or_a_picture() -> None:
    lobby = a_lobby(replace(ADA, name="A\u202eda"), replace(BORYS, name="\u202e\u2067"))
    found = PlayerNames.at(lobby, words("en"))
    assert found.plain == ("Ada", "◆")
    assert found.spoken == ("**Ada**", "**◆**")
    assert person_named(1, {1: "\u202eAda"}, words("en")) == "**Ada**"
    assert called({1: "\u202eAda"}, 1, words("en")) == "Ada"


def test_labels_of_buttons_and_choices_do_not_turn_what_follows() -> None:
    address = ClickAddress(Kind.REMOVE, "match")
    select = Select(address, (SelectOption("1. \u202eAda", "0", "of \u202eBorys"),), "Who?")
    sent = json.dumps([_row((select,)), _row((Button(address, "\u202eAda"),))])
    assert "202e" not in sent
    assert [text in sent for text in ('"1. Ada"', '"of Borys"', '"Ada"')] == [True] * 3


def test_pictures_replace_undrawable_and_confusable_names() -> None:
    given = ["天野", "Ada", "Ada 🌟", "Borys 🔥"]
    drawn = names_in_pictures(given, [words("en")("name.seat", number=seat) for seat in (1, 2, 3, 4)])
    assert [drawable(name) for name in drawn] == ["Player 1", "Ada", "Player 3", "Borys"]


@pytest.mark.parametrize(("locale", "said"), [("en", "Player 2"), ("pl", "Gracz 2"), ("ru", "Игрок 2")])
def test_a_stand_in_has_the_seat_number_in_the_reader_s_language(locale: str, said: str) -> None:
    found = PlayerNames(("Ada", "天野"), ("**Ada**", "**天野**"), ("**Ada**", "**天野**")).in_pictures(words(locale))
    assert drawable(found.plain[1]) == said
    assert found.spoken[1] == "**天野**"

"""What computers are called."""

import pytest

from bot.locales import LOCALES, words
from bot.messages.parts.names import COMPUTERS, Names
from storage.matches import Player, Status
from tests.bot.tables.tabletop import ADA, a_lobby


def names(level: Player, computers: int, locale: str, status: Status) -> Names:
    return Names.at(a_lobby(ADA, *[level] * computers, game="seventy_nine", status=status), words(locale))


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

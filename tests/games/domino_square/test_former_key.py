"""Domino Square was called latin_square: records, and whatever else names it so, are still read."""

import pytest

import games
from games.domino_square import DominoSquare
from games.verifying import verify
from tests.games.finished import finished


def test_the_former_key_is_found_but_not_listed() -> None:
    assert games.CATALOGUE["latin_square"] is games.TABLE_GAMES["latin_square"] is DominoSquare
    assert "latin_square" in games.CATALOGUE
    assert "latin_square" not in [*games.CATALOGUE, *games.TABLE_GAMES]
    assert len(games.CATALOGUE) == 14


@pytest.mark.parametrize(
    ("key", "today"), [("latin_square", "domino_square"), ("block", "block"), ("no game", "no game")]
)
def test_the_key_of_today(key: str, today: str) -> None:
    assert games.current_key(key) == today


def test_a_record_with_the_former_key_replays_and_is_sound() -> None:
    match = finished("domino_square")
    text = match.record().text()
    old = text.replace("game: domino_square\n", "game: latin_square\n")
    assert old != text
    assert games.replay(old) == match
    assert games.replay(old).record().text() == text
    assert verify(old).is_sound

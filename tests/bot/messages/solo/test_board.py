"""The message of a solitaire: what can be clicked is exactly what is legal, and pictures, words and letters agree."""

from collections.abc import Iterator
from random import Random

import pytest

import games
from bot.locales import LOCALES, words
from bot.messages.parts.choices import asked_key
from bot.messages.parts.components import MAX_ROW_BUTTONS, MAX_ROWS, Button, Kind, Row, Select
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_ALT_TEXT
from bot.messages.solo.board import SoloNotes, duration, solo_message, solo_presenter
from bot.render.text import COLUMNS
from bot.tables.solo import steps
from bot.tables.solo.state import Solo
from bot.tables.state import Person
from games.core.solitaire import Solitaire
from games.solver import Hint, Verdict

ADA = Person(10, "Ada")
READER = Reader(words("en"))
every_solitaire = pytest.mark.parametrize("game", games.SOLITAIRES)


def begun(game: str, seed: str) -> Solo:
    return steps.begin("s" * 16, ADA, guild_id=1, game=game, seed=seed, day="", now=0.0)


def walk(game: str, seed: str, plies: int) -> Iterator[tuple[Solo, Solitaire]]:
    """A solitaire at every stage of a random walk, as long as it can move."""
    rng, solo = Random(seed), begun(game, seed)
    for _ in range(plies):
        assert solo.match is not None
        if solo.match.outcome is not None:
            return
        yield solo, solo.match
        solo = steps.move(solo, ADA, solo.revision, str(rng.choice(solo.match.moves(0))), 1.0).solo


def reached(solo: Solo) -> dict[str, int]:
    """The moves that can be made by clicks, with how many clicks each takes."""
    moves: dict[str, int] = {}
    questions = []
    for kind, text in clicks_in(solo_message(solo, READER).rows):
        asked = text if kind is Kind.SOLO_ASK else asked_key(text)
        if asked is not None and kind in (Kind.SOLO_ASK, Kind.SOLO_MOVE):
            questions.append(asked)
        elif kind is Kind.SOLO_MOVE:
            moves[text] = 1
    for question in questions:
        for kind, text in clicks_in(solo_message(solo, READER, SoloNotes(asked=question)).rows):
            if kind is Kind.SOLO_MOVE:
                moves.setdefault(text, 2)
    return moves


def clicks_in(rows: tuple[Row, ...]) -> Iterator[tuple[Kind, str]]:
    assert len(rows) <= MAX_ROWS
    parts = [part for row in rows for part in row]
    addresses = [part.address.custom_id("s" if isinstance(part, Select) else "b") for part in parts]
    assert len(set(addresses)) == len(addresses)
    assert all(1 <= len(row) <= MAX_ROW_BUTTONS for row in rows)
    for part in parts:
        assert isinstance(part, Button)
        yield part.address.kind, part.address.rest


@every_solitaire
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_the_moves_that_two_clicks_reach_are_exactly_the_legal_ones(game: str, seed: str) -> None:
    for solo, match in walk(game, seed, 60):
        assert sorted(reached(solo)) == sorted(map(str, match.moves(0)))


@every_solitaire
@pytest.mark.parametrize("locale", LOCALES)
def test_picture_words_and_letters_show_the_same_open_tiles_and_no_others(game: str, locale: str) -> None:
    reader = Reader(words(locale))
    for solo, match in walk(game, "an open book", 40):
        presenter, view = solo_presenter(solo.kind, reader, "Ada"), match.view(0)
        drawing = presenter.board(view)
        assert drawing is not None
        assert len(drawing.alt) <= MAX_ALT_TEXT
        lying = {str(cell.tile) for row in presenter.grid(view).rows for cell in row if cell and cell.tile}
        letters = presenter.letters(view)
        assert all(len(line) <= COLUMNS for line in letters.splitlines())
        for tile in map(str, match.tile_set):
            assert (tile in drawing.alt) == (tile in lying) == (tile.replace("-", "|") in letters)


@every_solitaire
def test_a_picture_is_one_file_of_the_usual_size_whatever_it_marks(game: str) -> None:
    solo = begun(game, "a picture")
    assert solo.match is not None
    presenter, view = solo_presenter(solo.kind, READER, "Ada"), solo.match.view(0)
    plain = presenter.board(view)
    marked = presenter.board(view, presenter.focus(solo.match.moves(0)[0]))
    assert plain is not None
    assert marked is not None
    assert plain.paint() == plain.paint()
    assert plain.paint() != marked.paint()
    assert plain.paint().startswith(b"\x89PNG")
    assert len(plain.paint()) < 40_000


@every_solitaire
@pytest.mark.parametrize("locale", LOCALES)
def test_a_hint_stands_in_the_text_and_on_its_button(game: str, locale: str) -> None:
    solo = begun(game, "a")
    assert solo.match is not None
    move = solo.match.moves(0)[0]
    message = solo_message(solo, Reader(words(locale)), SoloNotes(hint=Hint(Verdict.WON, move, 3)))
    assert message.embed is not None
    label = solo_presenter(solo.kind, READER, "Ada").label(solo.match.view(0), move)
    assert f"**{label}**" in (message.embed.description or "")


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (65, "1:05"), (3_600, "1:00:00"), (90_061, "25:01:01")])
def test_a_time_is_told_in_hours_minutes_and_seconds(seconds: int, text: str) -> None:
    assert duration(seconds) == text

"""A solitaire's message: legal clicks, pictures and words agree."""

from collections.abc import Iterator
from random import Random

import pytest

import games
from bot.locales import LOCALES, words
from bot.messages.parts.choices import asked_key
from bot.messages.parts.components import MAX_ROW_BUTTONS, MAX_ROWS, Button, ClickKind, Heading, Kind, Row, Select
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_ALT_TEXT
from bot.messages.solo.board import SoloNotes, solo_message, solo_presenter
from bot.messages.solo.solved import duration
from bot.render.text import COLUMNS
from bot.tables.solo import steps
from bot.tables.solo.state import Solo
from bot.tables.state import Person
from games.core.solitaire import Solitaire
from games.solitaires.solver import Hint, SearchVerdict

ADA = Person(10, "Ada")
READER = Reader(words("en"))
every_solitaire = pytest.mark.parametrize("game", games.SOLITAIRES)


def begun(game: str, seed: str) -> Solo:
    return steps.begin("s" * 16, ADA, guild_id=1, game=game, seed=seed, day="", now=0.0)


def walk(game: str, seed: str, plies: int) -> Iterator[tuple[Solo, Solitaire]]:
    """Yield every stage of a solitaire's random walk."""
    rng, solo = Random(seed), begun(game, seed)
    for _ in range(plies):
        assert solo.match is not None
        if solo.match.outcome is not None:
            return
        yield solo, solo.match
        solo = steps.move(solo, ADA, solo.revision, str(rng.choice(solo.match.moves(0))), 1.0).solo


def reached(solo: Solo) -> dict[str, int]:
    """Return moves reachable by clicks, with their numbers of clicks."""
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


def clicks_in(rows: tuple[Row, ...]) -> Iterator[tuple[ClickKind, str]]:
    assert len(rows) <= MAX_ROWS
    parts = [part for row in rows for part in row if not isinstance(part, Heading)]
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
        letters = presenter.text_board(view)
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
    message = solo_message(solo, Reader(words(locale)), SoloNotes(hint=Hint(SearchVerdict.WON, move, 3)))
    assert message.embed is not None
    label = solo_presenter(solo.kind, READER, "Ada").label(solo.match.view(0), move)
    assert f"**{label}**" in (message.embed.description or "")


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (65, "1:05"), (3_600, "1:00:00"), (90_061, "25:01:01")])
def test_a_time_is_told_in_hours_minutes_and_seconds(seconds: int, text: str) -> None:
    assert duration(seconds) == text


def texts(solo: Solo, notes: SoloNotes | None = None) -> tuple[str, list[str]]:
    """Return the text above the picture, and button labels."""
    message = solo_message(solo, READER, notes)
    assert message.embed is not None
    buttons = [part.label or "" for row in message.rows for part in row if isinstance(part, Button)]
    return message.embed.description or "", buttons


@every_solitaire
def test_the_goal_stands_in_a_sentence_and_the_rules_are_a_click_away(game: str) -> None:
    text, buttons = texts(begun(game, "goal"))
    assert READER.words(f"game.{game}.blurb") in text
    assert "Rules" in buttons


@pytest.mark.parametrize("game", ["twelves", "pyramid"])
def test_a_pair_says_its_sum_and_stands_among_what_was_taken_out(game: str) -> None:
    solo = next(solo for solo in (begun(game, str(seed)) for seed in range(50)) if solo.match and solo.match.moves(0))
    assert solo.match is not None
    move = solo.match.moves(0)[0]
    assert move.tile is not None
    other = games.Tile.parse(move.value)
    assert f"{move.tile} + {other} ({move.tile.pips} + {other.pips} = 12)" in texts(solo)[1]
    after = steps.move(solo, ADA, 0, str(move), 1.0).solo
    assert f"Taken out: **{move.tile} + {other}**" in texts(after)[0]


def test_the_last_moved_tile_is_marked_until_the_move_is_undone() -> None:
    solo, match = next(walk("seven_columns", "marked", 1))
    move = match.moves(0)[0]
    after = steps.move(solo, ADA, 0, str(move), 1.0).solo
    marked = solo_message(after, READER).drawings[0].paint.keywords["marked"]  # type: ignore[attr-defined]  # a partial
    assert marked == {move.tile}
    back = steps.undo(after, ADA, 1, 1, 2.0).solo
    assert solo_message(back, READER).drawings[0].paint.keywords["marked"] == set()  # type: ignore[attr-defined]


def test_triangle_says_what_lies_at_home_and_what_the_goal_wants_in_a_hole() -> None:
    solo = begun("triangle", "home")
    text, _ = texts(solo)
    assert solo.match is not None
    view = solo_presenter(solo.kind, READER, "Ada").grid(solo.match.view(0))
    [hole] = [cell for row in view.rows for cell in row if cell is not None and cell.tile is None]
    row, column = map(int, hole.name.split("."))
    assert hole.goal == str(games.Tile(7 - row, column - 1))  # 6-0 6-1 … in the first row, down to 0-0 in the last
    assert f"Still wanted: {hole.goal} → {hole.name}" in text


def test_only_a_stuck_solitaire_not_of_the_day_offers_a_new_deal() -> None:
    stuck = next(
        solo for solo in (begun("pyramid", str(seed)) for seed in range(400)) if solo.stored.ended_at is not None
    )
    assert "New deal" in texts(stuck)[1]
    daily = stuck.with_stored(day="2026-11-22")
    assert "New deal" not in texts(daily)[1]
    assert "or give up" in texts(daily)[0]


@pytest.mark.parametrize(("verdict", "offered"), [(SearchVerdict.WON, True), (None, True), (SearchVerdict.LOST, False)])
def test_the_solution_is_offered_unless_there_is_none(verdict: SearchVerdict | None, offered: bool) -> None:
    given_up = steps.give_up(begun("triangle", "shown"), ADA, 0, 1.0).solo
    assert ("Show me how" in texts(given_up, SoloNotes(verdict=verdict))[1]) is offered


def labels(solo: Solo, notes: SoloNotes | None = None) -> list[str]:
    """Return the labels of the last row of buttons."""
    row = solo_message(solo, READER, notes or SoloNotes()).rows[-1]
    return [button.label or "" for button in row if isinstance(button, Button)]


def test_the_buttons_below_a_solitaire_say_what_they_do() -> None:
    solo = begun("triangle", "a deal")
    assert labels(solo) == ["Any deal", "Rules", "Hint", "Give up"]
    assert labels(solo, SoloNotes(public=True)) == ["Any deal", "Only me", "Rules", "Hint", "Give up"]
    assert solo.match is not None
    moved = steps.move(solo, ADA, solo.revision, str(solo.match.moves(0)[0]), 1.0).solo
    assert labels(moved) == ["Undo", "Rules", "Restart", "Hint", "Give up"]
    assert labels(moved, SoloNotes(thinking=True)) == ["Undo", "Rules", "Restart", "Stop", "Give up"]
    assert labels(moved, SoloNotes(hint=Hint(SearchVerdict.LOST, undo=3)))[0] == "Undo 3"
    taken_back = steps.undo(moved, ADA, moved.revision, 1, 2.0).solo
    assert labels(taken_back) == ["Undo", "Redo", "Restart", "Hint", "Give up"]
    over = labels(steps.give_up(solo, ADA, solo.revision, 1.0).solo)
    assert over == ["Another", "Other solitaires", "Show me how", "Fair shuffle"]

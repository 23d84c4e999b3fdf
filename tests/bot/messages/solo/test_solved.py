"""A solved solitaire shows its facts and all tiles, in words as in the picture."""

from dataclasses import replace

import pytest

import games
from bot.locales import LOCALES, words
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_ALT_TEXT
from bot.messages.solo.board import SoloNotes, solo_message
from bot.messages.solo.daily import shared_solo
from bot.messages.solo.solved import Comparison
from bot.tables.solo import steps
from bot.tables.solo.state import Solo
from bot.tables.state import Person
from games.core.tiles import ALL_TILES
from games.solitaires import solver
from storage.solo import SoloEntry, StoredDeal
from tests.bot.play.solo.at_solo import WINNABLE
from tests.storage.test_solo import ended

ADA = Person(10, "Ada")


def solved(game: str, day: str = "") -> Solo:
    """Return a solitaire solved in three minutes and five seconds, by moves that the solver finds."""
    solo = steps.begin("s" * 16, ADA, guild_id=1, game=game, seed=WINNABLE[game], day=day, now=0.0)
    assert solo.match is not None
    first, *others = solver.solve(solo.match).line
    solo = steps.move(solo, ADA, 0, str(first), 90.0).solo
    for move in others:
        solo = steps.move(solo, ADA, solo.revision, str(move), 185.0).solo
    return solo


@pytest.mark.parametrize("game", games.SOLITAIRES)
@pytest.mark.parametrize("locale", LOCALES)
def test_the_end_of_a_solved_solitaire_shows_its_time_and_each_tile_once(game: str, locale: str) -> None:
    w, solo = words(locale), solved(game)
    [drawing] = solo_message(solo, Reader(w)).drawings
    assert drawing.paint().startswith(b"\x89PNG")
    assert len(drawing.paint()) < 40_000
    assert len(drawing.alt) <= MAX_ALT_TEXT
    assert drawing.alt.startswith(w(f"game.{game}.name"))
    assert f"{w('solo.fact.moves')}: {solo.stored.moves}; {w('solo.fact.time')}: 3:05." in drawing.alt
    tiles = drawing.alt.split("3:05.")[1]
    assert [tiles.count(str(tile)) for tile in ALL_TILES] == [1] * 28
    in_letters = solo_message(solo, Reader(w, board="text"))
    assert in_letters.embed is not None
    assert tiles.strip() == in_letters.embed.fields[0].value


def test_a_solved_deal_of_the_day_tells_its_streak_and_place() -> None:
    solo = solved("pyramid", day="1970-01-01")
    compared = Comparison(streak=3, best=replace(ended("other"), spent=70), place=2, of=5)
    message = solo_message(solo, Reader(words("en")), SoloNotes(compared=compared))
    assert "Deal of the day 1970-01-01 · solved without help." in message.drawings[0].alt
    assert "Moves: 14; Time: 3:05; Days in a row: 3; Place here: 2 / 5." in message.drawings[0].alt
    assert message.embed is not None
    told = (message.embed.description or "").splitlines()
    assert told[1:4] == [
        "🔥 3 days in a row, solved without help",
        "Best: 14 moves, 1:10",
        "Place 2 of 5 without help on this server today.",
    ]


def test_no_picture_of_a_deal_that_others_may_still_play_is_shared() -> None:
    solo, day = solved("pyramid"), StoredDeal("1970-01-01", "pyramid", WINNABLE["pyramid"], 4)
    log = [SoloEntry(1, "hint", 1.0), SoloEntry(2, "pair 5-2=3-2", 2.0), SoloEntry(3, "undo=1", 3.0)]
    own = shared_solo(solo, log, None, Comparison(), Reader(words("en")))
    assert own.lines == ("Boneyard · Pyramid", "✅ 14 moves · 3:05", "🟨🟩🟨")
    assert own.drawing is not None
    played_on = solo.with_stored(counted=False)  # from the review of a deal of the day
    assert shared_solo(played_on, log, None, Comparison(), Reader(words("en"))).drawing is None
    of_day = shared_solo(solo, log, day, Comparison(streak=2), Reader(words("en")))
    assert of_day.lines[:2] == ("Boneyard · Pyramid · 1970-01-01 · ★★★★☆", "✅ 14 moves · 3:05 · 🔥 2")
    assert of_day.drawing is None


def test_a_best_result_is_told_as_such_and_help_is_not_hidden() -> None:
    solo = solved("pyramid")
    message = solo_message(solo, Reader(words("en")), SoloNotes(compared=Comparison(best=solo.stored)))
    assert "Solved without help. Moves: 14; Time: 3:05." in message.drawings[0].alt
    assert message.embed is not None
    assert "🏅 Your best result so far." in (message.embed.description or "")
    better = Comparison(best=replace(ended("other"), spent=70))
    helped = solo_message(solo.with_stored(helped=True), Reader(words("en")), SoloNotes(compared=better))
    assert "Solved with help. Moves: 14; Time: 3:05; Your best: 14 · 1:10." in helped.drawings[0].alt

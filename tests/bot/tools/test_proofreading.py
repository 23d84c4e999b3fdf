"""The proofreading, with one fault of each kind."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from babel.messages.catalog import Catalog

import games
from bot.locales import LOCALES, words
from bot.locales.check import catalogues
from bot.locales.words import FOLDER
from bot.messages.games import PRESENTERS, Presenter, presenter_of
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from bot.tools import proofreading
from bot.tools.proofreading import completions, filled

ASKED = {
    "the name of a game": "game.block.name",
    "the sentence of a game": "game.plus_minus.blurb",
    "the name of an option": "option.full_speed.pairs.name",
    "a value of an option": "option.double_trouble.draw.playable",
    "a number with a meaning": "option.nos.deals.0",
    "an event": "event.passed",
    "an event with a reason": "event.scored.triplets",
    "an event at the end of a line": "event.played.end",
    "an event of one game": "event.zeroed",
    "an event of the table": "event.table.returned",
    "a refusal of the rules": "refusal.must_draw",
    "a refusal of the table": "table.replace.bot",
    "a clock": "clock.slow.description",
    "a unit of time": "clock.hours",
    "a level": "lobby.computer.regular.description",
    "a permission": "permission.send_messages_in_threads",
    "a setting": "settings.board.large",
    "a phase": "board.phase.meld",
    "a variant": "variant.14.rule",
    "a schema of a variant": "variant.12.b.name",
    "a call": "kent.call.stop-biskent",
    "a sign": "signs.yawn",
    "a command": "command.table.leave.description",
    "a payment": "chips.reason.top_up",
    "a payment of one game": "chips.reason.wrong_claim",
    "a family": "family.gambling",
}


def with_texts(monkeypatch: pytest.MonkeyPatch, texts: dict[str, Catalog]) -> list[str]:
    """Return the faults found in these texts."""
    monkeypatch.setattr(proofreading, "catalogues", lambda: texts)
    return proofreading.all_faults()


def test_our_texts_have_no_faults() -> None:
    assert proofreading.all_faults() == []


def test_texts_that_all_languages_lack_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = catalogues()
    for catalogue in texts.values():
        for key in ASKED.values():
            assert key in catalogue
            catalogue.delete(key)
    found = with_texts(monkeypatch, texts)
    unnoticed = {
        kind for kind, key in ASKED.items() if not any(fault.endswith(f"there is no text {key}") for fault in found)
    }
    assert unnoticed == set()


def test_texts_that_one_language_lacks_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = dict(
        zip(LOCALES, ("the name of a game", "an event with a reason", "a refusal of the rules"), strict=True)
    )
    texts = catalogues()
    for locale, kind in lacking.items():
        texts[locale].delete(ASKED[kind])
    found = with_texts(monkeypatch, texts)
    assert {f"{locale}: {ASKED[kind]} is missing" for locale, kind in lacking.items()} - set(found) == set()


def test_texts_that_nothing_asks_for_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    idle = ("event.nonsense", "event.passed.nonsense", "game.poker.name", "hand.button.nonsense", "variant.1.schema")
    texts = catalogues()
    for catalogue in texts.values():
        for key in idle:
            catalogue.add(key, "x")
    assert with_texts(monkeypatch, texts) == [f"no code uses the text {key}" for key in idle]


def test_an_event_of_which_no_look_tells_is_noticed() -> None:
    completed = {key: keys - {"event.zeroed", "event.passed_on"} for key, keys in completions().items()}
    told = ["no presenter describes the event zeroed", "no presenter describes the event passed_on"]
    assert set(proofreading.mute_events([], completed)) == {
        "no presenter describes the event over",  # told without a text of its own, as the others here
        "no presenter describes the event bust",
        "no presenter describes the event paid",
        *told,
        "no presenter describes the event trick",
    }


def test_the_gaps_of_a_key_are_filled_with_a_part_each() -> None:
    assert filled("a.{}.{}.name", [("b", "c"), ("d", "e")]) == {"a.b.c.name", "a.d.e.name"}
    assert filled("a.{}", ["b", ("c",)]) == {"a.b", "a.c"}


# --- The rules of the games -------------------------------------------------------------------------------------------


@pytest.fixture
def locale_folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "locales"))


def test_rules_that_a_language_lacks_are_noticed(locale_folder: Path) -> None:
    (locale_folder / "pl" / "rules" / "block.md").unlink()
    assert proofreading.faulty_rules(locale_folder) == [
        "pl: the rules of block cannot be read: 'block has no rules in pl'",
    ]


def test_missing_shared_rules_are_noticed_in_all_their_games(locale_folder: Path) -> None:
    (locale_folder / "ru" / "rules" / "shared" / "fair.md").unlink()
    found = proofreading.faulty_rules(locale_folder)
    assert found
    assert all(fault.startswith("ru: the rules of ") and "fair.md" in fault for fault in found)


def test_empty_rules_and_rules_with_a_line_longer_than_a_page_are_noticed(locale_folder: Path) -> None:
    (locale_folder / "en" / "rules" / "block.md").write_text("", encoding="utf-8")
    (locale_folder / "pl" / "rules" / "block.md").write_text("x" * 4000, encoding="utf-8")
    assert proofreading.faulty_rules(locale_folder) == [
        "en: the rules of block are incomplete",
        "pl: the rules of block cannot be read: a line of 4000 characters does not fit on a page of 3500",
    ]


def test_a_first_page_of_rules_without_five_bullets_is_noticed(locale_folder: Path) -> None:
    for locale, wrong in (("en", ("---", "")), ("pl", ("\n- ", "\n* ")), ("ru", ("\n- ", "\n- - \n- "))):
        path = locale_folder / locale / "rules" / "block.md"
        path.write_text(path.read_text(encoding="utf-8").replace(*wrong, 1), encoding="utf-8")
    wanted = "the first page of the rules of block needs 5 bullets and a line --- below them"
    assert proofreading.faulty_rules(locale_folder) == [f"{locale}: {wanted}" for locale in LOCALES]


def test_rules_that_nothing_asks_for_are_noticed(locale_folder: Path) -> None:
    (locale_folder / "en" / "rules" / "poker.md").write_text("# Poker", encoding="utf-8")
    (locale_folder / "pl" / "rules" / "shared" / "cards.md").write_text("52", encoding="utf-8")
    assert proofreading.faulty_rules(locale_folder) == [
        "en: no game has the rules poker",
        "pl: no game uses the shared rules cards",
    ]


def test_missing_or_anonymous_legal_texts_are_noticed(locale_folder: Path) -> None:
    assert proofreading.faulty_legal_texts(locale_folder) == []
    (locale_folder / "pl" / "privacy.md").unlink()
    (locale_folder / "ru" / "terms.md").write_text("{contact}", encoding="utf-8")
    assert proofreading.faulty_legal_texts(locale_folder) == [
        "pl: privacy.md is missing",
        "ru: terms.md has other placeholders than {operator} and {contact}",
    ]


# --- What the games do ask for ----------------------------------------------------------------------------------------


def test_a_game_without_its_lessons_or_a_row_for_players_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = [look for look in PRESENTERS if "kent" not in look.presents]
    assert proofreading.missing_lessons(looks) == ["there is no lesson for kent"]
    block = next(look for look in PRESENTERS if "block" in look.presents)
    monkeypatch.setattr(block, "second_lesson", None)
    assert proofreading.missing_lessons() == ["there is no second lesson for block"]
    page = tmp_path / "playing.md"
    rows = proofreading.PLAYING.read_text(encoding="utf-8").replace("| `block` |", "| |").replace("`nello`", "nello")
    page.write_text(rows, encoding="utf-8")
    assert proofreading.missing_rows(page) == [
        "the row for seventy_nine in playing.md lacks the option nello",
        "playing.md has no row for block",
    ]


@pytest.mark.parametrize("game", games.CATALOGUE)
def test_everything_that_random_matches_tell_and_offer_has_words(game: str) -> None:
    unnamed: set[str] = set()
    for options in _choices(game):
        match = games.new_match(game, seats=games.CATALOGUE[game].seat_counts[-1], options=options, seed=str(options))
        look, rng = _look(match), Random(str(options))
        for ply in range(400):
            if not match.actors():
                break
            seat = rng.choice(match.actors())
            if ply % 5 == 0:
                choices = (choice for group in look.choices(match.view(seat)) for choice in group.choices)
                unnamed |= {c.label for c in choices if isinstance(c.does, games.Move) and c.label == c.does.verb}
            match.play(seat, rng.choice(match.moves(seat)))
        assert look.event_texts(match.events)
    assert unnamed == set()


def _choices(game: str) -> Iterator[Mapping[str, object]]:
    """Yield a game's usual options, and each option's extremes."""
    yield {}
    for option in games.CATALOGUE[game].option_list:
        yield from ({option.key: value} for value in {option.values[0], option.values[-1]} - {option.default})


def _look(match: games.Match) -> Presenter[Any, Any]:
    names = tuple("ABCDEF"[: match.seats])
    return presenter_of(type(match), Reader(words("en")), PlayerNames(names, names, names[: len(match.scores)]))

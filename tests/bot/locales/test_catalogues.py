import re

import pytest

import games
from bot.locales import LOCALES, words
from bot.locales.check import catalogues, differences, forms, in_order, messages, repetitions, unsorted_catalogues
from bot.tools.site import slash_commands
from games.core.refusals import REFUSALS

COMMAND_NAME = re.compile(r"[-_\w]{1,32}")
KEYS = sorted(messages(catalogues()["en"]))


def test_every_language_has_all_texts_with_placeholders_and_plurals() -> None:
    assert differences(catalogues()) == []


def test_no_key_stands_twice() -> None:
    assert repetitions() == []


def test_catalogues_are_sorted_by_key() -> None:
    assert unsorted_catalogues() == []


def test_sorting_keeps_the_head_in_front_and_every_comment_with_its_entry() -> None:
    head = '# Terms.\nmsgid ""\nmsgstr ""\n"Language: en\\n"\n'
    counted = '#. {n}: tiles\nmsgid "a.n"\nmsgid_plural "a.n"\nmsgstr[0] "{n} x"\nmsgstr[1] "{n} y"\n'
    plain = 'msgid "b"\nmsgstr "z"\n'
    assert in_order(f"{head}\n{plain}{counted}") == f"{head}\n{counted}\n{plain}"


def test_keys_are_words_joined_by_dots() -> None:
    assert [key for key in KEYS if not re.fullmatch(r"[a-z]+(\.[a-z0-9_]+(-[a-z]+)*)+", key)] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_texts_have_no_blanks_at_their_ends_and_no_doubled_ones(locale: str) -> None:
    texts = {key: forms(message) for key, message in messages(catalogues()[locale]).items()}
    assert [key for key, all_forms in texts.items() for text in all_forms if text != text.strip() or "  " in text] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_command_names_keep_the_limits_of_discord(locale: str) -> None:
    names = {key: words(locale)(key) for key in KEYS if key.startswith("command.") and key.endswith(".name")}
    assert names
    assert {k: n for k, n in names.items() if not COMMAND_NAME.fullmatch(n) or n != n.lower()} == {}


@pytest.mark.parametrize("locale", LOCALES)
async def test_neighbouring_commands_and_parameters_have_different_names(locale: str) -> None:
    commands = (await slash_commands())[locale]
    for names in ([one.name for one in commands], *([name for name, _ in one.options] for one in commands)):
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("locale", LOCALES)
async def test_command_descriptions_keep_the_limits_of_discord(locale: str) -> None:
    groups = [words(locale)(key) for key in KEYS if re.fullmatch(r"command\.\w+\.description", key)]
    commands = (await slash_commands())[locale]
    texts = [*groups, *(one.description for one in commands), *(text for one in commands for _, text in one.options)]
    assert [text for text in texts if not 1 <= len(text) <= 100] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_labels_of_buttons_are_short(locale: str) -> None:
    texts = {
        key: forms(message)[0] for key, message in messages(catalogues()[locale]).items() if ".button." in f"{key}."
    }
    assert texts
    assert {key: text for key, text in texts.items() if len(text) > 25} == {}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", games.CATALOGUE)
def test_every_game_and_its_options_have_words(game: str, locale: str) -> None:
    w = words(locale)
    assert 1 <= len(w(f"game.{game}.name")) <= 100
    assert 1 <= len(w(f"game.{game}.blurb")) <= 200
    for option in games.CATALOGUE[game].option_list:
        assert 1 <= len(w(f"option.{game}.{option.key}.name")) <= 45
        for value in option.values:
            if isinstance(value, str):
                assert 1 <= len(w(f"option.{game}.{option.key}.{value}")) <= 100


@pytest.mark.parametrize("locale", LOCALES)
def test_every_refusal_of_the_rules_has_words(locale: str) -> None:
    values = dict.fromkeys(("text", "seat", "last", "verb", "tile", "other", "pips", "at", "places", "move"), "x")
    assert [code for code in REFUSALS if not words(locale)(f"refusal.{code}", **values)] == []

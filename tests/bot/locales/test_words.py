from datetime import date

import pytest
from babel import Locale

import games
from bot.locales import LOCALES, spoken, words
from bot.locales.check import catalogues
from bot.messages.parts.reader import Reader
from bot.messages.welcome import Menu, game_page


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("pl", "pl"),
        ("ru", "ru"),
        ("en-US", "en"),
        ("en-GB", "en"),
        ("uk", "en"),
        ("pt-BR", "en"),
        (None, "en"),
        ("", "en"),
    ],
)
def test_a_locale_of_discord_gets_its_language_and_any_other_english(locale: str | None, language: str) -> None:
    assert words(locale).locale == language


@pytest.mark.parametrize(("locale", "language"), [("en-GB", "en"), ("pl", "pl"), ("uk", None), (None, None)])
def test_a_language_that_we_do_not_speak_is_not_taken_for_english(locale: str | None, language: str | None) -> None:
    assert spoken(locale) == language


def test_a_text_is_filled_with_named_values() -> None:
    assert words("en")("event.passed", name="Ann") == "Ann passes."
    assert words("pl")("event.passed", name="Ann") == "Ann pasuje."
    assert words("ru")("event.passed", name="Ann") == "Ann пропускает ход."


def test_braces_in_a_value_are_left_alone() -> None:
    assert words("en")("event.passed", name="{tile} {0}") == "{tile} {0} passes."


@pytest.mark.parametrize("locale", LOCALES)
def test_an_unknown_key_and_a_missing_value_are_errors_in_every_language(locale: str) -> None:
    for key in ("event.nonsense", "", "board.tiles.nonsense"):
        with pytest.raises(KeyError):
            words(locale)(key)
        with pytest.raises(KeyError):
            words(locale).count(key, 1)
    with pytest.raises(KeyError, match="name"):
        words(locale)("event.passed")
    with pytest.raises(KeyError, match="name"):
        words(locale).count("event.drew", 2)


def test_a_text_without_plural_forms_cannot_be_counted() -> None:
    with pytest.raises(KeyError, match="plural"):
        words("en").count("event.blocked", 1)


def test_words_say_which_keys_they_have() -> None:
    assert "event.passed" in words("pl")
    assert "board.tiles" in words("pl")
    assert "event.nonsense" not in words("pl")


def test_the_words_of_a_language_are_loaded_once() -> None:
    assert words("en-US") is words("en-GB")


@pytest.mark.parametrize(
    ("locale", "expected"),
    [
        ("en", {0: "0 tiles", 1: "1 tile", 2: "2 tiles", 21: "21 tiles"}),
        (
            "pl",
            {
                0: "0 kamieni",
                1: "1 kamień",
                2: "2 kamienie",
                4: "4 kamienie",
                5: "5 kamieni",
                12: "12 kamieni",
                14: "14 kamieni",
                21: "21 kamieni",
                22: "22 kamienie",
                112: "112 kamieni",
            },
        ),
        (
            "ru",
            {
                0: "0 костей",
                1: "1 кость",
                2: "2 кости",
                4: "4 кости",
                5: "5 костей",
                11: "11 костей",
                14: "14 костей",
                21: "21 кость",
                22: "22 кости",
                111: "111 костей",
            },
        ),
    ],
)
def test_a_count_takes_the_plural_form_of_its_language(locale: str, expected: dict[int, str]) -> None:
    assert {n: words(locale).count("board.tiles", n) for n in expected} == expected


@pytest.mark.parametrize(
    ("locale", "expected"),
    [
        ("en", {-1: "−1 point", -5: "−5 points"}),
        ("pl", {-1: "−1 punkt", -3: "−3 punkty", -5: "−5 punktów"}),
        ("ru", {-1: "−1 очко", -3: "−3 очка", -5: "−5 очков"}),
    ],
)
def test_a_count_below_zero_is_said_like_the_number_without_its_sign(locale: str, expected: dict[int, str]) -> None:
    assert {n: words(locale).count("board.points", n) for n in expected} == expected


def test_another_text_may_stand_for_the_number() -> None:
    assert words("en").count("board.tiles", 3, n="three") == "three tiles"


@pytest.mark.parametrize("locale", LOCALES)
def test_the_plural_forms_are_those_of_unicode(locale: str) -> None:
    category = Locale(locale).plural_form
    form = words(locale).count
    pairs = {(category(n), form("board.points", n, n="")) for n in range(1000)}
    assert len(pairs) == catalogues()[locale].num_plurals


@pytest.mark.parametrize(("locale", "expected"), [("en", "a, b and c"), ("pl", "a, b i c"), ("ru", "a, b и c")])
def test_a_list_is_joined_as_the_language_does(locale: str, expected: str) -> None:
    assert words(locale).list(["a", "b", "c"]) == expected
    assert words(locale).list(["a"]) == "a"
    assert words(locale).list([]) == ""


@pytest.mark.parametrize("locale", LOCALES)
def test_a_day_can_end_a_sentence(locale: str) -> None:
    days = [words(locale).day(date(2026, month, 24)) for month in range(1, 13)]
    assert not [day for day in days if day.endswith(".")]


def test_a_day_is_short_where_its_month_has_no_full_stop() -> None:
    assert words("en").day(date(2026, 11, 24)) == "24 Nov"
    assert words("ru").day(date(2026, 11, 24)) == "24 ноября"


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en", ("2 players", "2–4 players", "4/6 players")),
        ("pl", ("2 graczy", "2–4 graczy", "4/6 graczy")),
        ("ru", ("2 игрока", "2–4 игрока", "4/6 игроков")),
    ],
)
def test_the_page_of_a_game_counts_players(locale: str, said: tuple[str, ...]) -> None:
    reader = Reader(words(locale))
    for game, text in zip(("block", "full_speed", "kent"), said, strict=True):
        embed = game_page(reader, Menu(1), games.CATALOGUE[game]).embed
        assert embed is not None
        assert text in (embed.description or "")


@pytest.mark.parametrize(
    ("locale", "name", "shown"),
    [
        ("en", "play", "/play"),
        ("pl", "play", "/graj"),
        ("en", "league-admin keep-out", "/league-admin keep-out"),
        ("pl", "table leave", "/stół odejdź"),
    ],
)
def test_a_command_is_named_as_in_the_picker(locale: str, name: str, shown: str) -> None:
    assert words(locale).command(name) == shown

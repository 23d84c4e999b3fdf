"""Sentences about several people have plural verbs."""

import pytest

from bot.locales import LOCALES, words
from bot.locales.check import all_placeholders, catalogues, messages
from bot.locales.words import SEVERAL
from bot.messages.games.full_speed import FullSpeedPresenter as Presenter
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from games import CATALOGUE
from games.core.events import Scored, ScoreReason

PAIR = {"en": "Ada and Celina", "pl": "Ada i Celina", "ru": "Ada и Celina"}


def a_presenter(locale: str, *, pairs: bool) -> Presenter:
    people = ("Ada", "Borys", "Celina", "Dmitri")
    sides = (PAIR[locale], "…") if pairs else people
    return Presenter(CATALOGUE["full_speed"], Reader(words(locale)), PlayerNames(people, people, sides))


@pytest.mark.parametrize(
    ("locale", "one", "several"),
    [
        ("en", "wins", "Ada and Celina win the match"),
        ("pl", "wygrywa", "Ada i Celina wygrywają mecz"),
        ("ru", "выигрывает", "Ada и Celina выигрывают матч"),
    ],
)
def test_a_pair_wins_in_the_plural_and_a_player_in_the_singular(locale: str, one: str, several: str) -> None:
    pair, alone = a_presenter(locale, pairs=True), a_presenter(locale, pairs=False)
    assert pair.won_text([0]) == f"{several}!"
    assert pair.over_text([PAIR[locale]]) == f"{several}!"
    assert alone.won_text([0]).split()[1] == one
    assert alone.over_text(["Ada"]).split()[1] == one


def test_the_points_of_a_deal_have_both_plurals() -> None:
    told = [a_presenter("pl", pairs=True).sentence(Scored(0, points, ScoreReason.DEAL)) for points in (1, 3, 5)]
    assert told == [
        f"Ada i Celina wygrywają rozdanie i dostają {points} za kamienie pozostałe w ręku."
        for points in ("1 punkt", "3 punkty", "5 punktów")
    ]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_text_about_several_people_says_the_same_as_that_about_one(locale: str) -> None:
    texts = messages(catalogues()[locale])
    about_several = [key for key in texts if key.endswith(SEVERAL)]
    assert "event.over.several" in about_several
    for key in about_several:
        one = texts[key.removesuffix(SEVERAL)]
        assert all_placeholders(texts[key]) == all_placeholders(one), key
        assert texts[key].pluralizable == one.pluralizable, key

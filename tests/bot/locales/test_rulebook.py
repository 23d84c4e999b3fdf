import re

import pytest

import games
from bot.locales import LOCALES, pages, rules, words
from bot.messages.help import rules_message
from bot.messages.parts.reader import Reader

EVERY_TEXT = [(game, locale) for game in games.CATALOGUE for locale in LOCALES]


@pytest.mark.parametrize(("game", "locale"), EVERY_TEXT)
def test_every_game_has_rules_that_begin_with_its_name(game: str, locale: str) -> None:
    assert rules(game, locale).splitlines()[0] == f"# {words(locale)(f'game.{game}.name')}"


@pytest.mark.parametrize(("game", "locale"), EVERY_TEXT)
def test_the_parts_that_games_share_are_filled_in(game: str, locale: str) -> None:
    assert "{{" not in rules(game, locale)


@pytest.mark.parametrize("game", games.CATALOGUE)
def test_the_rules_say_the_same_things_in_every_language(game: str) -> None:
    """Headings, paragraphs, rulings, tiles and numbers agree in order."""
    shapes = {locale: _shape(rules(game, locale)) for locale in LOCALES}
    assert shapes["pl"] == shapes["en"]
    assert shapes["ru"] == shapes["en"]


@pytest.mark.parametrize("game", games.CATALOGUE)
def test_every_line_of_the_rules_has_as_many_rulings_in_every_language(game: str) -> None:
    counts = {locale: [line.count("◆") for line in rules(game, locale).splitlines()] for locale in LOCALES}
    assert counts["pl"] == counts["en"]
    assert counts["ru"] == counts["en"]


@pytest.mark.parametrize(
    ("game", "line", "rulings"),
    [
        ("seventy_nine", "- The *shaker* of the first deal", 1),
        ("seventy_nine", "- A bid is a number from 50 to 79", 1),
        ("seventy_nine", "- ◆ A tile with a trump half is a trump and nothing else", 1),
        ("seventy_nine", "- If you have a tile of the led suit", 1),
        ("seventy_nine", "- The highest trump takes the trick", 2),  # the double, identical tiles
        ("seventy_nine", "- The bid is 50,", 1),
        ("seventy_nine", "- The bid is 57,", 1),
        ("seventy_nine", "The bidder promises to take no trick", 1),
        ("seventy_nine", "- ◆ Both partners of the bidder", 2),  # that they are two, four tiles
        ("seventy_nine", "- There are no trumps.", 1),
        ("full_speed", "After every tile look at both ends", 1),
        ("full_speed", "- **Lousy thirteen:**", 2),  # which opponent, a score below zero
        ("bingo", "- ◆ The opener of the first deal", 2),  # and who opens later
        ("bingo", "- Of two tiles that are not trumps", 1),
        ("kent", "- ◆ The opener of the first deal", 2),  # and who opens later
        ("domino_square", "- With 4 players 2 tiles", 1),
        ("plus_minus", "- 60, 100 (usual)", 1),
    ],
)
def test_what_the_sources_leave_open_is_marked_as_a_ruling(game: str, line: str, rulings: int) -> None:
    (found,) = [one for one in rules(game, "en").splitlines() if one.startswith(line)]
    assert found.count("◆") == rulings


@pytest.mark.parametrize(("game", "locale"), EVERY_TEXT)
def test_the_rules_fit_on_pages_that_begin_with_headings(game: str, locale: str) -> None:
    cut = pages(rules(game, locale))
    assert all(1 <= len(page) <= 3500 for page in cut)
    assert all(page.startswith("#") for page in cut)


@pytest.mark.parametrize(("game", "locale"), [("nonsense", "en"), ("block", "de"), ("shared/tiles", "en"), ("", "en")])
def test_rules_that_do_not_exist_are_an_error(game: str, locale: str) -> None:
    with pytest.raises(KeyError):
        rules(game, locale)


def test_a_text_that_fits_is_one_page() -> None:
    assert pages("# A\none\n\n## B\ntwo\n", 100) == ["# A\none\n\n## B\ntwo"]


def test_pages_are_cut_before_headings() -> None:
    assert pages("# A\none\n\n## B\ntwo\n\n## C\nthree", 20) == ["# A\none\n\n## B\ntwo", "## C\nthree"]


def test_a_line_of_dashes_begins_a_new_page() -> None:
    assert pages("# A\none\n\n---\n\n## B\ntwo", 100) == ["# A\none", "## B\ntwo"]


@pytest.mark.parametrize(("game", "locale"), EVERY_TEXT)
def test_the_first_page_says_in_five_lines_what_a_game_is_about(game: str, locale: str) -> None:
    first = pages(rules(game, locale))[0].splitlines()
    assert len([line for line in first if line.startswith("## ")]) == 1
    assert len([line for line in first if line.startswith("- ")]) == 5
    assert len("\n".join(first)) <= 900


def test_a_section_too_long_for_a_page_is_cut_between_paragraphs_and_lines() -> None:
    assert pages("# A\n\naaaa bbbb\n\ncccc\ndddd dddd", 12) == ["# A", "aaaa bbbb", "cccc", "dddd dddd"]


def test_nothing_is_lost_between_pages() -> None:
    text = rules("five_to_fourteen", "ru")
    for length in (700, 1000, 2000):
        cut = pages(text, length)
        assert max(map(len, cut)) <= length
        assert " ".join(cut).split() == text.replace("---", "").split()


def test_a_line_longer_than_a_page_is_an_error() -> None:
    with pytest.raises(ValueError, match="13 characters"):
        pages("# A\naaaaaaaaaaaaa", 12)


def _shape(text: str) -> list[str]:
    """Return what translations keep: line starts, tiles, numbers, ruling marks.

    The title is the game's name, which may have a number in one language only.
    """
    lines = text.splitlines()[1:]
    return [" ".join(re.findall(r"^#+|^-#?|◆|`[^`]+`|(?<![\w`-])−?\d+(?![\w`])", line)) for line in lines]


@pytest.mark.parametrize("locale", ["en", "pl"])
def test_rules_name_commands_for_their_reader(locale: str) -> None:
    reader = Reader(words(locale), {"tally": "</tally:1>"})
    shown = [rules_message("kent", number, reader).embed for number in range(len(pages(rules("kent", locale))))]
    text = "\n".join(str(embed.description) for embed in shown if embed is not None)
    assert "</tally:1> " in text
    assert "{/" not in text

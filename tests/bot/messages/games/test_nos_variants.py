"""The texts of Nos: variants, payments, offences, stages and moves."""

from __future__ import annotations

import pytest

from bot.locales import LOCALES, words
from bot.messages.games.nos_variants import (
    suggested,
    variant_name,
    variant_question,
    variant_rule,
    variant_title,
    variant_with_choices,
)
from bot.messages.parts.choices import Ask
from bot.messages.parts.components import Select
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.table.hand import hand_message
from games import Move, Tile
from games.core.events import PaymentReason
from games.nos.variants import ALLOWED, VARIANTS, example_line
from games.nos.view import NosView
from tests.bot.messages.tables import table_of
from tests.games.nos.tables import play, table

NUMBERS = range(1, 18)
LONGEST = 100
"""The length limit of a label or a description in a select."""


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("number", NUMBERS)
def test_every_variant_has_a_name_and_rules_that_fit_into_a_select(number: int, locale: str) -> None:
    w = words(locale)
    assert 1 <= len(variant_name(w, number)) <= LONGEST
    assert 1 <= len(w(f"variant.{number}.rule")) <= LONGEST


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("schema", ["11.a", "11.b", "12.a", "12.b", "12.c", "17.doubles"])
def test_every_sub_choice_has_a_name(schema: str, locale: str) -> None:
    assert 1 <= len(words(locale)(f"variant.{schema}.name")) <= LONGEST


@pytest.mark.parametrize("locale", LOCALES)
def test_no_two_variants_are_told_alike(locale: str) -> None:
    w = words(locale)
    assert len({variant_title(w, text) + variant_rule(w, text) for text in VARIANTS}) == len(VARIANTS) == 60
    assert len({variant_with_choices(w, text) for text in VARIANTS}) == 60


@pytest.mark.parametrize(
    ("text", "title", "rule"),
    [
        ("1", "1. Traditional", "Touching halves are equal; two open ends."),
        ("11/b/left/3/t/t", "11. Demands", "First 3 tiles at A, then both ends; equal halves."),
        ("11/b/right/1/t/t", "11. Demands", "First one tile at B, then both ends; equal halves."),
        (
            "11/a/left/t/m",
            "11. Demands",
            "First one tile at A, then one at B, then both ends; equal halves at first, then halves that sum to 7.",
        ),
        ("12/a/right", "12. Volapük; Plain Volapük", "At B halves sum to 7, at A they are equal."),
        ("17/doubles", "17. Broken cross; with cross of doubles", "Two tiles of the cross join by matador"),
    ],
)
def test_a_variant_is_described_plainly_with_all_choices_of_the_opener(text: str, title: str, rule: str) -> None:
    assert variant_title(words("en"), text) == title
    assert variant_rule(words("en"), text).startswith(rule)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("4", "4. Matador"),
        ("11/a/right/t/m", "11. Demands · B, A · traditional, matador"),
        ("11/b/left/2/m/m", "11. Demands · A · 2 · matador"),
        ("12/a/right", "12. Volapük; Plain Volapük · B"),
        ("17/doubles", "17. Broken cross; with cross of doubles"),
    ],
)
def test_a_variant_is_named_with_all_choices_of_the_opener(text: str, name: str) -> None:
    assert variant_with_choices(words("en"), text) == name


def asked(locale: str, *answers: int) -> list[tuple[str, list[str]]]:
    """Return questions and button labels after "11" and these answers."""
    moves = [Move("variant", value=text) for text in VARIANTS]
    named, questions = "11", []
    for answer in (*answers, None):
        question = variant_question(words(locale), moves, named)
        assert question is not None
        (group,) = question.groups
        questions.append((question.text, [choice.label for choice in group.choices]))
        if answer is not None:
            does = group.choices[answer].does
            assert isinstance(does, Ask)
            named = does.key.removeprefix("variant ")
    return questions


def test_the_sub_choices_of_variant_11_are_asked_one_after_the_other() -> None:
    assert asked("en", 1, 0, 2, 0) == [
        (
            (
                "**11. Demands** · The opener says where the first tiles go and how they join; then play is free at "
                "two ends. · Which kind?"
            ),
            ["One tile at each end first", "1 to 4 tiles at one end first"],
        ),
        ("**11. Demands** · At which end first?", ["End A", "End B"]),
        ("**11. Demands** · How many tiles at A first?", ["1", "2", "3", "4"]),
        ("**11. Demands** · How do the first tiles join?", ["Equal halves", "Halves that sum to 7"]),
        ("**11. Demands** · And how do all others join?", ["Equal halves", "Halves that sum to 7"]),
    ]


def test_a_variant_without_sub_choices_is_shown_before_it_is_named() -> None:
    moves = [Move("variant", value=text) for text in VARIANTS]
    question = variant_question(words("en"), moves, "2")
    assert question is not None
    rule = "First a tile on each side of the double, then four open ends; touching halves are equal."
    assert question.text == f"**2. Traditional with cross** · {rule}"
    [[choice]] = [group.choices for group in question.groups]
    assert (choice.label, choice.does) == ("Play this variant", Move("variant", value="2"))


@pytest.mark.parametrize("opening", ["6-6", "0-0", "6-5"])
def test_an_example_goes_through_all_stages_of_each_variant(opening: str) -> None:
    for text in ALLOWED[Tile.parse(opening)]:
        line = example_line(text, Tile.parse(opening))
        demanded = sum(stage.tiles for stage in VARIANTS[text].stages)
        assert len(line.tiles) == 1 + max(3, demanded + 2)
        assert not any(end.demanded for end in line.ends)
        assert len({placed.tile for placed in line.tiles}) == len(line.tiles)


@pytest.mark.parametrize(
    ("hand", "number", "fitting"),
    [
        ("6-5 5-4 2-1", 1, 1),  # 6-5 carries the 6; 2-1 goes with a 6 by matador: as many, so the simpler one
        ("6-1 5-1 4-1 5-2", 4, 4),  # by matador 6-1, 5-1 and 4-1, and the matador 5-2; only 6-1 carries a 6
        ("5-4 4-2", 1, 0),
    ],
)
def test_the_suggested_variant_takes_most_tiles_of_the_hand(hand: str, number: int, fitting: int) -> None:
    match = table(f"6-6 {hand}", "3-2 3-0", "2-2 3-3")
    play(match, "6-6")
    view = match.view(0)
    assert isinstance(view, NosView)
    assert suggested(view) == (number, fitting)


def asked_of(hand: str, locale: str, asked: str = "") -> Message:
    match = table(f"6-6 {hand}", "3-2 3-0", "2-2 3-3")
    play(match, "6-6")
    return hand_message(table_of(match), 10, Reader(words(locale)), asked=asked)


def test_variants_are_one_list_with_their_rules_the_simple_one_first() -> None:
    message = asked_of("6-5 5-4 2-1", "en")
    [select] = [part for row in message.rows for part in row if isinstance(part, Select)]
    assert [one.label.partition(".")[0] for one in select.options] == [*map(str, range(1, 13)), "17"]
    first, second = select.options[:2]
    assert (first.label, first.emoji, first.description) == (
        "1. Traditional",
        "⭐",
        "Touching halves are equal; two open ends.",
    )
    assert second.emoji == ""
    assert message.embed is not None
    assert "-# New to Nos? **1. Traditional** is simple;" in (message.embed.description or "")
    assert len(message.drawings) == 1, "the hand stays visible"


def test_the_question_about_a_variant_shows_an_example_and_the_hand() -> None:
    [drawing] = asked_of("6-5 5-4 2-1", "en", "variant 2").drawings
    assert drawing.alt.startswith("An example of the variant.")
    assert "2-1" in drawing.alt
    assert len({one.paint() for key in ("variant 2", "variant 4") for one in asked_of("6-5", "en", key).drawings}) == 2


def test_going_back_restores_the_question_before_with_its_answers() -> None:
    moves = [Move("variant", value=text) for text in VARIANTS]
    ways = ("11", "11/b", "11/b/left", "11/b/left/3", "11/b/left/3/t", "12/a")
    found = [variant_question(words("en"), moves, named) for named in ways]
    assert [one and one.before for one in found] == [
        "",
        "variant 11",
        "variant 11/b",
        "variant 11/b/left",
        "variant 11/b/left/3",
        "variant 12",
    ]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("number", [11, 12, 17])
def test_every_variant_is_reached_by_these_questions(locale: str, number: int) -> None:
    moves = [Move("variant", value=text) for text in VARIANTS]
    found, open_ = set(), [str(number)]
    while open_:
        question = variant_question(words(locale), moves, open_.pop())
        assert question is not None
        for choice in question.groups[0].choices:
            if isinstance(choice.does, Ask):
                open_.append(choice.does.key.removeprefix("variant "))
            else:
                found.add(choice.does)
    assert found == {move for move in moves if move.value.split("/")[0] == str(number)}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_payment_names_its_reason(locale: str) -> None:
    assert len({words(locale)(f"chips.reason.{reason.value}") for reason in PaymentReason}) == len(PaymentReason)


@pytest.mark.parametrize("locale", LOCALES)
def test_every_offence_stage_claim_and_ending_has_words(locale: str) -> None:
    w = words(locale)
    assert all(w(f"event.offence.{letter}", name="A", tile="`6-4`") for letter in "bcdefg")
    assert all(w(f"event.stage.{stage}") for stage in ("free", "doubles", "fourth", "demand"))
    assert all(w(f"event.claim.{verdict}", name="A") for verdict in ("right", "wrong"))
    assert all(w(f"event.{reason}", name="A") for reason in ("out", "blocked"))

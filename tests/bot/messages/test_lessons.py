"""Lessons are true: positions are legal, and numbers right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final

import pytest

import games
from bot.locales import LOCALES, words
from bot.locales.check import all_placeholders, catalogues, messages
from bot.messages.games import PRESENTERS
from bot.messages.games.lesson import READER, LessonAnswer, LessonStep, LessonVerdict, position
from bot.messages.help import rules_message
from bot.messages.lesson import lesson_message
from bot.messages.parts.components import Button, Kind, Style
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_ALT_TEXT, MAX_BUTTON_LABEL
from games import Match
from games.core.tricks import TrickTaken

LESSONS: Final = {game: look.lesson for look in PRESENTERS for game in look.presents}
TAUGHT: Final = [game for game, lesson in LESSONS.items() if lesson]
STEPS: Final = [(game, step) for game in TAUGHT for step in LESSONS[game]]


def test_every_game_has_a_lesson_of_three_to_six_steps() -> None:
    assert set(TAUGHT) == set(games.CATALOGUE)
    assert all(3 <= len(lesson) <= 6 for lesson in LESSONS.values())


@cache
def english() -> Mapping[str, Any]:
    """Return the texts in English by their keys."""
    return messages(catalogues()["en"])


def rest_of(match: Match, seat: int) -> int:
    """Return the pips a seat holds, or held at the end."""
    hand = match.view(seat).hand if match.last_deal is None else match.last_deal.hands[seat]
    return sum(tile.pips for tile in hand)


def own(match: Match, field: str) -> int:
    """Return the reader's value in a field by seats."""
    return int(getattr(match.view(READER), field)[READER])


def last_trick(match: Match, seat: int) -> int:
    """Return the seat's gain from the last trick."""
    [*_, trick] = [event for event in match.events if isinstance(event, TrickTaken)]
    return trick.points if trick.seat == seat else 0


MEASURES: Final[Mapping[str, Callable[[Match, Match], int]]] = {
    "score": lambda _, match: match.scores[0],
    "theirscore": lambda _, match: match.scores[1],
    "gain": lambda before, match: match.scores[0] - before.scores[0],
    "lost": lambda before, match: match.scores[1] - before.scores[1],
    "trick": lambda _, match: last_trick(match, READER),
    "given": lambda _, match: last_trick(match, READER + 1),
    "meld": lambda _, match: own(match, "meld_points"),
    "total": lambda _, match: own(match, "totals"),
    "mine": lambda _, match: rest_of(match, READER),
    "theirs": lambda _, match: rest_of(match, READER + 1),
}
"""Return the facts of steps and answers about the match before and after an answer."""

_GAINS: Final = ("gain", "trick", "meld")
_LOSSES: Final = ("lost", "given")

FROM_THE_RULES: Final = {
    ("block", "target"): 100,
    ("bingo", "few"): 20,
    ("bingo", "target"): 7,
    ("bingo", "wanted"): 70,
    ("double_trouble", "target"): 999,
    ("full_speed", "target"): 121,
    ("kent", "target"): 10,
    ("plus_minus", "target"): 100,
    ("seventy_nine", "bid"): 55,
    ("seventy_nine", "target"): 250,
}
"""Numbers of the rules that no position shows, from RULES.md."""


def differing(game: str, facts: Mapping[str, int], before: Match, after: Match) -> Iterator[str]:
    """Yield facts that the engine denies.

    Unmeasured facts are parts whose sum is the gain.
    """
    parts = dict(facts)
    for name, number in facts.items():
        if name in MEASURES:
            found = MEASURES[name](before, after)
        elif (game, name) in FROM_THE_RULES:
            found = FROM_THE_RULES[game, name]
        else:
            continue
        del parts[name]
        if found != number:
            yield f"{name} is {found}, not {number}"
    if parts and sum(parts.values()) != facts["gain"]:
        yield f"{parts} do not add up to {facts['gain']}"


@pytest.mark.parametrize(("game", "step"), STEPS, ids=lambda value: value if isinstance(value, str) else value.key)
def test_every_position_and_answer_of_a_lesson_is_true(game: str, step: LessonStep) -> None:
    kind = games.CATALOGUE[game]
    before = position(kind, step)
    assert list(differing(game, step.facts, before, before)) == []
    assert not step.answers or [one.verdict for one in step.answers].count(LessonVerdict.RIGHT) == 1
    for answer in step.answers:
        if answer.verdict is LessonVerdict.REFUSED:
            assert before.refusal(READER, answer.move) is not None, answer.move
            continue
        after = position(kind, step, answer)
        assert list(differing(game, answer.facts, before, after)) == [], answer
        if answer.points is not None and answer.verdict is LessonVerdict.RIGHT:
            assert answer.facts.get("gain", answer.facts.get("lost")) == answer.points
    assert_right_is_best(kind, step)


def assert_right_is_best(kind: type[Match], step: LessonStep) -> None:
    """Check that the right move scores best, where known."""
    sign = -1 if kind.fewer_is_better else 1

    def balance(answer: LessonAnswer) -> int:
        gain, lost = (sum(answer.facts.get(name, 0) for name in names) for names in (_GAINS, _LOSSES))
        return sign * (gain - lost)

    told = [one for one in step.answers if one.move and one.facts]
    best = [one for one in told if one.verdict is LessonVerdict.RIGHT]
    for answer in told:
        assert not best or answer is best[0] or balance(answer) < balance(best[0]), answer


def test_numbers_in_the_texts_of_lessons_are_facts() -> None:
    for locale, texts in catalogues().items():
        for key, message in messages(texts).items():
            if key.startswith("lesson.") and key.count(".") > 1:
                numbers = re.findall(r"\d+", re.sub(r"\d-\d", "", str(message.string)))
                assert all(int(number) <= 6 for number in numbers), f"{locale}: {key}"  # larger ones are no halves


@pytest.mark.parametrize(("game", "step"), STEPS, ids=lambda value: value if isinstance(value, str) else value.key)
def test_every_fact_of_a_lesson_stands_in_its_text(game: str, step: LessonStep) -> None:
    texts = english()
    told = {f"lesson.{game}.{step.key}": step.facts}
    told |= {f"lesson.{game}.{step.key}.{number}": one.facts for number, one in enumerate(step.answers, 1)}
    for key, facts in told.items():
        assert not facts or set(facts) & all_placeholders(texts[key]) or "gain" in facts or "lost" in facts, key


def buttons(message: Message) -> list[Button]:
    return [part for row in message.rows for part in row if isinstance(part, Button)]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", TAUGHT)
def test_every_step_fits_into_a_message_and_has_a_picture(game: str, locale: str) -> None:
    reader = Reader(words(locale))
    for number, step in enumerate(LESSONS[game]):
        for answer in range(len(step.answers) + 1):
            message = lesson_message(game, number, reader, "Ada", user_id=1, answer=answer)
            assert message.embed is not None
            assert len(message.embed.description or "") <= 1000
            assert all(len(drawing.alt) <= MAX_ALT_TEXT for drawing in message.drawings)
            assert message.drawings
            for button in buttons(message):
                assert len(button.label or "") <= MAX_BUTTON_LABEL
                assert "=" not in re.sub(r"\(.*\)", "", button.label or "")  # the text of a move is for records
                button.address.custom_id("b")
            labels = [button.label for button in buttons(message)]
            assert len(set(labels)) == len(labels)
            assert all(len(row) <= 5 for row in message.rows)


def test_a_wrong_answer_says_why_and_another_can_be_given() -> None:
    reader = Reader(words("en"))
    asked = lesson_message("block", 2, reader, "Ada", user_id=1)
    wrong = lesson_message("block", 2, reader, "Ada", user_id=1, answer=1)
    assert wrong.embed is not None
    assert "plain pips" in (wrong.embed.description or "")
    assert [one.label for one in buttons(wrong)] == [one.label for one in buttons(asked)]
    assert [one.disabled for one in buttons(wrong)] == [True, False, False, False]
    right = lesson_message("block", 2, reader, "Ada", user_id=1, answer=2)
    assert right.embed is not None
    assert "74 points" in (right.embed.description or "")
    assert [one.label for one in buttons(right) if not one.disabled] == ["Back", "Next"]


def test_a_move_that_is_not_legal_is_refused_by_the_rules() -> None:
    message = lesson_message("block", 1, Reader(words("en")), "Ada", user_id=1, answer=2)
    assert message.embed is not None
    assert "You can't do that" in (message.embed.description or "")


def test_the_last_step_offers_a_casual_computer_rules_and_next_lesson() -> None:
    last = len(LESSONS["block"]) - 1
    message = lesson_message("block", last, Reader(words("en")), "Ada", user_id=1)
    _, play, rules, following = buttons(message)
    assert play.style is Style.GO
    assert play.address.kind is Kind.PLAY_COMPUTER
    assert play.address.rest == "block///,casual"
    assert rules.address.rest == "block/0"
    assert following.address.kind is Kind.LESSON_STEP


def test_the_rules_lead_to_the_lesson() -> None:
    labels = [one.label for one in buttons(rules_message("block", 0, Reader(words("en"))))]
    assert labels == ["Back", "Next", "Learn"]

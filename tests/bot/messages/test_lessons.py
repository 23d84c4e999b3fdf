"""Lessons are true: positions are legal, and numbers right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

import pytest

import games
from bot.locales import LOCALES, words
from bot.locales.check import all_placeholders, catalogues, messages
from bot.messages.games.lesson import READER, LessonAnswer, LessonStep, LessonVerdict, position
from bot.messages.help import rules_message
from bot.messages.lesson import EVERY, LESSONS, Lesson, LessonPlace, lesson_message, lessons_message
from bot.messages.parts.components import Button, Kind, Select, Style
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_ALT_TEXT, MAX_BUTTON_LABEL
from games import Family, Match, Move, Tile
from games.core.events import Paid, PaymentReason
from games.core.tiles import ALL_TILES
from games.core.tricks import TrickTaken
from games.core.view import ChainView
from games.seventy_nine.view import SeventyNineView

ALL: Final = EVERY
STEPS: Final = [(lesson, step) for lesson in ALL for step in lesson.steps]


def identity(value: object) -> str:
    """Return the name of a parameter in the id of a test."""
    return value.name if isinstance(value, Lesson) else value.key if isinstance(value, LessonStep) else str(value)


def at(game: str, number: int = 0, answer: int = 0, lesson: int = 0) -> LessonPlace:
    return LessonPlace(LESSONS[game][lesson], number, answer)


def test_every_game_has_lessons_of_three_to_six_steps() -> None:
    assert set(LESSONS) == set(games.CATALOGUE)
    assert all(3 <= len(lesson.steps) <= 6 for lesson in ALL)


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


def hidden_tiles(match: Match, number: int) -> int:
    """Return the number of tiles with a number that the reader does not see."""
    known = {*tiles_laid(match), *match.view(READER).hand}
    return sum(tile.has(number) for tile in ALL_TILES if tile not in known)


def tiles_laid(match: Match) -> list[Tile]:
    view = match.view(READER)
    assert isinstance(view, ChainView)
    return [placed.tile for placed in view.line.tiles]


def fitting_ends(match: Match) -> int:
    """Return the number of open ends that the reader's tiles fit, without the turn."""
    view = match.view(READER)
    assert isinstance(view, ChainView)
    return sum(any(tile.has(end.number) for tile in view.hand) for end in view.line.ends)


def received(match: Match, reason: PaymentReason) -> int:
    """Return the chips that the reader got, less those that the reader paid, for a reason."""
    payments = [event for event in match.events if isinstance(event, Paid) and event.reason is reason]
    got = sum(event.amount for event in payments if event.receiver == READER)
    return got - sum(event.amount for event in payments if event.payer == READER)


def highest_bid(match: Match) -> int:
    view = match.view(READER)
    assert isinstance(view, SeventyNineView)
    return max(call.points for call in view.calls)


def won_by_side(match: Match) -> int:
    """Return the points of the last trick, if the reader's side took it."""
    [*_, trick] = [event for event in match.events if isinstance(event, TrickTaken)]
    return trick.points if match.side_of(trick.seat) == match.side_of(READER) else 0


MEASURES_AFTER: Final[Mapping[str, Callable[[Match], int]]] = {
    "ends": fitting_ends,
    "claim": lambda match: received(match, PaymentReason.CLAIM),
    "paid": lambda match: -received(match, PaymentReason.WRONG_CLAIM),
    "highest": highest_bid,
    "promise": highest_bid,
    "worth": won_by_side,
    "tricks": lambda match: sum(isinstance(one, TrickTaken) and one.seat == READER for one in match.events),
}
"""Return the facts about the match after an answer alone."""

OF_A_NUMBER: Final[Mapping[str, Callable[[Match, int], int]]] = {
    "laid": lambda match, number: sum(tile.has(number) for tile in tiles_laid(match)),
    "held": lambda match, number: sum(tile.has(number) for tile in match.view(READER).hand),
    "hidden": hidden_tiles,
}
"""Return the facts about the number that the fact ``number`` names."""

_GAINS: Final = ("gain", "trick", "meld")
_LOSSES: Final = ("lost", "given")
_THE_MORE: Final = ("ends", "claim", "worth")
_THE_FEWER: Final = ("hidden", "promise", "paid")
"""Facts that are better the more or the fewer they are, whatever the points of the game mean."""

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
    ("seventy_nine", "whole"): 79,
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
        elif name in MEASURES_AFTER:
            found = MEASURES_AFTER[name](after)
        elif name in OF_A_NUMBER:
            found = OF_A_NUMBER[name](after, facts["number"])
        elif name == "number":
            found = number
        elif (game, name) in FROM_THE_RULES:
            found = FROM_THE_RULES[game, name]
        else:
            continue
        del parts[name]
        if found != number:
            yield f"{name} is {found}, not {number}"
    if parts and sum(parts.values()) != facts["gain"]:
        yield f"{parts} do not add up to {facts['gain']}"


@pytest.mark.parametrize(("lesson", "step"), STEPS, ids=identity)
def test_every_position_and_answer_of_a_lesson_is_true(lesson: Lesson, step: LessonStep) -> None:
    game, kind = lesson.game, games.CATALOGUE[lesson.game]
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
        more, fewer = (sum(answer.facts.get(name, 0) for name in names) for names in (_THE_MORE, _THE_FEWER))
        return sign * (gain - lost) + more - fewer

    told = [one for one in step.answers if one.move and one.facts]
    best = [one for one in told if one.verdict is LessonVerdict.RIGHT]
    for answer in told:
        assert not best or answer is best[0] or balance(answer) < balance(best[0]), answer


CHAIN_GAMES: Final = [game.key for game in games.FAMILIES[Family.CHAIN]]


@pytest.mark.parametrize("game", CHAIN_GAMES)
def test_the_lesson_on_counting_is_one_that_the_chain_games_link(game: str) -> None:
    first, counting = LESSONS[game]
    assert counting.name == "block/1"
    ended = LessonPlace(first, len(first.steps) - 1)
    right = [number for number, one in enumerate(ended.step.answers, 1) if one.verdict is LessonVerdict.RIGHT]
    message = lesson_message(replace(ended, answer=(right or [0])[0]), Reader(words("en")), "Ada", user_id=1)
    assert "Next: Block with Bonus: counting and blocking" in [button.label for button in buttons(message)]


def test_the_lesson_on_counting_asks_for_what_the_engine_finds() -> None:
    kind, steps = games.CATALOGUE["block"], {step.key: step for step in LESSONS["block"][1].steps}
    count = steps["count"]
    assert hidden_tiles(position(kind, count), count.facts["number"]) == 2
    assert [one.verdict for one in count.answers].index(LessonVerdict.RIGHT) == 1  # "Two"
    few = [one for one in steps["few"].answers if one.verdict is not LessonVerdict.REFUSED]
    [best] = [one for one in few if one.verdict is LessonVerdict.RIGHT]
    assert best.facts["hidden"] == min(one.facts["hidden"] for one in few)
    for step in (steps["few"], steps["both"]):
        for answer in (one for one in step.answers if one.verdict is not LessonVerdict.REFUSED):
            view = position(kind, step, answer).view(READER)
            assert isinstance(view, ChainView)
            numbers = [end.number for end in view.line.ends]
            assert answer.facts["number"] in numbers, step.key
            assert step.key != "both" or set(numbers) == {answer.facts["number"]}
    better, worse = steps["both"].answers
    assert position(kind, steps["both"], replace(better, then="")).moves(READER + 1) == (Move.parse(better.then),)
    assert all(move.tile for move in position(kind, steps["both"], worse).moves(READER + 1))


def test_numbers_in_the_texts_of_lessons_are_facts() -> None:
    for locale, texts in catalogues().items():
        for key, message in messages(texts).items():
            if key.startswith("lesson.") and key.count(".") > 1:
                numbers = re.findall(r"\d+", re.sub(r"\d-\d", "", str(message.string)))
                assert all(int(number) <= 6 for number in numbers), f"{locale}: {key}"  # larger ones are no halves


@pytest.mark.parametrize(("lesson", "step"), STEPS, ids=identity)
def test_every_fact_of_a_lesson_stands_in_its_text(lesson: Lesson, step: LessonStep) -> None:
    texts, key = english(), f"lesson.{lesson.key}.{step.key}"
    told = {key: step.facts}
    told |= {f"{key}.{number}": one.facts for number, one in enumerate(step.answers, 1)}
    for key, facts in told.items():
        assert not facts or set(facts) & all_placeholders(texts[key]) or "gain" in facts or "lost" in facts, key


def buttons(message: Message) -> list[Button]:
    return [part for row in message.rows for part in row if isinstance(part, Button)]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("lesson", ALL, ids=identity)
def test_every_step_fits_into_a_message_and_has_a_picture(lesson: Lesson, locale: str) -> None:
    reader = Reader(words(locale))
    for number, step in enumerate(lesson.steps):
        for answer in range(len(step.answers) + 1):
            message = lesson_message(LessonPlace(lesson, number, answer), reader, "Ada", user_id=1)
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
    asked = lesson_message(at("block", 2), reader, "Ada", user_id=1)
    wrong = lesson_message(at("block", 2, 1), reader, "Ada", user_id=1)
    assert wrong.embed is not None
    assert "plain pips" in (wrong.embed.description or "")
    assert [one.label for one in buttons(wrong)] == [one.label for one in buttons(asked)]
    assert [one.disabled for one in buttons(wrong)] == [True, False, False, False]
    right = lesson_message(at("block", 2, 2), reader, "Ada", user_id=1)
    assert right.embed is not None
    assert "74 points" in (right.embed.description or "")
    assert [one.label for one in buttons(right) if not one.disabled] == ["Back", "Next"]


def test_a_tile_that_does_not_fit_is_drawn_where_it_clashes() -> None:
    reader = Reader(words("en"))
    asked = lesson_message(at("block", 1), reader, "Ada", user_id=1)
    refused = lesson_message(at("block", 1, 2), reader, "Ada", user_id=1)  # 3-1 at the end with 4
    assert refused.embed is not None
    assert "You can't do that. 3-1 doesn't fit there. **B** shows 4, but `3-1` has 3 and 1" in (
        refused.embed.description or ""
    )
    [before], [drawn] = asked.drawings, refused.drawings
    assert drawn.paint() != before.paint()
    assert "**B** shows 4" in drawn.alt


@pytest.mark.parametrize(
    ("game", "number", "answer", "text"),
    [
        ("nos", 1, 2, "**A** shows 6, but `2-1` has 2 and 1"),
        ("nos", 2, 1, "**A** shows 6, so seven needs a 1. `6-5` has none."),
        ("domino_square", 1, 1, "2 would be on h6 and i6."),
        ("domino_square", 1, 2, "6 would be on e6 and e7."),
        ("seven_columns", 0, 2, "`4-0` and `6-2` share no number."),
        ("triangle", 0, 2, "Under `6-2` only 6-1 or 5-2 fits."),
    ],
)
def test_the_words_of_a_clash_name_the_numbers(game: str, number: int, answer: int, text: str) -> None:
    message = lesson_message(at(game, number, answer), Reader(words("en")), "Ada", user_id=1)
    assert message.embed is not None
    assert text in (message.embed.description or "")


@pytest.mark.parametrize("lesson", ALL, ids=identity)
def test_a_lesson_states_its_goal_first_and_confirms_it_last(lesson: Lesson) -> None:
    reader, last = Reader(words("en")), len(lesson.steps) - 1
    right = [one.verdict for one in lesson.steps[last].answers]
    answer = right.index(LessonVerdict.RIGHT) + 1 if right else 0
    begun = lesson_message(LessonPlace(lesson), reader, "Ada", user_id=1)
    ended = lesson_message(LessonPlace(lesson, last, answer), reader, "Ada", user_id=1)
    assert begun.embed is not None
    assert ended.embed is not None
    goal = reader.words(f"lesson.{lesson.key}.goal")
    assert (begun.embed.description or "").startswith(f"🎯 After this lesson you can {goal}.")
    assert (ended.embed.description or "").endswith(f"Now you can {goal}.")
    assert "▱" not in (ended.embed.footer.text or "")
    ways = [one.address.kind for one in buttons(ended)]
    assert Kind.LESSON_PLAY in ways or {Kind.PLAY_COMPUTER, Kind.SOLO_OPEN} & set(ways)


def test_the_last_step_offers_its_position_a_match_and_the_next_lesson() -> None:
    last = len(LESSONS["block"][0].steps) - 1
    message = lesson_message(at("block", last), Reader(words("en")), "Ada", user_id=1)
    position, play, _, rules, following, every = buttons(message)
    assert position.style is Style.GO
    assert position.address.rest == "block/0"
    assert play.address.kind is Kind.PLAY_COMPUTER
    assert play.address.rest == "block///,casual"
    assert rules.address.rest == "block/0"
    assert following.address.kind is Kind.LESSON_STEP
    assert every.address.kind is Kind.LESSONS


def test_the_list_of_lessons_marks_the_finished_ones() -> None:
    message = lessons_message(Reader(words("en")), ("block", "kent"))
    assert message.embed is not None
    lines = (message.embed.description or "").splitlines()
    assert lines[0] == f"Finished: 2 of {len(ALL)}."
    assert [line for line in lines if line.startswith("✅")] == ["✅ Block with Bonus", "✅ Kent"]
    [[select]] = message.rows
    assert isinstance(select, Select)
    assert len(select.options) == len(ALL)


def test_the_rules_lead_to_the_lesson() -> None:
    labels = [one.label for one in buttons(rules_message("block", 0, Reader(words("en"))))]
    assert labels == ["Back", "Next", "Learn"]

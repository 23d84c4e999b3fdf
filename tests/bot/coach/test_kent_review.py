"""Pages of the review of Kent, on deals worked out by hand."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from bot.coach.kent.messages import kent_review_message
from bot.locales import LOCALES, words
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.replay.course import course_of
from games.kent import Kent
from games.kent.timeline import deals_of
from tests.bot.messages.tables import READER, table_of
from tests.games.finished import finished
from tests.games.kent.kent_deals import act, kent
from tests.needs import some_of

HANDS = ("6-6 6-5 4-4 2-1", "5-5 4-3 1-0", "6-4 6-3 2-0", "2-2 5-3 6-1")
"""Ada opens; her partner Celina gets a third six if 6-6 is passed to her over Borys."""


def page(
    match: Kent, number: int = 0, times: Sequence[float] | None = None, reader: Reader = READER
) -> tuple[Message, str]:
    """Return a page and its text."""
    course, deals = course_of(match.record()), deals_of(match)
    times = times or [0.0] * len(course.log)
    message = kent_review_message(table_of(match), course, times, deals, number, reader)
    assert message.embed is not None
    return message, f"{message.embed.title}\n{message.embed.description}"


def finished_kent(seats: int = 4) -> Kent:
    match = finished("kent", seats=seats)
    assert isinstance(match, Kent)
    return match


def right_kent() -> Kent:
    """Let Ada call Kent when Celina has got 6-6 to 6-4 6-3, and 6-3 6-4 6-6 are a meld."""
    match = kent(*HANDS, target=1)
    act(match, "pass 6-6", "pass 6-6")
    match.play(0, "kent")
    return match


def wrong_stop() -> Kent:
    """Let Borys accuse Ada and Celina when Celina has passed a tile of her meld on."""
    match = kent(*HANDS, target=1)
    act(match, "pass 6-6", "pass 6-6", "pass 6-4")
    match.play(1, "stop@0")
    return match


def test_a_right_kent_says_when_the_partner_got_the_meld() -> None:
    """The second pass was at 20 and the call at 51: the meld was held for 31 seconds."""
    _, text = page(right_kent(), times=[10.0, 20.0, 51.0])
    assert "Kent: deal 1 of 1" in text
    assert "calls “Kent!”" in text
    assert "Right!" in text
    assert "`−0:31` **Celina**: meld 6-3 6-4 6-6" in text
    assert " of 100" not in text  # signs, which are in no record, made the call perfect


def test_a_wrong_stop_says_when_the_meld_was_lost() -> None:
    """Celina got the meld at 20, and passed 6-4 on at 25; Borys called at 30."""
    _, text = page(wrong_stop(), times=[10.0, 20.0, 25.0, 30.0])
    assert "“Stop Kent!”" in text
    assert "Wrong!" in text
    assert "`−0:10 … −0:05` **Celina**: meld 6-3 6-4 6-6" in text


def test_the_meld_that_made_a_call_right_is_shown_of_many() -> None:
    match = kent("6-6 6-5 6-4 2-1", "5-5 5-4 5-3", "4-4 4-3 4-2", "3-3 3-2 3-1", target=1)
    match.play(2, "kent")  # Celina, of her partner Ada
    _, text = page(match)
    assert "**Ada**: meld 6-4 6-5 6-6" in text
    assert text.count(": meld ") == 3
    assert text.index("**Ada**: meld") < text.index("\n…\n") < text.index("**Celina**: meld")


def test_a_meld_that_was_dealt_has_no_time() -> None:
    match = kent("6-6 6-5 6-4 2-1", "5-5 4-3 1-0", "3-3 5-4 2-0", "2-2 5-3 6-1", target=1)
    match.play(1, "stop@0")
    _, text = page(match)
    assert "`from the deal` **Ada**: meld 6-4 6-5 6-6" in text


def test_the_picture_shows_the_hand_of_the_caller_only() -> None:
    """Borys holds 5-5 4-3 1-0 before and after he passes 6-6 on."""
    message, _ = page(wrong_stop())
    (drawing,) = message.drawings
    assert set(re.findall(r"\d-\d", drawing.alt)) == {"5-5", "4-3", "1-0"}
    assert drawing.paint()


def test_a_text_board_says_the_same_as_the_picture() -> None:
    message, text = page(wrong_stop(), reader=Reader(words("en"), board="text"))
    assert text == page(wrong_stop())[1]
    assert not message.drawings
    assert message.embed is not None
    assert set(re.findall(r"\d-\d", message.embed.fields[0].value or "")) == {"5-5", "4-3", "1-0"}


def test_a_match_that_was_resigned_ends_without_a_call() -> None:
    match = kent(*HANDS)
    act(match, "pass 2-1")
    match.resign(0)
    message, text = page(match)
    assert "The match ended without a call." in text
    assert "No one held a meld." in text
    (drawing,) = message.drawings
    assert not re.findall(r"\d-\d", drawing.alt)


def test_every_deal_has_a_page() -> None:
    match = finished_kent()
    total = len(course_of(match.record()).deals)
    assert total > 2
    for number in range(total):
        assert f"deal {number + 1} of {total}" in page(match, number)[1]


@pytest.mark.parametrize("locale", some_of(LOCALES, 1))
def test_a_page_fits_on_a_phone_in_all_languages(locale: str) -> None:
    match = finished_kent(6)
    for number in range(len(course_of(match.record()).deals)):
        _, text = page(match, number, reader=Reader(words(locale)))
        assert len(text.splitlines()) <= 8

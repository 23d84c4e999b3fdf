"""Luck and play over several matches."""

from dataclasses import replace

from bot.locales import words
from bot.messages.luck import luck_lines, mean_text
from storage.reviews import StoredReview
from tests.storage.privacy.histories import review


def reviewed(luck: int, play: int, *, chips: bool = False, accuracy: float = 90.0) -> StoredReview:
    """Return a finished review with these sums."""
    return replace(review("m", 1, 0, 1), luck=luck, play=play, chips=chips, accuracy=accuracy)


def test_an_interval_is_two_standard_errors() -> None:
    assert mean_text([2, 4, 6]) == "+4 ± 2"  # 2 * 2 / sqrt(3) = 2.3


def test_two_matches_have_no_interval() -> None:
    assert mean_text([-2, -4]) == "−3"


def test_nothing_is_said_without_a_reviewed_match() -> None:
    assert list(luck_lines([], words("en"))) == []


def test_points_and_chips_have_a_line_each() -> None:
    found = [reviewed(1000, -500, accuracy=80), reviewed(3000, -1500, accuracy=90), reviewed(50, -20, chips=True)]
    assert list(luck_lines(found, words("en"))) == [
        "3 matches · accuracy 87 %",
        "Luck +20 · play −10 points of winning chance a match",
        "At Nos: luck +5 · play −2 chips a match",
    ]

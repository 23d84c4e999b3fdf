"""People's calls of Kent in an evening, and the best bluff."""

import pytest

from bot.locales import LOCALES, words
from bot.messages.kent_tally import best_bluff, bluff_text, scores_of
from storage.kent import RecordedCall

FOUR = ("Ada", "Borys", "Celina", "Dmitri")
SIX = ("Ada", "Borys", "Celina", "Dmitri", "Eva", "")


def a_call(
    seat: int, move: str, points: tuple[int, ...], *, deal: int = 1, match: str = "m", names: tuple[str, ...] = FOUR
) -> RecordedCall:
    """Return a call with the pairs' points."""
    players = tuple((10 + number if name else None, name) for number, name in enumerate(names))
    return RecordedCall(
        match_id=match,
        deal=deal,
        seat=seat,
        user_id=players[seat][0],
        name=names[seat],
        move=move,
        at=float(deal),
        points=points * 2,
        players=players,
    )


def told(*calls: RecordedCall) -> dict[str, tuple[int, int, int]]:
    """Return points, right and wrong calls by name."""
    return {SIX[user_id - 10]: (one.points, one.right, one.wrong) for user_id, one in scores_of(calls).items()}


def test_a_right_call_scores_for_both_partners_and_counts_for_the_caller() -> None:
    assert told(a_call(2, "kent", (1, 0))) == {
        "Ada": (1, 0, 0),
        "Borys": (0, 0, 0),
        "Celina": (1, 1, 0),
        "Dmitri": (0, 0, 0),
    }


def test_points_and_calls_of_several_matches_are_added_up_without_computers() -> None:
    found = told(
        a_call(0, "kent", (1, 0)),  # Ada, rightly
        a_call(1, "stop-biskent@0", (0, 2), deal=2),  # Borys, rightly
        a_call(3, "biskent", (2, 0), match="n"),  # Dmitri, wrongly
        a_call(3, "kent", (0, 1, 1), match="o", names=SIX),  # Dmitri, wrongly: the two other pairs score
    )
    assert found == {
        "Ada": (1 + 2, 1, 0),
        "Borys": (2 + 1, 1, 0),
        "Celina": (1 + 2 + 1, 0, 0),
        "Dmitri": (2, 0, 2),
        "Eva": (1, 0, 0),
    }


def test_the_best_bluff_is_the_false_stop_that_brought_most() -> None:
    small = a_call(0, "stop@1", (0, 1))
    large = a_call(1, "stop-biskent@0", (2, 0), deal=2)
    assert best_bluff((small, large, a_call(0, "stop@1", (0, 1), deal=3))) == large


def test_of_equal_bluffs_the_last_is_best() -> None:
    first, last = a_call(0, "stop@1", (0, 1)), a_call(1, "stop@0", (1, 0), deal=2)
    assert best_bluff((first, last)) == last


def test_a_right_stop_and_a_false_kent_are_no_bluffs() -> None:
    calls = (a_call(0, "stop@1", (1, 0)), a_call(1, "kent", (1, 0), deal=2), a_call(0, "biskent", (0, 2), deal=3))
    assert best_bluff(calls) is None
    assert best_bluff(()) is None


@pytest.mark.parametrize("locale", LOCALES)
def test_names_neither_format_nor_mention_and_computers_have_a_word(locale: str) -> None:
    bluff = a_call(1, "stop@0", (1, 0), names=("Ada", "", "Celina", "Dmitri"))
    text = bluff_text(bluff, {10: "**Ada**", 12: "@everyone"}.__getitem__, words(locale))
    assert "\\*\\*Ada" in text
    assert "@everyone" not in text
    assert f"**{words(locale)('board.computer')}**" in text

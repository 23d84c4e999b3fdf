"""The second lesson of the chain games: counting tiles, and shaping the ends.

The games share its texts, and its positions where the rules and the score allow it.
"""

from typing import Final

from .lesson import LessonStep, SecondLesson, refused, right, wrong


def _lesson(*steps: LessonStep) -> SecondLesson:
    return SecondLesson("counting", steps)


def _count(deal: str, moves: str, opener: int, number: int) -> LessonStep:
    """Return the question how many tiles with a number are hidden; the answer is two."""
    answers = tuple(how(number=number, laid=3, held=2) for how in (wrong, right, wrong))
    return LessonStep("count", deal, moves, answers, {"number": number}, opener=opener)


_COUNT: Final = _count(
    "6-1 3-1 4-4 2-2 5-1 6-6 1-0  4-2 5-4 6-5 3-0 4-1 4-0 3-2 ...",
    "3-0, 3-1@left, 4-0@right, 1-0@left, 4-1@right",
    opener=1,
    number=1,
)

_FEW: Final = LessonStep(
    "few",
    "6-3 3-0 0-0 5-3 4-3 3-2 4-0  5-1 2-1 3-1 4-1 6-4 5-5 5-4 ...",
    "2-1, 3-2@left, 4-1@right, 4-3@right, 3-1@left, 3-0@right, 5-1@left",
    (right("5-3@left", number=3, hidden=1), wrong("4-0@right", number=4, hidden=4), refused("6-3@left")),
    opener=1,
)

_KEEP_DEAL: Final = "3-1 6-0 5-1 5-0 6-6 2-1 2-0  5-3 6-2 3-0 4-4 5-5 5-4 4-1 ..."
_KEEP_MOVES: Final = "5-0, 5-3@left, 6-0@right, 3-0@left, 6-6@right, 6-2@right"
_KEEP: Final = LessonStep("keep", _KEEP_DEAL, _KEEP_MOVES, (wrong("2-0@right", ends=0), right("2-1@right", ends=2)))


def _both(then: str) -> LessonStep:
    """Return the choice of an end for a tile that makes both ends equal.

    :param then: the forced answer to the better one.
    """
    return LessonStep(
        f"both_{then}",
        "2-2 4-0 4-1 4-4 3-1 1-1 5-2  4-2 6-2 4-3 5-3 2-0 5-1 3-0 ...",
        "5-3, 5-2@left, 4-2@left, 3-1@right, 4-3@left, 4-1@right, 3-0@left",
        (right("4-0@left", then=then, number=4, hidden=2), wrong("4-0@right", number=0, hidden=5)),
        opener=1,
    )


def _end(key: str = "end") -> LessonStep:
    return LessonStep(key, _KEEP_DEAL, f"{_KEEP_MOVES}, 2-1@right")


WITHOUT_DRAWING: Final = _lesson(_COUNT, _FEW, _both("pass"), _KEEP, _end())
"""The lesson of a game in which no one draws."""

WITH_DRAWING: Final = _lesson(_COUNT, _FEW, _both("draw"), _KEEP, _end())

ALL_PAY: Final = _lesson(_COUNT, _FEW, _both("draw"), _KEEP, _end("end_all"))
"""The lesson of a game in which all players pay for their hands."""

PENALTIES: Final = _lesson(
    _COUNT,
    LessonStep(
        "few",
        "4-1 5-5 3-1 3-0 5-1 5-2 5-4  5-0 5-3 2-1 3-3 6-2 2-2 4-3 ...",
        "5-2, 5-0@left, 3-0@left, 5-3@left, 5-4@left, 2-1@right",
        (right("5-1@right", number=5, hidden=1), wrong("4-1@right", number=4, hidden=5), refused("5-5@left")),
    ),
    LessonStep(
        "keep",
        "3-3 4-0 5-3 6-4 6-5 4-3 3-0  6-3 5-0 6-0 2-0 6-2 2-2 0-0 ...",
        "6-5, 5-0@right, 3-0@right, 6-0@left, 4-0@left, 6-3@right",
        (wrong("6-4@left", ends=0), right("4-3@left", ends=2)),
    ),
    LessonStep(
        "end_loser",
        "3-3 4-0 5-3 6-4 6-5 4-3 3-0  6-3 5-0 6-0 2-0 6-2 2-2 0-0 ...",
        "6-5, 5-0@right, 3-0@right, 6-0@left, 4-0@left, 6-3@right, 4-3@left",
    ),
)
"""The lesson of a game in which equal ends cost the player who makes them."""

FIVE_TILES: Final = _lesson(
    _count(
        "2-1 3-3 3-0 5-3 6-4  3-2 4-0 6-0 3-1 4-1 ...",
        "3-0, 4-0@right, 6-4@right, 3-1@left, 2-1@left, 3-2@left",
        opener=0,
        number=3,
    ),
    LessonStep(
        "few",
        "3-0 6-0 4-1 6-2 0-0  5-1 1-0 2-0 2-2 4-3 ...",
        "2-0, 0-0@right, 1-0@right, 4-1@right, 4-3@right",
        (right("3-0@right", number=0, hidden=2), wrong("6-2@left", number=6, hidden=5), refused("6-0@left")),
        opener=1,
    ),
    LessonStep(
        "both_draw",
        "5-1 2-0 5-4 5-2 3-1  6-5 2-2 6-4 3-3 5-0 ...",
        "5-0, 5-4@left, 6-4@left, 2-0@right, 6-5@left",
        (right("5-2@right", then="draw", number=5, hidden=2), wrong("5-2@left", number=2, hidden=5)),
        opener=1,
    ),
    LessonStep(
        "keep",
        "4-3 6-0 3-0 4-2 5-0  6-4 5-2 3-3 5-3 6-5 ...",
        "6-0, 6-4@left, 5-0@right, 5-2@right",
        (wrong("4-2@left", ends=0), right("4-3@left", ends=2)),
    ),
    LessonStep(
        "end",
        "4-3 6-0 3-0 4-2 5-0  6-4 5-2 3-3 5-3 6-5 ...",
        "6-0, 6-4@left, 5-0@right, 5-2@right, 4-3@left",
    ),
)
"""The lesson of a game whose first deal has five tiles each."""

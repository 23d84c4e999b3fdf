"""The second lesson of the chain games: counting tiles, and shaping the ends.

It is for a game where placements score nothing and no one draws; the other games link it by `LINKED`.
"""

from typing import Final

from .lesson import LessonStep, SecondLesson, refused, right, wrong

_COUNT: Final = LessonStep(
    "count",
    "6-1 3-1 4-4 2-2 5-1 6-6 1-0  4-2 5-4 6-5 3-0 4-1 4-0 3-2 ...",
    "3-0, 3-1@left, 4-0@right, 1-0@left, 4-1@right",
    tuple(how(number=1, laid=3, held=2) for how in (wrong, right, wrong)),
    {"number": 1},
    opener=1,
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


_BOTH: Final = LessonStep(
    "both",
    "2-2 4-0 4-1 4-4 3-1 1-1 5-2  4-2 6-2 4-3 5-3 2-0 5-1 3-0 ...",
    "5-3, 5-2@left, 4-2@left, 3-1@right, 4-3@left, 4-1@right, 3-0@left",
    (right("4-0@left", then="pass", number=4, hidden=2), wrong("4-0@right", number=0, hidden=5)),
    opener=1,
)

_END: Final = LessonStep("end", _KEEP_DEAL, f"{_KEEP_MOVES}, 2-1@right")

COUNTING: Final = SecondLesson("counting", (_COUNT, _FEW, _BOTH, _KEEP, _END))
LINKED: Final = COUNTING.key

"""Lessons, declared in `Presenter.lesson` and `second_lesson`; the reader has seat 0."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

import games
from games import Match, Tile

READER: Final = 0
"""The seat of the learner."""
_REST: Final = "..."
"""The placeholder in a deal for the tiles that it does not name."""
_SEED: Final = "lesson"
"""The seed of deals after the prepared one, which no step shows."""


class LessonVerdict(Enum):
    """The quality of an answer.

    :cvar REFUSED: an illegal move; the rules give the reason.
    """

    RIGHT = "right"
    WRONG = "wrong"
    REFUSED = "refused"


@dataclass(frozen=True)
class LessonAnswer:
    """One answer to the question of a step.

    :ivar move: its move; "" for an answer in points or in words.
    :ivar then: the moves after it, as in `LessonStep.moves`.
    :ivar facts: the numbers in its explanation, by the names of `tests.bot.messages.test_lessons`.
    """

    verdict: LessonVerdict
    move: str = ""
    points: int | None = None
    then: str = ""
    facts: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_in_words(self) -> bool:
        """True if its button shows a text."""
        return not self.move and self.points is None


def right(move: str = "", *, points: int | None = None, then: str = "", **facts: int) -> LessonAnswer:
    """Return the answer that continues the lesson."""
    return LessonAnswer(LessonVerdict.RIGHT, move, points, then, facts)


def wrong(move: str = "", *, points: int | None = None, then: str = "", **facts: int) -> LessonAnswer:
    """Return a legal but worse answer."""
    return LessonAnswer(LessonVerdict.WRONG, move, points, then, facts)


def refused(move: str) -> LessonAnswer:
    """Return an illegal move as an answer."""
    return LessonAnswer(LessonVerdict.REFUSED, move)


@dataclass(frozen=True)
class LessonStep:
    """One position of a lesson, with text and question.

    :ivar key: the key of its text below that of the lesson; the texts of its answers are numbered from 1 below it.
    :ivar deal: the tiles in dealing order; ``...`` is the rest of the set.
    :ivar moves: the moves so far, with commas between. ``2:`` before a move names its seat, where several may move.
    :ivar facts: the numbers in its text, as in `LessonAnswer.facts`.
    :ivar opener: the seat that every random draw selects.
    """

    key: str
    deal: str
    moves: str = ""
    answers: tuple[LessonAnswer, ...] = ()
    facts: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, object] = field(default_factory=dict)
    opener: int = READER


@dataclass(frozen=True)
class SecondLesson:
    """A lesson for players who know the rules.

    :ivar key: the key of its texts, after ``lesson``.
    """

    key: str
    steps: tuple[LessonStep, ...]


def position(game: type[Match], step: LessonStep, answer: LessonAnswer | None = None) -> Match:
    """Return the match at a step, or after an answer.

    :raises games.IllegalMove: if the moves that lead there are not legal.
    """
    match = games.new_match(
        game.key,
        seats=min(game.seat_counts),
        options=step.options,
        seed=_SEED,
        deals=[_whole_deal(game, step.deal)],
        lots=[step.opener],
    )
    after = (answer.move, answer.then) if answer else ()
    for text in ", ".join(filter(None, (step.moves, *after))).split(", "):
        seat, colon, move = text.rpartition(":")
        if move:
            match.play(int(seat) if colon else match.actors()[0], move.strip())
    return match


def _whole_deal(game: type[Match], deal: str) -> str:
    """Return the deal completed with unnamed tiles, lowest first."""
    front, _, back = (part.split() for part in deal.partition(_REST))
    rest = Counter(game.tile_set) - Counter(Tile.parse(text) for text in (*front, *back))
    return " ".join([*front, *map(str, sorted(rest.elements())), *back])

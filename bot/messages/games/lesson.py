"""What a lesson is: positions of a game that come about by legal moves, with questions about them.

Each game declares its lesson with its look (`Presenter.lesson`). The reader has seat 0.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

import games
from games import Match, Tile

READER: Final = 0
"""The seat of the person who is taught."""
_REST: Final = "..."
"""Stands in a deal for the tiles that it does not name."""
_SEED: Final = "lesson"
"""Of the deals after the prepared one, which no step shows."""


class LessonVerdict(Enum):
    """How good an answer is.

    :cvar REFUSED: a move that the rules do not allow; they say why.
    """

    RIGHT = "right"
    WRONG = "wrong"
    REFUSED = "refused"


@dataclass(frozen=True)
class LessonAnswer:
    """One answer to the question of a step.

    :ivar move: the move that it makes; "" for an answer in points or in words.
    :ivar points: the number of points that it names.
    :ivar then: the moves after it, as in `Step.moves`.
    :ivar facts: the numbers in its explanation, by the names of `tests.bot.messages.test_lessons`.
    """

    verdict: LessonVerdict
    move: str = ""
    points: int | None = None
    then: str = ""
    facts: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_in_words(self) -> bool:
        """Whether a text stands on its button."""
        return not self.move and self.points is None


def right(move: str = "", *, points: int | None = None, then: str = "", **facts: int) -> LessonAnswer:
    """The answer after which the lesson goes on."""
    return LessonAnswer(LessonVerdict.RIGHT, move, points, then, facts)


def wrong(move: str = "", *, points: int | None = None, then: str = "", **facts: int) -> LessonAnswer:
    """An answer that is legal, and worse."""
    return LessonAnswer(LessonVerdict.WRONG, move, points, then, facts)


def refused(move: str) -> LessonAnswer:
    """A move that is not legal."""
    return LessonAnswer(LessonVerdict.REFUSED, move)


@dataclass(frozen=True)
class LessonStep:
    """One position of a lesson, and what is said and asked about it.

    :ivar key: of its text, after ``lesson.<game>``; the texts of its answers are numbered from 1 below it.
    :ivar deal: the tiles in dealing order; ``...`` stands for the rest of the set.
    :ivar moves: what has been played, as moves with commas between. ``2:`` before a move names its seat, where
        several may move.
    :ivar facts: the numbers in its text, as in `Answer.facts`.
    :ivar opener: the seat that every lot falls on.
    """

    key: str
    deal: str
    moves: str = ""
    answers: tuple[LessonAnswer, ...] = ()
    facts: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, object] = field(default_factory=dict)
    opener: int = READER


def position(game: type[Match], step: LessonStep, answer: LessonAnswer | None = None) -> Match:
    """The match as it stands at a step, or after an answer to its question.

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
    """A deal with the tiles that it does not name, the lowest first."""
    front, _, back = (part.split() for part in deal.partition(_REST))
    rest = Counter(game.tile_set) - Counter(Tile.parse(text) for text in (*front, *back))
    return " ".join([*front, *map(str, sorted(rest.elements())), *back])

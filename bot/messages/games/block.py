"""Block with Bonus: the target."""

from typing import ClassVar, Final

from bot import render
from games import Move
from games.block import BlockView, Bonus, wins_match
from games.core.view import LineDealEnd

from .chain import ChainPresenter
from .counting_lesson import COUNTING
from .lesson import LessonStep, refused, right, wrong
from .presenter import Completes, kinds

_HALFWAY: Final = "6-4 5-4 4-1 3-1 2-0 6-6 5-0  4-4 4-2 6-1 5-5 3-0 2-1 5-3 ..."


class BlockPresenter(ChainPresenter[BlockView, LineDealEnd]):
    """The presenter of Block with Bonus."""

    presents = ("block",)
    emblem = render.Emblem.parse("16-@0,0.5 66|!@2.1,0 61-@3.2,0.5 11|@5.3,0")
    completes: ClassVar[Completes] = {"event.{}": kinds(Bonus)}
    example = ("6-4", "4-4@right", "6-1@left")
    lesson = (
        LessonStep("aim", _HALFWAY, "6-4, 4-4@right"),
        LessonStep(
            "fits",
            _HALFWAY,
            "6-4, 4-4@right",
            (right("4-1@right"), refused("3-1@right"), refused("2-0@left")),
        ),
        LessonStep(
            "score",
            "0-0 6-3 2-1 4-2 4-0 5-3 6-1  6-6 5-5 3-1 1-1 4-3 5-4 3-2 ...",
            "4-2, 3-2@right, 5-3@right, 4-3@left, 6-3@left, 5-4@right, 6-1@left, 1-1@left, 2-1@left, pass, "
            "4-0@right, pass",
            (
                wrong(points=26),
                right(points=74, then="0-0@right", gain=74, six=60, five=10, small=4),
                wrong(points=114),
            ),
        ),
        LessonStep(
            "double",
            "5-5 5-3 3-3 4-2 6-0 4-4 2-2  6-4 2-0 6-3 6-2 3-2 5-1 2-1 ...",
            "6-4, 6-0@left, 2-0@left, 2-2@left, 2-1@left, 4-4@right, 5-1@left, 4-2@right, 3-2@right, 3-3@right, "
            "6-3@right",
            (
                right("5-5@left", then="6-2@right", lost=8),
                wrong("5-3@left", then="6-2@right", lost=50),
            ),
            opener=1,
        ),
        LessonStep(
            "blocked",
            "3-1 4-2 6-1 6-6 6-2 6-4 3-0  6-5 2-2 6-3 5-0 5-3 4-1 4-3 ...",
            "6-6, 6-3@left, 6-1@right, 4-1@right, 4-2@right, 5-3@left, 6-2@right, 5-0@left, 6-4@right, 4-3@right, "
            "3-0@right, pass, pass",
            facts={"mine": 4, "theirs": 15, "score": 27, "target": 100},
        ),
    )
    second_lesson = COUNTING

    def facts(self, view: BlockView) -> list[str]:
        return [self.w("board.deal", number=view.deal), self.w("board.target", points=view.target)]

    def match_winner(self, view: BlockView, move: Move) -> int | None:
        return view.seat if wins_match(view, move) else None

    def sum_text(self, ending: LineDealEnd, side: int) -> str:
        if side not in ending.winners:
            return ""
        text = " − ".join([" + ".join(_terms(ending, 1 - side)), *_terms(ending, side)])
        return "" if text.isdecimal() else text


def _terms(ending: LineDealEnd, seat: int) -> list[str]:
    """Return a hand's double that counts ten times, if any, and its other pips."""
    bonus = sum(event.worth for event in ending.events if isinstance(event, Bonus) and event.seat == seat)
    return [str(term) for term in (bonus, ending.counted[seat] - bonus) if term]

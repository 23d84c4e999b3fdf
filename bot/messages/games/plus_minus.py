"""Plus-Minus: end sums, tile penalties, and the limit."""

from dataclasses import replace
from typing import ClassVar, Final

from bot import render
from bot.messages.parts.choices import Focus
from bot.messages.parts.message import Drawing
from games import Event, Move
from games.computers.reasons import EndedMatch, ScoredAtOnce
from games.core.events import Scored, ScoreReason
from games.core.view import LineDealEnd
from games.plus_minus import Odd, PlusMinusView, penalty

from .chain import ChainPresenter
from .counting_lesson import LINKED
from .lesson import LessonStep, right, wrong
from .presenter import Completes, kinds

_LEFT: Final = "penalty_left"
_DEAL: Final = "4-2 5-3 6-1 5-0 3-2 2-0 1-0  6-4 4-3 5-1 6-5 2-1 4-4 3-0 ..."


class PlusMinusPresenter(ChainPresenter[PlusMinusView, LineDealEnd]):
    """The presenter of Plus-Minus."""

    presents = ("plus_minus",)
    emblem = render.Emblem.parse("25-@0,2.6 55|@2.1,2.1 53-@3.2,2.6 45|@2.1,0 51|@2.1,4.2")
    completes: ClassVar[Completes] = {
        "event.{}": kinds(Odd),
        "event.{}.{}": ((Scored.kind, ScoreReason.ENDS), (Scored.kind, _LEFT)),
        "reason.{}.{}": ((ScoredAtOnce.kind, "plus_minus"), (EndedMatch.kind, "plus_minus")),
    }
    has_spinner = True
    example = ("6-4", "4-4@right", "4-1@right", "4-2@up", "5-4@down")

    lesson = (
        LessonStep("aim", _DEAL, "4-2", facts={"score": 3}),
        LessonStep(
            "odd",
            _DEAL,
            "4-2, 4-3@left",
            (wrong("3-2@left", gain=2), wrong("3-2@right", gain=3), right("5-3@left", gain=0)),
        ),
        LessonStep(
            "double", _DEAL, "4-2", (wrong(points=3), right(points=5, then="4-4@left", lost=5), wrong(points=10))
        ),
        LessonStep("end", _DEAL, "4-2, 4-4@left", facts={"target": 100, "score": 3, "theirscore": 5}),
    )
    linked_lesson = LINKED

    def facts(self, view: PlusMinusView) -> list[str]:
        ends = [] if view.ends is None else [self.w("board.ends", sum=view.ends)]
        limit = self.w("board.plus_minus.limit", points=view.limit)
        return [self.w("board.deal", number=view.deal), limit, *self.boneyard(view), *ends]

    def board(self, view: PlusMinusView, focus: Focus | None = None) -> Drawing | None:
        return super().board(_with_idle_arms(view), focus)

    def above_hand(self, view: PlusMinusView, focus: Focus | None) -> render.LineAbove | None:
        return super().above_hand(_with_idle_arms(view), focus)

    def seat(self, view: PlusMinusView, seat: int) -> list[str]:
        return [self.w.count("board.tiles", view.counts[seat]), self.score_text(view.scores[seat])]

    def score_text(self, score: int) -> str:
        return self.w.count("board.penalty_points", score)

    def detail(self, event: Event) -> str:
        left = isinstance(event, Scored) and event.reason == ScoreReason.LEFT
        return _LEFT if left else super().detail(event)

    def gain_text(self, view: PlusMinusView, move: Move) -> str:
        points = penalty(view, move)
        if points is None:
            return ""
        return self.w("hand.brings.penalty", points=points) if points else self.w("hand.brings.no_penalty")

    def match_winner(self, view: PlusMinusView, move: Move) -> int | None:
        points = penalty(view, move)
        if view.seat is None or not points or view.scores[view.seat] + points < view.limit:
            return None
        return 1 - view.seat

    def sum_text(self, ending: LineDealEnd, side: int) -> str:
        return f"{ending.counted[side]} ÷ 2" if ending.points[side] else ""


def _with_idle_arms(view: PlusMinusView) -> PlusMinusView:
    """Return the view with the arms of the spinner marked that count nothing until a tile lies there."""
    line = view.line
    idle = [end for end in line.ends if end.at in ("up", "down") and end.on == line.spinner]
    ends = (render.IdleEnd(*end) if end in idle else end for end in line.ends)
    return replace(view, line=replace(line, ends=tuple(ends)))

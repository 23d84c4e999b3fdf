"""Five to Fourteen: rounds, and their points."""

from typing import ClassVar, Final

from bot import render
from games import Event, Match
from games.core.events import DealBegan, Lot
from games.core.view import LineDealEnd
from games.five_to_fourteen import RoundOver, RoundsView

from .chain import ChainPresenter
from .counting_lesson import LINKED
from .lesson import LessonStep, refused, right, wrong
from .presenter import Completes, Round, kinds

_DRAWN: Final = "drawn"
_ROUNDS: Final = 2
"""The rounds before the play-offs."""

_WON: Final = "5-1 5-4 2-0 6-4 6-0  1-0 6-6 3-0 2-2 5-5 ..."
_TO_THE_LAST: Final = "5-4, 5-5@left, 5-1@left, 1-0@left, 6-4@right, 3-0@left, 6-0@right, draw, 0-0@right"


class FiveToFourteenPresenter(ChainPresenter[RoundsView, LineDealEnd]):
    """The presenter of Five to Fourteen."""

    presents = ("five_to_fourteen",)
    emblem = render.Emblem.parse("10|@0,1.5 21|@1.1,1.2 32|@2.2,0.9 43|@3.3,0.6 54|@4.4,0.3 65|@5.5,0")
    completes: ClassVar[Completes] = {
        "event.{}": kinds(RoundOver),
        "event.{}.{}": ((Lot.kind, "play_off"), (RoundOver.kind, _DRAWN)),
    }
    example = ("6-4", "4-4@right", "6-1@left")

    lesson = (
        LessonStep(
            "draw",
            "5-4 4-1 3-1 2-0 5-0  6-6 3-2 4-3 1-0 2-1  6-2 ...",
            "6-6",
            (right("draw"), refused("pass"), refused("5-4@left")),
            opener=1,
        ),
        LessonStep("score", _WON, _TO_THE_LAST, (right(points=16, then="2-0@right", gain=16), wrong(points=64))),
        LessonStep(
            "heavy",
            "6-5 5-1 6-1 5-4 5-5  5-0 2-1 4-4 4-2 6-0 ...",
            "4-4, 5-4@right, 4-2@left, 5-5@right, 2-1@left, 6-1@left, 6-0@left",
            (wrong("5-1@right", then="5-0@left", lost=11), right("6-5@right", then="5-0@left", lost=6)),
            opener=1,
        ),
        LessonStep("rounds", _WON, f"{_TO_THE_LAST}, 2-0@right", facts={"score": 16}),
    )
    linked_lesson = LINKED

    def facts(self, view: RoundsView) -> list[str]:
        found = [
            self.w("board.round", number=view.round) if view.rising is None else self.w("board.play_off"),
            self.w("board.deal_of", number=view.deal_in_round, total=view.deals_in_round),
            *self.boneyard(view),
        ]
        if any(view.rounds_won):
            found.append(self.w("board.rounds_won", scores=" : ".join(map(str, view.rounds_won))))
        if view.round > 1:
            found.append(self.w("board.all_points", scores=" : ".join(map(str, view.points))))
        return found

    def rounds(self, match: Match) -> list[Round]:
        found, deal = [], 0
        for event in match.events:
            if isinstance(event, DealBegan):
                deal = event.number
            elif isinstance(event, RoundOver):
                play_off = event.number > _ROUNDS
                title = self.w("board.play_off") if play_off else self.w("board.round", number=event.number)
                found.append(Round(title, deal, event.side))
        return found if len(found) > 1 else []

    def detail(self, event: Event) -> str:
        return _DRAWN if isinstance(event, RoundOver) and event.side is None else super().detail(event)

"""Double Trouble: the limit, and each player's caught doubles."""

from typing import ClassVar, Final

from bot import render
from games import Event, Move
from games.core.events import Scored, ScoreReason
from games.core.view import LineDealEnd
from games.double_trouble import Caught, DoubleTroubleView, Eliminated, Zeroed, left_worth, wins_match

from .chain import ChainPresenter
from .counting_lesson import LINKED
from .lesson import LessonStep, refused, right, wrong
from .presenter import Completes, kinds

_TWICE: Final = "twice"

_CAUGHT: Final = "0-0 3-0 6-1 4-3 2-1 6-3 6-6  4-1 2-2 5-4 4-4 2-0 5-1 4-0 ..."
_LAST_DOUBLE: Final = "5-5 5-3 6-3 3-3 3-2 4-0 1-0  6-0 3-0 2-1 5-0 4-3 0-0 6-5 ..."
_TO_THE_DOUBLE: Final = (
    "4-0, 4-3@left, 6-3@left, 0-0@right, 1-0@right, 2-1@right, 3-2@right, 6-5@left, 3-3@right, 3-0@right, 5-3@left, "
    "5-0@right"
)


class DoubleTroublePresenter(ChainPresenter[DoubleTroubleView, LineDealEnd]):
    """The presenter of Double Trouble."""

    presents = ("double_trouble",)
    emblem = render.Emblem.parse("66|!@0,0 55|@1.2,0 44|@2.4,0")
    completes: ClassVar[Completes] = {
        "event.{}": kinds(Caught, Zeroed, Eliminated),
        "event.{}.{}": ((Caught.kind, _TWICE), (Scored.kind, ScoreReason.LEFT)),
    }
    example = ("6-3", "3-3@right", "6-6@left")

    lesson = (
        LessonStep("aim", _CAUGHT, "4-4, 4-3@left, 5-4@right", opener=1),
        LessonStep(
            "blank",
            _CAUGHT,
            "4-4, 4-3@left, 5-4@right, 6-3@left, 5-1@right, 6-6@left, 4-1@right, 6-1@left, 4-0@right, 2-1@left, "
            "2-2@left",
            (wrong("3-0@right", then="2-0@left", gain=100), right("0-0@right", then="2-0@left", gain=3)),
            opener=1,
        ),
        LessonStep(
            "zero",
            _LAST_DOUBLE,
            _TO_THE_DOUBLE,
            (right("5-5@right", lost=6, score=0), refused("draw")),
        ),
        LessonStep("end", _LAST_DOUBLE, f"{_TO_THE_DOUBLE}, 5-5@right", facts={"target": 999, "score": 0}),
    )
    linked_lesson = LINKED

    def facts(self, view: DoubleTroubleView) -> list[str]:
        limit = self.w("board.limit", points=view.limit)
        return [self.w("board.deal", number=view.deal), limit, *self.boneyard(view)]

    def seat(self, view: DoubleTroubleView, seat: int) -> list[str]:
        usual = super().seat(view, seat)
        if seat in view.eliminated:
            return [*usual, self.w("board.eliminated")]
        caught = " ".join(f"`{tile}`" for tile in view.caught[seat])
        return [*usual, self.w("board.caught", tiles=caught)] if caught else usual

    def at_stake(self, view: DoubleTroubleView) -> str:
        return self.w.count("hand.double_trouble.left", left_worth(view)) if view.hand else ""

    def match_winner(self, view: DoubleTroubleView, move: Move) -> int | None:
        return view.seat if wins_match(view, move) else None

    def sum_text(self, ending: LineDealEnd, side: int) -> str:
        """Return the doubles in hand one by one, and the pips of the other tiles."""
        doubles = [event.points for event in ending.events if isinstance(event, Caught) and event.seat == side]
        others = sum(tile.pips for tile in ending.hands[side] if not tile.is_double)
        terms = [*doubles, *([others] if others else [])]
        return " + ".join(map(str, terms)) if len(terms) > 1 else ""

    def detail(self, event: Event) -> str:
        return _TWICE if isinstance(event, Caught) and event.twice else super().detail(event)

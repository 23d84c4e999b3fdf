"""Double Trouble: the limit, and with which doubles everybody has been caught."""

from typing import ClassVar, Final

from bot import render
from games import Event
from games.core.events import Scored, ScoreReason
from games.core.view import LineDealEnd
from games.double_trouble import Caught, DoubleTroubleView, Eliminated, Zeroed, left_worth

from .chain import ChainPresenter
from .presenter import Completes, kinds

_TWICE: Final = "twice"


class DoubleTroublePresenter(ChainPresenter[DoubleTroubleView, LineDealEnd]):
    """How Double Trouble looks."""

    presents = ("double_trouble",)
    emblem = render.Emblem.parse("66|!@0,0 55|@1.2,0 44|@2.4,0")
    completes: ClassVar[Completes] = {
        "event.{}": kinds(Caught, Zeroed, Eliminated),
        "event.{}.{}": ((Caught.kind, _TWICE), (Scored.kind, ScoreReason.LEFT)),
    }
    example = ("6-3", "3-3@right", "6-6@left")

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

    def detail(self, event: Event) -> str:
        return _TWICE if isinstance(event, Caught) and event.twice else super().detail(event)

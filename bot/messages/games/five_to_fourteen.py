"""Five to Fourteen: rounds, and the points of all of them."""

from __future__ import annotations

from typing import ClassVar

from games import EventKind
from games.core.view import LineDealEnd
from games.five_to_fourteen import RoundsView

from .chain import ChainPresenter
from .presenter import Completes

__all__ = ["FiveToFourteenPresenter"]


class FiveToFourteenPresenter(ChainPresenter[RoundsView, LineDealEnd]):
    """How Five to Fourteen looks."""

    presents = ("five_to_fourteen",)
    completes: ClassVar[Completes] = {"event.{}": (EventKind.ROUND,), "event.{}.{}": ((EventKind.LOT, "play_off"),)}
    example = ("6-4", "4-4@right", "6-1@left")

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

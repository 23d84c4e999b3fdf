"""Five to Fourteen: rounds, and the points of all of them."""

from __future__ import annotations

from games.core.view import LineDealEnd
from games.five_to_fourteen import RoundsView

from .chain import ChainPresenter

__all__ = ["FiveToFourteenPresenter"]


class FiveToFourteenPresenter(ChainPresenter[RoundsView, LineDealEnd]):
    """How Five to Fourteen looks."""

    presents = ("five_to_fourteen",)

    def facts(self, view: RoundsView) -> list[str]:
        return [
            self.w("board.round", number=view.round) if view.rising is None else self.w("board.play_off"),
            self.w("board.deal", number=view.deal),
            *self.boneyard(view),
            self.w("board.rounds_won", scores=" : ".join(map(str, view.rounds_won))),
            self.w("board.all_points", scores=" : ".join(map(str, view.points))),
        ]

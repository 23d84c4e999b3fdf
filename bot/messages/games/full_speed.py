"""Full Speed: the sum of the ends, and the choice at a thirteen."""

from __future__ import annotations

from games import Move
from games.core.view import LineDealEnd
from games.full_speed import FullSpeedView

from .chain import ChainPresenter

__all__ = ["FullSpeedPresenter"]


class FullSpeedPresenter(ChainPresenter[FullSpeedView, LineDealEnd]):
    """How Full Speed looks."""

    presents = ("full_speed",)

    def facts(self, view: FullSpeedView) -> list[str]:
        ends = [] if view.ends is None else [self.w("board.ends", sum=view.ends)]
        target = self.w("board.target", points=view.target)
        return [self.w("board.deal", number=view.deal), target, *self.boneyard(view), *ends]

    def remarks(self, view: FullSpeedView) -> list[str]:
        return [] if view.choosing is None else [self.w("board.choosing", name=self.names.spoken[view.choosing])]

    def label(self, view: FullSpeedView, move: Move) -> str:
        if move.verb == "thirteen" and move.at:
            names = [self.names.plain[seat] for seat in view.sides[int(move.at)]]
            return self.w("hand.button.thirteen.off", name=self.w.list(names))
        return super().label(view, move)

"""Plus-Minus: the sum of the ends, and the limit."""

from __future__ import annotations

from games.core.view import LineDealEnd
from games.plus_minus import PlusMinusView

from .chain import ChainPresenter

__all__ = ["PlusMinusPresenter"]


class PlusMinusPresenter(ChainPresenter[PlusMinusView, LineDealEnd]):
    """How Plus-Minus looks."""

    presents = ("plus_minus",)

    def facts(self, view: PlusMinusView) -> list[str]:
        ends = [] if view.ends is None else [self.w("board.ends", sum=view.ends)]
        limit = self.w("board.limit", points=view.limit)
        return [self.w("board.deal", number=view.deal), limit, *self.boneyard(view), *ends]

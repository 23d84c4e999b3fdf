"""Block with Bonus: how many points win."""

from __future__ import annotations

from games.block import BlockView
from games.core.view import LineDealEnd

from .chain import ChainPresenter

__all__ = ["BlockPresenter"]


class BlockPresenter(ChainPresenter[BlockView, LineDealEnd]):
    """How Block with Bonus looks."""

    presents = ("block",)
    example = ("6-4", "4-4@right", "6-1@left")

    def facts(self, view: BlockView) -> list[str]:
        return [self.w("board.deal", number=view.deal), self.w("board.target", points=view.target)]

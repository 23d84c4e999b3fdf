"""Block with Bonus: how many points win."""

from typing import ClassVar

from bot import render
from games.block import BlockView, Bonus
from games.core.view import LineDealEnd

from .chain import ChainPresenter
from .presenter import Completes, kinds


class BlockPresenter(ChainPresenter[BlockView, LineDealEnd]):
    """How Block with Bonus looks."""

    presents = ("block",)
    emblem = render.Emblem.parse("16-@0,0.5 66|!@2.1,0 61-@3.2,0.5 11|@5.3,0")
    completes: ClassVar[Completes] = {"event.{}": kinds(Bonus)}
    example = ("6-4", "4-4@right", "6-1@left")

    def facts(self, view: BlockView) -> list[str]:
        return [self.w("board.deal", number=view.deal), self.w("board.target", points=view.target)]

    def sum_of(self, ending: LineDealEnd, side: int) -> str:
        own, opponent = ending.counted[side], ending.counted[1 - side]
        return f"{opponent} − {own}" if side in ending.winners and ending.hands[side] else ""

"""Full Speed: the sum of the ends, and the choice at a thirteen."""

from __future__ import annotations

from typing import ClassVar, Final

from games import EventKind, Move
from games.core.view import LineDealEnd
from games.full_speed import FullSpeedView

from .chain import ChainPresenter
from .presenter import Completes

__all__ = ["FullSpeedPresenter"]


_THIRTEEN: Final = "thirteen"
_SCORED: Final = ("twins", "triplets", "sequence", "lucky_seven", "clasp", "nico", _THIRTEEN)
"""For what the ends bring points."""

_BUSTS: Final = (*_SCORED, "sequence.lucky_seven", "deal")
"""What may be too much: all of them, the two that can come together, and the tiles left at a deal's end."""


class FullSpeedPresenter(ChainPresenter[FullSpeedView, LineDealEnd]):
    """How Full Speed looks."""

    presents = ("full_speed",)
    completes: ClassVar[Completes] = {
        "hand.button.{}": (_THIRTEEN,),
        "event.{}": (EventKind.THIRTEEN,),
        "event.{}.{}": (
            *((EventKind.SCORED, reason) for reason in _SCORED),
            *((EventKind.BUST, reason) for reason in _BUSTS),
            (EventKind.LOST, _THIRTEEN),
        ),
    }

    def facts(self, view: FullSpeedView) -> list[str]:
        ends = [] if view.ends is None else [self.w("board.ends", sum=view.ends)]
        target = self.w("board.target", points=view.target)
        return [self.w("board.deal", number=view.deal), target, *self.boneyard(view), *ends]

    def remarks(self, view: FullSpeedView) -> list[str]:
        return [] if view.choosing is None else [self.w("board.choosing", name=self.names.spoken[view.choosing])]

    def label(self, view: FullSpeedView, move: Move) -> str:
        if move.verb == _THIRTEEN and move.at:
            names = [self.names.plain[seat] for seat in view.sides[int(move.at)]]
            return self.w("hand.button.thirteen.off", name=self.w.list(names))
        return super().label(view, move)

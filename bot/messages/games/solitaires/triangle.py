"""Triangle: places named by row and column, the holes, and how much lies in order."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from bot import render
from bot.messages.games.presenter import Completes, kinds
from bot.messages.parts.choices import Choice
from bot.messages.parts.components import Style
from games import Move
from games.triangle import EXITS, REMOVE, TakenOut, TriangleView

from .solitaire import SolitairePresenter

__all__ = ["TrianglePresenter"]


class TrianglePresenter(SolitairePresenter[TriangleView]):
    """How Triangle looks."""

    presents = ("triangle",)
    emblem = render.Emblem.parse("66-!@0,0 65-@0,1.1 55-@2.2,1.1 64-@0,2.2 54-@2.2,2.2 44-@4.4,2.2")
    completes: ClassVar[Completes] = {"event.{}": kinds(TakenOut)}

    def facts(self, view: TriangleView) -> list[str]:
        total = sum(map(len, view.rows))
        return [
            self.w("solo.in_order", number=view.in_order, total=total),
            self.w("solo.exits", number=view.exits, total=len(EXITS)),
        ]

    def grid(self, view: TriangleView) -> render.Grid:
        names = tuple(str(number) for number in range(1, len(view.rows) + 1))
        rows = tuple(
            tuple(render.Cell(tile, name="" if tile else f"{row}.{column}") for column, tile in enumerate(tiles, 1))
            for row, tiles in enumerate(view.rows, 1)
        )
        return render.Grid(rows, across=len(names), columns=names, row_names=names)

    def choice(self, view: TriangleView, move: Move) -> Choice:
        usual = super().choice(view, move)
        return replace(usual, style=Style.DANGER) if move.verb == REMOVE else usual

    def label(self, view: TriangleView, move: Move) -> str:
        if move.verb == REMOVE:
            return self.w("solo.button.take_out", tile=move.tile)
        return super().label(view, move)

"""Triangle: places named by row and column, the holes, and how much lies in order."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from bot import render
from bot.messages.games.presenter import Completes, kinds
from bot.messages.parts.choices import Choice
from bot.messages.parts.components import Style
from games import Move, Tile
from games.core.tiles import ALL_TILES
from games.triangle import EXITS, GOAL, REMOVE, TakenOut, TriangleView

from .solitaire import SolitairePresenter


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

    def taken_out(self, view: TriangleView) -> list[str]:
        return [str(tile) for tile in view.aside]

    def grid(self, view: TriangleView) -> render.Grid:
        names = tuple(str(number) for number in range(1, len(view.rows) + 1))
        goal = (ALL_TILES[index] for index in GOAL)

        def cell(place: str, tile: Tile | None) -> render.Cell:
            wanted = next(goal)
            return render.Cell(tile, home=tile is wanted) if tile else render.Cell(name=place, goal=str(wanted))

        rows = tuple(
            tuple(cell(f"{row}.{column}", tile) for column, tile in enumerate(tiles, 1))
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

"""Seven Columns: columns that grow downwards; a tile that may go to several asks to which."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot import render
from bot.messages.games.presenter import by_tile
from bot.messages.parts.choices import Ask, Choice, Group
from bot.messages.parts.components import Style
from games.core.moves import PLAY
from games.seven_columns import MOST, SevenColumnsView

from .solitaire import SolitairePresenter, columns_described, columns_of

_GOAL_TILES: Final = 4
"""A finished column: a double and three tiles."""


class SevenColumnsPresenter(SolitairePresenter[SevenColumnsView]):
    """How Seven Columns looks."""

    presents = ("seven_columns",)
    emblem = render.Emblem.parse("66-!@0,0 62-@0,1.1 61-@0,2.2 44-!@2.2,0 43-@2.2,1.1 22-!@4.4,0")

    def facts(self, view: SevenColumnsView) -> list[str]:
        down = sum(tile is None for column in view.columns for tile in column)
        finished = self.w("solo.finished", number=len(view.finished), total=len(view.columns))
        return [finished, self.w.count("solo.face_down", down)]

    def grid(self, view: SevenColumnsView) -> render.Grid:
        names = tuple(str(number) for number in range(1, len(view.columns) + 1))
        rows = columns_of(view.columns, names, MOST)
        shown = tuple(
            tuple(_with_goal(cell, view, column, row) for column, cell in enumerate(cells))
            for row, cells in enumerate(rows)
        )
        return render.Grid(shown, across=len(names), columns=names)

    def described(self, view: SevenColumnsView) -> str:
        return columns_described(self.w, view.columns)

    def choices(self, view: SevenColumnsView) -> tuple[Group, ...]:
        choices = (
            self.choice(view, ways[0]) if len(ways) == 1 else Choice(f"{tile} …", Ask(str(tile)), Style.MAIN, tile)
            for tile, ways in by_tile(view.moves, PLAY).items()
        )
        return (Group(tuple(choices)),)


def _with_goal(cell: render.Cell | None, view: SevenColumnsView, column: int, row: int) -> render.Cell | None:
    """A place with what the goal wants there: below a double at the top three tiles that have its number."""
    tiles = view.columns[column]
    top = tiles[0] if tiles else None
    if cell is not None:
        return replace(cell, home=column + 1 in view.finished)
    if top is None or not top.is_double or row >= _GOAL_TILES:
        return None
    fits = all(tile is not None and top.high in (tile.high, tile.low) for tile in tiles)
    return render.Cell(goal=str(top.high)) if fits else None

"""Pyramid: rows that turn up bit by bit, and pairs."""

from __future__ import annotations

from bot import render
from games.pyramid import PyramidView

from .solitaire import SolitairePresenter


class PyramidPresenter(SolitairePresenter[PyramidView]):
    """How Pyramid looks."""

    presents = ("pyramid",)
    emblem = render.Emblem.parse("back-@2.2,0 back-@1.1,1.1 back-@3.3,1.1 63-!@0,2.2 41-@2.2,2.2 21-!@4.4,2.2")

    def facts(self, view: PyramidView) -> list[str]:
        left = sum(map(len, view.rows)) - len(view.removed)
        return [self.w.count("solo.left", left), self.w.count("solo.face_down", len(view.face_down))]

    def taken_out(self, view: PyramidView) -> list[str]:
        pairs = zip(view.removed[::2], view.removed[1::2], strict=False)
        return [f"{one} + {other}" for one, other in pairs]

    def grid(self, view: PyramidView) -> render.Grid:
        down = frozenset(view.face_down)
        rows = tuple(
            tuple(render.Cell(tile, f"{row}.{column}" in down) for column, tile in enumerate(tiles, 1))
            for row, tiles in enumerate(view.rows, 1)
        )
        return render.Grid(rows, across=len(view.rows), centred=True)

"""Twelves: five columns and the loose tiles beside them, pairs and shifts."""

from __future__ import annotations

from typing import ClassVar

from bot import render
from bot.messages.games.presenter import Completes, kinds
from games.twelves import Shifted, TwelvesView

from .solitaire import SolitairePresenter, columns_described, columns_of

_ROWS = 5


class TwelvesPresenter(SolitairePresenter[TwelvesView]):
    """How Twelves looks."""

    presents = ("twelves",)
    emblem = render.Emblem.parse("31-@0,0 42-@0,1.1 66-!@0,2.2 50-@2.2,0 21-@2.2,1.1 41-@4.4,0 00-!@4.4,1.1")
    completes: ClassVar[Completes] = {"event.{}": kinds(Shifted)}

    def facts(self, view: TwelvesView) -> list[str]:
        left = len(view.loose) + sum(map(len, view.columns))
        return [self.w.count("solo.left", left)]

    def taken_out(self, view: TwelvesView) -> list[str]:
        pairs = zip(view.removed[::2], view.removed[1::2], strict=False)
        return [f"{one} + {other}" for one, other in pairs]

    def grid(self, view: TwelvesView) -> render.Grid:
        names = tuple(str(number) for number in range(1, len(view.columns) + 1))
        rows = columns_of((*view.columns, view.loose), (*names, ""), _ROWS)
        return render.Grid(rows, across=len(names) + 1, columns=(*names, self.w("solo.loose")))

    def described(self, view: TwelvesView) -> str:
        loose = self.w("alt.loose", tiles=", ".join(map(str, view.loose))) if view.loose else ""
        return f"{columns_described(self.w, view.columns)} {loose}".rstrip()

"""Presenters of games with deals, hands and a boneyard."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar, TypeVar

from bot import render
from bot.messages.parts.alt import hand_alt, hands_alt
from bot.messages.parts.choices import Focus
from bot.messages.parts.message import Drawing
from games import Tile
from games.core.events import (
    Blocked,
    CutOff,
    DealBegan,
    Drew,
    Lot,
    NoScore,
    Out,
    Passed,
    Played,
    Resigned,
    Scored,
    Shown,
)
from games.core.view import DealEnd, DealtView

from .presenter import Completes, Presenter, kinds

V = TypeVar("V", bound=DealtView)
E = TypeVar("E", bound=DealEnd)


class DealtPresenter(Presenter[V, E]):
    """The presenter of a game with deals between several players."""

    completes: ClassVar[Completes] = {
        "event.{}": kinds(Resigned, DealBegan, Played, Drew, Passed, Out, Blocked, CutOff, Shown, Scored, NoScore),
        "event.{}.{}": ((Lot.kind, "opener"),),
    }

    def facts(self, view: V) -> list[str]:
        return [self.w("board.deal", number=view.deal), *self.boneyard(view)]

    def boneyard(self, view: V) -> list[str]:
        """Return the number of tiles in the boneyard, if any."""
        return [self.w.count("board.boneyard", view.boneyard)] if view.boneyard else []

    def seat(self, view: V, seat: int) -> list[str]:
        return [self.w.count("board.tiles", view.counts[seat]), *super().seat(view, seat)]

    def hand(self, view: V, focus: Focus | None = None) -> Drawing | None:
        if not view.hand:
            return None
        playable, large = self.playable(view), self.reader.board == "large"
        paint = partial(
            render.hand,
            view.hand,
            playable=frozenset(playable),
            dimmed=bool(self.draw_or_pass_text(view)),
            chosen=focus.tile if focus else None,
            judged=focus.judged_tiles if focus else (),
            above=self.above_hand(view, focus),
            large=large,
        )
        return Drawing(paint, self.hand_description(view))

    def above_hand(self, _view: V, _focus: Focus | None) -> render.Above | None:
        """Return the picture above the mover's hand."""
        return None

    def hand_description(self, view: V) -> str:
        return hand_alt(self.w, view.hand, self.playable(view))

    def hands_left(self, ending: E) -> list[tuple[str, Sequence[Tile]]]:
        """Return the hands shown at a deal's end, with names."""
        return list(zip(self.names.plain, ending.hands, strict=True))

    def hands_left_description(self, ending: E) -> str:
        """Return the hands shown at a deal's end, in words."""
        return hands_alt(self.w, self.hands_left(ending))

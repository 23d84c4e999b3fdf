"""Chain games: the line of play, its ends, and tiles that go to one of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeVar

from bot import render
from bot.messages.alt import hands_alt, line_alt
from bot.messages.choices import Focus
from bot.messages.message import Drawing
from games import Event, EventKind, Move, Tile
from games.core.view import ChainView, LineDealEnd

from .dealt import DealtPresenter
from .presenter import DealEndShown

__all__ = ["ChainPresenter"]

V = TypeVar("V", bound=ChainView)
E = TypeVar("E", bound=LineDealEnd)


class ChainPresenter(DealtPresenter[V, E]):
    """How a chain game looks; a game states what stands in its footer and behind names."""

    def open_tiles(self, _view: V) -> Sequence[Sequence[Tile]]:
        """The tiles that lie open before each player; empty where a game has none."""
        return ()

    # --- Pictures --------------------------------------------------------------------------------------------------

    def board(self, view: V, _focus: Focus | None = None) -> Drawing | None:
        last = len(view.line.tiles) - 1 if view.line.tiles else None
        rows = self._lying(view)
        if rows:
            paint = partial(render.board_with_tiles, view.line, rows, last=last)
        else:
            paint = partial(render.board, view.line, last=last)
        return Drawing(paint, f"{self.described(view)} {hands_alt(self.w, rows)}".rstrip())

    def letters(self, view: V) -> str:
        return render.board_text(view.line)

    def described(self, view: V) -> str:
        return line_alt(self.w, view.line)

    def _lying(self, view: V) -> list[tuple[str, Sequence[Tile]]]:
        lying = zip(self.names.plain, self.open_tiles(view), strict=False)
        return [(name, tiles) for name, tiles in lying if tiles]

    # --- Moves -----------------------------------------------------------------------------------------------------

    def place(self, view: V, move: Move) -> str:
        number = next((str(end.number) for end in view.line.ends if end.at == move.at), "")
        return self.w(f"hand.button.end.{move.at}", number=number)

    def beside(self, _view: V, move: Move) -> str:
        return self.w(f"place.{move.at}")

    # --- What happened ---------------------------------------------------------------------------------------------

    def key_of(self, event: Event) -> str:
        if event.kind is EventKind.PLAYED:
            return f"event.played.{event.at or 'opening'}"
        return super().key_of(event)

    # --- The end of a deal -----------------------------------------------------------------------------------------

    def deal_end(self, ending: E) -> DealEndShown:
        best = self.best(ending)
        hands = self.hands_left(ending)
        said = self.hands_left_described(ending)
        paint = partial(render.deal_end, ending.line, hands, last=len(ending.line.tiles) - 1, best=best)
        return DealEndShown(
            lines=super().deal_end(ending).lines,
            fields=self.deal_end_fields(ending),
            drawing=Drawing(paint, f"{line_alt(self.w, ending.line)} {said}"),
            letters=f"```\n{render.board_text(ending.line)}\n```{said}",
        )

    def best(self, ending: E) -> tuple[int, ...]:
        """The seat that won the deal for its side: who went out, or holds the fewest pips; none if nobody won."""
        seats = [seat for seat in range(len(ending.hands)) if self.side_of(seat) in ending.winners]
        left = {seat: (bool(ending.hands[seat]), sum(tile.pips for tile in ending.hands[seat])) for seat in seats}
        return (min(seats, key=left.__getitem__),) if seats else ()

    def deal_end_fields(self, _ending: E) -> tuple[tuple[str, str], ...]:
        """Further parts of a deal's end, each with a title."""
        return ()

"""Presenters of chain games: line of play and open ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, TypeVar

from bot import render
from bot.messages.parts.alt import ends_alt, hands_alt, line_alt
from bot.messages.parts.choices import Focus, Group, MoveChoice
from bot.messages.parts.components import Style
from bot.messages.parts.message import Drawing
from bot.messages.parts.text import code_block
from games import Event, Move, Tile
from games.chain.line import line_view
from games.core.events import Played, Scored, ScoreReason
from games.core.line import OpenEnd, Placed
from games.core.moves import DRAW, PASS, PLAY
from games.core.view import ChainView, LineDealEnd

from .dealt import DealtPresenter
from .presenter import Clash, Completes, DealEndShown, by_tile

V = TypeVar("V", bound=ChainView)
E = TypeVar("E", bound=LineDealEnd)


class ChainPresenter(DealtPresenter[V, E]):
    """The base presenter of chain games; subclasses add footers and name texts."""

    completes: ClassVar[Completes] = {
        "hand.button.{}": (DRAW.verb, PASS.verb),
        "event.{}.{}": ((Scored.kind, ScoreReason.DEAL),),
    }
    example: ClassVar[tuple[str, ...]] = ()
    """The moves of the short line shown with the rules."""
    has_spinner: ClassVar[bool] = False
    """Whether the first double of that line is a spinner."""
    equal_ends_are_alike: ClassVar[bool] = True
    """Whether two ends with the same number take the same tiles to the same effect."""

    def boneyard(self, view: V) -> list[str]:
        return super().boneyard(view) if view.drawable else []

    def open_tiles(self, _view: V) -> Sequence[Sequence[Tile]]:
        """Return each player's open tiles; empty without any."""
        return ()

    def chips(self, _view: V) -> Sequence[render.Chips]:
        """Return each player's winnings or debt; empty without chips."""
        return ()

    # --- Pictures --------------------------------------------------------------------------------------------------

    def board(self, view: V, _focus: Focus | None = None) -> Drawing | None:
        last = len(view.line.tiles) - 1 if view.line.tiles else None
        shown = self.in_pictures()
        rows, chips = tuple(shown._open_rows(view)), shown.chips(view)  # noqa: SLF001
        if rows or chips:
            paint = partial(render.board_with_tiles, view.line, rows, last=last, chips=chips)
        else:
            paint = partial(render.board, view.line, last=last)
        return Drawing(paint, f"{self.description(view)} {hands_alt(self.w, self._open_rows(view))}".rstrip())

    def text_board(self, view: V) -> str:
        return render.board_text(view.line)

    def description(self, view: V) -> str:
        return line_alt(self.w, view.line)

    def example_drawing(self) -> Drawing | None:
        """Return a short line, joined by equal halves."""
        if not self.example:
            return None
        moves = map(Move.parse, self.example)
        shown = line_view(((move.tile, move.at) for move in moves if move.tile), has_spinner=self.has_spinner)
        return Drawing(partial(render.board, shown, last=len(shown.tiles) - 1), line_alt(self.w, shown))

    def _open_rows(self, view: V) -> list[tuple[str, Sequence[Tile]]]:
        lying = zip(self.names.plain, self.open_tiles(view), strict=False)
        return [(name, tiles) for name, tiles in lying if tiles]

    # --- The hand --------------------------------------------------------------------------------------------------

    def above_hand(self, view: V, focus: Focus | None) -> render.LineAbove | None:
        if focus and focus.line:
            return render.LineAbove(focus.line, whole=True, clash=focus.clash)
        if not view.moves or not view.line.tiles:
            return None
        return render.LineAbove(view.line, (focus.places or None) if focus else None, whole=self.whole_table)

    def hand_description(self, view: V) -> str:
        ends = ends_alt(self.w, view.line) if view.moves else ""
        return f"{super().hand_description(view)} {ends}".rstrip()

    def clash(self, view: V, move: Move) -> Clash | None:
        """Return the tile at an open end that it does not match."""
        end = next((end for end in view.line.ends if end.at == move.at), None)
        if move.tile is None or end is None:
            return None
        text = self.clash_text(view, end, move.tile)
        placed = Placed(move.tile, end.at, end.on, move.tile.low)
        others = tuple(other for other in view.line.ends if other is not end)
        line = replace(view.line, tiles=(*view.line.tiles, placed), ends=others)
        hand = self.hand(view, Focus(move.tile, line=line, clash=True))
        return Clash(text, hand and replace(hand, alt=f"{text} {hand.alt}")) if text else None

    def clash_text(self, _view: V, end: OpenEnd, tile: Tile) -> str:
        """Return the numbers that do not match; "" if another rule forbids the move."""
        if tile.has(end.number):
            return ""
        halves = self.w.list([str(tile.high), str(tile.low)])
        return self.w("lesson.clash.line", end=render.END_LETTERS[end.at], number=end.number, tile=tile, halves=halves)

    # --- Moves -----------------------------------------------------------------------------------------------------

    def choices_by_place(self, view: V) -> tuple[Group, ...]:
        tiles = by_tile(self.offered_moves(view), PLAY, self.in_order(view))
        ways = [way for each in tiles.values() for way in self.distinct_moves(view, each) if way.at]
        headed = [self._at_end(view, end.at, ways) for end in view.line.ends]
        return (*headed, *self.choices(view)[1:]) if ways else ()

    def _at_end(self, view: V, at: str, ways: Sequence[Move]) -> Group:
        """Return the tiles that can go to an end; a tile that fits elsewhere, too, is labelled with the end."""
        elsewhere = {way.tile for way in ways if way.at != at}

        def label(way: Move) -> str:
            return (
                f"{way.tile} {self.short_place(view, way)}" if way.tile in elsewhere else f"{way.tile}{self.how(way)}"
            )

        choices = tuple(
            MoveChoice(
                self.with_gain(view, label(way), way),
                way,
                self.style_of(view, [way], Style.MAIN),
                way.tile,
            )
            for way in ways
            if way.at == at
        )
        ends = self.w.either([f"**{letter}**" for letter in self._letters(view, at)])
        return Group(choices, heading=self.w("hand.at_end", end=f"{ends} ({_end_number(view, at)})"))

    def how(self, _move: Move) -> str:
        """Return the tile's orientation; "" if only one is possible."""
        return ""

    def distinct_moves(self, view: V, ways: Sequence[Move]) -> list[Move]:
        """Return one move for each set of equivalent places."""
        first = {at: places[0] for places in self._alike(view) for at in places}
        found: dict[tuple[str, str, str], Move] = {}
        for move in ways:
            found.setdefault((move.verb, first.get(move.at, move.at), move.value), move)
        return list(found.values())

    def _alike(self, view: V) -> Sequence[Sequence[str]]:
        """Return groups of equivalent places: mirror images, or two equal ends of a line.

        A double at an end may count twice, so it makes a difference.
        """
        numbers = {end.number for end in view.line.ends}
        has_double = any(view.line.tiles[end.on].tile.is_double for end in view.line.ends)
        if view.alike or has_double or not self.equal_ends_are_alike or len(numbers) > 1:
            return view.alike
        return (tuple(end.at for end in view.line.ends),)

    def _letters(self, view: V, at: str) -> list[str]:
        """Return the letters of an end and of those equivalent to it."""
        alike = next((places for places in self._alike(view) if at in places), (at,))
        return [render.END_LETTERS[place] for place in alike]

    def place(self, view: V, move: Move) -> str:
        return f"{self.w.either(self._letters(view, move.at))} ({_end_number(view, move.at)}){self.how(move)}"

    def short_place(self, view: V, move: Move) -> str:
        return f"{self.w.either(self._letters(view, move.at))}{self.how(move)}"

    # --- Events ----------------------------------------------------------------------------------------------------

    def key_of(self, event: Event) -> str:
        if isinstance(event, Played):
            return "event.played.end" if event.at else "event.played.opening"
        return super().key_of(event)

    def values_of(self, event: Event) -> dict[str, object]:
        values = super().values_of(event)
        if isinstance(event, Played) and event.at:
            values["end"] = render.END_LETTERS[event.at]
        return values

    # --- The end of a deal -----------------------------------------------------------------------------------------

    def deal_end(self, ending: E) -> DealEndShown:
        best = self.best(ending)
        hands = self.in_pictures().hands_left(ending)
        text = self.hands_left_description(ending)
        last, counted = len(ending.line.tiles) - 1, self.counted(ending)
        paint = partial(render.deal_end, ending.line, hands, last=last, best=best, counted=counted)
        return DealEndShown(
            lines=super().deal_end(ending).lines,
            fields=self.deal_end_fields(ending),
            drawing=Drawing(paint, f"{line_alt(self.w, ending.line)} {text}"),
            text_board=f"{code_block(render.board_text(ending.line))}\n{text}",
        )

    def counted(self, ending: E) -> tuple[int, ...]:
        """Return the points of the hands shown at the end."""
        return ending.counted

    def best(self, ending: E) -> tuple[int, ...]:
        """Return the winning side's best seat: out or fewest pips."""
        seats = [seat for seat in range(len(ending.hands)) if self.side_of(seat) in ending.winners]
        left = {seat: (bool(ending.hands[seat]), sum(tile.pips for tile in ending.hands[seat])) for seat in seats}
        return (min(seats, key=left.__getitem__),) if seats else ()

    def deal_end_fields(self, _ending: E) -> tuple[tuple[str, Sequence[str]], ...]:
        """Return further titled parts of the deal's end."""
        return ()


def _end_number(view: ChainView, at: str) -> str:
    """Return the half that an end needs; "" before the first tile."""
    return next((end.shown for end in view.line.ends if end.at == at), "")

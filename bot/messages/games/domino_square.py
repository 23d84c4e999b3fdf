"""Domino Square: cell names, places and reasons for refusal.

A cell is a letter for its column and a number for its row; the opening tile covers e6 and f6. A name keeps its meaning
until the deal ends, however the square grows. Choices of places have capital letters, cells small ones.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

from bot import render
from bot.messages.parts.choices import LETTERS, Ask, Focus, Group, MoveChoice, Question
from bot.messages.parts.components import Style
from bot.messages.parts.message import Drawing
from games import Event, Move, Tile
from games.core.events import Played, Scored, ScoreReason
from games.domino_square.layout import Cell, Hindrance, PlacedTile, above_row, cells_of
from games.domino_square.match import LastTile
from games.domino_square.view import DominoSquareView, SquareDealEnd, hindrances

from .dealt import DealtPresenter
from .lesson import LessonStep, refused, right
from .presenter import Clash, Completes, DealEndShown, kinds

_WHY: Final = "why"
_WITH_STARTERS: Final = 4
"""The number of players with which a deal opens with a starter, which is not chosen."""


_DEAL: Final = "6-4 5-3 4-1 3-2 6-1 5-0 2-1 4-0 6-2  6-5 5-4 4-3 3-1 2-0 1-0 6-3 5-2 5-1 ..."
_TWO_LIE: Final = "6-4, 5-2@0,2>0,3"


class DominoSquarePresenter(DealtPresenter[DominoSquareView, SquareDealEnd]):
    """The presenter of Domino Square."""

    presents = ("domino_square",)
    emblem = render.Emblem.parse("12-@0,0 34|@2.05,0 50-@1.05,2.05 41|@0,1.05")
    table_beside_hand = False
    lesson = (
        LessonStep("aim", _DEAL, "6-4"),
        LessonStep(
            "numbers",
            _DEAL,
            _TWO_LIE,
            (refused("2-1@0,4>0,5"), refused("6-1@1,0>1,1"), right("5-3@1,0>1,1")),
        ),
        LessonStep("bricks", _DEAL, _TWO_LIE, (refused("3-2@1,1>1,2"), right("2-1@1,0>1,1"))),
        LessonStep("end", _DEAL, f"{_TWO_LIE}, 5-3@1,0>1,1"),
    )
    completes: ClassVar[Completes] = {
        "square.why.{}": [reason.value for reason in Hindrance if reason is not Hindrance.TAKEN],
        "event.{}": kinds(LastTile),
        "event.{}.{}": ((Scored.kind, ScoreReason.LAST_TILE),),
    }

    # --- Texts on the board ----------------------------------------------------------------------------------------

    def facts(self, view: DominoSquareView) -> list[str]:
        deal = self.w("board.deal", number=view.deal)
        return [deal, self.w.count("board.square.target", view.target), *self._room_texts(view)]

    def _room_texts(self, view: DominoSquareView) -> list[str]:
        """Return the rows and columns left to the square."""
        if not view.layout:
            return []
        counted = zip(("board.square.rows", "board.square.columns"), view.room, strict=True)
        room = self.w.list([self.w.count(key, number) for key, number in counted if number])
        return [self.w("board.square.room", room=room) if room else self.w("board.square.full")]

    def seat(self, view: DominoSquareView, seat: int) -> list[str]:
        return [self.w.count("board.tiles", view.counts[seat]), self.score_text(view.scores[seat])]

    def score_text(self, score: int) -> str:
        return self.w.count("board.square.won", score)

    def remarks(self, view: DominoSquareView) -> list[str]:
        if not view.starting or not view.actors:
            return []
        return [self.w("board.square.starting", name=self.names.spoken[view.actors[0]])]

    # --- Pictures --------------------------------------------------------------------------------------------------

    def board(self, view: DominoSquareView, focus: Focus | None = None) -> Drawing | None:
        if focus is not None and view.layout:
            moves = [
                ((move.tile, *cells), right)
                for move, right in focus.judged
                if move.tile is not None and (cells := cells_of(move.at))
            ]
            return Drawing(partial(render.square_moves, render.Square(view.layout), moves), self.description(view))
        last = len(view.layout) - 1 if view.layout else None
        return Drawing(partial(render.square, render.Square(view.layout), last=last), self.description(view))

    def text_board(self, view: DominoSquareView) -> str:
        return render.square_text(render.Square(view.layout))

    def text_board_title(self) -> str:
        return self.w("board.square.title")

    def description(self, view: DominoSquareView) -> str:
        if not view.layout:
            return self.w("alt.empty")
        reach = render.Square(view.layout)
        first, last = zip(reach.within_rows, reach.within_columns, strict=True)
        can_reach = self.w("alt.square.reach", first=render.cell_name(first), last=render.cell_name(last))
        return f"{self._square_in_words(view.layout)} {can_reach}"

    def _square_in_words(self, layout: tuple[PlacedTile, ...]) -> str:
        """Return the tiles and cells of a non-empty square."""
        square = render.Square(layout)
        first, last = zip(square.rows, square.columns, strict=True)
        return self.w(
            "alt.square",
            first=render.cell_name(first),
            last=render.cell_name(last),
            tiles=", ".join(f"{laid.tile} {_cells(laid.high, laid.low)}" for laid in layout),
            tile=layout[-1].tile,
        )

    # --- The hand --------------------------------------------------------------------------------------------------

    def hand(self, view: DominoSquareView, focus: Focus | None = None) -> Drawing | None:
        """Return the hand, or the square while choosing a place."""
        if focus is None or focus.tile is None:
            return super().hand(view, focus)
        places = [place for place in dict.fromkeys(map(_place_of, focus.places)) if place]
        is_turning = len(places) < len(focus.places)  # both ways round at one place, which needs no letter
        marks = [("" if is_turning else letter, place) for letter, place in zip(LETTERS, places, strict=False)]
        paint = partial(render.square_places, render.Square(view.layout), marks, large=self.reader.board == "large")
        named = "; ".join(f"{letter} {_cells(*place)}".lstrip() for letter, place in marks)
        return Drawing(paint, self.w("alt.square.places", tile=focus.tile, places=named))

    def above_hand(self, view: DominoSquareView, focus: Focus | None) -> render.Above | None:
        return render.SquareAbove(render.Square(view.layout)) if view.moves and view.layout and not focus else None

    def hand_description(self, view: DominoSquareView) -> str:
        above = f"{self._square_in_words(view.layout)} " if view.moves and view.layout else ""
        return f"{above}{super().hand_description(view)}"

    def prompt(self, view: DominoSquareView) -> str:
        return self.w("hand.square.starting") if view.starting else super().prompt(view)

    def tile_choice(self, view: DominoSquareView, tile: Tile, ways: Sequence[Move]) -> MoveChoice:
        """Return a tile's choice with its number of places."""
        usual = super().tile_choice(view, tile, ways)
        if not isinstance(usual.does, Ask):
            return usual
        places = len({_place_of(move.at) for move in self.distinct_moves(view, ways)})
        return replace(usual, label=f"{tile} · {self.w.count('hand.square.places', places)}")

    def distinct_moves(self, view: DominoSquareView, ways: Sequence[Move]) -> list[Move]:
        """Return the moves, of mirror images in a single row the upper."""
        if not view.layout or any(view.rows):
            return list(ways)
        return [move for move in ways if above_row(move) == move]

    def question(self, view: DominoSquareView, key: str) -> Question | None:
        """Return the question for a tile's place, then its direction."""
        if key == _WHY:
            return Question(self._reasons_text(view), ()) if _unplaceable(view) else None
        tile, _, at = key.partition("@")
        by_place: dict[_Place, list[Move]] = {}
        for move in sorted(self.distinct_moves(view, self.ways(view, tile)), key=_reading_order):
            by_place.setdefault(_place_of(move.at), []).append(move)
        if len(by_place) == 1:
            return self._direction_question(next(iter(by_place.values())), before="")
        if at:
            return self._direction_question(by_place.get(_place_of(at), []), before=tile)
        return self._place_question(list(by_place.values())) if by_place else None

    def _place_question(self, places: Sequence[Sequence[Move]]) -> Question:
        """Return the question for the place of a tile."""
        tile = places[0][0].tile
        choices = tuple(self._place_choice(ways) for ways in places)
        parts = [self.w("hand.choose_place", tile=f"`{tile}`"), self.w.count("hand.square.places", len(places)) + "."]
        if self.reader.board != "text":
            parts.append(self.w("hand.square.marked"))
        if any(len(ways) == 1 for ways in places):
            parts.append(self.w("hand.square.one_way"))
        focus = Focus(tile, tuple(ways[0].at for ways in places))
        return Question(" ".join(parts), (Group(choices, lettered=True),), focus)

    def _place_choice(self, ways: Sequence[Move]) -> MoveChoice:
        """Return a place: its cells, and the only direction that fits."""
        parts = [_cells(*_place_of(ways[0].at))] if self.reader.board == "text" else []
        if len(ways) > 1:
            return MoveChoice(" · ".join(parts), Ask(str(ways[0])), Style.MAIN, at=ways[0].at)
        first, second = _in_reading_order(ways[0])
        return MoveChoice(" · ".join([*parts, f"{first}-{second}"]), ways[0], Style.MAIN)

    def _direction_question(self, ways: Sequence[Move], before: str) -> Question | None:
        """Return the question for a tile's direction at its place."""
        if not ways:
            return None
        place = _place_of(ways[0].at)
        key = "hand.square.upright" if place[0][1] == place[1][1] else "hand.square.lying"
        halves = [_in_reading_order(move) for move in ways]
        choices = tuple(
            MoveChoice(self.w(key, first=first, second=second), move, Style.MAIN)
            for move, (first, second) in zip(ways, halves, strict=True)
        )
        text = self.w("hand.square.direction", tile=f"`{ways[0].tile}`", cells=_cells(*place))
        return Question(text, (Group(choices),), Focus(ways[0].tile, tuple(move.at for move in ways)), before)

    def place(self, _view: DominoSquareView, move: Move) -> str:
        return _cell_names(move.at)

    def queries(self, view: DominoSquareView) -> tuple[MoveChoice, ...]:
        """Return the question why some tiles fit nowhere, if any."""
        return (MoveChoice(self.w("hand.square.why"), Ask(_WHY), emoji="❔"),) if _unplaceable(view) else ()

    def _reasons_text(self, view: DominoSquareView) -> str:
        """Return the reasons against each unplayable tile, with counts."""
        lines = []
        for tile in _unplaceable(view):
            counts = {reason: number for reason, number in hindrances(view, tile).items() if number}
            reasons = "; ".join(self.w(f"square.why.{reason}", number=number) for reason, number in counts.items())
            lines.append(self.w.count("square.why.places", sum(counts.values()), tile=tile, reasons=reasons))
        return "\n".join([*lines, f"-# {self.w('square.why.counted')}"])

    def clash(self, view: DominoSquareView, move: Move) -> Clash | None:
        """Return the tile with the halves that must not be in one row or column, or touch."""
        cells = cells_of(move.at)
        if move.tile is None or cells is None or not view.layout:
            return None
        laid = PlacedTile(move.tile, *cells)
        repeated = sorted(_repeated(laid, view.layout))
        marked = {cell for _, cell in repeated} or _bricks(laid, view.layout)
        if not marked:
            return None
        numbers = {number for number, _ in repeated}
        lines = [
            self.w(
                "lesson.clash.square",
                number=number,
                cells=self.w.list([render.cell_name(cell) for other, cell in repeated if other == number]),
            )
            for number in sorted(numbers)
        ]
        paint = partial(render.square_clash, render.Square(view.layout), laid, frozenset(marked))
        text = " ".join(lines)
        return Clash(text, Drawing(paint, f"{text} {self.description(view)}".lstrip()))

    # --- Events ----------------------------------------------------------------------------------------------------

    def key_of(self, event: Event) -> str:
        if not isinstance(event, Played):
            return super().key_of(event)
        if event.at:
            return "event.played.cells"
        return "event.played.starter" if len(self.names.plain) == _WITH_STARTERS else "event.played.opening"

    def values_of(self, event: Event) -> dict[str, object]:
        values = super().values_of(event)
        return values | {"cells": _cell_names(event.at)} if isinstance(event, Played) else values

    # --- The end of a deal -----------------------------------------------------------------------------------------

    def deal_end(self, ending: SquareDealEnd) -> DealEndShown:
        square, hands = render.Square(ending.layout), self.in_pictures().hands_left(ending)
        text = self.hands_left_description(ending)
        last = len(ending.layout) - 1
        paint = partial(render.square_end, square, hands, last=last, best=ending.winners)
        return DealEndShown(
            lines=super().deal_end(ending).lines,
            drawing=Drawing(paint, f"{self._square_in_words(ending.layout)} {text}"),
            text_board=f"```\n{render.square_text(square)}\n```{text}",
        )


def _halves(laid: PlacedTile) -> tuple[tuple[int, Cell], tuple[int, Cell]]:
    """Return the numbers of a tile with their cells."""
    return (laid.tile.high, laid.high), (laid.tile.low, laid.low)


def _repeated(laid: PlacedTile, layout: Sequence[PlacedTile]) -> set[tuple[int, Cell]]:
    """Return the halves that repeat a number in a row or column, both of each pair."""
    return {
        half
        for number, cell in _halves(laid)
        for other in layout
        for same, there in _halves(other)
        if same == number and (there[0] == cell[0] or there[1] == cell[1])
        for half in ((number, cell), (same, there))
    }


def _bricks(laid: PlacedTile, layout: Sequence[PlacedTile]) -> set[Cell]:
    """Return the cells at which a tile touches parallel ones by half of their long sides."""
    along = 0 if laid.high[1] == laid.low[1] else 1
    across = 1 - along
    found: set[Cell] = set()
    for other in layout:
        is_parallel = other.high[across] == other.low[across]
        is_beside = abs(other.high[across] - laid.high[across]) == 1
        shared = [
            (cell, there)
            for cell in laid[1:]
            for there in other[1:]
            if cell[along] == there[along] and is_parallel and is_beside
        ]
        if len(shared) == 1:
            found.update(*shared)
    return found


def _unplaceable(view: DominoSquareView) -> list[Tile]:
    """Return the tiles of the reader's hand that fit nowhere."""
    return [tile for tile in view.hand if tile not in view.placeable]


def _cells(high: Cell, low: Cell) -> str:
    """Return a tile's cells, the higher half's first."""
    return f"{render.cell_name(high)}–{render.cell_name(low)}"


def _cell_names(at: str) -> str:
    """Return a move's cell names; "" for an opening tile."""
    cells = cells_of(at)
    return _cells(*cells) if cells else ""


_Place = tuple[Cell, ...]
"""The cells of a place, upper or left first; none for an opening tile."""


def _place_of(at: str) -> _Place:
    return tuple(sorted(cells_of(at) or ()))


def _reading_order(move: Move) -> tuple[_Place, bool]:
    """Return a sort key of moves, row by row."""
    return _place_of(move.at), cells_of(move.at) != _place_of(move.at)


def _in_reading_order(move: Move) -> tuple[int, int]:
    """Return a tile's halves, upper or left first."""
    tile = move.tile or Tile(0, 0)
    return (tile.high, tile.low) if cells_of(move.at) == _place_of(move.at) else (tile.low, tile.high)

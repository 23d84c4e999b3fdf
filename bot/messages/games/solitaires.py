"""Presenters of solitaires: layout, move buttons and hints."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final, TypeVar

from bot import render
from bot.locales import Words
from bot.messages.games.lesson import LessonStep, refused, right, wrong
from bot.messages.games.presenter import Clash, Completes, Presenter, by_tile, kinds
from bot.messages.parts.choices import Ask, Focus, Group, MoveChoice
from bot.messages.parts.components import Style
from bot.messages.parts.message import Drawing
from games import Move, Tile
from games.core.moves import PLAY
from games.core.solitaire import PAIR, SHIFT, GaveUp, LaidOut, Moved, Paired, SolitaireView, Solved, Stuck, TurnedFaceUp
from games.core.tiles import ALL_TILES
from games.core.view import DealEnd
from games.pyramid import PyramidView
from games.seven_columns import MOST, SevenColumnsView
from games.triangle import EXITS, GOAL, REMOVE, TakenOut, TriangleView
from games.twelves import Shifted, TwelvesView

V = TypeVar("V", bound=SolitaireView)
P = TypeVar("P", PyramidView, TwelvesView)


_BLANK: Final = Tile(0, 0)

_PYRAMID: Final = (
    "6-6 5-5 4-4 3-3 2-2 1-1 6-3 5-4 6-2 4-3 5-3 4-2 3-2 3-1 5-2 4-1 3-0 2-1 5-1 4-0 5-0 6-5 1-0 6-4 2-0 6-1 0-0 6-0"
)
_TWELVES: Final = (
    "6-6 5-5 4-4 3-3 2-2  1-1 6-3 5-4 6-2 4-3  5-3 4-2 3-2 3-1 5-2  4-1 3-0 2-1 5-1 4-0  6-5 1-0 6-4 2-0 6-1  "
    "0-0 5-0 6-0"
)
_COLUMNS: Final = (
    "6-6 5-5 4-4 3-3 2-2 1-1 0-0  6-5 5-4 4-3 3-2 2-1 1-0 6-0  6-4 5-3 4-2 3-1 2-0 6-3 5-0  6-1 6-2 4-1 4-0 5-1 5-2 3-0"
)
_TRIANGLE: Final = (
    "6-0 6-1 6-2 6-3 6-4 6-5 6-6  5-0 5-1 0-0 5-3 5-4 5-5  4-0 5-2 4-2 4-3 4-4  3-0 3-1 3-2 3-3  2-0 2-1 2-2  "
    "1-0 1-1  4-1"
)


class SolitairePresenter(Presenter[V, DealEnd]):
    """The base presenter of solitaires; subclasses add grids and footers."""

    completes: ClassVar[Completes] = {"event.{}": kinds(LaidOut, Moved, TurnedFaceUp, Paired, Solved, Stuck, GaveUp)}

    @abstractmethod
    def grid(self, view: V) -> render.Grid:
        """Return the layout."""

    def removed_texts(self, _view: V) -> list[str]:
        """Return the removed tiles or pairs, latest last."""
        return []

    def state(self, view: V) -> list[str]:
        """Return the removed, finished and missing tiles, a line each."""
        taken, cells = self.removed_texts(view), [cell for row in self.grid(view).rows for cell in row if cell]
        home = [str(cell.tile) for cell in cells if cell.home and cell.tile]
        wanted = [f"{cell.goal} → {cell.name}" for cell in cells if cell.goal and cell.name]
        lines = []
        if taken:
            lines.append(self.w("solo.taken_out", tiles=", ".join([*taken[:-1], f"**{taken[-1]}**"])))
        if home:
            lines.append(self.w("solo.at_home", tiles=", ".join(home)))
        if wanted:
            lines.append(self.w("solo.goal_cells", places=", ".join(wanted)))
        return lines

    # --- Pictures --------------------------------------------------------------------------------------------------

    def board(self, view: V, focus: Focus | None = None) -> Drawing | None:
        marked = frozenset(tile for tile in (focus.tile, *focus.others) if tile) if focus else frozenset()
        paint = partial(
            render.solitaire,
            self.grid(view),
            playable=frozenset(view.playable),
            marked=marked,
            places=frozenset(focus.places) if focus else frozenset(),
            large=self.reader.board == "large",
        )
        return Drawing(paint, self.description(view))

    def solved_tiles(self, view: V) -> render.SolvedTiles:
        """Return the tiles of a solved layout, for its picture."""
        rows = (tuple(cell.tile for cell in row if cell and cell.tile) for row in self.grid(view).rows)
        return render.SolvedTiles(tuple(row for row in rows if row))

    def solved_description(self, view: V) -> str:
        """Return the tiles of `solved_tiles` in words."""
        return self.description(view)

    def clash(self, view: V, move: Move) -> Clash | None:
        """Return the layout with the tiles that do not go together."""
        other = Tile.parse(move.value) if move.verb == PAIR else self.touched(view, move)
        if move.tile is None or other is None:
            return None
        text = "" if move.verb == PAIR else self.clash_text(other, move.tile)
        paint = partial(
            render.solitaire,
            self.grid(view),
            playable=frozenset(view.playable),
            marked=frozenset(),
            places=frozenset({move.at}),
            clashing=frozenset({move.tile, other}),
            large=self.reader.board == "large",
        )
        return Clash(text, Drawing(paint, f"{text} {self.description(view)}".lstrip()))

    def touched(self, _view: V, _move: Move) -> Tile | None:
        """Return the tile that decides about a place, if any."""
        return None

    def clash_text(self, _there: Tile, _tile: Tile) -> str:
        """Return the numbers that do not match."""
        return ""

    def text_board(self, view: V) -> str:
        return render.grid_text(self.grid(view))

    def description(self, view: V) -> str:
        """Return the layout in words, row by row."""
        rows = [
            self.w("alt.row", number=number, tiles=", ".join(self._cell(cell) for cell in row if cell is not None))
            for number, row in enumerate(self.grid(view).rows, 1)
        ]
        return " ".join(rows)

    def _cell(self, cell: render.Cell) -> str:
        if cell.tile is not None:
            return str(cell.tile)
        if cell.face_down:
            return self.w("alt.face_down")
        return self.w("alt.place", place=cell.name) if cell.name else "–"

    # --- Moves -----------------------------------------------------------------------------------------------------

    def playable(self, view: V) -> tuple[Tile, ...]:
        return view.playable

    def choices(self, view: V) -> tuple[Group, ...]:
        """Return a button for each move; override if too many."""
        return (Group(tuple(self.choice(view, move) for move in view.moves)),)

    def choice(self, view: V, move: Move) -> MoveChoice:
        """Return a move as a button."""
        style = Style.MAIN if move.verb in (PLAY, PAIR) else Style.PLAIN
        return MoveChoice(self.label(view, move), move, style, move.tile)

    def place(self, _view: V, move: Move) -> str:
        return f"→ {move.at}"

    def label(self, view: V, move: Move) -> str:
        if move.verb == PAIR:
            return f"{move.tile} + {move.value}{self.pair_sum(move)}"
        if move.verb in (PLAY, SHIFT):
            return f"{move.tile} {self.place(view, move)}"
        return super().label(view, move)

    def pair_sum(self, move: Move) -> str:
        """Return the sum of a pair for its button."""
        if move.tile is None:
            return ""
        one, other = move.tile.pips, Tile.parse(move.value).pips
        return f" ({one} + {other} = {one + other})"

    def focus(self, move: Move) -> Focus:
        """Return the marks of a picture for a move."""
        return Focus(move.tile, (move.at,) if move.at else (), (Tile.parse(move.value),) if move.verb == PAIR else ())


_PAIRS_ACROSS: Final = 7
"""The most pairs beside each other in the picture of a solved solitaire."""


class PairsPresenter(SolitairePresenter[P]):
    """The base presenter of solitaires in which pairs are removed."""

    def removed_texts(self, view: P) -> list[str]:
        return pairs_of(view.removed)

    def solved_tiles(self, view: P) -> render.SolvedTiles:
        """Return the pairs in the order of their removal."""
        ones, others = tuple(view.removed[::2]), tuple(view.removed[1::2])
        starts = range(0, len(ones), _PAIRS_ACROSS)
        rows = (side[start : start + _PAIRS_ACROSS] for start in starts for side in (ones, others))
        return render.SolvedTiles(tuple(rows), paired=True)

    def solved_description(self, view: P) -> str:
        return f"{self.w('solo.taken_out', tiles=', '.join(self.removed_texts(view)))}."


def pairs_of(removed: Sequence[Tile]) -> list[str]:
    """Return removed tiles as one text per pair."""
    return [f"{one} + {other}" for one, other in zip(removed[::2], removed[1::2], strict=True)]


def columns_of(
    columns: Sequence[Sequence[Tile | None]], names: Sequence[str], least: int
) -> tuple[tuple[render.Cell | None, ...], ...]:
    """Return columns as rows; empty columns show names.

    :param columns: the tiles from the top; None is face down.
    :param least: the fewest rows, so that the picture keeps its size.
    """

    def cell(column: Sequence[Tile | None], name: str, row: int) -> render.Cell | None:
        if row < len(column):
            tile = column[row]
            return render.Cell(tile, face_down=tile is None)
        return render.Cell(name=name) if row == 0 and name else None

    height = max(least, *map(len, columns))
    pairs = list(zip(columns, names, strict=True))
    return tuple(tuple(cell(column, name, row) for column, name in pairs) for row in range(height))


def columns_described(w: Words, columns: Sequence[Sequence[Tile | None]]) -> str:
    """Return columns in words, from top to bottom."""
    return " ".join(
        w("alt.column", number=number, tiles=", ".join(str(tile) if tile else w("alt.face_down") for tile in column))
        if column
        else w("alt.column_empty", number=number)
        for number, column in enumerate(columns, 1)
    )


class PyramidPresenter(PairsPresenter[PyramidView]):
    """The presenter of Pyramid."""

    presents = ("pyramid",)
    emblem = render.Emblem.parse("back-@2.2,0 back-@1.1,1.1 back-@3.3,1.1 63-!@0,2.2 41-@2.2,2.2 21-!@4.4,2.2")
    lesson = (
        LessonStep(
            "twelve",
            _PYRAMID,
            answers=(refused("pair 6-5=2-0"), right("pair 6-5=1-0"), refused("pair 6-1=5-0")),
        ),
        LessonStep("turn", _PYRAMID, "pair 6-5=1-0", (right("pair 6-1=4-1"), refused("pair 6-1=5-0"))),
        LessonStep("end", _PYRAMID, "pair 6-5=1-0, pair 6-1=4-1"),
    )

    def facts(self, view: PyramidView) -> list[str]:
        left = sum(map(len, view.rows)) - len(view.removed)
        return [self.w.count("solo.left", left), self.w.count("solo.face_down", len(view.face_down))]

    def grid(self, view: PyramidView) -> render.Grid:
        down = frozenset(view.face_down)
        rows = tuple(
            tuple(render.Cell(tile, f"{row}.{column}" in down) for column, tile in enumerate(tiles, 1))
            for row, tiles in enumerate(view.rows, 1)
        )
        return render.Grid(rows, across=len(view.rows), centred=True)


_GOAL_TILES: Final = 4
"""The number of tiles in a finished column: a double and three tiles."""


class SevenColumnsPresenter(SolitairePresenter[SevenColumnsView]):
    """The presenter of Seven Columns."""

    presents = ("seven_columns",)
    emblem = render.Emblem.parse("66-!@0,0 62-@0,1.1 61-@0,2.2 44-!@2.2,0 43-@2.2,1.1 22-!@4.4,0")
    lesson = (
        LessonStep("move", _COLUMNS, answers=(right("6-1@2"), refused("4-0@2"))),
        LessonStep("double", _COLUMNS, "6-1@2", (refused("5-2@1"), right("6-4@4"))),
        LessonStep("end", _COLUMNS, "6-1@2"),
    )

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

    def touched(self, view: SevenColumnsView, move: Move) -> Tile | None:
        column = view.columns[int(move.at) - 1]
        return column[-1] if column else None

    def clash_text(self, there: Tile, tile: Tile) -> str:
        return self.w("lesson.clash.columns", tile=tile, other=there)

    def description(self, view: SevenColumnsView) -> str:
        return columns_described(self.w, view.columns)

    def choices(self, view: SevenColumnsView) -> tuple[Group, ...]:
        choices = (
            self.choice(view, ways[0]) if len(ways) == 1 else MoveChoice(f"{tile} …", Ask(str(tile)), Style.MAIN, tile)
            for tile, ways in by_tile(view.moves, PLAY).items()
        )
        return (Group(tuple(choices)),)


def _with_goal(cell: render.Cell | None, view: SevenColumnsView, column: int, row: int) -> render.Cell | None:
    """Return a cell, marked as finished or with its goal."""
    tiles = view.columns[column]
    top = tiles[0] if tiles else None
    if cell is not None:
        return replace(cell, home=column + 1 in view.finished)
    if top is None or not top.is_double or row >= _GOAL_TILES:
        return None
    fits = all(tile is not None and top.high in (tile.high, tile.low) for tile in tiles)
    return render.Cell(goal=str(top.high)) if fits else None


class TrianglePresenter(SolitairePresenter[TriangleView]):
    """The presenter of Triangle."""

    presents = ("triangle",)
    emblem = render.Emblem.parse("66-!@0,0 65-@0,1.1 55-@2.2,1.1 64-@0,2.2 54-@2.2,2.2 44-@4.4,2.2")
    lesson = (
        LessonStep("hole", _TRIANGLE, answers=(right("5-2@2.3"), refused("4-1@2.3"), refused("0-0@2.3"))),
        LessonStep("order", _TRIANGLE, "5-2@2.3", (right("4-1@3.2"), wrong("5-0@3.2"))),
        LessonStep("last", _TRIANGLE, "5-2@2.3, 4-1@3.2", (right("0-0@7.1", score=3),)),
    )
    completes: ClassVar[Completes] = {"event.{}": kinds(TakenOut)}

    def facts(self, view: TriangleView) -> list[str]:
        total = sum(map(len, view.rows))
        return [
            self.w("solo.in_order", number=view.in_order, total=total),
            self.w("solo.exits", number=view.exits, total=len(EXITS)),
        ]

    def removed_texts(self, view: TriangleView) -> list[str]:
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

    def touched(self, view: TriangleView, move: Move) -> Tile | None:
        row, column = map(int, move.at.split("."))
        return view.rows[row - 2][column - 1] if row > 1 and move.tile != _BLANK else None

    def clash_text(self, there: Tile, tile: Tile) -> str:
        halves = ((there.high, there.low - 1), (there.high - 1, there.low))
        fitting = [str(Tile(max(pair), min(pair))) for pair in dict.fromkeys(halves) if min(pair) >= 0]
        return self.w("lesson.clash.triangle", tile=tile, other=there, fitting=self.w.either(fitting))

    def choice(self, view: TriangleView, move: Move) -> MoveChoice:
        usual = super().choice(view, move)
        return replace(usual, style=Style.DANGER) if move.verb == REMOVE else usual

    def label(self, view: TriangleView, move: Move) -> str:
        if move.verb == REMOVE:
            return self.w("solo.button.take_out", tile=move.tile)
        return super().label(view, move)


_ROWS = 5


class TwelvesPresenter(PairsPresenter[TwelvesView]):
    """The presenter of Twelves."""

    presents = ("twelves",)
    emblem = render.Emblem.parse("31-@0,0 42-@0,1.1 66-!@0,2.2 50-@2.2,0 21-@2.2,1.1 41-@4.4,0 00-!@4.4,1.1")
    lesson = (
        LessonStep(
            "twelve", _TWELVES, answers=(right("pair 6-5=1-0"), refused("pair 6-5=2-0"), refused("pair 6-6=0-0"))
        ),
        LessonStep("loose", _TWELVES, "pair 6-5=1-0", (right("pair 6-1=5-0"), refused("pair 6-1=4-0"))),
        LessonStep("end", _TWELVES, "pair 6-5=1-0, pair 6-1=5-0"),
    )
    completes: ClassVar[Completes] = {"event.{}": kinds(Shifted)}

    def facts(self, view: TwelvesView) -> list[str]:
        left = len(view.loose) + sum(map(len, view.columns))
        return [self.w.count("solo.left", left)]

    def grid(self, view: TwelvesView) -> render.Grid:
        names = tuple(str(number) for number in range(1, len(view.columns) + 1))
        rows = columns_of((*view.columns, view.loose), (*names, ""), _ROWS)
        return render.Grid(rows, across=len(names) + 1, columns=(*names, self.w("solo.loose")))

    def description(self, view: TwelvesView) -> str:
        loose = self.w("alt.loose", tiles=", ".join(map(str, view.loose))) if view.loose else ""
        return f"{columns_described(self.w, view.columns)} {loose}".rstrip()

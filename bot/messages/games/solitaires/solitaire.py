"""Solitaires: a layout of rows, moves on buttons of their own, and what a hint or a question marks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import ClassVar, TypeVar

from bot import render
from bot.locales import Words
from bot.messages.games.presenter import Completes, Presenter, kinds
from bot.messages.parts.choices import Choice, Focus, Group
from bot.messages.parts.components import Style
from bot.messages.parts.message import Drawing
from games import Move, Tile
from games.core.moves import PLAY
from games.core.solitaire import PAIR, SHIFT, GaveUp, LaidOut, Moved, Paired, SolitaireView, Solved, Stuck, TurnedFaceUp
from games.core.view import DealEnd

V = TypeVar("V", bound=SolitaireView)


class SolitairePresenter(Presenter[V, DealEnd]):
    """How a solitaire looks; a game states its grid and what stands in its footer."""

    completes: ClassVar[Completes] = {"event.{}": kinds(LaidOut, Moved, TurnedFaceUp, Paired, Solved, Stuck, GaveUp)}

    @abstractmethod
    def grid(self, view: V) -> render.Grid:
        """The layout."""

    def taken_out(self, _view: V) -> list[str]:
        """What has been taken out, the last of it at the end: tiles or pairs."""
        return []

    def state(self, view: V) -> list[str]:
        """What has been taken out, what lies at home and what is still wanted, a line each."""
        taken, cells = self.taken_out(view), [cell for row in self.grid(view).rows for cell in row if cell]
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
        return Drawing(paint, self.described(view))

    def letters(self, view: V) -> str:
        return render.grid_text(self.grid(view))

    def described(self, view: V) -> str:
        """The layout in words, row by row."""
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
        """A button for each move; a game with very many asks where a tile goes."""
        return (Group(tuple(self.choice(view, move) for move in view.moves)),)

    def choice(self, view: V, move: Move) -> Choice:
        """A move as a button."""
        style = Style.MAIN if move.verb in (PLAY, PAIR) else Style.PLAIN
        return Choice(self.label(view, move), move, style, move.tile)

    def place(self, _view: V, move: Move) -> str:
        return f"→ {move.at}"

    def label(self, view: V, move: Move) -> str:
        if move.verb == PAIR:
            return f"{move.tile} + {move.value}{self.pair_sum(move)}"
        if move.verb in (PLAY, SHIFT):
            return f"{move.tile} {self.place(view, move)}"
        return super().label(view, move)

    def pair_sum(self, move: Move) -> str:
        """The sum that a pair makes, as its button says it."""
        if move.tile is None:
            return ""
        one, other = move.tile.pips, Tile.parse(move.value).pips
        return f" ({one} + {other} = {one + other})"

    def focus(self, move: Move) -> Focus:
        """What a picture marks to show a move."""
        return Focus(move.tile, (move.at,) if move.at else (), (Tile.parse(move.value),) if move.verb == PAIR else ())


def columns_of(
    columns: Sequence[Sequence[Tile | None]], names: Sequence[str], least: int
) -> tuple[tuple[render.Cell | None, ...], ...]:
    """Columns as rows; None is a tile that lies face down, and an empty column shows its name.

    :param least: how many rows there are at least, so that the picture does not shrink from move to move.
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
    """Columns in words, each from its top to its bottom."""
    return " ".join(
        w("alt.column", number=number, tiles=", ".join(str(tile) if tile else w("alt.face_down") for tile in column))
        if column
        else w("alt.column_empty", number=number)
        for number, column in enumerate(columns, 1)
    )

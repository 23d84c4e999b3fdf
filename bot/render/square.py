"""The square of Domino Square for pictures and text.

A cell is (row, column), rows counted downwards and columns to the right from the higher half of the opening tile. Its
name is a letter for the column and a number for the row, as on a chessboard: ``e6``. The opening tile covers e6 and f6
in every deal, so no cell is renamed while the square grows. No square reaches beyond a1 and j11.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import itemgetter
from string import ascii_lowercase
from typing import Final

from PIL import ImageDraw

from bot.render.deal_end import Row, draw_rows_below, rows_height
from bot.render.drawing import colours
from bot.render.drawing.canvas import FINE, FRAME, LARGE, WIDTH, Canvas, Sprite, blank, sprite
from bot.render.drawing.lettering import text_mask
from bot.render.drawing.marks import clash_mark, empty_place, verdict_mark
from bot.render.drawing.tiles import TileLook, glow, shadow, tile_sprite
from games.core.tiles import Tile

SIZE: Final = 6
"""The most rows and columns of a square."""

Position = tuple[int, int]
"""Row and column."""

Span = tuple[int, int]
"""The first and the last of several rows or columns."""

LaidTile = tuple[Tile, Position, Position]
"""A tile with the cells of its higher and lower half."""

Mark = tuple[str, Sequence[Position]]
"""A place for a tile: its letter, or "" for an outline, and its two cells, upper or left first."""

_OPENING: Final[tuple[Position, Position]] = ((0, 0), (0, 1))
_FIRST: Final = 1 - SIZE
_SECOND: Final = 2 - SIZE


def row_name(row: int) -> str:
    """Return a row's number; 1 is the highest possible."""
    return str(row - _FIRST + 1)


def column_name(column: int) -> str:
    """Return a column's letter; a is the leftmost possible."""
    return ascii_lowercase[column - _SECOND]


def cell_name(cell: Position) -> str:
    """Return a cell's name, such as ``e6``."""
    return column_name(cell[1]) + row_name(cell[0])


@dataclass(frozen=True)
class Square:
    """The tiles on the table, in the order of placing."""

    tiles: Sequence[LaidTile] = ()

    @cached_property
    def rows(self) -> Span:
        """The rows in use, at least the opening tile's."""
        return _span([cell[0] for cell in self._cells])

    @cached_property
    def columns(self) -> Span:
        """The columns in use."""
        return _span([cell[1] for cell in self._cells])

    @property
    def within_rows(self) -> Span:
        """The rows within reach, upwards or downwards."""
        return self.rows[1] + 1 - SIZE, self.rows[0] + SIZE - 1

    @property
    def within_columns(self) -> Span:
        """The columns that tiles may reach."""
        return self.columns[1] + 1 - SIZE, self.columns[0] + SIZE - 1

    @cached_property
    def _cells(self) -> list[Position]:
        return [cell for _, *cells in self.tiles for cell in cells] or list(_OPENING)


def _span(numbers: Sequence[int]) -> Span:
    return min(numbers), max(numbers)


_PADDING: Final = 12
"""The gap between the frame and the content at the usual width."""
_NAMES: Final = 40
"""The width of the row names' strip, and the column names' height."""
_LETTERS: Final = 26
_LARGEST_UNIT: Final = 84
_TALLEST: Final = 860
_BOARD: Final = 400
"""The greatest height of the cells of a board: a phone shows it with all that stands around it."""
_PLACES: Final = 540
"""The greatest height of the cells with lettered places, which are shown above their buttons."""
_ABOVE: Final = 220
"""The greatest height of the cells above a hand."""
_ABOVE_UNIT: Final = 56
"""The greatest side of a cell there."""
_JUDGED: Final = 380
"""The greatest height of the cells with judged moves, which are shown above the hand."""
_LINE: Final = 4
"""The thickness of the line at the limit of the square."""
_SEAM: Final = 1
"""The gap between the ground of a cell and its edges, in pixels."""


def square(laid: Square, *, last: int | None) -> bytes:
    """Return a square with the room that the next tile may reach (PNG).

    :param last: the index of the last tile, which is marked; None marks none.
    """
    rows, columns = _reached(laid.rows, laid.within_rows), _reached(laid.columns, laid.within_columns)
    figure = _Figure.of(rows, columns, tallest=_BOARD)
    canvas = Canvas(WIDTH, figure.height, 1)
    figure.draw(canvas, laid, last=last)
    return canvas.png(few_colours=True)


@dataclass(frozen=True)
class SquareAbove:
    """The square above a hand, as far as it has tiles."""

    laid: Square

    def height(self, *, large: bool) -> int:
        """Return its height in pixels."""
        return self._figure(large=large).height

    def draw(self, canvas: Canvas, *, large: bool) -> None:
        """Draw it at the top of a hand."""
        self._figure(large=large).draw(canvas, self.laid, last=len(self.laid.tiles) - 1)

    def _figure(self, *, large: bool) -> _Figure:
        rows = self.laid.rows[1] - self.laid.rows[0] + 1
        return _Figure.of(self.laid.rows, self.laid.columns, large=large, tallest=min(_ABOVE, _ABOVE_UNIT * rows))


def square_places(laid: Square, marks: Sequence[Mark], *, large: bool = False) -> bytes:
    """Return a square with lettered places, as a PNG file.

    They are the possible places of a tile. Only the part with tiles or marks is drawn, so that letters are as large as
    possible. The file may reach 17 kB: ten letters on discs add 2 kB to the 14 kB of a full square.

    :param large: whether cells may be larger than usual.
    """
    cells = [cell for _, place in marks for cell in place]
    rows = _widened(laid.rows, [row for row, _ in cells])
    columns = _widened(laid.columns, [column for _, column in cells])
    figure = _Figure.of(rows, columns, large=large, tallest=_PLACES)
    canvas = Canvas(WIDTH, figure.height, 1)
    figure.draw(canvas, laid, last=None)
    for letter, place in marks:
        figure.draw_mark(canvas, letter, place)
    return canvas.png(few_colours=True)


def square_moves(laid: Square, moves: Sequence[tuple[LaidTile, bool]]) -> bytes:
    """Return a square with tiles that could be placed, as a PNG file.

    :param moves: each with True for a tick and False for a cross.
    """
    cells = [cell for (_, *covered), _ in moves for cell in covered]
    rows = _widened(laid.rows, [row for row, _ in cells])
    columns = _widened(laid.columns, [column for _, column in cells])
    figure = _Figure.of(rows, columns, tallest=_JUDGED)
    canvas = Canvas(WIDTH, figure.height, 1)
    figure.draw(canvas, laid, last=len(laid.tiles) - 1)
    for tile, right in sorted(moves, key=itemgetter(1)):
        figure.draw_move(canvas, tile, right=right)
    return canvas.png()


def square_clash(laid: Square, tile: LaidTile, clashing: Collection[Position]) -> bytes:
    """Return a square with a tile that must not be there, as a PNG file.

    :param clashing: the cells whose halves are marked.
    """
    rows = _widened(laid.rows, [row for row, _ in tile[1:]])
    columns = _widened(laid.columns, [column for _, column in tile[1:]])
    figure = _Figure.of(rows, columns)
    canvas = Canvas(WIDTH, figure.height, 1)
    figure.draw(canvas, laid, last=None)
    figure.draw_clash(canvas, tile, clashing)
    return canvas.png(few_colours=True)


def square_end(laid: Square, rows: Sequence[Row], *, last: int | None, best: Collection[int] = ()) -> bytes:
    """Return the final square above the hands, as a PNG file.

    The file may reach 20 kB: it has all 18 tiles of a deal in two sizes, and up to four names.

    :param rows: name and tiles of each player.
    :param best: the indices of the winners' rows, which are marked.
    """
    figure = _Figure.of(laid.within_rows, laid.within_columns)
    canvas = Canvas(WIDTH, figure.height + rows_height(rows), 1)
    figure.draw(canvas, laid, last=last)
    draw_rows_below(canvas, figure.height, rows, best)
    return canvas.png(few_colours=True)


def _reached(span: Span, within: Span) -> Span:
    """Return the rows or columns that one more tile may reach."""
    return max(span[0] - 2, within[0]), min(span[1] + 2, within[1])


def _widened(span: Span, numbers: Sequence[int]) -> Span:
    return min((span[0], *numbers)), max((span[1], *numbers))


@dataclass(frozen=True)
class _Figure:
    """Some rows and columns of the table, fitted to a picture.

    :ivar unit: the side of a cell in pixels, half the length of a tile.
    :ivar x, y: the upper left corner of the first cell, in pixels.
    :ivar height: the height of the picture in pixels.
    :ivar scale: the size of its letters relative to a usual picture.
    """

    rows: Span
    columns: Span
    unit: int
    x: int
    y: int
    height: int
    scale: float

    @classmethod
    def of(cls, rows: Span, columns: Span, *, large: bool = False, tallest: float = _TALLEST) -> _Figure:
        """Fit rows and columns to a picture."""
        scale = LARGE if large else 1
        border, strip = FRAME + _PADDING, round(_NAMES * scale)
        wide, high = columns[1] - columns[0] + 1, rows[1] - rows[0] + 1
        unit = int(min(_LARGEST_UNIT * scale, (WIDTH - 2 * border - strip) / wide, tallest * scale / high))
        unit -= unit % 2
        x = (WIDTH + strip - wide * unit) // 2
        return cls(rows, columns, unit, x, border + strip, border + strip + high * unit + border + _PADDING, scale)

    def at(self, cell: Position) -> tuple[int, int]:
        """Return the upper left corner of a cell."""
        return self.x + (cell[1] - self.columns[0]) * self.unit, self.y + (cell[0] - self.rows[0]) * self.unit

    def draw(self, canvas: Canvas, laid: Square, *, last: int | None) -> None:
        """Draw the square on a table of sufficient size."""
        self._draw_ground(canvas, laid)
        self._draw_names(canvas)
        if not laid.tiles:
            x, y = self.at((0, 1))
            canvas.lay(_outline(self.unit, upright=False), x, y + self.unit // 2)
        slots = [(index, *self._slot(tile)) for index, tile in enumerate(laid.tiles)]
        for _, (x, y), upright, _ in slots:
            canvas.lay(shadow(self.unit, upright=upright), x, y)
        self._draw_ends(canvas, laid)
        for index, (x, y), upright, (first, second) in slots:
            look = TileLook.LAST if index == last else TileLook.PLAIN
            canvas.lay(tile_sprite(self.unit, first, second, upright=upright, look=look), x, y)

    def _slot(self, laid: LaidTile) -> tuple[tuple[int, int], bool, tuple[int, int]]:
        """Return a tile's corner, whether upright, and halves (upper, left first)."""
        tile, high, low = laid
        halves = (tile.high, tile.low) if high < low else (tile.low, tile.high)
        return self.at(min(high, low)), high[1] == low[1], halves

    def _draw_ground(self, canvas: Canvas, laid: Square) -> None:
        for row in range(self.rows[0], self.rows[1] + 1):
            for column in range(self.columns[0], self.columns[1] + 1):
                in_use = laid.rows[0] <= row <= laid.rows[1] and laid.columns[0] <= column <= laid.columns[1]
                x, y = self.at((row, column))
                ground = colours.FELT_LIGHT if in_use else colours.FELT_DEEP
                canvas.fill((x + _SEAM, y + _SEAM, x + self.unit - _SEAM, y + self.unit - _SEAM), ground)

    def _draw_ends(self, canvas: Canvas, laid: Square) -> None:
        """Draw a line where the square cannot grow."""
        line = max(2, round(_LINE * self.scale))
        (left, top), (right, bottom) = (self.x, self.y), self.at((self.rows[1] + 1, self.columns[1] + 1))
        ends = (
            (self.columns[0] == laid.within_columns[0], (left - line, top - line, left, bottom + line)),
            (self.columns[1] == laid.within_columns[1], (right, top - line, right + line, bottom + line)),
            (self.rows[0] == laid.within_rows[0], (left - line, top - line, right + line, top)),
            (self.rows[1] == laid.within_rows[1], (left - line, bottom, right + line, bottom + line)),
        )
        for is_end, box in ends:
            if is_end:
                canvas.fill(box, colours.BRASS)

    def _draw_names(self, canvas: Canvas) -> None:
        away = round((_NAMES / 2 + _LINE / 2) * self.scale)
        size, half = round(_LETTERS * self.scale), self.unit // 2
        for column in range(self.columns[0], self.columns[1] + 1):
            x, _ = self.at((self.rows[0], column))
            y = self.y - away
            canvas.write(column_name(column), (x + half, y), size=size, anchor="middle", ink=colours.MINT)
        for row in range(self.rows[0], self.rows[1] + 1):
            _, y = self.at((row, self.columns[0]))
            x = self.x - away
            canvas.write(row_name(row), (x, y + half), size=size, anchor="middle", ink=colours.MINT)

    def draw_move(self, canvas: Canvas, laid: LaidTile, *, right: bool) -> None:
        """Draw a tile that could be placed, with a tick or cross."""
        (x, y), upright, (first, second) = self._slot(laid)
        canvas.lay(shadow(self.unit, upright=upright), x, y)
        look = TileLook.PLAIN if right else TileLook.DIM
        canvas.lay(tile_sprite(self.unit, first, second, upright=upright, look=look), x, y)
        middle = (x + self.unit // 2, y + self.unit) if upright else (x + self.unit, y + self.unit // 2)
        canvas.lay(verdict_mark(round(_VERDICT * self.unit) // 2 * 2, verdict=right), *middle)

    def draw_clash(self, canvas: Canvas, laid: LaidTile, clashing: Collection[Position]) -> None:
        """Draw a tile that must not be there, and mark cells."""
        (x, y), upright, (first, second) = self._slot(laid)
        canvas.lay(shadow(self.unit, upright=upright), x, y)
        canvas.lay(tile_sprite(self.unit, first, second, upright=upright), x, y)
        for cell in clashing:
            canvas.lay(clash_mark(self.unit), *self.at(cell))

    def draw_mark(self, canvas: Canvas, letter: str, place: Sequence[Position]) -> None:
        """Draw a place's letter between its cells, with a bar."""
        (left, top), (right, bottom) = map(self.at, place)
        upright = left == right
        x, y = (left + right + self.unit) // 2, (top + bottom + self.unit) // 2
        if letter:
            canvas.lay(_badge(self.unit, letter, upright=upright), x, y)
            return
        canvas.lay(glow(self.unit, upright=upright), left, top)
        canvas.lay(_outline(self.unit, upright=upright), x, y)
        self._draw_names(canvas)  # over the light


_VERDICT: Final = 0.5
"""The size of a tick or cross in units."""
_REACH: Final = 0.24
"""The radius of a letter's disc in units; discs on adjacent edges never touch."""
_BAR: Final = 0.4
"""The length of the bar on each side of the disc's middle, in units."""
_THICK: Final = 0.045
"""Half the thickness of the bar in units."""


@lru_cache(maxsize=512)
def _badge(unit: int, letter: str, *, upright: bool) -> Sprite:
    """Return a letter on a bar between two cells; origin: its middle."""
    fine = unit * FINE
    image = blank(fine, fine)
    pen = ImageDraw.Draw(image)
    middle = fine / 2
    long, thick, reach = _BAR * fine, _THICK * fine, _REACH * fine
    wide, high = (thick, long) if upright else (long, thick)
    pen.rounded_rectangle((middle - wide, middle - high, middle + wide, middle + high), thick, fill=colours.GLOW)
    pen.ellipse((middle - reach, middle - reach, middle + reach, middle + reach), fill=colours.GLOW)
    mask = text_mask(letter, round(0.38 * fine))
    mask = mask.crop(mask.getbbox())
    image.paste((*colours.PIP, 255), (round(middle - mask.width / 2), round(middle - mask.height / 2)), mask)
    return sprite(image, ground=colours.FELT_DEEP, origin=(unit // 2, unit // 2))


@lru_cache(maxsize=8)
def _outline(unit: int, *, upright: bool) -> Sprite:
    """Return a tile's outline; its origin is its middle."""
    standing = empty_place(unit)
    return standing if upright else standing.turned()

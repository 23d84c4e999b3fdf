"""The end of a deal: tiles left in each hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image

from bot.render.chips import HEIGHT, Chips, draw_chips
from bot.render.drawing import colours
from bot.render.drawing.canvas import FRAME, TALLEST, WIDTH, Canvas, line_height
from bot.render.drawing.lettering import LEGIBLE, as_name, wrapped
from bot.render.drawing.marks import draw_verdicts
from bot.render.drawing.tiles import shadow, tile_sprite
from bot.render.line import LineFigure
from games.core.line import LineView
from games.core.tiles import Tile

Row = tuple[str, Sequence[Tile]]
"""A player's name and the tiles left in their hand."""

_UNITS: Final = range(42, 22, -2)
"""Sizes of tiles in hands, by the room beside the line."""
_ROWS_HEIGHT: Final = 470
_MANY_ROWS_HEIGHT: Final = 590
_FEW_ROWS: Final = 4
"""The most hands that have to fit `_ROWS_HEIGHT`; more may be higher."""
_LINE_LEAST: Final = 160
_GAP: Final = 5
_PADDING: Final = FRAME + 10
_NAME_LEFT: Final = 18
_NAME_WIDTH: Final = 236
_TILES_LEFT: Final = _PADDING + _NAME_LEFT + _NAME_WIDTH + 10
_SUM_RIGHT: Final = WIDTH - _PADDING - 18
_HALF: Final = (WIDTH - 2 * _PADDING) // 2
_TILES_WIDTH: Final = 7 * (_UNITS[0] + _GAP)
_ALL_WIDTH: Final = _SUM_RIGHT - _TILES_LEFT
"""The widths of tiles beside a sum, and without one."""
_ROW_SPACE: Final = 14
_BAR: Final = 8
_SUM_LETTERS: Final = 36
_NAME_LINES: Final = 3
_LEAST_ROW: Final = 76
_PIPS_BELOW: Final = 20


def deal_end(
    line: LineView,
    rows: Sequence[Row],
    *,
    last: int | None = None,
    best: Collection[int] = (),
    counted: Sequence[int] = (),
) -> bytes:
    """Return a final line above hands (PNG, at most 4:3 high).

    :param rows: name and tiles of each player; a long name is cut and ends in an ellipsis.
    :param last: the index in the line of the last tile.
    :param best: the indices of the rows marked as the best.
    :param counted: the points of each hand, by default its pips; differing pips are shown below in brackets.
    """
    return _line_and_rows(line, _Rows.of(rows, counted or _pips(rows), best), last)


def board_with_tiles(line: LineView, rows: Sequence[Row], *, last: int | None, chips: Sequence[Chips] = ()) -> bytes:
    """Return a `board` above open tiles, as a PNG file.

    :param chips: the chips of the players, at the bottom; empty in a game without chips.
    """
    return _line_and_rows(line, _Rows.of(rows, (), ()), last, chips)


def _pips(rows: Sequence[Row]) -> tuple[int, ...]:
    return tuple(sum(tile.pips for tile in tiles) for _, tiles in rows)


def _line_and_rows(line: LineView, rows: _Rows, last: int | None, chips: Sequence[Chips] = ()) -> bytes:
    below = rows.height + _PADDING if rows.rows or not chips else 0
    foot = HEIGHT + _PADDING // 2 if chips else 0
    room = TALLEST - below - foot
    figure = LineFigure.of(line, tallest=room, shortest=min(_LINE_LEAST, room))
    canvas = Canvas(WIDTH, figure.height + below + foot, 1)
    figure.draw(canvas, line, last=last)
    if below:
        _draw_below(canvas, figure.height, rows)
    if chips:
        draw_chips(canvas, figure.height + below - _ROW_SPACE * (not below), chips)
    return canvas.png(few_colours=True)


def rows_height(rows: Sequence[Row]) -> int:
    """Return the height that the rows add to a picture."""
    return _Rows.of(rows, (), ()).height + _PADDING


def draw_rows_below(
    canvas: Canvas,
    top: int,
    rows: Sequence[Row],
    best: Collection[int],
    *,
    judged: Sequence[tuple[Tile, bool]] = (),
) -> None:
    """Draw names and tiles below a seam; see `deal_end`.

    :param top: the lower edge of the rest of the picture, which becomes higher by `rows_height`.
    :param judged: tiles with a tick (True) or a cross.
    """
    _draw_below(canvas, top, replace(_Rows.of(rows, (), best), judged=judged))


def _draw_below(canvas: Canvas, top: int, rows: _Rows) -> None:
    draw_seam(canvas, top - _ROW_SPACE, _PADDING)
    rows.draw(canvas, top)


@dataclass(frozen=True)
class _Rows:
    """Hands one below the other.

    :ivar counted: the points of each hand; empty to show none.
    :ivar best: the indices of the marked rows.
    :ivar unit: half the length of a tile in pixels.
    :ivar columns: the number of hands side by side; in two columns names are above the tiles.
    :ivar judged: tiles with a tick (True) or a cross.
    """

    rows: Sequence[Row]
    counted: Sequence[int]
    best: Collection[int]
    unit: int
    columns: int = 1
    judged: Sequence[tuple[Tile, bool]] = ()

    @classmethod
    def of(cls, rows: Sequence[Row], counted: Sequence[int], best: Collection[int]) -> _Rows:
        """Return the hands with tiles as large as possible, without sums perhaps in two columns."""
        most = _ROWS_HEIGHT if len(rows) <= _FEW_ROWS else _MANY_ROWS_HEIGHT
        columns = (1,) if counted or len(rows) <= _FEW_ROWS else (1, 2)
        sizes = [cls(rows, counted, best, unit, across) for unit in _UNITS for across in columns]
        return next((size for size in sizes if size.height <= most), sizes[-1])

    @property
    def height(self) -> int:
        return sum(map(self._height_of, self._lines)) or 2 * self.unit

    @property
    def _lines(self) -> list[Sequence[Row]]:
        """The hands that are side by side."""
        return [self.rows[first : first + self.columns] for first in range(0, len(self.rows), self.columns)]

    @property
    def _in_a_row(self) -> int:
        room = (_TILES_WIDTH if self.counted else _ALL_WIDTH) if self.columns == 1 else _HALF - 2 * _NAME_LEFT
        return room // (self.unit + _GAP)

    def _names_height(self, line: Sequence[Row]) -> int:
        """Return the height of the names above the tiles, where there are two columns."""
        if self.columns == 1:
            return 0
        return max(len(self._name(name)) for name, _ in line) * line_height(LEGIBLE) + _GAP

    def _name(self, name: str) -> list[str]:
        width = _NAME_WIDTH if self.columns == 1 else _HALF - 2 * _NAME_LEFT
        return wrapped(as_name(name), LEGIBLE, width, _NAME_LINES)

    def _height_of(self, line: Sequence[Row]) -> int:
        rows = max(max(1, -(-len(tiles) // self._in_a_row)) for _, tiles in line)
        tiles_height = rows * (2 * self.unit + _GAP) - _GAP
        return max(_LEAST_ROW, self._names_height(line) + tiles_height + 2 * _ROW_SPACE)

    def draw(self, canvas: Canvas, top: int) -> None:
        """Draw the rows from the height `top` down."""
        for first, line in zip(range(0, len(self.rows), self.columns), self._lines, strict=True):
            height = self._height_of(line)
            for number, row in enumerate(line, first):
                self._draw_row(canvas, top, height, number, row)
            top += height

    def _draw_row(self, canvas: Canvas, top: int, height: int, number: int, row: Row) -> None:
        name, tiles = row
        is_best, across = number in self.best, number % self.columns
        left, right = (
            _PADDING + across * _HALF,
            WIDTH - _PADDING if self.columns == 1 else _PADDING + across * _HALF + _HALF,
        )
        if is_best:
            _draw_stripe(canvas, (left, top + 3, right, top + height - 3))
        ground = colours.FELT_LIGHT if is_best else colours.FELT
        ink = colours.GLOW if is_best else colours.TEXT
        middle, names = top + height // 2, self._names_height([row])
        left += _NAME_LEFT
        at = (left, middle if self.columns == 1 else top + _ROW_SPACE + names // 2 - _GAP)
        width = _NAME_WIDTH if self.columns == 1 else _HALF - 2 * _NAME_LEFT
        canvas.write_lines(self._name(name), at, width=width, ink=ink, ground=ground)
        self._draw_tiles(canvas, (_TILES_LEFT if self.columns == 1 else left, top + _ROW_SPACE + names), tiles)
        if self.counted:
            pips = sum(tile.pips for tile in tiles)
            otherwise = self.counted[number] != pips
            at = (_SUM_RIGHT, middle - otherwise * _PIPS_BELOW // 2)
            canvas.write(str(self.counted[number]), at, size=_SUM_LETTERS, anchor="right", ink=ink, ground=ground)
            if otherwise:
                at = (_SUM_RIGHT, middle + _PIPS_BELOW)
                canvas.write(f"({pips})", at, size=LEGIBLE, anchor="right", ink=ink, ground=ground)

    def _draw_tiles(self, canvas: Canvas, corner: tuple[int, int], tiles: Sequence[Tile]) -> None:
        for place, tile in enumerate(tiles):
            line, column = divmod(place, self._in_a_row)
            x, y = corner[0] + column * (self.unit + _GAP), corner[1] + line * (2 * self.unit + _GAP)
            canvas.lay(shadow(self.unit, upright=True), x, y)
            canvas.lay(tile_sprite(self.unit, tile.high, tile.low, upright=True), x, y)
            draw_verdicts(canvas, (x, y), self.unit, tile, self.judged)


def _draw_stripe(canvas: Canvas, box: tuple[int, int, int, int]) -> None:
    """Draw the lighter, lit background of a best row."""
    left, top, _, bottom = box
    canvas.fill(box, colours.FELT_LIGHT)
    canvas.fill((left, top, left + _BAR, bottom), colours.GLOW)


_TOP: Final = FRAME + 10


def with_hands(
    board: Callable[[], bytes],
    rows: Sequence[Row],
    *,
    lit: Collection[int] = (),
    judged: Sequence[tuple[Tile, bool]] = (),
) -> bytes:
    """Return a table above its players' hands, as a PNG file.

    :param board: a function that draws the table.
    :param rows: name and tiles of each player.
    :param lit: the indices of the highlighted rows.
    :param judged: tiles with a tick (True) or a cross.
    """
    lower = Canvas(WIDTH, _TOP + rows_height(rows), 1)
    draw_rows_below(lower, _TOP, rows, lit, judged=judged)
    return one_above_the_other(colours.read(board()), lower.image).png(few_colours=not judged)


_RIM: Final = 1.66
_CORNER: Final = 2.5
"""The width of a frame with its inner shade, and of its corners, in frames."""
_BETWEEN: Final = 8
"""The gap between two joined pictures, in pixels at the usual width."""


def one_above_the_other(upper: Image.Image, lower: Image.Image) -> Canvas:
    """Return two pictures on one table, in one frame if they are equally wide."""
    width = max(upper.width, lower.width)
    scale = width / WIDTH
    joined = upper.width == lower.width
    rim, gap = (round(_RIM * FRAME * scale), round(_BETWEEN * scale)) if joined else (0, 0)
    both = Canvas(width, upper.height + lower.height - 2 * rim + gap, scale)
    table, end = both.image.copy(), upper.height - rim
    both.image.paste(upper.crop((0, 0, upper.width, end)), ((width - upper.width) // 2, 0))
    both.image.paste(lower.crop((0, rim, lower.width, lower.height)), ((width - lower.width) // 2, end + gap))
    if joined:
        corner = round(_CORNER * FRAME * scale)
        for left in (0, width - corner):
            box = (left, end - corner + rim, left + corner, end + gap + corner - rim)
            both.image.paste(table.crop(box), box)
        draw_seam(both, end + gap // 2, round(_PADDING * scale))
    return both


def draw_seam(canvas: Canvas, y: int, margin: int) -> None:
    """Draw a line from side to side."""
    canvas.fill((margin, y, canvas.width - margin, y + 2), colours.FELT_DEEP)
    canvas.fill((margin, y + 2, canvas.width - margin, y + 3), colours.FELT_LIGHT)

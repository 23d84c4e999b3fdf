"""The end of a deal: tiles left in each hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image

from bot.render.chips import HEIGHT, Chips, draw_chips
from bot.render.drawing import colours
from bot.render.drawing.canvas import FRAME, TALLEST, WIDTH, Canvas
from bot.render.drawing.lettering import as_name
from bot.render.drawing.marks import draw_verdicts
from bot.render.drawing.tiles import shadow, tile_sprite
from bot.render.line import LineFigure
from games.core.line import LineView
from games.core.tiles import Tile

Row = tuple[str, Sequence[Tile]]
"""A player's name and the tiles left in their hand."""

_UNITS: Final = (42, 36, 30, 24)
"""Sizes of tiles in hands, by the room beside the line."""
_ROWS_HEIGHT: Final = 470
_LINE_LEAST: Final = 160
_GAP: Final = 5
_PADDING: Final = FRAME + 10
_NAME_LEFT: Final = 18
_NAME_WIDTH: Final = 236
_TILES_LEFT: Final = _PADDING + _NAME_LEFT + _NAME_WIDTH + 10
_SUM_RIGHT: Final = WIDTH - _PADDING - 18
_TILES_WIDTH: Final = 7 * (_UNITS[0] + _GAP)
_ROW_SPACE: Final = 14
_BAR: Final = 8
_LETTERS: Final = 27
_SUM_LETTERS: Final = 36
_PIPS_LETTERS: Final = 24
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
    return _Rows.of(rows, _pips(rows), ()).height + _PADDING


def draw_rows_below(
    canvas: Canvas,
    top: int,
    rows: Sequence[Row],
    best: Collection[int],
    *,
    sums: bool,
    judged: Sequence[tuple[Tile, bool]] = (),
) -> None:
    """Draw names and tiles below a seam; see `deal_end`.

    :param top: the lower edge of the rest of the picture, which becomes higher by `rows_height`.
    :param sums: whether the pips of each row are shown.
    :param judged: tiles with a tick (True) or a cross.
    """
    _draw_below(canvas, top, replace(_Rows.of(rows, _pips(rows) if sums else (), best), judged=judged))


def _draw_below(canvas: Canvas, top: int, rows: _Rows) -> None:
    draw_seam(canvas, top - _ROW_SPACE, _PADDING)
    rows.draw(canvas, top)


@dataclass(frozen=True)
class _Rows:
    """Hands one below the other.

    :ivar counted: the points of each hand; empty to show none.
    :ivar best: the indices of the marked rows.
    :ivar unit: half the length of a tile in pixels.
    :ivar judged: tiles with a tick (True) or a cross.
    """

    rows: Sequence[Row]
    counted: Sequence[int]
    best: Collection[int]
    unit: int
    judged: Sequence[tuple[Tile, bool]] = ()

    @classmethod
    def of(cls, rows: Sequence[Row], counted: Sequence[int], best: Collection[int]) -> _Rows:
        """Return the hands with tiles as large as possible."""
        sizes = [cls(rows, counted, best, unit) for unit in _UNITS]
        return next((size for size in sizes if size.height <= _ROWS_HEIGHT), sizes[-1])

    @property
    def height(self) -> int:
        return sum(self._height_of(tiles) for _, tiles in self.rows) or 2 * self.unit

    def _in_a_row(self) -> int:
        return _TILES_WIDTH // (self.unit + _GAP)

    def _height_of(self, tiles: Sequence[Tile]) -> int:
        lines = max(1, -(-len(tiles) // self._in_a_row()))
        return lines * (2 * self.unit + _GAP) - _GAP + 2 * _ROW_SPACE

    def draw(self, canvas: Canvas, top: int) -> None:
        """Draw the rows from the height `top` down."""
        for number, (name, tiles) in enumerate(self.rows):
            height = self._height_of(tiles)
            is_best = number in self.best
            if is_best:
                _draw_stripe(canvas, top + 3, top + height - 3)
            ground = colours.FELT_LIGHT if is_best else colours.FELT
            ink = colours.GLOW if is_best else colours.TEXT
            middle = top + height // 2
            left = _PADDING + _NAME_LEFT
            canvas.write(as_name(name), (left, middle), size=_LETTERS, width=_NAME_WIDTH, ink=ink, ground=ground)
            self._draw_tiles(canvas, top + _ROW_SPACE, tiles)
            if self.counted:
                pips = sum(tile.pips for tile in tiles)
                otherwise = self.counted[number] != pips
                at = (_SUM_RIGHT, middle - otherwise * _PIPS_BELOW // 2)
                canvas.write(str(self.counted[number]), at, size=_SUM_LETTERS, anchor="right", ink=ink, ground=ground)
                if otherwise:
                    at = (_SUM_RIGHT, middle + _PIPS_BELOW)
                    canvas.write(f"({pips})", at, size=_PIPS_LETTERS, anchor="right", ink=ink, ground=ground)
            top += height

    def _draw_tiles(self, canvas: Canvas, top: int, tiles: Sequence[Tile]) -> None:
        for place, tile in enumerate(tiles):
            line, column = divmod(place, self._in_a_row())
            x, y = _TILES_LEFT + column * (self.unit + _GAP), top + line * (2 * self.unit + _GAP)
            canvas.lay(shadow(self.unit, upright=True), x, y)
            canvas.lay(tile_sprite(self.unit, tile.high, tile.low, upright=True), x, y)
            draw_verdicts(canvas, (x, y), self.unit, tile, self.judged)


def _draw_stripe(canvas: Canvas, top: int, bottom: int) -> None:
    """Draw the lighter, lit background of a best row."""
    canvas.fill((_PADDING, top, WIDTH - _PADDING, bottom), colours.FELT_LIGHT)
    canvas.fill((_PADDING, top, _PADDING + _BAR, bottom), colours.GLOW)


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
    draw_rows_below(lower, _TOP, rows, lit, sums=False, judged=judged)
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

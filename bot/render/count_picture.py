"""The pictures of a deal's end: the tiles left in each hand with their pips, and the final line above them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from games.core.line import LineView
from games.core.tiles import Tile

from . import colours
from .canvas import FRAME, Table
from .line_picture import WIDTH, LineFigure
from .sprites import shadow, tile_sprite

__all__ = ["Row", "board_with_tiles", "deal_end", "draw_rows_below", "hands", "rows_height"]

Row = tuple[str, Sequence[Tile]]
"""A player's name and the tiles left in his hand."""

_UNIT: Final = 42
_GAP: Final = 5
_A_ROW: Final = 7
_PADDING: Final = FRAME + 10
_NAME_LEFT: Final = 18
_NAME_WIDTH: Final = 236
_TILES_LEFT: Final = _PADDING + _NAME_LEFT + _NAME_WIDTH + 10
_SUM_RIGHT: Final = WIDTH - _PADDING - 18
_ROW_SPACE: Final = 14
_BAR: Final = 8
_LETTERS: Final = 27
_SUM_LETTERS: Final = 36


def hands(rows: Sequence[Row], *, best: Collection[int] = ()) -> bytes:
    """The hands at a deal's end, one below the other, each with its pips together, as a PNG file.

    :param rows: name and tiles of each player; a long name is cut and ends in an ellipsis.
    :param best: the indices of the rows that are marked as the best.
    """
    table = Table(WIDTH, 2 * _PADDING + _height(rows), 1)
    _draw_rows(table, _PADDING, rows, best, sums=True)
    return table.png()


def deal_end(line: LineView, rows: Sequence[Row], *, last: int | None = None, best: Collection[int] = ()) -> bytes:
    """The final line of play above the hands, as a PNG file; see `board` and `hands`."""
    return _line_and_rows(line, rows, last, best, sums=True)


def board_with_tiles(line: LineView, rows: Sequence[Row], *, last: int | None) -> bytes:
    """The line of play above the tiles that lie open before players, as a PNG file; see `board`."""
    return _line_and_rows(line, rows, last, (), sums=False)


def _line_and_rows(
    line: LineView, rows: Sequence[Row], last: int | None, best: Collection[int], *, sums: bool
) -> bytes:
    figure = LineFigure.of(line)
    table = Table(WIDTH, figure.height + rows_height(rows), 1)
    figure.draw(table, line, last=last)
    draw_rows_below(table, figure.height, rows, best, sums=sums)
    return table.png()


def rows_height(rows: Sequence[Row]) -> int:
    """How much higher a picture is that has such rows at its foot."""
    return _height(rows) + _PADDING


def draw_rows_below(table: Table, top: int, rows: Sequence[Row], best: Collection[int], *, sums: bool) -> None:
    """Draw rows of names and tiles at the foot of a picture, below a seam; see `hands`.

    :param top: where the rest of the picture ends; from there it is higher by `rows_height`.
    :param sums: whether the pips of each row are told.
    """
    edge = top - _ROW_SPACE
    table.fill((_PADDING, edge, WIDTH - _PADDING, edge + 2), colours.FELT_DEEP)
    table.fill((_PADDING, edge + 2, WIDTH - _PADDING, edge + 3), colours.FELT_LIGHT)
    _draw_rows(table, top, rows, best, sums=sums)


def _height(rows: Sequence[Row]) -> int:
    return sum(_row_height(tiles) for _, tiles in rows) or 2 * _UNIT


def _lines(tiles: Sequence[Tile]) -> int:
    return max(1, -(-len(tiles) // _A_ROW))


def _row_height(tiles: Sequence[Tile]) -> int:
    return _lines(tiles) * (2 * _UNIT + _GAP) - _GAP + 2 * _ROW_SPACE


def _draw_rows(table: Table, top: int, rows: Sequence[Row], best: Collection[int], *, sums: bool) -> None:
    for number, (name, tiles) in enumerate(rows):
        height = _row_height(tiles)
        is_best = number in best
        if is_best:
            _draw_stripe(table, top + 3, top + height - 3)
        ground = colours.FELT_LIGHT if is_best else colours.FELT
        ink = colours.GLOW if is_best else colours.TEXT
        middle = top + height // 2
        left = _PADDING + _NAME_LEFT
        table.write(name, (left, middle), size=_LETTERS, width=_NAME_WIDTH, ink=ink, ground=ground)
        _draw_tiles(table, top + _ROW_SPACE, tiles)
        if sums:
            pips = str(sum(tile.pips for tile in tiles))
            table.write(pips, (_SUM_RIGHT, middle), size=_SUM_LETTERS, anchor="right", ink=ink, ground=ground)
        top += height


def _draw_stripe(table: Table, top: int, bottom: int) -> None:
    """The lighter ground of a best row, with a bar of light at its left."""
    table.fill((_PADDING, top, WIDTH - _PADDING, bottom), colours.FELT_LIGHT)
    table.fill((_PADDING, top, _PADDING + _BAR, bottom), colours.GLOW)


def _draw_tiles(table: Table, top: int, tiles: Sequence[Tile]) -> None:
    for place, tile in enumerate(tiles):
        line, column = divmod(place, _A_ROW)
        x, y = _TILES_LEFT + column * (_UNIT + _GAP), top + line * (2 * _UNIT + _GAP)
        table.lay(shadow(_UNIT, upright=True), x, y)
        table.lay(tile_sprite(_UNIT, tile.high, tile.low, upright=True), x, y)

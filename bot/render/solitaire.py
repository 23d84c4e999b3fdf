"""The picture of a solitaire.

The name of each tile is below it, legible in a picture 350 pixels wide.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.drawing import colours
from bot.render.drawing.canvas import FRAME, LARGE_WIDTH, WIDTH, Canvas
from bot.render.drawing.marks import ghost_place, lying_place
from bot.render.drawing.tiles import TileLook, back_sprite, glow, lifted_shadow, shadow, tile_sprite
from games.core.tiles import Tile

HOME: Final = "✓"
"""The mark of a tile that is in its final place."""

_PADDING: Final = 12
_GAP: Final = 8
_CAPTION: Final = 32
"""The height of the text below a tile, in pixels at the usual width."""
_MARGIN: Final = 34
"""The margin for the numbers of rows or columns, in pixels at the usual width."""
_LETTERS: Final = 28
_LARGEST_UNIT: Final = 56


@dataclass(frozen=True)
class Cell:
    """A place of a layout.

    :ivar tile: the face-up tile.
    :ivar name: the name of the place, written into it if it is empty and takes a tile.
    :ivar goal: the tile, or the number of a tile, that the goal wants in an empty place.
    :ivar home: whether the tile is in its final place.
    """

    tile: Tile | None = None
    face_down: bool = False
    name: str = ""
    goal: str = ""
    home: bool = False


@dataclass(frozen=True)
class Grid:
    """A layout to draw.

    :ivar rows: the rows from the top, each from the left; None leaves a gap.
    :ivar across: the most places in a row.
    :ivar centred: whether shorter rows are centred, as in a pyramid, instead of aligned left.
    :ivar columns: the labels above the columns; empty for none.
    :ivar row_names: the labels before the rows; empty for none.
    """

    rows: Sequence[Sequence[Cell | None]]
    across: int
    centred: bool = False
    columns: Sequence[str] = ()
    row_names: Sequence[str] = ()


def solitaire(
    grid: Grid, *, playable: Collection[Tile], marked: Collection[Tile], places: Collection[str], large: bool = False
) -> bytes:
    """Return a layout as a PNG file.

    :param playable: the tiles that can be moved or removed; they are raised a little.
    :param marked: the highlighted tiles.
    :param places: the names of highlighted empty places, columns or rows.
    :param large: half as large again.
    """
    width = LARGE_WIDTH if large else WIDTH
    scale = width / WIDTH
    border, gap = round((FRAME + _PADDING) * scale), round(_GAP * scale)
    left = border + (round(_MARGIN * scale) if grid.row_names else 0)
    top = border + (round(_MARGIN * scale) if grid.columns else 0)
    unit = min((width - left - border - (grid.across - 1) * gap) // grid.across // 2, round(_LARGEST_UNIT * scale))
    step = 2 * unit + gap
    left += (width - left - border - grid.across * step + gap) // 2
    down = unit + round(_CAPTION * scale) + gap
    canvas = Canvas(width, top + len(grid.rows) * down - gap + border, scale)
    for number, name in enumerate(grid.columns):
        _write_label(
            canvas, name, (left + number * step + unit, border + (top - border) // 2), scale, lit=name in places
        )
    for number, row in enumerate(grid.rows):
        y = top + number * down
        if grid.row_names:
            at = (border + round(_MARGIN * scale) // 2, y + unit // 2)
            _write_label(canvas, grid.row_names[number], at, scale, lit=False)
        inset = (grid.across - len(row)) * step // 2 if grid.centred else 0
        corners = [(cell, left + inset + place * step) for place, cell in enumerate(row) if cell is not None]
        _draw_row(canvas, corners, y, unit, _Light(playable, marked, places))
        _draw_captions(canvas, corners, y + unit + round(_CAPTION * scale) // 2 + 1, unit, scale, marked)
    return canvas.png()


@dataclass(frozen=True)
class _Light:
    playable: Collection[Tile]
    marked: Collection[Tile]
    places: Collection[str]


def _draw_row(canvas: Canvas, corners: Sequence[tuple[Cell, int]], y: int, unit: int, light: _Light) -> None:
    for cell, x in corners:
        if cell.tile is not None:
            halo = lifted_shadow if cell.tile in light.playable else shadow
            canvas.lay(halo(unit, upright=False), x, y)
            if cell.tile in light.marked:
                canvas.lay(glow(unit, upright=False), x, y)
    for cell, x in corners:
        if cell.face_down:
            canvas.lay(back_sprite(unit, upright=False), x, y)
        elif cell.tile is not None:
            look = TileLook.LAST if cell.tile in light.marked else TileLook.PLAIN
            canvas.lay(tile_sprite(unit, cell.tile.high, cell.tile.low, upright=False, look=look), x, y)
        elif cell.name:
            lit = cell.name in light.places
            canvas.lay(lying_place(unit, lit=lit), x, y)
            ink, ground = (colours.PIP, colours.GLOW) if lit else (colours.TEXT, colours.FELT_DEEP)
            at = (x + unit, y + unit // 2)
            canvas.write(cell.name, at, size=round(0.62 * unit), anchor="middle", ink=ink, ground=ground)
        elif cell.goal:
            canvas.lay(ghost_place(unit), x, y)
            at = (x + unit, y + unit // 2)
            ink = colours.FELT_LIGHT
            canvas.write(cell.goal, at, size=round(0.62 * unit), anchor="middle", ink=ink, ground=colours.FELT_DEEP)


def _draw_captions(
    canvas: Canvas, corners: Sequence[tuple[Cell, int]], y: int, unit: int, scale: float, marked: Collection[Tile]
) -> None:
    for cell, x in corners:
        if cell.tile is not None:
            name = f"{cell.tile} {HOME}" if cell.home else str(cell.tile)
            _write_label(canvas, name, (x + unit, y), scale, lit=cell.tile in marked, home=cell.home)
        elif cell.name and cell.goal:
            canvas.write(
                f"({cell.goal})", (x + unit, y), size=round(_LETTERS * scale), anchor="middle", ink=colours.MINT
            )


def _write_label(
    canvas: Canvas, name: str, at: tuple[int, int], scale: float, *, lit: bool, home: bool = False
) -> None:
    ink = colours.GLOW if lit else colours.MINT if home else colours.TEXT
    canvas.write(name, at, size=round(_LETTERS * scale), anchor="middle", ink=ink)

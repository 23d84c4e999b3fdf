"""The picture of a solitaire.

The name of each tile is below it, legible in a picture 350 pixels wide.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.drawing import colours
from bot.render.drawing.canvas import FRAME, LARGE, WIDTH, Canvas, Sprite
from bot.render.drawing.colours import Colour
from bot.render.drawing.marks import clash_mark, ghost_place, lying_place
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
_TALLEST_LARGE: Final = 1300
"""The greatest height of a large picture, whose tiles are upright."""


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
    grid: Grid,
    *,
    playable: Collection[Tile],
    marked: Collection[Tile],
    places: Collection[str],
    clashing: Collection[Tile] = (),
    large: bool = False,
) -> bytes:
    """Return a layout as a PNG file.

    :param playable: the tiles that can be moved or removed; they are raised a little.
    :param marked: the highlighted tiles.
    :param places: the names of highlighted empty places, columns or rows.
    :param clashing: the tiles that do not go together, in red frames.
    :param large: whether tiles are upright, which makes them larger on a phone.
    """
    scale = LARGE if large else 1
    border, margin, caption = FRAME + _PADDING, round(_MARGIN * scale), round(_CAPTION * scale)
    left = border + (margin if grid.row_names else 0)
    top = border + (margin if grid.columns else 0)
    widest = (WIDTH - left - border - (grid.across - 1) * _GAP) // grid.across
    if large:
        unit = min(widest, ((_TALLEST_LARGE - top - border) // len(grid.rows) - caption - _GAP) // 2) // 2 * 2
    else:
        unit = min(widest // 2, _LARGEST_UNIT)
    step = (widest if large else 2 * unit) + _GAP
    place = _Place(unit, step, upright=large, scale=scale)
    down = place.height + caption + _GAP
    left += (WIDTH - left - border - (grid.across - 1) * step - place.width) // 2
    canvas = Canvas(WIDTH, top + len(grid.rows) * down - _GAP + border, 1)
    light = _Light(playable, marked, places, clashing)
    for number, name in enumerate(grid.columns):
        at = (left + number * step + place.width // 2, border + (top - border) // 2)
        _write_label(canvas, name, at, place, lit=name in places)
    for number, row in enumerate(grid.rows):
        y = top + number * down
        if grid.row_names:
            at = (border + margin // 2, y + place.height // 2)
            _write_label(canvas, grid.row_names[number], at, place, lit=False)
        inset = (grid.across - len(row)) * step // 2 if grid.centred else 0
        corners = [(cell, left + inset + index * step) for index, cell in enumerate(row) if cell is not None]
        _draw_row(canvas, corners, y, place, light)
        _draw_captions(canvas, corners, y + place.height + caption // 2 + 1, place, marked)
    return canvas.png()


@dataclass(frozen=True)
class _Place:
    """The size of a tile's place.

    :ivar unit: half the length of a tile in pixels.
    :ivar step: the distance from a place to the next in its row.
    :ivar scale: the size of letters relative to a usual picture.
    """

    unit: int
    step: int
    upright: bool
    scale: float

    @property
    def width(self) -> int:
        return self.unit if self.upright else 2 * self.unit

    @property
    def height(self) -> int:
        return 2 * self.unit if self.upright else self.unit

    def turned(self, lying: Sprite) -> Sprite:
        """Return a lying outline as it is in this place."""
        return lying.turned() if self.upright else lying


@dataclass(frozen=True)
class _Light:
    playable: Collection[Tile]
    marked: Collection[Tile]
    places: Collection[str]
    clashing: Collection[Tile]


def _draw_row(canvas: Canvas, corners: Sequence[tuple[Cell, int]], y: int, place: _Place, light: _Light) -> None:
    unit, upright = place.unit, place.upright
    for cell, x in corners:
        if cell.tile is not None:
            halo = lifted_shadow if cell.tile in light.playable else shadow
            canvas.lay(halo(unit, upright=upright), x, y)
            if cell.tile in light.marked:
                canvas.lay(glow(unit, upright=upright), x, y)
    for cell, x in corners:
        if cell.face_down:
            canvas.lay(back_sprite(unit, upright=upright), x, y)
        elif cell.tile is not None:
            look = TileLook.LAST if cell.tile in light.marked else TileLook.PLAIN
            canvas.lay(tile_sprite(unit, cell.tile.high, cell.tile.low, upright=upright, look=look), x, y)
            if cell.tile in light.clashing:
                canvas.lay(clash_mark(unit, 1 if upright else 2, 2 if upright else 1), x, y)
        elif cell.name:
            lit = cell.name in light.places
            canvas.lay(place.turned(lying_place(unit, lit=lit)), x, y)
            ink, ground = (colours.PIP, colours.GLOW) if lit else (colours.TEXT, colours.FELT_DEEP)
            _write_inside(canvas, cell.name, (x, y), place, ink, ground)
        elif cell.goal:
            canvas.lay(place.turned(ghost_place(unit)), x, y)
            _write_inside(canvas, cell.goal, (x, y), place, colours.FELT_LIGHT, colours.FELT_DEEP)


def _write_inside(
    canvas: Canvas, text: str, corner: tuple[int, int], place: _Place, ink: Colour, ground: Colour
) -> None:
    at = (corner[0] + place.width // 2, corner[1] + place.height // 2)
    size, width = round(0.62 * place.unit), place.width - 4
    canvas.write(text, at, size=size, width=width, anchor="middle", ink=ink, ground=ground)


def _draw_captions(
    canvas: Canvas, corners: Sequence[tuple[Cell, int]], y: int, place: _Place, marked: Collection[Tile]
) -> None:
    for cell, x in corners:
        at = (x + place.width // 2, y)
        if cell.tile is not None:
            name = f"{cell.tile} {HOME}" if cell.home else str(cell.tile)
            _write_label(canvas, name, at, place, lit=cell.tile in marked, home=cell.home)
        elif cell.name and cell.goal:
            _write_label(canvas, f"({cell.goal})", at, place, lit=False, home=True)


def _write_label(
    canvas: Canvas, name: str, at: tuple[int, int], place: _Place, *, lit: bool, home: bool = False
) -> None:
    ink = colours.GLOW if lit else colours.MINT if home else colours.TEXT
    canvas.write(name, at, size=round(_LETTERS * place.scale), width=place.step, anchor="middle", ink=ink)

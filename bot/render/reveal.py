"""The picture of the hands revealed by a call."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.drawing import colours
from bot.render.drawing.canvas import FRAME, WIDTH, Canvas, line_height
from bot.render.drawing.lettering import as_name, wrapped
from bot.render.drawing.marks import verdict_mark
from bot.render.drawing.tiles import TileLook, glow, lifted_shadow, shadow, tile_sprite
from games.core.tiles import Tile

_PADDING: Final = FRAME + 14
_UNIT: Final = 56
_GAP: Final = 10
_LIFT: Final = 12
"""The height by which a meld is raised, in pixels."""
_ROW_SPACE: Final = 14
_ROW: Final = 2 * _UNIT + _LIFT + 2 * _ROW_SPACE
_NAME_LEFT: Final = _PADDING + 14
_NAME_WIDTH: Final = 212
_LETTERS: Final = 29
_LINES: Final = 4
"""The most lines of the heading or a name."""
_HEADING_WIDTH: Final = WIDTH - 2 * _NAME_LEFT
_TILES_LEFT: Final = _NAME_LEFT + _NAME_WIDTH + 16
_MARK: Final = 96
_MARK_MIDDLE: Final = WIDTH - _PADDING - 16 - _MARK // 2


@dataclass(frozen=True)
class RevealedHand:
    """A revealed hand of up to four tiles.

    :ivar meld: the tiles of the meld; empty if there is none.
    """

    name: str
    tiles: Sequence[Tile]
    meld: Sequence[Tile]


def reveal(rows: Sequence[RevealedHand], *, heading: str, verdict: bool) -> bytes:
    """Return hands with a green tick or red cross (PNG).

    :param rows: name and tiles of each player.
    :param heading: the text above them: the caller and the call.
    :param verdict: whether the call was true.
    """
    heading_lines = wrapped(heading, _LETTERS, _HEADING_WIDTH, _LINES)
    heading_height = len(heading_lines) * line_height(_LETTERS) + 16
    top = _PADDING + heading_height
    canvas = Canvas(WIDTH, top + max(1, len(rows)) * _ROW + _PADDING, 1)
    ink = colours.MINT if verdict else colours.ROSE
    at = (_NAME_LEFT, _PADDING + heading_height // 2)
    canvas.write_lines(heading_lines, at, size=_LETTERS, width=_HEADING_WIDTH, ink=ink)
    for number, row in enumerate(rows):
        _draw_row(canvas, top + number * _ROW, row)
    canvas.lay(verdict_mark(_MARK, verdict=verdict), _MARK_MIDDLE, (top + canvas.height - _PADDING) // 2)
    return canvas.png()


def _draw_row(canvas: Canvas, top: int, row: RevealedHand) -> None:
    """Draw a line, and below it name and tiles."""
    right = _MARK_MIDDLE - _MARK // 2 - 16
    canvas.fill((_NAME_LEFT, top - 1, right, top + 1), colours.FELT_DEEP)
    canvas.fill((_NAME_LEFT, top + 1, right, top + 2), colours.FELT_LIGHT)
    ink = colours.GLOW if row.meld else colours.TEXT
    name = wrapped(as_name(row.name), _LETTERS, _NAME_WIDTH, _LINES)
    canvas.write_lines(name, (_NAME_LEFT, top + _ROW // 2), size=_LETTERS, width=_NAME_WIDTH, ink=ink)
    corners = []
    for place, tile in enumerate(row.tiles):
        in_meld = tile in row.meld
        y = top + _ROW_SPACE + (0 if in_meld else _LIFT)
        corners.append((tile, in_meld, _TILES_LEFT + place * (_UNIT + _GAP), y))
    for _, in_meld, x, y in corners:
        canvas.lay((lifted_shadow if in_meld else shadow)(_UNIT, upright=True), x, y)
    for _, in_meld, x, y in corners:
        if in_meld:
            canvas.lay(glow(_UNIT, upright=True), x, y)
    for tile, in_meld, x, y in corners:
        look = TileLook.LAST if in_meld else TileLook.PLAIN
        canvas.lay(tile_sprite(_UNIT, tile.high, tile.low, upright=True, look=look), x, y)

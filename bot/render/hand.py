"""The picture of a hand, below the line of play."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.render.drawing import colours
from bot.render.drawing.canvas import FRAME, LARGE, WIDTH, Canvas
from bot.render.drawing.lettering import LEGIBLE, as_name
from bot.render.drawing.marks import END_LETTERS, REACH, State, draw_verdicts, socket
from bot.render.drawing.player_panels import badge
from bot.render.drawing.tiles import TileLook, glow, lifted_shadow, shadow, tile_sprite
from bot.render.line import SIDES, LineFigure, Link, branches
from bot.render.square import SquareAbove
from bot.render.trick import TrickSeat
from games.core.line import LineView, OpenEnd
from games.core.tiles import Tile

_A_ROW: Final = 7
"""The most tiles in a row."""
_A_LARGE_ROW: Final = 4
"""The least number of large tiles for which a row has room."""
_IN_TWO_ROWS: Final = 10
"""The most large tiles in two rows; more are in three."""
_UNIT: Final = 80
_GAP: Final = 14
_PADDING: Final = 20
_LIFT: Final = 0.16
"""The height by which a playable tile is raised, in units."""
_LEDGE: Final = 16
"""The height of the ledge in pixels at the usual width."""
_LINE_HEIGHT: Final = 264
"""The greatest height of a line of play above a hand, in pixels at the usual width."""
_WHOLE_HEIGHT: Final = 420
"""The greatest height of a line that must be whole."""
_LARGE_LINE: Final = 0.8
"""The height of a line above large tiles, compared with its usual height in proportion."""
_LINE_LEAST: Final = 130
_LINE_UNIT: Final = 38
"""The least unit of a whole line; below, ends are drawn."""
_APART: Final = 20
"""The gap between trumps and other tiles in a row."""
_EDGE: Final = 3
"""The height of the edge below the part of the table."""
_KEPT: Final = 8
"""The parts of tables kept: both players of a turn see the same one."""
_STRIP_UNIT: Final = 46
_STRIP_EDGE: Final = 18
_STRIP_NAME: Final = 34
"""The height of the players' names below the tiles of a trick."""
_FEW: Final = 3
"""The most players in a row of large tiles."""
_STRIP_COLUMN: Final = 220
"""The greatest width of a player."""
_STRIP_GAP: Final = 8
_BADGE_OFF: Final = 22
"""The distance from a tile to the middle of its team's badge."""
_NUMBER_UNIT: Final = 52
_NUMBER_LETTERS: Final = 30


@dataclass(frozen=True)
class LineAbove:
    """A line of play above a hand.

    :ivar line: a line of at least one tile.
    :ivar places: the ends to choose from; None if nothing is asked.
    :ivar whole: whether all of it is drawn, however long it is.
    :ivar clash: whether its last tile does not fit, which is marked.
    """

    line: LineView
    places: Collection[str] | None = None
    whole: bool = False
    clash: bool = False


@dataclass(frozen=True)
class TrickAbove:
    """A trick above a hand.

    :ivar layings: the players who have laid a tile, in order.
    """

    layings: tuple[TrickSeat, ...]


Above = LineAbove | SquareAbove | TrickAbove
"""The part of the table above a hand."""


def hand(
    tiles: Sequence[Tile],
    *,
    playable: Collection[Tile],
    dimmed: bool = False,
    chosen: Tile | None = None,
    above: Above | None = None,
    large: bool = False,
    trumps: int = 0,
    numbers: Sequence[int] = (),
    judged: Sequence[tuple[Tile, bool]] = (),
) -> bytes:
    """Return a hand of up to 21 tiles (PNG).

    Unplayable tiles are dimmed, unless no tile is playable: a hand is easy to read while others move.

    :param dimmed: whether all tiles are dimmed even so, because none can be played in this turn.
    :param chosen: the tile whose end is being chosen; it alone is highlighted.
    :param above: the line of play, or only its ends if it is long; the square; or the trick.
    :param large: whether shorter rows make larger tiles.
    :param trumps: the number of trumps at the beginning; they are apart, on a ledge of brass.
    :param numbers: how many tiles carry each number from 0 up, shown below the hand; empty to show none.
    :param judged: tiles with a tick (True) or a cross.
    """
    scale, width = LARGE if large else 1, WIDTH
    large_rows = 2 if len(tiles) <= _IN_TWO_ROWS else 3
    most = max(_A_LARGE_ROW, -(-len(tiles) // large_rows)) if large else _A_ROW
    rows, padding = _rows(tiles, most), FRAME + _PADDING
    gap, apart = round(_GAP * scale), round(_APART * scale)
    unit = min(round(_UNIT * scale), (width - 2 * padding + gap) // most - gap) // 2 * 2
    lift, ledge = round(_LIFT * unit), round(_LEDGE * scale)
    row_height = 2 * unit + lift + ledge
    over = None if above is None else _drawn_above(above, large=large)
    upper = 0 if over is None else over.height - _EDGE
    rack = upper + 2 * padding + len(rows) * row_height + (len(rows) - 1) * gap
    strip = round(2.2 * _NUMBER_UNIT * scale) if numbers else 0
    canvas = Canvas(width, rack + strip, 1)
    if over is not None:
        canvas.image.paste(over, (0, 0))
    standing_out = playable if chosen is None else (chosen,)
    left_in_hand = trumps
    for number, row in enumerate(rows):
        top = upper + padding + number * (row_height + gap)
        foot = top + lift + 2 * unit
        first = min(left_in_hand, len(row))
        left_in_hand -= first
        between = apart if 0 < first < len(row) else 0
        left = (width - len(row) * (unit + gap) + gap - between) // 2
        edge = left + first * (unit + gap) + (between - gap) // 2
        _draw_ledge(canvas, padding, foot, ledge, trumps_end=0 if not first else edge if between else width)
        for place, tile in enumerate(row):
            x, y = left + place * (unit + gap) + (between if place >= first else 0), foot - 2 * unit
            can_play = tile in standing_out
            if can_play:
                y -= lift
            halo = lifted_shadow if can_play else shadow
            canvas.lay(halo(unit, upright=True), x, y)
            if tile == chosen:
                canvas.lay(glow(unit, upright=True), x, y)
            canvas.lay(
                tile_sprite(
                    unit, tile.high, tile.low, upright=True, look=_look(tile, chosen, standing_out, dimmed=dimmed)
                ),
                x,
                y,
            )
            if tile not in row[:place]:
                draw_verdicts(canvas, (x, y), unit, tile, judged)
    _draw_numbers(canvas, numbers, rack - padding // 2, scale)
    return canvas.png()


def _look(tile: Tile, chosen: Tile | None, standing_out: Collection[Tile], *, dimmed: bool) -> TileLook:
    if tile == chosen:
        return TileLook.LAST
    return TileLook.PLAIN if tile in standing_out or not (standing_out or dimmed) else TileLook.DIM


def _whole_line(above: Above | None, *, large: bool) -> LineFigure | None:
    """Return the whole line if it is short enough, or must be whole."""
    if not isinstance(above, LineAbove):
        return None
    tallest = (_WHOLE_HEIGHT if above.whole else _LINE_HEIGHT) * (_LARGE_LINE if large else 1)
    figure = LineFigure.of(above.line, large=large, tallest=tallest, shortest=_LINE_LEAST)
    return figure if above.whole or figure.unit >= _LINE_UNIT * figure.scale else None


@lru_cache(maxsize=_KEPT)
def _drawn_above(above: Above, *, large: bool) -> Image.Image:
    """Return the top of a picture with the line, its ends, the square or the trick, and an edge below it."""
    scale, margin = LARGE if large else 1, FRAME + _PADDING
    figure = _whole_line(above, large=large)
    if isinstance(above, TrickAbove):
        height = FRAME + len(_strip_rows(above.layings, scale)) * _strip_height(scale)
    elif isinstance(above, SquareAbove):
        height = above.height(large=large)
    else:
        height = figure.height if figure else height_of_ends(above.line, scale)
    canvas = Canvas(WIDTH, height + 4 * FRAME + _EDGE, 1)  # the lower rim is cut off
    if isinstance(above, TrickAbove):
        for number, layings in enumerate(_strip_rows(above.layings, scale)):
            _draw_strip(canvas, layings, FRAME + number * _strip_height(scale), scale)
    elif isinstance(above, SquareAbove):
        above.draw(canvas, large=large)
    elif figure is not None:
        last = None if above.clash else len(above.line.tiles) - 1
        figure.draw(canvas, above.line, last=last, places=above.places, clash=above.clash)
    else:
        draw_ends(canvas, above.line, last=len(above.line.tiles) - 1, places=above.places, scale=scale)
    canvas.fill((margin, height, WIDTH - margin, height + 2), colours.FELT_DEEP)
    canvas.fill((margin, height + 2, WIDTH - margin, height + _EDGE), colours.FELT_LIGHT)
    return canvas.image.crop((0, 0, WIDTH, height + _EDGE))


def _strip_height(scale: float) -> int:
    return round((2 * _STRIP_EDGE + 2 * _STRIP_UNIT + _STRIP_NAME) * scale)


def _strip_rows(layings: Sequence[TrickSeat], scale: float) -> list[Sequence[TrickSeat]]:
    """Split a trick into rows: large tiles leave room for few names."""
    most = _FEW if scale > 1 else max(1, len(layings))
    return [layings[first : first + most] for first in range(0, len(layings), most)]


def _draw_strip(canvas: Canvas, layings: Sequence[TrickSeat], top: int, scale: float) -> None:
    """Draw the tiles of a trick above their players' names."""
    unit, letters = round(_STRIP_UNIT * scale) // 2 * 2, round(LEGIBLE * scale)
    column = min(round(_STRIP_COLUMN * scale), (canvas.width - 2 * _ENDS_EDGE) // max(1, len(layings)))
    top += round(_STRIP_EDGE * scale)
    for number, laying in enumerate(layings):
        middle = canvas.width // 2 + (2 * number + 1 - len(layings)) * column // 2
        x = middle - unit // 2
        if laying.laid is not None:
            canvas.lay(shadow(unit, upright=True), x, top)
            if laying.is_marked:
                canvas.lay(glow(unit, upright=True), x, top)
            look = TileLook.LAST if laying.is_marked else TileLook.DIM if laying.is_over else TileLook.PLAIN
            canvas.lay(tile_sprite(unit, laying.laid.high, laying.laid.low, upright=True, look=look), x, top)
        if laying.letter:
            canvas.lay(badge(laying.group, laying.letter), x - round(_BADGE_OFF * scale), top + unit)
        ink = colours.GLOW if laying.is_marked else colours.TEXT
        at = (middle, top + 2 * unit + round((_STRIP_NAME // 2 + 4) * scale))
        room = column - round(_STRIP_GAP * scale)
        canvas.write(as_name(laying.name), at, size=letters, width=room, anchor="middle", ink=ink)


def _rows(tiles: Sequence[Tile], most: int) -> list[Sequence[Tile]]:
    """Split tiles into few, nearly equal rows; none make one row."""
    count = max(1, -(-len(tiles) // most))
    length, longer = divmod(len(tiles), count)
    rows, start = [], 0
    for number in range(count):
        end = start + length + (number < longer)
        rows.append(tiles[start:end])
        start = end
    return rows


def _draw_ledge(canvas: Canvas, margin: int, top: int, height: int, *, trumps_end: int) -> None:
    """Draw a ledge: brass up to `trumps_end`, then wood."""
    left, right = margin - height, canvas.width - margin + height
    bands = (
        (colours.WOOD, colours.WOOD_LIGHT, colours.WOOD_DARK, left, right),
        (colours.BRASS, colours.BRASS_LIGHT, colours.BRASS_DARK, left, min(right, trumps_end)),
    )
    for body, light, dark, begin, end in bands:
        if end > begin:
            canvas.fill((begin, top, end, top + height), body)
            canvas.fill((begin, top, end, top + max(2, height // 6)), light)
            canvas.fill((begin, top + height - max(3, height // 4), end, top + height), dark)


def _draw_numbers(canvas: Canvas, numbers: Sequence[int], top: int, scale: float) -> None:
    """Draw the count of each number; the highest are lit."""
    unit, letters = round(_NUMBER_UNIT * scale) // 2 * 2, round(_NUMBER_LETTERS * scale)
    most = max(numbers, default=0)
    for number, count in enumerate(numbers):
        x = canvas.width * (2 * number + 1) // (2 * len(numbers))
        y = top + unit // 2 + round(4 * scale)
        state = State.LIT if count == most else State.OPEN
        canvas.lay(socket(unit, str(number), (0, 1), "", state), x, y)
        ink = colours.GLOW if count == most else colours.TEXT
        canvas.write(f"× {count}", (x, y + unit), size=letters, anchor="middle", ink=ink)


_ENDS_UNIT: Final = 46
_ENDS_GAP: Final = 16
"""The gap between rows, and between the table's edge and the outer rows."""
_ENDS_EDGE: Final = FRAME + 22
_TILES: Final = 2
"""The most tiles drawn before an end."""
_DOT: Final = 6


def height_of_ends(line: LineView, scale: float) -> int:
    """Return the height in pixels of ends, two in a row."""
    rows = -(-len(line.ends) // 2)
    return FRAME + round((rows * (2 * _ENDS_UNIT + _ENDS_GAP) + _ENDS_GAP) * scale)


def draw_ends(
    canvas: Canvas, line: LineView, *, last: int | None, places: Collection[str] | None, scale: float
) -> None:
    """Draw the ends: A left, B right, C and D below.

    :param last: the index in the line of the last tile.
    :param places: the ends to choose from; None if nothing is asked.
    """
    unit, edge = round(_ENDS_UNIT * scale) // 2 * 2, _ENDS_EDGE
    shown = 1 if scale > 1 else _TILES
    ends = sorted(line.ends, key=lambda end: SIDES.index(end.at))
    for number, end in enumerate(ends):
        row, to_the_right = divmod(number, 2)
        y = FRAME + round((_ENDS_GAP + _ENDS_UNIT + row * (2 * _ENDS_UNIT + _ENDS_GAP)) * scale)
        x, way = (canvas.width - edge, 1) if to_the_right else (edge, -1)
        x -= way * round(REACH * unit)
        picture = socket(unit, end.shown, (way, 0), END_LETTERS[end.at], State.of(end, places))
        canvas.lay(picture, x, y)
        _draw_tiles(canvas, _end_of_branch(line, end)[:shown], (x - way * unit // 2, y), unit, way, last)


def _end_of_branch(line: LineView, end: OpenEnd) -> Sequence[Link]:
    """Return a branch's last tiles, outermost first, or the middle tile."""
    parts = branches(line)
    arm = parts.sides[end.at] or (Link(parts.middle, parts.left, parts.right),)
    return arm[: -_TILES - 1 : -1]


def _draw_tiles(
    canvas: Canvas, links: Sequence[Link], at: tuple[int, int], unit: int, way: int, last: int | None
) -> None:
    """Draw tiles from an end inwards, and dots for the rest."""
    x, y = at
    for link in links:
        length = unit if link.is_double else 2 * unit
        left = x - length if way > 0 else x
        top = y - unit if link.is_double else y - unit // 2
        first, second = (link.near, link.far) if way > 0 else (link.far, link.near)
        look = TileLook.LAST if link.index == last else TileLook.PLAIN
        canvas.lay(shadow(unit, upright=link.is_double), left, top)
        canvas.lay(tile_sprite(unit, first, second, upright=link.is_double, look=look), left, top)
        x -= way * length
    for number in range(1, 4):
        left = x - way * number * 3 * _DOT - _DOT // 2
        canvas.fill((left, y - _DOT // 2, left + _DOT, y + _DOT // 2), colours.FELT_LIGHT)

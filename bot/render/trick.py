"""The picture of a trick, with trumps and scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.drawing import colours
from bot.render.drawing.canvas import FRAME, WIDTH, Canvas, line_height
from bot.render.drawing.lettering import LEGIBLE, as_name, wrapped
from bot.render.drawing.marks import empty_place
from bot.render.drawing.player_panels import EDGE, PANEL_SIZE, PanelTally, Ring, badge, draw_panel, draw_tally
from bot.render.drawing.tiles import TileLook, back_sprite, glow, shadow, tile_sprite
from games.core.tiles import Tile

_BANDS: Final = {2: 274, 6: 310}
"""The height between the upper and the lower panels, by the number of players."""
_UNITS: Final = {2: 58, 6: 52}
"""The unit of the tiles laid; half as many pixels on a phone."""
_CORNER: Final = 110
_BEFORE: Final = 10
"""The gap between a panel and the tile before it."""
_LINE: Final = 33
_CALL_LETTERS: Final = 32

_STRIP: Final = 88
"""The height of the strip with the sides' scores below the table."""
_SIDE_NAME: Final = 160

_PILE_UNIT: Final = 46
_PILE_X: Final = 152
_PILE_TILES: Final = 3
_PILE_STEP: Final = 4
_COUNT_LETTERS: Final = 38


@dataclass(frozen=True)
class TrickSeat:
    """A player and their tile of the trick.

    :ivar group: the index of their team, or their own.
    :ivar letter: the letter of their team; "" in a game without teams.
    :ivar tiles: the number of their face-down tiles.
    :ivar laid: their tile of the trick.
    :ivar call: their call in the auction, shown in place of a tile.
    :ivar is_lit: whether it is their turn.
    :ivar leads: whether their tile was led.
    :ivar is_marked: whether their tile is winning, or their call is the highest.
    :ivar sits_out: whether their tiles are out of play.
    :ivar is_over: whether the trick has been taken, so that only the marked tile stands out.
    """

    name: str
    group: int
    letter: str
    tiles: int
    laid: Tile | None = None
    call: str = ""
    is_lit: bool = False
    leads: bool = False
    is_marked: bool = False
    sits_out: bool = False
    is_over: bool = False


@dataclass(frozen=True)
class TrickSide:
    """The score of a side.

    :ivar name: a team's letter, or a player's name.
    :ivar text: its tricks and points in this deal, in words.
    """

    name: str
    text: str
    tally: PanelTally


@dataclass(frozen=True)
class BoneyardPanel:
    """The boneyard beside a trick.

    :ivar tiles: the number of tiles, including the trump tile.
    :ivar trump: the trump tile, below the others; None once it has been drawn.
    :ivar is_closed: whether the trump tile has been turned over.
    """

    tiles: int
    trump: Tile | None
    is_closed: bool


def trick(
    layings: Sequence[TrickSeat],
    *,
    centre: Sequence[str],
    sides: Sequence[TrickSide] = (),
    boneyard: BoneyardPanel | None = None,
) -> bytes:
    """Return a trick, seats clockwise from below, as a PNG file.

    Two players take less than 15 kB; six names, six tiles and up to 54 face-down tiles take more.

    :param centre: short lines on the felt, such as trumps and the suit led; names in them are shortened to fit.
    :param sides: the scores of the sides, below the table; empty for a finished trick.
    :raises ValueError: if there are not two or six players.
    """
    if len(layings) not in _BANDS:
        raise ValueError(f"a trick has 2 or 6 players, not {len(layings)}")
    band = _BANDS[len(layings)]
    band_top = EDGE + PANEL_SIZE[1]
    height = band_top + band + PANEL_SIZE[1] + EDGE
    canvas = Canvas(WIDTH, height + (_STRIP if sides else 0), 1)
    middle = band_top + band // 2
    ring = Ring(WIDTH // 2, middle, WIDTH // 2 - EDGE - 34, height // 2 - EDGE - PANEL_SIZE[1] // 2, _CORNER)
    ring.draw(canvas)
    unit = _UNITS[len(layings)]
    places = _seats(len(layings), height)
    for laying, at in zip(layings, places, strict=True):
        draw_panel(
            canvas,
            at,
            laying.name,
            group=laying.group,
            letter=laying.letter,
            tiles=laying.tiles,
            lit=laying.is_lit,
            dim=laying.sits_out,
        )
    for laying, at in zip(layings, places, strict=True):
        _draw_laid(canvas, laying, at, middle, unit)
    if boneyard is not None:
        _draw_boneyard(canvas, middle, boneyard)
    _draw_centre(canvas, centre, middle, beside=len(layings) == 2)
    for number, side in enumerate(sides):
        _draw_side(canvas, number, side, height)
    return canvas.png(few_colours=True)


def _seats(count: int, height: int) -> list[tuple[int, int]]:
    """Return the panels' middles, half above and half below."""
    low, high = height - EDGE - PANEL_SIZE[1] // 2, EDGE + PANEL_SIZE[1] // 2
    left, middle, right = EDGE + PANEL_SIZE[0] // 2, WIDTH // 2, WIDTH - EDGE - PANEL_SIZE[0] // 2
    if count == 2:
        return [(middle, low), (middle, high)]
    return [(middle, low), (left, low), (left, high), (middle, high), (right, high), (right, low)]


def _draw_laid(canvas: Canvas, laying: TrickSeat, panel: tuple[int, int], middle: int, unit: int) -> None:
    """Draw the tile before a player's panel, or their call."""
    off = PANEL_SIZE[1] // 2 + _BEFORE
    x, y = panel[0], panel[1] + (off if panel[1] < middle else -off)
    if laying.call:
        ink = colours.GLOW if laying.is_marked else colours.TEXT
        y += _CALL_LETTERS if panel[1] < middle else -_CALL_LETTERS
        canvas.write(
            laying.call, (x, y), size=_CALL_LETTERS, width=200, anchor="middle", ink=ink, ground=colours.FELT_LIGHT
        )
    if laying.laid is None:
        return
    x, y = x - unit // 2, y if panel[1] < middle else y - 2 * unit
    canvas.lay(shadow(unit, upright=True), x, y)
    if laying.is_marked:
        canvas.lay(glow(unit, upright=True), x, y)
    usual = TileLook.DIM if laying.is_over else TileLook.SPINNER if laying.leads else TileLook.PLAIN
    look = TileLook.LAST if laying.is_marked else usual
    canvas.lay(tile_sprite(unit, laying.laid.high, laying.laid.low, upright=True, look=look), x, y)


def _draw_centre(canvas: Canvas, lines: Sequence[str], middle: int, *, beside: bool) -> None:
    """Draw lines in the middle, or right of the tiles."""
    x, width = (WIDTH - EDGE - 152, 224) if beside else (WIDTH // 2, 560)
    top = middle - (len(lines) - 1) * _LINE // 2
    for number, line in enumerate(lines):
        ink = colours.GLOW if number == 0 else colours.TEXT
        at = (x, top + number * _LINE)
        canvas.write(line, at, size=LEGIBLE, width=width, anchor="middle", ink=ink, ground=colours.FELT_LIGHT)


def _draw_boneyard(canvas: Canvas, middle: int, boneyard: BoneyardPanel) -> None:
    """Draw the numbered pile above the trump tile."""
    unit = _PILE_UNIT
    if boneyard.trump is None:
        canvas.lay(empty_place(unit), _PILE_X + unit // 2, middle)
        return
    left, top = _PILE_X, middle - unit // 2
    if boneyard.is_closed:
        canvas.lay(back_sprite(unit, upright=False, ground=colours.FELT_LIGHT), left, top)
    else:
        canvas.lay(shadow(unit, upright=False), left, top)
        canvas.lay(tile_sprite(unit, boneyard.trump.low, boneyard.trump.high, upright=False), left, top)
    layers = min(boneyard.tiles - 1, _PILE_TILES)
    for number in range(layers):
        lift = _PILE_STEP * number
        pile = back_sprite(unit, upright=True, ground=colours.FELT_LIGHT)
        canvas.lay(pile, left - unit // 2 + lift - 10, middle - unit - lift)
    at = (left + unit // 2, middle + unit + 26)
    canvas.write(str(boneyard.tiles), at, size=_COUNT_LETTERS, anchor="middle", ground=colours.FELT_LIGHT)


def _draw_side(canvas: Canvas, number: int, side: TrickSide, top: int) -> None:
    """Draw a side's score and tricks in its half."""
    left = EDGE + number * (WIDTH // 2 - EDGE + 14)
    right = left + WIDTH // 2 - EDGE - 14
    canvas.fill((left, top - 8, right, top - 6), colours.FELT_DEEP)
    first = top + 14
    if len(side.name) == 1:
        canvas.lay(badge(number, side.name), left + 16, first)
        begin = left + 44
    else:
        begin = left + 12 + canvas.write(as_name(side.name), (left, first), size=LEGIBLE, width=_SIDE_NAME)
    draw_tally(canvas, (begin, right), first, side.tally, colours.PAIRS[number])
    if side.text:
        canvas.write(side.text, (left, first + 40), size=LEGIBLE, width=right - left)


_PADDING: Final = FRAME + 14
_UNIT: Final = 38
_GAP: Final = 5
_A_ROW: Final = 15
_HEAD: Final = 46
_BETWEEN: Final = 18
_SUM_LETTERS: Final = 32
_NAME: Final = 330
_NAME_LINES: Final = 3


@dataclass(frozen=True)
class Pile:
    """The tiles that a side has taken.

    :ivar counting: the tiles that count; they come first.
    :ivar others: the tiles that count nothing; dimmed.
    :ivar text: the arithmetic, short: ``34 + 20 = 54``.
    :ivar is_best: whether the side has won the deal.
    """

    name: str
    counting: Sequence[Tile]
    others: Sequence[Tile]
    text: str
    is_best: bool = False


def piles(rows: Sequence[Pile]) -> bytes:
    """Return piles below their sides' names and points (PNG).

    The file may take 25 kB: it has a whole double-six set after a deal of two players, and two sets after one of six.
    """
    heights = [_height(row) for row in rows]
    canvas = Canvas(WIDTH, 2 * _PADDING + sum(heights) + _BETWEEN * max(0, len(rows) - 1), 1)
    top = _PADDING
    for row, height in zip(rows, heights, strict=True):
        _draw_pile(canvas, top, row)
        top += height + _BETWEEN
    return canvas.png(few_colours=True)


def _rows_of(row: Pile) -> int:
    return max(1, -(-(len(row.counting) + len(row.others)) // _A_ROW))


def _height(row: Pile) -> int:
    return _head(row) + _rows_of(row) * (2 * _UNIT + _GAP)


def _name_of(row: Pile) -> list[str]:
    return wrapped(as_name(row.name), LEGIBLE, _NAME, _NAME_LINES)


def _head(row: Pile) -> int:
    """Return the height of the name above the tiles."""
    return max(_HEAD, len(_name_of(row)) * line_height(LEGIBLE) + 14)


def _draw_pile(canvas: Canvas, top: int, row: Pile) -> None:
    ink = colours.GLOW if row.is_best else colours.TEXT
    head = _head(row)
    y = top + head // 2 - 4
    canvas.write_lines(_name_of(row), (_PADDING + 6, y), width=_NAME, ink=ink)
    right = WIDTH - _PADDING - 6
    canvas.write(row.text, (right, y), size=_SUM_LETTERS, width=right - _PADDING - _NAME, anchor="right", ink=ink)
    canvas.fill((_PADDING, top + head - 6, WIDTH - _PADDING, top + head - 4), colours.FELT_DEEP)
    looks = [(tile, TileLook.PLAIN) for tile in row.counting] + [(tile, TileLook.DIM) for tile in row.others]
    for place, (tile, look) in enumerate(looks):
        line, column = divmod(place, _A_ROW)
        x = _PADDING + 4 + column * (_UNIT + _GAP)
        y = top + head + 4 + line * (2 * _UNIT + _GAP)
        canvas.lay(shadow(_UNIT, upright=True), x, y)
        canvas.lay(tile_sprite(_UNIT, tile.high, tile.low, upright=True, look=look), x, y)

"""The picture of players round a table: who holds how many tiles face down, who are partners, and the boneyard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.drawing import colours
from bot.render.drawing.canvas import WIDTH, Table
from bot.render.drawing.gestures import BUBBLE, bubble
from bot.render.drawing.lettering import text_mask
from bot.render.drawing.marks import empty_place
from bot.render.drawing.player_panels import EDGE, PAIR_LETTERS, PANEL_SIZE, Ring, chevron, draw_panel, seats_round
from bot.render.drawing.tiles import Look, back_sprite

_BESIDE: Final = 26
"""Between panels, one above the other."""
_BAND_HEIGHTS: Final = {4: 208, 6: 2 * (PANEL_SIZE[1] + _BESIDE) + 10}
"""The height between the upper panel and the lines in the centre, by the number of players."""
_BUBBLE_OFF: Final = 5
"""Between a panel and the bubble beside it."""
_CORNER_RADIUS: Final = 120
_LINE: Final = 38
_LINES_BELOW: Final = 14
_LINE_LETTERS: Final = 27

_PILE_UNIT: Final = 34
_PILE_TILES: Final = 3
_PILE_STEP: Final = 4
_COUNT_LETTERS: Final = 40
_THROWN_UNIT: Final = 26
_THROWN_LETTERS: Final = 32


@dataclass(frozen=True)
class Place:
    """A player at the table, as everybody sees them.

    :ivar tiles: the number of their tiles, face down.
    :ivar pair: the index of their pair, 0 to 2.
    :ivar holder: whether they hold one tile more than the others, and so pass next.
    :ivar sign: the key of the last sign that they made in this deal, "" if it was not shown; None if they made none.
    """

    name: str
    tiles: int
    pair: int
    holder: bool
    sign: str | None = None


def circle(places: Sequence[Place], *, boneyard: int, thrown: int, centre: Sequence[str]) -> bytes:
    """Four or six players round a table, as a PNG file: seat 0 below, and clockwise from there, which is to the left.

    :param boneyard: the tiles in the boneyard, drawn as a pile with its number.
    :param thrown: the tiles that were thrown away; they lie beside the boneyard, if there are any.
    :param centre: short lines below the boneyard, the score for instance; a long one is cut and ends in an ellipsis.
        Letters weigh most in the file: the pairs' letters are lighter here than names, and the picture shows them.
        With them four players take less than 15 kB, six 17 kB, of which their names alone are three.
    :raises ValueError: if there are not four or six players.
    """
    if len(places) not in _BAND_HEIGHTS:
        raise ValueError(f"a circle has 4 or 6 players, not {len(places)}")
    band = _BAND_HEIGHTS[len(places)]
    band_top = EDGE + PANEL_SIZE[1]
    lines_top = band_top + band
    height = lines_top + len(centre) * _LINE + _LINES_BELOW + PANEL_SIZE[1] + EDGE
    table = Table(WIDTH, height, 1)
    ring = Ring(
        WIDTH // 2, height // 2, WIDTH // 2 - EDGE - 34, height // 2 - EDGE - PANEL_SIZE[1] // 2, _CORNER_RADIUS
    )
    ring.draw(table)
    band_middle = band_top + band // 2
    off = (PANEL_SIZE[1] + _BESIDE) // 2
    seats = seats_round(len(places), height, band_middle, off)
    for place, at in zip(places, seats, strict=True):
        letter = PAIR_LETTERS[place.pair]
        draw_panel(table, at, place.name, group=place.pair, letter=letter, tiles=place.tiles, lit=place.holder)
    _draw_ways(table, ring, places, band_middle)
    _draw_boneyard(table, band_middle, boneyard, thrown)
    for place, at in zip(places, seats, strict=True):
        if place.sign is not None:
            _draw_sign(table, at, place.sign)
    for number, line in enumerate(centre):
        y = lines_top + number * _LINE + _LINE // 2
        width = 2 * ring.half_width_at(y) - 2 * _LINE
        table.write(line, (ring.x, y), size=_LINE_LETTERS, width=width, anchor="middle", ground=colours.FELT_LIGHT)
    return table.png(few_steps=True)


def _draw_sign(table: Table, at: tuple[int, int], sign: str) -> None:
    """The bubble of a sign beside the panel at this place, on the side towards the middle of the table."""
    inwards = -1 if at[0] > WIDTH // 2 else 1
    table.lay(bubble(sign, -inwards), at[0] + inwards * (PANEL_SIZE[0] // 2 + BUBBLE + _BUBBLE_OFF), at[1])


def _draw_ways(table: Table, ring: Ring, places: Sequence[Place], band_middle: int) -> None:
    """An arrow from each player to the next; the one from the holder is lit."""
    arrows = [((-1, -1), ring.corner((-1, 1))), ((1, -1), ring.corner((-1, -1)))]
    arrows += [((1, 1), ring.corner((1, -1))), ((-1, 1), ring.corner((1, 1)))]
    if len(places) == 6:
        arrows.insert(1, ((0, -1), (ring.x - ring.reach_x + 2, band_middle)))
        arrows.insert(4, ((0, 1), (ring.x + ring.reach_x - 3, band_middle)))
    for place, (way, (x, y)) in zip(places, arrows, strict=True):
        table.lay(chevron(way, lit=place.holder), x, y)


def _draw_boneyard(table: Table, y: int, boneyard: int, thrown: int) -> None:
    """The pile with its number, in the middle of the table, and below it the tiles thrown away with theirs."""
    wide = _PILE_UNIT + 14 + text_mask(str(boneyard), _COUNT_LETTERS).width
    left = (WIDTH - wide) // 2
    pile_y = y - 26 if thrown else y
    if boneyard == 0:
        table.lay(empty_place(_PILE_UNIT), left + _PILE_UNIT // 2, pile_y)
    layers = min(boneyard, _PILE_TILES)
    for number in range(layers):
        lift = _PILE_STEP * number - _PILE_STEP * layers // 2
        back = back_sprite(_PILE_UNIT, upright=True, ground=colours.FELT_LIGHT)
        table.lay(back, left + lift, pile_y - _PILE_UNIT - lift)
    at = (left + _PILE_UNIT + 18, pile_y)
    table.write(str(boneyard), at, size=_COUNT_LETTERS, ground=colours.FELT_LIGHT)
    if thrown:
        _draw_thrown(table, y + 50, thrown)


def _draw_thrown(table: Table, y: int, thrown: int) -> None:
    wide = 2 * _THROWN_UNIT + 12 + text_mask(str(thrown), _THROWN_LETTERS).width
    left = (WIDTH - wide) // 2
    back = back_sprite(_THROWN_UNIT, upright=False, ground=colours.FELT_LIGHT, look=Look.DIM)
    for number in range(min(thrown, 2)):
        table.lay(back, left + 5 * number, y - _THROWN_UNIT // 2 - 5 * number)
    at = (left + 2 * _THROWN_UNIT + 16, y)
    table.write(str(thrown), at, size=_THROWN_LETTERS, ground=colours.FELT_LIGHT)

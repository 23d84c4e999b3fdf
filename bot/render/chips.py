"""Stacks of chips: the winnings or debt of each player."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import ImageDraw

from bot.render.drawing import colours
from bot.render.drawing.canvas import FINE, FRAME, WIDTH, Canvas, Sprite, blank, sprite
from bot.render.drawing.colours import Colour
from bot.render.drawing.lettering import LEGIBLE, as_name

HEIGHT: Final = 136
"""The additional height of a picture with chips."""

_VALUES: Final = ((100, colours.LILAC), (25, colours.LEAF), (5, colours.SKY), (1, colours.IVORY))
"""The values of chips, and their colours."""

_TALLEST: Final = 6
"""The most chips in a stack; others start a new stack."""
_STACKS: Final = 4
"""The most stacks of a player, most valuable first."""

_WIDE: Final = 27
_HIGH: Final = 13
_THICK: Final = 7
_NAME_Y: Final = 22
_AMOUNT_Y: Final = 52
_FLOOR_Y: Final = 124

DEBT: Final = colours.ROSE
"""The colour of debts and their figures, legible on the felt."""


class Chips(NamedTuple):
    """A player's winnings in $ (negative: debt), and their text."""

    name: str
    amount: int
    text: str


def draw_chips(canvas: Canvas, top: int, players: Sequence[Chips]) -> None:
    """Draw all players' chips in stacks by value; debts are rose.

    :param top: the lower edge of the rest of the picture, which becomes higher by `HEIGHT`.
    """
    left, right = FRAME + 10, WIDTH - FRAME - 10
    canvas.fill((left, top, right, top + 2), colours.FELT_DEEP)
    canvas.fill((left, top + 2, right, top + 3), colours.FELT_LIGHT)
    column = (right - left) // max(1, len(players))
    for number, player in enumerate(players):
        middle = left + number * column + column // 2
        canvas.write(as_name(player.name), (middle, top + _NAME_Y), size=LEGIBLE, width=column - 16, anchor="middle")
        ink = DEBT if player.amount < 0 else colours.GLOW if player.amount else colours.TEXT
        canvas.write(player.text, (middle, top + _AMOUNT_Y), size=LEGIBLE, width=column - 8, anchor="middle", ink=ink)
        stacks = _stacks(player.amount)
        x = middle - (len(stacks) - 1) * (_WIDE + 4) // 2
        for colour, count in stacks:
            for chip in range(count):
                canvas.lay(_chip(colour), x, top + _FLOOR_Y - chip * _THICK)
            x += _WIDE + 4


def _stacks(amount: int) -> list[tuple[Colour, int]]:
    """Return colour and height of each stack, most valuable first."""
    stacks: list[tuple[Colour, int]] = []
    left = abs(amount)
    for value, colour in _VALUES:
        count, left = divmod(left, value)
        while count > 0:
            stacks.append((DEBT if amount < 0 else colour, min(count, _TALLEST)))
            count -= _TALLEST
    return stacks[:_STACKS]


@lru_cache(maxsize=8)
def _chip(colour: Colour) -> Sprite:
    """Return a flat chip; its origin is its foot's middle."""
    wide, face, deep = _WIDE * FINE, _HIGH * FINE, _THICK * FINE
    image = blank(wide, face + deep)
    pen = ImageDraw.Draw(image)
    pen.ellipse((0, deep, wide - 1, face + deep - 1), fill=colours.SHADE)
    pen.rectangle((0, face // 2, wide - 1, face // 2 + deep), fill=colours.SHADE)
    edge = FINE
    pen.ellipse((edge, deep - edge, wide - 1 - edge, face + deep - 1 - 2 * edge), fill=colour)
    pen.rectangle((edge, face // 2, wide - 1 - edge, face // 2 + deep - edge), fill=colour)
    pen.ellipse((0, 0, wide - 1, face - 1), fill=colours.SHADE)
    pen.ellipse((edge, edge, wide - 1 - edge, face - 1 - edge), fill=colour)
    pen.ellipse((wide // 4, face // 4, wide - 1 - wide // 4, face - 1 - face // 4), outline=colours.SHADE, width=edge)
    return sprite(image, origin=(_WIDE // 2, _HIGH + _THICK))

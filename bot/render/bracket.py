"""The picture of a bracket, its rounds side by side."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.drawing import colours
from bot.render.drawing.canvas import FRAME, WIDTH, Canvas
from bot.render.drawing.lettering import as_name

_EDGE: Final = FRAME + 14
_HEAD: Final = 44
_NAME: Final = 34
_BOX: Final = 2 * _NAME + 2
_BETWEEN: Final = 16
_APART: Final = 18
_HEAD_LETTERS: Final = 21
_NAME_LETTERS: Final = 23
_QUIET: Final = colours.mix(colours.FELT_DEEP, colours.TEXT, 0.62)


@dataclass(frozen=True)
class BracketBox:
    """A match of a bracket.

    :ivar names: the two sides from top to bottom; "" for an unknown side or a bye.
    :ivar winner: the index of the winner, 0 or 1; None while the match is open.
    """

    names: tuple[str, str] = ("", "")
    winner: int | None = None


@dataclass(frozen=True)
class BracketColumn:
    """A round of a bracket from top to bottom."""

    title: str
    boxes: tuple[BracketBox, ...]


def bracket(columns: Sequence[BracketColumn], aside: BracketColumn | None = None) -> bytes:
    """Return a bracket as a PNG file.

    :param columns: the rounds; each has half as many matches as the one before, and the last has one.
    :param aside: drawn below the last match, such as the match for third place.
    :raises ValueError: if the rounds have other numbers of matches.
    """
    counts = [len(column.boxes) for column in columns]
    if not counts or counts != [1 << number for number in reversed(range(len(counts)))]:
        raise ValueError("each round of a bracket has half as many matches as the one before")
    rows = max(counts[0], 4 if aside else 1)
    canvas = Canvas(WIDTH, 2 * _EDGE + _HEAD + rows * (_BOX + _BETWEEN), 1)
    wide = (WIDTH - 2 * _EDGE + _APART) // len(columns) - _APART
    top = _EDGE + _HEAD
    middles = [top + (number * 2 + 1) * (_BOX + _BETWEEN) // 2 for number in range(counts[0])]
    middles = [one + (rows - counts[0]) * (_BOX + _BETWEEN) // 2 for one in middles]
    for index, column in enumerate(columns):
        left = _EDGE + index * (wide + _APART)
        _draw_title(canvas, column.title, left, _EDGE + _HEAD // 2, wide)
        if index:
            _draw_connections(canvas, left, middles)
            middles = [(one + other) // 2 for one, other in zip(middles[::2], middles[1::2], strict=True)]
        for box, middle in zip(column.boxes, middles, strict=True):
            _draw_box(canvas, box, left, middle - _BOX // 2, wide)
    if aside is not None:
        left, box_top = _EDGE + (len(columns) - 1) * (wide + _APART), canvas.height - _EDGE - _BOX - _BETWEEN // 2
        _draw_title(canvas, aside.title, left, box_top - _HEAD // 2 + 4, wide)
        _draw_box(canvas, aside.boxes[0], left, box_top, wide)
    return canvas.png(few_colours=True)


def _draw_title(canvas: Canvas, title: str, left: int, middle: int, wide: int) -> None:
    canvas.write(title, (left, middle), size=_HEAD_LETTERS, width=wide, ink=colours.MINT)


def _draw_connections(canvas: Canvas, left: int, middles: Sequence[int]) -> None:
    """Draw lines from a round's matches to the next round."""
    turn = left - _APART // 2
    for one, other in zip(middles[::2], middles[1::2], strict=True):
        canvas.fill((left - _APART, one, turn, one + 2), colours.BRASS)
        canvas.fill((left - _APART, other, turn, other + 2), colours.BRASS)
        canvas.fill((turn, one, turn + 2, other + 2), colours.BRASS)
        canvas.fill((turn, (one + other) // 2, left, (one + other) // 2 + 2), colours.BRASS)


def _draw_box(canvas: Canvas, box: BracketBox, left: int, top: int, wide: int) -> None:
    for number, name in enumerate(box.names):
        upper = top + number * (_NAME + 2)
        canvas.fill((left, upper, left + wide, upper + _NAME), colours.FELT_DEEP)
        has_won = box.winner == number
        if has_won:
            canvas.fill((left, upper, left + 5, upper + _NAME), colours.GLOW)
        ink = colours.GLOW if has_won else colours.TEXT if box.winner is None else _QUIET
        if name:
            at = (left + 12, upper + _NAME // 2)
            canvas.write(as_name(name), at, size=_NAME_LETTERS, width=wide - 18, ink=ink, ground=colours.FELT_DEEP)

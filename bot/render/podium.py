"""The podium of a tournament's first three."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.drawing import colours
from bot.render.drawing.canvas import FRAME, WIDTH, Canvas
from bot.render.drawing.lettering import as_name, fitting_size

_TITLE: Final = FRAME + 40
_TITLE_LETTERS: Final = 36
_STEP_WIDTH: Final = 216
_GAP: Final = 6
_HEIGHTS: Final = {1: 196, 2: 156, 3: 120}
_NAMES: Final = 3
"""The most names on a step; beyond that the last line counts the rest."""
_LINE: Final = 36
_NAME_LETTERS: Final = (28, 24, 21)
"""The sizes of names; long names shrink before they are cut."""
_COLUMNS: Final = {1: 0, 2: -1, 3: 1}
_PLACE_LETTERS: Final = 64
_SCORE_LETTERS: Final = 24


@dataclass(frozen=True)
class PodiumStep:
    """A step of the podium.

    :ivar place: 1, 2 or 3.
    :ivar names: the players on it; ties share a step.
    :ivar score: their score, in words.
    """

    place: int
    names: tuple[str, ...]
    score: str


def podium(title: str, steps: Sequence[PodiumStep]) -> bytes:
    """Return the podium as a PNG file.

    :param title: the name of the tournament; a long one is shortened.
    :param steps: the best first, at most one of each place; after a tie, places may be missing.
    """
    lines = max(_lines(step) for step in steps)
    floor = _TITLE + 40 + lines * _LINE + _HEIGHTS[1]
    canvas = Canvas(WIDTH, floor + FRAME + 10, 1)
    canvas.write(
        as_name(title), (WIDTH // 2, _TITLE), size=_TITLE_LETTERS, width=WIDTH - 90, anchor="middle", ink=colours.GLOW
    )
    columns = [_COLUMNS[step.place] for step in steps]
    centre = (min(columns) + max(columns)) / 2
    for step in steps:
        middle = WIDTH // 2 + round((_COLUMNS[step.place] - centre) * (_STEP_WIDTH + _GAP))
        top = floor - _HEIGHTS[step.place]
        box = (middle - _STEP_WIDTH // 2, top, middle + _STEP_WIDTH // 2, floor)
        ink = {1: colours.GLOW, 2: colours.TEXT, 3: colours.ROSE}[step.place]
        canvas.fill(box, colours.FELT_DEEP)
        canvas.fill((box[0], top, box[2], top + 6), ink)
        canvas.write(
            str(step.place), (middle, top + 46), size=_PLACE_LETTERS, anchor="middle", ink=ink, ground=colours.FELT_DEEP
        )
        score_at = (middle, floor - 18)
        inside = _STEP_WIDTH - 16
        canvas.write(step.score, score_at, size=_SCORE_LETTERS, width=inside, anchor="middle", ground=colours.FELT_DEEP)
        names = [as_name(name) for name in step.names]
        if len(names) > _NAMES:
            names[_NAMES - 1 :] = [f"+{len(names) - _NAMES + 1}"]
        for number, name in enumerate(names):
            y = top - 22 - (len(names) - 1 - number) * _LINE
            size = fitting_size(name, _NAME_LETTERS, _STEP_WIDTH)
            canvas.write(name, (middle, y), size=size, width=_STEP_WIDTH, anchor="middle", ink=ink)
    return canvas.png(few_colours=True)


def _lines(step: PodiumStep) -> int:
    return min(len(step.names), _NAMES)

"""The picture of a bracket: trees of matches, one below the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from bot.render.drawing import colours
from bot.render.drawing.canvas import FRAME, WIDTH, Canvas
from bot.render.drawing.lettering import LEGIBLE, as_name, as_whole, text_mask, without_marks

_EDGE: Final = FRAME + 8
_HEADING: Final = 40
_HEAD: Final = 40
_NAME: Final = 36
_BOX: Final = 2 * _NAME + 2
_SLOT: Final = _BOX + 14
_APART: Final = 16
_ASIDE_SLOTS: Final = 4
"""The least height of a tree with an aside, in slots."""
_FOLDED: Final = 8
"""The first matches of a tree whose last match is between the two before it, which saves a column."""
_SMALL: Final = 24
"""The letters of titles and of four columns: 11 pixels on a phone, which shows a picture 341 pixels wide."""
_FAINT: Final = colours.mix(colours.FELT, colours.FELT_DEEP, 0.5)
_QUIET: Final = colours.mix(colours.FELT_DEEP, colours.TEXT, 0.62)

MOST_COLUMNS: Final = 4
"""The most columns in which names are legible on a phone."""


@dataclass(frozen=True)
class BracketBox:
    """A match of a bracket.

    :ivar names: the two sides from top to bottom; "" for an unknown side.
    :ivar scores: what is written at the end of each name.
    :ivar winner: the index of the winner, 0 or 1; None while the match is open.
    :ivar quiet: the index of a side without a team, such as a bye.
    :ivar is_last: whether the winner wins the tournament.
    :ivar is_empty: whether no match is here, and no box.
    """

    names: tuple[str, str] = ("", "")
    scores: tuple[str, str] = ("", "")
    winner: int | None = None
    quiet: int | None = None
    is_last: bool = False
    is_empty: bool = False


@dataclass(frozen=True)
class BracketColumn:
    """A round of a bracket from top to bottom."""

    title: str
    boxes: tuple[BracketBox, ...]


@dataclass(frozen=True)
class BracketTree:
    """Rounds side by side; each has as many matches as the one before, or half as many.

    :ivar heading: written above the rounds; "" for none.
    :ivar aside: drawn below the last match, such as the match for third place.
    """

    columns: tuple[BracketColumn, ...]
    heading: str = ""
    aside: BracketColumn | None = None

    @property
    def is_folded(self) -> bool:
        counts = [len(column.boxes) for column in self.columns]
        return len(counts) == MOST_COLUMNS and counts[0] == _FOLDED and counts[-2:] == [2, 1]

    @property
    def width(self) -> int:
        """The number of columns in the picture."""
        return len(self.columns) - self.is_folded

    @property
    def slots(self) -> int:
        return max(len(self.columns[0].boxes), _ASIDE_SLOTS if self.aside else 1)

    @property
    def height(self) -> int:
        return (_HEADING if self.heading else 0) + _HEAD + self.slots * _SLOT


class _Layout(NamedTuple):
    """Where the columns of a picture are, and the size of its letters."""

    wide: int
    letters: int

    def left(self, column: int) -> int:
        return _EDGE + column * (self.wide + _APART)


def bracket(trees: Sequence[BracketTree]) -> bytes:
    """Return a bracket as a PNG file.

    :raises ValueError: if there is no tree, or the rounds of one have other numbers of matches.
    """
    if not trees or not all(map(_is_tree, trees)):
        raise ValueError("each round of a bracket has as many matches as the one before, or half as many")
    columns = max(tree.width for tree in trees)
    layout = _Layout((WIDTH - 2 * _EDGE + _APART) // columns - _APART, LEGIBLE if columns < MOST_COLUMNS else _SMALL)
    canvas = Canvas(WIDTH, 2 * _EDGE + sum(tree.height for tree in trees), 1)
    top = _EDGE
    for tree in trees:
        _draw_tree(canvas, tree, layout, top)
        top += tree.height
    return canvas.png(few_colours=True)


def _is_tree(tree: BracketTree) -> bool:
    counts = [len(column.boxes) for column in tree.columns]
    pairs = pairwise(counts)
    return bool(counts) and all(before in (after, 2 * after) for before, after in pairs) and counts[-1] > 0


def _draw_tree(canvas: Canvas, tree: BracketTree, layout: _Layout, top: int) -> None:
    if tree.heading:
        at = (_EDGE, top + _HEADING // 2 + 4)
        canvas.write(tree.heading, at, size=layout.letters, width=WIDTH - 2 * _EDGE, ink=colours.BRASS_LIGHT)
        top += _HEADING
    first = len(tree.columns[0].boxes)
    middles = [top + _HEAD + tree.slots * _SLOT * (2 * number + 1) // (2 * first) for number in range(first)]
    before: Sequence[BracketBox] = ()
    for index, column in enumerate(tree.columns):
        is_fold = tree.is_folded and index == len(tree.columns) - 1
        left = layout.left(index - is_fold)
        met = middles
        if before and len(column.boxes) < len(before):
            middles = [(one + other) // 2 for one, other in zip(met[::2], met[1::2], strict=True)]
        if is_fold:
            _draw_title(canvas, column.title, left, middles[0] - _BOX // 2 - _HEAD // 2 + 2, layout)
            line = left + layout.wide - 12
            for end, beginning in ((met[0] + _BOX // 2, middles[0] - _BOX // 2), (middles[0], met[1] - _BOX // 2)):
                canvas.fill((line, end, line + 2, beginning), colours.BRASS)
        else:
            _draw_title(canvas, column.title, left, top + _HEAD // 2, layout)
            if before:
                _draw_connections(canvas, left, before, met, column.boxes, middles)
        for box, middle in zip(column.boxes, middles, strict=True):
            _draw_box(canvas, box, left, middle - _BOX // 2, layout)
        before = column.boxes
    if tree.aside is not None:
        left, box_top = layout.left(tree.width - 1), top + _HEAD + tree.slots * _SLOT - _BOX - 4
        _draw_title(canvas, tree.aside.title, left, box_top - _HEAD // 2 + 2, layout)
        _draw_box(canvas, tree.aside.boxes[0], left, box_top, layout)


def _draw_title(canvas: Canvas, title: str, left: int, middle: int, layout: _Layout) -> None:
    canvas.write(as_name(title), (left, middle), size=_SMALL, width=layout.wide, ink=colours.MINT)


def _draw_connections(
    canvas: Canvas,
    left: int,
    before: Sequence[BracketBox],
    ends: Sequence[int],
    after: Sequence[BracketBox],
    begins: Sequence[int],
) -> None:
    """Draw lines from a round's matches to the next round."""
    turn, each = left - _APART // 2 - 1, len(before) // len(after)
    for number, (one, end) in enumerate(zip(before, ends, strict=True)):
        if one.is_empty or after[number // each].is_empty:
            continue
        begin = begins[number // each]
        canvas.fill((left - _APART, end - 1, turn + 2, end + 1), colours.BRASS)
        canvas.fill((turn, min(end, begin) - 1, turn + 2, max(end, begin) + 1), colours.BRASS)
        canvas.fill((turn, begin - 1, left, begin + 1), colours.BRASS)


def _draw_box(canvas: Canvas, box: BracketBox, left: int, top: int, layout: _Layout) -> None:
    if box.is_empty:
        return
    for number, (name, score) in enumerate(zip(box.names, box.scores, strict=True)):
        upper = top + number * (_NAME + 2)
        has_won = box.winner == number
        ground = colours.IVORY if has_won and box.is_last else colours.FELT_DEEP
        ground = _FAINT if box.quiet == number else ground
        canvas.fill((left, upper, left + layout.wide, upper + _NAME), ground)
        if has_won:
            canvas.fill((left, upper, left + 5, upper + _NAME), colours.GLOW)
        ink = colours.TEXT
        if has_won:
            ink = colours.PIP if box.is_last else colours.GLOW
        elif box.winner is not None or box.quiet == number:
            ink = _QUIET
        middle, right = upper + _NAME // 2, left + layout.wide - 8
        if score:
            at = (right, middle)
            right -= 8 + canvas.write(score, at, size=layout.letters, anchor="right", ink=ink, ground=ground)
        if name:
            size, at = layout.letters, (left + 12, middle)
            text = _shortenable(name, size, right - at[0])
            canvas.write(text, at, size=size, width=right - at[0], ink=ink, ground=ground)


def _shortenable(name: str, size: int, width: int) -> str:
    """Return a name that is cut to the width, never shrunk; of a stand-in for a name the end is kept."""
    text = without_marks(name)
    while name == as_whole(without_marks(name)) and " " in text and text_mask(text, size).width > width:
        text = text.partition(" ")[2]
    return as_name(text)

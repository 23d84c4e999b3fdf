"""Text boards for code blocks, used where there are no pictures.

A line of play is at most 34 columns wide, so that a phone does not wrap it. A plain tile is written ``6|4``, a
crosswise double ``[6|6]``, and an open end as the half that it needs in brackets beside its letter: ``(4)B``. A locked
end is written ``(4×)`` and an end that must be played first ``(4!)``. A row that continues the one above begins with
``↳``.

A circle is as wide and has a row for each player: ``▶`` for the holder of four, the letter of the pair,
the name, and a ``▯`` for each tile. Its last row has the boneyard after ``▤`` and the discarded tiles after ``↺``.

A trick is as wide and has a row for each player, too: ``▶`` for the player whose turn it is, ``·`` for one
who sits out, the letter of the team, the name, and their open tiles: ``6|4``, or ``6|4*`` for the tile led.

A solitaire is at most 34 columns wide. A tile is written ``6|4``, a face-down one ``▒▒▒``, and an empty place that
takes a tile as its name in brackets, or ``( )`` where its row and column name it.
"""

import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from bot.render.charts import TableRow, Value, moved_sign
from bot.render.circle import CircleSeat
from bot.render.drawing.marks import END_LETTERS
from bot.render.drawing.player_panels import PAIR_LETTERS
from bot.render.line import Branches, branches
from bot.render.solitaire import Cell, Grid
from bot.render.square import Position, Square, column_name, row_name
from bot.render.trick import TrickSeat, TrickSide
from games.core.line import LineView, OpenEnd

COLUMNS: Final = 34
"""The greatest width of a text board."""

TABLE_COLUMNS: Final = 40
"""The greatest width of a table of standings."""

_NAME_COLUMNS: Final = COLUMNS - len("▶ A  ▯▯▯▯")
_NAME_IN_TRICK: Final = COLUMNS - len("▶ A  6|4* ✓")


def board_text(line: LineView) -> str:
    """Return a line of play as text, at most `COLUMNS` wide.

    A line with two arms is written from its left end to its right end. With more arms, or with places above and below a
    spinner, the middle tile comes first and then a row for each arm, from the middle outwards. An empty line is "".
    """
    if not line.tiles:
        return ""
    parts = branches(line)
    ends = {end.at: end for end in line.ends}
    middle = _tile(parts.left, parts.right)
    if not (parts.sides["up"] or parts.sides["down"] or "up" in ends or "down" in ends):
        left = [_tile(link.far, link.near) for link in reversed(parts.sides["left"])]
        right = [_tile(link.near, link.far) for link in parts.sides["right"]]
        words = [*_end(ends.get("left")), *left, middle, *right, *_end(ends.get("right"))]
        return "\n".join(_wrap(words))
    rows = [f"  {middle}"]
    for side, letter in END_LETTERS.items():
        words = [*_outwards(parts, side), *_end(ends.get(side), letter=False)]
        if words:
            rows += _wrap([letter, *words])
    return "\n".join(rows)


def _outwards(parts: Branches, side: str) -> list[str]:
    return [_tile(link.near, link.far) for link in parts.sides[side]]


def _tile(first: int, second: int) -> str:
    return f"[{first}|{second}]" if first == second else f"{first}|{second}"


def _end(end: OpenEnd | None, *, letter: bool = True) -> Sequence[str]:
    """Return an open end in at most one word."""
    if end is None:
        return ()
    state = "×" if end.locked else "!" if end.demanded else ""
    number = f"({end.shown}{state})"
    if not letter:
        return (number,)
    return (END_LETTERS[end.at] + number,) if end.at == "left" else (number + END_LETTERS[end.at],)


def _wrap(words: Iterable[str]) -> list[str]:
    """Wrap words at `COLUMNS`, marking all rows but the first."""
    rows: list[str] = []
    for word in words:
        if rows and len(rows[-1]) + 1 + len(word) <= COLUMNS:
            rows[-1] += " " + word
        else:
            rows.append(f"↳ {word}" if rows else word)
    return rows


def circle_text(places: Sequence[CircleSeat], *, boneyard: int, thrown: int) -> str:
    """Return the players in seating order as text; see `circle`.

    Boneyard and discarded tiles follow.
    """
    names = [name_in_columns(place.name) for place in places]
    wide = max(map(columns_of, names), default=0)
    rows = [
        f"{'▶' if place.holder else ' '} {PAIR_LETTERS[place.pair]} {name}{' ' * (wide - columns_of(name))} "
        + "▯" * place.tiles
        for place, name in zip(places, names, strict=True)
    ]
    aside = f"  ↺ {thrown}" if thrown else ""
    return "\n".join([*rows, f"  ▤ {boneyard}{aside}"])


def trick_text(layings: Sequence[TrickSeat], *, centre: Sequence[str], sides: Sequence[TrickSide] = ()) -> str:
    """Return the centre, players in seating order and sides as text.

    A star marks the tile led, a tick the winning one. What is too long goes on in a further row.
    """
    names = [name_in_columns(laying.name, _NAME_IN_TRICK) for laying in layings]
    wide = max(map(columns_of, names), default=0)
    rows = []
    for laying, name in zip(layings, names, strict=True):
        mark = "▶" if laying.is_lit else "·" if laying.sits_out else " "
        before = laying.call
        if laying.laid is not None:
            marks = f"{'*' if laying.leads else ''}{' ✓' if laying.is_marked else ''}"
            before = f"{laying.laid.high}|{laying.laid.low}{marks}"
        letter = f"{laying.letter} " if laying.letter else ""
        rows.append(f"{mark} {letter}{name}{' ' * (wide - columns_of(name))} {before}".rstrip())
    above = [row for line in centre for row in textwrap.wrap(line, COLUMNS)]
    return "\n".join([*above, *rows, *(row for side in sides for row in _side_rows(side))])


def _side_rows(side: TrickSide) -> list[str]:
    """Return a side's score, and its tricks and points beside or below it."""
    score = f"{name_in_columns(side.name)} {side.tally.score}/{side.tally.target}"
    whole = f"{score}  {side.text}".rstrip()
    return [whole] if columns_of(whole) <= COLUMNS else [score, *textwrap.wrap(side.text, COLUMNS)]


def grid_text(grid: Grid) -> str:
    """Return a solitaire as text, at most `COLUMNS` wide."""
    wide = max(map(len, grid.row_names), default=0)
    start = " " * (wide + 1 if wide else 0)
    lines = [start + " ".join(f"{name:^3}" for name in grid.columns)] if grid.columns else []
    for number, row in enumerate(grid.rows):
        name = f"{grid.row_names[number]:>{wide}} " if grid.row_names else ""
        inset = " " * (2 * (grid.across - len(row))) if grid.centred else ""
        lines.append(f"{name}{inset}{' '.join(map(_cell, row))}")
    return "\n".join(line.rstrip() for line in lines)


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return "   "
    if cell.tile is not None:
        return f"{cell.tile.high}|{cell.tile.low}"
    if cell.face_down:
        return "▒▒▒"
    if cell.name:
        return f"({cell.name})" if len(cell.name) == 1 else "( )"
    return f"·{cell.goal}·" if len(cell.goal) == 1 else " · "


def name_in_columns(name: str, most: int = _NAME_COLUMNS) -> str:
    """Return a name in one line of at most `most` columns.

    Characters that would end a code block or reverse the row are left out.
    """
    spaced = "".join(" " if character.isspace() else character for character in unicodedata.normalize("NFC", name))
    plain = "".join(character for character in spaced if unicodedata.category(character)[0] not in "CM")
    words = " ".join(plain.replace("`", "'").split()) or "◆"
    if columns_of(words) <= most:
        return words
    while columns_of(words) >= most:
        words = words[:-1]
    return words.rstrip() + "…"


def columns_of(text: str) -> int:
    """Return a text's width; East Asian characters and emojis take two."""
    return sum(1 + (unicodedata.east_asian_width(character) in "WF") for character in text)


_SHORTEST_NAME: Final = 8


def table_text(titles: Sequence[str], rows: Sequence[TableRow]) -> str:
    """Return a table of standings as text.

    A ``>`` marks a highlighted row. Titles are cut to the width of their columns. The last columns are left out where
    they leave too little room for names.
    """
    cells = [[_value_text(value) for value in row.values] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    places = max((len(row.place) for row in rows), default=0)
    moves = max((len(moved_sign(row.moved)) for row in rows if row.moved is not None), default=0)
    before = 2 + places + 1 + (moves + 1 if moves else 0)
    while len(widths) > 1 and TABLE_COLUMNS - before - sum(width + 1 for width in widths) < _SHORTEST_NAME:
        widths.pop()
    room = TABLE_COLUMNS - before - sum(width + 1 for width in widths)
    names = [name_in_columns(row.name, room) for row in rows]
    wide = max(map(columns_of, names))
    head = " ".join(f"{title[:width]:>{width}}" for title, width in zip(titles, widths, strict=False))
    lines = [" " * (before + wide + 1) + head]
    for row, name, values in zip(rows, names, cells, strict=True):
        moved = f"{moved_sign(row.moved) if row.moved is not None else '':<{moves}} " if moves else ""
        numbers = " ".join(f"{text:>{width}}" for text, width in zip(values, widths, strict=False))
        mark = ">" if row.lit else " "
        lines.append(f"{mark} {row.place:>{places}} {moved}{name}{' ' * (wide - columns_of(name))} {numbers}")
    return "\n".join(lines)


def _value_text(value: Value) -> str:
    return f"{value.text} {value.aside}" if value.aside else value.text


_FREE = "·"


def square_text(laid: Square) -> str:
    """Return a square with its possible room as text, or ""."""
    if not laid.tiles:
        return ""
    halves: dict[Position, str] = {}
    joined: dict[Position, Position] = {}
    for tile, high, low in laid.tiles:
        halves[high], halves[low] = str(tile.high), str(tile.low)
        joined[min(high, low)] = max(high, low)
    (top, bottom), (left, right) = laid.within_rows, laid.within_columns
    columns = range(left, right + 1)
    lines = ["   " + " ".join(column_name(column) for column in columns)]
    for row in range(top, bottom + 1):
        cells = [
            halves.get((row, column), _FREE) + ("-" if joined.get((row, column)) == (row, column + 1) else " ")
            for column in columns
        ]
        lines.append(f"{row_name(row):>2} {''.join(cells)}".rstrip())
        bars = ["|" if joined.get((row, column)) == (row + 1, column) else " " for column in columns]
        if "|" in bars:
            lines.append(f"   {' '.join(bars)}".rstrip())
    return "\n".join(lines)

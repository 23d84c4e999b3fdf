"""A reader's choices: moves and questions, in rows and pages.

Games name their choices and know no rows. A click makes a move, draws until the reader can play, or asks a question.
Choices beyond Discord's limits go to further pages.

Room is counted in rows for an embed message, in components for a layout; see `MessageFormat`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from string import ascii_uppercase
from typing import Final, NamedTuple

from bot.messages.parts.components import ClickAddress, ClickKind, Kind
from games import Move, Tile
from games.core.line import LineView

from .components import (
    MAX_OPTIONS,
    MAX_ROW_BUTTONS,
    Button,
    Heading,
    MessageFormat,
    Row,
    Select,
    SelectOption,
    Style,
)
from .reader import Reader

LETTERS: Final = ascii_uppercase[: 2 * MAX_ROW_BUTTONS]
"""The letters of choices and places in a picture, as many as a phone shows below it."""

_ASKED: Final = "?"
"""The prefix of a select value that asks instead of moving; no move starts with it."""
_WHY: Final = "!"
"""The prefix of a question key that asks why a move is not allowed; no game's own key starts with it."""
_TURNS: Final = 2
"""The number of buttons that turn pages."""
_PAGE: Final = "~"
"""The separator between the key of a question and the number of its page."""


@dataclass(frozen=True)
class Ask:
    """A choice that asks the question with its key."""

    key: str


@dataclass(frozen=True)
class DrawOn:
    """Drawing until a tile can be played or none drawn."""


@dataclass(frozen=True)
class MoveChoice:
    """One choice offered to the reader.

    :ivar tile: the tile whose emoji precedes the label.
    :ivar emoji: another emoji in its place.
    :ivar description: the text below the label in a select.
    :ivar at: the place that a question is about.
    """

    label: str
    does: Move | Ask | DrawOn
    style: Style = Style.PLAIN
    tile: Tile | None = None
    emoji: str = ""
    description: str = ""
    at: str = ""

    @property
    def place(self) -> str:
        """The place of the move or question; "" for none."""
        return self.does.at if isinstance(self.does, Move) else self.at


@dataclass(frozen=True)
class Group:
    """Related choices: rows of buttons, or a select's options.

    :ivar select: the placeholder of a select; "" for buttons.
    :ivar lettered: whether `LETTERS` label the buttons, from the first on every page; see `focus_of_page`.
    :ivar heading: the heading above them; only in a layout.
    """

    choices: tuple[MoveChoice, ...]
    select: str = ""
    lettered: bool = False
    heading: str = ""


@dataclass(frozen=True)
class Focus:
    """Picture marks: a tile, its places in question order, other tiles.

    :ivar judged: moves, each with True if it is right.
    :ivar line: an example that is shown instead of the line of play.
    :ivar clash: whether the last tile of that example does not fit.
    """

    tile: Tile | None = None
    places: tuple[str, ...] = ()
    others: tuple[Tile, ...] = ()
    judged: tuple[tuple[Move, bool], ...] = ()
    line: LineView | None = None
    clash: bool = False

    @property
    def judged_tiles(self) -> tuple[tuple[Tile, bool], ...]:
        """The tiles of the judged moves."""
        return tuple((move.tile, right) for move, right in self.judged if move.tile is not None)


@dataclass(frozen=True)
class Question:
    """A question before a move, with answers and picture marks.

    :ivar before: the key of the question that led to this one, with the answers so far; "" if it was the hand.
    """

    text: str
    groups: tuple[Group, ...]
    focus: Focus | None = None
    before: str = ""


@dataclass(frozen=True)
class Clicks:
    """The address of choices: kinds, match and number."""

    match_id: str
    number: int
    move: ClickKind = Kind.MOVE
    ask: ClickKind = Kind.ASK

    def address(self, does: Move | Ask | DrawOn) -> ClickAddress:
        """Return the address of a button."""
        if isinstance(does, DrawOn):
            return ClickAddress(Kind.DRAW_ON, self.match_id, self.number)
        if isinstance(does, Ask):
            text = does.key if self.ask is not self.move else f"{_ASKED}{does.key}"
            return ClickAddress(self.ask, self.match_id, self.number, text)
        return ClickAddress(self.move, self.match_id, self.number, str(does))

    def select(self, start: int) -> ClickAddress:
        """Return a select's address, unique in its message by `start`."""
        return ClickAddress(self.move, self.match_id, self.number, str(start))

    def page(self, key: str, page: int) -> ClickAddress:
        """Return a page's address; key "" means the first choices."""
        return ClickAddress(self.ask, self.match_id, self.number, f"{key}{_PAGE}{page}")


_TILES_ON_A_PHONE: Final = 4
"""The buttons of tiles that a phone shows in a line; a fifth one would be alone in the next."""


def asked_key(text: str) -> str | None:
    """Return a value's question key; None for a move."""
    return text.removeprefix(_ASKED) if text.startswith(_ASKED) else None


def ask_why(move: Move) -> Ask:
    """Return the question why a move is illegal now."""
    return Ask(f"{_WHY}{move}")


def move_asked_about(key: str) -> str | None:
    """Return the move in an `ask_why` key, else None."""
    return key.removeprefix(_WHY) if key.startswith(_WHY) else None


def lay_out(
    groups: Sequence[Group],
    clicks: Clicks,
    reader: Reader,
    *,
    room: int,
    in_format: MessageFormat = MessageFormat.EMBED,
    asked: str = "",
) -> tuple[Row, ...]:
    """Return the choices in rows, with page buttons if needed.

    :param asked: the key of the answered question, with the requested page.
    """
    page = _page(groups, room, in_format, asked)
    letters = count()
    rows: list[Row] = []
    for number, (part, heading) in enumerate(zip(page.rows, _headings(page.rows), strict=True), page.first):
        if heading is not None:
            rows.append((Heading(heading),))
        rows.append(_select(part, clicks, reader, number) if part.select else _buttons(part, clicks, reader, letters))
    return tuple(rows) if page.last == 0 else (*rows, _turning(page, clicks, reader, without_page(asked)))


def fits(groups: Sequence[Group], *, room: int, in_format: MessageFormat) -> bool:
    """Return True if the choices fit on one page."""
    return _fit(_split_all(groups, in_format), room, in_format)


def focus_of_page(
    question: Question, *, room: int, asked: str, in_format: MessageFormat = MessageFormat.EMBED
) -> Focus | None:
    """Return the picture marks for a question's page, in letter order."""
    if question.focus is None:
        return None
    on_page = [choice for row in _page(question.groups, room, in_format, asked).rows for choice in row.choices]
    places = dict.fromkeys(choice.place for choice in on_page)
    return replace(question.focus, places=tuple(place for place in places if place in question.focus.places))


def without_page(asked: str) -> str:
    """Return the key of a question without its page."""
    return asked.partition(_PAGE)[0]


class _Page(NamedTuple):
    """A page's rows of choices, each as a group.

    :ivar first: the index of the first row among all rows.
    :ivar number: the page, and `last` the last page, from 0.
    """

    rows: list[Group]
    first: int
    number: int
    last: int


def _page(groups: Sequence[Group], room: int, in_format: MessageFormat, asked: str) -> _Page:
    rows = _split_all(groups, in_format)
    if _fit(rows, room, in_format):
        return _Page(rows, 0, 0, 0)
    room -= 1 if in_format is MessageFormat.EMBED else 1 + _TURNS
    pages: list[list[Group]] = [[]]
    for row in rows:
        if pages[-1] and not _fit([*pages[-1], row], room, in_format):
            pages.append([])
        pages[-1].append(row)
    number = asked.partition(_PAGE)[2]
    page = min(int(number), len(pages) - 1) if number.isdecimal() else 0
    return _Page(pages[page], sum(map(len, pages[:page])), page, len(pages) - 1)


def _split_all(groups: Sequence[Group], in_format: MessageFormat) -> list[Group]:
    """Return the groups in pieces of at most one row."""
    rows = []
    for group in groups:
        are_many_tiles = len(group.choices) > MAX_ROW_BUTTONS and all(choice.tile for choice in group.choices)
        of_tiles = _TILES_ON_A_PHONE if in_format is MessageFormat.LAYOUT and are_many_tiles else MAX_ROW_BUTTONS
        most = MAX_OPTIONS if group.select else of_tiles
        starts = range(0, len(group.choices), most)
        rows += [replace(group, choices=group.choices[start : start + most]) for start in starts]
    return rows


def _fit(rows: Sequence[Group], room: int, in_format: MessageFormat) -> bool:
    """Return True if a page has enough room and letters."""
    if sum(len(row.choices) for row in rows if row.lettered) > len(LETTERS):
        return False
    if in_format is MessageFormat.EMBED:
        return len(rows) <= room
    headings = sum(heading is not None for heading in _headings(rows))
    return headings + sum(2 if row.select else 1 + len(row.choices) for row in rows) <= room


def _headings(rows: Sequence[Group]) -> list[str | None]:
    """Return each row's heading; None if it is unchanged."""
    before = ["", *(row.heading for row in rows)]
    return [None if row.heading == above else row.heading for row, above in zip(rows, before, strict=False)]


def _turning(page: _Page, clicks: Clicks, reader: Reader, key: str) -> Row:
    """Return the page buttons, in a cycle without duplicates."""
    before = page.number - 1 if page.number else page.last
    behind = page.number + 1 if page.number < page.last else 0
    previous = Button(clicks.page(key, before), reader.words("choices.previous"), emoji="◀️")
    following = Button(clicks.page(key, behind), reader.words("choices.next"), emoji="▶️")
    if before != behind:
        return (previous, following)
    return (previous,) if page.number else (following,)


def _buttons(group: Group, clicks: Clicks, reader: Reader, letters: Iterator[int]) -> Row:
    return tuple(
        Button(
            clicks.address(choice.does),
            " · ".join(filter(None, (LETTERS[next(letters)], choice.label))) if group.lettered else choice.label,
            choice.style,
            choice.emoji or (reader.emoji(choice.tile) if choice.tile else ""),
        )
        for choice in group.choices
    )


def _select(group: Group, clicks: Clicks, reader: Reader, number: int) -> Row:
    options = tuple(
        SelectOption(
            choice.label,
            f"{_ASKED}{choice.does.key}" if isinstance(choice.does, Ask) else str(choice.does),
            choice.description,
            choice.emoji or (reader.emoji(choice.tile) if choice.tile else ""),
        )
        for choice in group.choices
    )
    return (Select(clicks.select(number), options, group.select),)

"""What somebody may choose: moves and questions in groups, laid out in rows, or in pages where there are many.

A game names its choices and knows nothing of rows. Under every choice lies one of three kinds of click: it makes a
move, it draws until the reader can play, or it asks something first, be it only why a move is not allowed. Nothing is
ever cut: what Discord cannot hold at once goes to further pages.

How much room there is is counted in rows in an embed message, and in components in a layout; see `MessageFormat`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from string import ascii_uppercase
from typing import Final, NamedTuple

from bot.messages.parts.components import ClickAddress, Kind
from games import Move, Tile

from .components import (
    MAX_OPTIONS,
    MAX_ROW_BUTTONS,
    MAX_ROWS,
    Button,
    Heading,
    MessageFormat,
    Row,
    Select,
    SelectOption,
    Style,
)
from .reader import Reader

LETTERS: Final = ascii_uppercase[: MAX_ROWS * MAX_ROW_BUTTONS]
"""The letters that tell choices and places in a picture apart: as many as stand on a page."""

_ASKED: Final = "?"
"""The start of a select value that asks instead of moving; no move starts with it."""
_WHY: Final = "!"
"""The start of a question key that asks why a move is not allowed; no game's own key starts with it."""
_TURNS: Final = 2
"""How many buttons turn pages."""
_PAGE: Final = "~"
"""The separator between the key of a question and the number of its page."""


@dataclass(frozen=True)
class Ask:
    """A choice that asks a question first; the game knows its key."""

    key: str


@dataclass(frozen=True)
class DrawOn:
    """Drawing, as the reader's own moves, until they can play a tile or may draw no more."""


@dataclass(frozen=True)
class MoveChoice:
    """Something that can be chosen.

    :ivar tile: the tile whose face stands before the label.
    :ivar emoji: another emoji there.
    :ivar description: said below the label, where it stands in a select.
    """

    label: str
    does: Move | Ask | DrawOn
    style: Style = Style.PLAIN
    tile: Tile | None = None
    emoji: str = ""
    description: str = ""


@dataclass(frozen=True)
class Group:
    """Choices that belong together: buttons in rows of their own, or the options of a select.

    :ivar select: whether they stand in a select, and then what is asked there; "" for buttons.
    :ivar lettered: whether each button has one of `LETTERS` before its label. Every page begins with the first, so that
        the picture can mark what stands on the page; see `focus_of_page`.
    :ivar heading: what stands above them; only in a layout.
    """

    choices: tuple[MoveChoice, ...]
    select: str = ""
    lettered: bool = False
    heading: str = ""


@dataclass(frozen=True)
class Focus:
    """What a picture marks: a tile, the places that it may go to, in the order of the question, and other tiles."""

    tile: Tile | None = None
    places: tuple[str, ...] = ()
    others: tuple[Tile, ...] = ()


@dataclass(frozen=True)
class Question:
    """What is asked before a move: the text, what can be answered, and what the picture marks meanwhile.

    :ivar before: the key of the question that led to this one, with the answers so far; "" if it was the hand.
    """

    text: str
    groups: tuple[Group, ...]
    focus: Focus | None = None
    before: str = ""


@dataclass(frozen=True)
class Clicks:
    """Where the clicks on choices go: the kinds of address, the match, and the number that they carry."""

    match_id: str
    number: int
    move: Kind = Kind.MOVE
    ask: Kind = Kind.ASK

    def address(self, does: Move | Ask | DrawOn) -> ClickAddress:
        """The address of a button."""
        if isinstance(does, DrawOn):
            return ClickAddress(Kind.DRAW_ON, self.match_id, self.number)
        if isinstance(does, Ask):
            text = does.key if self.ask is not self.move else f"{_ASKED}{does.key}"
            return ClickAddress(self.ask, self.match_id, self.number, text)
        return ClickAddress(self.move, self.match_id, self.number, str(does))

    def select(self, start: int) -> ClickAddress:
        """The address of a select; `start` tells several of one message apart."""
        return ClickAddress(self.move, self.match_id, self.number, str(start))

    def page(self, key: str, page: int) -> ClickAddress:
        """The address of a page of a question, or of the choices that stand there at first (key "")."""
        return ClickAddress(self.ask, self.match_id, self.number, f"{key}{_PAGE}{page}")


def asked_key(text: str) -> str | None:
    """The key of the question that a chosen value asks; None if it is a move."""
    return text.removeprefix(_ASKED) if text.startswith(_ASKED) else None


def ask_why(move: Move) -> Ask:
    """The question why a move is not allowed now; the rules answer it."""
    return Ask(f"{_WHY}{move}")


def move_asked_about(key: str) -> str | None:
    """The text of the move after which a question asks; None if it asks something else."""
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
    """The choices in rows; if they need more than the room, the page that was asked for and buttons to the others.

    :param room: how many rows or components there may be.
    :param asked: the key of the question that they answer, with the page that was asked for.
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
    """Whether the choices need no second page."""
    return _fit(_split_all(groups), room, in_format)


def focus_of_page(
    question: Question, *, room: int, asked: str, in_format: MessageFormat = MessageFormat.EMBED
) -> Focus | None:
    """What the picture marks while a page of a question is shown: of all places those that can be answered there.

    They stand in the order of their letters, where the choices are lettered.
    """
    if question.focus is None:
        return None
    on_page = [choice.does for row in _page(question.groups, room, in_format, asked).rows for choice in row.choices]
    places = dict.fromkeys(does.at for does in on_page if isinstance(does, Move))
    return replace(question.focus, places=tuple(place for place in places if place in question.focus.places))


def without_page(asked: str) -> str:
    """The key of a question without its page."""
    return asked.partition(_PAGE)[0]


class _Page(NamedTuple):
    """The rows of choices that stand there at once, each as a group.

    :ivar first: the number of the first of them among all rows.
    :ivar number: the number of the page, and `last` that of the last one, from 0.
    """

    rows: list[Group]
    first: int
    number: int
    last: int


def _page(groups: Sequence[Group], room: int, in_format: MessageFormat, asked: str) -> _Page:
    rows = _split_all(groups)
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


def _split_all(groups: Sequence[Group]) -> list[Group]:
    """Groups in pieces that fill a row at most."""
    rows = []
    for group in groups:
        most = MAX_OPTIONS if group.select else MAX_ROW_BUTTONS
        starts = range(0, len(group.choices), most)
        rows += [replace(group, choices=group.choices[start : start + most]) for start in starts]
    return rows


def _fit(rows: Sequence[Group], room: int, in_format: MessageFormat) -> bool:
    """Whether rows stand on one page, and there are letters for those that have some."""
    if sum(len(row.choices) for row in rows if row.lettered) > len(LETTERS):
        return False
    if in_format is MessageFormat.EMBED:
        return len(rows) <= room
    headings = sum(heading is not None for heading in _headings(rows))
    return headings + sum(2 if row.select else 1 + len(row.choices) for row in rows) <= room


def _headings(rows: Sequence[Group]) -> list[str | None]:
    """What stands above each row: its heading, where that is another than above the row before; mostly nothing."""
    before = ["", *(row.heading for row in rows)]
    return [None if row.heading == above else row.heading for row, above in zip(rows, before, strict=False)]


def _turning(page: _Page, clicks: Clicks, reader: Reader, key: str) -> Row:
    """The buttons to the pages before and behind, which lead round; of two pages each has one button to the other."""
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
            f"{LETTERS[next(letters)]} · {choice.label}" if group.lettered else choice.label,
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

"""What somebody may choose: moves and questions in groups, laid out in rows, or in pages where there are many.

A game names its choices and knows nothing of rows. Under every choice lies one of two kinds of click: it makes a move,
or it asks something first. Nothing is ever cut: what Discord cannot hold at once goes to further pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games import Move, Tile

from .addresses import Address, Kind
from .components import IN_A_ROW, OPTIONS, Button, Option, Row, Select, Style
from .limits import LABEL, OPTION, PLACEHOLDER, fitted
from .reader import Reader

__all__ = ["Ask", "Choice", "Clicks", "Focus", "Group", "Question", "asked_in", "key_of", "laid_out"]

_ASKED: Final = "?"
"""How the value of a select begins that asks instead of moving; no move begins so."""
_PAGE: Final = "~"
"""What stands between the key of a question and the number of its page."""


@dataclass(frozen=True)
class Ask:
    """A choice that asks a question first; the game knows its key."""

    key: str


@dataclass(frozen=True)
class Choice:
    """Something that can be chosen.

    :ivar tile: the tile whose face stands before the label.
    :ivar emoji: another emoji there.
    :ivar description: said below the label, where it stands in a select.
    """

    label: str
    does: Move | Ask
    style: Style = Style.PLAIN
    tile: Tile | None = None
    emoji: str = ""
    description: str = ""


@dataclass(frozen=True)
class Group:
    """Choices that belong together: buttons in rows of their own, or the options of a select.

    :ivar select: whether they stand in a select, and then what is asked there; "" for buttons.
    """

    choices: tuple[Choice, ...]
    select: str = ""


@dataclass(frozen=True)
class Focus:
    """What a picture marks: a tile, the places that it may go to, and other tiles that go with it."""

    tile: Tile | None = None
    places: tuple[str, ...] = ()
    others: tuple[Tile, ...] = ()


@dataclass(frozen=True)
class Question:
    """What is asked before a move: the text, what can be answered, and what the picture marks meanwhile."""

    text: str
    groups: tuple[Group, ...]
    focus: Focus | None = None


@dataclass(frozen=True)
class Clicks:
    """Where the clicks on choices go: the two kinds of address, the match, and the number that they carry."""

    match_id: str
    number: int
    move: Kind = Kind.MOVE
    ask: Kind = Kind.ASK

    def address(self, does: Move | Ask) -> Address:
        """The address of a button."""
        if isinstance(does, Ask):
            text = does.key if self.ask is not self.move else f"{_ASKED}{does.key}"
            return Address(self.ask, self.match_id, self.number, text)
        return Address(self.move, self.match_id, self.number, str(does))

    def select(self, start: int) -> Address:
        """The address of a select; `start` tells several of one message apart."""
        return Address(self.move, self.match_id, self.number, str(start))

    def page(self, key: str, page: int) -> Address:
        """The address of a page of a question, or of the choices that stand there at first (key "")."""
        return Address(self.ask, self.match_id, self.number, f"{key}{_PAGE}{page}")


def asked_in(text: str) -> str | None:
    """The key of the question that a chosen value asks; None if it is a move."""
    return text.removeprefix(_ASKED) if text.startswith(_ASKED) else None


def laid_out(groups: Sequence[Group], clicks: Clicks, reader: Reader, *, room: int, asked: str = "") -> tuple[Row, ...]:
    """The choices in at most `room` rows; if they need more, the page that was asked for and buttons to the others.

    :param asked: the key of the question that they answer, with the page that was asked for.
    """
    rows: list[Row] = []
    for group in groups:
        rows += _selects(group, clicks, reader, len(rows)) if group.select else _buttons(group, clicks, reader)
    if len(rows) <= room:
        return tuple(rows)
    key, _, number = asked.partition(_PAGE)
    size = room - 1
    last = (len(rows) - 1) // size
    page = min(int(number), last) if number.isdecimal() else 0
    turn = (
        Button(clicks.page(key, page - 1 if page else last), reader.words("choices.previous"), emoji="◀️"),
        Button(clicks.page(key, page + 1 if page < last else 0), reader.words("choices.next"), emoji="▶️"),
    )
    return (*rows[page * size : (page + 1) * size], turn)


def key_of(asked: str) -> str:
    """The key of a question without its page."""
    return asked.partition(_PAGE)[0]


def _buttons(group: Group, clicks: Clicks, reader: Reader) -> list[Row]:
    buttons = [
        Button(
            clicks.address(choice.does),
            fitted(choice.label, LABEL),
            choice.style,
            choice.emoji or (reader.emoji(choice.tile) if choice.tile else ""),
        )
        for choice in group.choices
    ]
    return [tuple(buttons[start : start + IN_A_ROW]) for start in range(0, len(buttons), IN_A_ROW)]


def _selects(group: Group, clicks: Clicks, reader: Reader, before: int) -> list[Row]:
    options = [
        Option(
            fitted(choice.label, OPTION),
            f"{_ASKED}{choice.does.key}" if isinstance(choice.does, Ask) else str(choice.does),
            fitted(choice.description, OPTION),
            choice.emoji or (reader.emoji(choice.tile) if choice.tile else ""),
        )
        for choice in group.choices
    ]
    starts = range(0, len(options), OPTIONS)
    title = fitted(group.select, PLACEHOLDER)
    return [
        (Select(clicks.select(before + number), tuple(options[start : start + OPTIONS]), title),)
        for number, start in enumerate(starts)
    ]

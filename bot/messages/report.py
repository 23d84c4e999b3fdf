"""Reports of odd moves: form, answer and public events."""

from typing import Final

from bot.locales import words
from bot.messages.games import presenter_of
from bot.messages.parts.components import Button, ClickAddress, Form, Kind, TextField
from bot.messages.parts.message import Message
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import strip_markup, truncate
from bot.messages.table.board import event_lines
from bot.tables.state import Table
from games import Event

TEXT_FIELD: Final = "text"
MAX_TEXT: Final = 200
"""The most characters of a report."""
MAX_SHOWN: Final = 1000
"""The most characters stored of the events shown."""


def report_button(match_id: str, revision: int, reader: Reader) -> Button:
    """Return the button to report a match.

    :param revision: the number of moves in the message above the button.
    """
    return Button(ClickAddress(Kind.REPORT, match_id, revision), reader.words("report.button"))


def report_form(match_id: str, revision: int, reader: Reader) -> Form:
    """Return the form that asks for a line."""
    w = reader.words
    line = TextField(TEXT_FIELD, w("report.field"), MAX_TEXT)
    return Form(ClickAddress(Kind.TAKE_REPORT, match_id, revision), w("report.title"), (line,))


def report_taken(match_id: str, revision: int, reader: Reader) -> Message:
    """Return the thanks for a stored report.

    :param match_id: "" for a report without a match.
    """
    w = reader.words
    return Message(w("report.done_match", match=match_id, move=revision) if match_id else w("report.done"))


def shown_to_all(table: Table) -> str:
    """Return the latest public events in English, with seats as names."""
    if table.match is None:
        return ""
    spoken = tuple(f"{seat.seat + 1} ({seat.player})" for seat in table.seats)
    sides: dict[int, list[str]] = {}
    for seat, name in enumerate(spoken):
        sides.setdefault(table.match.side_of(seat), []).append(name)
    names = PlayerNames(spoken, spoken, tuple(" + ".join(sides[side]) for side in sorted(sides)))
    presenter = presenter_of(table.game, Reader(words("en")), names)
    lines = event_lines(presenter, [one for one in table.recent if isinstance(one, Event)])
    return truncate("\n".join(map(strip_markup, lines)), MAX_SHOWN)

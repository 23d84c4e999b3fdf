"""What lies open at a table and can be looked at again: the last trick, taken tiles."""

from __future__ import annotations

from typing import Any

from bot.messages.games import Presenter, presenter_at
from bot.messages.parts.components import Address, Button, Kind
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.tables.state import Table
from games import View

__all__ = ["open_information_buttons", "open_information_message"]


def open_information_buttons(table: Table, view: View, presenter: Presenter[Any, Any]) -> tuple[Button, ...]:
    """A button for each thing that can be looked at now."""
    return tuple(
        Button(Address(Kind.LOOK, table.id, table.deal, look.key), look.label, emoji=look.emoji)
        for look in presenter.looks(view)
    )


def open_information_message(table: Table, key: str, reader: Reader) -> Message:
    """What somebody looks at, for his eyes; it shows no more than a spectator may know."""
    view = table.view(None)
    seen = None if view is None else presenter_at(table, reader).looked(view, key)
    if seen is None:
        return Message(reader.words("look.nothing"))
    if seen.drawing is None or reader.board == "text":
        return Message(seen.text)
    return Message(seen.text, drawings=(seen.drawing,))

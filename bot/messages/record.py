"""The record of a match that is over, as a file."""

from __future__ import annotations

from bot.tables.errors import TableError
from bot.tables.state import Table
from storage.matches import Status

from .message import Message
from .reader import Reader

__all__ = ["record_message"]


def record_message(table: Table, reader: Reader) -> Message:
    """The record of a match with its seed.

    :raises TableError: if the match is not over: its record shows all hands.
    """
    if table.match is None or table.stored.seed is None:
        raise TableError("table.not_begun")
    if table.status is not Status.OVER:
        raise TableError("record.not_over")
    w, text = reader.words, table.match.record().text()
    here = w("record.here", match=table.id)
    seed = w("record.seed", seed=f"`{table.stored.seed}`")
    return Message(f"{here}\n{seed}", files=((f"boneyard-{table.id}.txt", text.encode()),))

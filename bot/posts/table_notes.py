"""The subjects that add to the public messages of tables."""

from collections.abc import Awaitable, Callable, Sequence

from bot.messages.parts.reader import Reader
from bot.messages.table.notes import NO_NOTES, Notes
from bot.tables.state import Table


class TableNotes:
    """A subject's notes in the messages of a table; none by default."""

    async def in_lobby(self, table: Table, reader: Reader) -> Notes:  # noqa: ARG002  # of subclasses
        """Return the notes of a lobby."""
        return NO_NOTES

    async def on_board(self, table: Table, reader: Reader) -> Notes:  # noqa: ARG002  # of subclasses
        """Return the notes of the board of a running match."""
        return NO_NOTES

    async def at_end(self, table: Table, reader: Reader) -> Notes:  # noqa: ARG002  # of subclasses
        """Return the notes of the end of a match that was not abandoned."""
        return NO_NOTES


async def notes_of(subjects: Sequence[TableNotes], part: Callable[[TableNotes], Awaitable[Notes]]) -> Notes:
    """Return the notes of all subjects together."""
    return sum([await part(one) for one in subjects], NO_NOTES)

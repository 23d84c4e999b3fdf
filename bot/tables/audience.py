"""The audience of the tables: the timekeeper and the listeners, who hear of the tables that this process looks after.

Several processes share the tables, each those of its own servers. At the others it takes steps, such as a sign that
came in direct messages; then the process that looks after the table is told instead.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from storage.database import Transaction
from storage.matches import StoredMatch

from .listeners import Listener, Timekeeper
from .state import Table

__all__ = ["Audience", "Tell"]

logger = logging.getLogger(__name__)


@contextmanager
def _apart(match_id: str) -> Iterator[None]:
    """A block of one who hears of a table: what fails there is logged, for the step is saved and others wait for it."""
    try:
        yield
    except Exception as error:  # noqa: BLE001  # whoever it is, the others must hear of it
        where = "".join(traceback.format_tb(error.__traceback__))  # its text might name tiles
        logger.error("not everybody has heard of table %s: %s\n%s", match_id, type(error).__name__, where)  # noqa: TRY400


Tell = Callable[[Transaction, int, str, int], Awaitable[None]]
"""Within a transaction lets the process that looks after a server (its id) know that a match (its id) has changed, and
to which version."""


class Audience:
    """Who hears of what happens at the tables.

    :param looked_after: whether this process looks after the tables of a server, by its id.
    """

    def __init__(self, looked_after: Callable[[int], bool], tell: Tell | None) -> None:
        self._looked_after = looked_after
        self._tell = tell
        self.timekeeper: Timekeeper | None = None
        self.listeners: list[Listener] = []

    def cares_for(self, stored: StoredMatch) -> bool:
        """Whether this process looks after the table of a match."""
        return self._looked_after(stored.guild_id)

    async def tell_others(self, tx: Transaction, stored: StoredMatch) -> None:
        """Let another process know of a change, if the table is in its care."""
        if self._tell is not None and not self.cares_for(stored):
            await self._tell(tx, stored.guild_id, stored.id, stored.version)

    def found(self, stored: StoredMatch) -> None:
        """This match was live on the disk when the bot came up."""
        if self.timekeeper is not None and self.cares_for(stored):
            with _apart(stored.id):
                self.timekeeper.found(stored)

    def doubted(self, stored: StoredMatch) -> None:
        """A step could not be saved, or it is not known whether it was."""
        if self.timekeeper is not None and self.cares_for(stored):
            self.timekeeper.doubted(stored.id)

    def kept(self, table: Table, before: Table | None) -> None:
        """A table has changed, and the change is saved."""
        if not self.cares_for(table.stored):
            return
        if self.timekeeper is not None:
            with _apart(table.id):
                self.timekeeper.kept(table, before)
        self.show(table, before)

    def reread(self, table: Table) -> None:
        """Another process has changed a table."""
        if not self.cares_for(table.stored):
            return
        if self.timekeeper is not None:
            with _apart(table.id):
                self.timekeeper.kept(table, None)
        for listener in self.listeners:
            with _apart(table.id):
                listener.reread(table)

    def show(self, table: Table, before: Table | None = None) -> None:
        """Let listeners show a table; without `before`, of whose last change they may not have heard."""
        if self.cares_for(table.stored):
            for listener in self.listeners:
                with _apart(table.id):
                    listener.changed(table, before)

    async def close(self) -> None:
        """Stop the clocks and the computers."""
        if self.timekeeper is not None:
            await self.timekeeper.close()

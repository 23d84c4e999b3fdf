"""The observers of the tables of this process: those that show the tables, and the timekeeper.

Several processes share the tables: each owns those of its own servers. A process also applies steps at the tables of
others, such as a sign that came in direct messages. Then the process that owns the table is notified, and not the
observers here.
"""

import logging
import traceback
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from storage.database import Transaction
from storage.matches import StoredMatch

from .state import Table

logger = logging.getLogger(__name__)

Notify = Callable[[Transaction, int, str, int], Awaitable[None]]
"""Notifies the process that owns a server of a change in a match, as a part of a transaction.

The arguments are the transaction, the id of the server, the id of the match, and the new version of the match.
"""


class Observer(Protocol):
    """Shows tables to people. Its methods must not wait for anything."""

    def on_change(self, table: Table, before: Table | None) -> None:
        """Handle a saved change of a table.

        :param before: the table before the change; None if the table is new, or may not have been shown.
        """

    def on_refresh(self, table: Table) -> None:
        """Handle a table that another process has changed; this is its stored state."""


class Timekeeper(Protocol):
    """Applies the steps that are due when time passes. Only closing may wait for anything."""

    def on_start(self, stored: StoredMatch) -> None:
        """Handle a match that was live in the database when the bot started."""

    def on_change(self, table: Table, before: Table | None) -> None:
        """Handle a saved change of a table, before the observers are notified."""

    def on_unknown_outcome(self, match_id: str) -> None:
        """Handle a step that could not be saved, or may not have been."""

    async def close(self) -> None:
        """Stop: from now on nothing is done."""


class Observers:
    """The timekeeper and the observers of the tables that this process owns. One that fails does not stop the others.

    :param owns: whether this process owns the tables of a server, by its id.
    :param notify: notifies the owning process of changes made here.
    """

    def __init__(self, owns: Callable[[int], bool], notify: Notify | None) -> None:
        self._owns = owns
        self._notify = notify
        self.timekeeper: Timekeeper | None = None
        self.observers: list[Observer] = []

    def owns(self, stored: StoredMatch) -> bool:
        """Return True if this process owns the table of a match."""
        return self._owns(stored.guild_id)

    async def notify_owner(self, tx: Transaction, stored: StoredMatch) -> None:
        """Notify the process that owns a table of a change, if that is another one."""
        if self._notify is not None and not self.owns(stored):
            await self._notify(tx, stored.guild_id, stored.id, stored.version)

    def on_start(self, stored: StoredMatch) -> None:
        """Notify all of a match that was live in the database when the bot started."""
        if self.timekeeper is not None and self.owns(stored):
            with _logged(stored.id):
                self.timekeeper.on_start(stored)

    def on_unknown_outcome(self, table: Table) -> None:
        """Notify all that the stored state of a table is unknown."""
        if self.timekeeper is not None and table.status.is_live and self.owns(table.stored):
            self.timekeeper.on_unknown_outcome(table.id)

    def on_change(self, table: Table, before: Table | None) -> None:
        """Notify all of a saved change of a table."""
        if self.timekeeper is not None and self.owns(table.stored):
            with _logged(table.id):
                self.timekeeper.on_change(table, before)
        self.show(table, before)

    def on_refresh(self, table: Table) -> None:
        """Notify all that another process has changed a table."""
        if not self.owns(table.stored):
            return
        if self.timekeeper is not None:
            with _logged(table.id):
                self.timekeeper.on_change(table, None)
        for observer in self.observers:
            with _logged(table.id):
                observer.on_refresh(table)

    def show(self, table: Table, before: Table | None = None) -> None:
        """Let the observers show a table; without `before` they may have missed its last change."""
        if self.owns(table.stored):
            for observer in self.observers:
                with _logged(table.id):
                    observer.on_change(table, before)

    async def close(self) -> None:
        """Stop the clocks and the computers."""
        if self.timekeeper is not None:
            await self.timekeeper.close()


@contextmanager
def _logged(match_id: str) -> Iterator[None]:
    """A block for one observer. An error in it is only logged, so that the others are notified, too."""
    try:
        yield
    except Exception as error:  # noqa: BLE001  # one observer must not keep the others from hearing of it
        where = "".join(traceback.format_tb(error.__traceback__))  # its text might name tiles
        logger.error("an observer of table %s failed: %s\n%s", match_id, type(error).__name__, where)  # noqa: TRY400

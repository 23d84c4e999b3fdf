"""The observers and the timekeeper of this process's tables.

Each process owns the tables of its servers. It may also apply a step to another's table, such as a sign from direct
messages. Then the owning process is notified instead of the observers here.
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
    """Shows tables to people; its methods must not block."""

    def on_change(self, table: Table, before: Table | None) -> None:
        """Handle a saved change of a table.

        :param before: the previous table; None if new or perhaps not shown.
        """

    def on_refresh(self, table: Table) -> None:
        """Handle a table that another process has changed."""


class Timekeeper(Protocol):
    """Applies due steps; its methods, except closing, must not block."""

    def on_start(self, stored: StoredMatch) -> None:
        """Handle a match that was live when the bot started."""

    def on_change(self, table: Table, before: Table | None) -> None:
        """Handle a saved change, before the observers."""

    def on_unknown_outcome(self, match_id: str) -> None:
        """Handle a step that may not have been saved."""

    async def close(self) -> None:
        """Stop all work for good."""


class Observers:
    """The timekeeper and the observers, isolated from each other's errors.

    :param owns: returns True for the servers of this process.
    :param notify: notifies the owning process of changes made here.
    """

    def __init__(self, owns: Callable[[int], bool], notify: Notify | None) -> None:
        self._owns = owns
        self._notify = notify
        self.timekeeper: Timekeeper | None = None
        self.observers: list[Observer] = []

    def owns(self, stored: StoredMatch) -> bool:
        """Return True if this process owns a match's table."""
        return self._owns(stored.guild_id)

    async def notify_owner(self, tx: Transaction, stored: StoredMatch) -> None:
        """Notify the owning process of a change, if another."""
        if self._notify is not None and not self.owns(stored):
            await self._notify(tx, stored.guild_id, stored.id, stored.version)

    def on_start(self, stored: StoredMatch) -> None:
        """Notify all of a match that was live at the start."""
        if self.timekeeper is not None and self.owns(stored):
            with _logged(stored.id):
                self.timekeeper.on_start(stored)

    def on_unknown_outcome(self, table: Table) -> None:
        """Notify all of a table's unknown stored state."""
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
        """Let the observers show a table or its missed changes."""
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
    """A block that logs an observer's error and goes on."""
    try:
        yield
    except Exception as error:  # noqa: BLE001  # one observer must not keep the others from hearing of it
        where = "".join(traceback.format_tb(error.__traceback__))  # its text might name tiles
        logger.error("an observer of table %s failed: %s\n%s", match_id, type(error).__name__, where)  # noqa: TRY400

"""Who hears of what happens at the tables: those who show them, and the one who keeps their time."""

from __future__ import annotations

from typing import Protocol

from storage.matches import StoredMatch

from .state import Table

__all__ = ["Listener", "Timekeeper"]


class Listener(Protocol):
    """Who shows tables to people."""

    def changed(self, table: Table, before: Table | None) -> None:
        """A table has changed, and the change is saved. Must not wait for anything.

        :param before: as it was; None: it is new, or may not have been shown.
        """

    def reread(self, table: Table) -> None:
        """Another process has changed a table; this is what is stored of it now. Must not wait for anything."""


class Timekeeper(Protocol):
    """Who looks after the tables when time passes. None of these may wait for anything, except for closing."""

    def found(self, stored: StoredMatch) -> None:
        """This match was live on the disk when the bot came up."""

    def kept(self, table: Table, before: Table | None) -> None:
        """A table has changed, and the change is saved; listeners hear of it after this."""

    def doubted(self, match_id: str) -> None:
        """A step could not be saved, or it is not known whether it was."""

    async def close(self) -> None:
        """Look after nothing any more."""

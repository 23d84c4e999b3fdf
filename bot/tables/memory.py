"""The tables held in memory, and which of them is live in which channel.

What is held is a copy of what is stored, and other processes may have changed that since.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from math import inf
from typing import Final

from cachetools import LRUCache

from .state import Table

__all__ = ["Memory"]


_REMEMBERED: Final = 10_000
"""Of how many tables it is remembered that a newer version is stored."""


class Memory:
    """The tables that are held in memory."""

    def __init__(self) -> None:
        self._tables: dict[str, Table] = {}
        self._live: dict[int, str] = {}  # the match that is live in a channel
        self._newer: MutableMapping[str, float] = LRUCache(_REMEMBERED)  # the versions of which others have told

    def __len__(self) -> int:
        return len(self._tables)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the matches whose tables are held."""
        return tuple(self._tables)

    def get(self, match_id: str) -> Table | None:
        """The table of a match if it is held."""
        return self._tables.get(match_id)

    def is_current(self, table: Table) -> bool:
        """Whether nothing is known of a newer version than this."""
        return table.stored.version >= self._newer.get(table.id, 0)

    def told(self, match_id: str, version: int | None) -> None:
        """Somebody tells that this version is stored, or, without one, that what is stored may be newer."""
        self._newer[match_id] = max(inf if version is None else version, self._newer.get(match_id, 0))

    def read(self, match_id: str) -> None:
        """The table is about to be read anew: what is told from now on may not be in it."""
        self._newer.pop(match_id, None)

    def live_in(self, channel_id: int) -> Table | None:
        """The live table of a channel if it is held."""
        match_id = self._live.get(channel_id)
        return None if match_id is None else self._tables[match_id]

    def put(self, table: Table) -> None:
        """Hold a table, in place of what it was before."""
        self._tables[table.id] = table
        if table.status.is_live:
            self._live[table.stored.channel_id] = table.id
        else:
            self._leave_channel(table)

    def drop(self, match_id: str) -> None:
        """Hold the table of a match no longer."""
        table = self._tables.pop(match_id, None)
        if table is not None:
            self._leave_channel(table)

    def drop_if_done(self, match_id: str) -> None:
        """Hold the table no longer if it is over and people have seen how."""
        table = self._tables.get(match_id)
        if table is not None and table.is_done:
            self.drop(match_id)

    def _leave_channel(self, table: Table) -> None:
        if self._live.get(table.stored.channel_id) == table.id:
            del self._live[table.stored.channel_id]

"""Rows with a version and an append-only log.

They are matches and solitaires. Several processes may have one in memory. So every write to one begins with `update`,
which checks in the same statement that the change is based on the newest version.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Protocol

from sqlalchemy import Column, Insert, Table, bindparam, insert, select
from sqlalchemy import update as update_rows
from sqlalchemy.sql.dml import ReturningUpdate

from storage.database import Conflict, Missing, Outdated, Transaction
from storage.transactions import to_row

_WRITTEN_BY_UPDATE: Final = frozenset({"revision", "version"})


class VersionedEntry(Protocol):
    """A dataclass of a log's columns; revisions count from 1."""

    @property
    def revision(self) -> int: ...


@dataclass(frozen=True)
class Versioned:
    """A table of rows with a version and a log.

    Its columns include `id`, `version` and `revision`.

    :ivar name: the kind of a row, for messages.
    :ivar owner: the column of the log that names the row.
    """

    name: str
    table: Table
    log: Table
    owner: Column[Any]

    async def newest_version(self, tx: Transaction, row_id: str) -> int | None:
        """Return the stored version of a row, if any.

        In a transaction that may write this first waits for every other one that has changed the row.
        """
        stored = select(self.table.c.version).where(self.table.c.id == row_id)
        if tx.writes:
            stored = stored.with_for_update()
        found: int | None = (await tx.execute(stored)).scalar_one_or_none()
        return found

    async def guild_of(self, tx: Transaction, row_id: str) -> int:
        """Return the server of a row.

        :raises Missing: there is no such row.
        """
        of_row = select(self.table.c.guild_id).where(self.table.c.id == row_id)
        guild_id: int | None = (await tx.execute(of_row)).scalar_one_or_none()
        if guild_id is None:
            raise Missing(f"there is no {self.name} {row_id!r}")
        return guild_id

    async def update(
        self, tx: Transaction, row_id: str, version: int, entries: Sequence[VersionedEntry], columns: Mapping[str, Any]
    ) -> None:
        """Change a row, add log entries, and raise its version.

        :param version: the version that the changes are based on.
        :raises Conflict: the entries do not continue the log exactly where it ends.
        :raises Outdated: the row has changed since that version. Nothing was written.
        :raises Missing: there is no such row.
        """
        # One statement checks and claims the version: a second writer, even on another connection, finds it gone.
        claim = self._claim
        new = {**columns, "version": version + 1, "row_id": row_id, "based_on": version}
        if entries:
            claim = self._claim_with_entries
            new |= {"revision": _last_of(entries), "revision_before": entries[0].revision - 1}
        guild_id = (await tx.execute(claim, new)).scalar_one_or_none()
        if guild_id is None:
            await self.guild_of(tx, row_id)
            if await self.newest_version(tx, row_id) == version:
                raise Conflict(f"the log of {self.name} {row_id!r} does not end before revision {entries[0].revision}")
            raise Outdated(f"{self.name} {row_id!r} is no longer of version {version}")
        if entries:
            common = {self.owner.name: row_id, "guild_id": guild_id}
            await tx.execute(self._append, [to_row(entry) | common for entry in entries])

    # Making a statement takes longer than executing it, so they are made once.

    @cached_property
    def _append(self) -> Insert:
        return insert(self.log)

    @cached_property
    def _claim_with_entries(self) -> ReturningUpdate[tuple[int]]:
        """`_claim`, if the log ends before the new entries."""
        return self._claim.where(self.table.c.revision == bindparam("revision_before"))

    @cached_property
    def _claim(self) -> ReturningUpdate[tuple[int]]:
        """The statement that changes a row; its other parameters are the new values."""
        here = (self.table.c.id == bindparam("row_id")) & (self.table.c.version == bindparam("based_on"))
        return update_rows(self.table).where(here).returning(self.table.c.guild_id)


def _last_of(entries: Sequence[VersionedEntry]) -> int:
    """Check that the entries follow one another.

    :raises Conflict: the entries do not follow one another.
    """
    last = entries[0].revision - 1 + len(entries)
    if [entry.revision for entry in entries] != list(range(entries[0].revision, last + 1)):
        raise Conflict("the entries do not follow one another")
    return last


def changed_columns(before: Any, after: Any) -> dict[str, Any]:
    """Return a dataclass's changed fields, except those `update` writes."""
    old, new = to_row(before), to_row(after)
    return {name: value for name, value in new.items() if name not in _WRITTEN_BY_UPDATE and value != old[name]}


def check_changeable(name: str, changes: Mapping[str, Any], changeable: set[str]) -> None:
    """Refuse changes of columns that cannot be set.

    :raises TypeError: if a column is among the changes that cannot be set.
    """
    unknown = sorted(changes.keys() - changeable)
    if unknown:
        raise TypeError(f"cannot change {', '.join(unknown)} of a {name}; only {', '.join(sorted(changeable))}")

"""Traces: columns of the database in which a person is named.

Every column with a person's id is known by its name, in any table, so new tables are searched, too; a test checks that
each new column of numbers or JSON is classified.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Table, Text, Update, bindparam, cast, or_, select, update

from storage.database import Transaction
from storage.schema import (
    deal_results,
    league_deeds,
    league_entrants,
    league_entries,
    league_places,
    match_log,
    matches,
    metadata,
    rating_changes,
    seasons,
    seats,
)

IDS: Final = frozenset(
    {"user_id", "host_id", "paused_by", "asks_id", "opened_by", "ended_by", "payer", "receiver", "into_id", "former_id"}
)
"""The names of the columns that hold the id of a person."""

LONG: Final = (match_log, deal_results, rating_changes)
"""The large tables, searched outside of any transaction that others wait for."""

JSON_WITH_PEOPLE: Final = ((seasons, "final"), (league_deeds, "about"))
"""The columns of JSON in which people may be named, with their tables, whose rows have an `id`."""

_AT_ONCE: Final = 500


@dataclass(frozen=True)
class Trace:
    """A column in which a person is named.

    :ivar keys: server -> the first primary key column of the rows that name them.
    """

    column: Column[Any]
    keys: Mapping[int, frozenset[Any]]

    @property
    def table(self) -> Table:
        return self.column.table

    @property
    def name(self) -> Column[str] | None:
        """The column of the same table with the person's name, if any."""
        return self.table.c.get({"user_id": "name", "former_id": "former_name"}.get(self.column.name, ""))

    def conditions(self, guild_id: int, user_id: int) -> Iterator[ColumnElement[bool]]:
        """Yield conditions for a person's rows, some at a time."""
        key, found = _first_key(self.table), sorted(self.keys.get(guild_id, ()))
        for start in range(0, len(found), _AT_ONCE):
            some = key.in_(found[start : start + _AT_ONCE])
            # A sum, so that SQLite finds the rows by their keys, and not among all rows of the server each time.
            yield some & (self.table.c.guild_id + 0 == guild_id) & (self.column == user_id)


def tables() -> tuple[Table, ...]:
    """Return all tables that contain people's ids."""
    return tuple(table for table in metadata.sorted_tables if _ids_of(table))


def _ids_of(table: Table) -> list[Column[Any]]:
    return [column for column in table.c if column.name in IDS]


def matches_of(user_id: int) -> ColumnElement[bool]:
    """Return the condition of matches with a person, also formerly."""
    seated = select(seats.c.match_id).where(or_(seats.c.user_id == user_id, seats.c.former_id == user_id))
    entered = select(league_entrants.c.match_id).where(league_entrants.c.user_id == user_id)
    return matches.c.id.in_(seated.union(entered))


def by_server(rows: Iterable[Sequence[Any]]) -> dict[int, frozenset[Any]]:
    """Group keys by server."""
    keys: dict[int, set[Any]] = {}
    for guild_id, key in rows:
        keys.setdefault(int(guild_id), set()).add(key)
    return {guild_id: frozenset(some) for guild_id, some in keys.items()}


async def find(tx: Transaction, user_id: int, among: Collection[Table] | None = None) -> tuple[Trace, ...]:
    """Return the columns in which a person is named.

    :param among: the tables to search; None for all.
    """
    found = []
    for table in tables():
        if among is None or table in among:
            for column in _ids_of(table):
                wanted = select(table.c.guild_id, _first_key(table)).where(column == user_id).distinct()
                keys = by_server((await tx.execute(wanted)).all())
                if keys:
                    found.append(Trace(column, keys))
    return tuple(found)


def join(*several: tuple[Trace, ...]) -> tuple[Trace, ...]:
    """Traces that were found one after the other."""
    keys: dict[Column[Any], dict[int, frozenset[Any]]] = {}
    for trace in (trace for traces in several for trace in traces):
        here = keys.setdefault(trace.column, {})
        for guild_id, some in trace.keys.items():
            here[guild_id] = here.get(guild_id, frozenset()) | some
    return tuple(Trace(column, found) for column, found in keys.items())


async def known_names(tx: Transaction, user_id: int, traces: Collection[Trace]) -> dict[int, frozenset[str]]:
    """Return a person's stored names by server."""
    found: dict[int, set[str]] = {}
    for trace in traces:
        if trace.name is not None:
            for guild_id in trace.keys:
                for condition in trace.conditions(guild_id, user_id):
                    names = select(trace.name).where(condition).distinct()
                    found.setdefault(guild_id, set()).update((await tx.execute(names)).scalars())
    return {guild_id: frozenset(names - {""}) for guild_id, names in found.items()}


async def rename(tx: Transaction, trace: Trace, guild_id: int, user_id: int, new: int, **also: Any) -> int:
    """Replace a person's id; return the number of rows changed.

    :param also: other columns that change in those rows.
    """
    count = 0
    for renaming in renamings(trace, guild_id, user_id, new, **also):
        count += (await tx.execute(renaming)).rowcount
    return count


def renamings(trace: Trace, guild_id: int, user_id: int, new: int, **also: Any) -> Iterator[Update]:
    """Yield the statements of `rename`, of few rows each."""
    for condition in trace.conditions(guild_id, user_id):
        yield update(trace.table).where(condition).values({trace.column.name: new, **also})


async def rename_in_entries(tx: Transaction, match_ids: Collection[str], user_id: int, new: int) -> None:
    """Replace a person's id in the entries of matches."""
    ids = sorted(match_ids)
    for start in range(0, len(ids), _AT_ONCE):
        some = league_entries.c.match_id.in_(ids[start : start + _AT_ONCE])
        rows = (await tx.execute(select(league_entries.c.match_id, league_entries.c.people).where(some))).all()
        changed = [{"of": row.match_id, "now": _renamed_list(row.people, user_id, new)} for row in rows]
        if changed:
            wanted = update(league_entries).where(league_entries.c.match_id == bindparam("of"))
            await tx.execute(wanted.values(people=bindparam("now")), changed)


def _renamed_list(people: str, user_id: int, new: int) -> str:
    ids = [int(one) for one in people.split(",") if one]
    return ",".join(map(str, sorted(new if one == user_id else one for one in ids)))


def in_audit_log(*user_ids: int) -> ColumnElement[bool]:
    """Match entries with a person as actor, in details or reason."""
    entries = league_deeds.c
    return or_(
        entries.user_id.in_(user_ids),
        *(column.contains(str(one)) for one in user_ids for column in (cast(entries.about, Text), entries.reason)),
    )


async def rewrite_json(
    tx: Transaction, user_id: int, new: Callable[[int], int], names: Mapping[int, Collection[str]]
) -> None:
    """Replace a person's id in JSON and reasons, without names.

    A name may be a common word, so it is removed only where it means the person: in their own servers, and there in the
    reasons of their actions, of actions that concern them, and of changes of their results.

    :param new: the id that replaces theirs in a server; everywhere else it does so already.
    :param names: their name in each server.
    """
    before = (await tx.execute(select(league_deeds.c.id, league_deeds.c.guild_id).where(in_audit_log(user_id)))).all()
    for table, name in JSON_WITH_PEOPLE:
        column = table.c[name]
        wanted = select(table.c.id, table.c.guild_id, column).where(cast(column, Text).like(f"%{user_id}%"))
        for row in (await tx.execute(wanted)).mappings().all():
            after = _rewritten(row[name], user_id, new(row["guild_id"]))
            await tx.execute(update(table).where(table.c.id == row["id"]).values({name: after}))
    entries = league_deeds.c
    for guild_id in sorted({*names, *(int(entry.guild_id) for entry in before)}):
        former = new(guild_id)
        theirs = select(league_places.c.result_id).where(
            league_places.c.guild_id == guild_id, league_places.c.user_id == former
        )
        concerned = in_audit_log(user_id, former) | entries.result_id.in_(theirs)
        wanted = select(entries.id, entries.reason).where(entries.guild_id == guild_id, entries.reason != "", concerned)
        for entry in (await tx.execute(wanted)).all():
            text = _unnamed(entry.reason, user_id, former, names.get(guild_id, ()))
            if text != entry.reason:
                await tx.execute(update(league_deeds).where(entries.id == entry.id).values(reason=text))


def _rewritten(value: Any, user_id: int, new: int) -> Any:
    """Return JSON with the new id, without the person's name."""
    if isinstance(value, list):
        return [_rewritten(one, user_id, new) for one in value]
    if isinstance(value, dict):
        own = value.get("user_id") == user_id
        return {key: "" if own and key == "name" else _rewritten(one, user_id, new) for key, one in value.items()}
    if isinstance(value, str):
        return re.sub(rf"(?<!\d){user_id}(?!\d)", str(new), value)
    return new if value == user_id and not isinstance(value, bool) else value


def _unnamed(text: str, user_id: int, new: int, names: Collection[str]) -> str:
    text = _rewritten(text, user_id, new)
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", text)
    return text


def _first_key(table: Any) -> Column[Any]:
    first: Column[Any] = next(iter(table.primary_key))
    return first

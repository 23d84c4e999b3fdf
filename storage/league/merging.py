"""Merging two accounts of a person: moving matches to one.

The recomputation that follows makes new rating changes, and deletes those of the old account. A `StoredMerge` has the
keys of all rows that change, so that a merge can be undone.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import Table, Update, delete, func, insert, or_, select, tuple_, update

from storage.database import Transaction
from storage.league import club_nights, tournaments
from storage.matches import Status
from storage.privacy import personal_data
from storage.privacy.personal_data import Trace
from storage.schema import (
    LIVE,
    deal_results,
    league_entrants,
    league_feats,
    league_merges,
    league_people,
    league_places,
    match_log,
    match_results,
    matches,
    seats,
)

_PLAYED: Final = (seats, match_results, league_entrants, league_places, league_feats)
"""The tables changed in one transaction; the large tables are changed before."""

_LONG: Final = (match_log, deal_results)

UNDO_S: Final = 86_400.0
"""The seconds after which a merge can no longer be undone."""

_AT_ONCE: Final = 300

_M = league_merges.c


@dataclass(frozen=True)
class StoredMerge:
    """A merge of an account into another one.

    :ivar user_id: the old account, which was called `name` in the league.
    :ivar into_id: the account that got its matches.
    :ivar at: when it was complete; None: it was interrupted, or is under way.
    :ivar moved: by table, the first keys of matches and results of the old account alone (`whole`), and the full keys
        of other rows (`rows`). By role, the tournaments (`host`, `paused`, `co_host`, `player`, `asked`).
    """

    id: int
    guild_id: int
    user_id: int
    into_id: int
    name: str
    begun_at: float
    at: float | None
    moved: Mapping[str, Any]

    @property
    def result_ids(self) -> frozenset[int]:
        """The results that were moved."""
        return frozenset(self.moved.get(league_places.name, {}).get("whole", ()))

    @property
    def tournament_ids(self) -> tuple[int, ...]:
        """The tournaments in which the new account took the place of the old one."""
        return tuple(self.moved.get("player", ()))


async def played_by(tx: Transaction, guild_id: int, user_id: int) -> int:
    """Return the number of an account's results in a league."""
    own = (league_places.c.guild_id == guild_id) & (league_places.c.user_id == user_id)
    return int((await tx.execute(select(func.count()).select_from(league_places).where(own))).scalar_one())


async def first_at(tx: Transaction, guild_id: int, user_id: int) -> float | None:
    """Return the time of an account's first result."""
    own = (league_places.c.guild_id == guild_id) & (league_places.c.user_id == user_id)
    found: float | None = (await tx.execute(select(func.min(league_places.c.at)).where(own))).scalar_one()
    return found


async def together(tx: Transaction, guild_id: int, one: int, other: int) -> int:
    """Return the number of matches or results shared by both accounts."""
    count = 0
    for table, key in ((league_places, "result_id"), (seats, "match_id"), (league_entrants, "match_id")):
        a, b = table.alias(), table.alias()
        both = (a.c.user_id == one) & (b.c.user_id == other) & (a.c.guild_id == guild_id)
        wanted = select(func.count()).select_from(a.join(b, a.c[key] == b.c[key])).where(both)
        count = max(count, int((await tx.execute(wanted)).scalar_one()))
    return count


async def live_tables(tx: Transaction, guild_id: int, user_id: int) -> frozenset[Status]:
    """Return the stages of the live matches that an account plays or began."""
    own = [select(table.c.match_id).where(table.c.user_id == user_id) for table in (seats, league_entrants)]
    of_account = or_(*(matches.c.id.in_(one) for one in own))
    live = select(matches.c.status).where(LIVE, matches.c.guild_id == guild_id, of_account)
    return frozenset(map(Status, (await tx.execute(live)).scalars()))


async def long_traces(tx: Transaction, user_id: int) -> tuple[Trace, ...]:
    """Return an account's traces in large tables, for `renamings_before`."""
    return await personal_data.find(tx, user_id, _LONG)


async def _traces(tx: Transaction, user_id: int, among: Collection[Table]) -> tuple[Trace, ...]:
    """Return an account's matches and results; seats that it left keep its id and name."""
    return tuple(one for one in await personal_data.find(tx, user_id, among) if one.column is not seats.c.former_id)


def renamings_before(known: tuple[Trace, ...], guild_id: int, old: int, new: int) -> Iterator[Update]:
    """Yield statements to run before `merge`, in a transaction each.

    They change the author of moves and deals. The seats of a match still name the old account.
    """
    for trace in known:
        yield from personal_data.renamings(trace, guild_id, old, new)


async def begin(tx: Transaction, guild_id: int, old: int, new: int, now: float) -> StoredMerge:
    """Save the keys of the rows that a merge will change.

    An interrupted merge is continued: its keys are kept.
    """
    moved = await _keys(tx, guild_id, old, new)
    wanted = select(league_merges).where(_of_both(guild_id, old, new), _M.at.is_(None))
    row = (await tx.execute(wanted)).mappings().one_or_none()
    if row is not None:
        for table, keys in row["moved"].items():
            more = moved.setdefault(table, {"whole": [], "rows": []})
            moved[table] = {kind: _union(keys[kind], more[kind]) for kind in keys}
        await tx.execute(update(league_merges).where(_M.id == row["id"]).values(moved=moved))
        return StoredMerge(**{**row, "moved": moved})
    name = select(league_people.c.name).where(league_people.c.guild_id == guild_id, league_people.c.user_id == old)
    values: dict[str, Any] = {
        "guild_id": guild_id,
        "user_id": old,
        "into_id": new,
        "name": (await tx.execute(name)).scalar_one_or_none() or "",
        "begun_at": now,
        "at": None,
        "moved": moved,
    }
    number = (await tx.execute(insert(league_merges).values(values).returning(_M.id))).scalar_one()
    return StoredMerge(**values, id=int(number))


def _union(keys: list[Any], more: list[Any]) -> list[Any]:
    return [*keys, *(one for one in more if one not in keys)]


async def _keys(tx: Transaction, guild_id: int, old: int, new: int) -> dict[str, Any]:
    """Return the keys of an account's rows, as `StoredMerge.moved` has them."""
    among = (*_PLAYED, *_LONG)
    theirs = {one.table.name: one.keys.get(guild_id, frozenset()) for one in await personal_data.find(tx, new, among)}
    found: dict[str, Any] = {}
    for trace in await _traces(tx, old, among):
        own = trace.keys.get(guild_id, frozenset())
        shared = own & theirs.get(trace.table.name, frozenset())
        rows: list[list[Any]] = []
        for condition in replace(trace, keys={guild_id: shared}).conditions(guild_id, old):
            rows += [list(row) for row in await tx.execute(select(*_row_key(trace.table)).where(condition))]
        found[trace.table.name] = {"whole": sorted(own - shared), "rows": sorted(rows)}
    return found


def _row_key(table: Table) -> list[Any]:
    return [column for column in table.primary_key if column.name != "user_id"]


def _of_both(guild_id: int, old: int, new: int) -> Any:
    return (_M.guild_id == guild_id) & (_M.user_id == old) & (_M.into_id == new)


async def load(tx: Transaction, guild_id: int, merge_id: int) -> StoredMerge | None:
    """Return a complete merge of a server."""
    wanted = select(league_merges).where(_M.guild_id == guild_id, _M.id == merge_id, _M.at.is_not(None))
    row = (await tx.execute(wanted)).mappings().one_or_none()
    return None if row is None else StoredMerge(**row)


async def latest(tx: Transaction, guild_id: int, old: int, new: int) -> StoredMerge | None:
    """Return the last complete merge of two accounts."""
    wanted = select(league_merges).where(_of_both(guild_id, old, new), _M.at.is_not(None)).order_by(_M.id.desc())
    row = (await tx.execute(wanted.limit(1))).mappings().one_or_none()
    return None if row is None else StoredMerge(**row)


async def went_on(tx: Transaction, one: StoredMerge) -> bool:
    """Return True if the new account was merged into another later."""
    later = select(_M.id).where(_M.guild_id == one.guild_id, _M.user_id == one.into_id, _M.id > one.id).limit(1)
    return (await tx.execute(later)).first() is not None


async def forget_before(tx: Transaction, before: float) -> int:
    """Delete merges that can no longer be undone; return their number."""
    return (await tx.execute(delete(league_merges).where(_M.at < before))).rowcount


async def merge(tx: Transaction, begun: StoredMerge, now: float) -> None:
    """Move an account's matches; keep chips, settings and closed seasons.

    Ratings must then be recomputed from the first result of the old account.
    """
    guild_id, old, new = begun.guild_id, begun.user_id, begun.into_id
    nights = await club_nights.hosted_by(tx, guild_id, old)
    both = await tournaments.co_hosted_by_both(tx, guild_id, old, new)
    roles = await tournaments.roles_of(tx, guild_id, old)
    moved = {**begun.moved, **roles, "club_nights": nights, "both_co_hosts": both}
    await tx.execute(update(league_merges).where(_M.id == begun.id).values(at=now, moved=moved))
    for trace in await _traces(tx, old, _PLAYED):
        if trace.table is league_entrants:
            await personal_data.rename_in_entries(tx, trace.keys.get(guild_id, ()), old, new)
        await personal_data.rename(tx, trace, guild_id, old, new)
    await tournaments.replace_person(tx, guild_id, old, new)
    await club_nights.replace_host(tx, guild_id, new, nights)
    own = (league_people.c.guild_id == guild_id) & (league_people.c.user_id == old)
    await tx.execute(delete(league_people).where(own))


def undoings_before(one: StoredMerge) -> Iterator[Update]:
    """Yield statements to run before `undo`, in a transaction each."""
    for table in _LONG:
        yield from _undoings(one, table)


async def undo(tx: Transaction, one: StoredMerge) -> None:
    """Restore the old account from a merge.

    Ratings must then be recomputed from its first result.
    """
    guild_id, old, new = one.guild_id, one.user_id, one.into_id
    for table in _PLAYED:
        for renaming in _undoings(one, table):
            await tx.execute(renaming)
    entered = one.moved.get(league_entrants.name, {"whole": [], "rows": []})
    ids = {*entered["whole"], *(row[0] for row in entered["rows"])}
    await personal_data.rename_in_entries(tx, ids, new, old)
    both = dict(one.moved.get("both_co_hosts", ()))
    co_host = [number for number in one.moved.get("co_host", ()) if number not in both]
    await tournaments.replace_person(tx, guild_id, new, old, among={**one.moved, "co_host": co_host})
    co_hosting = (await tournaments.roles_of(tx, guild_id, new))["co_host"]
    for tournament_id in both.keys() & set(co_hosting):  # hosts may have removed the new account since
        await tournaments.restore_co_host(tx, guild_id, tournament_id, old, both[tournament_id])
    await club_nights.replace_host(tx, guild_id, old, one.moved.get("club_nights", ()))
    if one.name:
        await tx.add_new(league_people, {"guild_id": guild_id, "user_id": old, "name": one.name})
    await tx.execute(delete(league_merges).where(_M.id == one.id))


def _undoings(one: StoredMerge, table: Table) -> Iterator[Update]:
    keys = one.moved.get(table.name, {"whole": [], "rows": []})
    whole = Trace(table.c.user_id, {one.guild_id: frozenset(keys["whole"])})
    yield from personal_data.renamings(whole, one.guild_id, one.into_id, one.user_id)
    for start in range(0, len(keys["rows"]), _AT_ONCE):
        some = tuple_(*_row_key(table)).in_([tuple(row) for row in keys["rows"][start : start + _AT_ONCE]])
        yield update(table).where(some, table.c.user_id == one.into_id).values(user_id=one.user_id)

"""Merging two accounts of a person: moving matches to one.

The recomputation that follows makes new rating changes, and deletes those of the old account.
"""

from collections.abc import Iterator
from typing import Final

from sqlalchemy import Update, delete, func, select

from storage.database import Transaction
from storage.league import tournaments
from storage.privacy import personal_data
from storage.privacy.personal_data import Trace
from storage.schema import (
    LIVE,
    deal_results,
    league_entrants,
    league_feats,
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


async def is_playing(tx: Transaction, guild_id: int, user_id: int) -> bool:
    """Return True if an account plays or began a live match."""
    for table in (seats, league_entrants):
        own = select(table.c.match_id).where(table.c.user_id == user_id)
        live = select(matches.c.id).where(LIVE, matches.c.guild_id == guild_id, matches.c.id.in_(own)).limit(1)
        if (await tx.execute(live)).first() is not None:
            return True
    return False


async def long_traces(tx: Transaction, user_id: int) -> tuple[Trace, ...]:
    """Return an account's traces in large tables, for `renamings_before`."""
    return await personal_data.find(tx, user_id, _LONG)


def renamings_before(known: tuple[Trace, ...], guild_id: int, old: int, new: int) -> Iterator[Update]:
    """Yield statements to run before `merge`, in a transaction each.

    They change the author of moves and deals. The seats of a match still name the old account.
    """
    for trace in known:
        yield from personal_data.renamings(trace, guild_id, old, new)


async def merge(tx: Transaction, guild_id: int, old: int, new: int) -> None:
    """Move an account's matches; keep chips, settings and closed seasons.

    Ratings must then be recomputed from the first result of the old account.
    """
    for trace in await personal_data.find(tx, old, _PLAYED):
        if trace.table is league_entrants:
            await personal_data.rename_in_entries(tx, trace.keys.get(guild_id, ()), old, new)
        await personal_data.rename(tx, trace, guild_id, old, new)
    await tournaments.replace_person(tx, guild_id, old, new)
    own = (league_people.c.guild_id == guild_id) & (league_people.c.user_id == old)
    await tx.execute(delete(league_people).where(own))

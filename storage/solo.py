"""Solitaires: their append-only logs, results and daily deals.

Every function works in the caller's transaction. All times are unix seconds. The texts of games, days and moves are
opaque here.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sqlalchemy import RowMapping, delete, insert, select

from storage.database import Conflict, Transaction
from storage.schema import daily_deals, month_seeds, solo_log, solo_players, solo_seeds, solos, spent_tries
from storage.transactions import field_columns, to_row
from storage.versions import Versioned, check_changeable


class SoloStatus(StrEnum):
    """The status of a solitaire."""

    PLAYING = "playing"
    SOLVED = "solved"
    STUCK = "stuck"
    """No move is possible; as long as it is open, moves can be undone."""
    GAVE_UP = "gave_up"
    DROPPED = "dropped"
    """Another was begun in its place before the first move."""


@dataclass(frozen=True)
class StoredSolo:
    """A solitaire without its log.

    :raises ValueError: the id is not 1 to 16 characters of A-Z a-z 0-9 _ -.
    """

    id: str
    guild_id: int
    """The server where it was begun; 0 for direct messages."""
    user_id: int
    name: str
    game: str
    seed: str = field(repr=False)
    """The secret of the shuffle; never in a log, hence not in the repr."""
    day: str
    """The date of a daily deal; "" for another deal."""
    counted: bool
    """Whether it counts for standings and statistics: the first try at its deal, ended in time."""
    open: bool
    """Whether it can still be played. A person has at most one open for a game and day."""
    status: SoloStatus
    revision: int
    """The number of entries in the log; only `update` moves it."""
    moves: int
    """The number of moves made and not undone."""
    helped: bool
    created_at: float
    ended_at: float | None
    version: int = 0
    """The number of changes to it; only `update` moves it."""
    server_seed: str | None = field(default=None, repr=False)
    """The secret of the shuffle, drawn in advance; None for a daily deal, and in version 1. Secret."""
    cut: str = ""
    """The person's contribution to the shuffle, as a record spells it."""
    next_fingerprint: str | None = None
    """The fingerprint of the person's next solitaire in this server."""
    spent: float = 0.0
    """The seconds played until the last entry of the log, without pauses."""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,16}", self.id):
            raise ValueError(f"the id of a solitaire is 1 to 16 url-safe characters, not {self.id!r}")

    @property
    def seconds(self) -> int:
        """The whole seconds played; 0 while it runs."""
        return 0 if self.ended_at is None else round(self.spent)


@dataclass(frozen=True)
class SoloEntry:
    """A move or note in a log: revisions count from 1."""

    revision: int
    move: str
    at: float


@dataclass(frozen=True)
class StoredDeal:
    """The daily deal of a game."""

    day: str
    game: str
    seed: str
    stars: int


_CHANGEABLE = {"counted", "open", "status", "moves", "helped", "ended_at", "spent"}
_SOLOS = Versioned("solitaire", solos, solo_log, solo_log.c.solo_id)


async def add(tx: Transaction, solo: StoredSolo) -> None:
    """Save a new solitaire.

    :raises Conflict: the person has an open one of this game and day, or one of this deal that counts.
    :raises ValueError: its revision is not 0.
    """
    if solo.revision != 0:
        raise ValueError("a new solitaire has revision 0; entries of its log are appended")
    await tx.execute(insert(solos), to_row(solo) | {"status": SoloStatus(solo.status).value})


async def load(tx: Transaction, solo_id: str) -> tuple[StoredSolo, tuple[SoloEntry, ...]] | None:
    """Return a solitaire and its log in order."""
    row = (await tx.execute(select(solos).where(solos.c.id == solo_id))).mappings().one_or_none()
    if row is None:
        return None
    entries = select(*field_columns(solo_log, SoloEntry))
    rows = await tx.execute(entries.where(solo_log.c.solo_id == solo_id).order_by(solo_log.c.revision))
    return _solo(row), tuple(SoloEntry(**one) for one in rows.mappings())


newest_version = _SOLOS.newest_version


async def update(
    tx: Transaction, solo_id: str, version: int, entries: Sequence[SoloEntry] = (), /, **changes: Any
) -> None:
    """Change a solitaire's fields and raise its version by one.

    :param version: the version that the changes are based on.
    :param entries: are added to its log and move its revision on.
    :raises TypeError: an unknown name, or a field that cannot be set.
    :raises Conflict: the entries do not continue the log exactly where it ends.
    :raises Outdated: it has changed since that version. Nothing was written.
    :raises Missing: there is no such solitaire.
    """
    check_changeable("solitaire", changes, _CHANGEABLE)
    if "status" in changes:
        changes["status"] = SoloStatus(changes["status"]).value
    await _SOLOS.update(tx, solo_id, version, entries, changes)


async def open_of(tx: Transaction, user_id: int) -> tuple[StoredSolo, ...]:
    """Return the open solitaires of a person, the newest first."""
    wanted = select(solos).where(solos.c.user_id == user_id, solos.c.open)
    rows = await tx.execute(wanted.order_by(solos.c.created_at.desc(), solos.c.id))
    return tuple(_solo(row) for row in rows.mappings())


async def last_begun(tx: Transaction, user_id: int) -> tuple[str, float] | None:
    """Return game and time of a person's last solitaire begun."""
    newest = select(solos.c.game, solos.c.created_at).where(solos.c.user_id == user_id)
    found = (await tx.execute(newest.order_by(solos.c.created_at.desc()).limit(1))).one_or_none()
    return None if found is None else (found.game, found.created_at)


async def next_seed(tx: Transaction, guild_id: int, user_id: int) -> str | None:
    """Return the seed of a person's next solitaire, if drawn."""
    own = (solo_seeds.c.guild_id == guild_id) & (solo_seeds.c.user_id == user_id)
    found: str | None = (await tx.execute(select(solo_seeds.c.seed).where(own))).scalar_one_or_none()
    return found


async def replace_next_seed(tx: Transaction, guild_id: int, user_id: int, used: str | None, new: str) -> None:
    """Save the next solitaire's seed when a solitaire uses one.

    :param used: the seed that the new solitaire has; None if none had been drawn.
    :raises Conflict: they have another next seed by now.
    """
    if used is None:
        replaced = await tx.add_new(solo_seeds, {"guild_id": guild_id, "user_id": user_id, "seed": new})
    else:
        own = (solo_seeds.c.guild_id == guild_id) & (solo_seeds.c.user_id == user_id) & (solo_seeds.c.seed == used)
        replaced = (await tx.execute(solo_seeds.update().where(own).values(seed=new))).rowcount > 0
    if not replaced:
        raise Conflict("another solitaire has begun with the seed that was drawn for this person")


async def has_tried(tx: Transaction, user_id: int, game: str, seed: str) -> bool:
    """Return True if a person has begun this deal before."""
    tried = (solos.c.user_id == user_id) & (solos.c.game == game) & (solos.c.seed == seed)
    return (await tx.execute(select(solos.c.id).where(tried).limit(1))).first() is not None


async def games_tried(tx: Transaction, user_id: int, day: str) -> tuple[str, ...]:
    """Return the games whose daily deal a person has begun."""
    tried = (solos.c.user_id == user_id) & (solos.c.day == day)
    return tuple((await tx.execute(select(solos.c.game).where(tried).distinct().order_by(solos.c.game))).scalars())


async def spend_try(tx: Transaction, day: str, mark: str) -> None:
    """Save that a first try of a day is used.

    :param mark: a hash of a person and a game, from which neither can be read.
    """
    await tx.add_new(spent_tries, {"day": day, "mark": mark})


async def is_spent(tx: Transaction, day: str, mark: str) -> bool:
    """Return True if such a first try is used up."""
    wanted = (spent_tries.c.day == day) & (spent_tries.c.mark == mark)
    return (await tx.execute(select(spent_tries.c.mark).where(wanted))).first() is not None


async def forget_spent(tx: Transaction, before: str) -> None:
    """Delete the marks of the days before a day."""
    await tx.execute(delete(spent_tries).where(spent_tries.c.day < before))


async def counted_of(tx: Transaction, user_id: int) -> tuple[StoredSolo, ...]:
    """Return a person's counted results, oldest end first."""
    over = solos.c.counted & solos.c.ended_at.is_not(None) & (solos.c.status != SoloStatus.DROPPED.value)
    rows = await tx.execute(select(solos).where(solos.c.user_id == user_id, over).order_by(solos.c.ended_at))
    return tuple(_solo(row) for row in rows.mappings())


async def of_day(tx: Transaction, user_id: int, game: str, day: str) -> tuple[StoredSolo, ...]:
    """Return a person's tries at a daily deal, oldest first."""
    tried = (solos.c.user_id == user_id) & (solos.c.game == game) & (solos.c.day == day)
    rows = await tx.execute(select(solos).where(tried).order_by(solos.c.created_at, solos.c.id))
    return tuple(_solo(row) for row in rows.mappings())


async def day_in(tx: Transaction, guild_id: int, game: str, day: str) -> tuple[StoredSolo, ...]:
    """Return a day's counted results in a server, with names there."""
    wanted = (
        select(solos, solo_players.c.name.label("known_as"))
        .join(solo_players, solo_players.c.user_id == solos.c.user_id)
        .where(solo_players.c.guild_id == guild_id, solos.c.game == game, solos.c.day == day)
        .where(solos.c.counted, solos.c.ended_at.is_not(None), solos.c.status != SoloStatus.DROPPED.value)
        .order_by(solos.c.ended_at)
    )
    rows = (await tx.execute(wanted)).mappings()
    return tuple(
        _solo({**{name: row[name] for name in row if name != "known_as"}, "name": row["known_as"]}) for row in rows
    )


async def meet(tx: Transaction, guild_id: int, user_id: int, name: str) -> None:
    """Save a daily player of a server, with their name there."""
    await tx.save(solo_players, {"guild_id": guild_id, "user_id": user_id, "name": name})


async def deal(tx: Transaction, game: str, day: str) -> StoredDeal | None:
    """Return the daily deal, if it is saved."""
    wanted = (daily_deals.c.game == game) & (daily_deals.c.day == day)
    row = (await tx.execute(select(daily_deals).where(wanted))).mappings().one_or_none()
    return StoredDeal(**row) if row else None


async def keep_deal(tx: Transaction, found: StoredDeal) -> None:
    """Save a daily deal, unless one is saved already."""
    await tx.add_new(daily_deals, to_row(found))


async def month_seed(tx: Transaction, month: str) -> str | None:
    """Return the secret of a month's (``YYYY-MM``) deals, if drawn."""
    wanted = select(month_seeds.c.seed).where(month_seeds.c.month == month)
    found: str | None = (await tx.execute(wanted)).scalar_one_or_none()
    return found


async def keep_month_seed(tx: Transaction, month: str, seed: str) -> None:
    """Save a month's secret, unless one is saved already."""
    await tx.add_new(month_seeds, {"month": month, "seed": seed})


def _solo(row: RowMapping | dict[str, Any]) -> StoredSolo:
    return StoredSolo(**{**row, "status": SoloStatus(row["status"])})

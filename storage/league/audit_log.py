"""The league's audit log: changes by people, corrections by the bot."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import ColumnElement, Text, cast, func, insert, select

from storage.database import Transaction
from storage.schema import league_deeds
from storage.transactions import field_columns, to_row

_C = league_deeds.c
# The table and its column `deed` keep the names that they have in databases.


class AuditAction(StrEnum):
    """The stored kind of a change."""

    VOID = "void"
    RESTORE = "restore"
    MERGE = "merge"
    UNDO_MERGE = "undo_merge"
    ADD = "add"
    """A game at a real table was added by hand."""
    RECORD = "record"
    """A recorded match was added."""
    IMPORT = "import"
    EXPORT = "export"
    OPEN_SEASON = "open_season"
    CLOSE_SEASON = "close_season"
    EDIT_SEASON = "edit_season"
    DELETE_SEASON = "delete_season"
    END_MATCH = "end_match"
    """A moderator or a host ended a match that counts: `game`, and `sides` with its players."""
    SETTINGS = "settings"
    CROWDED = "crowded"
    """The bot excluded results with more people than their game has."""
    RATE_TIES = "rate_ties"
    """An upgrade had the ratings of shared places recomputed."""
    ROLE_MISSED = "role_missed"
    """Discord did not let the bot give a person on a podium their role: `why` is its error code."""
    ROLE_KEPT = "role_kept"
    """It did not let the bot take the role of an earlier podium from a person."""
    KEEP_OUT = "keep_out"
    """Moderators keep a person out: `until` is None if it has no end."""
    LET_IN = "let_in"
    CLUB_NIGHT = "club_night"
    """A club night was created or changed: `what` is one of `NIGHT_CHANGES`."""
    TOURNAMENT = "tournament"
    """A host, a moderator or a player acted in a tournament: see `HostAction`."""


NIGHT_CHANGES: Final = ("created", "changed", "skipped", "ended", "no_host", "paused")
"""The changes of a club night. `settings` lists what was changed, `day` is the date of a skipped evening."""

NIGHT_SETTINGS: Final = ("start", "title", "open_hours", "series", "role")


class HostAction(StrEnum):
    """A tournament action, stored as `what` among the details."""

    START = "start"
    CLOSE = "close"
    END = "end"
    """An arena was ended before its time was up."""
    RESULT = "result"
    CORRECTION = "correction"
    ADD = "add"
    REMOVE = "remove"
    RETURN = "return"
    """A person who had withdrawn plays again: `pairings` has the people on the sides of those that are open again."""
    CO_HOST = "co_host"
    NO_CO_HOST = "no_co_host"
    """The only co-host was removed, when there could be one; the entry has no name."""
    CO_HOST_REMOVED = "co_host.removed"
    CO_HOST_LEFT = "co_host.left"
    HAND_OVER = "hand_over"
    """Another person became the host."""
    HOST_GONE = "host_gone"
    """A host may host no longer, so a co-host became the host."""
    NO_HOST = "no_host"
    """A host may host no longer, and there was no co-host."""
    SWAP = "swap"
    """Two teams were swapped: `pairings` has the people on the sides of the changed pairings."""
    PAUSE = "pause"
    RESUME = "resume"
    """The clocks run again: `deadline` is when the round ends now."""
    EDIT = "edit"
    """Settings were changed: `edits` has the values before and after of each."""
    TEAM_NAME = "team_name"
    NO_TEAM_NAME = "no_team_name"
    UNDO_START = "undo.start"
    UNDO_CLOSING = "undo.closing"
    UNDO_PAIRING = "undo.pairing"
    MERGE = "merge"
    UNDO_MERGE = "undo.merge"
    VOID = "void"
    RESTORE = "restore"
    CANCEL = "cancel"
    CLAIM_CONFIRMED = "claim.confirmed"
    """A player confirmed the result that a player of the other side claimed."""
    CLAIM_DENIED = "claim.denied"
    CLAIM_ACCEPTED = "claim.accepted"
    """A host entered a claimed result that the other side did not answer."""
    CLAIM_REFUSED = "claim.refused"


@dataclass(frozen=True)
class AuditEntry:
    """A line of the audit log.

    :ivar id: 0 for an unsaved entry.
    :ivar user_id: the actor; None on the command line, and for actions of the bot.
    :ivar about: the details, which depend on the action.
    """

    id: int
    guild_id: int
    at: float
    user_id: int | None
    action: AuditAction
    reason: str = ""
    result_id: int | None = None
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def people(self) -> frozenset[int]:
        """The user ids among the details."""
        alone = {int(self.about[key]) for key in ("from", "into", "person") if key in self.about}
        sides = [*self.about.get("sides", ()), *(side for two in self.about.get("pairings", ()) for side in two)]
        return frozenset(alone | {int(one) for side in sides for one in side})


async def add(tx: Transaction, entry: AuditEntry) -> None:
    """Save a new entry."""
    row = to_row(entry, without=("id", "action"))
    await tx.execute(insert(league_deeds), row | {"deed": entry.action.value, "about": dict(entry.about)})


async def contains(tx: Transaction, guild_id: int, action: AuditAction, key: str, value: str) -> bool:
    """Return True if an entry of the action has this detail."""
    same = (_C.guild_id == guild_id) & (_C.deed == action.value) & cast(_C.about, Text).contains(value)
    return any(about.get(key) == value for about in (await tx.execute(select(_C.about).where(same))).scalars())


async def host_actions(tx: Transaction, guild_id: int, tournament_id: int, after: int) -> tuple[AuditEntry, ...]:
    """Return a tournament's entries after an entry's id, oldest first."""
    own = (_C.guild_id == guild_id) & (_C.deed == AuditAction.TOURNAMENT.value) & (_C.id > after)
    rows = (await tx.execute(select(*_entry_columns()).where(own).order_by(_C.id))).mappings()
    return tuple(_entry(row) for row in rows if row["about"]["tournament"] == tournament_id)


async def last_actor(tx: Transaction, guild_id: int, action: AuditAction, user_id: int) -> int | None:
    """Return the person who last did this to a person."""
    same = (_C.guild_id == guild_id) & (_C.deed == action.value)
    rows = await tx.execute(select(_C.user_id, _C.about).where(same).order_by(_C.id.desc()))
    return next((row.user_id for row in rows if row.about.get("person") == user_id), None)


async def newest_id(tx: Transaction, guild_id: int) -> int:
    """Return the id of the newest entry; 0 if there is none."""
    found = await tx.execute(select(func.max(_C.id)).where(_C.guild_id == guild_id))
    return found.scalar_one() or 0


async def following(tx: Transaction, guild_id: int, after: int, count: int) -> tuple[AuditEntry, ...]:
    """Return the entries after an entry's id, oldest first, at most `count`."""
    newer = (_C.guild_id == guild_id) & (_C.id > after)
    rows = await tx.execute(select(*_entry_columns()).where(newer).order_by(_C.id).limit(count))
    return tuple(map(_entry, rows.mappings()))


async def page(
    tx: Transaction, guild_id: int, *, first: int = 0, count: int = 10
) -> tuple[tuple[AuditEntry, ...], int]:
    """Return a page of entries, newest first, and the total number."""
    mine = _C.guild_id == guild_id
    rows = await tx.execute(select(*_entry_columns()).where(mine).order_by(_C.id.desc()).limit(count).offset(first))
    total = (await tx.execute(select(func.count()).select_from(league_deeds).where(mine))).scalar_one()
    return tuple(map(_entry, rows.mappings())), int(total)


def _entry_columns() -> list[ColumnElement[Any]]:
    return [_C.deed.label("action"), *field_columns(league_deeds, AuditEntry, without=("action",))]


def _entry(row: Mapping[Any, Any]) -> AuditEntry:
    return AuditEntry(**{**row, "action": AuditAction(row["action"])})

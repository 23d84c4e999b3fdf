"""Club nights: evenings of a server that come back every week."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, time, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, insert, select, update

from storage.database import Transaction
from storage.schema import club_nights, current_key
from storage.transactions import field_columns, to_row

_C = club_nights.c
_WEEK: Final = timedelta(days=7)


@dataclass(frozen=True)
class ClubNight:
    """A recurring evening.

    :ivar id: 0 for an unsaved club night.
    :ivar host_id: the host of its tournaments; below 0 without one, and 0 once the channel is told so.
    :ivar title: "" for the names of the games.
    :ivar first_day: the date of the first evening.
    :ivar clock: the local time of the start.
    :ivar weekly: whether it comes back; else there is one evening.
    :ivar open_s: the seconds between the announcement and the start.
    :ivar evenings: the settings of the evenings, which take turns week by week; see `tournaments.settings_of`.
    :ivar series_id: the series of its tournaments.
    :ivar next_day: the date of the next evening that is not announced yet; None: there is none.
    :ivar tournament_id: the tournament that was created last.
    :ivar calls_at: the start of an announced evening of free play, in unix seconds.
    :ivar role_id: the role that its announcements and tournaments mention.
    """

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    title: str
    locale: str
    created_at: float
    first_day: date
    clock: time
    open_s: int
    evenings: tuple[Mapping[str, Any], ...]
    weekly: bool = True
    free_play: bool = False
    series_id: int | None = None
    next_day: date | None = None
    tournament_id: int | None = None
    calls_at: float | None = None
    role_id: int | None = None

    @property
    def games(self) -> tuple[str, ...]:
        """The games, in their order."""
        return tuple(current_key(one["game"]) for one in self.evenings)

    def evening(self, day: date) -> Mapping[str, Any]:
        """Return the settings of an evening."""
        return self.evenings[(day - self.first_day).days // 7 % len(self.evenings)]

    def game(self, day: date) -> str:
        """Return the game of an evening."""
        return current_key(self.evening(day)["game"])

    def after(self, day: date) -> date | None:
        """Return the date of the evening after another."""
        return day + _WEEK if self.weekly else None


async def add(tx: Transaction, night: ClubNight) -> int:
    """Save a new club night; return its id."""
    return int((await tx.execute(insert(club_nights).values(**_row(night)).returning(_C.id))).scalar_one())


async def load(tx: Transaction, guild_id: int, night_id: int) -> ClubNight | None:
    """Return a club night of a server."""
    found = await _read(tx, _C.guild_id == guild_id, _C.id == night_id)
    return found[0] if found else None


async def in_guild(tx: Transaction, guild_id: int | None) -> tuple[ClubNight, ...]:
    """Return the club nights of a server, or of all, oldest first."""
    return await _read(tx, *(() if guild_id is None else (_C.guild_id == guild_id,)))


async def save(tx: Transaction, night: ClubNight) -> None:
    """Save a changed club night. The league must be held."""
    await tx.execute(update(club_nights).where(_C.id == night.id).values(**_row(night)))


async def remove(tx: Transaction, guild_id: int, night_id: int) -> bool:
    """Delete a club night; False if there is none."""
    wanted = delete(club_nights).where(_C.guild_id == guild_id, _C.id == night_id)
    return (await tx.execute(wanted)).rowcount > 0


async def leave_series(tx: Transaction, series_id: int) -> None:
    """Let the club nights of a series belong to none."""
    await tx.execute(update(club_nights).where(_C.series_id == series_id).values(series_id=None))


async def hosted_by(tx: Transaction, guild_id: int, user_id: int) -> list[int]:
    """Return the ids of a host's club nights."""
    wanted = select(_C.id).where(_C.guild_id == guild_id, _C.host_id == user_id).order_by(_C.id)
    return list((await tx.execute(wanted)).scalars())


async def replace_host(tx: Transaction, guild_id: int, new: int, night_ids: Collection[int]) -> None:
    """Give club nights another host."""
    own = (_C.guild_id == guild_id) & _C.id.in_(night_ids)
    await tx.execute(update(club_nights).where(own).values(host_id=new))


async def _read(tx: Transaction, *conditions: ColumnElement[bool]) -> tuple[ClubNight, ...]:
    rows = await tx.execute(select(*field_columns(club_nights, ClubNight)).where(*conditions).order_by(_C.id))
    return tuple(_night(row) for row in rows.mappings())


def _night(row: Any) -> ClubNight:
    next_day = None if row["next_day"] is None else date.fromisoformat(row["next_day"])
    read = {"first_day": date.fromisoformat(row["first_day"]), "clock": time.fromisoformat(row["clock"])}
    return ClubNight(**{**row, **read, "next_day": next_day, "evenings": tuple(row["evenings"])})


def _row(night: ClubNight) -> dict[str, Any]:
    return to_row(night, without=("id",)) | {
        "first_day": night.first_day.isoformat(),
        "clock": f"{night.clock:%H:%M}",
        "evenings": [dict(one) for one in night.evenings],
        "next_day": None if night.next_day is None else night.next_day.isoformat(),
    }

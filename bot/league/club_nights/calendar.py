"""The dates of club nights, and the tournaments of their evenings."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.league.tournaments.progress.saving import NO_HOST
from bot.league.tournaments.progress.starting import with_needless_call
from storage import kept_out
from storage.database import Transaction
from storage.league import audit_log, club_nights
from storage.league.audit_log import AuditAction, AuditEntry
from storage.league.club_nights import ClubNight
from storage.league.tournament_values import Tournament
from storage.league.tournaments import with_settings

LATEST_CALL_S: Final = 3600.0
"""The seconds after the start in which an evening of free play is still called."""


def start_of(night: ClubNight, day: date, zone: str) -> float:
    """Return the start of an evening, at the same local time all year."""
    return datetime.combine(day, night.clock, ZoneInfo(zone)).timestamp()


def next_start(night: ClubNight, zone: str) -> float | None:
    """Return the start of the next evening that is not announced yet."""
    return None if night.next_day is None else start_of(night, night.next_day, zone)


def opens_at(night: ClubNight, zone: str) -> float | None:
    """Return the time at which the next evening is announced."""
    start = next_start(night, zone)
    return None if start is None else start - night.open_s


def next_instant(night: ClubNight, zone: str) -> float | None:
    """Return the time at which something is due; None if nothing ever is."""
    return min((at for at in (opens_at(night, zone), night.calls_at) if at is not None), default=None)


def moved_on(night: ClubNight, zone: str, now: float) -> ClubNight:
    """Return the club night with the next evening after `next_day` that is not past."""
    day = None if night.next_day is None else night.after(night.next_day)
    while day is not None and start_of(night, day, zone) <= now:
        day = night.after(day)
    return replace(night, next_day=day)


def moved_to(night: ClubNight, first: datetime) -> ClubNight:
    """Return the club night with another next evening; the games keep their turn."""
    turn = 0 if night.next_day is None else (night.next_day - night.first_day).days // 7
    day = first.date()
    first_day = day - timedelta(days=7 * turn)
    return replace(night, clock=first.time().replace(second=0, microsecond=0), first_day=first_day, next_day=day)


def moved_with(night: ClubNight, announced: date, first: datetime) -> ClubNight:
    """Return the club night whose announced evening has moved; the later ones follow as many weeks after it.

    :param announced: the date of that evening before.
    """
    if night.next_day is None:
        return replace(moved_to(night, first), next_day=None)
    weeks = max(1, round((night.next_day - announced).days / 7))
    return moved_to(night, first + timedelta(weeks=weeks))


async def is_paused(tx: Transaction, night: ClubNight, now: float) -> bool:
    """Return True while moderators keep the host out."""
    return await kept_out.find(tx, night.guild_id, [night.host_id], now) is not None


async def log_without_host(tx: Transaction, guild_id: int, user_id: int, now: float, what: str) -> list[ClubNight]:
    """Write to the audit log that a person hosts no club night, and return those nights.

    :param what: one of `NIGHT_CHANGES`.
    """
    found = [one for one in await club_nights.in_guild(tx, guild_id) if one.host_id == user_id]
    for night in found:
        about = {"what": what, "title": night.title, "games": list(night.games)}
        await audit_log.add(tx, AuditEntry(0, guild_id, now, user_id, AuditAction.CLUB_NIGHT, about=about))
    return found


def tournament_of(night: ClubNight, day: date, zone: str, title: str, now: float) -> Tournament:
    """Return the unsaved tournament of an evening."""
    starts_at = start_of(night, day, zone)
    tournament = with_settings(
        night.evening(day),
        guild_id=night.guild_id,
        channel_id=night.channel_id,
        host_id=night.host_id or NO_HOST,
        locale=night.locale,
        title=title,
        series_id=night.series_id,
        role_id=night.role_id,
        created_at=now,
        starts_at=starts_at,
    )
    return with_needless_call(tournament, now)

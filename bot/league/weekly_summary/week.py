"""The week of a league, and the time of its summary."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from bot.league.local_time import days_of, hour_of_day, week_before, week_begins
from bot.league.ratings.rating import ALL
from bot.league.seasons.kinds import RATING
from storage.database import Transaction
from storage.league import people, seasons, standings, tournaments
from storage.league.leagues import League
from storage.league.ratings import shown
from storage.league.seasons import Season
from storage.league.standings import Placement, PlayerStanding, Rise
from storage.league.tournament_values import Tournament

MORNING: Final = 8
"""The earliest hour of the summary on Monday, in the server's time zone."""

_LEADERS: Final = 5
_BUSIEST: Final = 3
_RISES: Final = 3
_STREAK: Final = 3
"""The shortest shown winning streak."""


@dataclass(frozen=True)
class Streak:
    """A person's longest winning streak."""

    user_id: int
    wins: int


@dataclass(frozen=True)
class Week:
    """The events of a week.

    :ivar first_day: its Monday, and `last_day` its Sunday.
    :ivar matches: the number of counting matches, played by so many `players`.
    :ivar leaders: the people in first place over all games.
    :ivar busiest: the people with the most matches, and their number.
    :ivar rises: the people whose overall rating has risen most.
    :ivar closed: the seasons that were closed, with their tables.
    :ivar tournaments: the tournaments that ended, oldest first.
    :ivar names: the known names by user id.
    """

    first_day: date
    last_day: date
    matches: int
    players: int
    leaders: tuple[PlayerStanding, ...]
    busiest: tuple[tuple[int, int], ...]
    rises: tuple[Rise, ...]
    streak: Streak | None
    closed: tuple[Season, ...]
    tournaments: tuple[Tournament, ...]
    names: Mapping[int, str]


def summary_due(league: League, now: float) -> float | None:
    """Return the due time of an unposted summary, if any."""
    if league.summary_channel_id is None or league.summary_at is None:
        return None
    due = hour_of_day(week_begins(now, league.time_zone), league.time_zone, MORNING)
    return due if league.summary_at < due <= now else None


async def week_in(tx: Transaction, league: League, now: float) -> Week | None:
    """Return the last complete week; None without a counting match and a finished tournament."""
    since, until = week_before(now, league.time_zone)
    played = await standings.placed_between(tx, league.guild_id, since, until)
    ids = await tournaments.finished_between(tx, league.guild_id, since, until)
    if not played and not ids:
        return None
    ended = await tournaments.load_all(tx, league.guild_id, ids)
    scope = RATING.scope(league, ALL)
    leaders = await standings.page(tx, scope, count=_LEADERS)
    rises = {one: shown(one.after) - shown(one.before) for one in await standings.rating_rises(tx, scope, since, until)}
    risen = sorted((one for one, points in rises.items() if points > 0), key=rises.__getitem__, reverse=True)
    busiest = Counter(one.user_id for one in played).most_common(_BUSIEST)
    streak = longest_streak(played)
    closed = await seasons.closed_between(tx, league.guild_id, since, until)
    named = {one.rating.user_id for one in leaders} | {user_id for user_id, _ in busiest}
    named |= {one.user_id for one in risen[:_RISES]} | ({streak.user_id} if streak else set())
    named |= {person.user_id for one in ended.values() for person in one.people}
    first_day, last_day = days_of(since, until, league.time_zone)
    return Week(
        first_day=first_day,
        last_day=last_day,
        matches=len({one.result_id for one in played}),
        players=len({one.user_id for one in played}),
        leaders=leaders,
        busiest=tuple(busiest),
        rises=tuple(risen[:_RISES]),
        streak=streak,
        closed=closed,
        tournaments=tuple(ended[one] for one in ids),
        names=await people.names(tx, league.guild_id, named),
    )


def longest_streak(played: Iterable[Placement]) -> Streak | None:
    """Return the longest winning streak; None if too short."""
    rows: Counter[int] = Counter()
    best: Streak | None = None
    for one in played:
        rows[one.user_id] = rows[one.user_id] + 1 if one.won else 0
        if rows[one.user_id] >= max(_STREAK, best.wins + 1 if best else 0):
            best = Streak(one.user_id, rows[one.user_id])
    return best

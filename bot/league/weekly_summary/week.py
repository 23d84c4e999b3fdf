"""The week of a league, and the time of its summary."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final, TypeVar

from bot.league.ratings.rating import ALL, of_season
from bot.league.seasons.kinds import RATING, season_kind
from bot.local_time import days_of, hour_of_day, week_before, week_begins
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


T = TypeVar("T")


@dataclass(frozen=True)
class Week:
    """The events of a week.

    :ivar first_day: its Monday, and `last_day` its Sunday.
    :ivar matches: the number of counting matches, played by so many `players`.
    :ivar main: the main season, if it is open, and its `main_leaders`.
    :ivar leaders: the leaders over all games.
    :ivar busiest: the people with the most matches: place, person and number, as in `first_of`.
    :ivar rises: the people whose overall rating has risen most.
    :ivar streaks: the people with the longest winning streak.
    :ivar closed: the seasons that were closed, with their tables.
    :ivar tournaments: the tournaments that ended, oldest first.
    :ivar names: the known names by user id.
    """

    first_day: date
    last_day: date
    matches: int
    players: int
    main: Season | None
    main_leaders: tuple[PlayerStanding, ...]
    leaders: tuple[PlayerStanding, ...]
    busiest: tuple[tuple[int, int, int], ...]
    rises: tuple[tuple[int, Rise, int], ...]
    streaks: tuple[tuple[int, int, int], ...]
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
    main = next((one for one in await seasons.open_ones(tx, league.guild_id) if one.id == league.main_season_id), None)
    main_leaders: tuple[PlayerStanding, ...] = ()
    if main is not None:
        main_scope = season_kind(main).scope(league, of_season(main))
        main_leaders = await standings.page(tx, main_scope, count=_LEADERS)
    rises = {one: shown(one.after) - shown(one.before) for one in await standings.rating_rises(tx, scope, since, until)}
    risen = first_of({one: points for one, points in rises.items() if points > 0}, _RISES)
    busiest = first_of(Counter(one.user_id for one in played), _BUSIEST)
    streaks = first_of({one: wins for one, wins in longest_streaks(played).items() if wins >= _STREAK}, 1)
    closed = await seasons.closed_between(tx, league.guild_id, since, until)
    named = {one.rating.user_id for one in (*main_leaders, *leaders)} | {one.user_id for _, one, _ in risen}
    named |= {user_id for _, user_id, _ in (*busiest, *streaks)}
    named |= {person.user_id for one in ended.values() for person in one.people}
    first_day, last_day = days_of(since, until, league.time_zone)
    return Week(
        first_day=first_day,
        last_day=last_day,
        matches=len({one.result_id for one in played}),
        players=len({one.user_id for one in played}),
        main=main,
        main_leaders=main_leaders,
        leaders=leaders,
        busiest=busiest,
        rises=risen,
        streaks=streaks,
        closed=closed,
        tournaments=tuple(ended[one] for one in ids),
        names=await people.names(tx, league.guild_id, named),
    )


def first_of(numbers: Mapping[T, int], most: int) -> tuple[tuple[int, T, int], ...]:
    """Return those in the first places with their place and number; equal numbers share a place."""
    ordered = sorted(numbers.values(), reverse=True)
    placed = ((1 + ordered.index(number), one, number) for one, number in numbers.items())
    return tuple(sorted((one for one in placed if one[0] <= most), key=lambda one: one[0]))


def longest_streaks(played: Iterable[Placement]) -> dict[int, int]:
    """Return the longest winning streak of each person."""
    rows: Counter[int] = Counter()
    best: Counter[int] = Counter()
    for one in played:
        rows[one.user_id] = rows[one.user_id] + 1 if one.won else 0
        best[one.user_id] = max(best[one.user_id], rows[one.user_id])
    return best

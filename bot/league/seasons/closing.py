"""Closing seasons: saving the final table and excluding later results.

Closing holds the league, so only one process closes a season. Later results get a time after its end, so recomputing
the league finds the same results in the season.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from bot.league.ratings.rating import of_season
from bot.league.seasons.kinds import season_kind
from bot.league.seasons.podium import MEDALS, head_to_head, medals
from storage.database import Database, Transaction
from storage.league import leagues, people, seasons, standings
from storage.league.leagues import League
from storage.league.seasons import Season
from storage.league.standings import PlayerStanding

_LONGEST_TABLE: Final = 10_000
"""The most rows of the final table of a season."""


class NotYet(Exception):
    """Closing must wait until the ratings are recomputed."""


async def close_season(tx: Transaction, guild_id: int, season_id: int, now: float) -> Season | None:
    """Close a season, even early; return None if it is not open.

    :raises NotYet: while ratings are being recomputed.
    """
    league = await leagues.hold(tx, guild_id)
    season = await seasons.load(tx, guild_id, season_id)
    if season is None or season.closed_at is not None:
        return None
    if league.is_due:
        raise NotYet
    # All results recorded until now stay in it, even of this instant. A season that has not begun stays empty.
    ends_at = min(season.ends_at, max(now, season.starts_at, math.nextafter(league.last_at, math.inf)))
    final = await _table(tx, league, season)
    await seasons.close(tx, season.id, now, final, ends_at=ends_at)
    if season.starts_at < ends_at and league.last_at < ends_at:
        await leagues.save(tx, replace(league, last_at=ends_at))
    return replace(season, closed_at=now, ends_at=ends_at, final=final)


async def load_ended(database: Database, now: float) -> tuple[Season, ...]:
    """Return all servers' seasons that are over but not closed."""
    return await database.run_read(lambda tx: seasons.to_close(tx, now))


async def close_ended(database: Database, season: Season, now: float) -> bool:
    """Close an ended season; False if closed, or during recomputation."""
    try:
        return await database.run_write(lambda tx: close_season(tx, season.guild_id, season.id, now)) is not None
    except NotYet:
        return False


async def _table(tx: Transaction, league: League, season: Season) -> tuple[Mapping[str, Any], ...]:
    """Return the current table of a season, with medals."""
    scope = season_kind(season).scope(league, of_season(season))
    found = await _break_ties(tx, league, season, await standings.page(tx, scope, count=_LONGEST_TABLE))
    won = medals(found, league.medal_matches)
    names = await people.names(tx, league.guild_id, [one.rating.user_id for one in found])
    return tuple(
        {
            "user_id": one.rating.user_id,
            "name": names.get(one.rating.user_id, ""),
            "place": one.place,
            "medal": won.get(one.rating.user_id),
            "matches": one.rating.matches,
            "wins": one.rating.wins,
            "points": one.rating.points,
            "mu": one.rating.mu,
            "sigma": one.rating.sigma,
        }
        for one in found
    )


async def _break_ties(
    tx: Transaction, league: League, season: Season, table: Sequence[PlayerStanding]
) -> tuple[PlayerStanding, ...]:
    """Break the ties for medals head to head. People who are still equal share their place."""
    found: list[PlayerStanding] = []
    with_medals = 0
    for _, equal in groupby(table, key=lambda one: one.place):
        tied = {one.rating.user_id: one for one in equal}
        ahead = dict.fromkeys(tied, 0)
        if len(tied) > 1 and with_medals < len(MEDALS):
            met = await standings.finishes(
                tx, season.guild_id, tied, since=season.starts_at, until=season.ends_at, games=season.games
            )
            ahead = head_to_head(met, tied)
        with_medals += sum(one.rating.matches >= league.medal_matches for one in tied.values())
        placed = [
            replace(one, place=one.place + sum(other > ahead[user_id] for other in ahead.values()))
            for user_id, one in tied.items()
        ]
        found += sorted(placed, key=lambda one: one.place)
    return tuple(found)

"""Seasons of the quarters of a year, opened automatically."""

from collections.abc import Iterable
from dataclasses import replace

from bot.local_time import quarter_at
from storage.database import Transaction
from storage.league import seasons
from storage.league.leagues import League
from storage.league.results import Result
from storage.league.seasons import Season


async def open_quarter_season(tx: Transaction, league: League, taken_in: Iterable[Result], now: float) -> None:
    """Open the quarters of these results, past ones too.

    They are recomputed later. A past quarter is then closed without an announcement.
    """
    if not league.quarterly:
        return
    quarters: dict[str | None, Season] = {}
    for result in taken_in:
        if not any(one.starts_at <= result.at < one.ends_at for one in quarters.values()):
            season = quarter_season_at(league.guild_id, result.at, league.time_zone)
            quarters[season.quarter] = season
    for season in quarters.values():
        await seasons.add(tx, replace(season, announced_at=now) if season.ends_at <= now else season)


def quarter_season_at(guild_id: int, at: float, zone: str) -> Season:
    """Return the unsaved season of the quarter at a time."""
    quarter = quarter_at(at, zone)
    return Season(0, guild_id, quarter.name, quarter.starts_at, quarter.ends_at, quarter=quarter.key)

"""Pages of standings, loaded for one person or all members."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Protocol

import games
from bot.league.ratings.rating import ALL, of_season
from bot.league.seasons.kinds import Chart, season_kind
from bot.league.seasons.podium import medal_of
from bot.league.seasons.quarters import quarter_season_at
from bot.league.standings.messages import LINES, NOW, Plot, SolvedDays, StandingsPage, StandingsRow
from bot.local_time import week_begins
from bot.locales import Words
from bot.messages.parts.people import called, called_in
from bot.posts.core_services import CoreServices
from bot.render import MOST_CURVES, Curve
from bot.tables.errors import TableError
from storage.database import Transaction
from storage.league import leagues, people, seasons, solitaire_standings, standings
from storage.league.leagues import League
from storage.league.ratings import Rating
from storage.league.seasons import Season
from storage.league.solitaire_standings import Days
from storage.league.standings import PlayerStanding, Scope

_CHOICES: Final = 24
"""The seasons offered in the select."""

_LATELY: Final = 90 * 86_400.0
"""The time span of a seasonless plot in seconds."""

_MOST_PAGES: Final = 1_000_000
"""More pages than any league has: a forged number may exceed the range of the database."""


class Asking(Protocol):
    """The reader of standings: a request, or `AllMembers`."""

    @property
    def services(self) -> CoreServices: ...
    @property
    def guild_id(self) -> int: ...
    @property
    def user_id(self) -> int: ...
    @property
    def words(self) -> Words: ...


@dataclass(frozen=True)
class AllMembers:
    """All members of a server as a reader without a place."""

    services: CoreServices
    guild_id: int
    words: Words
    user_id: int = 0


async def standings_page(request: Asking, of: str, number: int = 0) -> StandingsPage:
    """Return a page of standings, from 0, clamped to the last.

    :param of: the scope of a season, a game's key, all games, or `NOW` for the current season.
    :raises TableError: if there is no such season or game.
    """
    page = await _read(request, of, number)
    nameless = [one.user_id for one in page.lines if one.name == called({}, one.user_id, request.words)]
    if nameless and await request.services.members.find_names(request.guild_id, nameless):
        return await _read(request, of, number)
    return page


async def _read(request: Asking, of: str, number: int) -> StandingsPage:
    number, now = min(number, _MOST_PAGES), request.services.now()
    async with request.services.database.read() as tx:
        league = await leagues.load(tx, request.guild_id)
        choices, _ = await seasons.page(tx, request.guild_id, count=_CHOICES)
        computing = await leagues.progress(tx, request.guild_id)
        if of in games.SOLITAIRES:
            page = await _of_solitaire(tx, request, of, number, now)
        else:
            of, season = await _looked_at(tx, league, of, now)
            page = StandingsPage(
                of, season, number, 0, (), None, choices, zone=league.time_zone, medal_matches=league.medal_matches
            )
            if season is not None and season.final is not None:
                missing = [int(row["user_id"]) for row in season.final if not row["name"]]
                names = await people.names(tx, league.guild_id, missing) if missing else {}
                final = [{**row, "name": row["name"] or names.get(int(row["user_id"]), "")} for row in season.final]
                page = _final_page(page, final, request)
            elif season is None or season.id:
                page = await _current_page(tx, league, page, request, now)
    return replace(page, choices=choices, computing=computing, now=now)


async def plot_of(request: Asking, of: str, number: int) -> Plot:
    """Return the leaders of standings over time.

    :param number: the page beside the plot.
    :raises TableError: if there is no such season or game, or it is a solitaire.
    """
    if of in games.SOLITAIRES:
        raise TableError("error.button_unknown")
    page = replace(await standings_page(request, of), number=number)
    now, season, leaders = request.services.now(), page.season, page.lines[:MOST_CURVES]
    since, until = (now - _LATELY, now) if season is None else (season.starts_at, min(now, season.ends_at))
    async with request.services.database.read() as tx:
        league = await leagues.load(tx, request.guild_id)
        has = [line.has for line in leaders if isinstance(line.has, Rating)]
        found = await page.kind.curves(tx, Chart(league, page.of, season, has, since, until))
    curves = tuple(Curve(line.name, found[line.user_id], _last(page, line)) for line in leaders)
    return Plot(page, curves, since, max(until, since), league.time_zone)


async def current_season(tx: Transaction, league: League, now: float) -> Season | None:
    """Return the running main season, or else the one that began first.

    The latter may be an unsaved quarter.
    """
    running = list(await seasons.holding(tx, league.guild_id, now))
    main = next((season for season in running if season.id == league.main_season_id), None)
    if main is not None:
        return main
    if league.quarterly and all(season.quarter is None for season in running):
        running.append(quarter_season(league, now))
    return min(running, key=lambda season: season.starts_at, default=None)


def quarter_season(league: League, now: float) -> Season:
    """Return the unsaved season of the current quarter."""
    return quarter_season_at(league.guild_id, now, league.time_zone)


def of_scope(league: League, of: str, season: Season | None) -> Scope:
    """Return the database scope of a season, game or all games."""
    return season_kind(season).scope(league, of if season is None else of_season(season))


def lines_of(
    found: Iterable[PlayerStanding], names: Mapping[int, str], w: Words, before: Mapping[int, int] | None = None
) -> tuple[StandingsRow, ...]:
    """Return places as lines of a table.

    :param before: the earlier places of people; None where they are not shown.
    """
    lines = []
    for one in found:
        user_id = one.rating.user_id
        was = None if before is None else before.get(user_id)
        moved = None if was is None else was - one.place
        lines.append(StandingsRow(one.place, user_id, called(names, user_id, w), one.rating, moved))
    return tuple(lines)


async def _looked_at(tx: Transaction, league: League, of: str, now: float) -> tuple[str, Season | None]:
    """Return the requested scope, and its season if any."""
    if of == NOW:
        season = await current_season(tx, league, now)
        if season is None:
            return ALL, None
        return (of_season(season) if season.id else NOW), season
    if of == ALL or of in games.TABLE_GAMES:
        return games.current_key(of), None
    kind, _, number = of.partition(":")
    if kind == "season" and number.isascii() and number.isdecimal() and len(number) < 18:
        season = await seasons.load(tx, league.guild_id, int(number))
        if season is not None:
            return of, season
    raise TableError("league.season.unknown", command="leaderboard")


async def _current_page(
    tx: Transaction, league: League, page: StandingsPage, request: Asking, now: float
) -> StandingsPage:
    scope = of_scope(league, page.of, page.season)
    total = await standings.count(tx, scope)
    number = min(page.number, max(0, (total - 1) // LINES))
    found = await standings.page(tx, scope, first=number * LINES, count=LINES)
    own = await standings.of_person(tx, scope, request.user_id) if request.user_id else None
    seen = {one.rating.user_id for one in (*found, *([own] if own else []))}
    names = await people.names(tx, league.guild_id, seen)
    before = None
    if page.kind.shows_rises:
        monday = week_begins(now, league.time_zone)
        before = await standings.places_then(tx, scope, monday, seen)
    lines = lines_of(found, names, request.words, before)
    own_line = next(iter(lines_of([own], names, request.words, before)), None) if own else None
    return replace(page, number=number, total=total, lines=lines, own=own_line)


def _final_page(page: StandingsPage, final: Sequence[Mapping[str, Any]], request: Asking) -> StandingsPage:
    number = min(page.number, max(0, (len(final) - 1) // LINES))
    lines = tuple(_ended(row, request.words) for row in final[number * LINES : (number + 1) * LINES])
    podium = tuple(_ended(row, request.words) for row in final if medal_of(row))
    own = next((_ended(row, request.words) for row in final if row["user_id"] == request.user_id), None)
    return replace(page, number=number, total=len(final), lines=lines, own=own, podium=podium)


def _ended(row: Mapping[str, Any], w: Words) -> StandingsRow:
    """Return a line of the final table of a season."""
    user_id = int(row["user_id"])
    kept = {name: row[name] for name in ("mu", "sigma", "matches", "wins", "points")}
    rating = Rating(scope="", user_id=user_id, last_at=0.0, **kept)
    return StandingsRow(row["place"], user_id, called_in(row, w), rating, medal=medal_of(row))


async def _of_solitaire(tx: Transaction, request: Asking, game: str, number: int, now: float) -> StandingsPage:
    """Return the quarter's standings at a solitaire, in UTC days."""
    season = quarter_season_at(request.guild_id, now, "UTC")
    first = datetime.fromtimestamp(season.starts_at, UTC).date()
    last = datetime.fromtimestamp(season.ends_at, UTC).date() - timedelta(days=1)
    days = Days(game, first.isoformat(), last.isoformat())
    found, total = await solitaire_standings.page(tx, request.guild_id, days, first=number * LINES, count=LINES)
    if not found and total:
        number = (total - 1) // LINES
        found, total = await solitaire_standings.page(tx, request.guild_id, days, first=number * LINES, count=LINES)
    person = request.user_id
    own = await solitaire_standings.of_person(tx, request.guild_id, days, person) if person else None
    lines = tuple(_solved(one) for one in found)
    return StandingsPage(game, season, number, total, lines, _solved(own) if own else None, ())


def _solved(one: solitaire_standings.SolitaireStanding) -> StandingsRow:
    return StandingsRow(one.place, one.user_id, one.name, SolvedDays(one.days, one.moves))


def _last(page: StandingsPage, line: StandingsRow) -> str:
    """Return the current number of a person, below their name."""
    if not isinstance(line.has, Rating):
        return ""
    value = page.kind.value(line.has)
    return f"{value.text} {value.aside}".rstrip()

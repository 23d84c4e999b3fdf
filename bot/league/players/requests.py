"""Match lists and statistics, loaded for the reader."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

import games
from bot.league.players.clicks import PlayersClick
from bot.league.players.history import LINES, Filters, code_form, history_message
from bot.league.players.statistics import Career, StatsFilters, TournamentFinish, stats_message
from bot.league.ratings.rating import ALL
from bot.league.standings.pages import of_scope
from bot.league.tournaments.formats.kinds import place_of, podium_of
from bot.league.tournaments.showing.names import people_on_podium
from bot.messages.parts.message import Message
from bot.messages.parts.people import called
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.tables.errors import TableError
from bot.tables.ladder import climbs_of
from storage import ladder, ledger, matches, puzzles, reviews
from storage.database import Transaction
from storage.league import (
    leagues,
    people,
    player_records,
    ratings,
    results,
    round_deals,
    seasons,
    standings,
    tournaments,
)
from storage.league.leagues import League
from storage.league.player_records import Streaks
from storage.league.ratings import shown
from storage.league.results import Abandoned, HistoryEntry, Wanted
from storage.league.tournament_values import Tournament

_LATELY: Final = 365 * 86_400.0
"""The time span of a plot in seconds."""
_STEPS: Final = 200
"""The most points of a plot; a picture shows no more."""


async def history_page(request: Request, filters: Filters) -> Message:
    """Return a page of the server's matches, clamped to the last."""
    wanted = Wanted(request.guild_id, filters.game or None, filters.people, unplayed=filters.unplayed)
    async with request.services.database.read() as tx:
        size = await results.count_history(tx, wanted)
        filters = replace(filters, page=min(filters.page, max(0, (sum(size) - 1) // LINES)))
        found = await results.history(tx, wanted, first=filters.page * LINES, count=LINES)
        ids = [one.match_id for one in found if not isinstance(one, Tournament) and one.match_id]
        seats = await matches.seat_results(tx, ids)
        secret = await round_deals.secret_matches(tx, ids)
    named = {person for one in found for person in _people_of(one)} | set(filters.people)
    names = await names_of(request, named)
    return history_message(found, size, names, seats, filters, request.reader, secret, request.user_id)


def _people_of(entry: HistoryEntry) -> Collection[int]:
    """Return the people whom an entry of the history names."""
    if isinstance(entry, Tournament):
        return people_on_podium(entry)
    ended_by = [entry.by] if isinstance(entry, Abandoned) and entry.by is not None else []
    return [*entry.people, *ended_by]


async def stats_page(request: Request, filters: StatsFilters) -> Message:
    """Return the statistics of a person.

    :raises TableError: if the address names no person.
    """
    if not filters.person:
        raise TableError("error.button_unknown")
    guild_id, person = request.guild_id, filters.person
    names = await names_of(request, {person, filters.other})
    async with request.services.database.read() as tx:
        league = await leagues.load(tx, guild_id)
        running = await seasons.holding(tx, guild_id, request.services.now())
        since = max((season.starts_at for season in running), default=0.0)
        totals = await player_records.totals(tx, guild_id, person)
        career = Career(
            name=called(names, person, request.words),
            totals=totals,
            streaks=await player_records.streaks(tx, guild_id, person, filters.game or None) if totals else Streaks(),
            achievements=await player_records.achievements_of(tx, guild_id, person),
            ratings={one.scope: one for one in await ratings.of_person(tx, guild_id, league.generation, person)},
            chips=await _chips(tx, guild_id, person),
            zone=league.time_zone,
            finishes=await _finishes(tx, guild_id, person),
            curve=await _curve(tx, league, filters, request.services.now()),
            reviews=await reviews.of_person(tx, guild_id, person, since=since, game=filters.game or None),
            reviewed_since=since,
            puzzles=await puzzles.solver(tx, person),
            climbs=climbs_of(await ladder.of_person(tx, guild_id, person)),
        )
        if filters.other:
            met = await player_records.meetings(tx, guild_id, person, filters.other)
            career = replace(career, other_name=called(names, filters.other, request.words), meetings=met)
    return stats_message(career, filters, request.reader)


async def names_of(request: Request, user_ids: Collection[int]) -> dict[int, str]:
    """Return the names of people; unknown ones are asked from Discord."""
    names = await request.services.database.run_read(lambda tx: people.names(tx, request.guild_id, user_ids))
    if await request.services.members.find_names(request.guild_id, [one for one in user_ids if one not in names]):
        names = await request.services.database.run_read(lambda tx: people.names(tx, request.guild_id, user_ids))
    return names


async def _finishes(tx: Transaction, guild_id: int, person: int) -> Sequence[TournamentFinish]:
    """Return a person's places in finished tournaments, newest first."""
    ids = await tournaments.finished_with(tx, guild_id, person)
    found = await tournaments.load_all(tx, guild_id, ids)
    finishes = []
    for one in (found[tournament_id] for tournament_id in ids):
        own = place_of(one, person)
        if own is not None:
            on_podium = any(team.team == own.team for team in podium_of(one))
            finishes.append(TournamentFinish(one.game, one.title, own.place, on_podium))
    return finishes


async def _chips(tx: Transaction, guild_id: int, person: int) -> int | None:
    found = await ledger.standing(tx, guild_id, person)
    return None if found is None else found.balance


async def _curve(tx: Transaction, league: League, filters: StatsFilters, now: float) -> Sequence[tuple[float, float]]:
    """Return shown ratings of the past year and the one before."""
    scope = of_scope(league, filters.game or ALL, None)
    found = await standings.ratings_over_time(tx, scope, [filters.person], since=now - _LATELY, step=_LATELY / _STEPS)
    return [(one.at, float(shown(one.value))) for one in found]


@on(PlayersClick.HISTORY)
async def _show_history(click: Click) -> None:
    await click.reply.show(await history_page(click, Filters.parse(click.address.rest)))


@on(PlayersClick.HISTORY_GAME)
async def _history_of_game(click: Click) -> None:
    filters = replace(Filters.parse(click.address.rest), game=chosen_game(click), page=0)
    await click.reply.show(await history_page(click, filters))


@on(PlayersClick.ASK_CODE)
async def _ask_code(click: Click) -> None:
    await click.reply.ask(code_form(click.words))


@on(PlayersClick.SHOW_CODE)
async def _show_code(click: Click) -> None:
    """Show the replay of the match with a typed code."""
    code, replays = click.filled.texts.get("code", ""), click.services.replays
    await click.reply.whisper(await replays.load_step(click.guild_id, code, 0, click.reader, click.user_id))


@on(PlayersClick.STATS)
async def _show_stats(click: Click) -> None:
    await click.reply.show(await stats_page(click, StatsFilters.parse(click.address.rest)))


@on(PlayersClick.STATS_GAME)
async def _stats_of_game(click: Click) -> None:
    await click.reply.show(
        await stats_page(click, replace(StatsFilters.parse(click.address.rest), game=chosen_game(click)))
    )


def chosen_game(click: Click) -> str:
    """Return the game that was chosen; "" for all."""
    return games.current_key(click.value) if click.value in games.TABLE_GAMES else ""

"""Recording matches in the league at their start and end.

Both are saved in the table's transaction. Whether a match counts is settled and shown at its start. It counts if people
sit in all seats, the server counts the game, and the daily limit of these people is not reached. The result of a seat
belongs to its entrant, the person who sat there at the start. So leaving avoids no loss, and a substitute has nothing
to lose. If a computer sat there at the start, the result belongs to the person who has the seat at the end, but it does
not count.

A helped match (`StoredMatch.helped`) counts nowhere: its result is kept for the history alone.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

import games
from bot.league.ratings.rating import rate_result, scopes_of
from bot.league.seasons.quarters import quarter_season_at
from bot.league.tournaments.formats.duplicate import seat_scores
from bot.league.tournaments.progress.saving import give_up_pairing, link_agreed_pairing, settle_pairing, settle_shared
from bot.local_time import day_begins
from bot.tables.persistence import counts_for_pairing
from bot.tables.state import Step, Table
from games import Match
from games.core.events import DealBegan
from games.core.match import TABLE_ENTRIES
from storage import matches
from storage.database import Transaction
from storage.league import audit_log, leagues, people, player_records, ratings, results, seasons
from storage.league.audit_log import AuditAction, AuditEntry
from storage.league.leagues import League
from storage.league.player_records import BEST_DEAL, MADE, MISSED, RIGHT, WRONG
from storage.league.results import PRACTICE, MatchEntry, NotCounted, Place, Result, ResultOrigin, Wanted
from storage.matches import (
    NO_CONSENT,
    AbandonReason,
    DealResult,
    MatchResult,
    PairingConsent,
    Player,
    Status,
    StoredMatch,
    StoredSeat,
)


async def record_step(tx: Transaction, before: Table, step: Step, after: Table) -> Table:
    """Save what the league keeps of a step of a table; return the table with its entry in the league."""
    if before.status is Status.LOBBY and after.status is Status.PLAYING:
        began = after.stored.started_at or 0.0
        entry = await register(tx, after.stored, after.seats, began, before.stored.pairing_consent)
        after = replace(after, entry=entry, of_pairing=await counts_for_pairing(tx, entry, after.id))
    if step.umpire is not None:
        await log_early_end(tx, after.stored, after.persons, step.umpire)
    if after.status is Status.CANCELLED and before.status.is_live and after.stored.started_at is not None:
        await give_up(tx, after.stored, [seat.user_id for seat in after.persons if seat.user_id is not None])
    if step.match_results and after.match is not None:
        ended_at, side_of = after.stored.ended_at or 0.0, after.match.side_of
        cut_short = after.match.is_cut_short()
        result_id = await record(tx, after.stored, step.match_results, side_of, ended_at, cut_short=cut_short)
        if result_id is not None and not after.stored.helped:
            await save_achievements(tx, after.stored.guild_id, after.id, result_id, after.match)
    return after


async def register(
    tx: Transaction,
    match: StoredMatch,
    seats: Sequence[StoredSeat],
    now: float,
    consent: PairingConsent = NO_CONSENT,
) -> MatchEntry:
    """Settle whether a match counts, and link an agreed tournament pairing.

    :param consent: the consent of its players in the lobby.
    :raises Conflict: if the match is registered already.
    """
    entrants = {seat.seat: seat.user_id for seat in seats if seat.user_id is not None}
    league = await leagues.load(tx, match.guild_id)
    why_not = await _why_not(tx, league, match, seats, now)
    entry = MatchEntry(match.id, match.guild_id, match.game, now, why_not, entrants)
    await results.enter(tx, entry)
    await link_agreed_pairing(tx, match, seats, consent)
    return entry


async def reason_not_counted(
    tx: Transaction, match: StoredMatch, seats: Sequence[StoredSeat], now: float
) -> NotCounted | None:
    """Return the reason why such a match would not count."""
    return await _why_not(tx, await leagues.load(tx, match.guild_id), match, seats, now)


async def _why_not(
    tx: Transaction, league: League, match: StoredMatch, seats: Sequence[StoredSeat], now: float
) -> NotCounted | None:
    if match.continues is not None:
        return NotCounted.CONTINUED
    if any(seat.player is not Player.PERSON for seat in seats):
        return NotCounted.COMPUTERS
    if match.shared is not None:
        return NotCounted.DUPLICATE
    if match.game in league.games_off:
        return NotCounted.OFF
    if league.daily_limit:
        everybody = [seat.user_id for seat in seats if seat.user_id is not None]
        today = day_begins(now, league.time_zone)
        if await results.begun_between(tx, league.guild_id, everybody, today) >= league.daily_limit:
            return NotCounted.OFTEN
    return None


async def record(
    tx: Transaction,
    match: StoredMatch,
    ends: Sequence[MatchResult],
    side_of: Callable[[int], int],
    now: float,
    *,
    cut_short: bool = False,
) -> int | None:
    """Save a finished match; return its result's id, None without people.

    :param side_of: the side of a seat.
    :param cut_short: whether the table stopped it before half of it was played; then it does not count.
    :raises Conflict: if it is recorded already.
    """
    entry = await results.entry(tx, match.id)
    places, names = _places(ends, side_of, {} if entry is None else entry.entrants)
    if not places:
        return None
    with_computers = any(end.user_id is None for end in ends)  # the only data of a match from long ago
    why_not = entry.why_not if entry is not None else NotCounted.COMPUTERS if with_computers else None
    if match.helped:
        why_not = NotCounted.HELPED if match.continues is None else NotCounted.CONTINUED
    elif cut_short and why_not is not NotCounted.COMPUTERS:
        why_not = NotCounted.SHORT
    result = Result(
        id=0,
        guild_id=match.guild_id,
        match_id=match.id,
        game=match.game,
        at=now,
        origin=ResultOrigin.TABLE,
        places=places,
        sides=len({side_of(end.seat) for end in ends}),
        why_not=why_not,
    )
    await people.name(tx, match.guild_id, names)
    result_id = await add_result(tx, result)
    if match.shared is not None:
        scores = seat_scores(games.CATALOGUE[match.game], ends, side_of, {} if entry is None else entry.entrants)
        await settle_shared(tx, replace(result, id=result_id), scores)
    elif result.why_not not in (NotCounted.COMPUTERS, NotCounted.SHORT, *PRACTICE):

        async def all_moved() -> bool:
            moved = await matches.moved_seats(tx, match.id, TABLE_ENTRIES)
            return len({side_of(seat) for seat in moved}) == result.sides

        await settle_pairing(tx, replace(result, id=result_id), match.started_at or 0.0, all_moved=all_moved)
    return result_id


async def give_up(tx: Transaction, match: StoredMatch, sitting: Collection[int]) -> None:
    """Record that a match has ended without a result.

    A match with shared deals is not played again, since its players have seen some of them.

    :param sitting: the people at its end. They are blameless if another person ended a match between people.
    """
    if match.shared is not None:
        await leagues.hold(tx, match.guild_id)
        entry = await results.entry(tx, match.id)
        between_people = entry is not None and entry.why_not is NotCounted.DUPLICATE
        by_others = match.end_reason in (AbandonReason.UMPIRE, AbandonReason.CHANNEL)
        await give_up_pairing(tx, match, sitting if between_people and by_others else (), match.ended_at or 0.0)


async def log_early_end(tx: Transaction, match: StoredMatch, seats: Sequence[StoredSeat], umpire: int) -> None:
    """Enter in the audit log that an umpire has ended a match that counts."""
    entry = await results.entry(tx, match.id)
    people = entry.entrants.values() if entry is not None else [seat.user_id for seat in seats]
    about = {"game": match.game, "sides": [[one] for one in people]}
    ended_at = match.ended_at or 0.0
    await audit_log.add(tx, AuditEntry(0, match.guild_id, ended_at, umpire, AuditAction.END_MATCH, about=about))


def _places(
    ends: Sequence[MatchResult], side_of: Callable[[int], int], entrants: Mapping[int, int]
) -> tuple[tuple[Place, ...], dict[int, str]]:
    """Return people's places, entrants first, and names of those still seated."""
    rank_of = {side_of(end.seat): end.rank for end in ends}
    place_of = {side: 1 + sum(other < rank for other in rank_of.values()) for side, rank in rank_of.items()}
    places: dict[int, Place] = {}
    in_order = [(end, entrants[end.seat]) for end in ends if end.seat in entrants]
    in_order += [(end, end.user_id) for end in ends if end.seat not in entrants and end.user_id is not None]
    for end, person in in_order:
        side = side_of(end.seat)
        places.setdefault(person, Place(person, side, place_of[side], end.won, end.score))
    names = {end.user_id: end.name for end in ends if end.user_id is not None and end.user_id in places}
    return tuple(places.values()), names


async def add_result(tx: Transaction, result: Result) -> int:
    """Save the league's latest result, rate it, and return its id."""
    league = await leagues.hold(tx, result.guild_id)
    # Ratings follow the order of the results, whichever process is quicker by a millisecond.
    result = replace(result, at=max(result.at, league.last_at))
    if result.counts and len({place.side for place in result.places}) < 2:
        result = replace(result, why_not=NotCounted.SOLITARY)
    result = replace(result, id=await results.add(tx, result))
    await leagues.save(tx, replace(league, last_at=result.at))
    if result.counts:
        await _rate(tx, league, result)
    return result.id


async def _rate(tx: Transaction, league: League, result: Result) -> None:
    running = await seasons.holding(tx, league.guild_id, result.at)
    if league.quarterly and not any(season.quarter for season in running):
        await _open_quarter(tx, league, result)
        running = await seasons.holding(tx, league.guild_id, result.at)
    scopes = scopes_of(result, running)
    before = await ratings.standing_of(tx, league.guild_id, league.generation, scopes.keys(), result.people)
    after, changes = rate_result(result, running, before)
    await ratings.save(tx, league.guild_id, league.generation, after.values())
    await ratings.add_changes(tx, league.guild_id, league.generation, changes)


async def _open_quarter(tx: Transaction, league: League, result: Result) -> None:
    """Open the season of a quarter at its first result."""
    season = quarter_season_at(league.guild_id, result.at, league.time_zone)
    if await seasons.add(tx, season) is not None:
        earlier = Wanted(league.guild_id, since=season.starts_at, until=season.ends_at, counting_only=True)
        if await results.count(tx, earlier) > 1:  # results of the quarter were added by hand
            await leagues.request_recompute(tx, league.guild_id, season.starts_at)


_EVENT_KINDS: Final = frozenset({RIGHT, WRONG, MADE, MISSED})
"""The kinds of events that are achievements with equal names."""


async def save_achievements(tx: Transaction, guild_id: int, match_id: str, result_id: int, match: Match) -> None:
    """Save the achievements of a match after its deals and result."""
    deals, _ = await matches.results(tx, match_id)
    await player_records.add_achievements(tx, guild_id, result_id, match.key, achievements_in(match, deals))


def achievements_in(match: Match, deals: Sequence[DealResult]) -> dict[tuple[int, str], int]:
    """Return people's achievements: (user id, kind) -> number.

    An achievement belongs to the person in the seat at the end of the deal.

    :param deals: the results of its deals.
    """
    found: Counter[tuple[int, str]] = Counter()
    sitting = {(deal.deal, deal.seat): deal.user_id for deal in deals}
    number = 0
    for event in match.events:
        if isinstance(event, DealBegan):
            number = event.number
        kind = event.kind if event.kind in _EVENT_KINDS else ""
        person = sitting.get((number, event.seat)) if kind and event.seat is not None else None
        if kind and person is not None:
            found[person, kind] += 1
    for deal in deals:
        if deal.user_id is not None and deal.points > 0 and not match.fewer_is_better:
            key = deal.user_id, BEST_DEAL
            found[key] = max(found[key], deal.points)
    return dict(found)

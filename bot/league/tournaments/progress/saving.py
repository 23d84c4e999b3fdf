"""Steps of tournaments with the database: the due ones, and what the end of a match changes."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from random import Random, SystemRandom
from typing import Any, Final, NamedTuple

import games
from bot.league.tournaments.formats.kinds import kind_of
from bot.league.tournaments.progress.clock import NOBODY_WAITS, plan_due, teams_present, waiting_users
from bot.league.tournaments.progress.rounds import plan_withdrawal
from bot.league.tournaments.progress.starting import TeamsIncomplete, WrongNumber, plan_moving_up, plan_timed_start
from storage.database import Database, Transaction
from storage.league import leagues, ratings, round_deals, tournaments
from storage.league.results import Result, ResultOrigin
from storage.league.tournament_values import (
    Participant,
    Seeding,
    TablePairing,
    Tournament,
    TournamentStage,
    key_of,
)
from storage.matches import PairingConsent, StoredMatch, StoredSeat


async def seeding_ratings(tx: Transaction, tournament: Tournament) -> dict[int, float]:
    """Return the ratings for seeding; unrated people are missing."""
    if tournament.rules.seeding is not Seeding.RATING:
        return {}
    league = await leagues.load(tx, tournament.guild_id)
    people = [one.user_id for one in tournament.people]
    found = await ratings.standing_of(tx, tournament.guild_id, league.generation, [tournament.game], people)
    return {one.user_id: float(ratings.shown(one.mu)) for one in found.values()}


async def withdraw_participant(tx: Transaction, tournament: Tournament, signed: Participant, now: float) -> None:
    """Withdraw a person, and their team if the tournament runs.

    The league must be held.
    """
    if tournament.stage is TournamentStage.OPEN:
        await tournaments.remove_participants(tx, tournament, [signed.user_id])
        await tournaments.save(tx, tournament)
    else:
        present = await load_teams_present(tx, tournament)
        await tournaments.save_step(tx, tournament, plan_withdrawal(tournament, signed.team, now, present))


async def withdraw_everywhere(tx: Transaction, guild_id: int, user_id: int, now: float) -> tuple[Tournament, ...]:
    """Withdraw a person; return their running tournaments as they were."""
    if not await tournaments.live_with(tx, guild_id, user_id):
        return ()
    await leagues.hold(tx, guild_id)
    left = []
    for tournament_id in await tournaments.live_with(tx, guild_id, user_id):
        tournament = await tournaments.load(tx, guild_id, tournament_id)
        signed = None if tournament is None else tournament.participant(user_id)
        if tournament is not None and signed is not None and not signed.withdrawn:
            await withdraw_participant(tx, tournament, signed, now)
            if tournament.stage is TournamentStage.RUNNING:
                left.append(tournament)
    return tuple(left)


async def settle_pairing(tx: Transaction, result: Result, began: float) -> int | None:
    """Count a match for its table's pairing; return the tournament's id.

    A result without a match was entered by hand: it counts for the oldest open pairing of exactly these people. A match
    may count here but not for ratings, as beyond the daily limit or in an excluded game. The league must be held.

    :param began: the start of the match; it never counts for a later pairing.
    """
    sides = {place.side for place in result.places}
    if result.origin is ResultOrigin.IMPORT or len(sides) < 2:
        return None
    people = key_of([place.user_id for place in result.places if place.side == side] for side in sides)
    if result.match_id is None:
        found = await tournaments.find_open_pairing(tx, result.guild_id, result.game, people, began)
    else:
        found = await tournaments.find_pairing_of_match(tx, result.match_id, people)
    if found is None or (_is_drawn(result) and await _is_played_again(tx, result.guild_id, *found)):
        return None
    await tournaments.record_played(tx, *found, result.id, {place.user_id: place.place for place in result.places})
    return found[0]


async def settle_shared(tx: Transaction, result: Result, scores: Mapping[int, int]) -> None:
    """Count a duplicate match for its pairing. The league must be held.

    :param scores: the score of each person.
    """
    sides = {place.side for place in result.places}
    people = key_of([place.user_id for place in result.places if place.side == side] for side in sides)
    found = await tournaments.find_pairing_of_match(tx, result.match_id or "", people)
    if found is not None:
        await tournaments.record_scores(tx, *found, result.id, scores)


async def draw_deals(database: Database, tournament: Tournament, seed: Callable[[], str]) -> Tournament:
    """Draw the seeds of paired rounds that have none; return the tournament with all fingerprints.

    :param seed: makes a new secret, see `Chance.server_seed`.
    """
    lacking = set(range(1, tournament.round + 1)) - tournament.fingerprints.keys()
    if not kind_of(tournament).shares_deals or not lacking:
        return tournament
    async with database.write() as tx:
        for number in sorted(lacking):
            await round_deals.draw(tx, tournament.guild_id, tournament.id, number, seed())
        return await tournaments.load(tx, tournament.guild_id, tournament.id) or tournament


def _is_drawn(result: Result) -> bool:
    return len({place.side for place in result.places if place.place == 1}) > 1


async def _is_played_again(tx: Transaction, guild_id: int, tournament_id: int, pairing_id: int) -> bool:
    """Return True if a drawn match of a pairing counts for neither side."""
    tournament = await tournaments.load(tx, guild_id, tournament_id)
    if tournament is None:
        return False
    pairing = next(one for one in tournament.pairings if one.id == pairing_id)
    return tournament.rules.best_of > 1 or kind_of(tournament).needs_winner(tournament, pairing)


async def offered_pairings(
    tx: Transaction, match: StoredMatch, players: Sequence[StoredSeat], clock: str
) -> tuple[TablePairing, ...]:
    """Return the pairings that the players may agree on, oldest first.

    They are open and have no table. Players, sides, options and clock are equal to the tournament's.

    :param clock: the clock of tournaments that have none.
    """
    everybody = [seat.user_id for seat in players if seat.user_id is not None]
    if not everybody or len(everybody) < len(players) or match.game not in games.TABLE_GAMES:
        return ()
    made = _match_of(match.game, len(players), match.options)
    if made is None:
        return ()
    sides: dict[int, list[int]] = {}
    for number, user_id in enumerate(everybody):
        sides.setdefault(made.side_of(number), []).append(user_id)

    def is_equal(pairing: TablePairing) -> bool:
        wanted = _match_of(match.game, len(players), pairing.options)
        own_tempo = games.TABLE_GAMES[match.game].info.tempo_option is not None
        same_clock = own_tempo or match.clock == (pairing.clock or clock)
        return same_clock and wanted is not None and dict(wanted.options) == dict(made.options)

    found = await tournaments.free_pairings(tx, match.guild_id, match.game, key_of(sides.values()))
    return tuple(filter(is_equal, found))


def _match_of(game: str, seats: int, options: Mapping[str, Any]) -> games.Match | None:
    """Return a match with these sides and options, None if impossible."""
    try:
        return games.new_match(game, seats=seats, options=options, seed="the sides of the seats")
    except games.SetupError:
        return None


async def link_agreed_pairing(
    tx: Transaction, match: StoredMatch, players: Sequence[StoredSeat], consent: PairingConsent
) -> None:
    """Link a new match to its players' agreed pairing, if open."""
    if not {seat.user_id for seat in players} <= set(consent.user_ids):
        return
    offered = await offered_pairings(tx, match, players, match.clock)
    if any(one.id == consent.pairing_id for one in offered):
        await tournaments.save_table(tx, consent.pairing_id, match.id)


_LOT: Final = SystemRandom()


async def advance(
    database: Database, guild_id: int, tournament_id: int, now: float, lot: Random = _LOT
) -> Tournament | None:
    """Take the due steps; return the tournament, None if missing.

    Pairing may be slow, so it runs in a thread, and is saved unless the tournament changed in between.

    :param lot: see `plan_start`.
    """
    while True:
        async with database.read() as tx:
            tournament = await tournaments.load(tx, guild_id, tournament_id)
            timed = tournament is not None and (tournament.deadline is not None or tournament.closed_round > 0)
            tables = await tables_of(tx, tournament, now) if tournament is not None and timed else _NO_TABLES
            starts = tournament is not None and tournament.stage is TournamentStage.OPEN
            skills = await seeding_ratings(tx, tournament) if tournament is not None and starts else {}
        if tournament is None:
            return None
        after = await asyncio.to_thread(_plan_by_clock, tournament, now, tables, lot, skills)
        if after is None:
            return tournament
        async with database.write() as tx:
            await leagues.hold(tx, guild_id)
            newest = await tournaments.load(tx, guild_id, tournament_id)
            if newest == tournament and (not timed or tables == await tables_of(tx, tournament, now)):
                await tournaments.save_step(tx, tournament, after)


class _Tables(NamedTuple):
    """The open pairings in play, and the users in other lobbies."""

    in_play: frozenset[int]
    waiting: Mapping[int, Sequence[int]]


_NO_TABLES: Final = _Tables(frozenset(), NOBODY_WAITS)


async def load_teams_present(tx: Transaction, tournament: Tournament) -> Mapping[int, frozenset[int]]:
    """Return the teams at each open pairing's table; see `teams_present`."""
    return teams_present(tournament, *await tables_of(tx, tournament, 0.0))


async def tables_of(tx: Transaction, tournament: Tournament, now: float) -> _Tables:
    """Return the tables of the open pairings, as `plan_close_round` takes them."""
    lobbies = await tournaments.waiting_at_tables(tx, tournament)
    waiting = {pairing_id: waiting_users(one, now) for pairing_id, one in lobbies.items()}
    return _Tables(await tournaments.in_play(tx, tournament), waiting)


def _plan_by_clock(
    tournament: Tournament, now: float, tables: _Tables, lot: Random, skills: Mapping[int, float]
) -> Tournament | None:
    """Plan the due step or start; failed starts are announced elsewhere."""
    try:
        moving = plan_moving_up(tournament)
        return moving or plan_timed_start(tournament, lot, now, skills) or plan_due(tournament, now, *tables)
    except (WrongNumber, TeamsIncomplete):
        return None

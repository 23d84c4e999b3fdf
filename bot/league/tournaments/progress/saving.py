"""Steps of tournaments in the transaction of something else: what the end of a match or a person's leaving changes."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVarTuple, Unpack

import games
from bot.league.tournaments.formats.kinds import kind_of
from bot.league.tournaments.progress.clock import plan_leaving
from bot.league.tournaments.progress.matches import plan_counted, plan_given_up, plan_scored
from storage import matches
from storage.database import Transaction
from storage.league import audit_log, leagues, pairing_tables, ratings, tournaments
from storage.league.audit_log import AuditAction, AuditEntry, HostAction
from storage.league.results import Result, ResultOrigin
from storage.league.tournament_values import (
    Seeding,
    Surroundings,
    TablePairing,
    Tournament,
    TournamentStage,
    WithdrawalCause,
    key_of,
)
from storage.matches import PairingConsent, StoredMatch, StoredSeat

Ts = TypeVarTuple("Ts")


async def load_for_step(tx: Transaction, tournament_id: int, *, with_turns: bool = False) -> Tournament | None:
    """Return a tournament with all that a step must know beside it.

    :param with_turns: whether to find out the sides on turn, for which matches are replayed: only closing a round needs
        them.
    """
    tournament = await tournaments.load(tx, None, tournament_id)
    if tournament is None:
        return None
    if tournament.stage is TournamentStage.OPEN and tournament.rules.seeding is Seeding.RATING:
        return replace(tournament, around=Surroundings(skills=await _seeding_ratings(tx, tournament)))
    if tournament.stage is TournamentStage.RUNNING and tournament.open_pairings:
        in_play, lobbies = (
            await pairing_tables.in_play(tx, tournament),
            await pairing_tables.waiting_at_tables(tx, tournament),
        )
        share = in_play if with_turns and kind_of(tournament).shares_deals and tournament.sides > 1 else {}
        turns = {pairing_id: await _side_on_turn(tx, match_id) for pairing_id, match_id in share.items()}
        on_turn = {pairing_id: side for pairing_id, side in turns.items() if side is not None}
        return replace(tournament, around=Surroundings(frozenset(in_play), lobbies, on_turn))
    return tournament


async def _side_on_turn(tx: Transaction, match_id: str) -> int | None:
    """Return the side on turn in a running match, replayed from its log; None if that is not one side."""
    found = await matches.load(tx, match_id)
    if found is None or found[0].seed is None:
        return None
    stored, seats = found
    log = await matches.log(tx, match_id)
    try:
        match = games.new_match(stored.game, seats=len(seats), options=stored.options, seed=stored.seed)
        for entry in log:
            match.apply(-1 if entry.seat is None else entry.seat, entry.move)
    except (games.GameError, KeyError):
        return None  # the table cannot be rebuilt either
    seat = match.to_move()
    return None if seat is None else match.side_of(seat)


async def _seeding_ratings(tx: Transaction, tournament: Tournament) -> dict[int, float]:
    league = await leagues.load(tx, tournament.guild_id)
    people = [one.user_id for one in tournament.people]
    found = await ratings.standing_of(tx, tournament.guild_id, league.generation, [tournament.game], people)
    return {one.user_id: float(ratings.shown(one.mu)) for one in found.values()}


async def change(
    tx: Transaction,
    tournament_id: int,
    step: Callable[[Tournament, Unpack[Ts], float], Tournament],
    *values: *Ts,
    now: float,
) -> Tournament | None:
    """Take a step in the transaction of something else, such as the end of a match; return the tournament before it.

    The league must be held. Everything else takes steps by `Tournaments.apply`.
    """
    before = await load_for_step(tx, tournament_id)
    if before is not None and (after := step(before, *values, now)) != before:
        await tournaments.save_step(tx, before, after)
    return before


async def withdraw_everywhere(tx: Transaction, guild_id: int, former_id: int, now: float) -> None:
    """Withdraw a person who deleted their data."""
    if await tournaments.live_with(tx, guild_id, former_id):
        await leagues.hold(tx, guild_id)
    for tournament_id in await tournaments.live_with(tx, guild_id, former_id):
        await change(tx, tournament_id, plan_leaving, former_id, WithdrawalCause.DELETED, now=now)


NO_HOST: Final = -2
"""The id of the host of a tournament without one, as of a former player."""


def plan_without(tournament: Tournament, user_id: int, _now: float) -> Tournament:
    """Plan that a person hosts no longer; the first co-host becomes the host."""
    others = tuple(one for one in tournament.co_hosts if one != user_id)
    if not tournament.stage.is_live or tournament.host_id != user_id:
        return replace(tournament, co_hosts=others) if tournament.stage.is_live else tournament
    host, *co_hosts = others or (min(user_id, NO_HOST),)
    return replace(tournament, host_id=host, co_hosts=tuple(co_hosts))


async def leave_hosting(tx: Transaction, guild_id: int, user_id: int, now: float) -> None:
    """Let a person host no tournament any more, and write who does to the audit log. The league must be held."""
    roles = await tournaments.roles_of(tx, guild_id, user_id)
    for tournament_id in sorted({*roles["host"], *roles["co_host"]}):
        before = await change(tx, tournament_id, plan_without, user_id, now=now)
        if before is None or not before.stage.is_live or before.host_id != user_id:
            continue
        host = plan_without(before, user_id, now).host_id
        action, about = (HostAction.HOST_GONE, {"person": host}) if host > 0 else (HostAction.NO_HOST, {})
        details = {"tournament": before.id, "title": before.title, "what": action.value, **about}
        await audit_log.add(tx, AuditEntry(0, guild_id, now, user_id, AuditAction.TOURNAMENT, about=details))


async def settle_pairing(
    tx: Transaction, result: Result, began: float, *, all_moved: Callable[[], Awaitable[bool]] | None = None
) -> None:
    """Count a match for its table's pairing.

    A result without a match was entered by hand: it counts for the oldest open pairing of exactly these people. A match
    may count here but not for ratings, as beyond the daily limit or in an excluded game. The league must be held.

    :param began: the start of the match; it never counts for a later pairing.
    :param all_moved: reads whether each side has moved in it; None if it has.
    """
    if result.origin is ResultOrigin.IMPORT or len({place.side for place in result.places}) < 2:
        return
    if result.match_id is None:
        found = await pairing_tables.find_open_pairing(tx, result.guild_id, result.game, _people_key(result), began)
    else:
        found = await pairing_tables.find_pairing_of_match(tx, result.match_id, _people_key(result))
    if found is not None:
        moved = all_moved is None or await all_moved()
        await change(tx, found[0], plan_counted, found[1], result, moved, now=result.at)


async def settle_shared(tx: Transaction, result: Result, scores: Mapping[int, int]) -> None:
    """Count a duplicate match for its pairing. The league must be held.

    :param scores: the score of each person.
    """
    found = await pairing_tables.find_pairing_of_match(tx, result.match_id or "", _people_key(result))
    if found is not None:
        await change(tx, found[0], plan_scored, found[1], result.id, scores, now=result.at)


def _people_key(result: Result) -> str:
    sides = {place.side for place in result.places}
    return key_of([place.user_id for place in result.places if place.side == side] for side in sides)


async def give_up_pairing(tx: Transaction, match: StoredMatch, blameless: Collection[int], now: float) -> None:
    """Settle the open pairing of a match that has ended without a result. The league must be held.

    :param blameless: see `plan_given_up`.
    """
    found = await pairing_tables.find_pairing_of_match(tx, match.id)
    if found is not None:
        await change(tx, found[0], plan_given_up, found[1], blameless, now=now)


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

    found = await pairing_tables.free_pairings(tx, match.guild_id, match.game, key_of(sides.values()))
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
        await pairing_tables.save_table(tx, consent.pairing_id, match.id)

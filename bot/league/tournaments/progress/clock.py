"""Steps that time demands: deadlines, walkovers and no-shows."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Final

from bot.league.tournaments.formats.kinds import current_round, kind_of
from bot.league.tournaments.formats.settling import won_by
from bot.league.tournaments.progress.rounds import (
    forfeited,
    gone_on,
    plan_forfeits,
    plan_next,
    plan_withdrawal,
    stopped,
    walkover_to,
)
from bot.league.tournaments.progress.starting import (
    CHECK_IN_S,
    TeamsIncomplete,
    WrongNumber,
    is_called,
    plan_moving_up,
    plan_timed_start,
)
from bot.tables.time_controls import LOBBY_S, READY_S
from storage.league.tournament_values import (
    Pairing,
    PairingLobby,
    PairingState,
    Tournament,
    TournamentStage,
    Withdrawal,
    WithdrawalCause,
    sides_of,
)

_REMINDED_S: Final = 3 * 3600.0

NOBODY_WAITS: Final[Mapping[int, Sequence[int]]] = MappingProxyType({})


def plan_by_clock(tournament: Tournament, lot: Random, now: float) -> Tournament:
    """Plan the due step or start, if there is one; failed starts are announced elsewhere.

    :param lot: see `plan_start`.
    """
    around = tournament.around
    try:
        moving = plan_moving_up(tournament) or plan_timed_start(tournament, lot, now, around.skills)
    except (WrongNumber, TeamsIncomplete):
        return tournament
    return moving or plan_due(tournament, now, around.in_play, waiting_at_tables(tournament, now)) or tournament


def plan_leaving(tournament: Tournament, user_id: int, cause: WithdrawalCause, now: float) -> Tournament:
    """Plan that a person withdraws, with their team if the tournament runs."""
    own = tournament.participant(user_id)
    if own is None or own.withdrawn or not tournament.stage.is_live:
        return tournament
    partners = tuple(one.sign_up for one in tournament.teams.get(own.team, ()) if one != own)
    noted = (*tournament.withdrawals, Withdrawal(own.sign_up, now, cause, partners))
    if tournament.stage is TournamentStage.OPEN:
        people = tuple(one for one in tournament.people if one != own)
        taken_back = (one for one in tournament.taken_back if not any(user_id in side for side in sides_of(one.people)))
        noted = noted if partners else tournament.withdrawals
        return replace(tournament, people=people, taken_back=tuple(taken_back), withdrawals=noted)
    present = teams_present(tournament, tournament.around.in_play, waiting_at_tables(tournament, now))
    return plan_withdrawal(replace(tournament, withdrawals=noted), own.team, now, present)


def plan_due(
    tournament: Tournament,
    now: float,
    in_play: Collection[int] = (),
    waiting: Mapping[int, Sequence[int]] = NOBODY_WAITS,
) -> Tournament | None:
    """Plan the due step; None if none is due.

    A round's deadline is set when it becomes current; pairings open at the deadline are never played.

    :param in_play: the ids of pairings whose match is running.
    :param waiting: the users in the lobby of each pairing, by the pairing's id; see `waiting_users`.
    """
    present = teams_present(tournament, in_play, waiting)
    if deserted := [one for one in tournament.open_pairings if tournament.withdrawn & set(one.teams)]:
        return plan_forfeits(tournament, deserted, present, now)
    plan = plan_next(tournament, now)
    if tournament.is_paused:
        return plan
    if kind_of(tournament).is_timed:
        return plan or plan_no_shows(tournament, now, present)
    if plan is not None or not tournament.open_pairings:
        return plan
    current = current_round(tournament)
    if current <= tournament.closed_round:
        ended = any(one.id not in in_play for one in tournament.open_pairings if one.round <= tournament.closed_round)
        return plan_close_round(tournament, tournament.closed_round, now, in_play, waiting) if ended else None
    if tournament.round_s is not None and tournament.timed_round != current:
        return replace(tournament, timed_round=current, deadline=now + tournament.round_s)
    if tournament.deadline is not None and tournament.deadline <= now:
        return plan_close_round(tournament, current, now, in_play, waiting)
    return None


NO_SHOW_S: Final = 300.0
"""The seconds that an arena pairing waits for both teams at its table."""


def no_show_at(tournament: Tournament, pairing: Pairing) -> float:
    """Return when the teams of an arena pairing are late; after a pause they have the whole time again."""
    return max(pairing.opened_at, tournament.resumed_at or 0.0) + NO_SHOW_S


def plan_no_shows(tournament: Tournament, now: float, present: Mapping[int, frozenset[int]]) -> Tournament | None:
    """Plan the removal of late teams' arena pairings; None without any.

    A team at the table wins without playing. An absent team pauses until it signs up again.

    :param present: see `teams_present`.
    """
    absent_from = {
        pairing: frozenset(pairing.teams) - present.get(pairing.id, frozenset())
        for pairing in tournament.open_pairings
        if no_show_at(tournament, pairing) <= now
    }
    gone = frozenset[int]().union(*absent_from.values())
    if tournament.stage is not TournamentStage.RUNNING or not gone:
        return None
    people = tuple(replace(one, withdrawn=one.withdrawn or one.team in gone) for one in tournament.people)
    settled = [forfeited(pairing, missing) for pairing, missing in absent_from.items() if missing]
    return gone_on(replace(tournament, people=people), settled, now)


def reminder_at(tournament: Tournament) -> float | None:
    """Return a reminder's unix time, at most 3 hours before the deadline."""
    if tournament.deadline is None or tournament.round_s is None:  # an arena has no lasting rounds
        return None
    return tournament.deadline - min(tournament.round_s / 4, _REMINDED_S)


def next_instant(tournament: Tournament, now: float) -> float | None:
    """Return the time of the next due step; None without one.

    :param tournament: with its pairings.
    """
    if tournament.stage is TournamentStage.OPEN and tournament.starts_at is not None:
        check_in = tournament.starts_at - CHECK_IN_S
        return check_in if now < check_in and not is_called(tournament) else tournament.starts_at
    if tournament.stage is not TournamentStage.RUNNING or tournament.deadline is None or tournament.is_paused:
        return None
    if tournament.timed_round <= tournament.closed_round:
        return None  # wait for the end of a match
    if kind_of(tournament).is_timed:
        late = (no_show_at(tournament, pairing) for pairing in tournament.open_pairings)
        return min((at for at in late if now < at < tournament.deadline), default=tournament.deadline)
    reminder = reminder_at(tournament)
    is_next = reminder is not None and reminder > now and tournament.reminded_round < tournament.timed_round
    return reminder if is_next else tournament.deadline


def plan_close_round(
    tournament: Tournament,
    number: int,
    now: float,
    in_play: Collection[int] = (),
    waiting: Mapping[int, Sequence[int]] = NOBODY_WAITS,
) -> Tournament:
    """Plan the end of a round: its open pairings stay unplayed.

    A team with a walkover by `team_with_walkover` has it. Else a team that leads after some of several matches wins.
    An arena ends.

    :param in_play: the ids of pairings with a running match: they still count, except in an arena, and where the others
        wait for the deals to be shown. There people who share a table score the average unless they are absent or on
        turn.
    :param waiting: the users in the lobby of each pairing, by the pairing's id; see `waiting_users`.
    """
    if kind_of(tournament).is_timed:
        return stopped(tournament, TournamentStage.OVER, now)
    kept = () if kind_of(tournament).shares_deals else in_play
    late = [one for one in tournament.open_pairings if one.round <= number and one.id not in kept]
    if kind_of(tournament).shares_deals and tournament.sides > 1:
        present = teams_present(tournament, in_play, waiting)
        blamed = {one.id: frozenset(one.teams) - present[one.id] | _on_turn(tournament, one) for one in late}
        settled = [forfeited(one, blamed[one.id]) for one in late]
    else:
        settled = [_closed(tournament, one, waiting.get(one.id, ())) for one in late]
    return gone_on(replace(tournament, closed_round=number), settled, now)


def _on_turn(tournament: Tournament, pairing: Pairing) -> frozenset[int]:
    """Return the team that keeps the others waiting in a running match."""
    side = tournament.around.on_turn.get(pairing.id)
    return frozenset() if side is None else frozenset(pairing.teams[side : side + 1])


def _closed(tournament: Tournament, pairing: Pairing, sitting: Sequence[int]) -> Pairing:
    winner = team_with_walkover(tournament, pairing, sitting)
    if winner is not None:
        return walkover_to(pairing, winner)
    return replace(pairing, state=PairingState.MISSED) if pairing.leader is None else won_by(pairing, pairing.leader)


def team_with_walkover(tournament: Tournament, pairing: Pairing, sitting: Sequence[int]) -> int | None:
    """Return the complete team at the table of a round that closes, if any.

    If two wait for each other, it is the one with the better claim, so no one gains by coming late or not starting.
    Where one of them leads after some of several matches, that decides instead.

    :param sitting: the users in the lobby of the pairing, the best claim first; see `waiting_users`.
    """
    complete = _complete_teams(tournament, pairing, sitting)
    if not complete or len(pairing.sides) == 1:
        return None
    if len(complete) > 1 and (len(pairing.sides) > 2 or pairing.leader is not None):
        return None
    return min(complete, key=lambda team: max(sitting.index(one.user_id) for one in tournament.teams[team]))


def waiting_at_tables(tournament: Tournament, now: float) -> dict[int, tuple[int, ...]]:
    """Return the users in the lobby of each pairing, by the pairing's id; see `waiting_users`."""
    return {pairing_id: waiting_users(one, now) for pairing_id, one in tournament.around.lobbies.items()}


def waiting_users(lobby: PairingLobby, now: float) -> tuple[int, ...]:
    """Return the users in a pairing's lobby, those with the best claim to a walkover first.

    Those who alone are ready come first, once the others had time to press *Start*; then those who waited longest.
    """
    if now - (lobby.deadline - LOBBY_S) < READY_S:
        return lobby.users
    return tuple(sorted(lobby.users, key=lambda one: one not in lobby.ready))


def _complete_teams(tournament: Tournament, pairing: Pairing, sitting: Collection[int]) -> list[int]:
    teams = tournament.teams
    return [team for team in pairing.teams if all(member.user_id in sitting for member in teams[team])]


def teams_present(
    tournament: Tournament, in_play: Collection[int], waiting: Mapping[int, Collection[int]]
) -> Mapping[int, frozenset[int]]:
    """Return each open pairing's teams that are complete or playing.

    :param in_play: the ids of pairings whose match is running.
    :param waiting: the users in the lobby of each pairing, by the pairing's id; see `waiting_users`.
    """
    return {
        one.id: frozenset(one.teams if one.id in in_play else _complete_teams(tournament, one, waiting.get(one.id, ())))
        for one in tournament.open_pairings
    }

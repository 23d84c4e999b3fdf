"""Undoing the last step of a tournament."""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from bot.league.tournaments.formats.format import with_changed, with_round_ahead
from bot.league.tournaments.formats.kinds import current_round, kind_of
from bot.league.tournaments.formats.settling import without_matches
from bot.league.tournaments.progress.rounds import plan_next
from storage.league.tournament_values import Pairing, PairingState, Tournament, TournamentStage


class UndoStep(StrEnum):
    """The effect of undoing."""

    START = "start"
    """All pairings are removed, and sign-up is open again."""
    CLOSING = "closing"
    """Pairings missed at the closing of a round are open again."""
    PAIRING = "pairing"
    """The current round is paired again by the current results of earlier rounds."""


class Undo(NamedTuple):
    """The effect of undoing the last step.

    :ivar round: the reopened or repaired round.
    :ivar reopened: the number of pairings to be played again.
    :ivar played: the number of played pairings that are undone.
    :ivar running: the undone pairings whose match is running.
    """

    step: UndoStep
    round: int
    reopened: int
    played: int
    running: tuple[Pairing, ...]
    after: Tournament


class NothingToUndo(Exception):
    """No round can be reopened or paired again."""


def plan_undo(tournament: Tournament, now: float) -> Undo:
    """Plan to reopen the last closed round, or undo the pairing.

    Results and running matches of an undone round are kept if the same people are paired again.

    :raises NothingToUndo: if neither is possible.
    """
    over, last = tournament.stage is TournamentStage.OVER, tournament.round
    if kind_of(tournament).pairs_early:
        last = current_round(tournament)
    in_advance = _is_paired_ahead(tournament)
    if kind_of(tournament).is_timed or kind_of(tournament).shares_deals:
        raise NothingToUndo
    missed = [one for one in tournament.pairings if _can_reopen(tournament, one)]
    latest = max((one.round for one in missed), default=0)
    number = latest if over or in_advance or latest == last else last - 1
    reopened = [one for one in missed if one.round == number]
    if reopened and (in_advance or not over or number == last):
        return _reopened(tournament, number, reopened)
    if over or (in_advance and current_round(tournament) > 1):
        raise NothingToUndo
    undone = [one for one in tournament.pairings if one.round >= last or in_advance]
    played, running = _with_results(undone), _running(tournament, undone)
    if last > 1 and not in_advance:
        before = replace(_before_round(tournament, last), taken_back=_taken_back(tournament, undone))
        after = plan_next(before, now) or before
        after = replace(after, taken_back=(*after.taken_back, *tournament.taken_back))
        return Undo(UndoStep.PAIRING, last, 0, len(played), running, after)
    return Undo(UndoStep.START, 1, 0, len(played), running, _sign_up_again(tournament, running))


def _is_paired_ahead(tournament: Tournament) -> bool:
    return tournament.round == kind_of(tournament).paired_ahead(tournament)


def _can_reopen(tournament: Tournament, pairing: Pairing) -> bool:
    is_closed = pairing.state is PairingState.MISSED or was_closed(tournament, pairing)
    return is_closed and not tournament.withdrawn & set(pairing.teams)


def was_closed(tournament: Tournament, pairing: Pairing) -> bool:
    """Return True if a team won a pairing because it led when the round was closed."""
    is_short = max(pairing.scores.values(), default=0) < tournament.rules.wins_needed
    return pairing.state is PairingState.PLAYED and bool(pairing.matches) and is_short


def _with_results(undone: Sequence[Pairing]) -> tuple[Pairing, ...]:
    return tuple(one for one in undone if one.state is PairingState.PLAYED or one.matches)


def _running(tournament: Tournament, undone: Sequence[Pairing]) -> tuple[Pairing, ...]:
    return tuple(one for one in undone if one.id in tournament.around.in_play)


def _taken_back(tournament: Tournament, undone: Sequence[Pairing]) -> tuple[Pairing, ...]:
    """Return the pairings of an undone round that are kept; those without a result wait without being open."""
    kept = {*_with_results(undone), *_running(tournament, undone)}
    return tuple(
        one
        if one.state is PairingState.PLAYED and not was_closed(tournament, one)
        else _undecided(one, PairingState.MISSED)
        for one in undone
        if one in kept
    )


def _undecided(pairing: Pairing, state: PairingState) -> Pairing:
    """Return a pairing in an undecided state. The places of a void result stay: it may count again."""
    sides = tuple(replace(side, place=None) for side in pairing.sides) if pairing.matches else pairing.sides
    return replace(pairing, state=state, sides=sides)


def _before_round(tournament: Tournament, number: int) -> Tournament:
    """Return the tournament as before a round was paired."""
    return replace(
        with_round_ahead(tournament, number),
        stage=TournamentStage.RUNNING,
        ended_at=None,
        round=number - 1,
        pairings=tuple(one for one in tournament.pairings if one.round < number),
    )


def _reopened(tournament: Tournament, number: int, reopened: Sequence[Pairing]) -> Undo:
    in_advance = _is_paired_ahead(tournament)
    later = [one for one in tournament.pairings if one.round > number and not in_advance]
    opened = [_undecided(one, PairingState.OPEN) for one in reopened]
    kept = tuple(one for one in with_changed(tournament, opened).pairings if one.id not in {one.id for one in later})
    after = replace(
        _before_round(tournament, number),
        round=tournament.round if in_advance else number,
        pairings=kept,
        taken_back=(*tournament.taken_back, *_taken_back(tournament, later)),
    )
    running = _running(tournament, later)
    return Undo(UndoStep.CLOSING, number, len(reopened), len(_with_results(later)), running, after)


def _sign_up_again(tournament: Tournament, running: Sequence[Pairing]) -> Tournament:
    gone = [one for one in tournament.people if one.withdrawn and one.team]
    single = tournament.entry_size == 1
    people = tuple(
        replace(one, team=0 if single else one.team, withdrawn=False, checked_in=False)
        for one in tournament.people
        if one not in gone
    )
    usual = kind_of(tournament).begin(replace(tournament, rounds=0, round=0, pairings=()), 0.0).rounds
    return replace(
        _before_round(tournament, 1),
        stage=TournamentStage.OPEN,
        starts_at=None,
        rounds=0 if tournament.rounds == usual else tournament.rounds,
        people=people,
        taken_back=tuple(_undecided(without_matches(one), PairingState.MISSED) for one in running),
    )

"""The step that enters or corrects the result of a pairing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from bot.league.tournaments.formats.kinds import kind_of
from bot.league.tournaments.progress.rounds import (
    EnteredResult,
    entered_outcome,
    outcome_of,
    plan_result,
    plan_results,
    plan_walkover,
)
from bot.tables.errors import TableError
from storage.league.audit_log import HostAction
from storage.league.tournament_values import Pairing, Tournament


@dataclass(frozen=True)
class HostStep:
    """A host's step, with its action and details for the audit log.

    :ivar after: the tournament after it.
    :ivar further: the details of further entries about the same action.
    """

    after: Tournament
    action: HostAction
    about: Mapping[str, Any] = field(default_factory=dict)
    further: tuple[Mapping[str, Any], ...] = ()


def sides_in(tournament: Tournament, pairing: Pairing) -> list[list[int]]:
    """Return the people's ids on each side of a pairing."""
    members = tournament.teams
    return [[one.user_id for one in members.get(team, ())] for team in pairing.teams]


def require_enterable(tournament: Tournament, pairing: Pairing, winner: int | None, outcome: str) -> None:
    """Refuse a result that the format does not allow now.

    :param winner: the winning team; None for a draw.
    :param outcome: see `outcome_of`.
    :raises TableError: if it cannot change, needs a winner, or is the current one.
    """
    kind = kind_of(tournament)
    if kind.shares_deals:
        raise TableError("tournament.refusal.shared_deals")
    if not kind.may_change(tournament, pairing):
        raise TableError("tournament.refusal.built_on")
    if winner is None and kind.needs_winner(tournament, pairing):
        raise TableError("tournament.refusal.needs_winner")
    if outcome == outcome_of(pairing):
        raise TableError("tournament.refusal.same_result")


def enter_result(
    tournament: Tournament,
    pairing: Pairing,
    winner: int | None,
    now: float,
    *,
    played: bool = True,
    scores: Mapping[int, int] = MappingProxyType({}),
) -> HostStep:
    """Return the step that enters or corrects a result.

    :param winner: the winning team; None for a draw.
    :param played: whether it was played; else the winner has a walkover.
    :param scores: the reported score of each team, if there is one.
    :raises TableError: see `require_enterable`.
    """
    before, outcome = outcome_of(pairing), entered_outcome(pairing, winner, played=played)
    require_enterable(tournament, pairing, winner, outcome.text)
    if winner is not None and not played:
        entered = plan_walkover(tournament, pairing, winner, now)
    else:
        entered = plan_result(tournament, pairing, winner, now, scores)
    about = _about(tournament, pairing, outcome.text)
    action = HostAction.RESULT if before == "open" else HostAction.CORRECTION
    return HostStep(entered, action, about)


def enter_results(tournament: Tournament, entered: Sequence[EnteredResult], now: float) -> HostStep:
    """Return the step that enters the results of open pairings.

    :raises TableError: see `require_enterable`.
    """
    abouts = []
    for pairing, winner, _ in entered:
        outcome = entered_outcome(pairing, winner, played=True)
        require_enterable(tournament, pairing, winner, outcome.text)
        abouts.append(_about(tournament, pairing, outcome.text))
    return HostStep(plan_results(tournament, entered, now), HostAction.RESULT, abouts[0], tuple(abouts[1:]))


def _about(tournament: Tournament, pairing: Pairing, after: str) -> dict[str, Any]:
    """Return the details of an entered result."""
    sides = sides_in(tournament, pairing)
    return {"round": pairing.round, "sides": sides, "before": outcome_of(pairing), "after": after}

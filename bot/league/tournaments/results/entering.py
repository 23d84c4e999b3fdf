"""The step that enters or corrects results of pairings."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.league.tournaments.formats.format import sole_winner
from bot.league.tournaments.formats.kinds import kind_of
from bot.league.tournaments.progress.rounds import EnteredResult, outcome_of, plan_results
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


_SEPARATORS: Final = re.compile(r"[\s,>]+")
_ORDER: Final = re.compile(r"[1-9](=?[1-9])*")


def places_in_order(sides: int, typed: str) -> tuple[int, ...]:
    """Return the place of each side of a table of more than two; () if the text is no order of them.

    :param typed: the numbers of the sides, the first one first, such as `2 1 4 3`; `2=1 4 3` if two share a place. The
        number of the winner alone lets the others share the second place.
    """
    order = _SEPARATORS.sub("", typed)
    if sides < 3 or not _ORDER.fullmatch(order):
        return ()
    found: dict[int, int] = {}
    for part in re.findall(r"=?[1-9]", order):
        found[int(part[-1])] = max(found.values()) if part[0] == "=" else 1 + len(found)
    numbers = set(range(1, sides + 1))
    if len(order) == 1:
        found |= dict.fromkeys(numbers - found.keys(), 2)
    is_complete = found.keys() == numbers and len(order.replace("=", "")) in (1, sides)
    return tuple(found[number] for number in sorted(numbers)) if is_complete else ()


def require_enterable(tournament: Tournament, entered: EnteredResult) -> None:
    """Refuse a result that the format does not allow now.

    :raises TableError: if it cannot change, needs a winner, or is the current one.
    """
    kind, pairing = kind_of(tournament), entered.pairing
    if kind.shares_deals:
        raise TableError("tournament.refusal.shared_deals")
    if not kind.may_change(tournament, pairing):
        raise TableError("tournament.refusal.built_on")
    if sole_winner(entered.settled) is None and kind.needs_winner(tournament, pairing):
        raise TableError("tournament.refusal.needs_winner")
    if outcome_of(entered.settled) == outcome_of(pairing):
        raise TableError("tournament.refusal.same_result")


def enter_results(tournament: Tournament, entered: Sequence[EnteredResult], now: float) -> HostStep:
    """Return the step that enters the results of open pairings, or corrects one.

    :raises TableError: see `require_enterable`.
    """
    abouts = []
    for one in entered:
        require_enterable(tournament, one)
        sides, before = sides_in(tournament, one.pairing), outcome_of(one.pairing)
        about = {"round": one.pairing.round, "sides": sides, "before": before, "after": outcome_of(one.settled)}
        abouts.append(about)
    action = HostAction.RESULT if abouts[0]["before"] == "open" else HostAction.CORRECTION
    return HostStep(plan_results(tournament, entered, now), action, abouts[0], tuple(abouts[1:]))

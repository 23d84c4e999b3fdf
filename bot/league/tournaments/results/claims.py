"""Results that players claim for their pairings, as pure steps.

A claim counts only if a person of the other side confirms it, or a host accepts it. `claim_of` makes one, and
`answer_claim` plans the answer.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Final

from bot.league.tournaments.formats.kinds import kind_of
from bot.league.tournaments.progress.rounds import EnteredResult
from bot.league.tournaments.results.entering import HostStep, enter_results, require_enterable, sides_in
from bot.tables.errors import TableError
from storage.league.audit_log import HostAction
from storage.league.result_claims import ClaimState, ResultClaim
from storage.league.tournament_values import Pairing, Tournament, TournamentStage

ANSWER_S: Final = 86_400.0
"""The seconds that the other side has before the hosts are asked."""

LONGEST_SCORE: Final = 9
"""The most characters of a typed score."""

_SCORE: Final = re.compile(r"\s*([0-9])\s*[:\-–−]\s*([0-9])\s*")


class ClaimAnswer(StrEnum):
    """An answer to a claim, as the addresses of buttons have it."""

    CONFIRM = "confirm"
    DENY = "deny"
    ACCEPT = "accept"
    REFUSE = "refuse"

    @property
    def is_of_host(self) -> bool:
        return self in (ClaimAnswer.ACCEPT, ClaimAnswer.REFUSE)

    @property
    def enters(self) -> bool:
        """True if the claimed result then counts."""
        return self in (ClaimAnswer.CONFIRM, ClaimAnswer.ACCEPT)


STATES: Final[Mapping[ClaimAnswer, ClaimState]] = {
    ClaimAnswer.CONFIRM: ClaimState.CONFIRMED,
    ClaimAnswer.DENY: ClaimState.DENIED,
    ClaimAnswer.ACCEPT: ClaimState.ACCEPTED,
    ClaimAnswer.REFUSE: ClaimState.REFUSED,
}
"""The state of a claim after each answer."""


def takes_claims(tournament: Tournament) -> bool:
    """Return True if players may report results themselves.

    At tables of three or more sides, one opponent could not confirm for the others. An arena pauses people who are not
    at their table. Shared deals are only at the tables.
    """
    is_running, kind = tournament.stage is TournamentStage.RUNNING, kind_of(tournament)
    return is_running and tournament.sides == 2 and not kind.is_timed and not kind.shares_deals


def pairing_of(tournament: Tournament, claim: ResultClaim) -> Pairing | None:
    """Return the pairing of a claim; None if it was removed."""
    return next((one for one in tournament.pairings if one.id == claim.pairing_id), None)


def is_open(tournament: Tournament, claim: ResultClaim) -> bool:
    """Return True if a claim can still settle its pairing."""
    return claim.state is ClaimState.OPEN and any(one.id == claim.pairing_id for one in tournament.open_pairings)


def other_side(tournament: Tournament, pairing: Pairing, user_id: int) -> tuple[int, ...]:
    """Return the people of the pairing who are not on a person's side."""
    return tuple(one for side in sides_in(tournament, pairing) if user_id not in side for one in side if one > 0)


def claim_of(
    tournament: Tournament, pairing_id: int, user_id: int, typed: str, now: float, in_play: Collection[int]
) -> ResultClaim:
    """Return a person's new claim.

    :param typed: the score, the person's own side first.
    :param in_play: the ids of pairings whose match is running.
    :raises TableError: if the pairing is not theirs, or not open, or the score is impossible.
    """
    pairing, own = _own_pairing(tournament, pairing_id, user_id)
    require_not_in_play(pairing.id, in_play)
    found = _SCORE.fullmatch(typed)
    if found is None:
        raise TableError("tournament.claim.refusal.score", value=typed.strip() or "—")
    first, second = (found[1], found[2]) if own == pairing.teams[0] else (found[2], found[1])
    claim = ResultClaim(0, tournament.id, tournament.guild_id, pairing.id, user_id, f"{first}:{second}", now)
    _require_possible(tournament, pairing, claim, own)
    require_enterable(tournament, EnteredResult.won(pairing, winner_of(pairing, claim)))
    return claim


def possible_scores(tournament: Tournament, pairing: Pairing, own: int) -> list[str]:
    """Return the scores that decide a pairing of several matches, the best first for a team; none for one match.

    Matches that have counted already are among them.

    :param own: the number of the team that is named first.
    """
    if tournament.rules.best_of == 1:
        return []
    needed, (first, second) = tournament.rules.wins_needed, _own_first(pairing, own)
    won = [(needed, lost) for lost in range(needed)]
    fewest = [pairing.scores.get(team, 0) for team in (first, second)]
    decisive = [*won, *((lost, needed) for _, lost in reversed(won))]
    return [f"{one}:{other}" for one, other in decisive if one >= fewest[0] and other >= fewest[1]]


def _own_first(pairing: Pairing, own: int) -> tuple[int, ...]:
    return pairing.teams if own == pairing.teams[0] else pairing.teams[::-1]


def _require_possible(tournament: Tournament, pairing: Pairing, claim: ResultClaim, own: int) -> None:
    """Refuse a score that does not decide a pairing of several matches."""
    possible = possible_scores(tournament, pairing, pairing.teams[0])
    if possible and claim.score not in possible:
        raise TableError(
            "tournament.claim.refusal.best_of", scores=", ".join(possible_scores(tournament, pairing, own))
        )


def winner_of(pairing: Pairing, claim: ResultClaim) -> int | None:
    """Return the winning team of a claimed result; None for a draw."""
    first, second = claim.scores
    return None if first == second else pairing.teams[0 if first > second else 1]


def answer_claim(
    tournament: Tournament,
    claim: ResultClaim,
    user_id: int,
    answer: ClaimAnswer,
    now: float,
) -> HostStep:
    """Plan the answer to a claim; it never lets one side alone decide.

    The caller checks the rights of hosts, and that the match is not running.

    :raises TableError: if the claim is answered, or its pairing settled, or the person may not answer so.
    """
    if claim.state is not ClaimState.OPEN:
        raise TableError(f"tournament.claim.end.{claim.state}")
    pairing = pairing_of(tournament, claim)
    if pairing is None or not is_open(tournament, claim):
        raise TableError("tournament.claim.end.superseded")
    others = other_side(tournament, pairing, claim.user_id)
    on_own_side = any(claim.user_id in side and user_id in side for side in sides_in(tournament, pairing))
    if not answer.is_of_host and user_id not in others:
        raise TableError("tournament.claim.refusal.own" if on_own_side else "tournament.claim.refusal.stranger")
    if answer.is_of_host and claim.at + ANSWER_S > now:
        raise TableError("tournament.claim.refusal.early")
    if answer is ClaimAnswer.ACCEPT and on_own_side:
        raise TableError("tournament.claim.refusal.own_host")
    about = {"round": pairing.round, "sides": sides_in(tournament, pairing)}
    about |= {"person": claim.user_id, "score": claim.score}
    action = HostAction(f"claim.{STATES[answer]}")
    if not answer.enters:
        return HostStep(tournament, action, about)
    own = tournament.participant(user_id)
    _require_possible(tournament, pairing, claim, pairing.teams[0] if own is None else own.team)
    scores = dict(zip(pairing.teams, claim.scores, strict=True))
    step = enter_results(tournament, [EnteredResult.won(pairing, winner_of(pairing, claim), scores)], now)
    return replace(step, action=action, about={**step.about, **about})


def require_not_in_play(pairing_id: int, in_play: Collection[int]) -> None:
    """Refuse a claim while the match runs at a table.

    :raises TableError: if it does.
    """
    if pairing_id in in_play:
        raise TableError("tournament.claim.refusal.in_play")


def _own_pairing(tournament: Tournament, pairing_id: int, user_id: int) -> tuple[Pairing, int]:
    """Return a person's open pairing, and the number of their side."""
    if not takes_claims(tournament):
        raise TableError("tournament.claim.refusal.format")
    own = tournament.participant(user_id)
    pairing = next((one for one in tournament.open_pairings if one.id == pairing_id and len(one.sides) == 2), None)
    if pairing is None:
        raise TableError("tournament.refusal.played")
    side = None if own is None else pairing.side_of(own.team)
    if side is None:
        raise TableError("tournament.claim.refusal.stranger")
    return pairing, side

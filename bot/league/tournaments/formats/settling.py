"""Pairings settled by their matches, without them, or by results and matches of an undone round."""

from collections import Counter
from dataclasses import replace

from storage.league.tournament_values import Pairing, PairingSide, PairingState, Tournament


def recounted(pairing: Pairing, wins_needed: int, *, is_closed: bool = False) -> Pairing:
    """Return a pairing with the score of its matches, settled by them if they decide it.

    :param is_closed: whether no further match is played, so that the leader wins.
    """
    won = Counter[int]()
    for one in pairing.matches:
        if not one.void and max(won.values(), default=0) < wins_needed:
            won[one.team] += 1
    sides = tuple(PairingSide(team, None, won[team] if won else None) for team in pairing.teams)
    after = replace(pairing, sides=sides, result_id=pairing.matches[-1].result_id)
    if after.leader is not None and (is_closed or won[after.leader] >= wins_needed):
        return won_by(after, after.leader)
    return replace(after, state=PairingState.MISSED if is_closed else PairingState.OPEN)


def won_by(pairing: Pairing, team: int) -> Pairing:
    """Return a pairing as one that was played, and that a team has won."""
    sides = tuple(replace(side, place=1 if side.team == team else 2) for side in pairing.sides)
    return replace(pairing, state=PairingState.PLAYED, sides=sides)


def without_matches(pairing: Pairing) -> Pairing:
    """Return a pairing without any score and matches that count for it."""
    sides = tuple(replace(side, score=None) for side in pairing.sides)
    return replace(pairing, sides=sides, result_id=None, matches=())


def with_taken_back(tournament: Tournament) -> Tournament:
    """Return the tournament with undone pairings instead of new ones of the same people."""
    waiting = {one.people: one for one in tournament.taken_back if one.round <= tournament.round}
    pairings = tuple(
        one if one.id or one.people not in waiting else _again(waiting.pop(one.people), one)
        for one in tournament.pairings
    )
    later = tuple(one for one in tournament.taken_back if one.round > tournament.round)
    return replace(tournament, pairings=pairings, taken_back=later)


def _again(undone: Pairing, new: Pairing) -> Pairing:
    """Return an undone pairing as it is paired again, which keeps its table."""
    if undone.state is PairingState.PLAYED:
        return undone
    return replace(new, id=undone.id) if undone.result_id is None else replace(undone, state=PairingState.OPEN)

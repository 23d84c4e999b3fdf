"""Points, places and tie-breaks."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType
from typing import Any

import games
from storage.league.tournament_values import (
    Pairing,
    PairingState,
    Tournament,
    TournamentRules,
)


@dataclass(frozen=True)
class TeamStanding:
    """A team in the standings.

    :ivar place: from 1; equal teams share it.
    :ivar points: in a bracket the matches won.
    :ivar tie_break: the tie-break of the format.
    :ivar beaten: the number of opponents that came in behind it.
    :ivar byes: the number of matches won without playing.
    :ivar streak: in an arena the number of matches won in a row.
    :ivar difference: in a group its score minus those of its opponents, if all scores are known.
    :ivar lot: in a group its number in the order drawn by lot; 0 without one.
    """

    team: int
    place: int
    points: int
    tie_break: int
    beaten: int
    played: int
    byes: int
    streak: int = 0
    difference: int | None = None
    lot: int = 0


def ranked_by_points(
    tournament: Tournament,
    teams: Sequence[int],
    pairings: Sequence[Pairing],
    *,
    head_to_head: bool = False,
    breaks: Mapping[int, int] | None = None,
    bonus: Mapping[int, int] = MappingProxyType({}),
    withdrawn_last: bool = True,
) -> tuple[TeamStanding, ...]:
    """Return the teams ordered by points.

    :param head_to_head: whether points against each other break ties; else Buchholz does.
    :param breaks: tie-breaks that replace Buchholz.
    :param bonus: points beside those of the pairings.
    :param withdrawn_last: see `TournamentFormat`.
    """
    rules = tournament.rules
    points = {team: bonus.get(team, 0) + sum(points_of(pairing, team, rules) for pairing in pairings) for team in teams}
    if breaks is None:
        met = [pairing for pairing in pairings if pairing.state is PairingState.PLAYED]
        breaks = _head_to_head(met, points, rules) if head_to_head else _buchholz(met, points)
    last = tournament.withdrawn if withdrawn_last else frozenset[int]()
    found = [
        TeamStanding(
            team,
            0,
            points[team],
            breaks.get(team, 0),
            sum(_beaten(pairing, team) for pairing in pairings),
            sum(pairing.state is PairingState.PLAYED and pairing.side_of(team) is not None for pairing in pairings),
            sum(pairing.state is PairingState.BYE and _place(pairing, team) == 1 for pairing in pairings),
        )
        for team in teams
    ]
    merits = {one.team: (one.team not in last, one.points, one.tie_break, one.beaten) for one in found}
    return tuple(by_merits(found, merits))


def by_merits(found: Sequence[TeamStanding], merits: Mapping[int, Any]) -> Iterator[TeamStanding]:
    """Yield the teams with their places, greatest merits first."""
    ahead = 0
    ranked = sorted(found, key=lambda one: merits[one.team], reverse=True)
    for _, equals in groupby(ranked, key=lambda one: merits[one.team]):
        shared = [replace(one, place=ahead + 1) for one in equals]
        ahead += len(shared)
        yield from shared


def score_differences(tournament: Tournament, pairings: Sequence[Pairing]) -> Mapping[int, int]:
    """Return the score of each team minus those of its opponents; empty unless all scores are known and comparable.

    Scores of tables and entered ones are not, except for matches won in pairings of several.

    :param pairings: pairings of two sides.
    """
    met = [one for one in pairings if one.state is PairingState.PLAYED]
    at_tables = {one.result_id is not None for one in met}
    is_best_of = tournament.rules.best_of > 1
    if not all(one.scores for one in met) or (len(at_tables) > 1 and not is_best_of):
        return {}
    fewer_is_better = games.TABLE_GAMES[tournament.game].fewer_is_better and True in at_tables and not is_best_of
    found = Counter[int]()
    for pairing in met:
        for team, other in (pairing.teams, pairing.teams[::-1]):
            ahead = pairing.scores[team] - pairing.scores[other]
            found[team] += -ahead if fewer_is_better else ahead
    return found


def _buchholz(played: Sequence[Pairing], points: Mapping[int, int]) -> dict[int, int]:
    return {
        team: sum(points[other] for one in played if team in one.teams for other in one.teams if other != team)
        for team in points
    }


def _head_to_head(played: Sequence[Pairing], points: Mapping[int, int], rules: TournamentRules) -> dict[int, int]:
    return {
        team: sum(
            _between(pairing, team, other, rules)
            for pairing in played
            for other, has in points.items()
            if has == points[team] and other != team
        )
        for team in points
    }


def place_score(rules: TournamentRules, place: int, sharing: int = 1) -> int:
    """Return the score of a team for a match.

    :param place: its place, from 1.
    :param sharing: the number of teams with this place, itself included.
    """
    if place == 1 and sharing > 1 and rules.draw_points is not None:
        return rules.draw_points
    return sum(rules.points[place - 1 : place - 1 + sharing]) // sharing


def points_of(pairing: Pairing, team: int, rules: TournamentRules) -> int:
    """Return the score for a pairing; byes score as wins."""
    place = _place(pairing, team)
    if place is None or pairing.state not in (PairingState.PLAYED, PairingState.BYE):
        return 0
    sharing = sum(side.place == place for side in pairing.sides) if pairing.state is PairingState.PLAYED else 1
    return place_score(rules, place, sharing)


def _between(pairing: Pairing, team: int, other: int, rules: TournamentRules) -> int:
    """Return the score of a team against another."""
    own, others = _place(pairing, team), _place(pairing, other)
    if own is None or others is None:
        return 0
    return place_score(rules, 1) if own < others else place_score(rules, 1, 2) if own == others else 0


def _beaten(pairing: Pairing, team: int) -> int:
    own = _place(pairing, team)
    if pairing.state is not PairingState.PLAYED or own is None:
        return 0
    return sum(side.place is not None and side.place > own for side in pairing.sides)


def _place(pairing: Pairing, team: int) -> int | None:
    own = pairing.side_of(team)
    return next((side.place for side in pairing.sides if side.team == own), None)

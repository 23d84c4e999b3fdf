"""Duplicate tournaments: equal deals at all tables of a round, and results compared seat by seat.

Against computers, each person has the same seat of a table of their own. Among people, each table has as many sides as
the game. `round_lines` has the comparison of a round; `kinds.Duplicate` is the format.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from statistics import mean
from typing import Final, NamedTuple

from bot.league.tournaments.formats.pairing import seated
from games import Match
from games.core.match import Family
from storage.league.tournament_values import (
    Opponents,
    Pairing,
    PairingState,
    ScoreComparison,
    Tournament,
    TournamentRules,
)
from storage.matches import MatchResult

MOST_DEALS: Final = 8
"""The most deals of a match."""

USUAL_DEALS: Final = 2

_IMPS: Final = (2, 5, 9, 13, 17, 22, 27, 32, 37, 43, 50, 60, 75, 90, 110, 130, 150, 175, 200, 225, 250, 300, 350, 400)
"""The least difference for each IMP from 1 to 24: the table of bridge, divided by ten."""

_AVERAGE: Final = {ScoreComparison.MATCHPOINTS: 50, ScoreComparison.IMPS: 0}
"""The points without anything to compare: of a bye, and of people whose opponents did not play."""
_AVERAGE_MINUS: Final = {ScoreComparison.MATCHPOINTS: 40, ScoreComparison.IMPS: -3}
"""The most points of a person whose match was not finished; see `round_lines`."""

_REPEAT: Final = 100
"""The cost of opponents who meet again, against 1 for two who have had the same seat."""

_PLACED_FAMILIES: Final = (Family.PARTY, Family.PLACING, Family.SOLITAIRE)
"""The families whose deals have no points to compare."""


def can_share_deals(game: type[Match]) -> bool:
    """Return True if the results of a game's deals can be compared."""
    return game.info.family not in _PLACED_FAMILIES


def seat_scores(
    game: type[Match], ends: Sequence[MatchResult], side_of: Callable[[int], int], entrants: Mapping[int, int]
) -> dict[int, int]:
    """Return the score of each person: points for their side minus the mean of the others.

    Chips are paid by the others, so they are the score themselves.

    :param entrants: the person of each seat at the beginning.
    """
    by_side = {side_of(end.seat): end.score for end in ends}
    sign = -1 if game.fewer_is_better else 1
    found = {}
    for seat, person in entrants.items():
        own = side_of(seat)
        others = [Fraction(score) for side, score in by_side.items() if side != own]
        against = Fraction(0) if game.info.chips else mean(others)
        found[person] = sign * round(by_side[own] - against)
    return found


def imps(difference: Fraction) -> int:
    """Return the international match points of a difference."""
    points = bisect_right(_IMPS, abs(difference))
    return points if difference > 0 else -points


class SeatLine(NamedTuple):
    """The result of a team in a round, and its comparison.

    :ivar seat: its side at the table, from 0; None for a bye.
    :ivar score: None if its match was not finished.
    :ivar others: the mean score of the others in this seat; None without any.
    :ivar compared: the number of the others.
    :ivar beaten: the number of them with a worse score.
    :ivar tied: the number of them with an equal score.
    :ivar points: None while the round is played.
    :ivar is_excused: whether it has no score through no fault of its own, so it scores the average.
    """

    team: int
    seat: int | None
    score: int | None = None
    others: Fraction | None = None
    compared: int = 0
    beaten: int = 0
    tied: int = 0
    points: int | None = None
    is_excused: bool = False


def is_round_over(tournament: Tournament, number: int) -> bool:
    """Return True once no table of a round is played, so its deals and scores are public."""
    return all(one.state is not PairingState.OPEN for one in tournament.pairings if one.round == number)


def round_lines(tournament: Tournament, number: int) -> tuple[SeatLine, ...]:
    """Return the comparison of a round, in order of the pairings.

    Scores remain unknown until the last table has finished. A match that is not finished is never worth more than one
    that is: it scores like the lowest result in its seat, at most average minus.
    """
    own = [one for one in tournament.pairings if one.round == number]
    is_over = is_round_over(tournament, number)
    found = []
    for pairing in own:
        is_bye = pairing.state is PairingState.BYE and len(pairing.sides) == 1
        for seat, side in enumerate(pairing.sides):
            line = SeatLine(side.team, None if is_bye else seat)
            if not is_over:
                found.append(line)
                continue
            others = [
                Fraction(one.sides[seat].score or 0)
                for one in own
                if one != pairing and one.state is PairingState.PLAYED and not is_bye
            ]
            score = side.score if pairing.state is PairingState.PLAYED else None
            line = line._replace(
                score=score,
                others=mean(others) if others else None,
                compared=len(others),
                beaten=sum(score is not None and score > other for other in others),
                tied=sum(score == other for other in others),
                is_excused=pairing.state is PairingState.BYE and side.place is not None,
            )
            found.append(line._replace(points=_points(tournament.rules.comparison, line)))
    return tuple(_at_most_lowest(line, found) for line in found)


def _at_most_lowest(line: SeatLine, lines: Sequence[SeatLine]) -> SeatLine:
    """Return the line of a person without a result, if that is their fault, with no more points than the lowest."""
    if line.score is not None or line.is_excused or line.points is None:
        return line
    lowest = (one.points for one in lines if one.seat == line.seat and one.score is not None and one.points is not None)
    return line._replace(points=min([line.points, *lowest]))


def _points(comparison: ScoreComparison, line: SeatLine) -> int:
    if line.score is None and not line.is_excused:
        return _AVERAGE_MINUS[comparison]
    if line.score is None or line.others is None:
        return _AVERAGE[comparison]
    if comparison is ScoreComparison.IMPS:
        return imps(line.score - line.others)
    return round(Fraction(100 * (2 * line.beaten + line.tied), 2 * line.compared))


def seat_in_round(tournament: Tournament, number: int) -> int:
    """Return the seat that people have against computers in a round."""
    return (number - 1) % tournament.rules.seats


def is_among_people(rules: TournamentRules) -> bool:
    """Return True if people meet at the tables of a duplicate tournament."""
    return rules.opponents is Opponents.PEOPLE


def tables_of_round(
    teams: Sequence[int], sides: int, pairings: Iterable[Pairing], met: Mapping[frozenset[int], int]
) -> list[tuple[int, ...]]:
    """Return the tables of the next round, each in the order of its seats; the teams left over have a bye.

    Few opponents meet again, and the teams change seats. Those with the fewest byes rest, the last of ties.

    :param teams: those who still play.
    :param pairings: the pairings so far.
    :param met: how often two teams have met.
    """
    had, rested = Counter[tuple[int, int]](), Counter[int]()
    for pairing in pairings:
        if len(pairing.sides) == 1:
            rested.update(pairing.teams)
        else:
            had.update((team, seat) for seat, team in enumerate(pairing.teams))
    by_rest = sorted(teams, key=lambda team: (rested[team], -teams.index(team)))
    resting = by_rest[: len(teams) % sides]
    playing = [team for team in teams if team not in resting]
    costs = {
        frozenset((one, other)): _REPEAT * met.get(frozenset((one, other)), 0) ** 2
        + sum(had[one, seat] * had[other, seat] for seat in range(sides))
        for one, other in combinations(playing, 2)
    }
    return [
        min(permutations(table), key=lambda order: sum(had[team, seat] for seat, team in enumerate(order)))
        for table in seated(playing, sides, costs.__getitem__)
    ]


def is_played_alone(pairing: Pairing) -> bool:
    """Return True if a pairing is one person's match against computers."""
    return len(pairing.sides) == 1 and pairing.state not in (PairingState.BYE, PairingState.REST)

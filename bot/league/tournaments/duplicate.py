"""Duplicate tournaments: equal deals at all tables of a round, and results compared seat by seat.

Each person has the same seat of a table of their own, with computers in the others. `round_lines` has the comparison of
a round; `formats.Duplicate` is the format.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from statistics import mean
from typing import Final, NamedTuple

from games import Match
from games.core.match import Family
from storage.league.tournaments import Pairing, PairingState, ScoreComparison, Tournament
from storage.matches import MatchResult

MOST_DEALS: Final = 8
"""The most deals of a match."""

USUAL_DEALS: Final = 2

_IMPS: Final = (2, 5, 9, 13, 17, 22, 27, 32, 37, 43, 50, 60, 75, 90, 110, 130, 150, 175, 200, 225, 250, 300, 350, 400)
"""The least difference for each IMP from 1 to 24: the table of bridge, divided by ten."""

_AVERAGE: Final = {ScoreComparison.MATCHPOINTS: 50, ScoreComparison.IMPS: 0}
_AVERAGE_MINUS: Final = {ScoreComparison.MATCHPOINTS: 40, ScoreComparison.IMPS: -3}
"""The points of a person whose match was not finished."""

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

    :ivar score: None if its match was not finished.
    :ivar others: the mean score of the others in this seat; None without any.
    :ivar points: None while the round is played.
    """

    team: int
    score: int | None
    others: Fraction | None
    points: int | None


def is_round_over(tournament: Tournament, number: int) -> bool:
    """Return True once no table of a round is played, so its deals and scores are public."""
    return all(one.state is not PairingState.OPEN for one in tournament.pairings if one.round == number)


def round_lines(tournament: Tournament, number: int) -> tuple[SeatLine, ...]:
    """Return the comparison of a round, in order of the pairings.

    Scores remain unknown until the last table has finished.
    """
    own = [one for one in tournament.pairings if one.round == number]
    is_over = is_round_over(tournament, number)
    found = []
    for pairing in own:
        for seat, side in enumerate(pairing.sides):
            others = [
                Fraction(one.sides[seat].score or 0)
                for one in own
                if one != pairing and one.state is PairingState.PLAYED and seat < len(one.sides)
            ]
            score = side.score if pairing.state is PairingState.PLAYED else None
            if not is_over:
                found.append(SeatLine(side.team, None, None, None))
            else:
                points = _points(tournament.rules.comparison, score, others)
                found.append(SeatLine(side.team, score, mean(others) if others else None, points))
    return tuple(found)


def _points(comparison: ScoreComparison, score: int | None, others: Sequence[Fraction]) -> int:
    if score is None:
        return _AVERAGE_MINUS[comparison]
    if not others:
        return _AVERAGE[comparison]
    if comparison is ScoreComparison.IMPS:
        return imps(score - mean(others))
    beaten = sum(2 if score > other else int(score == other) for other in others)
    return round(Fraction(100 * beaten, 2 * len(others)))


def seat_in_round(tournament: Tournament, number: int) -> int:
    """Return the seat that people have against computers in a round."""
    return (number - 1) % tournament.rules.seats


def is_played_alone(pairing: Pairing) -> bool:
    """Return True if a pairing is one person's match against computers."""
    return len(pairing.sides) == 1 and pairing.state not in (PairingState.BYE, PairingState.REST)

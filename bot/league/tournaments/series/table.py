"""The table of a series of tournaments: a plain function of its tournaments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bot.league.tournaments.formats.kinds import kind_of, standings, winners
from storage.league.series import TournamentSeries
from storage.league.tournament_values import Tournament


@dataclass(frozen=True)
class SeriesStanding:
    """A person in the table of a series.

    :ivar place: from 1; equal people share it.
    :ivar total: the sum of the scores that count.
    :ivar scores: the score in each tournament; None without the person.
    :ivar counted: the indices of the tournaments that count.
    """

    user_id: int
    place: int
    total: int
    scores: tuple[int | None, ...]
    counted: frozenset[int]


def series_table(series: TournamentSeries, played: Sequence[Tournament]) -> tuple[SeriesStanding, ...]:
    """Return the people of a series, best first.

    Equal totals are decided by the best single scores, one after another. People who are still equal share the place.

    :param played: its finished tournaments, in order.
    """
    columns = [scores_in(series, one) for one in played]
    people = sorted({user_id for column in columns for user_id in column})
    found = [_standing(series, user_id, [column.get(user_id) for column in columns]) for user_id in people]
    ranked = sorted(found, key=_merits, reverse=True)
    placed, ahead = list[SeriesStanding](), 0
    for _, equals in groupby(ranked, key=_merits):
        shared = [replace(one, place=ahead + 1) for one in equals]
        ahead += len(shared)
        placed += shared
    return tuple(placed)


def scores_in(series: TournamentSeries, tournament: Tournament) -> Mapping[int, int]:
    """Return what each person scores for a finished tournament.

    Teams that share places score their mean, rounded down, for each member. People who withdrew score nothing, unless
    their format keeps their places. A tournament without a played match counts for no one.
    """
    if not winners(tournament):
        return {}
    teams, scores = tournament.teams, dict[int, int]()
    gone = tournament.withdrawn if kind_of(tournament).withdrawn_last else frozenset[int]()
    for place, equals in groupby(standings(tournament), key=lambda one: one.place):
        shared = list(equals)
        value = sum(series.points[place - 1 : place - 1 + len(shared)]) // len(shared)
        for one in shared:
            scores |= {person.user_id: 0 if one.team in gone else value for person in teams[one.team]}
    return scores


def _standing(series: TournamentSeries, user_id: int, scores: Sequence[int | None]) -> SeriesStanding:
    entered = [number for number, score in enumerate(scores) if score is not None]
    best = sorted(entered, key=lambda number: (-(scores[number] or 0), number))[: series.best or None]
    total = sum(scores[number] or 0 for number in best)
    return SeriesStanding(user_id, 0, total, tuple(scores), frozenset(best))


def _merits(one: SeriesStanding) -> tuple[int, tuple[int, ...]]:
    scores = (one.scores[number] or 0 for number in one.counted)
    return one.total, tuple(sorted(filter(None, scores), reverse=True))

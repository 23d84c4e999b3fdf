"""The duplicate format, in which all tables of a round have the same deals."""

from collections import Counter
from dataclasses import replace

from bot.league.tournaments.formats.duplicate import is_among_people, round_lines, tables_of_round
from bot.league.tournaments.formats.format import (
    FEWEST_TABLES,
    TournamentFormat,
    bye_of,
    meetings,
    open_pairing,
    with_new_pairings,
)
from bot.league.tournaments.formats.scoring import TeamStanding, by_merits
from storage.league.tournament_values import Tournament


class Duplicate(TournamentFormat):
    """Equal deals at all tables of a round, against computers or among people.

    Results in each seat are compared, see `duplicate`. Ties are broken by the sum of the scores.
    """

    most_teams = 64
    settings = frozenset({"rounds", "round_minutes", "deals", "opponents", "level", "comparison"})
    shares_deals = True

    def fewest_teams(self, tournament: Tournament) -> int:
        return FEWEST_TABLES * tournament.sides

    def begin(self, tournament: Tournament, now: float) -> Tournament:
        seats = tournament.sides if is_among_people(tournament.rules) else tournament.rules.seats
        return self._paired(replace(tournament, rounds=tournament.rounds or seats), now)

    def next(self, tournament: Tournament, now: float) -> Tournament | None:
        left = len(tournament.teams.keys() - tournament.withdrawn)
        if tournament.round >= tournament.rounds or left < self.fewest_teams(tournament):
            return None
        return self._paired(tournament, now)

    def standings(self, tournament: Tournament) -> tuple[TeamStanding, ...]:
        points, scores, played = (dict.fromkeys(tournament.teams, 0) for _ in range(3))
        for number in range(1, tournament.round + 1):
            for line in round_lines(tournament, number):
                points[line.team] += line.points or 0
                scores[line.team] += line.score or 0
                played[line.team] += line.score is not None
        found = [TeamStanding(team, 0, points[team], scores[team], 0, played[team], 0) for team in tournament.teams]
        merits = {one.team: (one.team not in tournament.withdrawn, one.points, one.tie_break) for one in found}
        return tuple(by_merits(found, merits))

    def _paired(self, tournament: Tournament, now: float) -> Tournament:
        number = tournament.round + 1
        playing = [team for team in tournament.teams if team not in tournament.withdrawn]
        tables: list[tuple[int, ...]] = [(team,) for team in playing]
        if is_among_people(tournament.rules):
            met = Counter(meetings(tournament.pairings))
            tables = tables_of_round(playing, tournament.sides, tournament.pairings, met)
        seated_teams = {team for table in tables for team in table}
        byes = [bye_of(number, team, now) for team in playing if team not in seated_teams]
        matches = [open_pairing(tournament, number, table, now) for table in tables]
        return with_new_pairings(replace(tournament, round=number), (*matches, *byes))

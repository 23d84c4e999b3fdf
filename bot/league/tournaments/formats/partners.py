"""The format in which each round draws new partners."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from bot.league.tournaments.formats.format import (
    PARTNER_ROUNDS,
    TournamentFormat,
    bye_of,
    drawn_tables,
    lone_teams,
    with_new_pairings,
)
from bot.league.tournaments.formats.rotating import count_meetings, partners_round
from bot.league.tournaments.formats.scoring import TeamStanding, points_of, ranked_by_points
from storage.league.tournament_values import Pairing, PairingSide, PairingState, Tournament, key_of, side_number


class RotatingPartners(TournamentFormat):
    """Rounds with new partners; each person scores what the side scores.

    Ties are broken by the points of all opponents.
    """

    most_teams = 64
    settings = frozenset({"rounds", "round_minutes", "points"})
    enters_late = True
    draws_partners = True

    def fewest_teams(self, tournament: Tournament) -> int:
        return tournament.sides * tournament.team_size

    def begin(self, tournament: Tournament, now: float) -> Tournament:
        most = (len(tournament.teams) - 1) // (tournament.team_size - 1)
        return self._paired(replace(tournament, rounds=min(tournament.rounds or PARTNER_ROUNDS, most)), now)

    def next(self, tournament: Tournament, now: float) -> Tournament | None:
        left = [one for one in lone_teams(tournament) if one not in tournament.withdrawn]
        if tournament.round >= tournament.rounds or len(left) < self.fewest_teams(tournament):
            return None
        return self._paired(tournament, now)

    def table_of(self, tournament: Tournament, number: int, teams: Sequence[int], now: float) -> Pairing | None:
        if len(teams) != self.fewest_teams(tournament):
            return None
        met = count_meetings(list(drawn_tables(tournament.pairings)))
        [table] = partners_round(teams, tournament.team_size, tournament.sides, *met, {})
        return self._table(tournament, number, table, now)

    def standings(self, tournament: Tournament) -> tuple[TeamStanding, ...]:
        people, pairings = lone_teams(tournament), tournament.pairings
        points = {one: sum(points_of(pairing, one, tournament.rules) for pairing in pairings) for one in people}
        breaks = Counter[int]()
        for table in drawn_tables(one for one in pairings if one.state is PairingState.PLAYED):
            for group in table:
                for one in group:
                    breaks[one] += sum(points[other] for side in table if side != group for other in side)
        return ranked_by_points(tournament, people, pairings, breaks=breaks)

    def _paired(self, tournament: Tournament, now: float) -> Tournament:
        number = tournament.round + 1
        people = [one for one in lone_teams(tournament) if one not in tournament.withdrawn]
        met = count_meetings(list(drawn_tables(tournament.pairings)))
        free = Counter(one.teams[0] for one in tournament.pairings if len(one.sides) == 1)
        tables = partners_round(people, tournament.team_size, tournament.sides, *met, free)
        playing = {one for table in tables for group in table for one in group}
        byes = [bye_of(number, one, now) for one in people if one not in playing]
        matches = [self._table(tournament, number, table, now) for table in tables]
        return with_new_pairings(replace(tournament, round=number), (*matches, *byes))

    @staticmethod
    def _table(tournament: Tournament, number: int, table: Sequence[Sequence[int]], now: float) -> Pairing:
        members = tournament.teams
        key = key_of([person.user_id for one in group for person in members[one]] for group in table)
        sides = tuple(PairingSide(side_number(group)) for group in table)
        return Pairing(0, number, PairingState.OPEN, sides, key, now)

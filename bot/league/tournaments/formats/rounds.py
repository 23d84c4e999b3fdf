"""Round robins, Swiss rounds and arenas."""

# ruff: noqa: ARG002  # not every kind asks for all that it is given

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from bot.league.tournaments.formats.format import (
    DOUBLED_WIN,
    TournamentFormat,
    bye_of,
    meetings,
    open_pairing,
    pairings_of_timetable,
    sole_winner,
    with_new_pairings,
)
from bot.league.tournaments.formats.pairing import (
    arena_round,
    most_rounds,
    round_robin,
    swiss_round,
    swiss_rounds,
)
from bot.league.tournaments.formats.scoring import TeamStanding, place_score, ranked_by_points
from storage.league.tournament_values import (
    PairingState,
    Tournament,
)


class RoundRobin(TournamentFormat):
    """Round robin; all rounds are paired at the start.

    Ties are broken by the points against each other.
    """

    most_teams = 16
    settings = frozenset({"rounds", "round_minutes", "points", "best_of"})

    def begin(self, tournament: Tournament, now: float) -> Tournament:
        timetable = round_robin(list(tournament.teams), tournament.sides)[: tournament.rounds or None]
        running = replace(tournament, rounds=len(timetable), round=len(timetable))
        return with_new_pairings(running, pairings_of_timetable(running, [(list(tournament.teams), timetable)], now))

    def next(self, tournament: Tournament, now: float) -> Tournament | None:
        return None

    def paired_ahead(self, tournament: Tournament) -> int:
        return tournament.rounds

    def standings(self, tournament: Tournament) -> tuple[TeamStanding, ...]:
        return ranked_by_points(tournament, list(tournament.teams), tournament.pairings, head_to_head=True)


class Swiss(TournamentFormat):
    """Swiss rounds of unmet teams with similar points; byes win.

    Ties are broken by Buchholz, the points of all opponents.
    """

    most_teams = 64
    settings = frozenset({"rounds", "round_minutes", "points", "best_of"})
    enters_late = True

    def begin(self, tournament: Tournament, now: float) -> Tournament:
        teams = len(tournament.teams)
        rounds = tournament.rounds or swiss_rounds(teams, tournament.sides)
        most = most_rounds(teams) if tournament.sides == 2 else max(1, teams - 1)
        return self._paired(replace(tournament, rounds=min(rounds, most)), now)

    def next(self, tournament: Tournament, now: float) -> Tournament | None:
        left = len(tournament.teams.keys() - tournament.withdrawn)
        if tournament.round >= tournament.rounds or left < tournament.sides:
            return None
        return self._paired(tournament, now)

    def standings(self, tournament: Tournament) -> tuple[TeamStanding, ...]:
        return ranked_by_points(tournament, list(tournament.teams), tournament.pairings, head_to_head=False)

    def _paired(self, tournament: Tournament, now: float) -> Tournament:
        number = tournament.round + 1
        table = self.standings(tournament)
        ranking = [one.team for one in table if one.team not in tournament.withdrawn]
        points = {one.team: one.points for one in table}
        free = {one.team: one.byes for one in table}
        new = [one.team for one in table if not one.played]
        tables = swiss_round(ranking, points, meetings(tournament.pairings), free, new, tournament.sides)
        playing = {team for teams in tables for team in teams}
        byes = [bye_of(number, team, now) for team in sorted(ranking) if team not in playing]
        matches = [open_pairing(tournament, number, teams, now) for teams in tables]
        return with_new_pairings(replace(tournament, round=number), (*matches, *byes))


class Arena(TournamentFormat):
    """Timed pairing of free people with opponents close in points.

    No team meets its last opponent again. People may leave and return. Matches unfinished when the time is up score
    nothing. From `DOUBLED_WIN` on the wins in a row score double, if the rules have that bonus. Ties are broken by
    matches won at the table.
    """

    most_teams = 64
    two_sides = True
    settings = frozenset({"arena_minutes", "points", "no_streak"})
    win_points = 2
    enters_late = True
    walks_in = True
    withdrawn_last = False
    is_timed = True

    def begin(self, tournament: Tournament, now: float) -> Tournament:
        deadline = now + (tournament.rules.duration_s or 0)
        return self._paired(replace(tournament, rounds=1, deadline=deadline), now)

    def next(self, tournament: Tournament, now: float) -> Tournament | None:
        """Plan pairings of free teams; None when the time is up."""
        is_over = tournament.deadline is not None and tournament.deadline <= now
        return None if is_over else self._paired(tournament, now)

    def _paired(self, tournament: Tournament, now: float) -> Tournament:
        busy = {team for pairing in tournament.open_pairings for team in pairing.teams}
        table = self.standings(tournament)
        free = [one.team for one in table if one.team not in busy | tournament.withdrawn]
        last: dict[int, int] = {}
        rounds: dict[int, int] = {}
        for pairing in sorted(tournament.pairings, key=lambda one: (one.round, one.id)):
            for team, other in zip(pairing.teams, reversed(pairing.teams), strict=True):
                last[team], rounds[team] = other, pairing.round
        if not busy and len(free) == 2:  # no other team will come
            last = {}
        number = tournament.round + 1
        waited = {team: number - rounds.get(team, 0) for team in free}
        tables = arena_round(free, {one.team: one.points for one in table}, last, waited)
        if not tables:
            return tournament
        after = replace(tournament, round=number, timed_round=number)
        return with_new_pairings(after, [open_pairing(after, number, teams, now) for teams in tables])

    def standings(self, tournament: Tournament) -> tuple[TeamStanding, ...]:
        met = [one for one in tournament.pairings if one.state is PairingState.PLAYED]
        wins = {team: number for team, number in Counter(map(sole_winner, met)).items() if team}
        bonus, streaks = _streaks(tournament)
        table = ranked_by_points(
            tournament, list(tournament.teams), tournament.pairings, breaks=wins, bonus=bonus, withdrawn_last=False
        )
        return tuple(replace(one, streak=streaks[one.team]) for one in table)

    def current_round(self, tournament: Tournament) -> int:
        return tournament.round


def _streaks(tournament: Tournament) -> tuple[Mapping[int, int], Mapping[int, int]]:
    """Return the bonus points and the current streak of each team.

    A walkover neither continues nor ends a streak; a draw, a loss and an absence end it.
    """
    bonus, streaks = Counter[int](), Counter[int]()
    if not tournament.rules.streak:
        return bonus, streaks
    settled = (one for one in tournament.pairings if one.state is not PairingState.OPEN)
    for pairing in sorted(settled, key=lambda one: (one.round, one.id)):
        for side in pairing.sides:
            if pairing.state is PairingState.BYE and side.place == 1:
                continue
            is_won = pairing.state is PairingState.PLAYED and sole_winner(pairing) == side.team
            streaks[side.team] = streaks[side.team] + 1 if is_won else 0
            if streaks[side.team] >= DOUBLED_WIN:
                bonus[side.team] += place_score(tournament.rules, 1)
    return bonus, streaks

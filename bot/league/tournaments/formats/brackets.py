"""Eliminations, double eliminations, and groups that lead to one."""

# ruff: noqa: ARG002  # not every kind asks for all that it is given

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from bot.league.tournaments.formats.format import (
    GROUP_SIZE,
    SMALLEST_GROUP,
    TournamentFormat,
    bye_of,
    new_pairings,
    open_pairing,
    pairings_of_timetable,
    sole_winner,
    with_all,
    with_new_pairings,
    with_round_ahead,
)
from bot.league.tournaments.formats.pairing import (
    BracketMatch,
    BracketPart,
    BracketRound,
    Winner,
    bracket_rounds,
    double_elimination,
    elimination,
    final_seeds,
    round_robin,
    snake,
    whole_double_elimination,
    whole_elimination,
)
from bot.league.tournaments.formats.scoring import TeamStanding, by_merits, ranked_by_points, score_differences
from storage.league.tournament_values import (
    Pairing,
    PairingSide,
    PairingState,
    Seeding,
    Tournament,
    TournamentStage,
)


class _Bracketed(TournamentFormat):
    """A format that eliminates losers; drawn matches are replayed.

    If a match is never played, the higher seed advances.
    """

    pairs_early = True
    seeding = Seeding.RATING
    two_sides = True
    counts_wins = True
    lives: ClassVar[int] = 1
    """The number of lost matches that eliminates a team."""

    def next(self, tournament: Tournament, now: float) -> Tournament | None:
        """Plan the pairings whose teams are known; only the next round's while undone ones wait to be reused."""
        if tournament.taken_back and tournament.open_pairings:
            return None
        after = self._paired(tournament, tournament.round + 1 if tournament.taken_back else None, now)
        return after if new_pairings(after) else None

    def repaired(self, tournament: Tournament, settled: Sequence[Pairing], now: float) -> Tournament:
        return self._paired(tournament, tournament.round if tournament.taken_back else None, now)

    def needs_winner(self, tournament: Tournament, pairing: Pairing) -> bool:
        return pairing.round > self.paired_ahead(tournament)

    def may_change(self, tournament: Tournament, pairing: Pairing) -> bool:
        return not any(self._is_built_on(tournament, pairing, team) for team in pairing.teams)

    def whole_bracket(self, tournament: Tournament) -> Sequence[BracketRound]:
        if not self.bracket(tournament):
            return ()
        seeds, before = self._bracket_seeds(tournament), self.paired_ahead(tournament)
        winner = _winner(tournament, seeds, before)
        if self.lives > 1:
            return whole_double_elimination(seeds, winner)
        found = whole_elimination(seeds, winner, third_place=tournament.rules.third_place)
        return [one._replace(round=one.round + before) for one in found]

    def rounds_to_final(self, tournament: Tournament, number: int) -> int | None:
        return tournament.rounds - number if number > self.paired_ahead(tournament) else None

    def plays_on(self, tournament: Tournament, team: int) -> bool:
        bracket, before = self.bracket(tournament), self.paired_ahead(tournament)
        if not bracket:
            return True
        winner = _winner(tournament, self._bracket_seeds(tournament), before)
        own = [one for one in bracket if team in one.teams]
        met = [one for one in own if len(one.teams) > 1]
        lost = [one for one in met if winner(one.round - before, *one.teams) not in (None, team)]
        if tournament.rules.third_place and lost and own[-1:] == lost and lost[0].round == tournament.rounds - 1:
            return True  # the match for the third place waits for the other semi-final
        return bool(own) and len(lost) < self.lives

    def _bracket_seeds(self, tournament: Tournament) -> Sequence[int]:
        return list(tournament.teams)

    def _is_built_on(self, tournament: Tournament, pairing: Pairing, winner: int) -> bool:
        """Return True if this winner would remove a played pairing."""
        sides = tuple(replace(side, place=1 if side.team == winner else 2) for side in pairing.sides)
        changed = replace(pairing, state=PairingState.PLAYED, sides=sides)
        pairings = tuple(changed if one == pairing else one for one in tournament.pairings)
        after = self.repaired(replace(tournament, pairings=pairings), [changed], 0.0)
        removed = {one for one in pairings if one not in after.pairings}
        if tournament.stage is TournamentStage.RUNNING:
            return any(one.state is PairingState.PLAYED or one.matches for one in removed)
        return bool(removed)

    def _paired(
        self, tournament: Tournament, last: int | None, now: float, bracket: Sequence[BracketMatch] | None = None
    ) -> Tournament:
        """Pair the known matches of the bracket, and remove obsolete pairings.

        Withdrawn teams lose without playing.

        :param last: the last round to pair; None for all.
        :param bracket: the matches of the bracket, if they differ from those of `tournament`.
        """
        found = self.bracket(tournament) if bracket is None else bracket
        matches = {(one.round, frozenset(one.teams)): one for one in found if last is None or one.round <= last}
        number = max((round_ for round_, _ in matches), default=tournament.round)
        before = self.paired_ahead(tournament)
        known = {(one.round, frozenset(one.teams)): one for one in tournament.pairings if one.round > before}
        new = tuple(_bracket_pairing(tournament, one, now) for key, one in matches.items() if key not in known)
        removed = [one for key, one in known.items() if key not in matches]
        kept = tuple(one for one in tournament.pairings if one not in removed)
        after = replace(tournament, round=number, rounds=max(number, tournament.rounds), pairings=(*kept, *new))
        first = min((one.round for one in new if one.state is PairingState.OPEN), default=number)
        if first > tournament.closed_round and first >= tournament.announced_round:
            return after
        return with_round_ahead(after, first)


class Elimination(_Bracketed):
    """Single elimination; the highest seeds get the byes, if any."""

    most_teams = 64
    settings = frozenset({"round_minutes", "third_place", "best_of"})
    withdrawn_last = False

    def begin(self, tournament: Tournament, now: float) -> Tournament:
        return self._paired(replace(tournament, rounds=bracket_rounds(len(tournament.teams))), 1, now)

    def standings(self, tournament: Tournament) -> tuple[TeamStanding, ...]:
        return _by_bracket(tournament, self.bracket(tournament), list(tournament.teams), lives=1)

    def bracket(self, tournament: Tournament) -> Sequence[BracketMatch]:
        seeds = list(tournament.teams)
        return elimination(seeds, _winner(tournament, seeds), third_place=tournament.rules.third_place)


class DoubleElimination(_Bracketed):
    """Double elimination; the losers' bracket winner must win two finals."""

    most_teams = 32
    settings = frozenset({"round_minutes", "best_of"})
    withdrawn_last = False
    lives = 2

    def begin(self, tournament: Tournament, now: float) -> Tournament:
        return self._paired(replace(tournament, rounds=2 * bracket_rounds(len(tournament.teams))), 1, now)

    def standings(self, tournament: Tournament) -> tuple[TeamStanding, ...]:
        return _by_bracket(tournament, self.bracket(tournament), list(tournament.teams), lives=2)

    def bracket(self, tournament: Tournament) -> Sequence[BracketMatch]:
        seeds = list(tournament.teams)
        return double_elimination(seeds, _winner(tournament, seeds))

    def rounds_to_final(self, tournament: Tournament, number: int) -> int | None:
        return 0 if number >= 2 * bracket_rounds(len(tournament.teams)) else None


class Groups(_Bracketed):
    """Snake-seeded groups; the top two of each play an elimination.

    The bracket keeps its teams once it is paired, even after a withdrawal. Only a corrected group result changes them,
    if nothing in the bracket was settled.
    """

    most_teams = 32
    settings = frozenset({"round_minutes", "points", "third_place", "groups", "best_of"})

    def fewest_teams(self, tournament: Tournament) -> int:
        return SMALLEST_GROUP * (tournament.rules.groups or 2)

    def begin(self, tournament: Tournament, now: float) -> Tournament:
        tables = [(teams, round_robin(teams)) for teams in self._groups(tournament)]
        before = self.paired_ahead(tournament)
        running = replace(tournament, rounds=before + bracket_rounds(2 * len(tables)), round=before)
        return with_new_pairings(running, pairings_of_timetable(running, tables, now))

    def repaired(self, tournament: Tournament, settled: Sequence[Pairing], now: float) -> Tournament:
        before = self.paired_ahead(tournament)
        if all(one.round > before for one in settled):
            return super().repaired(tournament, settled, now)
        in_groups = tuple(one for one in tournament.pairings if one.round <= before)
        reseeded = self.bracket(replace(tournament, pairings=in_groups))
        return self._paired(tournament, tournament.round, now, reseeded)

    def may_change(self, tournament: Tournament, pairing: Pairing) -> bool:
        before = self.paired_ahead(tournament)
        if pairing.round > before:
            return super().may_change(tournament, pairing)
        bracket = [one for one in tournament.pairings if one.round > before and len(one.sides) > 1]
        is_running = tournament.stage is TournamentStage.RUNNING
        return all(is_running and one.state is PairingState.OPEN and not one.matches for one in bracket)

    def standings(self, tournament: Tournament) -> tuple[TeamStanding, ...]:
        bracket = self.bracket(tournament)
        seeds = self._seeds(tournament) if bracket else []
        tables = self.groups(with_all(tournament, seeds))
        ranked = _by_bracket(tournament, bracket, seeds, lives=1)
        rest = {one.team: one for table in tables for one in table if one.team not in seeds}
        merits = {team: (team not in tournament.withdrawn, -one.place, one.points) for team, one in rest.items()}
        behind = by_merits(_by_bracket(tournament, (), sorted(rest), lives=1), merits)
        return (*ranked, *(replace(one, place=one.place + len(ranked)) for one in behind))

    def bracket(self, tournament: Tournament) -> Sequence[BracketMatch]:
        before = self.paired_ahead(tournament)
        if not tournament.pairings or any(one.round <= before for one in tournament.open_pairings):
            return ()
        seeds = self._seeds(tournament)
        winner = _winner(tournament, seeds, before)
        matches = elimination(seeds, winner, third_place=tournament.rules.third_place)
        return [one._replace(round=one.round + before) for one in matches]

    def groups(self, tournament: Tournament) -> Sequence[tuple[TeamStanding, ...]]:
        before = self.paired_ahead(tournament)
        played = [one for one in tournament.pairings if one.round <= before]
        return [self._ranked(tournament, teams, played) for teams in self._groups(tournament)]

    @staticmethod
    def _ranked(tournament: Tournament, teams: Sequence[int], played: Sequence[Pairing]) -> tuple[TeamStanding, ...]:
        """Return the standings of a group. Ties are broken by the score difference, then by lot."""
        table = ranked_by_points(tournament, teams, played, head_to_head=True)
        differences = score_differences(tournament, [one for one in played if set(one.teams) <= set(teams)])
        lots = {team: number for number, team in enumerate(tournament.rules.lots, 1)}
        found = [replace(one, difference=differences.get(one.team), lot=lots.get(one.team, 0)) for one in table]
        return tuple(by_merits(found, {one.team: (-one.place, one.difference or 0, -one.lot) for one in found}))

    def paired_ahead(self, tournament: Tournament) -> int:
        largest = max(map(len, self._groups(tournament)))
        return largest - 1 + largest % 2

    def _bracket_seeds(self, tournament: Tournament) -> Sequence[int]:
        return self._seeds(tournament)

    def _groups(self, tournament: Tournament) -> list[list[int]]:
        teams = list(tournament.teams)
        return snake(teams, tournament.rules.groups or max(2, (len(teams) + 2) // GROUP_SIZE))

    def _seeds(self, tournament: Tournament) -> list[int]:
        """Return the seeds of the bracket, fixed once it is paired."""
        before = self.paired_ahead(tournament)
        paired = {team for one in tournament.pairings if one.round > before for team in one.teams}
        qualified = [
            [one.team for one in table if one.team in paired] if paired else [one.team for one in table[:2]]
            for table in self.groups(tournament)
        ]
        # A later withdrawal moves a team down in its group, so it does not count in this order.
        ranked = [[one.team for one in table] for table in self.groups(with_all(tournament, tournament.teams))]
        return final_seeds([sorted(two, key=table.index) for two, table in zip(qualified, ranked, strict=True)])


def _bracket_pairing(tournament: Tournament, match: BracketMatch, now: float) -> Pairing:
    left = [team for team in match.teams if team not in tournament.withdrawn]
    if len(match.teams) == 1:
        return bye_of(match.round, match.teams[0], now)
    if len(left) == len(match.teams):
        return open_pairing(tournament, match.round, match.teams, now)
    sides = tuple(PairingSide(team, 1 if team in left else None) for team in match.teams)
    return Pairing(0, match.round, PairingState.BYE if left else PairingState.MISSED, sides, "", now)


def _winner(tournament: Tournament, seeds: Sequence[int], before: int = 0) -> Winner:
    """Return a function for bracket winners: by result, else by seed."""
    met = {(one.round, frozenset(one.teams)): one for one in tournament.pairings}

    def winner(number: int, one: int, other: int) -> int | None:
        pairing = met.get((number + before, frozenset((one, other))))
        if pairing is None or pairing.state is PairingState.OPEN:
            return None
        return sole_winner(pairing) or min(one, other, key=seeds.index)

    return winner


def _by_bracket(
    tournament: Tournament, bracket: Sequence[BracketMatch], seeds: Sequence[int], *, lives: int
) -> tuple[TeamStanding, ...]:
    """Return the teams by progress: active ones, then the latest eliminated.

    :param lives: the number of lost matches that eliminates a team.
    """
    matches = [one for one in tournament.pairings if len(one.sides) > 1]
    winner = _winner(tournament, seeds)
    lost: Counter[int] = Counter()
    out: dict[int, tuple[int, bool]] = {}
    for match in bracket:
        if len(match.teams) == 1:
            continue
        won = winner(match.round, *match.teams)
        if match.part is BracketPart.THIRD:
            if won is not None:
                out[won] = (out[won][0], True)
            continue
        for team in match.teams:
            if won is not None and team != won:
                lost[team] += 1
                if lost[team] == lives:
                    out[team] = (match.round, False)
    wins = Counter(map(sole_winner, matches))
    met = Counter(team for one in matches if one.state is PairingState.PLAYED for team in one.teams)
    found = [TeamStanding(team, 0, wins[team], 0, wins[team], met[team], 0) for team in seeds]
    merits = {team: (0, out[team]) if team in out else (1, -lost[team]) for team in seeds}
    return tuple(by_merits(found, merits))

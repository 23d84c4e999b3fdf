"""The tournament formats: a class for each.

Everything follows from the people, rules and pairings of a tournament; formats have no state. `kind_of` finds the
class. Teams are numbered from the highest seed on.
"""

# ruff: noqa: ARG002  # not every kind asks for all that it is given

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType
from typing import Any, ClassVar, Final

from bot.league.tournaments.formats.duplicate import is_among_people, round_lines, tables_of_round
from bot.league.tournaments.formats.pairing import (
    BracketMatch,
    BracketPart,
    BracketRound,
    Round,
    Winner,
    arena_round,
    bracket_rounds,
    double_elimination,
    elimination,
    final_seeds,
    most_rounds,
    round_robin,
    snake,
    swiss_round,
    swiss_rounds,
    whole_double_elimination,
    whole_elimination,
)
from bot.league.tournaments.formats.rotating import count_meetings, partners_round
from storage.league.tournaments import (
    Pairing,
    PairingSide,
    PairingState,
    Seeding,
    Tournament,
    TournamentKind,
    TournamentRules,
    TournamentStage,
    key_of,
    partners_of,
    side_number,
)

BEST_OF: Final = (1, 3, 5)
"""The possible numbers of decided matches of a pairing."""

PODIUM: Final = 3
"""The last place on the podium."""

_GROUP_SIZE: Final = 4
_SMALLEST_GROUP: Final = 3
_FEWEST_TABLES: Final = 2
"""The fewest tables of a round with shared deals: one alone has nothing to compare."""
_PARTNER_ROUNDS: Final = 5
"""The rounds with new partners by default."""


@dataclass(frozen=True)
class TeamStanding:
    """A team in the standings.

    :ivar place: from 1; equal teams share it.
    :ivar points: in a bracket the matches won.
    :ivar tie_break: the tie-break of the format.
    :ivar beaten: the number of opponents that came in behind it.
    :ivar byes: the number of matches won without playing.
    :ivar streak: in an arena the number of matches won in a row.
    """

    team: int
    place: int
    points: int
    tie_break: int
    beaten: int
    played: int
    byes: int
    streak: int = 0


class TournamentFormat(ABC):
    """A tournament format.

    :cvar most_teams: the most teams: more would take too many rounds, or too long to pair.
    :cvar settings: its own options of `/tournament create`.
    :cvar seeding: the seeding by default.
    :cvar win_points: the score of a win by default; a draw scores 1.
    :cvar two_sides: whether only two sides can meet.
    :cvar enters_late: whether a host may add single people to a running tournament.
    :cvar walks_in: whether people may sign up for a running tournament themselves.
    :cvar counts_wins: whether standings show matches won instead of points.
    :cvar withdrawn_last: whether withdrawn teams come last.
    :cvar draws_partners: whether each round draws new partners for people who enter alone.
    :cvar is_timed: whether it ends when its time is up, not after a number of rounds.
    :cvar pairs_early: whether a pairing opens once its teams are known, while a former round is played.
    :cvar shares_deals: whether all tables of a round have the same deals. Then a table is never played again.
    """

    most_teams: ClassVar[int]
    settings: ClassVar[frozenset[str]]
    seeding: ClassVar[Seeding] = Seeding.LOT
    win_points: ClassVar[int] = 3
    two_sides: ClassVar[bool] = False
    enters_late: ClassVar[bool] = False
    walks_in: ClassVar[bool] = False
    counts_wins: ClassVar[bool] = False
    withdrawn_last: ClassVar[bool] = True
    is_timed: ClassVar[bool] = False
    pairs_early: ClassVar[bool] = False
    shares_deals: ClassVar[bool] = False
    draws_partners: ClassVar[bool] = False

    def fewest_teams(self, tournament: Tournament) -> int:
        """Return the minimum number of teams."""
        return tournament.sides

    @abstractmethod
    def begin(self, tournament: Tournament, now: float) -> Tournament:
        """Plan the number of rounds and first pairings of numbered teams."""

    @abstractmethod
    def next(self, tournament: Tournament, now: float) -> Tournament | None:
        """Plan the round after settled pairings; None at the end."""

    @abstractmethod
    def standings(self, tournament: Tournament) -> tuple[TeamStanding, ...]:
        """Return the teams, best first; ties in order of number."""

    def current_round(self, tournament: Tournament) -> int:
        """Return the first round with an open pairing, or the last."""
        return min((pairing.round for pairing in tournament.open_pairings), default=tournament.round)

    def paired_ahead(self, tournament: Tournament) -> int:
        """Return the number of rounds paired at the start."""
        return 0

    def repaired(self, tournament: Tournament, settled: Sequence[Pairing], now: float) -> Tournament:
        """Plan new pairings after corrections or withdrawals.

        :param settled: the pairings that have changed, as `tournament` has them.
        """
        return tournament

    def needs_winner(self, tournament: Tournament, pairing: Pairing) -> bool:
        """Return True if a draw has to be played again."""
        return False

    def may_change(self, tournament: Tournament, pairing: Pairing) -> bool:
        """Return True if no match depending on the result was played."""
        return True

    def plays_on(self, tournament: Tournament, team: int) -> bool:
        """Return True if an idle team may be paired later."""
        return self.is_timed or tournament.round < tournament.rounds

    def bracket(self, tournament: Tournament) -> Sequence[BracketMatch]:
        """Return the known matches of the bracket, if there is one."""
        return ()

    def whole_bracket(self, tournament: Tournament) -> Sequence[BracketRound]:
        """Return all rounds of the bracket by position, if there is one."""
        return ()

    def rounds_to_final(self, tournament: Tournament, number: int) -> int | None:
        """Return the rounds until the final; None without a final."""
        return None

    def groups(self, tournament: Tournament) -> Sequence[tuple[TeamStanding, ...]]:
        """Return the standings of each group, if there are groups."""
        return ()


class RoundRobin(TournamentFormat):
    """Round robin; all rounds are paired at the start.

    Ties are broken by the points against each other.
    """

    most_teams = 16
    settings = frozenset({"rounds", "round_minutes", "points", "best_of"})

    def begin(self, tournament: Tournament, now: float) -> Tournament:
        timetable = round_robin(list(tournament.teams), tournament.sides)[: tournament.rounds or None]
        running = replace(tournament, rounds=len(timetable), round=len(timetable))
        return _with_new(running, _timetable(running, [(list(tournament.teams), timetable)], now))

    def next(self, tournament: Tournament, now: float) -> Tournament | None:
        return None

    def paired_ahead(self, tournament: Tournament) -> int:
        return tournament.rounds

    def standings(self, tournament: Tournament) -> tuple[TeamStanding, ...]:
        return _by_points(tournament, list(tournament.teams), tournament.pairings, head_to_head=True)


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
        return _by_points(tournament, list(tournament.teams), tournament.pairings, head_to_head=False)

    def _paired(self, tournament: Tournament, now: float) -> Tournament:
        number = tournament.round + 1
        table = self.standings(tournament)
        ranking = [one.team for one in table if one.team not in tournament.withdrawn]
        points = {one.team: one.points for one in table}
        free = {one.team: one.byes for one in table}
        new = [one.team for one in table if not one.played]
        tables = swiss_round(ranking, points, meetings(tournament.pairings), free, new, tournament.sides)
        playing = {team for teams in tables for team in teams}
        byes = [_bye(number, team, now) for team in sorted(ranking) if team not in playing]
        matches = [_match(tournament, number, teams, now) for teams in tables]
        return _with_new(replace(tournament, round=number), (*matches, *byes))


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
            return any(one.state is PairingState.PLAYED for one in removed)
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
        return _SMALLEST_GROUP * (tournament.rules.groups or 2)

    def begin(self, tournament: Tournament, now: float) -> Tournament:
        tables = [(teams, round_robin(teams)) for teams in self._groups(tournament)]
        before = self.paired_ahead(tournament)
        running = replace(tournament, rounds=before + bracket_rounds(2 * len(tables)), round=before)
        return _with_new(running, _timetable(running, tables, now))

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
        return all(is_running and one.state is PairingState.OPEN for one in bracket)

    def standings(self, tournament: Tournament) -> tuple[TeamStanding, ...]:
        bracket = self.bracket(tournament)
        seeds = self._seeds(tournament) if bracket else []
        tables = self.groups(_with_all(tournament, seeds))
        ranked = _by_bracket(tournament, bracket, seeds, lives=1)
        rest = {one.team: one for table in tables for one in table if one.team not in seeds}
        merits = {team: (team not in tournament.withdrawn, -one.place, one.points) for team, one in rest.items()}
        behind = _placed(_by_bracket(tournament, (), sorted(rest), lives=1), merits)
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
        return [_by_points(tournament, teams, played, head_to_head=True) for teams in self._groups(tournament)]

    def paired_ahead(self, tournament: Tournament) -> int:
        largest = max(map(len, self._groups(tournament)))
        return largest - 1 + largest % 2

    def _bracket_seeds(self, tournament: Tournament) -> Sequence[int]:
        return self._seeds(tournament)

    def _groups(self, tournament: Tournament) -> list[list[int]]:
        teams = list(tournament.teams)
        return snake(teams, tournament.rules.groups or max(2, (len(teams) + 2) // _GROUP_SIZE))

    def _seeds(self, tournament: Tournament) -> list[int]:
        """Return the seeds of the bracket, fixed once it is paired."""
        before = self.paired_ahead(tournament)
        paired = {team for one in tournament.pairings if one.round > before for team in one.teams}
        qualified = [
            [one.team for one in table if one.team in paired] if paired else [one.team for one in table[:2]]
            for table in self.groups(tournament)
        ]
        # A later withdrawal moves a team down in its group, so it does not count in this order.
        ranked = [[one.team for one in table] for table in self.groups(_with_all(tournament, tournament.teams))]
        return final_seeds([sorted(two, key=table.index) for two, table in zip(qualified, ranked, strict=True)])


DOUBLED_WIN: Final = 3
"""The win in a row from which on the wins of a streak score double."""


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
        return _with_new(after, [_match(after, number, teams, now) for teams in tables])

    def standings(self, tournament: Tournament) -> tuple[TeamStanding, ...]:
        met = [one for one in tournament.pairings if one.state is PairingState.PLAYED]
        wins = {team: number for team, number in Counter(map(_sole_winner, met)).items() if team}
        bonus, streaks = _streaks(tournament)
        table = _by_points(tournament, list(tournament.teams), tournament.pairings, breaks=wins, bonus=bonus)
        return tuple(replace(one, streak=streaks[one.team]) for one in table)

    def current_round(self, tournament: Tournament) -> int:
        return tournament.round


class Duplicate(TournamentFormat):
    """Equal deals at all tables of a round, against computers or among people.

    Results in each seat are compared, see `duplicate`. Ties are broken by the sum of the scores.
    """

    most_teams = 64
    settings = frozenset({"rounds", "round_minutes", "deals", "opponents", "level", "comparison"})
    shares_deals = True

    def fewest_teams(self, tournament: Tournament) -> int:
        return _FEWEST_TABLES * tournament.sides

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
        return tuple(_placed(found, merits))

    def _paired(self, tournament: Tournament, now: float) -> Tournament:
        number = tournament.round + 1
        playing = [team for team in tournament.teams if team not in tournament.withdrawn]
        tables: list[tuple[int, ...]] = [(team,) for team in playing]
        if is_among_people(tournament.rules):
            met = Counter(meetings(tournament.pairings))
            tables = tables_of_round(playing, tournament.sides, tournament.pairings, met)
        seated_teams = {team for table in tables for team in table}
        byes = [_bye(number, team, now) for team in playing if team not in seated_teams]
        matches = [_match(tournament, number, table, now) for table in tables]
        return _with_new(replace(tournament, round=number), (*matches, *byes))


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
        return self._paired(replace(tournament, rounds=min(tournament.rounds or _PARTNER_ROUNDS, most)), now)

    def next(self, tournament: Tournament, now: float) -> Tournament | None:
        left = [one for one in _alone(tournament) if one not in tournament.withdrawn]
        if tournament.round >= tournament.rounds or len(left) < self.fewest_teams(tournament):
            return None
        return self._paired(tournament, now)

    def standings(self, tournament: Tournament) -> tuple[TeamStanding, ...]:
        people, pairings = _alone(tournament), tournament.pairings
        points = {one: sum(_points(pairing, one, tournament.rules) for pairing in pairings) for one in people}
        breaks = Counter[int]()
        for table in _drawn_tables(one for one in pairings if one.state is PairingState.PLAYED):
            for group in table:
                for one in group:
                    breaks[one] += sum(points[other] for side in table if side != group for other in side)
        return _by_points(tournament, people, pairings, breaks=breaks)

    def _paired(self, tournament: Tournament, now: float) -> Tournament:
        number = tournament.round + 1
        people = [one for one in _alone(tournament) if one not in tournament.withdrawn]
        met = count_meetings(list(_drawn_tables(tournament.pairings)))
        free = Counter(one.teams[0] for one in tournament.pairings if len(one.sides) == 1)
        tables = partners_round(people, tournament.team_size, tournament.sides, *met, free)
        playing = {one for table in tables for group in table for one in group}
        byes = [_bye(number, one, now) for one in people if one not in playing]
        matches = [self._table(tournament, number, table, now) for table in tables]
        return _with_new(replace(tournament, round=number), (*matches, *byes))

    @staticmethod
    def _table(tournament: Tournament, number: int, table: Sequence[Sequence[int]], now: float) -> Pairing:
        members = tournament.teams
        key = key_of([person.user_id for one in group for person in members[one]] for group in table)
        sides = tuple(PairingSide(side_number(group)) for group in table)
        return Pairing(0, number, PairingState.OPEN, sides, key, now)


def _alone(tournament: Tournament) -> list[int]:
    """Return the numbers of people who enter alone, without those of partners."""
    return [team for team in tournament.teams if partners_of(team) == (team,)]


def _drawn_tables(pairings: Iterable[Pairing]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield the partners at each table; a person with a bye has none."""
    for pairing in pairings:
        if len(pairing.sides) > 1:
            yield tuple(map(partners_of, pairing.teams))


KINDS: Final[Mapping[TournamentKind, TournamentFormat]] = {
    TournamentKind.ROUND_ROBIN: RoundRobin(),
    TournamentKind.SWISS: Swiss(),
    TournamentKind.ELIMINATION: Elimination(),
    TournamentKind.DOUBLE_ELIMINATION: DoubleElimination(),
    TournamentKind.GROUPS: Groups(),
    TournamentKind.ARENA: Arena(),
    TournamentKind.DUPLICATE: Duplicate(),
    TournamentKind.PARTNERS: RotatingPartners(),
}


def kind_of(tournament: Tournament) -> TournamentFormat:
    """Return the format of a tournament."""
    return KINDS[tournament.kind]


def standings(tournament: Tournament) -> tuple[TeamStanding, ...]:
    """Return the teams, best first; ties in order of number."""
    return kind_of(tournament).standings(tournament)


def winners(tournament: Tournament) -> tuple[int, ...]:
    """Return the teams in first place, none without a played match."""
    if not any(one.state is PairingState.PLAYED for one in tournament.pairings):
        return ()
    return tuple(one.team for one in standings(tournament) if one.place == 1)


def podium_of(tournament: Tournament) -> tuple[TeamStanding, ...]:
    """Return the teams in the first three places, none without a played match.

    Withdrawn teams are passed over where they come last.
    """
    if not winners(tournament):
        return ()
    gone = tournament.withdrawn if kind_of(tournament).withdrawn_last else ()
    return tuple(one for one in standings(tournament) if one.place <= PODIUM and one.team not in gone)


def place_of(tournament: Tournament, user_id: int) -> TeamStanding | None:
    """Return the final standing of a person's team.

    It is None if nothing was played, or the person withdrew without a match.
    """
    own = tournament.participant(user_id)
    if own is None or not winners(tournament):
        return None
    found = next((one for one in standings(tournament) if one.team == own.team), None)
    return None if found is None or (own.withdrawn and not found.played) else found


def current_round(tournament: Tournament) -> int:
    """Return the current round; in an arena the latest pairings."""
    return kind_of(tournament).current_round(tournament)


def meetings(pairings: Iterable[Pairing]) -> list[frozenset[int]]:
    """Return each pair of teams once per pairing, played or not."""
    return [
        frozenset((one, other))
        for pairing in pairings
        for number, one in enumerate(pairing.teams)
        for other in pairing.teams[number + 1 :]
    ]


def people_key(tournament: Tournament, teams: Sequence[int]) -> str:
    """Return the match key of some teams' people; see `key_of`."""
    members = tournament.teams
    return key_of([one.user_id for one in members[team]] for team in teams)


def _with_all(tournament: Tournament, teams: Collection[int]) -> Tournament:
    """Return the tournament as if these teams had not withdrawn."""
    people = (replace(one, withdrawn=one.withdrawn and one.team not in teams) for one in tournament.people)
    return replace(tournament, people=tuple(people))


def with_round_ahead(tournament: Tournament, number: int) -> Tournament:
    """Return the tournament with a round not yet closed or announced."""
    return replace(
        tournament,
        closed_round=min(tournament.closed_round, number - 1),
        timed_round=0,
        deadline=None,
        announced_round=min(tournament.announced_round, number - 1),
        reminded_round=min(tournament.reminded_round, number - 1),
    )


# --- Pairings ---------------------------------------------------------------------------------------------------------


def new_pairings(tournament: Tournament) -> tuple[Pairing, ...]:
    """Return the pairings that are not saved yet."""
    return tuple(one for one in tournament.pairings if not one.id)


def with_changed(tournament: Tournament, pairings: Iterable[Pairing]) -> Tournament:
    """Return the tournament with these pairings in their present state."""
    changed = {one.id: one for one in pairings}
    return replace(tournament, pairings=tuple(changed.get(one.id, one) for one in tournament.pairings))


def _with_new(tournament: Tournament, pairings: Iterable[Pairing]) -> Tournament:
    return replace(tournament, pairings=(*tournament.pairings, *pairings))


def _match(tournament: Tournament, number: int, teams: Sequence[int], now: float) -> Pairing:
    sides = tuple(map(PairingSide, teams))
    return Pairing(0, number, PairingState.OPEN, sides, people_key(tournament, teams), now)


def _bye(number: int, team: int, now: float) -> Pairing:
    return Pairing(0, number, PairingState.BYE, (PairingSide(team, 1),), "", now)


def _bracket_pairing(tournament: Tournament, match: BracketMatch, now: float) -> Pairing:
    left = [team for team in match.teams if team not in tournament.withdrawn]
    if len(match.teams) == 1:
        return _bye(match.round, match.teams[0], now)
    if len(left) == len(match.teams):
        return _match(tournament, match.round, match.teams, now)
    sides = tuple(PairingSide(team, 1 if team in left else None) for team in match.teams)
    return Pairing(0, match.round, PairingState.BYE if left else PairingState.MISSED, sides, "", now)


def _timetable(
    tournament: Tournament, tables: Sequence[tuple[Sequence[int], Sequence[Round]]], now: float
) -> tuple[Pairing, ...]:
    """Return pairings of parallel round robins; byes score nothing."""
    found: list[Pairing] = []
    for number in range(1, tournament.round + 1):
        for teams, rounds in tables:
            if number > len(rounds):
                continue
            playing = {team for table in rounds[number - 1] for team in table}
            found += [_match(tournament, number, table, now) for table in rounds[number - 1]]
            resting = (team for team in teams if team not in playing)
            found += [Pairing(0, number, PairingState.REST, (PairingSide(team),), "", now) for team in resting]
    return tuple(found)


def _winner(tournament: Tournament, seeds: Sequence[int], before: int = 0) -> Winner:
    """Return a function for bracket winners: by result, else by seed."""
    met = {(one.round, frozenset(one.teams)): one for one in tournament.pairings}

    def winner(number: int, one: int, other: int) -> int | None:
        pairing = met.get((number + before, frozenset((one, other))))
        if pairing is None or pairing.state is PairingState.OPEN:
            return None
        return _sole_winner(pairing) or min(one, other, key=seeds.index)

    return winner


def _sole_winner(pairing: Pairing) -> int | None:
    first = [side.team for side in pairing.sides if side.place == 1]
    return first[0] if len(first) == 1 else None


# --- Standings --------------------------------------------------------------------------------------------------------


def _by_points(
    tournament: Tournament,
    teams: Sequence[int],
    pairings: Sequence[Pairing],
    *,
    head_to_head: bool = False,
    breaks: Mapping[int, int] | None = None,
    bonus: Mapping[int, int] = MappingProxyType({}),
) -> tuple[TeamStanding, ...]:
    """Return the teams ordered by points.

    :param head_to_head: whether points against each other break ties; else Buchholz does.
    :param breaks: tie-breaks that replace Buchholz.
    :param bonus: points beside those of the pairings.
    """
    rules = tournament.rules
    points = {team: bonus.get(team, 0) + sum(_points(pairing, team, rules) for pairing in pairings) for team in teams}
    if breaks is None:
        met = [pairing for pairing in pairings if pairing.state is PairingState.PLAYED]
        breaks = _head_to_head(met, points, rules) if head_to_head else _buchholz(met, points)
    last = tournament.withdrawn if kind_of(tournament).withdrawn_last else frozenset[int]()
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
    return tuple(_placed(found, merits))


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
    wins = Counter(map(_sole_winner, matches))
    met = Counter(team for one in matches if one.state is PairingState.PLAYED for team in one.teams)
    found = [TeamStanding(team, 0, wins[team], 0, wins[team], met[team], 0) for team in seeds]
    merits = {team: (0, out[team]) if team in out else (1, -lost[team]) for team in seeds}
    return tuple(_placed(found, merits))


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
            is_won = pairing.state is PairingState.PLAYED and _sole_winner(pairing) == side.team
            streaks[side.team] = streaks[side.team] + 1 if is_won else 0
            if streaks[side.team] >= DOUBLED_WIN:
                bonus[side.team] += tournament.rules.score(1)
    return bonus, streaks


def _placed(found: Sequence[TeamStanding], merits: Mapping[int, Any]) -> Iterator[TeamStanding]:
    """Yield the teams with their places, greatest merits first."""
    ahead = 0
    ranked = sorted(found, key=lambda one: merits[one.team], reverse=True)
    for _, equals in groupby(ranked, key=lambda one: merits[one.team]):
        shared = [replace(one, place=ahead + 1) for one in equals]
        ahead += len(shared)
        yield from shared


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


def _points(pairing: Pairing, team: int, rules: TournamentRules) -> int:
    """Return the score for a pairing; byes score as wins."""
    place = _place(pairing, team)
    if place is None or pairing.state not in (PairingState.PLAYED, PairingState.BYE):
        return 0
    sharing = sum(side.place == place for side in pairing.sides) if pairing.state is PairingState.PLAYED else 1
    return rules.score(place, sharing)


def _between(pairing: Pairing, team: int, other: int, rules: TournamentRules) -> int:
    """Return the score of a team against another."""
    own, others = _place(pairing, team), _place(pairing, other)
    if own is None or others is None:
        return 0
    return rules.score(1) if own < others else rules.score(1, 2) if own == others else 0


def _beaten(pairing: Pairing, team: int) -> int:
    own = _place(pairing, team)
    if pairing.state is not PairingState.PLAYED or own is None:
        return 0
    return sum(side.place is not None and side.place > own for side in pairing.sides)


def _place(pairing: Pairing, team: int) -> int | None:
    own = pairing.side_of(team)
    return next((side.place for side in pairing.sides if side.team == own), None)

"""The interface of a format, and what formats share."""

# ruff: noqa: ARG002  # not every kind asks for all that it is given

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from bot.league.tournaments.formats.pairing import (
    BracketMatch,
    BracketRound,
    Round,
)
from bot.league.tournaments.formats.scoring import TeamStanding
from storage.league.tournament_values import (
    Pairing,
    PairingSide,
    PairingState,
    Seeding,
    Tournament,
    key_of,
    partners_of,
)

BEST_OF: Final = (1, 3, 5)
"""The possible numbers of decided matches of a pairing."""

PODIUM: Final = 3
"""The last place on the podium."""

GROUP_SIZE: Final = 4
SMALLEST_GROUP: Final = 3
FEWEST_TABLES: Final = 2
"""The fewest tables of a round with shared deals: one alone has nothing to compare."""
PARTNER_ROUNDS: Final = 5
"""The rounds with new partners by default."""


class TournamentFormat(ABC):
    """A tournament format.

    :cvar most_teams: the most teams: more would take too many rounds, or too long to pair.
    :cvar settings: its own options.
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

    def table_of(self, tournament: Tournament, number: int, teams: Sequence[int], now: float) -> Pairing | None:
        """Return the pairing of teams that are idle in a round; None unless they fill a table."""
        return open_pairing(tournament, number, teams, now) if len(teams) == tournament.sides else None

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


DOUBLED_WIN: Final = 3
"""The win in a row from which on the wins of a streak score double."""


def lone_teams(tournament: Tournament) -> list[int]:
    """Return the numbers of people who enter alone, without those of partners."""
    return [team for team in tournament.teams if partners_of(team) == (team,)]


def drawn_tables(pairings: Iterable[Pairing]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield the partners at each table; a person with a bye has none."""
    for pairing in pairings:
        if len(pairing.sides) > 1:
            yield tuple(map(partners_of, pairing.teams))


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


def with_all(tournament: Tournament, teams: Collection[int]) -> Tournament:
    """Return the tournament as if these teams had not withdrawn."""
    people = (replace(one, withdrawn=one.withdrawn and one.team not in teams) for one in tournament.people)
    return replace(tournament, people=tuple(people))


def with_round_ahead(tournament: Tournament, number: int) -> Tournament:
    """Return the tournament with a round not yet closed or timed."""
    return replace(
        tournament,
        closed_round=min(tournament.closed_round, number - 1),
        timed_round=0,
        deadline=None,
    )


# --- Pairings ---------------------------------------------------------------------------------------------------------


def new_pairings(tournament: Tournament) -> tuple[Pairing, ...]:
    """Return the pairings that are not saved yet."""
    return tuple(one for one in tournament.pairings if not one.id)


def with_changed(tournament: Tournament, pairings: Iterable[Pairing]) -> Tournament:
    """Return the tournament with these pairings in their present state."""
    changed = {one.id: one for one in pairings}

    def now(before: Iterable[Pairing]) -> tuple[Pairing, ...]:
        return tuple(changed.get(one.id, one) for one in before)

    return replace(tournament, pairings=now(tournament.pairings), taken_back=now(tournament.taken_back))


def with_new_pairings(tournament: Tournament, pairings: Iterable[Pairing]) -> Tournament:
    """Return the tournament with further pairings."""
    return replace(tournament, pairings=(*tournament.pairings, *pairings))


def open_pairing(tournament: Tournament, number: int, teams: Sequence[int], now: float) -> Pairing:
    """Return a new pairing of these teams."""
    sides = tuple(map(PairingSide, teams))
    return Pairing(0, number, PairingState.OPEN, sides, people_key(tournament, teams), now)


def bye_of(number: int, team: int, now: float) -> Pairing:
    """Return the bye of a team."""
    return Pairing(0, number, PairingState.BYE, (PairingSide(team, 1),), "", now)


def pairings_of_timetable(
    tournament: Tournament, tables: Sequence[tuple[Sequence[int], Sequence[Round]]], now: float
) -> tuple[Pairing, ...]:
    """Return pairings of parallel round robins; byes score nothing."""
    found: list[Pairing] = []
    for number in range(1, tournament.round + 1):
        for teams, rounds in tables:
            if number > len(rounds):
                continue
            playing = {team for table in rounds[number - 1] for team in table}
            found += [open_pairing(tournament, number, table, now) for table in rounds[number - 1]]
            resting = (team for team in teams if team not in playing)
            found += [Pairing(0, number, PairingState.REST, (PairingSide(team),), "", now) for team in resting]
    return tuple(found)


def sole_winner(pairing: Pairing) -> int | None:
    """Return the only team in first place, if there is one; a match that was voided has none."""
    if pairing.state is PairingState.MISSED:
        return None
    first = [side.team for side in pairing.sides if side.place == 1]
    return first[0] if len(first) == 1 else None

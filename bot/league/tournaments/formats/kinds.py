"""The tournament formats: a class for each.

Everything follows from the people, rules and pairings of a tournament; formats have no state. `kind_of` finds the
class. Teams are numbered from the highest seed on.
"""

from collections.abc import Mapping
from typing import Final

from bot.league.tournaments.formats.brackets import DoubleElimination, Elimination, Groups
from bot.league.tournaments.formats.format import PODIUM, TournamentFormat
from bot.league.tournaments.formats.partners import RotatingPartners
from bot.league.tournaments.formats.rounds import Arena, RoundRobin, Swiss
from bot.league.tournaments.formats.scoring import TeamStanding
from bot.league.tournaments.formats.shared_deals import Duplicate
from storage.league.tournament_values import (
    PairingState,
    Tournament,
    TournamentKind,
)

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

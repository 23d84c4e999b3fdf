"""Steps of a running tournament: new pairings, results, withdrawals, late entries and the end."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple, Self

from bot.league.tournaments.formats.format import bye_of, new_pairings, people_key, with_changed, with_new_pairings
from bot.league.tournaments.formats.kinds import kind_of
from bot.league.tournaments.formats.settling import with_taken_back, without_matches
from bot.league.tournaments.formats.sides import sides_fit
from storage.league.tournament_values import (
    Pairing,
    PairingSide,
    PairingState,
    Participant,
    Tournament,
    TournamentStage,
)


def plan_next(tournament: Tournament, now: float) -> Tournament | None:
    """Plan new pairings or the end; None while other pairings must be played first, and no new ones in a pause."""
    kind = kind_of(tournament)
    waits = bool(tournament.open_pairings) and not kind.is_timed
    if tournament.stage is not TournamentStage.RUNNING or (waits and not kind.pairs_early):
        return None
    if kind.is_timed and tournament.is_paused:
        return None
    after = kind.next(tournament, now)
    if after is None:
        return None if waits else stopped(tournament, TournamentStage.OVER, now)
    return with_taken_back(after) if new_pairings(after) and not tournament.is_paused else None


def plan_cancel(tournament: Tournament, now: float) -> Tournament:
    """Plan the cancellation, after which no match settles a pairing."""
    return stopped(tournament, TournamentStage.CANCELLED, now)


def stopped(tournament: Tournament, stage: TournamentStage, now: float) -> Tournament:
    """Return the tournament at its end; open pairings are never played."""
    missed = [replace(one, state=PairingState.MISSED) for one in tournament.open_pairings]
    return replace(with_changed(tournament, missed), stage=stage, ended_at=now, paused_at=None, paused_by=None)


def plan_withdrawal(
    tournament: Tournament, team: int, now: float, present: Mapping[int, frozenset[int]] = MappingProxyType({})
) -> Tournament:
    """Plan a withdrawal. Played matches stay; opponents get walkovers.

    In an arena only opponents at the table get one. With more than two sides, the others play on if the game allows it.

    :param present: see `plan_no_shows`.
    """
    people = tuple(replace(one, withdrawn=one.withdrawn or one.team == team) for one in tournament.people)
    fewer = replace(tournament, people=people)
    own = [one for one in tournament.pairings if one.side_of(team) is not None and _is_undecided(fewer, one)]
    settled = [without_withdrawn(fewer, one, present) for one in own]
    return gone_on(fewer, settled, now)


class EnteredResult(NamedTuple):
    """A result that is entered for a pairing.

    :ivar places: the place of each side; None for one that does not win a walkover.
    :ivar scores: the score of each team, if there is one.
    """

    pairing: Pairing
    places: tuple[int | None, ...]
    scores: Mapping[int, int] = MappingProxyType({})

    @classmethod
    def won(
        cls,
        pairing: Pairing,
        winner: int | None,
        scores: Mapping[int, int] = MappingProxyType({}),
        *,
        played: bool = True,
    ) -> Self:
        """Return the result that a team wins; the others share the second place.

        :param winner: the team; None: all share the first place.
        :param played: whether it was played; else the winner has a walkover.
        """
        last = 2 if played else None
        return cls(pairing, tuple(1 if winner in (None, team) else last for team in pairing.teams), scores)

    @property
    def settled(self) -> Pairing:
        """The pairing with the result."""
        teams = zip(self.pairing.teams, self.places, strict=True)
        sides = tuple(PairingSide(team, place, self.scores.get(team)) for team, place in teams)
        state = PairingState.BYE if None in self.places else PairingState.PLAYED
        return replace(without_matches(self.pairing), state=state, sides=sides)


def outcome_of(pairing: Pairing) -> str:
    """Return the outcome of a pairing for the audit log.

    :return: "open", "missed", "draw", "won:" or "walkover:" with the indices of the sides that won, or "order:" with
        the place of each side, if not all others share the second place.
    """
    first = [number for number, side in enumerate(pairing.sides) if side.place == 1]
    if pairing.state is PairingState.PLAYED:
        if len(first) == len(pairing.sides):
            return "draw"
        places = [side.place for side in pairing.sides]
        if len(places) > 2 and None not in places and not set(places) <= {1, 2}:
            return f"order:{','.join(map(str, places))}"
        return f"won:{','.join(map(str, first))}"
    if pairing.state is PairingState.BYE:
        return f"walkover:{','.join(map(str, first))}"
    return "open" if pairing.state is PairingState.OPEN else "missed"


def outcome_token(pairing: Pairing) -> str:
    """Return a short text that changes with the outcome."""
    places = ",".join(str(side.place or 0) for side in pairing.sides)
    return f"{pairing.state}.{places}.{pairing.result_id or 0}"


def plan_results(tournament: Tournament, entered: Iterable[EnteredResult], now: float) -> Tournament:
    """Plan the outcomes that the host enters or corrects, or that players report."""
    return gone_on(tournament, [one.settled for one in entered], now)


def walkover_to(pairing: Pairing, winner: int) -> Pairing:
    """Return the pairing as a walkover of a team."""
    return EnteredResult.won(pairing, winner, played=False).settled


def plan_late_entry(tournament: Tournament, user_id: int, now: float, *, points: bool) -> Tournament:
    """Plan a person's late entry: they meet those who are idle in the round, or are paired from the next one.

    :param points: whether every second of the rounds until then counts as a bye won; the others score nothing.
    """
    if kind_of(tournament).is_timed:
        return plan_walk_in(tournament, user_id, now)
    others = tuple(one for one in tournament.people if one.user_id != user_id)
    late = Participant(user_id, 1 + max(one.team for one in tournament.people), now)
    entered, number = replace(tournament, people=(*others, late)), tournament.round
    idle = [one for one in tournament.pairings if one.round == number and len(one.sides) == 1]
    idle = [one for one in idle if not tournament.withdrawn & set(one.teams)]
    is_played = number > tournament.closed_round and any(one.round == number for one in tournament.open_pairings)
    teams = sorted([late.team, *(team for one in idle for team in one.teams)])
    table = kind_of(tournament).table_of(entered, number, teams, now) if is_played else None
    missed = [
        bye_of(one, late.team, now)
        if points and one % 2 == 0
        else Pairing(0, one, PairingState.REST, (PairingSide(late.team),), "", now)
        for one in range(1, number + (table is None))
    ]
    if table is None:
        return with_new_pairings(entered, missed)
    kept = tuple(one for one in tournament.pairings if one not in idle)
    return with_new_pairings(replace(entered, pairings=kept), [*missed, table])


def plan_walk_in(tournament: Tournament, user_id: int, now: float) -> Tournament:
    """Plan an entry or return to an arena."""
    before = tournament.participant(user_id)
    team = before.team if before is not None and before.team else 1 + max(tournament.teams)
    own = tournament.teams.get(team, (Participant(user_id, team, now),))
    back = tuple(replace(one, withdrawn=False) for one in own)
    people = (*(one for one in tournament.people if one.team != team and one != before), *back)
    return gone_on(replace(tournament, people=people), [], now)


def gone_on(tournament: Tournament, settled: Sequence[Pairing], now: float) -> Tournament:
    """Return the tournament with settled pairings, and with new ones or the end if these are due."""
    after = with_changed(tournament, settled)
    if tournament.stage is TournamentStage.RUNNING:
        repaired = kind_of(tournament).repaired(after, settled, now)
        if repaired.pairings != after.pairings:
            return repaired
    return plan_next(after, now) or after


def _is_undecided(tournament: Tournament, pairing: Pairing) -> bool:
    """Return True if a pairing is open or lacks a winner."""
    if pairing.state is not PairingState.MISSED:
        return pairing.state is PairingState.OPEN
    teams = set(pairing.teams)
    is_latest = not any(one.round > pairing.round and teams & set(one.teams) for one in tournament.pairings)
    needs_winner = is_latest and kind_of(tournament).needs_winner(tournament, pairing)
    return needs_winner and any(team not in tournament.withdrawn for team in pairing.teams)


def forfeited(pairing: Pairing, absent: frozenset[int]) -> Pairing:
    """Return the pairing with walkovers over absent teams."""
    sides = tuple(PairingSide(team, None if team in absent else 1) for team in pairing.teams)
    state = PairingState.BYE if any(side.place for side in sides) else PairingState.MISSED
    return replace(without_matches(pairing), state=state, sides=sides)


def without_withdrawn(tournament: Tournament, pairing: Pairing, present: Mapping[int, frozenset[int]]) -> Pairing:
    """Return the pairing without withdrawn teams; others play on or win."""
    left = tuple(side for side in pairing.sides if side.team not in tournament.withdrawn)
    if kind_of(tournament).is_timed:
        return forfeited(
            pairing, frozenset(pairing.teams) - (present.get(pairing.id, frozenset()) - tournament.withdrawn)
        )
    plays_on = pairing.state is PairingState.OPEN and not kind_of(tournament).shares_deals
    if plays_on and sides_fit(tournament.game, len(left), tournament.team_size):
        return replace(pairing, sides=left, people=people_key(tournament, [side.team for side in left]))
    return forfeited(pairing, tournament.withdrawn)

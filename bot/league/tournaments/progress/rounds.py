"""Steps of a running tournament: new pairings, results, withdrawals, late entries and the end."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple, Self

from bot.league.tournaments.formats.format import bye_of, new_pairings, people_key, with_changed, with_new_pairings
from bot.league.tournaments.formats.kinds import kind_of
from bot.league.tournaments.formats.settling import recounted, with_taken_back, without_matches
from bot.league.tournaments.formats.sides import sides_fit
from storage.league.tournament_values import (
    Forfeit,
    Pairing,
    PairingSide,
    PairingState,
    Participant,
    Tournament,
    TournamentStage,
    Withdrawal,
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
    return plan_forfeits(fewer, own, present, now)


def plan_forfeits(
    tournament: Tournament, pairings: Sequence[Pairing], present: Mapping[int, frozenset[int]], now: float
) -> Tournament:
    """Plan the walkovers over withdrawn teams, and note the withdrawals that settle open pairings.

    :param present: see `plan_no_shows`.
    """

    def noted(one: Withdrawal) -> Withdrawal:
        own = tournament.signed(one.sign_up)
        if own is None or not own.withdrawn:
            return one
        theirs = (pairing for pairing in pairings if pairing.side_of(own.team) is not None)
        new = (Forfeit(pairing.id, pairing.matches) for pairing in theirs if pairing.state is PairingState.OPEN)
        return replace(one, settled=(*one.settled, *new))

    after = replace(tournament, withdrawals=tuple(map(noted, tournament.withdrawals)))
    return gone_on(after, [without_withdrawn(after, one, present) for one in pairings], now)


def walkovers_of(tournament: Tournament, withdrawal: Withdrawal) -> dict[Pairing, Forfeit]:
    """Return the pairings that a withdrawal settled, and that nothing else has settled since.

    In a bracket the team may have been drawn as a loser since.
    """
    own, forfeits = tournament.signed(withdrawal.sign_up), {one.pairing_id: one for one in withdrawal.settled}
    side = {one: None if own is None else one.side_of(own.team) for one in tournament.pairings}
    return {
        one: forfeits.get(one.id, Forfeit(one.id))
        for one in side
        if one.id in forfeits or (not one.people and len(one.sides) > 1 and one.opened_at >= withdrawal.at)
        if one.state in (PairingState.BYE, PairingState.MISSED) and one.result_id is None
        if PairingSide(side[one] or 0) in one.sides
    }


def people_left_by(tournament: Tournament, withdrawal: Withdrawal) -> dict[int, bool]:
    """Return the people with a walkover by a withdrawal, and those without a partner.

    :return: by user id, whether they have a walkover.
    """
    own, found = tournament.signed(withdrawal.sign_up), dict[int, bool]()
    for pairing in () if own is None else walkovers_of(tournament, withdrawal):
        for side in pairing.sides:
            found |= {one.user_id: side.place == 1 for one in tournament.teams[side.team] if not one.withdrawn}
    partners = (one for one in tournament.people if one.sign_up in withdrawal.partners)
    found |= {one.user_id: False for one in partners}
    return {user_id: won for user_id, won in found.items() if user_id > 0}


class NoReturn(Exception):
    """A withdrawn team cannot play again.

    :ivar why: one of `NO_RETURN`.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


NO_RETURN: Final = ("drawn", "built_on", "plays_on", "gone", "ended")
"""Others were drawn without the team, have played on its walkover, play on in its table, or a member is gone."""


def plan_return(tournament: Tournament, user_id: int, now: float) -> Tournament:
    """Plan that a withdrawn person plays again, with their team: the walkovers of the withdrawal are open again.

    Those in closed rounds stay, and those with shared deals, which could be known by now. Of two teams that have
    withdrawn, the one that returns has the walkover.

    :raises NoReturn: if something else depends on the withdrawal by now.
    """
    kind, team = kind_of(tournament), next(one.team for one in tournament.people if one.user_id == user_id)
    people = tuple(replace(one, withdrawn=one.withdrawn and one.team != team) for one in tournament.people)
    back = without_withdrawal(replace(tournament, people=people), team)
    own = [one for one in tournament.pairings if one.side_of(team) is not None]
    ended = [one for one in tournament.withdrawals if one not in back.withdrawals]
    if any(one.user_id < 0 for one in tournament.teams[team]):
        raise NoReturn("gone")
    by_rounds = not kind.pairs_early and kind.paired_ahead(tournament) < tournament.round
    if by_rounds and not any(one.round == tournament.round for one in own):
        raise NoReturn("drawn")
    settled = {part.pairing_id for one in ended for part in one.settled}
    if any(one.id in settled and one not in own for one in tournament.pairings):
        raise NoReturn("plays_on")
    walkovers = {} if kind.shares_deals else {k: v for one in ended for k, v in walkovers_of(tournament, one).items()}
    found = {one: forfeit for one, forfeit in walkovers.items() if one.round > tournament.closed_round}
    opened = [_opened_again(tournament, one, forfeit) for one, forfeit in found.items()]
    after = plan_forfeits(with_changed(back, opened), opened, {}, now)
    is_running = tournament.around.in_play - {one.id for one in after.pairings}
    if is_running or any(not kind.may_change(tournament, one) for one in found):
        raise NoReturn("built_on")
    if kind.pairs_early and not kind.plays_on(after, team):
        raise NoReturn("drawn")
    return after


def _opened_again(tournament: Tournament, pairing: Pairing, forfeit: Forfeit) -> Pairing:
    sides = tuple(PairingSide(team) for team in pairing.teams)
    people = people_key(tournament, pairing.teams)
    opened = replace(pairing, state=PairingState.OPEN, sides=sides, people=people, matches=forfeit.matches)
    return recounted(opened, tournament.rules.wins_needed) if forfeit.matches else opened


def without_withdrawal(tournament: Tournament, team: int) -> Tournament:
    """Return the tournament without the note that a team has withdrawn."""
    signed = {one.sign_up for one in tournament.teams.get(team, ())}
    return replace(tournament, withdrawals=tuple(one for one in tournament.withdrawals if one.sign_up not in signed))


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
    return gone_on(without_withdrawal(replace(tournament, people=people), team), [], now)


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

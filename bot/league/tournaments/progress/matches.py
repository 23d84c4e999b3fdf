"""Steps that the end of a match, or of its result, demands. They make no new pairings."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from bot.league.tournaments.formats.format import with_changed
from bot.league.tournaments.formats.kinds import kind_of
from bot.league.tournaments.formats.settling import recounted
from bot.league.tournaments.progress.rounds import walkover_to
from storage.league.results import Result
from storage.league.tournament_values import (
    Pairing,
    PairingMatch,
    PairingState,
    Tournament,
    TournamentKind,
    TournamentStage,
)


def plan_counted(
    tournament: Tournament,
    pairing_id: int,
    result: Result,
    all_moved: bool,  # noqa: FBT001  # a value of the step
    _now: float,
) -> Tournament:
    """Plan the result of a pairing's match, which settles it unless others must follow.

    A drawn match counts for neither side where a side must win. In an arena a match that is won before each side has
    moved is a walkover, so it counts for no streak.
    """
    pairing, best_of = _pairing(tournament, pairing_id), tournament.rules.best_of
    is_drawn = len({place.side for place in result.places if place.place == 1}) > 1
    if is_drawn and (best_of > 1 or kind_of(tournament).needs_winner(tournament, pairing)):
        return tournament
    places = {place.user_id: place.place for place in result.places}
    came_in = {
        team: places[one.user_id] for team in pairing.teams for one in tournament.teams[team] if one.user_id in places
    }
    if best_of > 1:
        won = PairingMatch(result.id, min(came_in, key=came_in.__getitem__))
        counted = recounted(replace(pairing, matches=(*pairing.matches, won)), tournament.rules.wins_needed)
        return with_changed(tournament, [_waiting(tournament, counted)])
    if kind_of(tournament).is_timed and not all_moved and not is_drawn:
        forfeit = walkover_to(pairing, min(came_in, key=came_in.__getitem__))
        return with_changed(tournament, [replace(forfeit, result_id=result.id)])
    sides = tuple(replace(side, place=came_in.get(side.team, side.place)) for side in pairing.sides)
    if kind_of(tournament).groups(tournament) and not kind_of(tournament).needs_winner(tournament, pairing):
        scores = {place.user_id: place.score for place in result.places}
        by_team = {team: scores.get(tournament.teams[team][0].user_id) for team in pairing.teams}
        sides = tuple(replace(side, score=by_team[side.team]) for side in sides)
    played = replace(pairing, state=PairingState.PLAYED, sides=sides, result_id=result.id)
    return with_changed(tournament, [played])


def plan_scored(
    tournament: Tournament, pairing_id: int, result_id: int, scores: Mapping[int, int], _now: float
) -> Tournament:
    """Plan the scores of a duplicate match.

    :param scores: the score of each person.
    """
    pairing, teams = _pairing(tournament, pairing_id), tournament.teams
    scored = {team: scores[one.user_id] for team in pairing.teams for one in teams[team] if one.user_id in scores}
    sides = tuple(replace(side, score=scored.get(side.team, side.score)) for side in pairing.sides)
    played = replace(pairing, state=PairingState.PLAYED, sides=sides, result_id=result_id)
    return with_changed(tournament, [played])


def plan_given_up(tournament: Tournament, pairing_id: int, blameless: Collection[int], _now: float) -> Tournament:
    """Plan that the match of a pairing has ended without a result, and is not played again.

    :param blameless: the people who score as for a bye; their whole team must be among them.
    """
    pairing = _pairing(tournament, pairing_id)
    kept = {team for team in pairing.teams if all(one.user_id in blameless for one in tournament.teams[team])}
    sides = tuple(replace(side, place=1 if side.team in kept else side.place) for side in pairing.sides)
    state = PairingState.BYE if kept else PairingState.MISSED
    return with_changed(tournament, [replace(pairing, state=state, sides=sides)])


def plan_voided(tournament: Tournament, result_id: int, void: bool, _now: float) -> Tournament:  # noqa: FBT001  # a value of the step
    """Plan that a result is void, or counts again: its pairing is open again, or played.

    In a finished or duplicate tournament the pairing counts as never played instead. It is unchanged if later bracket
    pairings depend on it: those of its teams, and in groups all of later rounds. The matches of a pairing that is the
    best of several are counted again.

    :param tournament: with the result as it is now.
    """
    counting = [one for one in (*tournament.pairings, *tournament.taken_back) if result_id in one.result_ids]
    changed = [_voided(tournament, one, void=void) for one in counting if not _has_followers(tournament, one)]
    return with_changed(tournament, [_waiting(tournament, one) for one in changed])


def _voided(tournament: Tournament, pairing: Pairing, *, void: bool) -> Pairing:
    is_running = tournament.stage is TournamentStage.RUNNING
    if pairing.matches:
        return recounted(pairing, tournament.rules.wins_needed, is_closed=not is_running)
    if not void:
        is_walkover = {side.place for side in pairing.sides} == {1, None}
        return replace(pairing, state=PairingState.BYE if is_walkover else PairingState.PLAYED)
    is_played_again = is_running and not kind_of(tournament).shares_deals
    return replace(pairing, state=PairingState.OPEN if is_played_again else PairingState.MISSED)


def _waiting(tournament: Tournament, pairing: Pairing) -> Pairing:
    """Return a pairing that is not open while it was taken back."""
    is_open = pairing.state is PairingState.OPEN and pairing.round > tournament.round
    return replace(pairing, state=PairingState.MISSED) if is_open else pairing


def _has_followers(tournament: Tournament, pairing: Pairing) -> bool:
    later = [one for one in (*tournament.pairings, *tournament.taken_back) if one.round > pairing.round]
    if tournament.kind is TournamentKind.GROUPS:
        return any(one.opened_at > pairing.opened_at for one in later)
    eliminates = tournament.kind in (TournamentKind.ELIMINATION, TournamentKind.DOUBLE_ELIMINATION)
    return eliminates and any(set(one.teams) & set(pairing.teams) for one in later)


def _pairing(tournament: Tournament, pairing_id: int) -> Pairing:
    return next(one for one in (*tournament.pairings, *tournament.taken_back) if one.id == pairing_id)

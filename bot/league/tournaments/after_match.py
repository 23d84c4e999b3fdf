"""The meaning of a match for its tournament: points, places, and who is next."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.formats.duplicate import is_round_over, round_lines
from bot.league.tournaments.formats.kinds import current_round, kind_of, standings
from bot.league.tournaments.formats.scoring import TeamStanding
from bot.league.tournaments.hosting.messages import action_message
from bot.league.tournaments.results.entering import sides_in
from bot.league.tournaments.showing.about import best_of_text, manner_of
from bot.league.tournaments.showing.deals import seat_result
from bot.league.tournaments.showing.names import team_name
from bot.league.tournaments.showing.pairings import score_text
from bot.league.tournaments.showing.standings import score_of
from bot.locales import Words
from bot.messages.parts.components import Button, ClickAddress, Style
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from storage.league.audit_log import AuditEntry, HostAction
from storage.league.tournament_values import Pairing, PairingState, Tournament, TournamentStage


@dataclass(frozen=True)
class AfterMatch:
    """The news of a tournament below the end of one of its matches.

    :ivar lines: a line for each team of the pairing.
    :ivar next_table: opens the next table of a player; None if no team has a pairing.
    """

    lines: tuple[str, ...] = ()
    next_table: Button | None = None


def after_match(tournament: Tournament, pairing_id: int, names: Mapping[int, str], w: Words) -> AfterMatch:
    """Return the place of each team after its match, and its next opponents.

    A pairing that is the best of several has its score, and while it is open the button for its next match.
    """
    pairing = next((one for one in tournament.pairings if one.id == pairing_id), None)
    if pairing is None:
        return AfterMatch()
    score = _score_line(tournament, pairing, names, w)
    if pairing.state is PairingState.OPEN:
        return AfterMatch(score, _next_match(tournament, pairing, w))
    ranked = {one.team: one for one in standings(tournament)}
    if kind_of(tournament).shares_deals:
        lines = _shared_lines(tournament, pairing, ranked, names, w)
    else:
        lines = [
            " · ".join(
                [f"**{team_name(tournament, team, names, w)}**", *_state(tournament, pairing, ranked[team], names, w)]
            )
            for team in pairing.teams
            if team in ranked
        ]
    goes_on = any(set(one.teams) & set(pairing.teams) for one in tournament.open_pairings)
    address = ClickAddress(TournamentClick.TABLE, str(tournament.id), current_round(tournament))
    button = Button(address, w("tournament.button.table"), Style.GO) if goes_on and _is_running(tournament) else None
    return AfterMatch((*score, *lines), button)


def _score_line(tournament: Tournament, pairing: Pairing, names: Mapping[int, str], w: Words) -> tuple[str, ...]:
    """Return the score of a pairing that is the best of several, if a match was won."""
    score, manner = score_text(tournament, pairing), best_of_text(tournament, w)
    if not score or not manner:
        return ()
    first, second = (f"**{team_name(tournament, team, names, w)}**" for team in pairing.teams)
    return (f"{first} {score} {second} – {manner}",)


def _next_match(tournament: Tournament, pairing: Pairing, w: Words) -> Button | None:
    """Return the button for the next match of a pairing that is the best of several."""
    if tournament.rules.best_of == 1 or not _is_running(tournament):
        return None
    address = ClickAddress(TournamentClick.TABLE, str(tournament.id), pairing.round, str(pairing.id))
    return Button(address, w("tournament.button.next_match"), Style.GO)


_RESULTS: Final = frozenset({HostAction.RESULT, HostAction.CORRECTION})


def pairing_of_entry(tournament: Tournament, entry: AuditEntry) -> Pairing | None:
    """Return the pairing whose result a host entered or corrected, if it is still paired."""
    about = entry.about
    if about["what"] not in _RESULTS:
        return None
    own = (one for one in tournament.pairings if one.round == about["round"])
    return next((one for one in own if sides_in(tournament, one) == about["sides"]), None)


def result_at_table(
    tournament: Tournament, entry: AuditEntry, pairing: Pairing, names: Mapping[int, str], reader: Reader
) -> Message:
    """Return the news in the thread of a match whose result a host entered."""
    told = action_message(tournament, [entry], names, (), reader)
    after = after_match(tournament, pairing.id, names, reader.words)
    rows = () if after.next_table is None else ((after.next_table,),)
    return Message("\n".join([told.content, *after.lines]), rows=rows)


def _is_running(tournament: Tournament) -> bool:
    return tournament.stage is TournamentStage.RUNNING


def _shared_lines(
    tournament: Tournament, pairing: Pairing, ranked: Mapping[int, TeamStanding], names: Mapping[int, str], w: Words
) -> list[str]:
    """Return the results of a pairing with shared deals, or that others still play them."""
    if not is_round_over(tournament, pairing.round):
        teams = [f"**{team_name(tournament, team, names, w)}**" for team in pairing.teams]
        return [f"{' – '.join(teams)} · {w('tournament.shared.waits')}", f"-# {w('shuffle.shared')}"]
    return [
        f"{seat_result(tournament, one, names, w)} · {w('tournament.after.place', place=ranked[one.team].place)}"
        for one in round_lines(tournament, pairing.round)
        if one.team in pairing.teams
    ]


def _state(
    tournament: Tournament, pairing: Pairing, own: TeamStanding, names: Mapping[int, str], w: Words
) -> list[str]:
    """Return the parts of a team's line after its name."""
    kind, place = kind_of(tournament), w("tournament.after.place", place=own.place)
    if not _is_running(tournament):
        return [place] if kind.counts_wins else [score_of(own, tournament, w), place]
    goes_on = own.team not in tournament.withdrawn and kind.plays_on(tournament, own.team)
    following = next((one for one in tournament.open_pairings if own.team in one.teams), None)
    if following is not None:
        others = " – ".join(team_name(tournament, one, names, w) for one in following.teams if one != own.team)
        coming = [w("tournament.after.next", others=others)]
    elif any(one.round == current_round(tournament) and one.teams == (own.team,) for one in tournament.pairings):
        coming = [w("tournament.after.bye", round=current_round(tournament))]
    elif goes_on:
        coming = _waiting(tournament, pairing, own.team, names, w)
    else:
        coming = []
    if manner_of(tournament) != "bracket":
        return [score_of(own, tournament, w), place, *coming]
    if coming:
        won = any(side.team == own.team and side.place == 1 for side in pairing.sides)
        return [*([w("tournament.after.advances")] if won else []), *coming]
    is_settled = all(one.state is not PairingState.OPEN for one in tournament.pairings if one.round <= pairing.round)
    return [w("tournament.after.out"), *([place] if is_settled else [])]


def _waiting(tournament: Tournament, pairing: Pairing, team: int, names: Mapping[int, str], w: Words) -> list[str]:
    """Return the match for which a team waits, or the round."""
    if kind_of(tournament).is_timed:
        return []  # its next pairing comes as soon as another team is free
    is_bracket = kind_of(tournament).rounds_to_final(tournament, pairing.round) is not None
    matches = [one for one in kind_of(tournament).bracket(tournament) if one.round == pairing.round and is_bracket]
    place = next((place for place, one in enumerate(matches) if team in one.teams), None)
    if place is not None and place ^ 1 < len(matches) and len(matches[place ^ 1].teams) > 1:
        teams = " – ".join(team_name(tournament, one, names, w) for one in matches[place ^ 1].teams)
        return [w("tournament.after.waits", pairing=teams)]
    return [w("tournament.after.waits_round", round=current_round(tournament))]

"""Swaps of two teams of the current round by a host.

In a Swiss round, two teams take each other's place in their pairings. In formats that are paired by the teams' numbers,
as brackets, groups and round robins are, the teams exchange their numbers, which is possible until a match is played.
The changed pairings are new ones, so that tables and reports of the old ones no longer count.
"""

from collections.abc import Collection
from dataclasses import replace

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.formats.format import meetings, new_pairings, people_key
from bot.league.tournaments.formats.kinds import current_round, kind_of
from bot.league.tournaments.hosting.questions import confirm_swap
from bot.league.tournaments.hosting.requests import require_host, take_step
from bot.league.tournaments.requests import clicked_id, done_text, names_in, require_stage
from bot.league.tournaments.results.entering import HostStep, sides_in
from bot.league.tournaments.showing.names import team_name
from bot.messages.parts.addresses import parse_number
from bot.messages.parts.message import Message
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.tables.errors import TableError
from storage.league import pairing_tables
from storage.league.audit_log import HostAction
from storage.league.tournament_values import (
    TEAM_DIGITS,
    Pairing,
    PairingSide,
    PairingState,
    Tournament,
    TournamentKind,
    TournamentStage,
)


def plan_swap(tournament: Tournament, one: int, other: int, now: float, in_play: Collection[int] = ()) -> HostStep:
    """Plan the swap of two teams.

    :param in_play: the ids of pairings whose match is running.
    :raises TableError: if the format or the played matches do not allow it.
    """
    require_stage(tournament, TournamentStage.RUNNING)
    if kind_of(tournament).is_timed or kind_of(tournament).shares_deals:
        raise TableError("tournament.refusal.swap.none")
    if one == other:
        raise TableError("tournament.refusal.swap.same")
    if tournament.kind is TournamentKind.SWISS:
        after = _swap_in_round(tournament, one, other, now, in_play)
    else:
        after = _swap_numbers(tournament, one, other, now, in_play)
    number = current_round(tournament)
    changed = [sides_in(after, pairing) for pairing in new_pairings(after) if pairing.round == number]
    return HostStep(after, HostAction.SWAP, {"round": number, "pairings": changed})


def _swap_in_round(tournament: Tournament, one: int, other: int, now: float, in_play: Collection[int]) -> Tournament:
    number = current_round(tournament)
    due = [pairing for pairing in tournament.open_pairings if pairing.round == number and len(pairing.sides) > 1]
    found = [next((pairing for pairing in due if team in pairing.teams), None) for team in (one, other)]
    first, second = found
    if first is None or second is None or {first.id, second.id} & set(in_play) or first.matches or second.matches:
        raise TableError("tournament.refusal.swap.played")
    if first is second:
        raise TableError("tournament.refusal.swap.same")
    swap = {one: other, other: one}
    changed = (first, second)
    new = tuple(_fresh(tournament, two, [swap.get(team, team) for team in two.teams], now) for two in changed)
    kept = tuple(pairing for pairing in tournament.pairings if pairing not in changed)
    met = meetings(kept)
    if tournament.sides == 2 and any(frozenset(pairing.teams) in met for pairing in new):
        raise TableError("tournament.refusal.swap.met")
    return replace(tournament, pairings=(*kept, *new))


def _swap_numbers(tournament: Tournament, one: int, other: int, now: float, in_play: Collection[int]) -> Tournament:
    matches = [pairing for pairing in tournament.pairings if len(pairing.sides) > 1]
    has_begun = any(
        pairing.state is not PairingState.OPEN or pairing.matches or pairing.id in in_play for pairing in matches
    )
    if has_begun or tournament.taken_back:
        raise TableError("tournament.refusal.swap.begun")
    if {one, other} & tournament.withdrawn:
        raise TableError("tournament.refusal.swap.played")
    swap = {one: other, other: one}
    people = tuple(replace(person, team=swap.get(person.team, person.team)) for person in tournament.people)
    announced = tuple(
        replace(news, teams=tuple(tuple(swap.get(team, team) for team in teams) for teams in news.teams))
        for news in tournament.announcements
    )
    after = replace(tournament, people=people, announcements=announced)
    changed = [pairing for pairing in matches if {one, other} & set(pairing.teams)]
    kept = tuple(pairing for pairing in tournament.pairings if pairing not in changed)
    new = [_fresh(after, pairing, pairing.teams, now) for pairing in changed]
    return replace(after, pairings=(*kept, *new))


def _fresh(tournament: Tournament, pairing: Pairing, teams: Collection[int], now: float) -> Pairing:
    """Return a new pairing of other teams, or of other people with these numbers."""
    sides = tuple(PairingSide(team) for team in teams)
    return Pairing(0, pairing.round, PairingState.OPEN, sides, people_key(tournament, list(teams)), now)


async def ask_swap(request: Request, tournament: Tournament, one: int, other: int) -> None:
    """Ask before the teams of two people are swapped.

    :raises TableError: if the person may not, or one of them does not play, or see `plan_swap`.
    """
    require_host(request, tournament)
    require_stage(tournament, TournamentStage.RUNNING)
    found = [tournament.participant(user_id) for user_id in (one, other)]
    teams = [person.team for person in found if person is not None and not person.withdrawn and person.team]
    if len(teams) < 2:
        raise TableError("tournament.refusal.not_signed_other")
    in_play = await request.services.database.run_read(lambda tx: pairing_tables.in_play(tx, tournament))
    swapped = plan_swap(tournament, teams[0], teams[1], request.services.now(), in_play).after
    names, w, number = await names_in(request, tournament), request.words, current_round(tournament)

    def lines(shown: Tournament, pairings: Collection[Pairing]) -> list[str]:
        due = (pairing for pairing in pairings if pairing.round == number)
        return [" – ".join(team_name(shown, team, names, w) for team in pairing.teams) for pairing in due]

    before = lines(tournament, [pairing for pairing in tournament.pairings if pairing not in swapped.pairings])
    after = lines(swapped, new_pairings(swapped))
    named = [team_name(tournament, team, names, w) for team in teams]
    await request.reply.whisper(confirm_swap(tournament, (teams[0], teams[1]), named, before, after, request.reader))


@on(TournamentClick.SWAP)
async def _swap(click: Click) -> None:
    first, _, second = click.address.rest.partition("/")
    one, other = parse_number(first, TEAM_DIGITS), parse_number(second, TEAM_DIGITS)

    def plan(tournament: Tournament, now: float) -> HostStep:
        is_shown = tournament.shown_revision >= tournament.revision  # news under way would name the teams of before
        if tournament.revision != click.address.number or not is_shown:
            raise TableError("tournament.refusal.changed")
        return plan_swap(tournament, one, other, now, tournament.around.in_play)

    tournament = await take_step(click, clicked_id(click), plan)
    await click.reply.renew(Message(done_text(click, "tournament.host.swapped", tournament)))

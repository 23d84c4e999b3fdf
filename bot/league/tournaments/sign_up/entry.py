"""Signing up for a tournament, checking in, and withdrawing."""

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from typing import Final

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.formats.kinds import kind_of
from bot.league.tournaments.live import TournamentStep
from bot.league.tournaments.progress.clock import plan_leaving
from bot.league.tournaments.progress.rounds import plan_walk_in
from bot.league.tournaments.progress.starting import check_in_is_open
from bot.league.tournaments.requests import (
    can_join,
    change_tournament,
    clicked_id,
    done_text,
    name_person,
    require_stage,
)
from bot.league.tournaments.waiting_list import (
    MOST_WAITING,
    begins_last_place,
    places,
    waiting_number,
    with_people,
    with_places_given,
)
from bot.messages.parts.message import Message
from bot.messages.parts.text import bold
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.tables.errors import TableError
from storage.league.tournament_values import EntryState, Participant, Tournament, TournamentStage, WithdrawalCause

_NEW: Final = 0


async def sign_up(request: Request, tournament_id: int, team: int | None = None) -> Tournament:
    """Sign the person up, alone or for a team.

    Beyond the limit of the tournament they wait.

    :param team: the number of the team; 0 for a new one; None: their team is drawn at random at the start.
    :raises TableError: if sign-up is closed, the tournament or the team is full, or they have this place already.
    """

    def sign(tournament: Tournament, now: float) -> TournamentStep:
        return TournamentStep(plan_sign_up(tournament, request.user_id, team, now), (partial(name_person, request),))

    return (await change_tournament(request, tournament_id, sign)).after


def plan_sign_up(tournament: Tournament, user_id: int, team: int | None, now: float) -> Tournament:
    """Return the tournament with a person who signs up, or who joins a running arena; see `sign_up`."""
    own = tournament.participant(user_id)
    if tournament.stage is not TournamentStage.OPEN and can_join(tournament):
        return _walked_in(tournament, user_id, now)
    require_stage(tournament, TournamentStage.OPEN)
    number = _team_number(tournament, own, team)
    if own is None:
        _require_room(tournament)
    here = check_in_is_open(tournament, now) or (own is not None and own.checked_in)
    entry, signed_at = (EntryState.WAITING, now) if own is None else (own.entry, own.signed_at)
    signed = Participant(user_id, number, signed_at, checked_in=here, entry=entry)
    return _with_entrant(tournament, signed, new=own is None)


def _require_room(tournament: Tournament) -> None:
    waiting = len(tournament.people) - len(tournament.placed)
    if not tournament.rules.limit and len(tournament.people) >= kind_of(tournament).most_teams * tournament.entry_size:
        raise TableError("tournament.refusal.full", count=len(tournament.people))
    if waiting >= MOST_WAITING:
        raise TableError("tournament.refusal.full_list", count=waiting)


def _with_entrant(tournament: Tournament, signed: Participant, *, new: bool) -> Tournament:
    """Return the tournament with a person who takes a free place, or waits.

    :param new: whether they signed up just now.
    :raises TableError: if they would team up with people who wait while they do not, or the other way round.
    """
    if new:
        tournament = with_places_given(tournament)
    others = tuple(one for one in tournament.people if one.user_id != signed.user_id)
    partners = [one for one in others if signed.team and one.team == signed.team]
    signed = replace(signed, team_name=next((one.team_name for one in partners), ""))
    if new and partners and not partners[0].waits and len(tournament.placed) < places(tournament):
        signed = replace(signed, entry=EntryState.PLACED)
    require_partner_entry(signed, partners)
    joined = replace(tournament, people=(*others, signed))
    if not new or partners:
        return joined
    given = with_places_given(joined)
    own = next(one for one in given.people if one.user_id == signed.user_id)
    return given if own.waits else with_people(given, [replace(own, entry=EntryState.PLACED)])


def require_partner_entry(own: Participant, partners: Collection[Participant]) -> None:
    """Refuse a team of people with a place and people who wait.

    :raises TableError: if one of them waits, and another does not.
    """
    if any(one.waits is not own.waits for one in partners):
        raise TableError("tournament.refusal.waiting_partner")


def signed_text(request: Request, tournament: Tournament) -> str:
    """Return the answer to a person who has signed up, or waits."""
    number, own = waiting_number(tournament, request.user_id), tournament.participant(request.user_id)
    if own is not None and number and begins_last_place(tournament) and len(tournament.placed) < places(tournament):
        return request.words("tournament.waits.half", title=bold(tournament.title))
    if number:
        return request.words("tournament.waits", title=bold(tournament.title), number=number)
    return done_text(request, "tournament.signed_up", tournament)


async def check_in(request: Request, tournament_id: int) -> Tournament:
    """Check the person in for the start.

    :raises TableError: if they have not signed up, or it has started.
    """

    def check(tournament: Tournament, _now: float) -> Tournament:
        require_stage(tournament, TournamentStage.OPEN)
        own = tournament.participant(request.user_id)
        if own is None:
            raise TableError("tournament.refusal.sign_up_first", button=request.words("tournament.button.sign"))
        return with_people(tournament, [replace(own, checked_in=True)])

    return (await change_tournament(request, tournament_id, check)).after


def _walked_in(tournament: Tournament, user_id: int, now: float) -> Tournament:
    """Return the tournament with a person who joins or rejoins a running arena."""
    own = tournament.participant(user_id)
    if (own is None or not own.team) and tournament.entry_size > 1:
        raise TableError("tournament.refusal.late")
    if own is not None and not own.withdrawn:
        raise TableError("tournament.refusal.signed")
    if own is not None and (own.sign_up, WithdrawalCause.HOST) in [
        (o.sign_up, o.cause) for o in tournament.withdrawals
    ]:
        raise TableError("tournament.refusal.removed", command="tournament-host person")
    playing = len(set(tournament.teams) - tournament.withdrawn)
    is_full = own is None and len(tournament.people) >= kind_of(tournament).most_teams
    if is_full or (tournament.rules.limit and playing >= tournament.rules.limit):
        raise TableError("tournament.refusal.full", count=playing)
    return plan_walk_in(tournament, user_id, now)


async def withdraw(request: Request, tournament_id: int) -> Tournament:
    """Withdraw the person, and their team if the tournament runs.

    :raises TableError: if they do not play in it.
    """

    def leave(tournament: Tournament, now: float) -> Tournament:
        own = tournament.participant(request.user_id)
        if own is None:
            raise TableError("tournament.refusal.not_signed")
        if tournament.stage is not TournamentStage.OPEN:
            require_stage(tournament, TournamentStage.RUNNING)
            if own.withdrawn:
                raise TableError("tournament.refusal.withdrawn")
        return plan_leaving(tournament, request.user_id, WithdrawalCause.OWN, now)

    return (await change_tournament(request, tournament_id, leave, leaving=True)).after


def _team_number(tournament: Tournament, own: Participant | None, team: int | None) -> int:
    """Return the number of the joined team; 0 for none yet.

    :param own: how they are signed up now.
    """
    if team is None:
        if own is not None and own.waits and not own.team:
            raise TableError("tournament.refusal.waits", number=waiting_number(tournament, own.user_id))
        if own is not None and not own.team:
            raise TableError("tournament.refusal.signed")
        return 0
    if tournament.entry_size == 1:
        raise TableError("error.button_unknown")
    if team == _NEW:
        return 1 + max(tournament.teams, default=0)
    if own is not None and own.team == team:
        raise TableError("tournament.refusal.signed")
    members = tournament.teams.get(team, ())
    if not members:
        raise TableError("tournament.refusal.no_team")
    if len(members) >= tournament.entry_size:
        raise TableError("tournament.refusal.team_full")
    return team


@on(TournamentClick.SIGN)
async def _sign_up(click: Click) -> None:
    tournament = await sign_up(click, clicked_id(click))
    await click.reply.whisper(signed_text(click, tournament))


@on(TournamentClick.CHECK_IN)
async def _check_in(click: Click) -> None:
    tournament = await check_in(click, clicked_id(click))
    waits = waiting_number(tournament, click.user_id) > 0
    await click.reply.whisper(
        done_text(click, "tournament.checked_in.waits" if waits else "tournament.checked_in", tournament)
    )


@on(TournamentClick.WITHDRAW)
async def _withdraw(click: Click) -> None:
    tournament = await withdraw(click, clicked_id(click))
    await click.reply.renew(Message(done_text(click, "tournament.withdrawn", tournament)))

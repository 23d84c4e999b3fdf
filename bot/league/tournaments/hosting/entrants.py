"""The people of a tournament as hosts change them: adding, removing, and letting them play again."""

import asyncio
from dataclasses import replace
from typing import Any, Final

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.formats.kinds import kind_of, standings
from bot.league.tournaments.hosting.questions import confirm_half_place, confirm_remove
from bot.league.tournaments.hosting.requests import clicked_name, require_host, take_step
from bot.league.tournaments.progress.clock import plan_leaving
from bot.league.tournaments.progress.rounds import NO_RETURN, NoReturn, plan_late_entry, plan_return, walkovers_of
from bot.league.tournaments.progress.saving import load_for_step
from bot.league.tournaments.progress.starting import absent, check_in_is_open
from bot.league.tournaments.requests import MAX_DIGITS, clicked_id, names_in, require_live, require_not_paused
from bot.league.tournaments.results.entering import HostStep, sides_in
from bot.league.tournaments.waiting_list import begins_last_place, waiting_list, with_people
from bot.messages.parts.addresses import parse_number
from bot.messages.parts.message import Message
from bot.messages.parts.people import called
from bot.messages.parts.text import bold
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.tables.errors import KeptOutError, TableError
from bot.tables.live import require_admitted
from storage.database import Transaction
from storage.league import pairing_tables, people
from storage.league.audit_log import HostAction
from storage.league.tournament_values import EntryState, Participant, Tournament, TournamentStage, WithdrawalCause


async def add_or_ask(request: Request, tournament: Tournament, user_id: int, name: str, *, points: bool) -> None:
    """Sign a person up, and say so, or ask before they take half of the last place of a team.

    :raises TableError: see `add_person`.
    """
    if not takes_half(tournament, user_id):
        after = await add_person(request, tournament.id, user_id, name, points=points)
        text = request.words("tournament.host.added", title=bold(after.title), name=bold(name))
        await request.reply.whisper(Message(text))
        return
    require_host(request, tournament)
    await request.reply.whisper(confirm_half_place(tournament, user_id, name, request.reader))


def takes_half(tournament: Tournament, user_id: int) -> bool:
    """Return True if a person without a partner would begin the last place of a team, or one beyond the limit."""
    own = tournament.participant(user_id)
    if tournament.stage is not TournamentStage.OPEN or (own is not None and not own.waits):
        return False
    return begins_last_place(tournament) and (own is None or len(tournament.teams.get(own.team, ())) <= 1)


async def add_person(request: Request, tournament_id: int, user_id: int, name: str, *, points: bool) -> Tournament:
    """Sign a person up, in some formats also late, and beyond a limit.

    A person who waits gets a place, with their team.

    :param points: whether half of the missed rounds count as byes won.
    :raises TableError: if the person of the request may not, the other plays already, or there is no room.
    """

    async def admit(tx: Transaction, tournament: Tournament) -> None:
        own = tournament.participant(user_id)
        partners = tournament.teams.get(own.team, ()) if own is not None else ()
        everybody = [user_id, *(one.user_id for one in partners)]
        await require_admitted(tx, request.guild_id, everybody, request.services.now())
        if own is not None and own.withdrawn and await _has_ended(tx, tournament, own.team):
            raise TableError("tournament.refusal.return.ended", name=name)

    def plan(tournament: Tournament, now: float) -> HostStep:
        require_live(tournament)
        before = tournament.participant(user_id)
        if before is not None and before.withdrawn and before.team and not kind_of(tournament).is_timed:
            return _let_return(tournament, user_id, name, now)
        plays = before is not None and not before.waits and not (before.withdrawn and before.team)
        if plays and before not in absent(tournament):
            raise TableError("tournament.refusal.signed_other", name=name)
        if len(tournament.placed) >= kind_of(tournament).most_teams * tournament.entry_size:
            raise TableError("tournament.refusal.full", count=len(tournament.placed))
        about: dict[str, Any] = {"person": user_id}
        if tournament.stage is TournamentStage.OPEN:
            signed = Participant(user_id, 0, now, checked_in=check_in_is_open(tournament, now))
            unit = next((unit for unit in waiting_list(tournament) if before in unit), ())
            moved = tuple(
                replace(one, entry=EntryState.PLACED if one == before else EntryState.MOVED_UP) for one in unit
            )
            return HostStep(with_people(tournament, moved or (signed,)), HostAction.ADD, about)
        if not kind_of(tournament).enters_late or tournament.entry_size > 1:
            raise TableError("tournament.refusal.late")
        after = plan_late_entry(tournament, user_id, now, points=points)
        if not kind_of(tournament).is_timed and (late := after.participant(user_id)) is not None:
            about["points"] = next(one.points for one in standings(after) if one.team == late.team)
            own = (one for one in after.open_pairings if one.side_of(late.team) is not None)
            about["sides"] = [side for one in own for side in sides_in(after, one)]
        return HostStep(after, HostAction.ADD, about)

    try:
        return await take_step(request, tournament_id, plan, also=(admit,))
    except KeptOutError as error:
        banned = error.ban.user_id
        names = await request.services.database.run_read(lambda tx: people.names(tx, request.guild_id, [banned]))
        raise error.for_reader(request.user_id, called(names, banned, request.words)) from None


async def _has_ended(tx: Transaction, tournament: Tournament, team: int) -> bool:
    """Return True if a match of a team went on to its end after it withdrew: it is not played anew."""
    for one in tournament.withdrawals:
        signed = tournament.signed(one.sign_up)
        walkovers = [pairing.id for pairing in walkovers_of(tournament, one)] if signed and signed.team == team else []
        if walkovers and await pairing_tables.have_ended(tx, walkovers, one.at):
            return True
    return False


def _let_return(tournament: Tournament, user_id: int, name: str, now: float) -> HostStep:
    require_not_paused(tournament)
    try:
        after = plan_return(tournament, user_id, now)
    except NoReturn as error:
        raise TableError(f"tournament.refusal.return.{error.why}", name=name) from error
    known = {one.id for one in tournament.open_pairings}
    opened = [sides_in(after, one) for one in after.open_pairings if one.id and one.id not in known]
    return HostStep(after, HostAction.RETURN, {"person": user_id, "pairings": opened})


def _removal(tournament: Tournament, user_id: int, now: float) -> Tournament:
    """Return the tournament without a person, and without their team once it runs.

    :raises TableError: if they do not play in it.
    """
    own = tournament.participant(user_id)
    if own is None or own.withdrawn:
        raise TableError("tournament.refusal.not_signed_other")
    require_live(tournament)
    return plan_leaving(tournament, user_id, WithdrawalCause.HOST, now)


async def ask_remove(request: Request, tournament: Tournament, user_id: int) -> None:
    """Ask before a person is withdrawn.

    :raises TableError: if the person of the request may not, or the other does not play in it.
    """
    require_host(request, tournament)
    async with request.services.database.read() as tx:
        tournament = await load_for_step(tx, tournament.id) or tournament
    after = await asyncio.to_thread(_removal, tournament, user_id, request.services.now())
    names = await names_in(request, tournament)
    await request.reply.whisper(confirm_remove(tournament, after, user_id, names, request.reader))


@on(TournamentClick.ADD)
async def _add(click: Click) -> None:
    name = await clicked_name(click)
    tournament = await add_person(click, clicked_id(click), click.address.number, name, points=False)
    text = click.words("tournament.host.added", title=bold(tournament.title), name=bold(name))
    await click.reply.renew(Message(text))


@on(TournamentClick.REMOVE)
async def _remove(click: Click) -> None:
    """Withdraw a person, and their team once the tournament runs, unless it has changed since the question."""
    revision, user_id = parse_number(click.address.rest, MAX_DIGITS), click.address.number

    def plan(tournament: Tournament, now: float) -> HostStep:
        after = _removal(tournament, user_id, now)
        if tournament.revision != revision:
            raise TableError("tournament.refusal.changed")
        return HostStep(after, HostAction.REMOVE, {"person": user_id})

    tournament = await take_step(click, clicked_id(click), plan)
    name = bold(await clicked_name(click))
    await click.reply.renew(Message(click.words("tournament.host.removed", title=bold(tournament.title), name=name)))


COMPLETES: Final = {"tournament.refusal.return.{}": NO_RETURN}

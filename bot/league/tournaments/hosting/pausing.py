"""Pauses of a tournament, in which its clocks are stopped."""

from dataclasses import replace
from functools import partial

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.formats.kinds import current_round
from bot.league.tournaments.hosting.requests import take_step
from bot.league.tournaments.requests import clicked_id, done_text, name_person, require_stage
from bot.league.tournaments.results.entering import HostStep
from bot.messages.parts.message import Message
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.tables.errors import TableError
from storage.league.audit_log import HostAction
from storage.league.tournament_values import Tournament, TournamentStage


def plan_pause(tournament: Tournament, user_id: int, now: float) -> HostStep:
    """Plan to stop the clocks of a running tournament.

    :raises TableError: if it does not run, or is paused.
    """
    require_stage(tournament, TournamentStage.RUNNING)
    if tournament.is_paused:
        raise TableError("tournament.refusal.is_paused")
    paused = replace(tournament, paused_at=now, paused_by=user_id)
    return HostStep(paused, HostAction.PAUSE, {"round": current_round(tournament)})


def plan_resume(tournament: Tournament, now: float) -> HostStep:
    """Plan to let the clocks run again, with the time that was left.

    :raises TableError: if the tournament does not run, or is not paused.
    """
    require_stage(tournament, TournamentStage.RUNNING)
    if tournament.paused_at is None:
        raise TableError("tournament.refusal.not_paused")
    deadline = None if tournament.deadline is None else tournament.deadline + now - tournament.paused_at
    resumed = replace(tournament, deadline=deadline, paused_at=None, paused_by=None, resumed_at=now)
    is_timed = deadline is not None and tournament.timed_round == current_round(tournament)
    about = {"round": current_round(tournament)} | ({"deadline": deadline} if is_timed else {})
    return HostStep(resumed, HostAction.RESUME, about)


async def set_paused(request: Request, tournament_id: int, *, paused: bool) -> Tournament:
    """Pause or resume a tournament.

    :raises TableError: if the person may not, or see `plan_pause` and `plan_resume`.
    """

    def plan(tournament: Tournament, now: float) -> HostStep:
        return plan_pause(tournament, request.user_id, now) if paused else plan_resume(tournament, now)

    return await take_step(request, tournament_id, plan, also=(partial(name_person, request),))


@on(TournamentClick.PAUSE)
async def _set_paused(click: Click) -> None:
    paused = click.address.rest == "pause"
    tournament = await set_paused(click, clicked_id(click), paused=paused)
    key = "tournament.host.paused" if paused else "tournament.host.resumed"
    await click.reply.renew(Message(done_text(click, key, tournament)))

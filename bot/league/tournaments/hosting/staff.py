"""The hosts of a tournament: naming co-hosts, and handing it over."""

from dataclasses import replace
from functools import partial
from typing import Final

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.hosting.questions import confirm_hand_over
from bot.league.tournaments.hosting.requests import require_host, require_rights, take_step
from bot.league.tournaments.requests import clicked_id, names_in, require_live
from bot.league.tournaments.results.entering import HostStep
from bot.messages.parts.message import Message
from bot.messages.parts.people import called
from bot.messages.parts.text import bold
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.tables.errors import TableError
from storage.database import Transaction
from storage.league import people
from storage.league.audit_log import HostAction
from storage.league.tournament_values import Tournament

MOST_CO_HOSTS: Final = 5


def plan_co_host(tournament: Tournament, user_id: int, actor: int) -> HostStep:
    """Plan to add a co-host, or to remove one who is already.

    :param actor: the person who does it; a co-host removed by themselves leaves.
    :raises TableError: if the tournament is over, or they are its host, or there are too many.
    """
    require_live(tournament)
    others = tuple(one for one in tournament.co_hosts if one != user_id)
    if others != tournament.co_hosts:
        action = HostAction.CO_HOST_LEFT if user_id == actor else HostAction.CO_HOST_REMOVED
        return HostStep(replace(tournament, co_hosts=others), action, {"person": user_id})
    if len(others) >= MOST_CO_HOSTS:
        raise TableError("tournament.refusal.co_hosts", most=MOST_CO_HOSTS)
    return HostStep(replace(tournament, co_hosts=(*others, user_id)), HostAction.CO_HOST, {"person": user_id})


def plan_hand_over(tournament: Tournament, user_id: int) -> HostStep:
    """Plan another host; the former host stays as a co-host where there is room.

    :raises TableError: if the tournament is over, or they are its host.
    """
    require_live(tournament)
    before = tournament.host_id
    others = (before, *(one for one in tournament.co_hosts if one not in (user_id, before)))
    after = replace(tournament, host_id=user_id, co_hosts=tuple(one for one in others if one > 0)[:MOST_CO_HOSTS])
    return HostStep(after, HostAction.HAND_OVER, {"person": user_id})


def _require_not_host(tournament: Tournament, user_id: int, name: str) -> None:
    if user_id == tournament.host_id:
        raise TableError("tournament.refusal.is_host", name=name)


async def change_co_host(request: Request, tournament_id: int, user_id: int, name: str, *, is_member: bool) -> None:
    """Add or remove a co-host, and say which; co-hosts may remove themselves.

    :param is_member: whether they are in the server; others can only be removed.
    :raises TableError: if the person may not, or see `plan_co_host`.
    """

    def allow(tournament: Tournament) -> None:
        if user_id != request.user_id or user_id not in tournament.co_hosts:
            require_rights(request, tournament, alone=True)

    steps: list[HostStep] = []

    def plan(tournament: Tournament, _now: float) -> HostStep:
        _require_not_host(tournament, user_id, name)
        step = plan_co_host(tournament, user_id, request.user_id)
        if step.action is HostAction.CO_HOST and not is_member:
            raise TableError("tournament.refusal.no_member", name=name)
        steps.append(step)
        return step

    async def save(tx: Transaction, _: Tournament) -> None:
        await people.name(tx, request.guild_id, {user_id: name})

    after = await take_step(request, tournament_id, plan, allow=allow, also=(save,))
    title = bold(after.title)
    await request.reply.whisper(request.words(f"tournament.host.{steps[-1].action}", title=title, name=bold(name)))


async def list_hosts(request: Request, tournament: Tournament) -> None:
    """Tell a host who the co-hosts are, and how to change them.

    :raises TableError: if the person is no host.
    """
    await require_host(request, tournament)
    names, w = await names_in(request, tournament), request.words
    listed = w.list([bold(called(names, one, w)) for one in tournament.co_hosts])
    key = "tournament.host.co_hosts" if listed else "tournament.host.no_co_hosts"
    command = request.reader.command("tournament-host co-host")
    await request.reply.whisper(w(key, title=bold(tournament.title), names=listed, command=command))


async def ask_hand_over(request: Request, tournament: Tournament, user_id: int, name: str) -> None:
    """Ask before a tournament gets another host.

    :raises TableError: if the person may not, or see `plan_hand_over`.
    """
    await require_host(request, tournament, alone=True)
    _require_not_host(tournament, user_id, name)
    plan_hand_over(tournament, user_id)
    async with request.services.database.write() as tx:
        await people.name(tx, request.guild_id, {user_id: name})
    stays = request.user_id == tournament.host_id
    await request.reply.whisper(confirm_hand_over(tournament, user_id, name, request.reader, stays=stays))


@on(TournamentClick.HAND_OVER)
async def _hand_over(click: Click) -> None:
    user_id = click.address.number
    async with click.services.database.read() as tx:
        name = called(await people.names(tx, click.guild_id, [user_id]), user_id, click.words)

    def plan(tournament: Tournament, _now: float) -> HostStep:
        _require_not_host(tournament, user_id, name)
        return plan_hand_over(tournament, user_id)

    allow = partial(require_rights, click, alone=True)
    after = await take_step(click, clicked_id(click), plan, allow=allow)
    text = click.words("tournament.host.hand_over", title=bold(after.title), name=bold(name))
    await click.reply.renew(Message(text))


COMPLETES: Final = {
    "tournament.host.{}": (HostAction.CO_HOST, HostAction.CO_HOST_REMOVED, HostAction.CO_HOST_LEFT),
}

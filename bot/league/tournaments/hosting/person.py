"""The actions of hosts for a person in their tournament: the message with its buttons, co-hosts, handing over."""

from dataclasses import replace
from functools import partial
from typing import Final

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.formats.kinds import kind_of
from bot.league.tournaments.hosting.entrants import add_or_ask, ask_remove
from bot.league.tournaments.hosting.questions import confirm_hand_over
from bot.league.tournaments.hosting.requests import clicked_name, require_host, take_step
from bot.league.tournaments.hosting.swapping import ask_swap
from bot.league.tournaments.progress.starting import absent
from bot.league.tournaments.requests import clicked_id, clicked_tournament, refusal_now, require_live
from bot.league.tournaments.results.entering import HostStep
from bot.messages.parts.components import Button, ClickAddress, Entity, EntitySelect, Row, Style, button_rows
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import bold
from bot.posts.discord_components import CHOSEN, Chosen
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.tables.errors import TableError
from bot.tables.state import Person
from storage.league import people
from storage.league.audit_log import HostAction
from storage.league.tournament_values import Tournament, TournamentStage

_STYLES: Final = {"add": Style.GO, "remove": Style.DANGER}


def person_message(tournament: Tournament, person: Chosen, by: Person, reader: Reader, *, is_member: bool) -> Message:
    """Return what a host may do with a person.

    :param by: the host; co-hosts may not name others, but leave.
    :param is_member: whether the person is in the server.
    :raises TableError: if they can do nothing.
    """
    w, number, user_id = reader.words, str(tournament.id), person.user_id
    own, kind = tournament.participant(user_id), kind_of(tournament)
    is_live, is_running = tournament.stage.is_live, tournament.stage is TournamentStage.RUNNING
    is_in, has_team = own is not None and not own.withdrawn, own is not None and own.team
    may_enter = is_member and (own is None or not is_in or own.waits or own in absent(tournament))
    is_late = is_running and tournament.round > 1 and kind.enters_late and not kind.is_timed and not has_team
    is_host, is_co_host = user_id == tournament.host_id, user_id in tournament.co_hosts
    may_name = is_live and (by.moderator or by.user_id == tournament.host_id)
    applies = {
        "add": is_live and may_enter,
        "points": is_live and may_enter and is_late and tournament.entry_size == 1,
        "remove": is_live and is_in,
        "no_co_host": is_live and is_co_host and (may_name or user_id == by.user_id),
        "co_host": may_name and is_member and not (is_host or is_co_host),
        "hand_over": may_name and is_member and not is_host,
        "name": has_team and tournament.entry_size > 1 and tournament.stage is not TournamentStage.CANCELLED,
    }
    buttons = [
        Button(
            ClickAddress(TournamentClick.NAME, number, 0, str(user_id))
            if what == "name"
            else ClickAddress(TournamentClick.PERSON, number, user_id, what),
            w(f"tournament.person.{what}"),
            _STYLES.get(what, Style.PLAIN),
        )
        for what, is_so in applies.items()
        if is_so
    ]
    if not buttons:
        raise TableError("tournament.refusal.no_member", name=person.name) if is_live else refusal_now(tournament)
    rows: tuple[Row, ...] = button_rows(buttons)
    if is_running and is_in and has_team and not (kind.is_timed or kind.shares_deals):
        address = ClickAddress(TournamentClick.PERSON, number, user_id, "swap")
        rows += ((EntitySelect(address, Entity.USER, (), w("tournament.person.swap"), least=1),),)
    return Message(w("tournament.person", name=bold(person.name), title=bold(tournament.title)), rows=rows)


async def show_person(request: Request, tournament: Tournament, person: Chosen, *, is_member: bool) -> None:
    """Show a host what they may do with a person.

    :raises TableError: if the person of the request may not, or the other is a bot, or see `person_message`.
    """
    require_host(request, tournament)
    if person.bot:
        raise TableError("league.add.bot", name=person.name)
    shown = person_message(tournament, person, request.person, request.reader, is_member=is_member)
    async with request.services.database.write() as tx:
        await people.name(tx, request.guild_id, {person.user_id: person.name})
    await request.reply.show(shown)


@on(TournamentClick.PERSON)
async def _act(click: Click) -> None:
    """Show the person who was chosen in the hosts' menu, or do what a button of that message says."""
    tournament, user_id, what = await clicked_tournament(click), click.address.number, click.address.rest
    chosen = click.filled.people.get(CHOSEN, ())
    name = await clicked_name(click)
    match what:
        case "" if chosen:
            await show_person(click, tournament, chosen[0], is_member=True)
        case "add" | "points":
            await add_or_ask(click, tournament, user_id, name, points=what == "points")
        case "remove":
            await ask_remove(click, tournament, user_id)
        case "co_host" | "no_co_host":
            await change_co_host(click, tournament.id, user_id, name, named=what == "co_host")
        case "hand_over":
            await ask_hand_over(click, tournament, user_id, name)
        case "swap" if chosen:
            await ask_swap(click, tournament, user_id, chosen[0].user_id)
        case _:
            raise TableError("error.button_unknown")


# --- Hosts ------------------------------------------------------------------------------------------------------------

MOST_CO_HOSTS: Final = 5


def plan_co_host(tournament: Tournament, user_id: int, actor: int, *, named: bool) -> HostStep:
    """Plan to add or remove a co-host.

    :param actor: the person who does it; a co-host removed by themselves leaves.
    :raises TableError: if the tournament is over, or they are one already or not, or there are too many.
    """
    require_live(tournament)
    others = tuple(one for one in tournament.co_hosts if one != user_id)
    if named is (others != tournament.co_hosts) or user_id == tournament.host_id:
        raise TableError("tournament.refusal.changed")
    if not named:
        action = HostAction.CO_HOST_LEFT if user_id == actor else HostAction.CO_HOST_REMOVED
        return HostStep(replace(tournament, co_hosts=others), action, {"person": user_id})
    if len(others) >= MOST_CO_HOSTS:
        raise TableError("tournament.refusal.co_hosts", most=MOST_CO_HOSTS)
    return HostStep(replace(tournament, co_hosts=(*others, user_id)), HostAction.CO_HOST, {"person": user_id})


def plan_hand_over(tournament: Tournament, user_id: int, name: str) -> HostStep:
    """Plan another host; the former host stays as a co-host where there is room.

    :raises TableError: if the tournament is over, or they are its host.
    """
    require_live(tournament)
    before = tournament.host_id
    if user_id == before:
        raise TableError("tournament.refusal.is_host", name=name)
    others = (before, *(one for one in tournament.co_hosts if one not in (user_id, before)))
    after = replace(tournament, host_id=user_id, co_hosts=tuple(one for one in others if one > 0)[:MOST_CO_HOSTS])
    return HostStep(after, HostAction.HAND_OVER, {"person": user_id})


async def change_co_host(request: Request, tournament_id: int, user_id: int, name: str, *, named: bool) -> None:
    """Add or remove a co-host, and say so; co-hosts may remove themselves.

    :raises TableError: if the person may not, or see `plan_co_host`.
    """

    def allow(tournament: Tournament) -> None:
        require_host(request, tournament, alone=user_id != request.user_id or user_id not in tournament.co_hosts)

    def plan(tournament: Tournament, _now: float) -> HostStep:
        return plan_co_host(tournament, user_id, request.user_id, named=named)

    after = await take_step(request, tournament_id, plan, allow=allow)
    key = "tournament.host.co_host" if named else "tournament.host.co_host.removed"
    await request.reply.whisper(request.words(key, title=bold(after.title), name=bold(name)))


async def ask_hand_over(request: Request, tournament: Tournament, user_id: int, name: str) -> None:
    """Ask before a tournament gets another host.

    :raises TableError: if the person may not, or see `plan_hand_over`.
    """
    require_host(request, tournament, alone=True)
    plan_hand_over(tournament, user_id, name)
    stays = request.user_id == tournament.host_id
    await request.reply.whisper(confirm_hand_over(tournament, user_id, name, request.reader, stays=stays))


@on(TournamentClick.HAND_OVER)
async def _hand_over(click: Click) -> None:
    user_id, name = click.address.number, await clicked_name(click)

    def plan(tournament: Tournament, _now: float) -> HostStep:
        return plan_hand_over(tournament, user_id, name)

    allow = partial(require_host, click, alone=True)
    after = await take_step(click, clicked_id(click), plan, allow=allow)
    text = click.words("tournament.host.hand_over", title=bold(after.title), name=bold(name))
    await click.reply.renew(Message(text))


COMPLETES: Final = {
    "tournament.person.{}": ("add", "points", "remove", "no_co_host", "co_host", "hand_over", "name"),
}

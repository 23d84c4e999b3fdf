"""Finding, showing and locking tournaments for requests."""

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from bot.league.changes import LeagueCalls
from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.formats.kinds import kind_of
from bot.league.tournaments.live import Tournaments, TournamentStep, UnknownTournament
from bot.league.tournaments.messages import (
    TOURNAMENTS_A_PAGE,
    overview_button,
    tournament_message,
    tournament_page,
    tournaments_message,
)
from bot.league.tournaments.showing.crosstable import files_message, overview_message
from bot.league.tournaments.showing.names import stage_text
from bot.locales import Words
from bot.messages.parts.addresses import parse_number
from bot.messages.parts.components import MAX_OPTIONS, Button, ClickAddress, last_page, parse_page
from bot.messages.parts.message import Message
from bot.messages.parts.people import is_meant, told_apart
from bot.messages.parts.text import bold, timestamp
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.requests.services import Services
from bot.tables.errors import TableError
from bot.tables.store import Change
from storage.database import Transaction
from storage.league import audit_log, leagues, people, results, series, tournaments
from storage.league.audit_log import HostAction
from storage.league.results import Result
from storage.league.tournament_values import Tournament, TournamentStage

MAX_DIGITS: Final = 18
"""The most digits of the number of a tournament or a pairing."""

LIVE_STAGES: Final = tuple(stage for stage in TournamentStage if stage.is_live)

_MOST_PAGES: Final = 1000


async def load_tournament(request: Request, tournament_id: int) -> Tournament:
    """Load a tournament of the server.

    :raises TableError: if there is none.
    """
    found = await request.services.database.run_read(lambda tx: tournaments.load(tx, request.guild_id, tournament_id))
    if found is None:
        raise UnknownTournament
    return found


def clicked_id(click: Click) -> int:
    """Return the id of the tournament in an address.

    :raises TableError: if it has none.
    """
    return parse_number(click.match_id, MAX_DIGITS)


async def clicked_tournament(click: Click) -> Tournament:
    """Load the tournament in an address.

    :raises TableError: if there is none.
    """
    return await load_tournament(click, clicked_id(click))


async def tournaments_page(request: Request, number: int) -> Message:
    """Return a page of tournaments, from 0: running first, newest first."""
    over_stages = [stage for stage in TournamentStage if not stage.is_live]
    async with request.services.database.read() as tx:
        live = await tournaments.page(tx, request.guild_id, stages=LIVE_STAGES)
        total = len(live) + await tournaments.count(tx, request.guild_id, over_stages)
        number = min(number, last_page(total, TOURNAMENTS_A_PAGE))
        first = number * TOURNAMENTS_A_PAGE
        headers = live[first : first + TOURNAMENTS_A_PAGE]
        over = {"first": max(0, first - len(live)), "count": TOURNAMENTS_A_PAGE - len(headers)}
        headers = (*headers, *await tournaments.page(tx, request.guild_id, stages=over_stages, **over))
        loaded = [await tournaments.load(tx, request.guild_id, one.id) for one in headers]
        shown = [one for one in loaded if one is not None]
        names: dict[int, str] = {}
        for one in shown:
            names |= await tournaments.names(tx, one)
        with_series = request.person.moderator or bool(await series.in_guild(tx, request.guild_id))
    labels = told_apart(await parts_of_names(request.services, request.guild_id, shown, request.words))
    return tournaments_message(shown, labels, names, number, total, request.reader, with_series=with_series)


async def parts_of_names(
    services: Services, guild_id: int, found: Collection[Tournament], w: Words
) -> dict[int, tuple[str, ...]]:
    """Return for `told_apart` the title, channel, day and number of tournaments, by id."""
    async with services.database.read() as tx:
        zone = ZoneInfo((await leagues.load(tx, guild_id)).time_zone)
    days = {one.id: datetime.fromtimestamp(one.starts_at or one.created_at, zone).date() for one in found}
    return {
        one.id: (one.title, services.channels.name(one.channel_id), w.day(days[one.id]), f"#{one.id}") for one in found
    }


async def results_in(request: Request, tournament: Tournament) -> dict[int, Result]:
    """Return the results of the pairings, by result id."""
    ids = {result_id for one in tournament.pairings for result_id in one.result_ids}
    return await request.services.database.run_read(lambda tx: results.load_all(tx, request.guild_id, ids))


async def newest_of(
    services: Services, guild_id: int, stages: Collection[TournamentStage], user_id: int | None = None
) -> tuple[Tournament, ...]:
    """Return tournaments at these stages for a select, running first.

    :param user_id: only unfinished ones in which this person takes part.
    """
    live_stages = [stage for stage in stages if stage.is_live]
    over_stages = [stage for stage in stages if not stage.is_live]
    async with services.database.read() as tx:
        live = await tournaments.page(tx, guild_id, stages=live_stages)
        if user_id is not None:
            own = await tournaments.live_with(tx, guild_id, user_id)
            return tuple(one for one in live if one.id in own)
        over = await tournaments.page(tx, guild_id, stages=over_stages, count=MAX_OPTIONS - len(live))
    return (*live, *over)


async def tournament_needed(
    request: Request,
    text: str | None,
    stages: Collection[TournamentStage],
    *,
    taking_part: bool = False,
    to_join: bool = False,
) -> Tournament:
    """Return the named tournament, else the only possible one.

    The only one of the channel is taken, even if other channels have others. If none is at these stages, it is an
    unfinished one or the one that ended last, whose step then refuses by its name.

    :param text: its number or its title, or a choice as it was shown.
    :param stages: its possible stages; a named one may be at another if no other has the name.
    :param taking_part: only those in which the person takes part.
    :param to_join: only those that people may sign up for now.
    :raises TableError: if there is none, or several.
    """
    if text is not None and text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS:
        return await load_tournament(request, int(text))
    own = request.user_id if taking_part else None
    found = await newest_of(request.services, request.guild_id, stages if text is None else tuple(TournamentStage), own)
    if text is not None:
        live = [one for one in found if one.stage.is_live]
        names, channel = (
            await parts_of_names(request.services, request.guild_id, found, request.words),
            request.services.channels.name,
        )
        found = tuple(one for one in found if is_meant(text, names[one.id], channel, stage_text(one, request.words)))
        if not found:  # an evening of a club night, whose title adds the day
            found = tuple(one for one in live if one.title.casefold().startswith(f"{text.strip().casefold()} · "))
        found = tuple(one for one in found if one.stage in stages) or found[:1]
    elif to_join:
        found = tuple(filter(can_join, found))
    if text is None and not found:
        others = await newest_of(request.services, request.guild_id, tuple(TournamentStage))
        if any(one.stage.is_live for one in others):
            if taking_part:
                raise TableError("tournament.refusal.not_signed")
        elif to_join:
            await _require_not_coming(request, text)
        others = _of_channel(others, request.channel_id)
        ended = sorted((one for one in others if one.ended_at), key=lambda one: one.ended_at or 0.0)
        found = tuple(one for one in others if one.stage.is_live) or tuple(ended[-1:])
    if text is None and len(found) > 1:
        found = _of_channel(found, request.channel_id)
    if not found:
        await _require_not_coming(request, text)
        raise UnknownTournament
    if len(found) > 1:
        raise TableError("tournament.refusal.which", command="tournament view")
    return await load_tournament(request, found[0].id)


async def _require_not_coming(request: Request, text: str | None) -> None:
    """Refuse the next evening of a club night before it is announced.

    :param text: what was typed; None means the first evening.
    :raises TableError: saying when sign-up opens.
    """
    coming = await request.services.of(LeagueCalls).coming(request.guild_id, request.words)
    meant = [(at, name) for name, at in coming.items() if (text or name).strip().casefold().startswith(name.casefold())]
    if meant:
        at, name = min(meant)
        raise TableError("tournament.refusal.coming", name=name, time=timestamp(at, "f"), command="club-nights")


def _of_channel(found: tuple[Tournament, ...], channel_id: int) -> tuple[Tournament, ...]:
    """Return those of the channel, or all if it has none."""
    return tuple(one for one in found if one.channel_id == channel_id) or found


async def shown_tournament(request: Request, text: str | None) -> Message:
    """Return the named tournament, else the running, the unfinished or the only one, or the list of several.

    :raises TableError: if there is none of the name.
    """
    if text is not None:
        return await _view(request, await tournament_needed(request, text, tuple(TournamentStage)))
    found = await newest_of(request.services, request.guild_id, tuple(TournamentStage))
    running = [one for one in found if one.stage is TournamentStage.RUNNING]
    live = [one for one in found if one.stage.is_live]
    here = [one for one in running if one.channel_id == request.channel_id]
    alone = next((one[0] for one in (here, running, live, found) if len(one) == 1), None)
    if not found:
        await _require_not_coming(request, None)
    return await (tournaments_page(request, 0) if alone is None else _view(request, alone))


async def _view(request: Request, tournament: Tournament) -> Message:
    """Return a tournament as one person sees it, with the way to the list of all."""
    found = await load_tournament(request, tournament.id)
    shown = tournament_message(found, await names_in(request, found), request.reader)
    everything = Button(ClickAddress(TournamentClick.LIST), request.words("tournament.button.list"))
    return replace(shown, rows=(*shown.rows, (everything,)))


async def names_in(request: Request, tournament: Tournament) -> dict[int, str]:
    """Return the names of hosts and participants, by user id."""
    return await request.services.database.run_read(lambda tx: tournaments.names(tx, tournament))


def require_organiser(request: Request) -> None:
    """Refuse a person who may not create tournaments.

    :raises TableError: if the person is no moderator.
    """
    if not request.person.moderator:
        raise TableError("tournament.refusal.managers", permission=request.words("permission.manage_guild"))


async def may_create(request: Request) -> bool:
    """Return True if a person may create tournaments: moderators, and once a host to whom one was handed over."""
    if request.person.moderator:
        return True
    async with request.services.database.read() as tx:
        hosted = (await tournaments.roles_of(tx, request.guild_id, request.user_id))["host"]
        last = await tournaments.load(tx, request.guild_id, hosted[-1]) if hosted else None
        if last is None or last.stage.is_live:
            return False
        entries = await audit_log.host_actions(tx, request.guild_id, last.id, 0)
    handed = (one for one in entries if one.about["what"] in (HostAction.HAND_OVER, HostAction.HOST_GONE))
    return any(request.user_id in one.people for one in handed)


def can_join(tournament: Tournament) -> bool:
    """Return True if people may sign up themselves now."""
    is_running = tournament.stage is TournamentStage.RUNNING
    return tournament.stage is TournamentStage.OPEN or (is_running and kind_of(tournament).walks_in)


def require_stage(tournament: Tournament, stage: TournamentStage) -> None:
    """Refuse an action at a wrong stage.

    :raises TableError: if the tournament is at another stage.
    """
    if tournament.stage is not stage:
        raise refusal_now(tournament)


def require_live(tournament: Tournament) -> None:
    """Refuse an action after the end.

    :raises TableError: if the tournament is over or cancelled.
    """
    if not tournament.stage.is_live:
        raise refusal_now(tournament)


def refusal_now(tournament: Tournament) -> TableError:
    """Return the refusal that names the tournament, its stage, and what can be done."""
    return TableError(
        f"tournament.refusal.now.{tournament.stage}", name=tournament.title, command="tournament-host result"
    )


def require_not_paused(tournament: Tournament) -> None:
    """Refuse an action in a pause.

    :raises TableError: if the tournament is paused.
    """
    if tournament.is_paused:
        raise TableError("tournament.refusal.paused")


def require_begun(tournament: Tournament) -> None:
    """Refuse an action before the start of a tournament.

    :raises TableError: if it has not begun, or was cancelled.
    """
    if tournament.stage is not TournamentStage.OVER:
        require_stage(tournament, TournamentStage.RUNNING)


async def change_tournament(
    request: Request,
    tournament_id: int,
    step: Callable[[Tournament, float], TournamentStep | Tournament],
    *,
    leaving: bool = False,
) -> Change[Tournament]:
    """Take a person's step in a tournament of their server.

    :param step: a function of the tournament and the time.
    :param leaving: whether the person withdraws, which people may do whom moderators keep out.
    :raises TableError: if there is none, or moderators keep the person out, or the step refuses.
    """
    if not leaving:
        await request.require_admitted()

    def here(tournament: Tournament, now: float) -> TournamentStep | Tournament:
        if tournament.guild_id != request.guild_id:
            raise UnknownTournament
        return step(tournament, now)

    return await request.services.of(Tournaments).apply(tournament_id, here)


async def name_person(request: Request, tx: Transaction, _tournament: Tournament) -> None:
    """Save the name of the person with their step."""
    await people.name(tx, request.guild_id, {request.user_id: request.person.name})


def done_text(request: Request, key: str, tournament: Tournament) -> str:
    """Return the confirmation of an action on a tournament."""
    return request.words(key, title=bold(tournament.title))


@on(TournamentClick.VIEW)
async def _choose_tournament(click: Click) -> None:
    """Show the chosen tournament."""
    tournament = await load_tournament(click, parse_number(click.value, MAX_DIGITS))
    await click.reply.show(await _view(click, tournament))


@on(TournamentClick.PAGE)
async def _turn_tournament(click: Click) -> None:
    """Show a page of pairings or standings."""
    tournament = await clicked_tournament(click)
    if not tournament.pairings:
        raise refusal_now(tournament)
    number = min(parse_page(click.address.rest), _MOST_PAGES)
    names, results = await names_in(click, tournament), await results_in(click, tournament)
    await click.reply.show(tournament_page(tournament, names, results, number, click.reader))


@on(TournamentClick.LIST)
async def _turn_tournaments(click: Click) -> None:
    page = min(parse_page(click.address.rest), _MOST_PAGES)
    await click.reply.show(await tournaments_page(click, page))


@on(TournamentClick.CROSSTABLE)
async def _show_overview(click: Click) -> None:
    """Show the bracket or the crosstables; a page replaces the one before."""
    tournament, rest = await clicked_tournament(click), click.address.rest
    if overview_button(tournament, click.words) is None:
        raise TableError("error.button_unknown") if tournament.pairings else refusal_now(tournament)
    number = min(parse_page(rest), _MOST_PAGES) if rest else None
    names, results = await names_in(click, tournament), await results_in(click, tournament)
    message = overview_message(tournament, names, results, number, click.reader)
    await (click.reply.show(message) if rest else click.reply.whisper(message))


@on(TournamentClick.FILES)
async def _export_tournament(click: Click) -> None:
    tournament = await clicked_tournament(click)
    names, results = await names_in(click, tournament), await results_in(click, tournament)
    await click.reply.whisper(files_message(tournament, names, results, click.words))


COMPLETES: Final = {
    "tournament.refusal.now.{}": TournamentStage,
}

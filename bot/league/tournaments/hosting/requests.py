"""Actions of tournament hosts, co-hosts and moderators."""

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple, Self

from bot.league.changes import LeagueCalls
from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.formats.kinds import current_round, kind_of
from bot.league.tournaments.hosting.messages import AskedResult, confirm_result
from bot.league.tournaments.hosting.questions import (
    ASKED,
    confirm_tournament,
    host_menu,
    last_round,
    started_text,
    still_ahead,
    still_claimed,
    still_in_play,
    still_waiting,
    undo_details,
)
from bot.league.tournaments.live import Saving, TournamentStep
from bot.league.tournaments.progress.clock import plan_close_round, waiting_at_tables
from bot.league.tournaments.progress.rounds import (
    EnteredResult,
    outcome_token,
    plan_cancel,
)
from bot.league.tournaments.progress.saving import load_for_step
from bot.league.tournaments.progress.starting import TeamsIncomplete, WrongNumber, plan_start
from bot.league.tournaments.progress.undoing import NothingToUndo, Undo, plan_undo
from bot.league.tournaments.requests import (
    MAX_DIGITS,
    change_tournament,
    clicked_id,
    clicked_tournament,
    done_text,
    load_tournament,
    may_create,
    name_person,
    names_in,
    parts_of_names,
    require_begun,
    require_live,
    require_not_paused,
    require_stage,
    results_in,
    tournament_needed,
)
from bot.league.tournaments.results.claims import is_open
from bot.league.tournaments.results.entering import (
    HostStep,
    enter_results,
    places_in_order,
    require_enterable,
)
from bot.league.tournaments.showing.names import plain_team_names, thread_name
from bot.locales import Words
from bot.messages.parts.message import Message
from bot.messages.parts.people import as_choice, called, told_apart
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.requests.services import Services
from bot.tables.errors import TableError
from storage.database import Transaction
from storage.league import audit_log, people, result_claims, tournaments
from storage.league.audit_log import AuditAction, AuditEntry, HostAction
from storage.league.tournament_values import (
    Pairing,
    PairingState,
    Tournament,
    TournamentStage,
)

_ENDED: Final = 3
"""The number of finished tournaments whose results a list offers for correction."""


def action_entry(request: Request, tournament: Tournament, action: HostAction, about: Mapping[str, Any]) -> AuditEntry:
    """Return a host's action for the audit log; the tournament's channel shows it, too."""
    details = {"tournament": tournament.id, "title": tournament.title, "what": action.value, **about}
    now = request.services.now()
    return AuditEntry(0, request.guild_id, now, request.user_id, AuditAction.TOURNAMENT, about=details)


def undo_needed(tournament: Tournament, now: float) -> Undo:
    """Return the effect of undoing the last step.

    :raises TableError: if there is nothing to undo.
    """
    require_begun(tournament)
    require_not_paused(tournament)
    try:
        return plan_undo(tournament, now)
    except NothingToUndo as error:
        raise TableError("tournament.refusal.undo", command="tournament-host result") from error


async def named_pairings(services: Services, guild_id: int, w: Words) -> dict[str, str]:
    """Return the pairings of current and recent tournaments, open first: their values by names that differ."""
    found: list[tuple[Tournament, Pairing, dict[int, str]]] = []
    async with services.database.read() as tx:
        running = await tournaments.page(tx, guild_id, stages=[TournamentStage.RUNNING])
        over = await tournaments.page(tx, guild_id, stages=[TournamentStage.OVER], count=_ENDED)
        for tournament in (await tournaments.load_all(tx, guild_id, [one.id for one in (*running, *over)])).values():
            names = await tournaments.names(tx, tournament)
            found += [(tournament, one, names) for one in tournament.pairings if len(one.sides) > 1]
    found.sort(key=lambda one: (one[1].state is not PairingState.OPEN, -one[1].round, one[1].id))
    titles = told_apart(await parts_of_names(services, guild_id, [one for one, _, _ in found], w))
    return {
        thread_name(replace(one, title=titles[one.id]), pairing, names, w): str(PairingKey(one.id, pairing.id))
        for one, pairing, names in found
    }


class PairingKey(NamedTuple):
    """A pairing of a tournament as a command option."""

    tournament_id: int
    pairing_id: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the values of a command.

        :raises TableError: if it names no pairing.
        """
        number, _, pairing_id = text.partition("/")
        if not (number.isdecimal() and pairing_id.isdecimal() and len(text) <= 2 * MAX_DIGITS):
            raise TableError("tournament.refusal.pairing")
        return cls(int(number), int(pairing_id))

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.pairing_id}"


_DRAW: Final = "draw"
"""The value of a draw, where a command asks for the winner."""

_MENTION: Final = re.compile(r"<@!?(\d{1,20})>")


def winner_choices(tournament: Tournament, pairing: Pairing, names: Mapping[int, str], w: Words) -> dict[str, str]:
    """Return the results that a command offers: a side, a draw where the format allows it, a walkover for a side.

    At a table of more than two sides they have their numbers.
    """
    plain, numbered = plain_team_names(tournament, names, w), len(pairing.teams) > 2
    found = {
        f"team:{team}": f"{number} {plain[team]}" if numbered else plain[team]
        for number, team in enumerate(pairing.teams, 1)
    }
    if not kind_of(tournament).needs_winner(tournament, pairing):
        found[_DRAW] = w("tournament.outcome.draw", names="")
    return found | {f"walkover:{team}": w("tournament.outcome.walkover", names=plain[team]) for team in pairing.teams}


def read_result(tournament: Tournament, pairing: Pairing, text: str, choices: Mapping[str, str]) -> EnteredResult:
    """Return the result that a command enters.

    :param text: a value or a name of the choices, a mention of a player, or an order; see `places_in_order`.
    :raises TableError: if it is no side of the pairing, or the sides have equal names.
    """
    typed = text.strip().casefold()
    if places := places_in_order(len(pairing.sides), typed):
        return EnteredResult(pairing, places)
    mention = _MENTION.fullmatch(typed)
    own = None if mention is None else tournament.participant(int(mention[1]))
    value = typed if own is None else f"team:{pairing.side_of(own.team)}"
    named = [(key, name.casefold(), f"{number} ") for number, (key, name) in enumerate(choices.items(), 1)]
    found = [key for key, name, number in named if value in (key, name, name.removeprefix(number))]
    what, _, team = found[0].partition(":") if len(found) == 1 else (typed, "", "")
    if not team and what != _DRAW:
        raise TableError("tournament.refusal.not_in_pairing")
    return EnteredResult.won(pairing, int(team) if team else None, played=what != "walkover")


async def choices_of_winner(services: Services, guild_id: int, key: PairingKey, w: Words) -> dict[str, str]:
    """Return the `winner_choices` of a chosen pairing; none if it does not exist."""
    async with services.database.read() as tx:
        tournament = await tournaments.load(tx, guild_id, key.tournament_id)
        names = {} if tournament is None else await tournaments.names(tx, tournament)
    pairings = () if tournament is None else tournament.pairings
    one = next((one for one in pairings if one.id == key.pairing_id and len(one.sides) > 1), None)
    return {} if tournament is None or one is None else winner_choices(tournament, one, names, w)


async def ask_result(request: Request, chosen: str, winner: str) -> None:
    """Ask before a new result replaces the current one.

    :param chosen: the pairing as `named_pairings` has it, by value or name.
    :param winner: see `read_result`.
    :raises TableError: if the person may not, or the winner is not of this pairing.
    """
    shown = await named_pairings(request.services, request.guild_id, request.words)
    if not shown:
        require_begun(await tournament_needed(request, None, (TournamentStage.RUNNING, TournamentStage.OVER)))
    key = PairingKey.parse({as_choice(name): value for name, value in shown.items()}.get(chosen.strip(), chosen))
    tournament = await load_tournament(request, key.tournament_id)
    require_begun(tournament)
    one = _pairing(tournament, key.pairing_id)
    require_host(request, tournament)
    names, results = await names_in(request, tournament), await results_in(request, tournament)
    entered = read_result(tournament, one, winner, winner_choices(tournament, one, names, request.words))
    require_enterable(tournament, entered)
    await request.reply.whisper(confirm_result(tournament, entered, names, results, request.reader))


async def confirm_first(request: Request, tournament: Tournament, what: str) -> None:
    """Ask before one of the actions in `ASKED`.

    :raises TableError: if the person may not.
    """
    if what != "withdraw":
        require_host(request, tournament, alone=what == "cancel")
    if what in ("withdraw", "cancel"):
        require_live(tournament)
    own = tournament.participant(request.user_id)
    if what == "withdraw" and (own is None or own.withdrawn):
        raise TableError("tournament.refusal.withdrawn" if own else "tournament.refusal.not_signed")
    w, number = request.words, current_round(tournament)
    details: tuple[str, ...] = ()
    async with request.services.database.read() as tx:
        tournament = await load_for_step(tx, tournament.id) or tournament
    if what == "close":
        require_stage(tournament, TournamentStage.RUNNING)
        require_not_paused(tournament)
        claims = await request.services.database.run_read(lambda tx: result_claims.load_unfinished(tx, tournament.id))
        names = await names_in(request, tournament)
        in_play, waiting = tournament.around.in_play, waiting_at_tables(tournament, request.services.now())
        running = [one for one in tournament.open_pairings if one.id in in_play and one.round == number]
        asked = {one.pairing_id for one in claims if is_open(tournament, one)} - in_play
        claimed = [one for one in tournament.open_pairings if one.id in asked and one.round <= number]
        now = request.services.now()
        closed = await asyncio.to_thread(plan_close_round, tournament, number, now, (), waiting)
        details = last_round(tournament, closed, w)
        details += still_in_play(tournament, running, names, w) + still_waiting(tournament, waiting, names, w)
        details += still_claimed(tournament, claimed, names, w) + still_ahead(tournament, waiting, names, w)
    elif what == "undo":
        number = tournament.revision
        undo = undo_needed(tournament, request.services.now())
        details = undo_details(tournament, undo, await names_in(request, tournament), w)
    await request.reply.whisper(confirm_tournament(tournament, what, number, request.reader, details))


def _pairing(tournament: Tournament, pairing_id: int) -> Pairing:
    found = next((one for one in tournament.pairings if one.id == pairing_id and len(one.sides) > 1), None)
    if found is None:
        raise TableError("tournament.refusal.pairing")
    return found


async def take_step(
    request: Request,
    tournament_id: int,
    step: Callable[[Tournament, float], HostStep],
    *,
    allow: Callable[[Tournament], None] | None = None,
    also: tuple[Saving, ...] = (),
) -> Tournament:
    """Take a step in a tournament and write it to the audit log; return the tournament after it.

    :param step: a function of the tournament and the time.
    :param allow: raises an error if the person may not; hosts may by default.
    :param also: see `TournamentStep`.
    """

    def taken(tournament: Tournament, now: float) -> TournamentStep:
        (allow or partial(require_host, request))(tournament)
        found = step(tournament, now)
        return TournamentStep(found.after, (*also, partial(name_person, request), partial(_log_step, request, found)))

    after = (await change_tournament(request, tournament_id, taken)).after
    request.services.of(LeagueCalls).logged(request.guild_id)
    return after


async def _log_step(request: Request, taken: HostStep, tx: Transaction, tournament: Tournament) -> None:
    entry = action_entry(request, tournament, taken.action, {})
    for about in (taken.about, *taken.further):
        await audit_log.add(tx, replace(entry, about={**entry.about, **about}))


def require_host(request: Request, tournament: Tournament, *, alone: bool = False) -> None:
    """Refuse an action to all but hosts and moderators.

    :param alone: whether co-hosts may not.
    :raises TableError: naming those who may.
    """
    hosts = (tournament.host_id,) if alone else (tournament.host_id, *tournament.co_hosts)
    if request.user_id not in hosts and not request.person.moderator:
        named = [f"<@{one}>" if one > 0 else called({}, one, request.words) for one in hosts]
        raise TableError("tournament.refusal.only_host", names=request.words.list(named))


async def clicked_name(click: Click) -> str:
    """Return the name of the person in an address."""
    names = await click.services.database.run_read(lambda tx: people.names(tx, click.guild_id, [click.address.number]))
    return called(names, click.address.number, click.words)


@on(TournamentClick.HOST)
async def _show_host_menu(click: Click) -> None:
    tournament = await clicked_tournament(click)
    require_host(click, tournament)
    names, now = await names_in(click, tournament), click.services.now()
    may_cancel = click.person.moderator or click.user_id == tournament.host_id
    may = {"may_cancel": may_cancel, "may_create": await may_create(click)}
    await click.reply.whisper(host_menu(tournament, names, click.reader, now, **may))


@on(TournamentClick.ASK)
async def _ask_tournament(click: Click) -> None:
    if click.address.rest not in ASKED:
        raise TableError("error.button_unknown")
    tournament = await clicked_tournament(click)
    await confirm_first(click, tournament, click.address.rest)


@on(TournamentClick.START)
async def _start_tournament(click: Click) -> None:
    """Draw the teams and make the first pairings."""

    def plan(tournament: Tournament, now: float) -> HostStep:
        require_stage(tournament, TournamentStage.OPEN)
        try:
            started = plan_start(tournament, click.services.chance.lots, now, tournament.around.skills)
            return HostStep(started, HostAction.START)
        except WrongNumber as error:
            raise TableError("tournament.refusal.number", count=error.lacking) from error
        except TeamsIncomplete as error:
            raise TableError("tournament.refusal.teams") from error

    before = await clicked_tournament(click)
    tournament = await take_step(click, before.id, plan)
    await click.reply.whisper(started_text(tournament, before.rounds, click.words))


@on(TournamentClick.CLOSE)
async def _close_round(click: Click) -> None:
    """Close all rounds up to the one of the question, or end an arena."""

    def plan(tournament: Tournament, now: float) -> HostStep:
        number = click.address.number
        require_stage(tournament, TournamentStage.RUNNING)
        require_not_paused(tournament)
        if current_round(tournament) != number and not kind_of(tournament).is_timed:
            raise TableError("tournament.refusal.other_round", round=current_round(tournament))
        waiting = waiting_at_tables(tournament, now)
        closed = plan_close_round(tournament, number, now, tournament.around.in_play, waiting)
        action = HostAction.END if kind_of(tournament).is_timed else HostAction.CLOSE
        return HostStep(closed, action, {"round": number})

    tournament = await take_step(click, clicked_id(click), plan)
    await click.reply.renew(Message(done_text(click, "tournament.closed", tournament)))


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


@on(TournamentClick.PAUSE)
async def _set_paused(click: Click) -> None:
    """Pause or resume a tournament."""
    paused = click.address.rest == "pause"

    def plan(tournament: Tournament, now: float) -> HostStep:
        return plan_pause(tournament, click.user_id, now) if paused else plan_resume(tournament, now)

    tournament = await take_step(click, clicked_id(click), plan)
    key = "tournament.host.paused" if paused else "tournament.host.resumed"
    await click.reply.renew(Message(done_text(click, key, tournament)))


@on(TournamentClick.CANCEL)
async def _cancel_tournament(click: Click) -> None:
    def plan(tournament: Tournament, now: float) -> HostStep:
        require_live(tournament)
        return HostStep(plan_cancel(tournament, now), HostAction.CANCEL)

    allow = partial(require_host, click, alone=True)
    tournament = await take_step(click, clicked_id(click), plan, allow=allow)
    await click.reply.renew(Message(done_text(click, "tournament.news.cancelled", tournament)))


@on(TournamentClick.UNDO)
async def _undo(click: Click) -> None:
    """Undo the last step, unless the tournament has changed since the question."""

    def plan(tournament: Tournament, now: float) -> HostStep:
        if tournament.revision != click.address.number:
            raise TableError("tournament.refusal.changed")
        undo = undo_needed(tournament, now)
        return HostStep(undo.after, HostAction(f"undo.{undo.step}"), {"round": undo.round})

    tournament = await take_step(click, clicked_id(click), plan)
    await click.reply.renew(Message(done_text(click, "tournament.undone", tournament)))


@on(TournamentClick.RESULT)
async def _set_result(click: Click) -> None:
    """Enter or correct a result as the host confirmed it, unless it has changed since the question."""
    asked = AskedResult.parse(click.address.rest)

    def plan(tournament: Tournament, now: float) -> HostStep:
        require_begun(tournament)
        one = _pairing(tournament, click.address.number)
        if outcome_token(one) != asked.before:
            raise TableError("tournament.refusal.changed")
        if len(asked.places) != len(one.sides) or 1 not in asked.places:
            raise TableError("error.button_unknown")
        return enter_results(tournament, [EnteredResult(one, asked.places)], now)

    tournament = await take_step(click, clicked_id(click), plan)
    await click.reply.renew(Message(done_text(click, "tournament.host.result", tournament)))

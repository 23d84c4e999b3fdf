"""Entering the results of several pairings at once, by their hosts."""

from bot.league.tournaments.clicks import TournamentClick
from bot.league.tournaments.formats.kinds import kind_of
from bot.league.tournaments.hosting.requests import require_host, take_step
from bot.league.tournaments.hosting.several_results import (
    choose_page,
    entered_message,
    pages,
    read_lines,
    refused_lines,
    result_in,
    results_form,
    unpacked,
)
from bot.league.tournaments.progress.rounds import EnteredResult
from bot.league.tournaments.requests import clicked_id, clicked_tournament, names_in, require_stage
from bot.league.tournaments.results.entering import HostStep, enter_results
from bot.messages.parts.addresses import parse_number
from bot.requests.handlers import on
from bot.requests.request import Click
from bot.tables.errors import TableError
from storage.league.tournament_values import Tournament, TournamentStage


def _require_enterable(tournament: Tournament) -> None:
    require_stage(tournament, TournamentStage.RUNNING)
    if kind_of(tournament).shares_deals:
        raise TableError("tournament.refusal.shared_deals")


@on(TournamentClick.RESULTS)
async def _ask_results(click: Click) -> None:
    """Open the form for open pairings, or again with what was typed; ask first which if there are many."""
    tournament = await clicked_tournament(click)
    require_host(click, tournament)
    _require_enterable(tournament)
    names, found = await names_in(click, tournament), pages(tournament)
    if click.address.rest:
        typed = unpacked(click.address.rest)
        again = [one for one in tournament.open_pairings if one.id in typed]
        if again:
            await click.reply.ask(results_form(tournament, again, names, click.reader, typed))
            return
    if not found:
        raise TableError("tournament.results.refusal.none", command="tournament-host result")
    if len(found) > 1 and not click.value:
        await click.reply.whisper(choose_page(tournament, names, click.reader))
        return
    page = found[min(parse_number(click.value) if click.value else 0, len(found) - 1)]
    await click.reply.ask(results_form(tournament, page, names, click.reader, {}))


@on(TournamentClick.ENTER)
async def _enter_results(click: Click) -> None:
    """Enter all results of the form, or none if a line is wrong."""
    before = await clicked_tournament(click)
    require_host(click, before)
    _require_enterable(before)
    names, lines = await names_in(click, before), read_lines(before, click.filled.texts)
    if not lines:
        raise TableError("tournament.results.refusal.empty")
    read: dict[int, EnteredResult] = {}
    refused: dict[int, TableError] = {}
    for line in lines:
        try:
            read[line.pairing_id] = result_in(before, line)
        except TableError as error:
            refused[line.pairing_id] = error
    answer = click.reply.show if click.address.number else click.reply.whisper
    if refused:
        await answer(refused_lines(before, lines, refused, names, click.reader))
        return

    def plan(tournament: Tournament, now: float) -> HostStep:
        _require_enterable(tournament)
        entered = [read[one.id]._replace(pairing=one) for one in tournament.open_pairings if one.id in read]
        if len(entered) < len(read):  # another host was faster
            raise TableError("tournament.results.refusal.changed")
        return enter_results(tournament, entered, now)

    after = await take_step(click, clicked_id(click), plan)
    await answer(entered_message(after, [*read.values()], names, click.reader))

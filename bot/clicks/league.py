"""The buttons of the league: standings, seasons, matches, statistics, changes by hand and tournaments."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import games
from bot.league.administration.amending import add_told, changed_tournament, find_result, take_record
from bot.league.administration.messages import name_of, reason_form, record_form
from bot.league.administration.requests import amend_and_tell, audit_log_page, merge_and_tell, tell_taken_in
from bot.league.entered_results import Recorded
from bot.league.names import called
from bot.league.players.history import Filters
from bot.league.players.requests import history_page, stats_page
from bot.league.players.statistics import StatsFilters
from bot.league.ratings.rating import of_season
from bot.league.seasons.messages import season_name, seasons_message
from bot.league.seasons.requests import close, delete, seasons_page
from bot.league.standings.messages import plot_message
from bot.league.standings.pages import plot_of
from bot.league.standings.requests import keep_standings, post_standings, standings_for
from bot.league.tournaments.entry import check_in, sign_up, withdraw
from bot.league.tournaments.hosting import (
    cancel_tournament,
    close_round,
    confirm_first,
    set_result,
    start_tournament,
    undo_step,
)
from bot.league.tournaments.messages import (
    ASKED,
    call_to_table,
    choose_pairing,
    choose_team,
    crosstable_message,
    files_message,
    started_text,
    tournament_message,
    tournament_page,
)
from bot.league.tournaments.requests import load_tournament, names_in, results_in, tournaments_page
from bot.league.tournaments.steps import seat_order
from bot.league.tournaments.tables import open_table, own_pairings
from bot.messages.parts.components import MAX_FORM_FIELDS, Kind, parse_page
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import bold, message_link
from bot.messages.welcome import opened_text
from bot.posts.discord_components import Chosen
from bot.posts.discord_errors import REQUEST_ERRORS
from bot.requests.handlers import on
from bot.requests.request import Click
from bot.requests.server_settings import require_league_manager
from bot.requests.values import parse_number
from bot.tables.errors import TableError
from bot.tables.state import Table
from storage.league.tournaments import Pairing, Tournament

# --- Standings --------------------------------------------------------------------------------------------------------


@on(Kind.STANDINGS)
async def _turn_standings(click: Click) -> None:
    await click.reply.show(await standings_for(click, click.address.rest, click.address.number))


@on(Kind.STANDINGS_OF)
async def _choose_standings(click: Click) -> None:
    await click.reply.show(await standings_for(click, click.value))


@on(Kind.STANDINGS_POST)
async def _post_standings(click: Click) -> None:
    await post_standings(click, click.address.rest, click.address.number)
    await click.reply.whisper(click.words("leaderboard.posted"))


@on(Kind.STANDINGS_KEEP)
async def _keep_standings(click: Click) -> None:
    await keep_standings(click, click.address.rest)
    await click.reply.whisper(click.words("leaderboard.is_kept"))


@on(Kind.STANDINGS_PLOT)
async def _show_plot(click: Click) -> None:
    plot = await plot_of(click, click.address.rest, click.address.number)
    await click.reply.show(plot_message(plot, click.reader))


# --- Seasons ----------------------------------------------------------------------------------------------------------


@on(Kind.SEASONS_PAGE)
async def _turn_seasons(click: Click) -> None:
    await click.reply.show(seasons_message(await seasons_page(click, click.address.number), click.reader))


@on(Kind.SEASON_CLOSE)
async def _close_season(click: Click) -> None:
    """Close a season and show the table that it ended with."""
    season = await close(click, click.address.number)
    await click.reply.show(await standings_for(click, of_season(season)))


@on(Kind.SEASON_DELETE)
async def _delete_season(click: Click) -> None:
    season = await delete(click, click.address.number)
    await click.reply.renew(Message(click.words("league.deleted", season=bold(season_name(season, click.words)))))


# --- Matches and statistics -------------------------------------------------------------------------------------------


@on(Kind.HISTORY)
async def _show_history(click: Click) -> None:
    await click.reply.show(await history_page(click, Filters.parse(click.address.rest)))


@on(Kind.HISTORY_GAME)
async def _history_of_game(click: Click) -> None:
    filters = replace(Filters.parse(click.address.rest), game=_chosen_game(click), page=0)
    await click.reply.show(await history_page(click, filters))


@on(Kind.STATS)
async def _show_stats(click: Click) -> None:
    await click.reply.show(await stats_page(click, StatsFilters.parse(click.address.rest)))


@on(Kind.STATS_GAME)
async def _stats_of_game(click: Click) -> None:
    await click.reply.show(
        await stats_page(click, replace(StatsFilters.parse(click.address.rest), game=_chosen_game(click)))
    )


def _chosen_game(click: Click) -> str:
    """The game that was chosen; "" for all."""
    return games.current_key(click.value) if click.value in games.TABLE_GAMES else ""


# --- Changes by hand --------------------------------------------------------------------------------------------------

_RECORD: Final = re.compile(r"([a-z_]+)/([1-9])/(\d(?:,\d)+)/(-?\d{1,6}(?:,-?\d{1,6})+)/([0-9a-f]{12})")
_LARGEST_ID: Final = 2**63 - 1


@on(Kind.AUDIT_LOG_PAGE)
async def _turn_audit_log(click: Click) -> None:
    require_league_manager(click)
    await click.reply.renew(await audit_log_page(click, parse_page(click.address.rest)))


@on(Kind.CHOOSE_RESULT)
async def _choose_result(click: Click) -> None:
    require_league_manager(click)
    found, void = await find_result(click, f"#{_parse_id(click.value)}"), click.address.rest == "void"
    note = await changed_tournament(click, found.id, void=void)
    await click.reply.ask(reason_form(found.id, name_of(found), click.words, void=void, note=note))


@on(Kind.AMEND)
async def _amend(click: Click) -> None:
    require_league_manager(click)
    what, _, number = click.address.rest.partition("/")
    if what not in ("void", "restore"):
        raise TableError("error.button_unknown")
    reason = click.filled.texts.get("reason", "")
    await amend_and_tell(click, _parse_id(number), reason, void=what == "void")


@on(Kind.ADD_GAME)
async def _add_game(click: Click) -> None:
    require_league_manager(click)
    if click.address.rest not in games.TABLE_GAMES:
        raise TableError("error.button_unknown")
    groups = [group for group in _people_by_field(click) if group]
    await tell_taken_in(click, await add_told(click, click.address.rest, click.address.number, groups))


@on(Kind.ASK_RECORD)
async def _ask_record(click: Click) -> None:
    require_league_manager(click)
    await click.reply.ask(record_form(_recorded(click), click.address.number, click.words))


@on(Kind.TAKE_RECORD)
async def _take_record(click: Click) -> None:
    require_league_manager(click)
    recorded = _recorded(click)
    sides = _people_by_field(click)[: len(recorded.places)]
    await tell_taken_in(click, await take_record(click, recorded, click.address.number, sides))


@on(Kind.MERGE)
async def _merge(click: Click) -> None:
    require_league_manager(click)
    old, _, new = click.address.rest.partition("/")
    await merge_and_tell(click, _parse_id(old), _parse_id(new))


def _parse_id(text: str) -> int:
    """The id that a text is.

    :raises TableError: if it is none.
    """
    found = parse_number(text, len(str(_LARGEST_ID)))
    if found > _LARGEST_ID:
        raise TableError("error.button_unknown")
    return found


def _people_by_field(click: Click) -> list[tuple[Chosen, ...]]:
    """The people in the fields of a form, field by field."""
    return [click.filled.people.get(f"place{place}", ()) for place in range(1, MAX_FORM_FIELDS + 1)]


def _recorded(click: Click) -> Recorded:
    """What the address says of a recorded match.

    :raises TableError: if that is impossible, as in a forged address.
    """
    found = _RECORD.fullmatch(click.address.rest)
    if found is None or found[1] not in games.TABLE_GAMES:
        raise TableError("error.button_unknown")
    places, scores = (tuple(map(int, found[part].split(","))) for part in (3, 4))
    if len(places) != len(scores) or len(places) > MAX_FORM_FIELDS:
        raise TableError("error.button_unknown")
    return Recorded(found[1], int(found[2]), places, scores, found[5])


# --- Tournaments ------------------------------------------------------------------------------------------------------

logger = logging.getLogger(__name__)

_DIGITS: Final = 18
_MOST_PAGES: Final = 1000


@on(Kind.TOURNAMENT)
async def _choose_tournament(click: Click) -> None:
    """Show one of the tournaments."""
    tournament = await load_tournament(click, click.value)
    await click.reply.show(tournament_message(tournament, await names_in(click, tournament), click.reader))


@on(Kind.TOURNAMENT_PAGE)
async def _turn_tournament(click: Click) -> None:
    """Show a page of the standings and pairings."""
    tournament = await load_tournament(click, click.match_id)
    if not tournament.pairings:
        raise TableError("tournament.refusal.now.open")
    number = min(parse_page(click.address.rest), _MOST_PAGES)
    names, results = await names_in(click, tournament), await results_in(click, tournament)
    await click.reply.show(tournament_page(tournament, names, results, number, click.reader))


@on(Kind.TOURNAMENT_LIST)
async def _turn_tournaments(click: Click) -> None:
    page = min(parse_page(click.address.rest), _MOST_PAGES)
    await click.reply.show(await tournaments_page(click, page))


@on(Kind.TOURNAMENT_CROSSTABLE)
async def _show_crosstable(click: Click) -> None:
    tournament = await load_tournament(click, click.match_id)
    names, results = await names_in(click, tournament), await results_in(click, tournament)
    await click.reply.whisper(crosstable_message(tournament, names, results, click.reader))


@on(Kind.TOURNAMENT_FILES)
async def _export_tournament(click: Click) -> None:
    tournament = await load_tournament(click, click.match_id)
    names, results = await names_in(click, tournament), await results_in(click, tournament)
    await click.reply.whisper(files_message(tournament, names, results, click.words))


@on(Kind.TOURNAMENT_SIGN)
async def _sign_up(click: Click) -> None:
    await _reply_done(click, "tournament.signed_up", await sign_up(click, click.match_id))


@on(Kind.TOURNAMENT_CHECK_IN)
async def _check_in(click: Click) -> None:
    await _reply_done(click, "tournament.checked_in", await check_in(click, click.match_id))


@on(Kind.TOURNAMENT_TEAMS)
async def _choose_team(click: Click) -> None:
    tournament = await load_tournament(click, click.match_id)
    await click.reply.whisper(choose_team(tournament, await names_in(click, tournament), click.reader))


@on(Kind.TOURNAMENT_TEAM)
async def _join_team(click: Click) -> None:
    tournament = await sign_up(click, click.match_id, parse_number(click.value))
    await click.reply.renew(Message(_done_text(click, "tournament.signed_up", tournament)))


@on(Kind.TOURNAMENT_ASK)
async def _ask_tournament(click: Click) -> None:
    if click.address.rest not in ASKED:
        raise TableError("error.button_unknown")
    tournament = await load_tournament(click, click.match_id)
    await confirm_first(click, tournament, click.address.rest)


@on(Kind.TOURNAMENT_WITHDRAW)
async def _withdraw(click: Click) -> None:
    tournament = await withdraw(click, click.match_id)
    await click.reply.renew(Message(_done_text(click, "tournament.withdrawn", tournament)))


@on(Kind.TOURNAMENT_CLOSE)
async def _close_round(click: Click) -> None:
    tournament = await close_round(click, click.match_id, click.address.number)
    await click.reply.renew(Message(_done_text(click, "tournament.closed", tournament)))


@on(Kind.TOURNAMENT_CANCEL)
async def _cancel_tournament(click: Click) -> None:
    tournament = await cancel_tournament(click, click.match_id)
    await click.reply.renew(Message(_done_text(click, "tournament.is_cancelled", tournament)))


@on(Kind.TOURNAMENT_UNDO)
async def _undo(click: Click) -> None:
    tournament = await undo_step(click, click.match_id, click.address.number)
    await click.reply.renew(Message(_done_text(click, "tournament.undone", tournament)))


@on(Kind.TOURNAMENT_RESULT)
async def _set_result(click: Click) -> None:
    tournament, played = await set_result(click, click.match_id, click.address.number, click.address.rest)
    key = "tournament.host.result" if played else "tournament.host.walkover"
    await click.reply.renew(Message(_done_text(click, key, tournament)))


@on(Kind.TOURNAMENT_START)
async def _start_tournament(click: Click) -> None:
    tournament = await start_tournament(click, click.match_id)
    await click.reply.whisper(started_text(tournament, click.words))


@on(Kind.TOURNAMENT_TABLE)
async def _open_table(click: Click) -> None:
    """Open a table for a pairing of the person who clicked and call the others; ask for which if there are several."""
    tournament = await load_tournament(click, click.match_id)
    own, found = own_pairings(tournament, click.user_id)
    if click.value:
        wanted = parse_number(click.value, _DIGITS)
        found = tuple(one for one in found if one.id == wanted)
        if not found:
            raise TableError("tournament.refusal.played")
    elif len(found) > 1:
        names = await names_in(click, tournament)
        await click.reply.whisper(choose_pairing(tournament, found, own, names, click.reader))
        return
    await _open_for(click, tournament, found[0])


async def _open_for(click: Click, tournament: Tournament, pairing: Pairing) -> None:
    table = await open_table(click, tournament, pairing)
    said = Message(opened_text(table, click.channel_id, click.words))
    await (click.reply.renew(said) if click.value else click.reply.whisper(said))
    try:
        await _call_to_table(click, tournament, pairing, table)
    except REQUEST_ERRORS as error:
        logger.warning("people could not be called to their table: %s", error)


async def _call_to_table(click: Click, tournament: Tournament, pairing: Pairing, table: Table) -> None:
    """Call the others where the table is, each as they want it: by a mention, in a direct message or not at all."""
    preferences, stored = click.services.preferences, table.stored
    names, members = await names_in(click, tournament), tournament.teams
    sides = [[one.user_id for one in members[team]] for team in pairing.teams]
    others = [one for one in seat_order(tournament.game, sides) if one > 0 and one != click.user_id]
    notices = {one: (await preferences.player(click.guild_id, one)).notice for one in others}
    board = message_link(stored.guild_id, stored.channel_id, stored.board_id)

    def call(people: Mapping[int, str], reader: Reader) -> Message:
        return call_to_table(tournament, pairing, click.person.name, people, board, reader)

    everybody = {one: "" if notice == "mention" else called(names, one, click.words) for one, notice in notices.items()}
    await click.services.channels.send(stored.channel_id, call(everybody, preferences.table_reader(table)))
    for one in (one for one, notice in notices.items() if notice == "dm"):
        own = await preferences.reader_for(click.guild_id, one, stored.locale)
        await click.services.channels.direct(one, call({one: called(names, one, own.words)}, own))


def _done_text(click: Click, key: str, tournament: Tournament) -> str:
    return click.words(key, title=bold(tournament.title))


async def _reply_done(click: Click, key: str, tournament: Tournament) -> None:
    await click.reply.whisper(_done_text(click, key, tournament))

"""Messages and steps shared by commands, clicks and forms of managers."""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import Final

import games
from bot.league.administration import amending
from bot.league.administration.amending import (
    add_entered_games,
    effect_on_tournament,
    find_result,
    import_results,
    merge_to_undo,
    mergeable,
    note_export,
    take_record,
    undoable,
)
from bot.league.administration.audit_log import LINES, AuditNames, audit_log_message, change_message
from bot.league.administration.clicks import ModeratorClick
from bot.league.administration.messages import (
    GAMES_FIELD,
    Amendment,
    MergedAccounts,
    amended,
    ask_merge,
    ask_unmerge,
    bad_line,
    choose_result,
    export_message,
    merged,
    parse_recorded,
    parse_stored_id,
    read_games,
    reason_form,
    record_form,
    record_message,
    result_message,
    stored_id,
    taken_in,
    unmerge_button,
    working,
)
from bot.league.administration.posts import audit_names
from bot.league.entered_results import read_record
from bot.league.import_export import BadLine, export_league, names_in, read_lines
from bot.league.ratings.recomputing import Progress, Recomputing, RecomputingStage
from bot.messages.parts.components import MAX_FORM_FIELDS, Row, last_page, parse_page
from bot.messages.parts.message import Message
from bot.messages.parts.text import message_link
from bot.messages.results import name_of
from bot.posts.discord_components import Chosen
from bot.posts.discord_errors import REQUEST_ERRORS
from bot.requests.handlers import on
from bot.requests.limits import EXPORTS, FILES, RECORDS
from bot.requests.people.server_settings import require_manager
from bot.requests.people.sharing import server_reader
from bot.requests.request import Click, Request
from bot.requests.table.past_results import named_results
from bot.tables.errors import TableError
from games import GameError
from storage import matches
from storage.league import audit_log, leagues, pairing_tables, people
from storage.league.audit_log import AuditAction, AuditEntry
from storage.league.results import Result

logger = logging.getLogger(__name__)

LARGEST_FILE: Final = 2 * 1024 * 1024
"""The largest file in bytes; the command line imports larger ones."""

_LARGEST_RECORD: Final = 256 * 1024
_CHOICES: Final = 25
_RECORD: Final = "Boneyard record "
_MOST_PAGES: Final = 1_000_000


async def audit_log_page(request: Request, number: int) -> Message:
    """Return an audit log page, from 0, clamped to the last."""
    number = min(number, _MOST_PAGES)
    async with request.services.database.read() as tx:
        entries, total = await audit_log.page(tx, request.guild_id, first=number * LINES, count=LINES)
        if not entries and total:
            number = last_page(total, LINES)
            entries, total = await audit_log.page(tx, request.guild_id, first=number * LINES, count=LINES)
        names = await audit_names(tx, request.guild_id, entries, request.words)
    return audit_log_message(entries, names, number, total, request.reader)


async def results_to_amend(request: Request) -> Message:
    """Return a choice of the newest matches to void or restore."""
    found, names = await named_results(request.services, request.guild_id, _CHOICES)
    return choose_result(found, names, request.reader)


async def result_page(request: Request, result: Result) -> Message:
    """Return a match as it counts, with a button to void or restore it."""
    return result_message(result, await _names(request, result), request.words)


async def amend_and_report(request: Request, result_id: int, reason: str, *, void: bool) -> None:
    """Void or restore a result, confirm, and recompute the ratings."""
    if not reason:
        raise TableError("league.amend.no_reason")
    found = await amending.amend(request, result_id, reason, void=void)
    await report_and_compute(request, amended(found, await _names(request, found), reason, request.words))
    await _notify_players(request, found, AuditAction.VOID if void else AuditAction.RESTORE)


async def report_added_games(request: Request, added: Sequence[Result], action: AuditAction) -> None:
    """Confirm added games of the same people; recompute the ratings if due."""
    await report_and_compute(request, taken_in(added, await _names(request, added[0]), request.words))
    for result in added:
        await _notify_players(request, result, action)


async def _notify_players(request: Request, result: Result, action: AuditAction) -> None:
    """Tell the players of a changed match, and the channel of the weekly summary.

    A tournament's channel mentions its players itself.
    """
    services, guild_id, public = request.services, request.guild_id, await server_reader(request)
    others = [one for one in result.people if one > 0 and one != request.user_id]
    notices = {one: (await services.preferences.player(guild_id, one)).notice for one in others}
    async with services.database.read() as tx:
        in_tournament = await pairing_tables.of_counted(tx, result.id)
        called = await people.names(tx, guild_id, {*result.people, request.user_id})
        match = None if result.match_id is None else await matches.load(tx, result.match_id)
    entry = AuditEntry(0, guild_id, services.now(), request.user_id, action, "", result.id)
    names = AuditNames({request.user_id: request.person.name, **called}, {result.id: result}, {})
    link = "" if match is None else message_link(guild_id, match[0].channel_id, match[0].board_id)
    may_mention = partial(services.limits.quotas.may_mention, request.user_id)
    mentioned = [
        one for one, notice in notices.items() if notice == "mention" and not in_tournament and may_mention(one)
    ]
    await _post_summary_line(request, change_message(entry, names, mentioned, link, public))
    for one in (one for one, notice in notices.items() if notice == "dm" and may_mention(one)):
        own = await services.preferences.reader_for(guild_id, one, public.words.locale)
        await services.channels.direct(one, change_message(entry, names, (), link, own))


async def _post_summary_line(request: Request, line: Message) -> None:
    """Post a line in the channel of the weekly summary, if there is one."""
    services, guild_id = request.services, request.guild_id
    league = await services.database.run_read(lambda tx: leagues.load(tx, guild_id))
    try:
        if league.summary_channel_id is not None:
            await services.channels.send(league.summary_channel_id, line)
    except REQUEST_ERRORS as error:
        logger.warning("server %d: a change of the league could not be posted: %s", guild_id, error)


async def merge_asked(request: Request, old: int, new: int) -> Message:
    """Return the question before merging two accounts, or before undoing their merge.

    :raises TableError: if they cannot be merged.
    """
    done = await merge_to_undo(request, old, new)
    if done is not None:
        return await unmerge_asked(request, done.id)
    count = await request.services.database.run_read(lambda tx: mergeable(tx, request.guild_id, old, new))
    return ask_merge(old, new, count, request.reader)


async def merge_and_report(request: Request, old: int, new: int) -> None:
    """Merge two accounts, confirm, and recompute the ratings."""
    services, guild_id = request.services, request.guild_id
    called = await services.database.run_read(lambda tx: people.names(tx, guild_id, [old, new, request.user_id]))
    done, count = await amending.merge(request, old, new)
    head = merged(old, new, count, request.words)
    await report_and_compute(request, head, (unmerge_button(done, request.words),))
    about, public = {"from": old, "into": new}, await server_reader(request)
    entry = AuditEntry(0, guild_id, services.now(), request.user_id, AuditAction.MERGE, "", about=about)
    names = AuditNames({request.user_id: request.person.name, **called}, {}, {})
    wishes = await services.preferences.player(guild_id, new)
    may_mention = new != request.user_id and services.limits.quotas.may_mention(request.user_id, new)
    mentioned = [new] if wishes.notice == "mention" and may_mention else []
    await _post_summary_line(request, change_message(entry, names, mentioned, "", public))


async def unmerge_asked(request: Request, merge_id: int) -> Message:
    """Return the question before undoing a merge.

    :raises TableError: if it cannot be undone.
    """
    async with request.services.database.read() as tx:
        return ask_unmerge(await undoable(tx, request, merge_id), request.reader)


async def report_and_compute(request: Request, head: str, rows: tuple[Row, ...] = ()) -> None:
    """Confirm a change, and show the progress of the recomputation.

    :param rows: the buttons below.
    """
    w = request.words

    def progress_message(progress: Progress) -> Message:
        if progress.stage is RecomputingStage.RUNNING:
            said = w("league.recompute.running", done=progress.done, total=progress.total)
        else:
            said = w(f"league.recompute.{progress.stage.value}")
        return working(head, said, rows)

    async with request.services.database.read() as tx:
        due = (await leagues.load(tx, request.guild_id)).is_due
    if not due:
        await request.reply.show(progress_message(Progress(RecomputingStage.DONE)))
        return
    answer = await request.reply.show(working(head, w("league.recompute.begun"), rows))
    request.services.of(Recomputing).follow(request.guild_id, answer, progress_message)


async def import_file(request: Request, content: bytes, days_ago: int) -> Message | str:
    """Import a file of results, or ask for a record's players.

    :raises TableError: if nothing of the file can be imported.
    """
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise TableError("league.import.not_text") from None
    quota = RECORDS if text.startswith(_RECORD) else FILES
    with request.services.limits.quotas.one_at_a_time(quota, request.guild_id, "league.import.under_way"):
        if quota is RECORDS:
            return await _record(request, text, days_ago)
        return await _results(request, text)


async def _results(request: Request, text: str) -> Message | str:
    try:
        found = await asyncio.to_thread(read_lines, text, request.guild_id, request.services.now())
        names = await asyncio.to_thread(names_in, text, request.services.now())
    except BadLine as error:
        return Message(bad_line(error, request.words))
    taken, w = await import_results(request, found, names), request.words
    said = [w.count("league.import.done", taken.added)]
    if taken.known:
        said.append(w.count("league.import.known", taken.known))
    if taken.voided:
        said.append(w.count("league.import.voided", taken.voided))
    return " ".join(said)


async def _record(request: Request, text: str, days_ago: int) -> Message:
    if len(text) > _LARGEST_RECORD:
        raise TableError("league.record.unreadable")
    try:
        read = await asyncio.to_thread(read_record, text)
    except (GameError, ValueError):
        raise TableError("league.record.unreadable") from None
    if read is None:
        raise TableError("league.record.not_over")
    recorded, seed = read
    async with request.services.database.read() as tx:
        own = await matches.find_by_seed(tx, request.guild_id, seed)
        if own is not None:
            raise TableError("league.record.own", match=own)
        if await audit_log.contains(tx, request.guild_id, AuditAction.RECORD, "record", recorded.mark):
            raise TableError("league.record.known")
    return record_message(recorded, days_ago, request.reader)


async def export_files(request: Request) -> Message:
    """Return the league as files, and log the export.

    :raises TableError: if the league was exported too often.
    """
    with request.services.limits.quotas.one_at_a_time(EXPORTS, request.guild_id, "league.export.under_way"):
        throttle = request.services.of(Recomputing).throttle
        found = await export_league(request.services.database, request.guild_id, throttle)
        await note_export(request)
        # Packing takes a while where there are many results.
        return await asyncio.to_thread(
            export_message, found.json, found.csv, found.results_csv, request.words, due=found.due
        )


async def _names(request: Request, result: Result) -> dict[int, str]:
    return await request.services.database.run_read(lambda tx: people.names(tx, request.guild_id, result.people))


@on(ModeratorClick.AUDIT_LOG_PAGE)
async def _turn_audit_log(click: Click) -> None:
    require_manager(click)
    await click.reply.renew(await audit_log_page(click, parse_page(click.address.rest)))


@on(ModeratorClick.CHOOSE_RESULT)
async def _choose_result(click: Click) -> None:
    require_manager(click)
    found = await find_result(click, f"#{parse_stored_id(click.value)}")
    await click.reply.renew(await result_page(click, found))


@on(ModeratorClick.ASK_REASON)
async def _ask_reason(click: Click) -> None:
    require_manager(click)
    amendment = Amendment.parse(click.address.rest)
    found = await find_result(click, f"#{amendment.result_id}")
    note = await effect_on_tournament(click, found.id, void=amendment.void)
    await click.reply.ask(reason_form(amendment, name_of(found), click.words, note))


@on(ModeratorClick.AMEND)
async def _amend(click: Click) -> None:
    require_manager(click)
    amendment = Amendment.parse(click.address.rest)
    reason = click.filled.texts.get("reason", "")
    await amend_and_report(click, amendment.result_id, reason, void=amendment.void)


@on(ModeratorClick.ADD_GAME)
async def _add_game(click: Click) -> None:
    require_manager(click)
    if click.address.rest not in games.TABLE_GAMES:
        raise TableError("error.button_unknown")
    groups = [group for group in _people_by_field(click) if group]
    won = read_games(click.filled.texts.get(GAMES_FIELD, ""))
    added = await add_entered_games(click, click.address.rest, click.address.number, groups, won)
    await report_added_games(click, added, AuditAction.ADD)


@on(ModeratorClick.ASK_RECORD)
async def _ask_record(click: Click) -> None:
    require_manager(click)
    await click.reply.ask(record_form(parse_recorded(click.address.rest), click.address.number, click.words))


@on(ModeratorClick.TAKE_RECORD)
async def _take_record(click: Click) -> None:
    require_manager(click)
    recorded = parse_recorded(click.address.rest)
    sides = _people_by_field(click)[: len(recorded.places)]
    result = await take_record(click, recorded, click.address.number, sides)
    await report_added_games(click, [result], AuditAction.RECORD)


@on(ModeratorClick.MERGE)
async def _merge(click: Click) -> None:
    require_manager(click)
    await merge_and_report(click, *MergedAccounts.parse(click.address.rest))


@on(ModeratorClick.UNMERGE_ASK)
async def _ask_unmerge(click: Click) -> None:
    require_manager(click)
    await click.reply.whisper(await unmerge_asked(click, stored_id(click.address.number)))


@on(ModeratorClick.UNMERGE)
async def _undo_merge(click: Click) -> None:
    require_manager(click)
    one = await amending.undo_merge(click, stored_id(click.address.number))
    accounts = {"old": f"<@{one.user_id}>", "new": f"<@{one.into_id}>"}
    await report_and_compute(click, click.words.count("league.unmerge.done", len(one.result_ids), **accounts))


def _people_by_field(click: Click) -> list[tuple[Chosen, ...]]:
    """Return the people in each field of a form."""
    return [click.filled.people.get(f"place{place}", ()) for place in range(1, MAX_FORM_FIELDS + 1)]


COMPLETES: Final = {
    "league.recompute.{}": ("done", "background", "failed"),
}

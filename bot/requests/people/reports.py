"""Problem reports to the operator."""

import asyncio

from bot.messages.parts.components import Kind
from bot.messages.parts.message import Message
from bot.messages.report import MAX_TEXT, TEXT_FIELD, report_form, report_taken, shown_to_all
from bot.requests.handlers import on
from bot.requests.limits import REPORTS
from bot.requests.request import Click, Request
from bot.tables import persistence
from bot.tables.errors import TableError, TableUnknown
from bot.tables.persistence import Log
from bot.tables.state import Table
from storage import matches, reports
from storage.reports import Report


async def store_report(request: Request, match_id: str, revision: int, text: str) -> Message:
    """Store a report with the match's public part.

    :param match_id: "" for a report on no match.
    :param revision: the number of moves of the match at that time.
    :param text: the person's text, which is stored as one line.
    :raises TableError: if the person may not see the match, wrote nothing, or has used up the quota.
    :raises StorageError: if it could not be saved.
    """
    line = " ".join("".join(one if one.isprintable() else " " for one in text).split())[:MAX_TEXT]
    if not line:
        raise TableError("report.empty")
    services, person = request.services, request.person
    services.limits.quotas.require(REPORTS, person.user_id)
    game = shown = ""
    if match_id:
        table, log = await _seen_by(request, match_id)
        game, log = table.stored.game, tuple(entry for entry in log if entry.revision <= revision)
        shown, revision = await asyncio.to_thread(_shown_then, table, log), len(log)
    report = Report(
        id=0,
        guild_id=request.guild_id,
        user_id=person.user_id,
        name=person.name,
        match_id=match_id,
        game=game,
        revision=revision,
        shown=shown,
        text=line,
        at=services.now(),
    )
    async with services.database.write() as tx:
        if not await reports.add(tx, report):
            raise TableError("report.too_many", number=reports.MAX_OPEN)
    services.limits.quotas.record(REPORTS, person.user_id)
    return report_taken(report.match_id, report.revision, request.reader)


async def _seen_by(request: Request, match_id: str) -> tuple[Table, Log]:
    """Return a match that the person may see, with moves."""
    async with request.services.database.read() as tx:
        found = await matches.load(tx, match_id)
        log = await matches.log(tx, match_id)
    if found is None:
        raise TableUnknown
    return request.seen_here(Table(*found)), log


def _shown_then(table: Table, log: Log) -> str:
    return shown_to_all(persistence.rebuild(table, log))


@on(Kind.REPORT)
async def _ask_report(click: Click) -> None:
    click.services.limits.quotas.require(REPORTS, click.user_id)
    await click.reply.ask(report_form(click.match_id, click.address.number, click.reader))


@on(Kind.TAKE_REPORT)
async def _take_report(click: Click) -> None:
    text = click.filled.texts.get(TEXT_FIELD, "")
    await click.reply.whisper(await store_report(click, click.match_id, click.address.number, text))

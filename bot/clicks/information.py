"""Buttons that show something to read (rules, help, open information, chips, privacy), and those of reports."""

import asyncio

import games
from bot.messages.help import help_message, rules_message
from bot.messages.parts.components import Kind, parse_page
from bot.messages.privacy import confirm_erasure, erased_message, personal_data_file
from bot.messages.report import TEXT_FIELD, report_form
from bot.messages.table.board import open_information_message
from bot.messages.table.hand import look_message
from bot.requests.chips import leaders_page, statement_page
from bot.requests.hand import show_in_hand
from bot.requests.handlers import on
from bot.requests.lessons import lesson_of
from bot.requests.limits import REPORTS
from bot.requests.personal_data import forget_person, personal_data
from bot.requests.reports import store_report
from bot.requests.request import Click
from bot.tables.errors import TableError


@on(Kind.RULES)
async def _open_rules(click: Click) -> None:
    table = await click.table()
    await click.reply.whisper(rules_message(table.stored.game, 0, click.reader))


@on(Kind.RULES_PAGE)
async def _turn_rules(click: Click) -> None:
    game, _, number = click.address.rest.partition("/")
    if game not in games.CATALOGUE:
        raise TableError("error.button_unknown")
    await click.reply.renew(rules_message(game, parse_page(number), click.reader))


@on(Kind.LEARN)
async def _begin_lesson(click: Click) -> None:
    await click.reply.whisper(lesson_of(click, click.address.rest))


@on(Kind.LESSON_STEP)
async def _go_on_with_lesson(click: Click) -> None:
    game, _, answer = click.address.rest.partition("/")
    await click.reply.renew(lesson_of(click, game, click.address.number, parse_page(answer)))


@on(Kind.HELP_PAGE)
async def _turn_help(click: Click) -> None:
    await click.reply.renew(help_message(click.reader, parse_page(click.address.rest)))


@on(Kind.LOOK)
async def _show_open_information(click: Click) -> None:
    """Show it to the person who clicked, and to nobody else; in their hand, if they clicked there."""
    table = await click.live_table()
    if click.reply.is_on_private and table.seat_of(click.user_id) is not None:
        await show_in_hand(click, table, look_message(table, click.address.rest, click.reader))
        return
    await click.reply.whisper(open_information_message(table, click.address.rest, click.reader))


@on(Kind.STATEMENT_PAGE)
async def _turn_statement(click: Click) -> None:
    await click.reply.renew(await statement_page(click, click.match_id, parse_page(click.address.rest)))


@on(Kind.LEADERS_PAGE)
async def _turn_leaders(click: Click) -> None:
    await click.reply.renew(await leaders_page(click, parse_page(click.address.rest)))


@on(Kind.PRIVACY_FILE)
async def _send_personal_data(click: Click) -> None:
    kept = await personal_data(click)
    # Many thousands of rows take a while to write.
    await click.reply.whisper(await asyncio.to_thread(personal_data_file, click.user_id, kept, click.reader))


@on(Kind.PRIVACY_ASK)
async def _ask_to_forget(click: Click) -> None:
    await click.reply.show(confirm_erasure(click.reader))


@on(Kind.PRIVACY_FORGET)
async def _forget(click: Click) -> None:
    await forget_person(click)
    await click.reply.renew(erased_message(click.reader))


@on(Kind.REPORT)
async def _ask_report(click: Click) -> None:
    click.services.quotas.needs(REPORTS, click.user_id)
    await click.reply.ask(report_form(click.match_id, click.address.number, click.reader))


@on(Kind.TAKE_REPORT)
async def _take_report(click: Click) -> None:
    text = click.filled.texts.get(TEXT_FIELD, "")
    await click.reply.whisper(await store_report(click, click.match_id, click.address.number, text))

"""Pages of the chip ledger."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from bot.local_time import day_begins
from bot.messages.chips import LINES, OF_ALL, balance_message, export_message, leaders_message, statement_message
from bot.messages.parts.components import Kind, last_page, parse_page
from bot.messages.parts.message import Message
from bot.requests.handlers import on
from bot.requests.people.server_settings import require_manager
from bot.requests.request import Click, Request
from storage import ledger
from storage.database import Transaction
from storage.league import leagues
from storage.ledger import AccountBalance, Page

T = TypeVar("T")

_MOST_PAGES: Final = 1_000_000
"""The page number at which requests are capped. A forged number may exceed the database's integers."""


async def balance_page(request: Request, user_id: int, name: str) -> Message:
    """Return a person's chips in this server.

    :raises StorageError: if they cannot be read.
    """
    standing = await request.services.database.run_read(lambda tx: ledger.standing(tx, request.guild_id, user_id))
    other = name if user_id != request.user_id else None
    return balance_message(standing, request.words, manages=_manages(request), name=other)


def _manages(request: Request) -> bool:
    return request.reply.interaction.permissions.manage_guild


async def statement_page(request: Request, match_id: str, number: int) -> Message:
    """Return a page of the asking person's payments.

    :param match_id: only payments of this match; "" for all.
    :param number: the page, from 0; a number beyond the last shows the last.
    :raises StorageError: if they cannot be read.
    """

    async def read(tx: Transaction, first: int) -> Page[ledger.StatementLine]:
        of_match = match_id or None
        return await ledger.statement(
            tx, request.guild_id, request.user_id, match_id=of_match, first=first, count=LINES
        )

    page, number = await _read(request, read, number)
    return statement_message(page, match_id, number, request.reader, manages=_manages(request))


async def leaders_page(request: Request, number: int) -> Message:
    """Return a page of the people with the most chips.

    :raises StorageError: if they cannot be read.
    """
    league = await request.services.database.run_read(lambda tx: leagues.load(tx, request.guild_id))
    limit, midnight = league.daily_limit, day_begins(request.services.now(), league.time_zone)

    async def read(tx: Transaction, first: int) -> Page[AccountBalance]:
        return await ledger.leaders(tx, request.guild_id, limit=limit, midnight=midnight, first=first, count=LINES)

    page, number = await _read(request, read, number)
    return leaders_message(page, number, limit, request.reader, manages=_manages(request))


async def _read(
    request: Request, read: Callable[[Transaction, int], Awaitable[Page[T]]], number: int
) -> tuple[Page[T], int]:
    """Read a page, or the last one; return it with its number."""
    number = min(number, _MOST_PAGES)
    async with request.services.database.read() as tx:
        page = await read(tx, number * LINES)
        if not page.items and page.total:
            number = last_page(page.total, LINES)
            page = await read(tx, number * LINES)
    return page, number


@on(Kind.CHIPS)
async def _show_balance(click: Click) -> None:
    await click.reply.renew(await balance_page(click, click.user_id, click.person.name))


@on(Kind.CHIPS_FILE)
async def _send_file(click: Click) -> None:
    """Send payments as a file; the server's only to its managers."""
    of_all = click.address.rest == OF_ALL
    if of_all:
        require_manager(click)
    rows = await click.services.database.run_read(
        lambda tx: ledger.rows(tx, click.guild_id, account=None if of_all else click.user_id)
    )
    # Many thousands of rows take a while to write.
    await click.reply.whisper(await asyncio.to_thread(export_message, rows, click.words, of_all=of_all))


@on(Kind.STATEMENT_OF)
async def _show_match(click: Click) -> None:
    await click.reply.renew(await statement_page(click, click.value, 0))


@on(Kind.STATEMENT_PAGE)
async def _turn_statement(click: Click) -> None:
    await click.reply.renew(await statement_page(click, click.match_id, parse_page(click.address.rest)))


@on(Kind.LEADERS_PAGE)
async def _turn_leaders(click: Click) -> None:
    await click.reply.renew(await leaders_page(click, parse_page(click.address.rest)))

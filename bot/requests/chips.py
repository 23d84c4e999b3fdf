"""Pages of the chip ledger, read for whoever asks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from bot.messages.chips import LINES, leaders_message, statement_message
from bot.messages.parts.components import last_page
from bot.messages.parts.message import Message
from storage import ledger
from storage.database import Transaction
from storage.ledger import Page

from .request import Request

__all__ = ["leaders_page", "statement_page"]

T = TypeVar("T")

_MOST_PAGES: Final = 1_000_000
"""No ledger has so many; a forged number may be larger than a database can count."""


async def statement_page(request: Request, match_id: str, number: int) -> Message:
    """A page of the payments of whoever asks, counted from 0; a number beyond the last page shows the last.

    :param match_id: only those of this match; "": all.
    :raises StorageError: if they cannot be read.
    """

    async def read(tx: Transaction, first: int) -> Page[ledger.StatementLine]:
        of_match = match_id or None
        return await ledger.statement(
            tx, request.guild_id, request.user_id, match_id=of_match, first=first, count=LINES
        )

    page, number = await _read(request, read, number)
    return statement_message(page, match_id, number, request.reader)


async def leaders_page(request: Request, number: int) -> Message:
    """A page of the people with the most chips, counted from 0; a number beyond the last page shows the last.

    :raises StorageError: if they cannot be read.
    """

    async def read(tx: Transaction, first: int) -> Page[ledger.Standing]:
        return await ledger.leaders(tx, request.guild_id, first=first, count=LINES)

    page, number = await _read(request, read, number)
    return leaders_message(page, number, request.reader)


async def _read(
    request: Request, read: Callable[[Transaction, int], Awaitable[Page[T]]], number: int
) -> tuple[Page[T], int]:
    """The page of this number, or the last one if there are not so many; with its number."""
    number = min(number, _MOST_PAGES)
    async with request.services.database.read() as tx:
        page = await read(tx, number * LINES)
        if not page.items and page.total:
            number = last_page(page.total, LINES)
            page = await read(tx, number * LINES)
    return page, number

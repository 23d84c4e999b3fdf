"""Chips in words: balances, statements, leaders, and payments as a file."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, TypeVar

import discord

from bot.locales import Words
from bot.posts.components import button
from bot.requests.request import Call, Click, Handler
from storage import ledger
from storage.database import Transaction
from storage.ledger import BANK, COMPUTERS, LedgerRow, Page, Standing, StatementLine

from .addresses import Address
from .board import moment
from .message import COLOUR, Message
from .message import Row as Buttons
from .names import escaped

__all__ = ["HANDLERS", "balance_message", "export_message", "leaders_page", "statement_page"]

T = TypeVar("T")

_LINES: Final = 10
_LARGEST: Final = 8 * 1024 * 1024
"""A file of more bytes than this is packed: Discord takes 10 MiB."""

_COLUMNS: Final = ("payment", "time", "match", "deal", "number", "from", "to", "amount", "reason")
_OWN_NAMES: Final[Mapping[int, str]] = {BANK: "bank", COMPUTERS: "computers"}


def balance_message(standing: Standing | None, w: Words, *, name: str | None = None) -> str:
    """How many chips somebody has.

    :param name: of another than the reader.
    """
    if standing is None:
        said = w("chips.none.own") if name is None else w("chips.none.other", name=_bold(name))
    else:
        held = _signed(standing.balance)
        said = (
            w("chips.balance.own", balance=held)
            if name is None
            else w("chips.balance.other", name=_bold(name), balance=held)
        )
        if standing.top_ups:
            said += f" · {w.count('chips.top_ups', standing.top_ups)}"
    return f"{said}\n-# {w('chips.play_only')}"


async def statement_page(call: Call, guild_id: int, match_id: str, number: int) -> Message:
    """A page of the caller's own payments, counted from 0; a number beyond the last page shows the last.

    :param match_id: only those of this match; "": all.
    :raises StorageError: if they cannot be read.
    """

    async def read(tx: Transaction, first: int) -> Page[StatementLine]:
        of_match = match_id or None
        return await ledger.statement(tx, guild_id, call.user_id, match_id=of_match, first=first, count=_LINES)

    page, number = await _read(call, read, number)
    w = call.words
    title = w("chips.statement.of_match", match=match_id) if match_id else w("chips.statement.title")
    lines = [_line(line, w) for line in page.items] or [w("chips.statement.empty")]
    return _paged(title, lines, Address("statement", match_id), number, page.total, w)


async def leaders_page(call: Call, guild_id: int, number: int) -> Message:
    """A page of the people with the most chips, counted from 0; a number beyond the last page shows the last.

    :raises StorageError: if they cannot be read.
    """

    async def read(tx: Transaction, first: int) -> Page[Standing]:
        return await ledger.leaders(tx, guild_id, first=first, count=_LINES)

    page, number = await _read(call, read, number)
    w = call.words
    places = enumerate(page.items, number * _LINES + 1)
    lines = [_place(place, standing, w) for place, standing in places] or [w("chips.leaders.empty")]
    return _paged(w("chips.leaders.title"), lines, Address("leaders"), number, page.total, w)


def export_message(rows: Sequence[LedgerRow], w: Words, *, everybody: bool) -> Message:
    """Payments as a file of comma-separated values; a very large one is packed into a ZIP file."""
    text = w("chips.export.server" if everybody else "chips.export.own") if rows else w("chips.statement.empty")
    file = _table(rows).encode()
    if len(file) <= _LARGEST:
        return Message(text, files=(("chips.csv", file),))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("chips.csv", file)
    return Message(text, files=(("chips.zip", packed.getvalue()),))


async def _read(call: Call, read: Callable[[Transaction, int], Awaitable[Page[T]]], number: int) -> tuple[Page[T], int]:
    """The page of this number, or the last one if there are not so many; with its number."""
    async with call.shared.database.read() as tx:
        page = await read(tx, number * _LINES)
        if not page.items and page.total:
            number = _last(page.total)
            page = await read(tx, number * _LINES)
    return page, number


def _line(line: StatementLine, w: Words) -> str:
    """What was paid, why, with whom, where and when, and what was there afterwards."""
    parts = [f"**{_signed(line.amount, plus=True)} $**", _reason(line.reason, w), _account(line.counterpart, w)]
    if line.match_id is not None and line.deal is not None:
        parts.append(w("chips.statement.place", match=f"`{line.match_id}`", deal=line.deal))
    return f"{' · '.join([*parts, moment(line.at, 'f')])} → **{_signed(line.balance)} $**"


def _place(place: int, standing: Standing, w: Words) -> str:
    held = w("chips.balance.other", name=_account(standing.account, w), balance=_signed(standing.balance))
    helped = f" · {w.count('chips.top_ups', standing.top_ups)}" if standing.top_ups else ""
    return f"{place}. {held}{helped}"


def _paged(title: str, lines: Iterable[str], address: Address, number: int, total: int, w: Words) -> Message:
    pages = max(1, _last(total) + 1)
    embed = discord.Embed(colour=COLOUR, title=title, description="\n".join([*lines, f"-# {w('chips.play_only')}"]))
    if pages == 1:
        return Message(embed=embed)
    embed.set_footer(text=w("rules.page", number=number + 1, total=pages))

    def at(page: int) -> Address:
        return Address(address.kind, address.match_id, 0, str(max(page, 0)))

    turn: Buttons = (
        button(at(number - 1), w("rules.button.previous"), disabled=number == 0),
        button(at(number + 1), w("rules.button.next"), disabled=number == pages - 1),
    )
    return Message(embed=embed, rows=(turn,))


def _last(total: int) -> int:
    """The number of the last page, from 0."""
    return max(0, (total - 1) // _LINES)


def _reason(reason: str, w: Words) -> str:
    return w(f"chips.reason.{reason}")


def _account(account: int, w: Words) -> str:
    """Whose account it is; a person is mentioned, which in an embed calls nobody."""
    return {BANK: w("chips.bank"), COMPUTERS: w("chips.computers")}.get(account, f"<@{account}>")


def _bold(name: str) -> str:
    return f"**{escaped(name)}**"


def _signed(amount: int, *, plus: bool = False) -> str:
    """An amount with a true minus sign."""
    return f"{amount:+d}".replace("-", "−") if plus or amount < 0 else str(amount)


def _table(rows: Iterable[LedgerRow]) -> str:
    """The payments with one line for each; accounts are user ids, ``bank`` or ``computers``."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(_COLUMNS)
    for row in rows:
        time = datetime.fromtimestamp(row.at, UTC).isoformat(timespec="seconds")
        accounts = [_OWN_NAMES.get(account, str(account)) for account in (row.payer, row.receiver)]
        writer.writerow((row.id, time, row.match_id, row.deal, row.number, *accounts, row.amount, row.reason))
    return text.getvalue()


async def _turn_statement(click: Click) -> None:
    guild_id = click.reply.interaction.guild_id or 0
    page = await statement_page(click, guild_id, click.address.match_id, int(click.address.rest))
    await click.reply.renew(page)


async def _turn_leaders(click: Click) -> None:
    guild_id = click.reply.interaction.guild_id or 0
    await click.reply.renew(await leaders_page(click, guild_id, int(click.address.rest)))


HANDLERS: Final[Mapping[str, Handler]] = {"statement": _turn_statement, "leaders": _turn_leaders}

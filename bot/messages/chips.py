"""Chips in words: balances, statements, leaders, payment files."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

import discord

from bot.locales import Words
from bot.messages.parts.components import (
    Button,
    ClickAddress,
    ClickKind,
    Kind,
    Row,
    Select,
    SelectOption,
    last_page,
    page_buttons,
)
from bot.messages.parts.message import add_page_number, attachments
from bot.messages.parts.text import bold, timestamp
from storage.ledger import BANK, COMPUTERS, LEAVING, SIT_DOWN, TOP_UP, AccountBalance, LedgerRow, Page, StatementLine

from .parts.message import COLOUR, Message
from .parts.reader import Reader

OF_ALL: Final = "all"
"""The end of the address of a file of the whole server."""

LINES: Final = 10
"""The payments or people on a page."""

_COLUMNS: Final = ("payment", "time", "match", "deal", "number", "from", "to", "amount", "reason")
_OWN_NAMES: Final[Mapping[int, str]] = {BANK: "bank", COMPUTERS: "computers"}


def _tabs(shown: ClickKind, w: Words, *, manages: bool) -> Row:
    """Return the buttons of the other pages and of the files.

    :param manages: whether the reader may have the payments of the whole server.
    """
    tabs = {
        Kind.CHIPS: w("chips.tab.balance"),
        Kind.STATEMENT_PAGE: w("chips.tab.statement"),
        Kind.LEADERS_PAGE: w("chips.tab.leaders"),
    }
    pages = [Button(ClickAddress(kind), label) for kind, label in tabs.items() if kind is not shown]
    files = [Button(ClickAddress(Kind.CHIPS_FILE), w("chips.tab.file"), emoji="📄")]
    if manages:
        files.append(Button(ClickAddress(Kind.CHIPS_FILE, rest=OF_ALL), w("chips.tab.file_of_all"), emoji="📄"))
    return (*pages, *files)


def balance_message(standing: AccountBalance | None, w: Words, *, manages: bool, name: str | None = None) -> Message:
    """Return the chips of a person.

    :param manages: whether the reader may have the payments of the whole server.
    :param name: the person, if not the reader.
    """
    if standing is None:
        said = w("chips.none.own") if name is None else w("chips.none.other", name=bold(name))
    else:
        held = _signed(standing.balance)
        said = (
            w("chips.balance.own", balance=held)
            if name is None
            else w("chips.balance.other", name=bold(name), balance=held)
        )
        if standing.top_ups:
            said += f" · {w.count('chips.top_ups', standing.top_ups)}"
    return Message(f"{said}\n-# {w('chips.play_only')}", rows=(_tabs(Kind.CHIPS, w, manages=manages),))


def statement_message(
    page: Page[StatementLine], match_id: str, number: int, reader: Reader, *, manages: bool
) -> Message:
    """Return a page, from 0, of the reader's payments, with a select of its matches.

    :param match_id: show only this match's payments; "": all.
    """
    w = reader.words
    title = w("chips.statement.of_match", match=match_id) if match_id else w("chips.statement.title")
    lines = [_line(line, w) for line in page.items] or [w("chips.statement.empty")]
    found = () if match_id else dict.fromkeys(line.match_id for line in page.items if line.match_id)
    options = tuple(SelectOption(one, one) for one in found)
    select = (Select(ClickAddress(Kind.STATEMENT_OF), options, w("chips.statement.choose")),) if options else ()
    tabs = _tabs(Kind.STATEMENT_OF if match_id else Kind.STATEMENT_PAGE, w, manages=manages)
    address = ClickAddress(Kind.STATEMENT_PAGE, match_id)
    return _paged(title, lines, address, number, page.total, reader, (select, tabs))


def leaders_message(page: Page[AccountBalance], number: int, limit: int, reader: Reader, *, manages: bool) -> Message:
    """Return a page of the chip leaders, from 0.

    :param limit: the matches a day between the same people in which all chips count; 0: all matches.
    """
    w, places = reader.words, enumerate(page.items, number * LINES + 1)
    lines = [_place(place, standing, w) for place, standing in places] or [w("chips.leaders.empty")]
    lines += [f"-# {w.count('chips.leaders.limit', limit)}"] if limit else []
    address, rows = ClickAddress(Kind.LEADERS_PAGE), (_tabs(Kind.LEADERS_PAGE, w, manages=manages),)
    return _paged(w("chips.leaders.title"), lines, address, number, page.total, reader, rows)


def export_message(rows: Sequence[LedgerRow], w: Words, *, of_all: bool) -> Message:
    """Return the payments as a CSV file, zipped if large."""
    text = w("chips.export.server" if of_all else "chips.export.own") if rows else w("chips.statement.empty")
    return Message(text, files=attachments("chips.zip", ("chips.csv", _table(rows).encode())))


def _line(line: StatementLine, w: Words) -> str:
    """Return a payment in one line, with its new balance."""
    parts = [f"**{_signed(line.amount, plus=True)} $**", _reason(line.reason, w), _account(line.counterpart, w)]
    if line.match_id is not None and line.deal is not None:
        parts.append(w("chips.statement.place", match=f"`{line.match_id}`", deal=line.deal))
    return f"{' · '.join([*parts, timestamp(line.at, 'f')])} → **{_signed(line.balance)} $**"


def _place(place: int, standing: AccountBalance, w: Words) -> str:
    """Return an account with its net and any gross balance."""
    line = f"{place}. {_account(standing.account, w)}: **{_signed(standing.net)} $**"
    if standing.net == standing.balance:
        return line
    line += f" · {w('chips.leaders.holds', balance=_signed(standing.balance))}"
    return f"{line} · {w.count('chips.top_ups', standing.top_ups)}" if standing.top_ups else line


def _paged(
    title: str,
    lines: Iterable[str],
    address: ClickAddress,
    number: int,
    total: int,
    reader: Reader,
    rows: tuple[Row, ...],
) -> Message:
    w, pages = reader.words, last_page(total, LINES) + 1
    embed = discord.Embed(colour=COLOUR, title=title, description="\n".join([*lines, f"-# {w('chips.play_only')}"]))
    add_page_number(embed, number, pages, w)

    def at(page: int) -> ClickAddress:
        return ClickAddress(address.kind, address.match_id, 0, str(page))

    return Message(embed=embed, rows=(*page_buttons(reader, at, number, pages), *filter(None, rows)))


def _reason(reason: str, w: Words) -> str:
    return w(f"chips.reason.{reason}")


def _account(account: int, w: Words) -> str:
    """Return an account's owner, as a mention without notification."""
    if account < COMPUTERS:
        return w("name.former")
    return {BANK: w("chips.bank"), COMPUTERS: w("chips.computers")}.get(account, f"<@{account}>")


def _signed(amount: int, *, plus: bool = False) -> str:
    """Return an amount with a true minus sign."""
    return f"{amount:+d}".replace("-", "−") if plus or amount < 0 else str(amount)


def _table(rows: Iterable[LedgerRow]) -> str:
    """Return the payments as CSV; accounts are user ids, ``bank`` or ``computers``."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(_COLUMNS)
    for row in rows:
        time = datetime.fromtimestamp(row.at, UTC).isoformat(timespec="seconds")
        accounts = [_OWN_NAMES.get(account, str(account)) for account in (row.payer, row.receiver)]
        writer.writerow((row.id, time, row.match_id, row.deal, row.number, *accounts, row.amount, row.reason))
    return text.getvalue()


COMPLETES: Final = {
    "chips.reason.{}": (SIT_DOWN, TOP_UP, LEAVING),
}

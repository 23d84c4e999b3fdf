"""The list of a server's tables."""

from dataclasses import dataclass
from typing import Final

import discord

from bot.locales import Words
from bot.messages.parts.components import Button, ClickAddress, Kind, page_buttons
from bot.messages.parts.message import COLOUR, Message, add_page_number
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_DESCRIPTION, truncate
from bot.messages.table.invitation import free_seats, place_of
from bot.tables.staffing import is_open
from bot.tables.state import Table
from storage.matches import Status

LINES: Final = 10
"""The tables on a page."""


@dataclass(frozen=True)
class TablesPage:
    """A page of the tables that a reader can see.

    :ivar tables: the tables, those that look for players first; without their matches.
    :ivar kept: the ids of tables whose seats are kept for a tournament.
    :ivar total: the number on all pages.
    """

    tables: tuple[Table, ...]
    kept: frozenset[str]
    number: int
    total: int


def tables_message(page: TablesPage, reader: Reader) -> Message:
    """Return a page of tables: the game, the place, the players and free seats."""
    w = reader.words
    embed = discord.Embed(colour=COLOUR, title=w("tables.title"))
    lines = [_lines(table, w, kept=table.id in page.kept) for table in page.tables]
    if not lines:
        lines.append(w("tables.none", play=reader.command("play")))
    elif any(table.status is Status.LOBBY for table in page.tables):
        lines.append(f"-# {w('tables.hint', join=w('lobby.button.join'))}")
    embed.description = truncate("\n".join(lines), MAX_DESCRIPTION)
    pages = max(1, -(-page.total // LINES))
    add_page_number(embed, page.number, pages, w)
    play = Button(ClickAddress(Kind.WELCOME), w("welcome.button.play"), emoji="🁣")
    turned = page_buttons(reader, lambda number: ClickAddress(Kind.TABLES, "", number), page.number, pages)
    return Message(embed=embed, rows=((*(turned[0] if turned else ()), play),))


def _lines(table: Table, w: Words, *, kept: bool) -> str:
    emoji, state = _state(table, w, kept=kept)
    people = w.list(list(PlayerNames.at(table, w).spoken))
    return f"{emoji} **{w(f'game.{table.game.key}.name')}** · {place_of(table)}\n-# {people} · {state}"


def _state(table: Table, w: Words, *, kept: bool) -> tuple[str, str]:
    """Return an emoji, and whether one can join."""
    if table.status is Status.LOBBY and kept:
        return "🏆", w("tables.kept")
    if table.status is Status.LOBBY:
        free = free_seats(table)
        return "🪑", w.count("lobby.free_seats", free) if free else w("tables.full")
    state = w(f"tables.{table.status.value}")
    if any(is_open(table, seat) for seat in table.seats):
        state = f"{state} · 🔓 {w('tables.open_seat')}"
    return ("⏸️" if table.status is Status.PAUSED else "▶️"), state


COMPLETES: Final = {"tables.{}": [one for one in Status if one.is_live and one is not Status.LOBBY]}

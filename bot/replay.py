"""A recorded match in words, for the command line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import games
from bot.locales import words
from bot.messages.games import presenter_at
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import strip_markup
from bot.messages.table.board import event_lines
from bot.tables.state import Table
from games import Event
from games.core.events import Dealt, Drew
from storage.matches import Player, Status, StoredMatch, StoredSeat

__all__ = ["told"]


def told(record: str, language: str) -> Iterator[str]:
    """The lines that tell a match from its record, tiles drawn and dealt included.

    :raises RecordError: if the text is no record.
    """
    w = words(language)
    match = games.replay(record)
    table = _table_of(match)
    presenter = presenter_at(table, Reader(w))
    yield w(f"game.{match.key}.name")
    for seat in range(match.seats):
        yield f"  {seat + 1}. {table.seats[seat].name}"
    for kind, group in groupby(match.events, key=lambda event: event.kind):
        events = list(group)
        if kind == Dealt.kind:
            yield from (f"  {_name(table, event)}: {' '.join(map(str, event.tiles))}" for event in events)
        elif kind == Drew.kind:
            yield from (w("event.drew.tiles", name=_name(table, event), tiles=_tiles(event)) for event in events)
        else:
            yield from (strip_markup(line) for line in event_lines(presenter, events))


def _name(table: Table, event: Event) -> str:
    return table.seats[event.seat or 0].name


def _tiles(event: Event) -> str:
    return ", ".join(map(str, event.tiles))


def _table_of(match: games.Match) -> Table:
    """A table with nameless players, to put words to what happened at it."""
    stored = StoredMatch(
        id="record", guild_id=0, channel_id=0, host_id=0, game=match.key, options=match.options, status=Status.OVER,
        seed=None, revision=0, clock="none", deadline=None, warned=False, created_at=0, started_at=None, ended_at=None,
        board_id=None, board_at=None, locale="en", rematch_of=None,
    )  # fmt: skip
    seats = tuple(
        StoredSeat(seat=seat, user_id=None, player=Player.PERSON, name=chr(ord("A") + seat), late=0, away=False)
        for seat in range(match.seats)
    )
    return Table(stored, seats, match)

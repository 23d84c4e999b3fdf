"""Records of matches: printing and checking them."""

import re
from collections.abc import Iterator, Mapping
from itertools import groupby

import games
from bot.locales import words
from bot.messages.games import presenter_at
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import strip_markup
from bot.messages.replay.checked import lines_of, ways_to_check
from bot.messages.table.board import event_lines
from bot.tables.state import Table
from games import Event
from games.core.events import Dealt, Drew
from games.verifying import Verification
from storage.matches import Player, Status, StoredMatch, StoredSeat


def replay_lines(record: str, language: str) -> Iterator[str]:
    """Yield the moves in words, with all dealt and drawn tiles.

    :raises RecordError: if the text is not a record.
    """
    w = words(language)
    match = games.replay(record)
    table = _table_of(match, _names_in(record))
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


def verification_lines(checked: Verification, language: str, fingerprint: str = "") -> Iterator[str]:
    """Yield checked facts, dealt tiles and instructions to repeat the check.

    :param fingerprint: the fingerprint shown when the match began, if given.
    """
    w = words(language)
    yield w(f"game.{checked.match.key}.name")
    if checked.is_sound:
        for one in checked.dealt:
            tiles = " ".join(map(str, one.tiles))
            yield "  " + w("verify.hand", number=one.deal, seat=one.seat, tiles=tiles)
    for line in [*lines_of(checked, w, shown=fingerprint), ways_to_check(checked, w)]:
        yield strip_markup(line)


def _name(table: Table, event: Event) -> str:
    return table.seats[event.seat or 0].name


def _tiles(event: Event) -> str:
    return ", ".join(map(str, event.tiles))


def _names_in(record: str) -> dict[int, str]:
    """Return the players' names in a record, by seat."""
    found = re.findall(r"^# (\d): (.+)$", record, re.MULTILINE)
    # The first remark of a seat counts. Control characters must not reach the terminal.
    return {int(seat): "".join(filter(str.isprintable, name)).strip() for seat, name in reversed(found)}


def _table_of(match: games.Match, names: Mapping[int, str]) -> Table:
    """Return a table that presenters can describe.

    :param names: the players' names by seat; a player without a name gets a letter.
    """
    stored = StoredMatch(
        id="record", guild_id=0, channel_id=0, host_id=0, game=match.key, options=match.options, status=Status.OVER,
        seed=None, revision=0, clock="none", deadline=None, warned=False, created_at=0, started_at=None, ended_at=None,
        board_id=None, board_at=None, locale="en", rematch_of=None,
    )  # fmt: skip
    seats = tuple(
        StoredSeat(
            seat=seat,
            user_id=None,
            player=Player.PERSON,
            name=names.get(seat) or chr(ord("A") + seat),
            late=0,
            away=False,
        )
        for seat in range(match.seats)
    )
    return Table(stored, seats, match)

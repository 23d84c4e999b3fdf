"""The board, the public message of a running match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import groupby, takewhile
from typing import Any, Final

import discord

from bot.locales import Words
from bot.messages.errors import table_error_text
from bot.messages.games import Presenter, presenter_at
from bot.messages.parts.choices import Ask, Clicks, Group, lay_out
from bot.messages.parts.components import MAX_ROWS, Button, ClickAddress, ClickKind, Kind, Row, Style, button_rows
from bot.messages.parts.message import COLOUR, Message, embedded
from bot.messages.parts.names import PlayerNames
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import bold, code_block, escape, timestamp
from bot.messages.table.ladder import ladder_note
from bot.messages.table.notes import NO_NOTES, Notes
from bot.messages.table.signs import EMOJIS, pact_lines
from bot.tables.helping import lone_player
from bot.tables.staffing import free_seat, is_open
from bot.tables.state import LEFT_SEAT, Note, Table, automatic
from bot.tables.time_controls import has_own_tempo
from games import Event, Match, View
from games.core.events import DealBegan
from storage.matches import COMPUTER_LEVELS, Status

ON_BOARD: Final = "board"
"""The rest of an address on the board whose click is answered by the board."""

_LINES = 5
"""The latest events on the board."""


@dataclass(frozen=True)
class ChannelPermissions:
    """The bot's permissions in a channel.

    :ivar missing: the keys of those it lacks to show pictures.
    """

    missing: tuple[str, ...] = ()


def board_message(table: Table, reader: Reader, medium: ChannelPermissions, notes: Notes = NO_NOTES) -> Message:
    """Return the board of a running or paused match."""
    w, view = reader.words, table.view(None)
    if view is None:
        return Message(table_error_text(table.unreadable, reader))
    presenter = presenter_at(table, reader)
    title = w("board.title", game=w(f"game.{view.game}.name"), turn=_turn_title(table, presenter))
    embed = discord.Embed(colour=COLOUR, title=title)
    embed.description = "\n".join(_description(table, view, presenter))
    embed.add_field(name=w("board.players"), value=_players(table, view, presenter), inline=False)
    facts = [
        *presenter.facts(view),
        *_computers(table, w),
        *_league_note(table, presenter),
        *continued_lines(table, w),
        *notes.lines,
    ]
    embed.set_footer(text=" · ".join(facts))
    rows = (*button_rows(_buttons(table, view, presenter)), *call_rows(table, view, presenter, Kind.CALL))
    if medium.missing:
        missing = w.list([w(f"permission.{permission}") for permission in medium.missing])
        note = f"\n-# {w('board.text_only', permissions=missing)}"
        board = presenter.text_board(view)
        value = f"{code_block(board) if board else '—'}{note}"
        embed.add_field(name=presenter.text_board_title(), value=value, inline=False)
        return Message(embed=embed, rows=rows)
    return embedded(embed, presenter.board(view), rows)


def call_rows(
    table: Table, view: View, presenter: Presenter[Any, Any], kind: ClickKind, asked: str = ""
) -> tuple[Row, ...]:
    """Return the buttons of calls that all players may make.

    :param asked: the key of a call clicked once, to show its confirmation button.
    """
    if table.agreeing or table.status is not Status.PLAYING:
        return ()
    clicks = Clicks(table.id, table.deal, move=kind, ask=kind)
    groups = presenter.calls(view)
    question = presenter.question(view, asked) if asked else None
    if question is not None:
        (again,) = (choice for group in question.groups for choice in group.choices)
        label = presenter.w("call.button.again", call=presenter.call_label(view, asked))
        again = replace(again, label=label)
        groups = tuple(
            Group(tuple(again if choice.does == Ask(asked) else choice for choice in group.choices)) for group in groups
        )
    return lay_out(groups, clicks, presenter.reader, room=MAX_ROWS - 1)


def _buttons(table: Table, view: View, presenter: Presenter[Any, Any]) -> Sequence[Button]:
    def at(kind: ClickKind, rest: str = "") -> ClickAddress:
        return ClickAddress(kind, table.id, table.revision, rest)

    w = presenter.w
    signs = Style.MAIN if table.agreeing else Style.PLAIN
    resume = Button(at(Kind.RESUME, ON_BOARD), w("table.button.resume"), Style.GO)
    return (
        *((resume,) if table.status is Status.PAUSED else ()),
        Button(at(Kind.HAND), w("board.button.my_hand"), Style.MAIN),
        *((Button(at(Kind.OPEN_PAD), w("board.button.signs"), signs),) if table.pacts else ()),
        *open_information_buttons(table, view, presenter),
        Button(at(Kind.RULES), w("board.button.rules")),
        Button(at(Kind.MENU), w("board.button.menu")),
        *seat_buttons(table, w),
    )


def seat_buttons(table: Table, w: Words) -> tuple[Button, ...]:
    """Return the button that asks for a seat, where one can be had and the match is not one person's alone."""
    seat = free_seat(table)
    if seat is None or (lone_player(table) is not None and not is_open(table, seat)):
        return ()
    label = w("board.button.take_seat" if is_open(table, seat) else "board.button.ask_seat")
    return (Button(ClickAddress(Kind.ASK_SEAT, table.id, table.revision), label),)


def _computers(table: Table, w: Words) -> list[str]:
    """Return the table's computer levels, weakest first."""
    seated = {seat.player for seat in table.seats}
    return [w(f"lobby.computer.{level}") for level in COMPUTER_LEVELS if level in seated]


def _league_note(table: Table, presenter: Presenter[Any, Any]) -> list[str]:
    """Return the remark about the league, unless the first board says it in full."""
    if table.stored.continues is not None:
        return [presenter.w("board.practice")]
    if table.stored.helped:
        return [presenter.w("hint.helped")]
    if table.stored.ladder is not None:
        return [ladder_note(table, presenter.w)]
    if table.stored.shared is not None:
        return [presenter.w.count("board.shared", table.stored.shared.deals)]
    counts = table.entry is not None and table.entry.why_not is None and table.revision
    return [presenter.w("league.footer.yes")] if counts else []


def continued_lines(table: Table, w: Words) -> Iterator[str]:
    """Yield the match from whose middle this one goes on."""
    before = table.stored.continues
    if before is not None and not before.match_id:
        yield w("board.from_lesson")
    elif before is not None:
        yield w("board.continues", match=before.match_id, move=before.moves + 1)


def _turn_title(table: Table, presenter: Presenter[Any, Any]) -> str:
    w, seat = presenter.w, table.to_move()
    if table.status is Status.PAUSED:
        return w("board.state.paused")
    if table.agreeing:
        return w("board.state.agreeing")
    return w("board.turn", name=escape(presenter.names.plain[seat.seat])) if seat else w("board.state.over")


def _description(table: Table, view: View, presenter: Presenter[Any, Any]) -> list[str]:
    w = presenter.w
    recent = [one for one in _of_deal(table.recent) if not (isinstance(one, Event) and presenter.is_in_count(one))]
    begins = len(recent)
    while begins and len(event_lines(presenter, recent[begins - 1 :])) <= _LINES:  # draws in a row are one line
        begins -= 1
    recent = recent[begins:]
    lines = event_lines(presenter, recent) + term_lines(presenter, recent, table.match)
    if table.entry is not None and not table.revision:
        lines.append(w(f"league.counts.{table.entry.why_not or 'yes'}"))
    if table.agreeing and table.status is not Status.PAUSED:
        return lines + pact_lines(table, presenter.names, w)
    lines += presenter.remarks(view)
    lines += _half_speed(table, presenter)
    seat = table.to_move()
    if table.status is Status.PAUSED:
        lines.append(paused_text(table, presenter.reader))
    elif seat is not None and seat.user_id is not None and not seat.away and table.turn_deadline is not None:
        until = w("board.until", when=turn_end_time(table))
        lines.append(f"⏳ {w('board.turn', name=presenter.names.spoken[seat.seat])} {until}")
    return lines


def _half_speed(table: Table, presenter: Presenter[Any, Any]) -> list[str]:
    """Return the line about a person's first deal, if a clock or a computer is slower for it."""
    if not table.beginners or (table.clock.seconds is None and not any(map(automatic, table.seats))):
        return []
    names = presenter.w.list([presenter.names.spoken[seat.seat] for seat in table.beginners])
    return [f"🐢 {presenter.w('board.half_speed', names=names)}"]


def _of_deal(recent: Sequence[Event | Note]) -> list[Event | Note]:
    """Return the events since the last deal."""
    began = max((number for number, one in enumerate(recent) if isinstance(one, DealBegan)), default=0)
    return list(takewhile(_prepares, reversed(recent[:began])))[::-1] + list(recent[began:])


def _prepares(one: Event | Note) -> bool:
    return isinstance(one, Event) and one.prepares


def _players(table: Table, view: View, presenter: Presenter[Any, Any]) -> str:
    """Return a line for each player: name, tiles and points."""
    lines, to_move = [], table.to_move()
    for seat in table.seats:
        turn = "➤ " if seat == to_move else "· "
        away = f" 💤 {presenter.w('board.away')}" if seat.away else ""
        parts = " · ".join(presenter.seat(view, seat.seat))
        lines.append(f"{turn}{presenter.names.spoken[seat.seat]}{away} · {parts}")
    return "\n".join(lines)


def turn_end_time(table: Table) -> str:
    """Return the turn's end; own-tempo games show seconds."""
    return timestamp(table.stored.deadline or 0.0, "T" if has_own_tempo(table.game) else "t")


def paused_text(table: Table, reader: Reader) -> str:
    """Return how to resume a match, and its deadline."""
    ends = timestamp(table.stored.deadline or 0.0, "R")
    return reader.words("board.paused", resume=reader.words("table.button.resume"), when=ends)


def event_lines(presenter: Presenter[Any, Any], happened: Iterable[Event | Note]) -> list[str]:
    """Return the events in words, combined where the game does."""
    groups: list[list[str]] = []
    told = copy(presenter)  # with the names of the players at that moment
    for is_event, group in groupby(reversed(list(happened)), key=lambda one: isinstance(one, Event)):
        latest_first = list(group)
        if is_event:
            groups.append(told.event_texts([one for one in reversed(latest_first) if isinstance(one, Event)]))
            continue
        for note in latest_first:
            if isinstance(note, Note):
                groups.append([_note_line(presenter.names, presenter.w, note)])
                told.names = _names_before(told.names, note)
    return [line for lines in reversed(groups) for line in lines]


def _names_before(names: PlayerNames, note: Note) -> PlayerNames:
    """Return the names before a person left a seat."""
    if LEFT_SEAT not in note.values:
        return names
    seat, name = int(note.values[LEFT_SEAT]), note.values.get("former", note.values["name"])
    return names.with_name(seat, name)


def term_lines(presenter: Presenter[Any, Any], shown: Sequence[Event | Note], match: Match | None) -> list[str]:
    """Return terms new to the match, one explanation per line."""
    if match is None:
        return []
    here = Counter(presenter.term(one) for one in shown if isinstance(one, Event))
    terms = [term for term in here if term]
    if not terms:
        return []
    ever = Counter(presenter.term(event) for event in match.recent_events(None))
    return [f"-# {presenter.w(f'word.{term}')}" for term in terms if ever[term] == here[term]]


def _note_line(names: PlayerNames, w: Words, note: Note) -> str:
    """Return a table event, with people by name or seat."""
    values: dict[str, str] = {}
    for name, value in note.values.items():
        if name == "seat":
            values["name"] = names.spoken[int(value)]
        elif name == "seats":
            values["names"] = w.list([names.spoken[int(seat)] for seat in value.split()])
        else:
            values[name] = EMOJIS[value] if name == "sign" else bold(value)
    return w(note.key, **values)


def open_information_buttons(table: Table, view: View, presenter: Presenter[Any, Any]) -> tuple[Button, ...]:
    """Return a button for each piece of open information."""
    return tuple(
        Button(ClickAddress(Kind.LOOK, table.id, table.deal, look.key), look.label, emoji=look.emoji)
        for look in presenter.review_buttons(view)
    )


def open_information_message(table: Table, key: str, reader: Reader) -> Message:
    """Return open information that a spectator may know."""
    view = table.view(None)
    seen = None if view is None else presenter_at(table, reader).review_content(view, key)
    if seen is None:
        return Message(reader.words("look.nothing"))
    if seen.drawing is None or reader.board == "text":
        return Message(seen.text)
    return Message(seen.text, drawings=(seen.drawing,))

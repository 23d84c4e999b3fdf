"""The hand: a player's ephemeral message with buttons for tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import discord

from bot.messages.errors import refusal_text, table_error_text
from bot.messages.games import Presenter, presenter_at
from bot.messages.parts.choices import (
    Ask,
    Clicks,
    Group,
    Question,
    fits,
    focus_of_page,
    lay_out,
    move_asked_about,
    without_page,
)
from bot.messages.parts.components import (
    MAX_COMPONENTS,
    MAX_ROW_BUTTONS,
    MAX_ROWS,
    Button,
    ClickAddress,
    Kind,
    MessageFormat,
    Row,
    Style,
)
from bot.messages.parts.message import COLOUR, Message, embedded
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import code_block, signed
from bot.messages.table.board import open_information_buttons, paused_text, turn_end_time
from bot.messages.table.since import since_line
from bot.tables.errors import TableError
from bot.tables.helping import lone_player
from bot.tables.state import Table, automatic
from games import Tile, View
from games.computers.decisions import are_judged
from games.core.events import DealBegan, Drew, PassedOn, Played
from games.core.view import DealEnd
from storage.matches import Status, StoredSeat

from .board import call_rows
from .signs import pact_in_hand, partner_line, sign_line

_LAID = (Played, PassedOn)
REFRESH = "renew"
"""The rest of an address that renews the hand in place."""
NEXT_DEAL = "next"
"""The rest of an address that lets the next deal begin; its hand comes at the bottom of the channel,"""
GO_ON = "goon"
"""and of one for a hand that lies there already."""

IN_HAND: Final = "hand"
"""The rest of an address that resumes the match and renews the hand."""

_MOST_LINES: Final = 7
"""The most lines of places and their tiles that fit a phone's screen below a hand of one row."""
_IN_A_ROW: Final = 7
"""The tiles in a row of a hand's picture."""
_SHORT: Final = 5
"""The most characters of labels of which four instead of two fit a line."""

_AROUND: Final = 3
"""The components of a hand that are no rows: a frame, and in it a text and a picture."""


def room_beside(in_format: MessageFormat, fixed: Sequence[Row]) -> int:
    """Return the rows or components left beside fixed ones."""
    if in_format is MessageFormat.EMBED:
        return MAX_ROWS - len(fixed)
    return MAX_COMPONENTS - _AROUND - sum(1 + len(row) for row in fixed)


def hand_message(
    table: Table,
    user_id: int,
    reader: Reader,
    note: str = "",
    *,
    asked: str = "",
    asked_call: str = "",
    opens: bool = False,
    in_format: MessageFormat = MessageFormat.LAYOUT,
) -> Message:
    """Return a player's hand as it is now.

    :param note: the first text: why a click had no effect.
    :param asked: the key of a question to be put, or a page of the choices.
    :param asked_call: the key of a call clicked once; a second click makes it.
    :param opens: whether it is a deal's first hand, which offers not to wait for an opening computer.
    :param in_format: the format of the message that it replaces, if any.
    """
    w = reader.words
    view, seat = table.view(user_id), table.seat_of(user_id)
    if view is None or seat is None:
        text = note or w("hand.you_are_not_at_this_table", command=reader.command("play"))
        return Message(text, format=in_format)
    presenter = presenter_at(table, reader)
    if table.agreeing and table.status.is_live:
        if table.status is Status.PLAYING and not seat.away:
            message = pact_in_hand(table, seat, reader, note)
            return replace(message, rows=(*message.rows, *_refresh_row(table, reader)), format=in_format)
        text = "\n".join(line for line in (note, *_status(table, view, presenter)) if line)
        return Message(text, rows=_rows(table, view, seat, presenter, None, "", "", in_format), format=in_format)
    question = _question(table, view, presenter, without_page(asked))
    note = note or ("" if question else _why_nothing_is_asked(table, seat, asked, reader))
    embed = discord.Embed(colour=COLOUR, title=w("hand.title"))
    lines = [note, question.text] if question else [note, *_lines(table, view, seat, presenter)]
    embed.description = "\n".join(line for line in lines if line)
    rows = _rows(table, view, seat, presenter, question, asked, asked_call, in_format)
    mover = table.to_move()
    if opens and mover is not None and automatic(mover) and table.untouched:
        rows = (*rows[:-1], (_next_deal_button(table, reader, GO_ON), *rows[-1]))
    if reader.board == "text":
        embed.add_field(name=presenter.text_board_title(), value=as_text(view, presenter), inline=False)
        return Message(embed=embed, rows=rows, format=in_format)
    room = room_beside(in_format, _back_row(table, reader))
    focus = focus_of_page(question, room=room, asked=asked, in_format=in_format) if question else None
    return embedded(embed, presenter.hand(view, focus), rows, in_format)


def deal_over_message(table: Table, user_id: int, reader: Reader) -> Message:
    """Return the deal's end for the player who ended it."""
    match, seat = table.match, table.seat_of(user_id)
    if match is None or match.last_deal is None or seat is None:
        return hand_message(table, user_id, reader)
    lines = [*_opening(table, seat, presenter_at(table, reader)), f"-# {reader.words('hand.deal.soon')}"]
    embed = discord.Embed(colour=COLOUR, title=reader.words("summary.deal.title", number=match.last_deal.number))
    embed.description = "\n".join(lines)
    return Message(embed=embed, rows=((_next_deal_button(table, reader, NEXT_DEAL),),), format=MessageFormat.LAYOUT)


def _next_deal_button(table: Table, reader: Reader, rest: str) -> Button:
    return Button(ClickAddress(Kind.HAND, table.id, table.deal, rest), reader.words("hand.button.next_deal"), Style.GO)


def _opening(table: Table, seat: StoredSeat, presenter: Presenter[Any, Any]) -> list[str]:
    """Return the last deal's result and opener, until the reader moves."""
    match = table.match
    if match is None or match.last_deal is None or not table.status.is_live or table.has_acted(seat.seat):
        return []
    return [" ".join((_deal_points(match.last_deal, presenter), *_opener(table, seat, presenter)))]


def _opener(table: Table, seat: StoredSeat, presenter: Presenter[Any, Any]) -> list[str]:
    began = table.deal_began
    if began is None or not table.untouched:
        return []
    if began.seat == seat.seat:
        return [presenter.w("hand.deal.you_open", number=began.number)]
    return [presenter.w("event.deal", number=began.number, name=presenter.names.spoken[began.seat])]


def _deal_points(ending: DealEnd, presenter: Presenter[Any, Any]) -> str:
    """Return a deal's points by side, from play and end."""
    during = ending.during or (0,) * len(ending.points)
    sums = [booked + points for booked, points in zip(during, ending.points, strict=True)]
    unit = " $" if presenter.game.info.chips else ""
    names = presenter.names.sides
    brought = [f"{names[side]} {signed(f'{points:+d}')}{unit}" for side, points in enumerate(sums) if points]
    if not brought:
        return presenter.w("hand.deal.nothing", number=ending.number)
    return presenter.w("hand.deal.brought", number=ending.number, points=", ".join(brought))


def _why_nothing_is_asked(table: Table, seat: StoredSeat, asked: str, reader: Reader) -> str:
    """Return the reason for a refused move or unknown button."""
    text = move_asked_about(asked)
    if text is None:
        return table_error_text(TableError("error.button_unknown"), reader) if without_page(asked) else ""
    refusal = table.match.refusal(seat.seat, text) if table.match is not None else None
    return "" if refusal is None else refusal_text(refusal, reader)


def look_message(table: Table, key: str, reader: Reader) -> Message:
    """Return open information in the hand, with a back button."""
    back = _back_row(table, reader)
    view = table.view(None)
    presenter = presenter_at(table, reader)
    seen = None if view is None else presenter.review_content(view, key)
    if view is None or seen is None:
        return Message(reader.words("look.nothing"), rows=back, format=MessageFormat.LAYOUT)
    look = next((one for one in presenter.review_buttons(view) if one.key == key), None)
    embed = discord.Embed(colour=COLOUR, title=f"{look.emoji} {look.label}".strip() if look else None)
    embed.description = seen.text
    return embedded(embed, None if reader.board == "text" else seen.drawing, back, MessageFormat.LAYOUT)


def call_question(table: Table, question: Question, reader: Reader, text: str = "") -> Message:
    """Return the question that a call raises.

    :param text: the question instead, if there is only one answer.
    """
    clicks = Clicks(table.id, table.deal, move=Kind.CALL_WHOM, ask=Kind.CALL_WHOM)
    return Message(text or question.text, rows=lay_out(question.groups, clicks, reader, room=MAX_ROWS))


def _question(table: Table, view: View, presenter: Presenter[Any, Any], key: str) -> Question | None:
    """Return a key's question; only queries open out of turn."""
    if not key or table.status is not Status.PLAYING or key in presenter.asking_calls(view):
        return None
    queries = {query.does.key for query in presenter.queries(view) if isinstance(query.does, Ask)}
    return presenter.question(view, key) if view.moves or key in queries else None


def _rows(
    table: Table,
    view: View,
    seat: StoredSeat,
    presenter: Presenter[Any, Any],
    question: Question | None,
    asked: str,
    asked_call: str,
    in_format: MessageFormat,
) -> tuple[Row, ...]:
    reader = presenter.reader
    if not table.status.is_live:
        return ()
    if seat.away:
        back = ClickAddress(Kind.RETURN, table.id, table.revision)
        return ((Button(back, reader.words("hand.button.return"), Style.GO),),)
    looks = open_information_buttons(table, view, presenter)
    waiting = (*_refresh_row(table, reader)[0], *looks)
    if table.status is Status.PAUSED:
        resume = ClickAddress(Kind.RESUME, table.id, table.revision, IN_HAND)
        return ((Button(resume, reader.words("table.button.resume"), Style.GO), *waiting[: MAX_ROW_BUTTONS - 1]),)
    if table.status is not Status.PLAYING:
        return (waiting,)
    clicks, queries = Clicks(table.id, table.revision), Group(presenter.queries(view))
    if question is not None:
        before = clicks.address(Ask(question.before)) if question.before else None
        groups, fixed = question.groups, _back_row(table, reader, before)
    elif not view.moves:
        groups, fixed = (queries,), (waiting,)
    else:
        calls, choices = call_rows(table, view, presenter, Kind.CALL_HAND, asked_call), presenter.choices(view)
        below = (*_signs_button(table, seat, presenter), *looks)
        below = (*below, *_hint_button(table, view, choices, below, reader))
        groups, fixed = (*choices, queries), (*calls, below) if below else calls
    room = room_beside(in_format, fixed)
    if question is None and view.moves and in_format is MessageFormat.LAYOUT:
        headed = (*presenter.choices_by_place(view), queries)
        fits_all = headed != (queries,) and fits(headed, room=room, in_format=in_format)
        groups = headed if fits_all and _phone_lines(headed, len(view.hand)) <= _MOST_LINES else groups
    return (*lay_out(groups, clicks, reader, room=room, in_format=in_format, asked=asked), *fixed)


def _phone_lines(groups: Sequence[Group], tiles: int) -> int:
    """Return the lines that choices by place take on a phone; a further row of the hand counts as two."""
    lines = 2 * ((tiles - 1) // _IN_A_ROW)
    for group in groups:
        in_a_line = 4 if all(len(choice.label) <= _SHORT for choice in group.choices) else 2
        lines += bool(group.choices and group.heading) + -(-len(group.choices) // in_a_line)
    return lines


def _signs_button(table: Table, seat: StoredSeat, presenter: Presenter[Any, Any]) -> tuple[Button, ...]:
    """Return the signs button, highlighted when a sign is due."""
    if not table.pacts:
        return ()
    style = Style.MAIN if sign_line(table, seat, presenter) else Style.PLAIN
    return (Button(ClickAddress(Kind.OPEN_PAD, table.id), presenter.w("board.button.signs"), style),)


def _hint_button(table: Table, view: View, choices: Sequence[Group], beside: Row, reader: Reader) -> tuple[Button, ...]:
    """Return the hint button for a choice against computers, if it fits."""
    offered = [choice.does for group in choices for choice in group.choices]
    is_choice = len(view.moves) > 1 and (len(offered) > 1 or any(isinstance(does, Ask) for does in offered))
    if not is_choice or len(beside) == MAX_ROW_BUTTONS:
        return ()
    if table.match is None or lone_player(table) is None or not are_judged(table.match):
        return ()
    return (Button(ClickAddress(Kind.HINT, table.id, table.revision), reader.words("solo.button.hint"), emoji="💡"),)


def _status(table: Table, view: View, presenter: Presenter[Any, Any]) -> list[str]:
    w, reader = presenter.w, presenter.reader
    if view.outcome is not None:
        return [w("board.over")]
    if not table.status.is_live:
        return [w("hand.table_over", command=reader.command("play"))]
    if table.status is Status.PAUSED:
        return [paused_text(table, reader)]
    own = table.seats[view.seat] if view.seat is not None else None
    if own is not None and own.away:
        return [w("hand.computer_plays", button=w("hand.button.return"))]
    seat = table.to_move()
    if own is not None and own == seat:
        until = f" ({w('board.until', when=turn_end_time(table))})" if table.turn_deadline else ""
        return [
            f"**{w('hand.your_turn')}**{until} {presenter.prompt(view)}",
            presenter.table_state(view),
            presenter.at_stake(view),
        ]
    waiting = w("hand.not_your_turn")
    if seat is not None and automatic(seat):
        waiting = f"⏳ {waiting}"
    return [
        waiting,
        presenter.table_state(view),
        presenter.waiting_note(view),
        w.count("hand.tiles", len(view.hand)) if view.hand else "",
        presenter.at_stake(view),
    ]


def _lines(table: Table, view: View, seat: StoredSeat, presenter: Presenter[Any, Any]) -> list[str]:
    """Return the text of a hand that asks no further question."""
    found = [
        *_opening(table, seat, presenter),
        *_status(table, view, presenter),
        sign_line(table, seat, presenter),
        partner_line(table, seat, presenter),
    ]
    if table.status.is_live and table.match is not None:
        found += _drawn_tiles(table, view, presenter)
        others = sum(map(bool, found))
        found += [] if table.has_signs else [since_line(table.match, view, presenter, others)]
    return found


def _drawn_tiles(table: Table, view: View, presenter: Presenter[Any, Any]) -> list[str]:
    """Return the tiles drawn since the last play or pass."""
    tiles: list[Tile] = []
    if table.match is not None and view.seat is not None:
        for event in table.match.recent_events(view.seat):
            if isinstance(event, DealBegan) or (event.seat == view.seat and isinstance(event, _LAID)):
                break
            if isinstance(event, Drew) and event.seat == view.seat:
                tiles = [*event.tiles, *tiles]
    return [presenter.w("hand.drawn", tiles=presenter.w.list([f"`{tile}`" for tile in tiles]))] if tiles else []


def as_text(view: View, presenter: Presenter[Any, Any], hand: str = "") -> str:
    """Return the table and the hand as text.

    :param hand: the hand in words; "" for those to the player who holds it.
    """
    text = presenter.text_board(view)
    line = f"{code_block(text)}\n" if text else f"{presenter.description(view)}\n"
    return f"{line}{hand or presenter.hand_description(view)}"


def _refresh_address(table: Table) -> ClickAddress:
    return ClickAddress(Kind.HAND, table.id, table.revision, REFRESH)


def _back_row(table: Table, reader: Reader, before: ClickAddress | None = None) -> tuple[Row, ...]:
    """Return the button to the previous question, or the hand."""
    return ((Button(before or _refresh_address(table), reader.words("hand.button.back")),),)


def _refresh_row(table: Table, reader: Reader) -> tuple[Row, ...]:
    return ((Button(_refresh_address(table), reader.words("hand.button.refresh")),),)

"""The hand: a player's own ephemeral message, with a button for every tile that can be played."""

from __future__ import annotations

from typing import Any

import discord

from bot.messages.games import Presenter, presenter_at
from bot.messages.parts.addresses import Address, Kind
from bot.messages.parts.choices import Clicks, Question, key_of, laid_out
from bot.messages.parts.components import ROWS, Button, Row, Style
from bot.messages.parts.limits import DESCRIPTION, FIELD, fitted
from bot.messages.parts.message import COLOUR, Message, embedded
from bot.messages.parts.reader import Reader
from bot.tables.state import Table, automatic
from games import View
from storage.matches import Status, StoredSeat

from .board import call_rows
from .turns import turn_end

__all__ = ["RENEW", "call_question", "hand_message"]

RENEW = "renew"
"""The rest of an address that renews the hand where it lies."""


def hand_message(table: Table, user_id: int, reader: Reader, note: str = "", *, asked: str = "") -> Message:
    """A player's hand as it is now.

    :param note: what to say first: why a click did not do what was meant.
    :param asked: the key of a question to be put, or a page of the choices.
    """
    w = reader.words
    view, seat = table.view(user_id), table.seat_of(user_id)
    if view is None or seat is None:
        return Message(note or w("hand.you_are_not_at_this_table", command=reader.command("play")))
    if table.agreeing and table.status.is_live:
        text = "\n".join(line for line in (note, w("signs.agreeing")) if line)
        signs = Button(Address(Kind.OPEN_PAD, table.id), w("board.button.signs"), Style.MAIN)
        return Message(text, rows=((signs,), *_renew(table, reader)))
    presenter = presenter_at(table, reader)
    may_move = table.status is Status.PLAYING and bool(view.moves)
    question = presenter.question(view, key_of(asked)) if may_move and key_of(asked) else None
    embed = discord.Embed(colour=COLOUR, title=w("hand.title"))
    lines = (note, question.text) if question else (note, *_status(table, view, presenter))
    embed.description = fitted("\n".join(line for line in lines if line), DESCRIPTION)
    rows = _rows(table, view, seat, presenter, question, asked)
    if reader.board == "text":
        embed.add_field(name=w("board.line"), value=_in_letters(view, presenter), inline=False)
        return Message(embed=embed, rows=rows)
    return embedded(embed, presenter.hand(view, question.focus if question else None), rows)


def call_question(table: Table, question: Question, reader: Reader) -> Message:
    """The question that a call raises; its answers are calls."""
    clicks = Clicks(table.id, table.deal, move=Kind.CALL_WHOM, ask=Kind.CALL_WHOM)
    return Message(question.text, rows=laid_out(question.groups, clicks, reader, room=ROWS))


def _rows(
    table: Table,
    view: View,
    seat: StoredSeat,
    presenter: Presenter[Any, Any],
    question: Question | None,
    asked: str,
) -> tuple[Row, ...]:
    reader = presenter.reader
    if not table.status.is_live:
        return ()
    if seat.away:
        back = Address(Kind.RETURN, table.id, table.revision)
        return ((Button(back, reader.words("hand.button.return"), Style.GO),),)
    if table.status is not Status.PLAYING or not view.moves:
        return _renew(table, reader)
    clicks = Clicks(table.id, table.revision)
    if question is not None:
        back_row = (Button(_renewing(table), reader.words("hand.button.back")),)
        return (*laid_out(question.groups, clicks, reader, room=ROWS - 1, asked=asked), back_row)
    calls = call_rows(table, view, presenter, Kind.CALL_HAND)
    return (*laid_out(presenter.choices(view), clicks, reader, room=ROWS - len(calls), asked=asked), *calls)


def _status(table: Table, view: View, presenter: Presenter[Any, Any]) -> list[str]:
    w, reader = presenter.w, presenter.reader
    if view.outcome is not None:
        return [w("board.over")]
    if not table.status.is_live:
        return [w("hand.table_over", command=reader.command("play"))]
    if table.status is Status.PAUSED:
        return [w("board.paused", command=reader.command("table resume"))]
    own = table.seats[view.seat] if view.seat is not None else None
    if own is not None and own.away:
        return [w("hand.computer_plays", button=w("hand.button.return"))]
    seat = table.to_move()
    if own is not None and own == seat:
        until = f" ({w('board.until', when=turn_end(table))})" if table.stored.deadline else ""
        return [f"**{w('hand.your_turn')}**{until} {presenter.prompt(view)}"]
    waiting = w("hand.not_your_turn")
    if seat is not None and automatic(seat):
        waiting = f"⏳ {waiting}"
    return [waiting, w.count("hand.tiles", len(view.hand))]


def _in_letters(view: View, presenter: Presenter[Any, Any]) -> str:
    """What lies on the table and the hand for those who read rather than look."""
    text = presenter.letters(view)
    line = f"```\n{text}\n```" if text else f"{presenter.described(view)}\n"
    return fitted(f"{line}{presenter.hand_described(view)}", FIELD)


def _renewing(table: Table) -> Address:
    return Address(Kind.HAND, table.id, table.revision, RENEW)


def _renew(table: Table, reader: Reader) -> tuple[Row, ...]:
    return ((Button(_renewing(table), reader.words("hand.button.refresh")),),)

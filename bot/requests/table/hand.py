"""The buttons of the board and the hand.

Every choice in a game is one of three kinds of click: it makes a move, draws until a tile can be played, or asks a
question.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVarTuple, Unpack

from bot.messages.errors import refusal_text, table_error_text, unsaved_move_text
from bot.messages.parts.choices import asked_key
from bot.messages.parts.components import Kind, MessageFormat
from bot.messages.parts.message import Message
from bot.messages.parts.text import bold
from bot.messages.table.board import open_information_message
from bot.messages.table.hand import GO_ON, NEXT_DEAL, REFRESH, deal_over_message, hand_message, look_message
from bot.messages.table.watching import watching_message
from bot.requests.handlers import on
from bot.requests.request import Click, log_unsaved
from bot.tables import play, staffing
from bot.tables.errors import Refused, Stale, TableError, TableOver
from bot.tables.state import Person, Step, Table, automatic
from bot.tables.time_controls import AFTER_DEAL_S, GONE_S, has_live_clock
from storage.errors import StorageError

Ts = TypeVarTuple("Ts")


@on(Kind.HAND)
async def _hand(click: Click) -> None:
    """Open the hand, or refresh its message."""
    if click.address.rest == REFRESH:
        table = await own_table(click)
        await show_hand(click, table)
        await _count_out(click, table)
        return
    if click.address.rest in (NEXT_DEAL, GO_ON):
        await _go_on(click, new=click.address.rest == NEXT_DEAL)
        return
    table = await click.apply(click.match_id, _back_at_own_table)
    if table.seat_of(click.user_id) is None:
        await click.reply.whisper(watching_message(table, click.user_id, click.reader))
    else:
        await show_hand(click, table, new=True)
        await _count_out(click, table)


async def _count_out(click: Click, table: Table) -> None:
    """Do not let a player wait for one who has left the server: announce it, and ten minutes later let them leave."""
    seat = table.to_move()
    if seat is None or automatic(seat) or seat.user_id in (None, click.user_id) or has_live_clock(table.stored):
        return
    with click.services.hands.answered(click.match_id, click.user_id):  # Discord may take long
        gone_s = await click.services.members.gone_for(
            table.stored.guild_id, seat.user_id or 0, click.user_id, click.services.now()
        )
    if gone_s is not None and gone_s >= GONE_S:
        await click.apply(table.id, staffing.count_out, seat.user_id or 0)
    elif gone_s is not None:
        await click.reply.whisper(click.words("table.gone", name=bold(seat.name), minutes=int(GONE_S // 60)))


async def _go_on(click: Click, *, new: bool) -> None:
    """Let play go on, and show the next deal's hand.

    :param new: whether the hand is posted at the bottom of the channel, and the clicked message deleted.
    """
    table, hands = await own_table(click), click.services.hands
    if table.deal == click.address.number and hands.record_ready(table, click.user_id) and table.status.is_live:
        table = await click.apply(click.match_id, play.go_on)
    if new and hands.get(table.id, click.user_id) is None:  # sent before the bot was restarted
        await click.reply.dismiss()
    await show_hand(click, table, new=new)


@on(Kind.MOVE)
async def _move(click: Click) -> None:
    """Make a move, or ask about a select's choice."""
    asked = asked_key(click.value)
    if asked is not None:
        await _show_question(click, asked)
        return
    revision, text = click.address.number, click.value or click.address.rest
    await _apply_move(click, play.move, revision, text)


@on(Kind.DRAW_ON)
async def _draw_on(click: Click) -> None:
    """Draw until a tile fits; the hand shows the result."""
    await _apply_move(click, play.draw_on, click.address.number)


async def _apply_move(click: Click, step: Callable[[Table, Person, Unpack[Ts], float], Step], *values: *Ts) -> None:
    """Apply a step with moves, and show the hand."""
    try:
        change = await click.services.tables.apply(
            click.match_id, step, *values, by=click.person, seen_from=click.place
        )
    except Stale:
        await show_stale(click)
    except Refused as error:
        await show_hand(click, await own_table(click), note=refusal_text(error.refusal, click.reader))
    except StorageError as error:
        log_unsaved(click.services.metrics, error)
        await click.reply.whisper(unsaved_move_text(error, click.reader))
    else:
        await show_hand(click, change.after, ended=change.after.deal > change.before.deal)


@on(Kind.ASK)
async def _ask(click: Click) -> None:
    """Show a question in the hand, or another page of choices."""
    await _show_question(click, click.address.rest)


async def _show_question(click: Click, asked: str) -> None:
    table = await own_table(click)
    play.needs_playing(table)
    if table.revision != click.address.number:
        await show_stale(click)
    else:
        await show_hand(click, table, asked=asked)


@on(Kind.RETURN)
async def _return(click: Click) -> None:
    """Take the seat back, and resume the match if it waits for no one else."""
    table = await click.apply(click.match_id, staffing.come_back_and_resume)
    _needs_seat(table, click.person)
    await show_hand(click, table)


async def own_table(click: Click) -> Table:
    """Return the table at which the person plays.

    :raises TableError: if there is none.
    """
    table = await click.table()
    _needs_seat(table, click.person)
    return table


def _needs_match(table: Table) -> None:
    if table.match is None:
        raise TableError("table.not_begun") if table.stored.seed is None and table.is_known else table.unreadable


def _needs_seat(table: Table, person: Person) -> None:
    _needs_match(table)
    table.require_seat(person, "hand.you_are_not_at_this_table")


def _back_at_own_table(table: Table, person: Person, now: float) -> Step:
    """Return the seat to a player who opens their hand; a spectator changes nothing."""
    _needs_match(table)
    if not table.status.is_live:
        raise TableOver
    if table.seat_of(person.user_id) is None:
        return Step(table)
    return play.come_back(table, person, now)


async def show_stale(click: Click) -> None:
    """Answer a click on an outdated picture."""
    table = await own_table(click)
    note = click.words("hand.stale") if table.status.is_live else table_error_text(TableOver(), click.reader)
    await show_hand(click, table, note=note)


async def show_hand(
    click: Click,
    table: Table,
    *,
    note: str = "",
    asked: str = "",
    asked_call: str = "",
    new: bool = False,
    ended: bool = False,
) -> None:
    """Show the hand in the clicked or a new message.

    :param note: a text to show first.
    :param asked: the key of a question to ask.
    :param asked_call: the key of a call that was clicked once.
    :param ended: whether the click ended a deal, whose result the hand then shows until the next board appears.
    """
    rest_s = AFTER_DEAL_S if ended and table.status.is_live else 0.0
    if rest_s:
        message = deal_over_message(table, click.user_id, click.reader)
    else:
        in_format = MessageFormat.LAYOUT if new else click.reply.shown_format
        if not asked:
            note = "\n".join(filter(None, (note, click.services.hands.note(table, click.user_id, click.reader))))
        message = hand_message(
            table, click.user_id, click.reader, note, asked=asked, asked_call=asked_call, in_format=in_format
        )
    await show_in_hand(click, table, message, new=new, rest_s=rest_s, asked_call=asked_call)


async def show_in_hand(
    click: Click, table: Table, message: Message, *, new: bool = False, rest_s: float = 0.0, asked_call: str = ""
) -> None:
    """Show a message as the hand, refreshed on their turn.

    :param rest_s: the seconds for which the result of a deal stays visible.
    """
    hands = click.services.hands
    async with hands.lock(table.id, click.user_id):
        answer = await (click.reply.whisper_below(message) if new else click.reply.show(message))
        before = hands.record(table, answer, rest_s=rest_s, asked_call=asked_call)
    if before is not None:
        await before.delete()


@on(Kind.LOOK)
async def _show_open_information(click: Click) -> None:
    """Show the open information in private or in the hand."""
    table = await click.live_table()
    if click.reply.is_on_private and table.seat_of(click.user_id) is not None:
        await show_in_hand(click, table, look_message(table, click.address.rest, click.reader))
        return
    await click.reply.whisper(open_information_message(table, click.address.rest, click.reader))

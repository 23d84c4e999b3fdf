"""Calls, which players may make at any time.

A call is valid for the running deal. It asks first: which pair it accuses, or only for confirmation by a second click,
so that a slip of the finger ends no deal. The button that confirms is in a private answer, or replaces the first button
in the hand. A second click on the same button within a few seconds also confirms. A player may turn the confirmation
off in their settings, but not the choice of a pair.
"""

from bot.messages.games import presenter_at
from bot.messages.parts.choices import asked_key
from bot.messages.parts.components import Kind
from bot.messages.table.hand import call_question
from bot.requests.handlers import on
from bot.requests.request import Click
from bot.requests.table.hand import show_hand
from bot.tables import play
from bot.tables.errors import CameSecond, TableError
from bot.tables.state import Table


@on(Kind.CALL)
async def _call(click: Click) -> None:
    """Call from the board or a pad. The public board shows the result."""
    if await _apply_call(click) is not None:
        await click.reply.acknowledge()


@on(Kind.CALL_HAND)
async def _call_from_hand(click: Click) -> None:
    """Call from the hand, and show the result there."""
    table = await _apply_call(click)
    if table is not None:
        await show_hand(click, table, ended=table.deal > click.address.number)


@on(Kind.CALL_WHOM)
async def _call_whom(click: Click) -> None:
    """Make the chosen call and delete the question."""
    if await _apply_call(click) is not None:
        await click.reply.dismiss()


async def _apply_call(click: Click) -> Table | None:
    """Apply a call; return None if the caller was asked or refused."""
    call, deal = click.address.rest, click.address.number
    # The cached table, without waiting: the first of two calls counts. `apply` detects changes by others.
    table = await click.services.tables.find(click.match_id)
    if table is None or deal > table.deal:
        table = await click.table()
    click.seat_at(click.seen_here(table))
    if deal > table.deal:
        raise TableError("error.button_unknown")
    asked = asked_key(call)
    if click.address.kind is Kind.CALL and _asks(click, table, call):
        asked = call  # a button of an older version, in which this call did not ask
    if asked is not None:
        answer = await _answer(click, table, asked)
        if answer is None:
            return None
        call = answer
    try:
        return await click.apply(table.id, play.call, deal, call)
    except CameSecond as error:
        presenter = presenter_at(table, click.reader)
        await click.reply.whisper(presenter.late_call_text(error.ending, error.caller, call))
        return None


async def _answer(click: Click, table: Table, key: str) -> str | None:
    """Return the meant call; None if the caller must answer a question."""
    view = table.view(click.user_id)
    presenter = presenter_at(table, click.reader)
    question = presenter.question(view, key) if view is not None else None
    if view is None or click.address.number != table.deal:
        return key
    if key not in presenter.asking_calls(view):
        raise TableError("error.button_unknown")
    if question is None:
        return key
    play.needs_moves(table)
    answers = [choice for group in question.groups for choice in group.choices]
    if len(answers) > 1:
        await click.reply.whisper(call_question(table, question, click.reader))
    elif not click.reader.confirms_calls or click.services.limits.second_clicks.counts(
        (table.id, table.deal, click.user_id, key)
    ):
        return str(answers[0].does)
    elif click.address.kind is Kind.CALL_HAND:
        await show_hand(click, table, asked_call=key)
    else:
        note = click.words("call.once_more", call=presenter.call_label(view, key))
        await click.reply.whisper(call_question(table, question, click.reader, note))
    return None


def _asks(click: Click, table: Table, call: str) -> bool:
    view = table.view(click.user_id)
    return view is not None and call in presenter_at(table, click.reader).asking_calls(view)

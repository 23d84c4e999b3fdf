"""Ending or pausing a match and taking a move back: permission, question, resigning, agreement."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import TypeVar

from bot.messages.parts.addresses import parse_number
from bot.messages.parts.components import Kind
from bot.messages.parts.message import Message
from bot.messages.parts.text import bold
from bot.messages.table.ending import confirm_end, confirm_resign, end_request, paused_text, request_over
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.tables import agreeing, ending, staffing
from bot.tables.errors import TableError
from bot.tables.state import Person, Step, Table
from storage.league import pairing_tables
from storage.matches import RequestKind

T = TypeVar("T")


async def umpires_of(request: Request, match_id: str) -> AbstractSet[int] | None:
    """Return the hosts of the table's tournament, if any.

    :raises StorageError: if that cannot be read.
    """
    tournament = await request.services.database.run_read(
        lambda tx: pairing_tables.of_table(tx, request.guild_id, match_id)
    )
    return None if tournament is None else frozenset(tournament.hosts)


async def end_question(request: Request, table: Table) -> Message:
    """Return the question before ending or resigning.

    :raises TableError: if they may do neither.
    :raises StorageError: if something cannot be read.
    """
    umpires = await umpires_of(request, table.id)
    if not ending.is_at_stake(table, umpires):
        table.require_host(request.person)
        alone = [seat.user_id for seat in table.persons] == [request.user_id]
        return confirm_end(table, request.reader, agreed=alone)
    seat = table.seat_of(request.user_id)
    if seat is not None:
        ending.require_own_seat(table, request.person)
        can_ask = len(table.persons) > 1 and agreeing.may_agree(table, umpires)
        return confirm_resign(table, seat, request.reader, can_ask=can_ask)
    if not ending.is_umpire(table, request.person, umpires):
        raise TableError("table.end.only_umpire")
    return confirm_end(table, request.reader)


@on(Kind.ASK_END)
async def _ask_end(click: Click) -> None:
    await click.reply.renew(await end_question(click, await click.live_table()))


@on(Kind.END)
async def _end(click: Click) -> None:
    """End the match, or offer to resign if only that is allowed."""
    umpires, table = await umpires_of(click, click.match_id), await click.live_table()
    if ending.is_at_stake(table, umpires) and table.seat_of(click.user_id) is not None:
        await click.reply.renew(await end_question(click, table))
        return
    await click.apply(click.match_id, ending.end, umpires)
    await click.reply.renew(Message(click.words("table.end.done")))


@on(Kind.RESIGN)
async def _resign(click: Click) -> None:
    """Resign; ask again if the result would differ now."""
    table = await click.live_table()
    seat = table.require_seat(click.person)
    if ending.resignation_of(table, seat) != click.address.rest:
        await click.reply.renew(await end_question(click, table))
        return
    after = await click.apply(click.match_id, staffing.resign)
    done = "table.leave.done" if after.status.is_live else "table.resign.done"
    await click.reply.renew(Message(click.words(done)))


@on(Kind.ASK_ALL)
async def _ask_all(click: Click) -> None:
    """Ask the table publicly to agree to an end."""
    table, umpires = await click.live_table(), await umpires_of(click, click.match_id)
    after = await _ask(click, table, RequestKind.END, agreeing.ask_to_end, umpires)
    done = click.words("table.end.done" if after.stored.end_request is None else "table.end.asked")
    await click.reply.renew(Message(done))


@on(Kind.PAUSE)
async def _pause(click: Click) -> None:
    await click.reply.renew(Message(await pause(click, await click.live_table())))


async def pause(request: Request, table: Table) -> str:
    """Pause a match, or ask the table publicly to agree; return the answer to the person.

    :raises TableError: if the person may do neither, or has asked often.
    """
    umpires = await umpires_of(request, table.id)
    return paused_text(await _ask(request, table, RequestKind.PAUSE, agreeing.pause, umpires), request.reader)


@on(Kind.TAKE_BACK)
async def _take_back(click: Click) -> None:
    """Take the person's last move back, or ask the table publicly."""
    table, revision = await click.live_table(), click.address.number
    after = await _ask(click, table, RequestKind.TAKE_BACK, agreeing.ask_to_take_back, revision)
    done = "table.back.done" if after.stored.end_request is None else "table.back.asked"
    await click.reply.renew(Message(click.words(done)))


async def _ask(
    request: Request, table: Table, kind: RequestKind, step: Callable[[Table, Person, T, float], Step], about: T
) -> Table:
    """Apply a step that may ask the table, and post its question; one of another kind is replaced.

    :param about: the step's value between the person and the time.
    :raises TableError: if the step refuses, or the person has asked often.
    """
    others = [seat.user_id for seat in table.persons if seat.user_id not in (None, request.user_id)]
    before = agreeing.end_request(table, request.services.now())
    if others and (before is None or before.kind is not kind or kind is RequestKind.TAKE_BACK):
        request.services.limits.quotas.mention(request.user_id, others, table.stored.channel_id)
    after = await request.apply(table.id, step, about)
    asked = after.stored.end_request
    if asked is not None and asked != table.stored.end_request:
        question = end_request(after, asked, request.services.preferences.table_reader(after))
        await request.services.channels.send(after.stored.channel_id, question)
    return after


@on(Kind.AGREE_END)
async def _agree(click: Click) -> None:
    """Agree to an end, a pause or a move back."""
    kind, _, asker = click.address.rest.partition("/")
    if kind == RequestKind.PAUSE:
        after = await click.apply(click.match_id, agreeing.agree_to_pause)
        done = "table.pause.agreed"
    elif kind == RequestKind.TAKE_BACK:
        after = await click.apply(click.match_id, agreeing.agree_to_take_back, parse_number(asker))
        done = "table.back.agreed"
    else:  # an earlier version wrote nothing there
        after = await click.apply(click.match_id, agreeing.agree_to_end, await umpires_of(click, click.match_id))
        done = "table.end.done"
    public_reader, asked = click.services.preferences.table_reader(after), after.stored.end_request
    if asked is None:
        await click.reply.renew(Message(public_reader.words(done)))
    else:
        await click.reply.renew(end_request(after, asked, public_reader))


@on(Kind.PLAY_ON)
async def _play_on(click: Click) -> None:
    after = await click.apply(click.match_id, agreeing.play_on)
    public_reader = click.services.preferences.table_reader(after)
    await click.reply.renew(request_over(bold(click.person.name), public_reader))

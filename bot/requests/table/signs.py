"""Secret signs between partners, by buttons and by reactions."""

import logging

from bot.messages.parts.components import Kind
from bot.messages.table.signs import IN_HAND, new_sign_text, pad_buttons, sign_of
from bot.requests.handlers import on
from bot.requests.request import Click
from bot.requests.services import Services
from bot.requests.table.hand import show_hand
from bot.tables import signs
from bot.tables.errors import TableError
from bot.tables.state import Person, Table
from storage.errors import StorageError
from storage.matches import StoredSeat

logger = logging.getLogger(__name__)


@on(Kind.OPEN_PAD)
async def _open_pad(click: Click) -> None:
    """Open the pad of buttons."""
    table, seat = await _live_seat(click)
    message = pad_buttons(table, seat, click.reader)
    await click.services.pads.buttons_opened(table, await click.reply.whisper(message), message)


@on(Kind.SIGN)
async def _sign(click: Click) -> None:
    """Make a sign by a button of this deal's pad."""
    table, _ = await _live_seat(click)
    await _refresh(click, await click.apply(table.id, signs.give, click.address.number, click.address.rest))


@on(Kind.PROPOSE)
async def _propose(click: Click) -> None:
    """Propose a sign by a button of the pad or the hand."""
    table, _ = await _live_seat(click)
    after = await click.apply(table.id, signs.propose, click.address.rest)
    if click.address.number == IN_HAND:
        await show_hand(click, after)
    else:
        await _refresh(click, after)


@on(Kind.NEW_SIGN)
async def _new_sign(click: Click) -> None:
    """Ask for a new sign."""
    table, seat = await _live_seat(click)
    after = await click.apply(table.id, signs.ask_for_new_sign)
    await click.reply.whisper(new_sign_text(after, seat, click.words))


@on(Kind.TRY_DIRECT)
async def _try_direct(click: Click) -> None:
    """Check whether the person's direct messages are open now."""
    table, seat = await _live_seat(click)
    is_open = await click.services.pads.retry(table, seat)
    table, seat = await _live_seat(click)
    await _refresh(click, table, click.words("pad.opened_dm" if is_open else "pad.still_shut"))


async def handle_reaction(services: Services, user_id: int, message_id: int, emoji: str, *, added: bool) -> None:
    """Handle a reaction as a proposal, withdrawal or sign; never raises."""
    sign = sign_of(emoji)
    if sign is None:
        return
    tables = services.tables
    try:
        match_id = await services.pads.match_of(message_id)
        then = tables.cached(match_id) if match_id else None  # the deal in which the sign was made
        table = await tables.newest(match_id) if match_id else None
        seat = table.seat_of(user_id) if table else None
        pad = table.pad_of(seat.seat) if table and seat else None
        if table is None or seat is None or pad is None:
            return
        person, deal = Person(user_id, seat.name), (then or table).deal
        if message_id == pad.pact_id:
            step = signs.propose if added else signs.withdraw
            await tables.apply(table.id, step, sign, by=person)
        elif message_id == pad.pad_id and added:
            await tables.apply(table.id, signs.give, deal, sign, by=person)
    except TableError as error:
        logger.info("a reaction was refused: %s", error.key)
    except StorageError as error:
        logger.warning("a reaction could not be saved: %s", error)


async def _refresh(click: Click, table: Table, note: str = "") -> None:
    seat = click.seat_at(table)
    answer = await click.reply.show(pad_buttons(table, seat, click.reader, note))
    await click.services.pads.buttons_opened(table, answer, pad_buttons(table, seat, click.reader))


async def _live_seat(click: Click) -> tuple[Table, StoredSeat]:
    """Return the person's table with signs, and their seat."""
    table = await click.live_table()
    seat = click.seat_at(table)
    if not table.pacts:
        raise TableError("table.not_begun")
    return table, seat

"""The buttons of Kent: the calls, and the pad of signs for those who use buttons instead of direct messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord

from bot.locales import Words
from bot.messages.addresses import Address
from bot.messages.message import Message
from bot.messages.names import plain_names, spoken_names
from bot.messages.signs import pad_buttons
from bot.posts.components import button
from bot.requests.request import Click, Handler
from bot.tables import play
from bot.tables.errors import CameSecond, TableError
from bot.tables.signs import signs
from bot.tables.state import Table
from games.kent import KentDealEnd
from storage.matches import StoredSeat

from .hand import show_hand

__all__ = ["HANDLERS", "whom_message"]

_STOPS: Final = ("stop", "stop-biskent")


async def _call(click: Click) -> None:
    """Call from the board or from a pad; what comes of it is shown to all."""
    if await _called(click) is not None:
        await click.reply.acknowledge()


async def _call_from_hand(click: Click) -> None:
    """Call from the hand, which shows the next deal then."""
    table = await _called(click)
    if table is not None:
        await show_hand(click, table)


async def _accuse(click: Click) -> None:
    """Call at the pair that was chosen, and take the question away."""
    if await _called(click) is not None:
        await click.reply.dismiss()


async def _called(click: Click) -> Table | None:
    """The table after the call; None if something was said to the caller instead."""
    table, seat = await _table(click)
    call, deal = click.address.rest, click.address.revision
    if call in _STOPS and deal == table.deal:
        others = [pair for pair in range(table.pairs) if pair != seat.seat % table.pairs]
        if len(others) > 1:
            await click.reply.whisper(whom_message(table, call, others, click.words))
            return None
        call = f"{call}@{others[0]}"
    try:
        return await click.shared.tables.take(
            table.id, lambda now_table, now: play.call(now_table, click.person, deal, call, now)
        )
    except CameSecond as error:
        await click.reply.whisper(_too_late(table, error, call, click.words))
        return None


def whom_message(table: Table, call: str, pairs: list[int], w: Words) -> Message:
    """The question at which pair a call is meant."""
    names, said = plain_names(table, w), w(f"kent.call.{call}")
    buttons = [
        button(
            Address("accuse", table.id, table.deal, f"{call}@{pair}"),
            w("kent.button.whom", call=said, names=w.list([names[pair], names[pair + table.pairs]])),
            style=discord.ButtonStyle.danger,
        )
        for pair in pairs
    ]
    return Message(w("kent.choose_pair"), rows=(buttons,))


def _too_late(table: Table, error: CameSecond, call: str, w: Words) -> str:
    """Why a call did not count, in words."""
    ending = error.ending
    if not isinstance(ending, KentDealEnd):
        return w("table.old_deal")
    if ending.caller == error.caller:
        return w("kent.taken_already", call=w(f"kent.call.{call.partition('@')[0]}"))
    name = spoken_names(table, w)[ending.caller]
    return w("kent.came_second", name=name, call=w(f"kent.call.{ending.call}"), number=ending.number)


async def _signs(click: Click) -> None:
    """Open the pad of buttons."""
    table, seat = await _live(click)
    await click.reply.whisper(pad_buttons(table, seat, click.words))
    click.services.pads.opened(table, click.reply.interaction)


async def _sign(click: Click) -> None:
    """Make a sign by a button."""
    table, _ = await _live(click)
    sign, deal = click.address.rest, table.deal
    table = await click.shared.tables.take(
        table.id, lambda now_table, now: signs.give(now_table, click.person, deal, sign, now)
    )
    await _renew(click, table)


async def _propose(click: Click) -> None:
    """Propose a sign by a button."""
    table, _ = await _live(click)
    sign = click.address.rest
    table = await click.shared.tables.take(
        table.id, lambda now_table, now: signs.propose(now_table, click.person, sign, now)
    )
    await _renew(click, table)


async def _new_sign(click: Click) -> None:
    """Ask for a new sign."""
    table, seat = await _live(click)
    after = await click.shared.tables.take(
        table.id, lambda now_table, now: signs.ask_anew(now_table, click.person, now)
    )
    await click.reply.whisper(asked(after, seat, click.words))


async def _try_direct(click: Click) -> None:
    """See whether the person's direct messages are open by now."""
    table, seat = await _live(click)
    is_open = await click.services.pads.retry(table, seat)
    table, seat = await _live(click)
    await _renew(click, table, click.words("pad.opened_dm" if is_open else "pad.still_shut"))


def asked(table: Table, seat: StoredSeat, w: Words) -> str:
    """What somebody is told who has asked for a new sign."""
    return w("signs.now" if table.pact_of(seat.seat).open else "signs.asked")


HANDLERS: Final[Mapping[str, Handler]] = {
    "call": _call,
    "handcall": _call_from_hand,
    "accuse": _accuse,
    "signs": _signs,
    "sign": _sign,
    "propose": _propose,
    "newsign": _new_sign,
    "trydm": _try_direct,
}


async def _renew(click: Click, table: Table, note: str = "") -> None:
    seat = table.seat_needed(click.person, "hand.you_are_not_at_this_table")
    await click.reply.renew(pad_buttons(table, seat, click.words, note))
    click.services.pads.opened(table, click.reply.interaction)


async def _table(click: Click) -> tuple[Table, StoredSeat]:
    """The table of somebody who plays at it, and his seat.

    :raises TableError: if there is no such match, or the person has no seat there.
    """
    table = await click.shared.tables.find(click.address.match_id)
    if table is None:
        raise TableError("hand.table_unknown")
    return table, table.seat_needed(click.person, "hand.you_are_not_at_this_table")


async def _live(click: Click) -> tuple[Table, StoredSeat]:
    table, seat = await _table(click)
    if not table.status.is_live:
        raise TableError("hand.table_over")
    if not table.pacts:
        raise TableError("table.not_begun")
    return table, seat

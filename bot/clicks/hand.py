"""The buttons of the board and of the hand: seeing one's tiles, and playing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.messages.hand import choice_message, hand_message, place_message
from bot.messages.message import Message
from bot.requests.answers import explained, table_error
from bot.requests.request import Click, Handler
from bot.tables import play
from bot.tables.errors import Refused, Stale, TableError
from bot.tables.state import Table
from games import Tile
from games.core.moves import PLAY
from storage.database import StorageError

__all__ = ["HANDLERS", "show_hand"]

_RENEW = "renew"


async def _hand(click: Click) -> None:
    """Open the hand from the board, or renew it where it lies."""
    table = await _table(click)
    if click.address.rest != _RENEW:
        if not table.status.is_live:
            raise TableError("hand.table_over")
        table = await click.shared.tables.take(
            table.id, lambda now_table, now: play.come_back(now_table, click.person, now)
        )
    await show_hand(click, table, new=click.address.rest != _RENEW)


async def _move(click: Click) -> None:
    """Make a move; the hand shows what came of it, or why nothing did."""
    await _make(click, click.address.rest)


async def _choice(click: Click) -> None:
    """Make the move that was chosen in a select."""
    await _make(click, click.value)


async def _make(click: Click, text: str) -> None:
    revision = click.address.revision
    try:
        table = await click.shared.tables.take(
            click.address.match_id, lambda now_table, now: play.move(now_table, click.person, revision, text, now)
        )
    except Stale:
        await _show_stale(click)
    except Refused as error:
        await show_hand(click, await _table(click), note=await explained(click.shared, click.words, error))
    except StorageError as error:
        await explained(click.shared, click.words, error)
        await click.reply.whisper(click.words("hand.not_taken"))
    else:
        await show_hand(click, table)


async def _tile(click: Click) -> None:
    """Ask where a tile is to go, or where it is claimed to close."""
    verb, _, tile = click.address.rest.rpartition(" ")
    await _ask(
        click,
        lambda table, hand: place_message(table, click.user_id, Tile.parse(tile), verb or PLAY, hand, click.words),
    )


async def _variant(click: Click) -> None:
    """Name a variant; one with sub-choices asks for these first."""
    if "=" in click.value:
        await _make(click, click.value)
    else:
        await _ask(click, lambda table, hand: choice_message(table, click.user_id, click.value, hand, click.words))


async def _offend(click: Click) -> None:
    """Ask which rule is to be broken, or with which tile it is claimed to close."""
    what = click.address.rest
    await _ask(click, lambda table, hand: choice_message(table, click.user_id, what, hand, click.words))


async def _ask(click: Click, question: Callable[[Table, Message], Message]) -> None:
    """Put a question into the hand, if it is of the table as it is now."""
    table = await _table(click)
    play.needs_playing(table)
    if table.revision != click.address.revision:
        await _show_stale(click)
        return
    hand = await hand_message(click.shared, table, click.user_id, click.words)
    await _renew(click, table, question(table, hand))


async def _back(click: Click) -> None:
    """Take the seat back from the computer."""
    await _table(click)
    table = await click.shared.tables.take(
        click.address.match_id, lambda now_table, now: play.come_back(now_table, click.person, now)
    )
    await show_hand(click, table)


HANDLERS: Final[Mapping[str, Handler]] = {
    "hand": _hand,
    "move": _move,
    "choice": _choice,
    "tile": _tile,
    "variant": _variant,
    "offend": _offend,
    "back": _back,
}


async def _table(click: Click) -> Table:
    """The table of somebody who plays at it.

    :raises TableError: if there is no such match, or the person has no seat there.
    """
    table = await click.shared.tables.find(click.address.match_id)
    if table is None:
        raise TableError("hand.table_unknown")
    if table.match is None:
        raise TableError("table.not_begun" if table.stored.seed is None else "table.broken")
    table.seat_needed(click.person, "hand.you_are_not_at_this_table")
    return table


async def _show_stale(click: Click) -> None:
    """Answer a click on an old picture with the hand as it is now."""
    table = await _table(click)
    mover = table.to_move()
    if not table.status.is_live:
        note = table_error(click.shared, click.words, TableError("hand.table_over"))
    elif mover is not None and mover.user_id == click.user_id:
        note = click.words("hand.stale_own")
    else:
        note = click.words("hand.stale")
    await show_hand(click, table, note=note)


async def show_hand(click: Click, table: Table, *, note: str = "", new: bool = False) -> None:
    """Show the hand where it was clicked on, or as a new message.

    :param note: what to say first.
    """
    message = await hand_message(click.shared, table, click.user_id, click.words, note)
    await _renew(click, table, message, new=new)


async def _renew(click: Click, table: Table, message: Message, *, new: bool = False) -> None:
    hands = click.shared.hands
    async with hands.writing(table.id, click.user_id):
        if new:
            await click.reply.whisper(message)
        else:
            await click.reply.renew(message)
        hands.opened(table, click.reply.interaction)

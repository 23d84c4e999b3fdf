"""The buttons under the end of a match: the rematch and the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.locales import Words
from bot.messages.message import Message
from bot.requests.request import Click, Handler
from bot.tables.errors import TableError
from bot.tables.state import Table
from storage.matches import Status

__all__ = ["HANDLERS", "record_message"]


def record_message(table: Table, w: Words) -> Message:
    """The record of a match that is over, as a file.

    :raises TableError: if the match is not over: its record shows all hands.
    """
    if table.match is None or table.stored.seed is None:
        raise TableError("table.not_begun")
    if table.status is not Status.OVER:
        raise TableError("record.not_over")
    text = table.match.record().text()
    seed = w("record.seed", seed=f"`{table.stored.seed}`")
    return Message(f"{w('record.here', match=table.id)}\n{seed}", files=((f"boneyard-{table.id}.txt", text.encode()),))


async def _rematch(click: Click) -> None:
    await click.shared.tables.rematch(click.address.match_id, click.person)
    await click.reply.acknowledge()


async def _record(click: Click) -> None:
    table = await click.shared.tables.find(click.address.match_id)
    if table is None:
        raise TableError("hand.table_unknown")
    await click.reply.whisper(record_message(table, click.words))


HANDLERS: Final[Mapping[str, Handler]] = {"rematch": _rematch, "record": _record}

"""The buttons under the end of a match: the rematch and the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.messages.parts.addresses import Kind
from bot.messages.table.record import record_message
from bot.requests.league.replays import table_of
from bot.requests.request import Click, Handler

__all__ = ["HANDLERS"]


async def _rematch(click: Click) -> None:
    table = await click.table()
    await click.shared.tables.rematch(table.id, click.person)
    await click.reply.acknowledge()


async def _record(click: Click) -> None:
    table = await table_of(click.shared.tables, click.guild_id, click.match_id)
    await click.reply.whisper(record_message(table, click.reader))


HANDLERS: Final[Mapping[Kind, Handler]] = {Kind.REMATCH: _rematch, Kind.RECORD: _record}

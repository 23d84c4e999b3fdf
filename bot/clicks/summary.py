"""The buttons under the end of a match: the rematch and the record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.messages.addresses import Kind
from bot.messages.record import record_message
from bot.requests.request import Click, Handler

__all__ = ["HANDLERS"]


async def _rematch(click: Click) -> None:
    await click.shared.tables.rematch(click.match_id, click.person)
    await click.reply.acknowledge()


async def _record(click: Click) -> None:
    await click.reply.whisper(record_message(await click.table(), click.reader))


HANDLERS: Final[Mapping[Kind, Handler]] = {Kind.REMATCH: _rematch, Kind.RECORD: _record}
